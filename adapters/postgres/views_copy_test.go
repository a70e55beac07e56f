package postgres_test

import (
	"testing"

	"github.com/seed-62a36931/docket/adapters/postgres"
	"github.com/seed-62a36931/docket/adapters/postgres/pgtest"
	"github.com/seed-62a36931/docket/domain/es"
	"github.com/seed-62a36931/docket/projections"
	"github.com/seed-62a36931/docket/projections/viewtest"
)

// A large batch meets rows that are there, rows that are new, and one that goes.
func TestLargeBatchesPutOldAndNewRows(t *testing.T) {
	v, err := postgres.OpenViews(t.Context(), pgtest.DSN(t), postgres.ViewsOptions{})
	openOne(t, v, err)
	if err := v.Prepare(t.Context(), viewtest.BenchView()); err != nil {
		t.Fatal(err)
	}
	put := func(at es.Position, from, to int, text string) {
		err := v.Update(t.Context(), "bench_v1", at, at+1, func(w projections.Writer) error {
			for i := from; i < to; i++ {
				row := viewtest.BenchRow(i)
				row.Doc = []byte(text)
				if err := w.Put(t.Context(), "bench", row); err != nil {
					return err
				}
			}
			return w.Delete(t.Context(), "bench", "key", viewtest.BenchRow(0).Key)
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	put(0, 1, 200, "first")
	put(1, 100, 300, "second")
	put(2, 250, 300, "third") // all are there, and too few
	rows, err := v.Query(t.Context(), "SELECT doc, count(*) FROM bench GROUP BY doc")
	if err != nil {
		t.Fatal(err)
	}
	defer rows.Close()
	got := map[string]int{}
	for rows.Next() {
		var doc string
		var n int
		if err := rows.Scan(&doc, &n); err != nil {
			t.Fatal(err)
		}
		got[doc] = n
	}
	if rows.Err() != nil || got["first"] != 99 || got["second"] != 150 || got["third"] != 50 {
		t.Errorf(`got %v, %v, want rows.Err() = nil, got["first"] = 99, got["second"] = 150 and got["third"] = 50`, got, rows.Err())
	}
}
