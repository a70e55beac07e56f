package projections

import (
	"context"

	"github.com/seed-62a36931/docket/domain/download"
	"github.com/seed-62a36931/docket/domain/es"
)

var downloads = Records[download.Record]{
	Table: Table{Name: "downloads", Columns: []Column{{"workspace", Text}, {"owner", Text}, {"dossier", Text}, {"created", BigInt}},
		Indexes: [][]string{{"workspace", "owner", "created"}, {"dossier"}, {"created"}}},
	Index: func(r download.Record) []any {
		return []any{r.Workspace, r.User, r.Dossier, r.Created.UnixMicro()}
	},
	Subject: func(r download.Record) es.Subject { return download.SubjectOf(r.Workspace, r.ID) },
}

// inDownload finds the packages that hold a file.
var inDownload = Table{Name: "download_files", Columns: []Column{{"download", Text}, {"file", Text}},
	Indexes: [][]string{{"file"}, {"download"}}}

// Downloads shows every package that is not deleted.
func Downloads(v es.Vault) View {
	downloads := downloads.withVault(v)
	p := &es.Projection[Writer]{Name: "downloads", Version: 2}
	es.OnEvent(p, func(ctx context.Context, w Writer, r es.Recorded, e download.Requested) error {
		id := r.Stream.Key()
		for _, f := range e.Files {
			if err := w.Put(ctx, inDownload.Name, Row{Key: id + "/" + f, Values: []any{id, f}}); err != nil {
				return err
			}
		}
		return downloads.Save(ctx, w, id, download.Fold(download.Record{}, r))
	})
	es.OnEvent(p, foldsRecord[download.Began](downloads, download.Fold))
	es.OnEvent(p, foldsRecord[download.Made](downloads, download.Fold))
	es.OnEvent(p, foldsRecord[download.Broke](downloads, download.Fold))
	es.OnEvent(p, foldsRecord[download.Fetched](downloads, download.Fold))
	es.OnEvent(p, func(ctx context.Context, w Writer, r es.Recorded, _ download.Deleted) error {
		if err := w.Delete(ctx, inDownload.Name, "download", r.Stream.Key()); err != nil {
			return err
		}
		return w.Delete(ctx, downloads.Name, "key", r.Stream.Key())
	})
	return View{p, []Table{downloads.Table, inDownload}}
}
