package projections

import (
	"context"

	"github.com/seed-62a36931/docket/domain/dossier"
	"github.com/seed-62a36931/docket/domain/es"
	"github.com/seed-62a36931/docket/domain/file"
)

var files = Records[file.Record]{
	Table: Table{Name: "files", Columns: []Column{{"workspace", Text}, {"dossier", Text}, {"deleted", Bool}, {"purge", BigInt},
		{"cell", Text}, {"added", BigInt}, {"updated", BigInt}},
		Indexes: [][]string{{"dossier", "deleted"}, {"purge"}, {"cell", "added", "key"}, {"cell", "updated", "key"}, {"cell", "purge", "key"},
			{"dossier", "updated"}}},
	Index: func(r file.Record) []any {
		return []any{r.Workspace, r.Dossier, r.SoftDeleted != nil, microsOf(r.PurgeAt), cellOf(r).Key(), r.Added.UnixMicro(),
			r.LastUpdated.UnixMicro()}
	},
	Subject: func(r file.Record) es.Subject { return file.SubjectOf(r.Workspace, r.Dossier, r.ID) },
}

// Files shows every file that is not permanently deleted, by itself or with its
// dossier, counts the files of each dossier by cell, and finds files by their content.
func Files(v es.Vault) View {
	files := files.withVault(v)
	files.Derive = countsFiles(v)
	p := &es.Projection[Writer]{Name: "files", Version: 8}
	es.OnEvent(p, createsRecord[file.Uploaded](files, file.Fold))
	es.OnEvent(p, foldsRecord[file.Replaced](files, file.Fold))
	es.OnEvent(p, foldsRecord[file.ProcessingChanged](files, file.Fold))
	es.OnEvent(p, foldsRecord[file.RunOpened](files, file.Fold))
	es.OnEvent(p, foldsRecord[file.RunReleased](files, file.Fold))
	es.OnEvent(p, foldsRecord[file.Analysed](files, file.Fold))
	es.OnEvent(p, foldsRecord[file.Failed](files, file.Fold))
	es.OnEvent(p, foldsRecord[file.ReanalysisRequested](files, file.Fold))
	es.OnEvent(p, foldsRecord[file.ComponentOverridden](files, file.Fold))
	es.OnEvent(p, foldsRecord[file.OverrideReverted](files, file.Fold))
	es.OnEvent(p, foldsRecord[file.ComponentChecked](files, file.Fold))
	es.OnEvent(p, foldsRecord[file.ComponentUnchecked](files, file.Fold))
	es.OnEvent(p, foldsRecord[file.ExtractionChanged](files, file.Fold))
	es.OnEvent(p, foldsRecord[file.AttributesSet](files, file.Fold))
	es.OnEvent(p, foldsRecord[file.Assigned](files, file.Fold))
	es.OnEvent(p, foldsRecord[file.WorkflowChanged](files, file.Fold))
	es.OnEvent(p, foldsRecord[file.SoftDeleted](files, file.Fold))
	es.OnEvent(p, foldsRecord[file.Restored](files, file.Fold))
	es.OnEvent(p, foldsRecord[file.Renamed](files, file.Fold))
	es.OnEvent(p, foldsRecord[file.ClaimFenced](files, file.Fold))
	es.OnEvent(p, func(ctx context.Context, w Writer, r es.Recorded, _ file.PermanentlyDeleted) error {
		return files.Remove(ctx, w, r.Stream.Key())
	})
	es.OnEvent(p, func(ctx context.Context, w Writer, r es.Recorded, _ dossier.PermanentlyDeleted) error {
		for _, table := range []Table{files.Table, filePlaces, fileCells.Table} {
			if err := w.Delete(ctx, table.Name, "dossier", r.Stream.Key()); err != nil {
				return err
			}
		}
		return nil
	})
	return View{p, []Table{files.Table, fileCells.Table, filePlaces}}
}
