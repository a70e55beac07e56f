package queries_test

import (
	"context"
	"strings"
	"testing"

	"github.com/seed-62a36931/docket/domain"
	"github.com/seed-62a36931/docket/domain/dossier"
	"github.com/seed-62a36931/docket/domain/es"
	"github.com/seed-62a36931/docket/domain/file"
	"github.com/seed-62a36931/docket/domain/template"
	"github.com/seed-62a36931/docket/domain/user"
	"github.com/seed-62a36931/docket/projections"
	"github.com/seed-62a36931/docket/queries"
)

// readRow reads a row of a view as somebody with access to the database may keep it.
func (w *world) readRow(table projections.Table, key string) projections.Row {
	w.Helper()
	columns := []string{"doc"}
	for _, c := range table.Columns {
		columns = append(columns, c.Name)
	}
	rows, err := w.views.Query(w.Context(), "SELECT "+strings.Join(columns, ", ")+" FROM "+table.Name+" WHERE key = $1", key)
	if err != nil {
		w.Fatal(err)
	}
	defer rows.Close()
	row := projections.Row{Key: key, Values: make([]any, len(table.Columns))}
	for rows.Next() {
		into := []any{&row.Doc}
		for _, c := range table.Columns {
			into = append(into, map[projections.ColumnType]any{
				projections.Text: new(string), projections.BigInt: new(int64), projections.Bool: new(bool)}[c.Type])
		}
		if err := rows.Scan(into...); err != nil {
			w.Fatal(err)
		}
		for i, v := range into[1:] {
			switch v := v.(type) {
			case *string:
				row.Values[i] = *v
			case *int64:
				row.Values[i] = *v
			case *bool:
				row.Values[i] = *v
			}
		}
	}
	if err := rows.Err(); err != nil || row.Doc == nil {
		w.Fatalf("got no row %s of %s, %v, want one", key, table.Name, err)
	}
	return row
}

// putRow writes a row beside the service.
func (w *world) putRow(view projections.View, row projections.Row) {
	w.putRowOf(view, view.Tables[0], row)
}

// putRowOf writes a row of a table beside the service.
func (w *world) putRowOf(view projections.View, table projections.Table, row projections.Row) {
	w.Helper()
	at := w.at[view.Name]
	err := w.views.Update(w.Context(), view.CheckpointKey(), at, at+1, func(tx projections.Writer) error {
		return tx.Put(w.Context(), table.Name, row)
	})
	if err != nil {
		w.Fatal(err)
	}
	w.at[view.Name]++
}

// An older row that somebody puts back is not shown for the newer one, whatever is read through it; each
// time it is told. The newer row, and that of a view that is not there yet, are read as before.
func rowsBehindTheLogAreRefused(t *testing.T, open opener) {
	for _, c := range []struct {
		name   string
		view   func(es.Vault) projections.View
		stream func(tmpl, of, in string) es.StreamID
		refuse string
	}{
		{"template", projections.Templates, func(tmpl, _, _ string) es.StreamID { return template.StreamOf(ws, tmpl) }, "Dossier template"},
		{"dossier", projections.Dossiers, func(_, of, _ string) es.StreamID { return dossier.StreamOf(ws, of) }, "Dossier"},
		{"file", projections.Files, func(_, _, in string) es.StreamID { return file.StreamOf(ws, in) }, "File"},
	} {
		t.Run(c.name, func(t *testing.T) {
			w := newWorld(t, open(t))
			mira := w.account("mira", user.RoleUser)
			tmpl := w.template("Invoices")
			in := w.dossier(mira, tmpl, "Doe", dossier.Private)
			id := w.upload(mira, tmpl, in, "a.pdf", 1)
			view, stream := c.view(w.vault), c.stream(tmpl, in, id)
			older := w.readRow(view.Tables[0], stream.Key())
			w.define(tmpl, "Total")
			decide(w, mira.ID, dossier.Decider, dossier.StreamOf(ws, in), dossier.Archive())
			w.analyse(in, id, 1, newResult("Total", "999.00"))
			newer := w.readRow(view.Tables[0], stream.Key())
			var told []queries.Behind
			w.changePorts(func(p *queries.Ports) {
				p.Behind = func(_ context.Context, b queries.Behind) { told = append(told, b) }
			})
			read := func() error { _, err := w.q.FileComponents(t.Context(), askFile(mira, tmpl, in, id)); return err }
			if err := read(); err != nil || len(told) > 0 {
				t.Fatalf("untouched: got %v, told %v, want neither", err, told)
			}
			w.putRow(view, older)
			err := read()
			if domain.KindOf(err) != domain.Unavailable || !strings.HasPrefix(err.Error(), c.refuse+" is not available") {
				t.Errorf("got %v, want that the %s is not available", err, c.name)
			}
			if len(told) != 1 || told[0].Stream != stream || told[0].View != view.Name || told[0].Has >= told[0].Next.Version {
				t.Errorf("told %+v, want the stream %s of the view %s once", told, stream, view.Name)
			}
			w.putRow(view, newer)
			if err := read(); err != nil {
				t.Errorf("put right: got %v, want no error", err)
			}
		})
	}
}

// A row of another record in place of one's own is refused too, also at the same version.
func rowsOfOthersAreRefused(t *testing.T, open opener) {
	w := newWorld(t, open(t))
	mira := w.account("mira", user.RoleUser)
	tmpl := w.template("Invoices")
	in := w.dossier(mira, tmpl, "Doe", dossier.Private)
	mine, other := w.upload(mira, tmpl, in, "a.pdf", 1), w.upload(mira, tmpl, in, "b.pdf", 1)
	view := projections.Files(w.vault)
	row := w.readRow(view.Tables[0], other)
	row.Key = mine
	w.putRow(view, row)
	if _, err := w.q.GetFile(t.Context(), askFile(mira, tmpl, in, mine)); domain.KindOf(err) != domain.Unavailable {
		t.Errorf("got %v, want that the file is not available", err)
	}
	if _, err := w.q.GetFile(t.Context(), askFile(mira, tmpl, in, other)); err != nil {
		t.Errorf("the other: got %v, want no error", err)
	}
}

// A view that has not come to an event yet is behind by right: what it has is shown.
func rowsOfViewsThatLagAreRead(t *testing.T, open opener) {
	w := newWorld(t, open(t))
	mira := w.account("mira", user.RoleUser)
	tmpl := w.template("Invoices")
	in := w.dossier(mira, tmpl, "Doe", dossier.Private)
	if _, err := es.Decide(t.Context(), w.q.Log, dossier.Decider, es.Command{Stream: dossier.StreamOf(ws, in),
		Meta: es.Meta{Actor: mira.ID, Workspace: ws}}, dossier.Archive()); err != nil {
		t.Fatal(err)
	}
	got, err := w.q.GetDossier(t.Context(), queries.AskDossier{Caller: mira, TemplateID: tmpl, DossierID: in})
	if err != nil || got.Archived != nil {
		t.Errorf("got %+v, %v, want the dossier as the view has it", got, err)
	}
}
