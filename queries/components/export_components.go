package components

import (
	"context"

	"github.com/seed-62a36931/docket/domain/user"
	"github.com/seed-62a36931/docket/queries/lists"
	"github.com/seed-62a36931/docket/queries/views"
)

// AskExport asks for the components of all files of a dossier or, without DossierID, of all active dossiers of a
// template whose files the caller may read.
type AskExport struct {
	Caller                           user.Principal
	TemplateID, DossierID            string
	WorkflowStatus, ProcessingStatus []string // files of these; nil: of any
	Cursor                           string   // of the last file that was handed out; "": from the beginning
}

// An ExportedFile is the components of a file, and where the export goes on behind it.
type ExportedFile struct {
	FileComponents
	DossierName                      string
	WorkflowStatus, ProcessingStatus string
	Cursor                           string
}

// exportedAtOnce is how many files are looked up together; their components are read one after the other.
const exportedAtOnce = 50

// EachExported calls hand for each file that is exported, in the order in which files were added, until hand fails. It
// holds a page of records and the components of one file in memory.
func (q *Components) EachExported(ctx context.Context, a AskExport, hand func(ExportedFile) error) error {
	ask := lists.AskFilePage{Caller: a.Caller, TemplateID: a.TemplateID, DossierID: a.DossierID, Limit: exportedAtOnce,
		Cursor:     a.Cursor,
		FileFilter: lists.FileFilter{WorkflowStatus: a.WorkflowStatus, ProcessingStatus: a.ProcessingStatus}}
	for {
		page, err := q.files.ExportPage(ctx, ask)
		if err != nil {
			return err
		}
		for _, f := range page.Files {
			found, err := q.componentsOf(ctx, f.Record, page.Template)
			if views.IsNotFound(err) { // deleted for good since the list was read
				continue
			}
			if err == nil {
				err = hand(ExportedFile{FileComponents: found, DossierName: f.DossierName, WorkflowStatus: f.WorkflowStatus,
					ProcessingStatus: f.ProcessingStatus, Cursor: f.Cursor})
			}
			if err != nil {
				return err
			}
		}
		if ask.Cursor = page.Next; ask.Cursor == "" {
			return nil
		}
	}
}
