package lists

import (
	"context"

	"github.com/seed-62a36931/docket/domain"
	"github.com/seed-62a36931/docket/domain/file"
	"github.com/seed-62a36931/docket/domain/template"
	"github.com/seed-62a36931/docket/domain/user"
)

// A ListedRecord is a file of an export, with what is told of it beside its record.
type ListedRecord struct {
	file.Record
	DossierName                      string
	WorkflowStatus, ProcessingStatus string
	Cursor                           string // of what comes behind the file
}

// An ExportPage is a page of the files that are exported, in the order in which they were added.
type ExportPage struct {
	Files    []ListedRecord
	Template template.Record
	Next     string // cursor of the next page; "" at the end
}

// ExportPage reads a page of the files of a dossier, archived or not, or without DossierID of all active dossiers of the
// template whose files the caller may read. What is added meanwhile comes at the end.
func (q *Lists) ExportPage(ctx context.Context, a AskFilePage) (ExportPage, error) {
	if !user.MayCall(a.Caller, user.ExportComponents) {
		return ExportPage{}, domain.ErrAccessDenied
	}
	a.Sort, a.Groups, a.list = sortAdded, Groups{Active: true, Archived: true}, "export/"+a.TemplateID
	o, _, err := a.order(user.ExportComponents)
	if err != nil {
		return ExportPage{}, err
	}
	var page FilePage
	var out ExportPage
	if a.DossierID != "" {
		page, out.Template, err = q.filePage(ctx, a, user.GetDossierComponents)
	} else if out.Template, err = q.scopes.InTemplate(ctx, a.Caller, user.ExportComponents, a.TemplateID); err == nil {
		page, err = q.filesOfAll(ctx, a, user.ExportComponents)
	}
	if err != nil {
		return ExportPage{}, err
	}
	out.Next = page.Next
	for _, f := range page.Files {
		out.Files = append(out.Files, ListedRecord{Record: f.record, DossierName: f.DossierName, WorkflowStatus: f.WorkflowStatus,
			ProcessingStatus: f.ProcessingStatus, Cursor: o.cursorBehind(f.place)})
	}
	return out, nil
}
