package rest

import (
	"context"
	"io"
	"net/http"
	"strings"

	"github.com/getkin/kin-openapi/openapi3filter"

	"github.com/seed-62a36931/docket/adapters/rest/templates"
	"github.com/seed-62a36931/docket/commands"
	"github.com/seed-62a36931/docket/queries"
)

func init() {
	for _, kind := range templates.OfficeTypes {
		openapi3filter.RegisterBodyDecoder(kind, openapi3filter.FileBodyDecoder)
	}
}

const (
	statuses1   = tPath + "/dossier-status-definitions"
	ofDossiers  = tPath + "/dossier-attribute-definitions"
	ofFiles     = tPath + "/file-attribute-definitions"
	entities1   = tPath + "/entity-definitions"
	dictionary1 = entities1 + "/" + defID + "/dictionaries/entries"
	reports1    = tPath + "/report-templates"
)

var definitionOperations = []sample{
	{"POST", statuses1, `{"name":"Open"}`, 201},
	{"PUT", statuses1 + "/" + defID, `{"name":"Open"}`, 200},
	{"DELETE", statuses1 + "/" + defID, "", 204},
	{"POST", ofDossiers, `{"name":"Logo","type":"IMAGE"}`, 201},
	{"PUT", ofDossiers + "/" + defID, `{"name":"Logo"}`, 200},
	{"DELETE", ofDossiers + "/" + defID, "", 204},
	{"POST", ofFiles, `{"name":"Supplier","type":"TEXT"}`, 201},
	{"PUT", ofFiles + "/" + defID, `{"name":"Supplier"}`, 200},
	{"DELETE", ofFiles + "/" + defID, "", 204},
	{"GET", entities1, "", 200},
	{"POST", entities1, `{"displayName":"Supplier"}`, 201},
	{"PUT", entities1 + "/" + defID, `{"displayName":"Supplier"}`, 200},
	{"DELETE", entities1 + "/" + defID, "", 204},
	{"GET", dictionary1, "", 200},
	{"PUT", dictionary1, "Zeta\nAcme\n", 204},
	{"POST", reports1, "", 201},
	{"GET", reports1 + "/" + defID, "", 200},
	{"PUT", reports1 + "/" + defID, "", 200},
	{"DELETE", reports1 + "/" + defID, "", 204},
}

// goodPart makes the requests of this area whose body is no JSON.
func goodPart(method, path, body string) *http.Request {
	switch {
	case method == "PUT" && strings.HasPrefix(path, entities1) && strings.Contains(path, "/dictionaries/"):
		return request(method, path, body, "Content-Type", "text/plain")
	case (method == "POST" || method == "PUT") && strings.HasPrefix(path, reports1):
		return sheetTo(method, path, "file", "summary.xlsx", "PK")
	}
	return nil
}

// sheetTo uploads the file of a report template.
func sheetTo(method, target string, parts ...string) *http.Request {
	r := uploadTo(target, parts...)
	r.Method = method
	return r
}

func (f *fake) part() commands.Outcome {
	return commands.Outcome{ID: defID, Created: true, Position: f.outcome.Position}
}

func (f *fake) SaveDefinition(_ context.Context, c commands.SaveDefinition) (commands.Outcome, error) {
	return write(f, c, f.part())
}

func (f *fake) DeleteDefinition(_ context.Context, c commands.DeleteDefinition) (commands.Outcome, error) {
	return write(f, c, f.part())
}

func (f *fake) SetDictionary(_ context.Context, c commands.SetDictionary) (commands.Outcome, error) {
	return write(f, c, f.part())
}

func (f *fake) StoreReportTemplate(_ context.Context, c commands.StoreReportTemplate) (commands.Outcome, error) {
	if f.fail != nil {
		return commands.Outcome{}, f.fail
	}
	u, err := c.Open()
	if err != nil {
		return commands.Outcome{}, err
	}
	f.uploaded = []byte("no file")
	if u.Content != nil {
		b, err := io.ReadAll(u.Content)
		if err != nil {
			return commands.Outcome{}, err
		}
		f.uploaded = []byte(u.Name + "|" + string(b))
	}
	c.Complete(&c)
	return write(f, c, f.part())
}

func (f *fake) DeleteReportTemplate(_ context.Context, c commands.DeleteReportTemplate) (commands.Outcome, error) {
	return write(f, c, f.part())
}

func (f *fake) EntityDefinitions(_ context.Context, q queries.AskOfTemplate) ([]queries.EntityDefinition, error) {
	return ask(f, q, []queries.EntityDefinition{{ID: defID, TemplateID: templateID, TechnicalName: "supplier",
		DisplayName: "Supplier", Rank: 7, Kind: "ENTITY",
		Color: "#F5C542", RecommendationColor: "#B8D8F0", HasDictionary: true, Entries: 3, FalsePositives: 2, FalseRecommendations: 1}})
}

func (f *fake) ReadDictionary(_ context.Context, q queries.AskDictionary) ([]byte, error) {
	return ask(f, q, []byte(f.content))
}

func (f *fake) ReportTemplates(_ context.Context, q queries.AskOfTemplate) ([]queries.ReportTemplate, error) {
	return ask(f, q, []queries.ReportTemplate{{ID: defID, TemplateID: templateID, Name: "Summary", FileName: "summary.xlsx",
		Multi: true, Uploaded: f.dossier.Created}})
}

func (f *fake) ReportTemplateFile(_ context.Context, q queries.AskReportTemplate) (queries.ReportTemplateFile, error) {
	return ask(f, q, queries.ReportTemplateFile{Name: "Übersicht.xlsx", Content: []byte(f.content)})
}
