package queries

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"

	"github.com/seed-62a36931/docket/domain"
	"github.com/seed-62a36931/docket/domain/dossier"
	"github.com/seed-62a36931/docket/domain/es"
	"github.com/seed-62a36931/docket/domain/user"
)

// Failures of listening: the service stops, or an event that has not happened is said
// to have been heard.
var (
	ErrFeedEnded   = errors.New("the feed of events has ended")
	ErrNoSuchEvent = errors.New("there is no such event yet")
)

// A Feed follows the log once and hands what happens to any number of listeners. They
// pull: one who comes late, or who is slower than what happens, reads from the views
// what is not at hand any more, and gets it all, in order, once.
type Feed struct {
	queries  *Queries
	store    es.Store
	readable func(ctx context.Context, at uint64) error // returns when reads show everything up to a position

	mu        sync.Mutex
	listeners int
	recent    []HistoryEntry // what is at hand: all events behind from, up to at
	from, at  uint64
	moved     chan struct{} // closed when at grows
	ended     bool
	forgot    int                    // counts calls of Forget
	objects   map[string]user.Object // by identifier of the dossier, as read since at grew last
}

// NewFeed makes a feed; Run lets it follow a store of events, the log's or its tail.
func NewFeed(q *Queries, store es.Store, readable func(ctx context.Context, at uint64) error) *Feed {
	return &Feed{queries: q, store: store, readable: readable, moved: make(chan struct{}), objects: map[string]user.Object{}}
}

// atHand is how many events are kept for listeners that are a little behind.
const atHand = 2000

// Run follows the log until ctx ends or a read fails; after that it may run again.
func (f *Feed) Run(ctx context.Context) error {
	for {
		head, err := f.store.Head(ctx)
		if err == nil {
			err = f.readable(ctx, uint64(head))
		}
		if err == nil {
			err = f.readUpTo(ctx, uint64(head))
		}
		if err == nil {
			err = f.store.Wait(ctx, head)
		}
		if err != nil {
			return fmt.Errorf("follow events: %w", err)
		}
	}
}

// readUpTo takes in what happened up to a position. While nobody listens, nothing is
// read.
func (f *Feed) readUpTo(ctx context.Context, to uint64) error {
	f.mu.Lock()
	from, wanted, forgot := f.at, f.listeners > 0 && f.at > 0, f.forgot
	f.mu.Unlock()
	var found []HistoryEntry
	for at, more := from, wanted; more; {
		page, err := f.queries.entriesBetween(ctx, at, to, exportPage)
		if err != nil {
			return err
		}
		for _, ws := range workspacesOf(page) {
			mine := slices.DeleteFunc(slices.Clone(page), func(e indexEntry) bool { return e.workspace != ws })
			told, err := f.queries.describePage(ctx, usernames{f.queries, ws, map[string]string{}}, mine)
			if err != nil {
				return err
			}
			found = append(found, told...)
		}
		if more = len(page) == exportPage; more {
			at = uint64(page[len(page)-1].position)
		}
	}
	f.publishEvents(found, to, wanted, forgot)
	return nil
}

func workspacesOf(page []indexEntry) []string {
	var out []string
	for _, e := range page {
		if !slices.Contains(out, e.workspace) {
			out = append(out, e.workspace)
		}
	}
	return out
}

// publishEvents wakes the listeners. What was told while something was forgotten may hold it
// and is read again.
func (f *Feed) publishEvents(found []HistoryEntry, to uint64, whole bool, forgot int) {
	slices.SortFunc(found, func(a, b HistoryEntry) int { return cmp.Compare(a.Position, b.Position) })
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.ended || to <= f.at {
		return // nobody listens any more, or all was told
	}
	f.recent = append(f.recent, found...)
	if !whole || forgot != f.forgot {
		f.recent, f.from = nil, to
	}
	if drop := len(f.recent) - atHand; drop > 0 {
		f.from = f.recent[drop-1].Position
		f.recent = slices.Clone(f.recent[drop:])
	}
	f.at = to
	clear(f.objects)
	close(f.moved)
	f.moved = make(chan struct{})
}

// Forget drops what is at hand, because content of it may be gone for good.
func (f *Feed) Forget() {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.recent, f.from = nil, f.at
	f.forgot++
	clear(f.objects)
}

// EndFeed tells all listeners, now and later, that there is no more.
func (f *Feed) EndFeed() {
	f.mu.Lock()
	defer f.mu.Unlock()
	if !f.ended {
		f.ended = true
		close(f.moved)
	}
}

// Listen counts a listener in until left is called.
func (f *Feed) Listen() (left func()) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.listeners++
	return sync.OnceFunc(func() {
		f.mu.Lock()
		defer f.mu.Unlock()
		f.listeners--
	})
}

// Next waits for events of a workspace behind a position. It gives some of them, which
// the caller has to choose from with Audible, and the position to go on behind, also
// with an error: ErrFeedEnded, that of ctx, or one of reading.
func (f *Feed) Next(ctx context.Context, workspace string, after uint64) ([]HistoryEntry, uint64, error) {
	for {
		f.mu.Lock()
		from, at, moved, ended := f.from, f.at, f.moved, f.ended
		var found []HistoryEntry
		if after >= from && after < at {
			for _, e := range f.recent {
				if e.Position > after && e.heard.workspace == workspace {
					found = append(found, e)
				}
			}
		}
		f.mu.Unlock()
		switch {
		case ended:
			return nil, after, ErrFeedEnded
		case after < from:
			var err error
			if found, after, err = f.readStored(ctx, workspace, after, at); err != nil || len(found) > 0 {
				return found, after, err
			}
			continue
		case len(found) > 0:
			return found, at, nil
		}
		after = max(after, at)
		select {
		case <-ctx.Done():
			return nil, after, ctx.Err()
		case <-moved:
		}
	}
}

// readStored reads what is not at hand any more.
func (f *Feed) readStored(ctx context.Context, workspace string, after, to uint64) ([]HistoryEntry, uint64, error) {
	s := stretch{column: "workspace", values: []string{workspace}, ascending: true, after: after, to: to}
	page, err := f.queries.readHistoryPage(ctx, workspace, s, exportPage)
	if err != nil {
		return nil, after, err
	}
	if page.More {
		to = page.Entries[len(page.Entries)-1].Position
	}
	return page.Entries, to, nil
}

// FilterReadable chooses the events that the caller may read at this moment; of one dossier
// only, unless its identifier is empty.
func (f *Feed) FilterReadable(ctx context.Context, caller user.Principal, dossierID string, events []HistoryEntry) ([]HistoryEntry, error) {
	var out []HistoryEntry
	for _, e := range events {
		if dossierID != "" && e.DossierID != dossierID {
			continue
		}
		ok, err := f.mayRead(ctx, caller, e)
		if err != nil {
			return nil, err
		}
		if ok {
			out = append(out, e)
		}
	}
	return out, nil
}

func (f *Feed) mayRead(ctx context.Context, caller user.Principal, e HistoryEntry) (bool, error) {
	switch e.heard.group {
	case "template":
		return user.MayCall(caller, user.GetTemplateHistory), nil
	case "user":
		return user.MayCall(caller, user.UpdateUser), nil
	case "download":
		return e.heard.owner == caller.ID && user.MayCall(caller, user.GetDownloadStatus), nil
	case "dossier", "file", "component":
		o, err := f.dossierOfEvent(ctx, e)
		if err != nil {
			return false, err
		}
		op := user.GetFileStatus
		if e.heard.group == "dossier" {
			op = user.GetDossier
		}
		return o.Owner != "" && user.CheckAccess(caller, op, o) == nil, nil
	}
	return false, nil // sign-ins, and what this program does not know
}

// dossierOfEvent is the dossier of an event, as relations are judged on it. One that is gone
// for good has an owner for that event alone by which it went.
func (f *Feed) dossierOfEvent(ctx context.Context, e HistoryEntry) (user.Object, error) {
	f.mu.Lock()
	o, ok := f.objects[e.DossierID]
	f.mu.Unlock()
	if ok {
		return o, nil
	}
	d, err := queryRecord[dossier.Record](ctx, f.queries, domain.ErrDossierNotFound,
		"SELECT doc FROM "+numberParameters(byKey("dossiers", "workspace")), e.DossierID, e.heard.workspace)
	if isNotFound(err) {
		return e.heard.object, nil
	}
	if err != nil {
		return user.Object{}, err
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	f.objects[e.DossierID] = dossierObject(d)
	return dossierObject(d), nil
}

// BeginAfter checks a request for events: those of one dossier, which the caller must see,
// or of all (dossierID empty), behind a position or, when there is none, from now on.
// It gives the position to begin behind; ErrNoSuchEvent for one that lies ahead.
func (f *Feed) BeginAfter(ctx context.Context, caller user.Principal, dossierID string, after *uint64) (uint64, error) {
	if !user.MayCall(caller, user.StreamEvents) {
		return 0, domain.ErrAccessDenied
	}
	head, err := f.queries.Log.Store.Head(ctx)
	if err != nil {
		return 0, err
	}
	if after == nil {
		now := uint64(head)
		after = &now
	}
	if *after > uint64(head) {
		return 0, ErrNoSuchEvent
	}
	if dossierID == "" {
		return *after, nil
	}
	var d dossier.Record
	fault, err := f.queries.seekRecords(ctx, []es.StreamID{dossier.StreamOf(caller.Workspace, dossierID)},
		sought{where: byKey("dossiers", "workspace"), args: []any{dossierID, caller.Workspace}, into: decodeInto(&d)})
	if err == nil && d.ID == "" {
		err = domain.ErrDossierNotFound
	}
	if err = outcomeOf(err, fault); err != nil {
		return 0, err
	}
	if d.SoftDeleted != nil || !user.CanSee(caller, dossierObject(d)) {
		return 0, domain.ErrDossierNotFound
	}
	return *after, nil
}
