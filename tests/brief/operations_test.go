package brief

import (
	"net/http"
	"strings"
)

// operation is one row of the interface's table of operations.
type operation struct {
	name   string
	method string
	path   string
}

// These are where most paths begin.
const (
	templatesPath = "/api/dossier-templates"
	templatePath  = templatesPath + "/{dossierTemplateId}"
	dossiersPath  = templatePath + "/dossiers"
	dossierPath   = dossiersPath + "/{dossierId}"
	filesPath     = dossierPath + "/files"
	filePath      = filesPath + "/{fileId}"
)

// operations are the rows of the table by their number. The description does
// not show methods and paths: they are those of the service.
var operations = map[int]operation{
	1:  {"List dossier templates", http.MethodGet, templatesPath},
	2:  {"Read dossier template", http.MethodGet, templatePath},
	3:  {"Download entity rules", http.MethodGet, templatePath + "/entity-rules"},
	4:  {"Upload entity rules", http.MethodPost, templatePath + "/entity-rules"},
	5:  {"Download component rules", http.MethodGet, templatePath + "/component-rules"},
	6:  {"Upload component rules", http.MethodPost, templatePath + "/component-rules"},
	7:  {"Download date formats", http.MethodGet, templatePath + "/date-formats"},
	8:  {"Upload date formats", http.MethodPost, templatePath + "/date-formats"},
	9:  {"List dossier status definitions", http.MethodGet, templatePath + "/dossier-status-definitions"},
	10: {"List dossier attribute definitions", http.MethodGet, templatePath + "/dossier-attribute-definitions"},
	11: {"List file attribute definitions", http.MethodGet, templatePath + "/file-attribute-definitions"},
	12: {"List component mappings", http.MethodGet, templatePath + "/component-mappings"},
	13: {"Upload component mapping", http.MethodPost, templatePath + "/component-mappings"},
	14: {"Download component mapping file", http.MethodGet, templatePath + "/component-mappings/{componentMappingId}"},
	15: {"Update component mapping", http.MethodPut, templatePath + "/component-mappings/{componentMappingId}"},
	16: {"Delete component mapping", http.MethodDelete, templatePath + "/component-mappings/{componentMappingId}"},
	17: {"List report templates", http.MethodGet, templatePath + "/report-templates"},
	18: {"List dossiers of a template", http.MethodGet, dossiersPath},
	19: {"Create or update dossier", http.MethodPost, dossiersPath},
	20: {"Delete dossier", http.MethodDelete, dossierPath},
	21: {"Read dossier", http.MethodGet, dossierPath},
	22: {"Set dossier attributes", http.MethodPut, dossierPath + "/attributes"},
	23: {"Create download package for all files of a dossier", http.MethodPost, dossierPath + "/downloads"},
	24: {"List file statuses of a dossier", http.MethodGet, filesPath},
	25: {"Upload file", http.MethodPost, filesPath},
	26: {"Delete file", http.MethodDelete, filePath},
	27: {"Read file status", http.MethodGet, filePath},
	28: {"Create download package for one file", http.MethodPost, filePath + "/downloads"},
	29: {"Bulk delete files", http.MethodPost, filesPath + "/bulk-delete"},
	30: {"Create download package for chosen files", http.MethodPost, filesPath + "/bulk-download"},
	31: {"Set file attributes", http.MethodPut, filePath + "/attributes"},
	32: {"Read components of a file", http.MethodGet, filePath + "/components"},
	33: {"Read components of all files of a dossier", http.MethodGet, dossierPath + "/components"},
	34: {"Add component overrides", http.MethodPost, filePath + "/component-overrides"},
	35: {"List component overrides of a file", http.MethodGet, filePath + "/component-overrides"},
	36: {"Revert overrides", http.MethodPost, filePath + "/component-overrides/revert"},
	37: {"List downloads of the current user", http.MethodGet, "/api/downloads"},
	38: {"Read download status", http.MethodGet, "/api/downloads/{downloadId}"},
	39: {"Delete download", http.MethodDelete, "/api/downloads/{downloadId}"},
	40: {"Fetch download package", http.MethodGet, "/api/downloads/{downloadId}/content"},
	41: {"List users", http.MethodGet, "/api/users"},
	42: {"Read user", http.MethodGet, "/api/users/{userId}"},
	43: {"Create usage report", http.MethodPost, "/api/license/usage-reports"},
	44: {"Create component definitions", http.MethodPost, templatePath + "/component-definitions"},
	45: {"List component definitions", http.MethodGet, templatePath + "/component-definitions"},
	46: {"Update component definitions", http.MethodPut, templatePath + "/component-definitions"},
	47: {"Soft delete component definitions", http.MethodPost, templatePath + "/component-definitions/bulk-delete"},
	48: {"Reorder component definitions", http.MethodPut, templatePath + "/component-definitions/order"},
	49: {"Read component definition", http.MethodGet, templatePath + "/component-definitions/{componentId}"},
	50: {"Restore component definitions", http.MethodPost, templatePath + "/component-definitions/restore"},
}

// fillPath replaces the placeholders of a path in their order.
func fillPath(path string, ids []string) string {
	for _, id := range ids {
		start, end := strings.Index(path, "{"), strings.Index(path, "}")
		path = path[:start] + id + path[end+1:]
	}
	return path
}
