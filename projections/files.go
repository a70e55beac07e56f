package projections

import (
	"context"

	"github.com/seed-62a36931/docket/domain/dossier"
	"github.com/seed-62a36931/docket/domain/es"
	"github.com/seed-62a36931/docket/domain/file"
)

var files = Records[file.Record]{
	Table: Table{Name: "files", Columns: []Column{{"workspace", Text}, {"dossier", Text}, {"deleted", Bool}, {"purge", BigInt}},
		Indexes: [][]string{{"dossier", "deleted"}, {"purge"}}},
	Index: func(r file.Record) []any {
		return []any{r.Workspace, r.Dossier, r.SoftDeleted != nil, microsOf(r.PurgeAt)}
	},
	Subject: func(r file.Record) es.Subject { return file.SubjectOf(r.Workspace, r.Dossier, r.ID) },
}

// Files shows every file that is not permanently deleted, by itself or with its
// dossier.
func Files(v es.Vault) View {
	files := files.withVault(v)
	p := &es.Projection[Writer]{Name: "files", Version: 2}
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
	es.OnEvent(p, foldsRecord[file.AttributesSet](files, file.Fold))
	es.OnEvent(p, foldsRecord[file.Assigned](files, file.Fold))
	es.OnEvent(p, foldsRecord[file.WorkflowChanged](files, file.Fold))
	es.OnEvent(p, foldsRecord[file.SoftDeleted](files, file.Fold))
	es.OnEvent(p, foldsRecord[file.Restored](files, file.Fold))
	es.OnEvent(p, foldsRecord[file.ClaimFenced](files, file.Fold))
	es.OnEvent(p, removesRecord[file.PermanentlyDeleted]("files"))
	es.OnEvent(p, func(ctx context.Context, w Writer, r es.Recorded, _ dossier.PermanentlyDeleted) error {
		return w.Delete(ctx, "files", "dossier", r.Stream.Key())
	})
	return View{p, []Table{files.Table}}
}
