package queries_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/seed-62a36931/docket/domain"
	"github.com/seed-62a36931/docket/domain/bulk"
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

// operations begins operations of an account, two at each moment, and returns their identifiers, oldest first.
func (c cast) operations(who user.Principal, number int) (ids []string) {
	for i := range number {
		if i%2 == 0 {
			c.pass(time.Second)
		}
		ids = append(ids, c.id())
		decide(c.world, who.ID, bulk.Decider, bulk.StreamOf(ws, ids[i]), bulk.Start(bulk.Started{Dossier: c.private,
			Template: c.templateID, Files: 1, Action: bulk.Trash, Operation: "deleteFiles"}, nil, ""))
	}
	return ids
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
		"operations": {c.operations(c.mira, 21), "created", func(a queries.AskPart) (ids []string, _ string, _ int64, _ error) {
			p, err := c.q.ListOperations(t.Context(), c.mira, a)
			for _, r := range p.Entries {
				ids = append(ids, r.ID)
			}
			return ids, p.Next, p.Total, err
		}},
		"packages": {c.packages(c.mira, 21), "creationDate", func(a queries.AskPart) (ids []string, _ string, _ int64, _ error) {
			p, err := c.q.ListDownloads(t.Context(), c.mira, a)
			for _, r := range p.Entries {
				ids = append(ids, r.ID)
			}
			return ids, p.Next, p.Total, err
		}},
	}
	c.operations(c.olga, 4)
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

// cancelledOperationsAreTold wants a cancel to stand where people look, in the history of the dossier and in the audit.
func cancelledOperationsAreTold(t *testing.T, open opener) {
	c := newCast(t, open(t))
	id := c.operations(c.mira, 1)[0]
	decide(c.world, c.mira.ID, bulk.Decider, bulk.StreamOf(ws, id), bulk.Cancel)
	const name, want = "dossier.operation-cancelled", "mira cancelled the deletion of files"
	page, err := c.q.ReadHistory(t.Context(), c.history("", 100))
	if n := len(page.Entries); err != nil || n == 0 || page.Entries[n-1].Type != name || page.Entries[n-1].Summary != want {
		t.Errorf("history: got %+v, %v, want %q at its end", page.Entries, err, want)
	}
	audit, err := c.q.AuditEvents(t.Context(), queries.AskAudit{Caller: c.anna, Types: []string{name}, Limit: 10})
	if err != nil || len(audit.Entries) != 1 || audit.Entries[0].Summary != want || audit.Entries[0].ActorID != c.mira.ID {
		t.Errorf("audit: got %+v, %v, want %q by mira", audit.Entries, err, want)
	}
	o, err := c.q.GetOperation(t.Context(), queries.AskOperation{Caller: c.mira, OperationID: id})
	if err != nil || !o.Cancel {
		t.Errorf("operation: got %+v, %v, want it to be asked to end", o, err)
	}
}

// operationsExpire forgets what is over for long, and nothing else.
func operationsExpire(t *testing.T, open opener) {
	c := newCast(t, open(t))
	ids := c.operations(c.mira, 3)
	for _, id := range ids[:2] {
		c.pass(time.Hour)
		decide(c.world, c.mira.ID, bulk.Decider, bulk.StreamOf(ws, id), bulk.Finish(bulk.Finished{}, nil, ""))
	}
	due, err := c.q.ExpiredOperations(t.Context(), c.store.now, 10)
	if want := []es.StreamID{bulk.StreamOf(ws, ids[0])}; err != nil || !slices.Equal(due, want) {
		t.Errorf("got %v, %v, want %v, which alone was over before", due, err, want)
	}
	for _, id := range ids {
		decide(c.world, user.SystemID, bulk.Decider, bulk.StreamOf(ws, id), bulk.Expire)
	}
	if p, err := c.q.ListOperations(t.Context(), c.mira, queries.AskPart{}); err != nil || len(p.Entries) != 1 || p.Entries[0].ID != ids[2] {
		t.Errorf("got %v, %v, want the one that is not over", p.Entries, err)
	}
	for i, want := range []error{domain.ErrOperationNotFound, domain.ErrOperationNotFound, nil} {
		if _, err := c.q.GetOperation(t.Context(), queries.AskOperation{Caller: c.mira, OperationID: ids[i]}); !errors.Is(err, want) {
			t.Errorf("operation %d: got %v, want %v", i, err, want)
		}
	}
}
