package templates

import (
	"context"
	"slices"

	"github.com/seed-62a36931/docket/domain/dossier"
	"github.com/seed-62a36931/docket/domain/user"
	"github.com/seed-62a36931/docket/queries/views"
)

// AskReportTemplate asks for the file of a report template.
type AskReportTemplate struct {
	Caller         user.Principal
	TemplateID, ID string
}

// A ReportTemplateFile is the file of a report template as it was uploaded.
type ReportTemplateFile struct {
	Name    string // of the file, ends with .xlsx or .docx
	Content []byte
}

// ReportTemplateFile reads the file of a report template.
func (q *Templates) ReportTemplateFile(ctx context.Context, a AskReportTemplate) (ReportTemplateFile, error) {
	t, err := q.scopes.InTemplate(ctx, a.Caller, user.DownloadReportTemplate, a.TemplateID)
	if err != nil {
		return ReportTemplateFile{}, err
	}
	r, err := t.FindReport(a.ID)
	if err != nil {
		return ReportTemplateFile{}, err
	}
	content, err := q.readTemplateFile(ctx, r.Blob)
	return ReportTemplateFile{r.FileName, content}, err
}

// DossiersNaming lists the dossiers of a template, archived and soft-deleted ones
// too, that are in a status or name a report template; the other of the two is "".
func (q *Templates) DossiersNaming(ctx context.Context, ws, templateID, status, report string) ([]string, error) {
	if status != "" {
		return q.views.QueryTexts(ctx, "SELECT key FROM dossiers WHERE template = $1 AND workspace = $2 AND status = $3 ORDER BY key",
			templateID, ws, status)
	}
	out := []string{}
	err := views.EachRecord(ctx, q.views, func(r dossier.Record) {
		if slices.Contains(r.ReportTemplates, report) {
			out = append(out, r.ID)
		}
	}, "SELECT doc FROM dossiers WHERE template = $1 AND workspace = $2 ORDER BY key", templateID, ws)
	return out, err
}
