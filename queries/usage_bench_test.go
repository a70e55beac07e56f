package queries_test

import (
	"fmt"
	"os"
	"testing"
	"time"

	"github.com/seed-62a36931/docket/projections"
	"github.com/seed-62a36931/docket/queries"
)

// BenchmarkUsage asks for a report over three years of analyses, 10,000,000 pages in
// full length: of all of it, and from the middle of a day to the middle of another.
func BenchmarkUsage(b *testing.B) {
	pages := 1_000_000
	if os.Getenv("DOCKET_BENCH_FULL") != "" {
		pages = 10_000_000
	}
	for name, open := range map[string]opener{"sqlite": openSQLite, "postgres": openPostgreSQL} {
		b.Run(name, func(b *testing.B) {
			c := newCast(b, open(b))
			begin := c.store.now.AddDate(-3, 0, 0)
			c.analyses(begin, c.store.now.Sub(begin), pages/10)
			for period, ends := range map[string][2]time.Time{"three years": {begin, c.store.now},
				"odd ends":  {begin.Add(31 * time.Hour), c.store.now.Add(-1000 * time.Hour)},
				"one month": {begin.AddDate(0, 5, 3), begin.AddDate(0, 6, 2)}} {
				b.Run(period, func(b *testing.B) {
					for b.Loop() {
						r, err := c.q.ReportUsage(b.Context(), queries.AskUsage{Caller: c.anna, Start: ends[0], End: ends[1]})
						if err != nil || r.AnalyzedPages < int64(pages)/100 {
							b.Fatal(r.AnalyzedPages, err)
						}
					}
				})
			}
		})
	}
}

// analyses fills the view of usage with uploads and analyses of ten pages each, evenly
// over a time.
func (c cast) analyses(begin time.Time, span time.Duration, n int) {
	c.Helper()
	view := projections.Usage()
	figures := func(times int64) []any {
		return []any{times, 10 * times, 1000 * times, int64(0), int64(0), 1000 * times, int64(0), int64(0), int64(0)}
	}
	perDay := map[int64]int64{}
	const batch = 10_000
	for done := 0; done < n; done += batch {
		from := c.at[view.Name]
		c.at[view.Name] = from + 1
		if err := c.views.Update(c.Context(), view.CheckpointKey(), from, from+1, func(w projections.Writer) error {
			for i := done; i < min(done+batch, n); i++ {
				at := begin.Add(span / time.Duration(n) * time.Duration(i))
				perDay[at.Unix()/86400]++
				for kind, values := range [][]any{figures(1), figures(0)} { // an analysis, and an upload that moves nothing here
					if err := w.Put(c.Context(), "usage_flows", projections.Row{Key: fmt.Sprintf("9%018d%d", i, kind),
						Values: append([]any{ws, at.UnixMilli()}, values...)}); err != nil {
						return err
					}
				}
			}
			if done+batch < n {
				return nil
			}
			for day, times := range perDay {
				if err := w.Put(c.Context(), "usage_days", projections.Row{Key: fmt.Sprintf("%s/%d", ws, day),
					Values: append([]any{ws, day}, figures(times)...)}); err != nil {
					return err
				}
			}
			return nil
		}); err != nil {
			c.Fatal(err)
		}
	}
}
