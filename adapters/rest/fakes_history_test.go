package rest

import (
	"context"

	"github.com/seed-62a36931/docket/adapters/rest/convert"
	"github.com/seed-62a36931/docket/domain/license"
	"github.com/seed-62a36931/docket/domain/user"
	"github.com/seed-62a36931/docket/queries"
)

var historyOperations = []sample{
	{"GET", tPath + "/history", "", 200},
	{"GET", "/api/audit/events", "", 200},
	{"GET", "/api/events", "", 200},
	{"GET", "/api/events/feed", "", 200},
	{"GET", "/api/license", "", 200},
}

// CountStreams counts what stands before position 4711 alone.
func (f *fake) CountStreams(_ context.Context, at []uint64) ([]queries.StreamCount, error) {
	out := make([]queries.StreamCount, len(at))
	for i, p := range at {
		if out[i].Version = 3; p < 4711 {
			out[i].Events, out[i].Missing = 7, 2
		}
	}
	return out, nil
}

func (f *fake) TemplateHistory(_ context.Context, q queries.AskTemplateHistory) (queries.HistoryPage, error) {
	return ask(f, q, f.history)
}

func (f *fake) AuditEvents(_ context.Context, q queries.AskAudit) (queries.HistoryPage, error) {
	return ask(f, q, f.history)
}

func (f *fake) EachAuditEvent(_ context.Context, q queries.AskAudit, hand func(queries.HistoryEntry) error) error {
	if _, err := ask(f, q, 0); err != nil {
		return err
	}
	for _, e := range f.history.Entries {
		if err := hand(e); err != nil {
			return err
		}
	}
	return f.broken
}

func (f *fake) LicenseStatus(_ context.Context, p user.Principal) (queries.LicenseStatus, error) {
	pages := int64(1000)
	l := license.License{ID: "L-1", Licensee: "Example", ValidTo: &moment0, Features: license.Features{OCR: true},
		Limits: license.Limits{AnalyzedPages: &pages}}
	return ask(f, p, queries.LicenseStatus{License: l, Status: license.Expired, AnalyzedPages: 1200})
}

// BeginAfter lets streams begin behind position 4 of 10000.
func (f *fake) BeginAfter(_ context.Context, _ user.Principal, dossierID string, after *uint64) (uint64, error) {
	if after != nil && *after > 10000 {
		return 0, queries.ErrNoSuchEvent
	}
	return ask(f, dossierID, convert.ValueOr(after, 4))
}

func (f *fake) Listen() func() { return func() {} }

// Next gives the history behind a position, waits when the test says so, and ends.
func (f *fake) Next(ctx context.Context, _ string, after uint64) ([]queries.HistoryEntry, uint64, error) {
	var out []queries.HistoryEntry
	for _, e := range f.history.Entries {
		if e.Position > after {
			out, after = append(out, e), e.Position
		}
	}
	if len(out) > 0 {
		return out, after, nil
	}
	if f.waits != nil {
		select {
		case <-f.waits:
		case <-ctx.Done():
			return nil, after, ctx.Err()
		}
	}
	return nil, after, queries.ErrFeedEnded
}

// FilterReadable lets everything be heard but what is kept from USER.
func (f *fake) FilterReadable(_ context.Context, p user.Principal, _ string,
	events []queries.HistoryEntry) ([]queries.HistoryEntry, error) {
	if !p.HasRole(user.RoleManager) {
		return nil, nil
	}
	return events, nil
}

// ReadPage gives what the test has put into the feed, of a log of 10000 events.
func (f *fake) ReadPage(_ context.Context, a queries.AskFeed) (queries.FeedPage, error) {
	if a.After > 10000 {
		return queries.FeedPage{}, queries.ErrNoSuchEvent
	}
	f.mu.Lock()
	next := max(a.After, 4)
	if len(f.pages) > 0 {
		f.page, f.pages = f.pages[0], f.pages[1:]
	}
	page := f.page
	f.mu.Unlock()
	page.NextAfter = max(next, page.NextAfter)
	return ask(f, a, page)
}

// AwaitBeyond waits until the test says so.
func (f *fake) AwaitBeyond(ctx context.Context, _ uint64) error {
	if f.waits == nil {
		return queries.ErrFeedEnded
	}
	if f.entered != nil {
		f.entered <- struct{}{}
	}
	select {
	case <-f.waits:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}
