package queries_test

import (
	"encoding/json"
	"fmt"
	"testing"
	"time"

	"github.com/seed-62a36931/docket/domain/file"
	"github.com/seed-62a36931/docket/projections"
	"github.com/seed-62a36931/docket/queries"
)

// fill writes rows of other dossiers and years beside those that are read: as
// many files, entries of history and movements of usage.
func (c cast) fill(n int) {
	c.Helper()
	for _, v := range projections.All(c.vault) {
		if v.Name != "files" && v.Name != "history" && v.Name != "usage" {
			continue
		}
		for done := 0; done < n; done += 5000 {
			from := c.at[v.Name]
			c.at[v.Name] = from + 1
			err := c.views.Update(c.Context(), v.Key(), from, from+1, func(w projections.Writer) error {
				for i := done; i < min(done+5000, n); i++ {
					if err := c.other(w, v.Name, i); err != nil {
						return err
					}
				}
				return nil
			})
			if err != nil {
				c.Fatal(err)
			}
		}
	}
}

// other writes one row that has nothing to do with what is read.
func (c cast) other(w projections.Writer, view string, i int) error {
	key, home, ms := fmt.Sprintf("9%019d", i), fmt.Sprintf("d%d", i/100), c.store.now.Add(-time.Duration(i)*time.Minute).UnixMilli()
	switch view {
	case "files":
		doc, err := json.Marshal(file.Record{ID: key, Workspace: ws, Dossier: home, Filename: key + ".pdf"})
		if err != nil {
			return err
		}
		return w.Put(c.Context(), "files", projections.Row{Key: key, Values: []any{ws, home, false}, Doc: doc})
	case "history":
		return w.Put(c.Context(), "history", projections.Row{Key: key, Values: []any{int64(1_000_000 + i), ws, ms * 1000, "file.uploaded",
			c.templateID, home, key, string(file.Stream(ws, key)), int64(1)}})
	}
	figures := []any{int64(1), int64(3), int64(1000), int64(0), int64(0), int64(1000), int64(0), int64(0), int64(0)}
	if day := ms / 86_400_000; i%1440 == 0 { // a movement each minute of the day
		of := []any{ws, day}
		for _, f := range figures {
			of = append(of, 1440*f.(int64))
		}
		if err := w.Put(c.Context(), "usage_days", projections.Row{Key: fmt.Sprint(day), Values: of}); err != nil {
			return err
		}
	}
	return w.Put(c.Context(), "usage_flows", projections.Row{Key: key, Values: append([]any{ws, ms}, figures...)})
}

// BenchmarkReads shows what reads cost among how many rows: all but usage are to
// cost the same.
func BenchmarkReads(b *testing.B) {
	for _, n := range []int{1_000, 100_000} {
		c := newCast(b, openSQLite(b))
		for i := range 50 {
			c.upload(c.mira, c.templateID, c.private, fmt.Sprintf("%03d.pdf", i), 1)
		}
		c.analyse(c.private, c.inPrivate, 3, found("Total", "1", "Invoice_Number", "2"))
		c.fill(n)
		ctx, ask := b.Context(), c.ask(c.olga, c.private, c.inPrivate)
		before := c.store.now.Add(-time.Second)
		for name, read := range map[string]func() error{
			"file":       func() error { _, err := c.q.File(ctx, ask); return err },
			"components": func() error { _, err := c.q.FileComponents(ctx, ask); return err },
			"files of 51": func() error {
				_, err := c.q.Files(ctx, queries.AskFiles{Caller: c.olga, TemplateID: c.templateID, DossierID: c.private, Groups: queries.Groups{Active: true}})
				return err
			},
			"history of 50": func() error { _, err := c.q.History(ctx, c.history("", 50)); return err },
			"past dossier": func() error {
				_, err := c.q.Dossier(ctx, queries.AskDossier{Caller: c.olga, TemplateID: c.templateID, DossierID: c.private, AsOf: &before})
				return err
			},
			"usage of 12 months": func() error {
				_, err := c.q.Usage(ctx, queries.AskUsage{Caller: c.anna, Start: c.store.now.AddDate(-1, 0, 0), End: c.store.now})
				return err
			},
		} {
			b.Run(fmt.Sprintf("%s/rows=%d", name, n), func(b *testing.B) {
				for b.Loop() {
					if err := read(); err != nil {
						b.Fatal(err)
					}
				}
			})
		}
	}
}
