package projections

import (
	"context"

	"github.com/seed-62a36931/docket/domain/dossier"
	"github.com/seed-62a36931/docket/domain/es"
	"github.com/seed-62a36931/docket/domain/file"
)

var dossiers = Records[dossier.Record]{
	Table: Table{Name: "dossiers", Columns: []Column{{"workspace", Text}, {"template", Text}, {"created", BigInt}},
		Indexes: [][]string{{"workspace", "template", "created"}}},
	Index: func(r dossier.Record) []any { return []any{r.Workspace, r.Template, r.Created.UnixMicro()} },
}

// Dossiers shows every dossier that is not permanently deleted.
func Dossiers() View {
	p := &es.Projection[Writer]{Name: "dossiers", Version: 1}
	es.When(p, func(ctx context.Context, w Writer, r es.Recorded, _ dossier.Created) error {
		return dossiers.Save(ctx, w, r.Stream.Key(), dossier.Fold(dossier.Record{}, r))
	})
	es.When(p, changedDossier[dossier.Updated])
	es.When(p, changedDossier[dossier.SoftDeleted])
	es.When(p, changedDossier[dossier.ClaimFenced])
	es.When(p, func(ctx context.Context, w Writer, r es.Recorded, _ dossier.PermanentlyDeleted) error {
		return w.Delete(ctx, "dossiers", "key", r.Stream.Key())
	})
	es.When(p, func(ctx context.Context, w Writer, r es.Recorded, e file.Uploaded) error {
		return dossiers.Change(ctx, w, e.Dossier, func(d dossier.Record) dossier.Record {
			if d.FirstFile == nil {
				d.FirstFile = &r.Time
			}
			return d
		})
	})
	return View{p, []Table{dossiers.Table}}
}

func changedDossier[E any](ctx context.Context, w Writer, r es.Recorded, _ E) error {
	return dossiers.Change(ctx, w, r.Stream.Key(), func(d dossier.Record) dossier.Record { return dossier.Fold(d, r) })
}
