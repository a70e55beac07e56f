package projections

import (
	"context"

	"github.com/seed-62a36931/docket/domain/dossier"
	"github.com/seed-62a36931/docket/domain/es"
	"github.com/seed-62a36931/docket/domain/file"
)

var dossiers = Records[dossier.Record]{
	Table: Table{Name: "dossiers", Columns: []Column{{"workspace", Text}, {"template", Text}, {"created", BigInt}, {"status", Text},
		{"deleted", Bool}, {"purge", BigInt}},
		Indexes: [][]string{{"workspace", "template", "created"}, {"template", "deleted", "status"}, {"purge"}}},
	Index: func(r dossier.Record) []any {
		return []any{r.Workspace, r.Template, r.Created.UnixMicro(), r.Status, r.SoftDeleted != nil, microsOf(r.PurgeAt)}
	},
	Subject: func(r dossier.Record) es.Subject { return dossier.SubjectOf(r.Workspace, r.ID) },
	Derive:  listReaders,
}

// Dossiers shows every dossier that is not permanently deleted, and who may read it.
func Dossiers(v es.Vault) View {
	dossiers := dossiers.withVault(v)
	p := &es.Projection[Writer]{Name: "dossiers", Version: 5}
	es.OnEvent(p, createsRecord[dossier.Created](dossiers, dossier.Fold))
	es.OnEvent(p, foldsRecord[dossier.Updated](dossiers, dossier.Fold))
	es.OnEvent(p, foldsRecord[dossier.AttributesSet](dossiers, dossier.Fold))
	es.OnEvent(p, foldsRecord[dossier.Archived](dossiers, dossier.Fold))
	es.OnEvent(p, foldsRecord[dossier.SoftDeleted](dossiers, dossier.Fold))
	es.OnEvent(p, foldsRecord[dossier.Restored](dossiers, dossier.Fold))
	es.OnEvent(p, foldsRecord[dossier.ClaimFenced](dossiers, dossier.Fold))
	es.OnEvent(p, func(ctx context.Context, w Writer, r es.Recorded, _ dossier.PermanentlyDeleted) error {
		return dossiers.Remove(ctx, w, r.Stream.Key())
	})
	es.OnEvent(p, func(ctx context.Context, w Writer, r es.Recorded, e file.Uploaded) error {
		d, ok, err := dossiers.Load(ctx, w, e.Dossier)
		if err != nil || !ok || d.FirstFile != nil {
			return err
		}
		d.FirstFile = &r.Time
		return dossiers.Save(ctx, w, e.Dossier, d)
	})
	return View{p, []Table{dossiers.Table, dossierReaders}}
}
