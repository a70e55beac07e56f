package projections

import (
	"context"

	"github.com/seed-62a36931/docket/domain/dossier"
	"github.com/seed-62a36931/docket/domain/es"
	"github.com/seed-62a36931/docket/domain/file"
)

var files = Records[file.Record]{
	Table: Table{Name: "files", Columns: []Column{{"workspace", Text}, {"dossier", Text}, {"deleted", Bool}},
		Indexes: [][]string{{"dossier", "deleted"}}},
	Index: func(r file.Record) []any { return []any{r.Workspace, r.Dossier, r.SoftDeleted != nil} },
}

// Files shows every file that is not permanently deleted, by itself or with its
// dossier.
func Files() View {
	p := &es.Projection[Writer]{Name: "files", Version: 1}
	es.When(p, func(ctx context.Context, w Writer, r es.Recorded, _ file.Uploaded) error {
		return files.Save(ctx, w, r.Stream.Key(), file.Fold(file.Record{}, r))
	})
	es.When(p, changedFile[file.Replaced])
	es.When(p, changedFile[file.ProcessingChanged])
	es.When(p, changedFile[file.Analysed])
	es.When(p, changedFile[file.Failed])
	es.When(p, changedFile[file.ReanalysisRequested])
	es.When(p, changedFile[file.Overridden])
	es.When(p, changedFile[file.OverrideReverted])
	es.When(p, changedFile[file.SoftDeleted])
	es.When(p, changedFile[file.ClaimFenced])
	es.When(p, func(ctx context.Context, w Writer, r es.Recorded, _ file.PermanentlyDeleted) error {
		return w.Delete(ctx, "files", "key", r.Stream.Key())
	})
	es.When(p, func(ctx context.Context, w Writer, r es.Recorded, _ dossier.PermanentlyDeleted) error {
		return w.Delete(ctx, "files", "dossier", r.Stream.Key())
	})
	return View{p, []Table{files.Table}}
}

func changedFile[E any](ctx context.Context, w Writer, r es.Recorded, _ E) error {
	return files.Change(ctx, w, r.Stream.Key(), func(f file.Record) file.Record { return file.Fold(f, r) })
}
