package projections

import (
	"context"
	"math"
	"slices"

	"github.com/seed-62a36931/docket/domain/dossier"
	"github.com/seed-62a36931/docket/domain/user"
)

// noDueDate stands in the column due of dossiers that have none: they are due last.
const noDueDate = math.MaxInt64

// dossierReaders has a row for each dossier and each of its readers, by whom lists of dossiers are found.
var dossierReaders = Table{Name: "dossier_readers", Columns: []Column{{"workspace", Text}, {"reader", Text}, {"dossier", Text},
	{"template", Text}, {"owner", Text}, {"status", Text}, {"archived", Bool}, {"deleted", Bool}, {"created", BigInt}, {"due", BigInt},
	{"purge", BigInt}},
	Indexes: [][]string{{"dossier"}, {"workspace", "reader", "template", "created", "dossier"}, {"workspace", "reader", "created", "dossier"},
		{"workspace", "reader", "due", "dossier"}, {"workspace", "reader", "deleted", "purge", "dossier"}}}

// readerKey is the key of the row of a dossier and a reader.
func readerKey(dossierID, reader string) string { return dossierID + "/" + reader }

// listReaders keeps the rows of the readers of a dossier.
func listReaders(ctx context.Context, w Writer, id string, d *dossier.Record) error {
	if err := w.Delete(ctx, dossierReaders.Name, "dossier", id); err != nil || d == nil {
		return err
	}
	due := int64(noDueDate)
	if d.DueDate != nil {
		due = d.DueDate.UnixMicro()
	}
	readers := append(slices.Clone(d.Members), user.EveryManager)
	if d.Visibility == dossier.Public {
		readers = append(readers, user.EveryUser)
	}
	for _, reader := range readers {
		err := w.Put(ctx, dossierReaders.Name, Row{Key: readerKey(id, reader), Values: []any{d.Workspace, reader, id, d.Template, d.Owner,
			d.Status, d.Archived != nil, d.SoftDeleted != nil, d.Created.UnixMicro(), due, microsOf(d.PurgeAt)}})
		if err != nil {
			return err
		}
	}
	return nil
}
