package queries_test

import (
	"context"
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/seed-62a36931/docket/domain"
	"github.com/seed-62a36931/docket/domain/download"
	"github.com/seed-62a36931/docket/domain/es"
	"github.com/seed-62a36931/docket/domain/user"
	"github.com/seed-62a36931/docket/queries"
)

// counted counts the rows that are read from a table.
type counted struct {
	engine
	rows int
}

func (c *counted) Query(ctx context.Context, sql string, args ...any) (queries.Rows, error) {
	rows, err := c.engine.Query(ctx, sql, args...)
	return &countedRows{rows, c}, err
}

type countedRows struct {
	queries.Rows
	of *counted
}

func (r *countedRows) Next() bool {
	next := r.Rows.Next()
	if next {
		r.of.rows++
	}
	return next
}

// packages asks for packages, two at each moment, and returns their identifiers, oldest first.
func (c cast) packages(who user.Principal, number int) (ids []string) {
	for i := range number {
		if i%2 == 0 {
			c.pass(time.Second)
		}
		ids = append(ids, c.id())
		decide(c.world, who.ID, download.Decider, download.StreamOf(ws, ids[i]), download.Request(download.Requested{User: who.ID,
			Dossier: c.private, Template: c.templateID, FileTypes: []string{"ORIGINAL"},
			Filename: es.Seal(download.SubjectOf(ws, ids[i]), fmt.Sprintf("%d of %s.zip", i%3, who.ID))}))
	}
	return ids
}

// ownListsAreReadByPages walks the lists of what an account began in all orders, and wants each page to read its own rows
// alone.
func ownListsAreReadByPages(t *testing.T, open opener) {
	views := &counted{engine: open(t)}
	c := newCast(t, views)
	lists := map[string]struct {
		ids  []string
		key  string
		read func(queries.AskPart) (ids []string, next string, total int64, err error)
	}{
		"packages": {c.packages(c.mira, 21), "creationDate", func(a queries.AskPart) (ids []string, _ string, _ int64, _ error) {
			p, err := c.q.ListDownloads(t.Context(), c.mira, a)
			for _, r := range p.Entries {
				ids = append(ids, r.ID)
			}
			return ids, p.Next, p.Total, err
		}},
	}
	c.packages(c.olga, 4)
	for name, l := range lists {
		t.Run(name, func(t *testing.T) {
			newest := slices.Clone(l.ids)
			slices.Reverse(newest)
			oldest := slices.Clone(l.ids) // of those of one moment, the greater identifier is in front
			for i := 0; i+1 < len(oldest); i += 2 {
				oldest[i], oldest[i+1] = oldest[i+1], oldest[i]
			}
			if got, _, _, err := l.read(queries.AskPart{}); err != nil || !slices.Equal(got, newest) {
				t.Errorf("got %v, %v, want all, the newest first", got, err)
			}
			for sort, want := range map[string][]string{"": newest, "-" + l.key: newest, l.key: oldest} {
				for _, limit := range []int{1, 2, 5, 20, 21, 500} {
					var got []string
					a := queries.AskPart{Wanted: true, Sort: sort, Limit: limit, Counted: true}
					for more := true; more; more = a.Cursor != "" {
						views.rows = 0
						page, next, total, err := l.read(a)
						if err != nil || total != 21 || len(page) > limit || next != "" && len(page) != limit {
							t.Fatalf("sort %q, limit %d: got %v, %q, %d, %v, want a page of 21", sort, limit, page, next, total, err)
						}
						if most := limit + 3; views.rows > most { // and one more, the number, and what waits for repair
							t.Errorf("sort %q, limit %d: a page reads %d rows, want %d at most", sort, limit, views.rows, most)
						}
						got, a.Cursor = append(got, page...), next
					}
					if !slices.Equal(got, want) {
						t.Errorf("sort %q, limit %d: got %v, want %v", sort, limit, got, want)
					}
				}
			}
			for _, a := range []queries.AskPart{{Limit: 0}, {Limit: 501}, {Limit: 5, Sort: "kind"}, {Limit: 5, Cursor: "x"}} {
				a.Wanted = true
				if got, _, _, err := l.read(a); domain.KindOf(err) != domain.Invalid {
					t.Errorf("%+v: got %v, %v, want it refused", a, got, err)
				}
			}
		})
	}
	p, err := c.q.ListDownloads(t.Context(), c.mira, queries.AskPart{Wanted: true, Limit: 3, Query: "2 OF ", Counted: true})
	if err != nil || len(p.Entries) != 3 || p.Total != 7 || p.Next == "" {
		t.Errorf("got %d packages of %d, %v, want three of seven that have the text", len(p.Entries), p.Total, err)
	}
}
