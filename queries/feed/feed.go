// Package feed hands events to listeners as they happen.
package feed

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
	"github.com/seed-62a36931/docket/queries/history"
	"github.com/seed-62a36931/docket/queries/scope"
	"github.com/seed-62a36931/docket/queries/views"
)

// Failures of listening: the service stops, or an event that has not happened is said
// to have been heard.
var (
	ErrFeedEnded   = errors.New("the feed of events has ended")
	ErrNoSuchEvent = errors.New("there is no such event yet")
)

// An eventReader reads events from the index of history, told in sentences.
type eventReader interface {
	// EventsBetween reads events of all workspaces behind one position up to another, and the position that it came to.
	EventsBetween(ctx context.Context, after, to uint64) ([]history.Entry, uint64, error)
	// EventsOf reads events of a workspace in the same way.
	EventsOf(ctx context.Context, workspace string, after, to uint64) ([]history.Entry, uint64, error)
	// Notices reads events without what they changed.
	Notices(ctx context.Context, a history.AskNotices) (history.NoticePage, error)
	// CheckTypes refuses types that no event has.
	CheckTypes(field string, types []string) error
}

// A Feed follows the log once and hands what happens to any number of listeners. They
// pull: one who comes late, or who is slower than what happens, reads from the views
// what is not at hand any more, and gets it all, in order, once.
type Feed struct {
	events   eventReader
	views    *views.Views
	log      es.Store                                   // asked for its head when somebody begins to listen
	store    es.Store                                   // followed
	readable func(ctx context.Context, at uint64) error // returns when reads show everything up to a position

	mu        sync.Mutex
	listeners int
	recent    []history.Entry // what is at hand: all events behind from, up to at
	from, at  uint64
	moved     chan struct{} // closed when at grows
	ended     bool
	forgot    int                    // counts calls of Forget
	objects   map[string]user.Object // by identifier of the dossier, as read since at grew last
}

// New returns a feed of events that is told of them by readers; store is the log's or its tail,
// and readable returns when reads show everything up to a position.
func New(
	events eventReader, views *views.Views, log, store es.Store, readable func(ctx context.Context, at uint64) error,
) *Feed {
	return &Feed{events: events, views: views, log: log, store: store, readable: readable,
		moved: make(chan struct{}), objects: map[string]user.Object{}}
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
	var found []history.Entry
	for at := from; wanted && at < to; {
		told, end, err := f.events.EventsBetween(ctx, at, to)
		if err != nil {
			return err
		}
		found, at = append(found, told...), end
	}
	f.publishEvents(found, to, wanted, forgot)
	return nil
}

// publishEvents wakes the listeners. What was told while something was forgotten may hold it
// and is read again.
func (f *Feed) publishEvents(found []history.Entry, to uint64, whole bool, forgot int) {
	slices.SortFunc(found, func(a, b history.Entry) int { return cmp.Compare(a.Position, b.Position) })
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
func (f *Feed) Next(ctx context.Context, workspace string, after uint64) ([]history.Entry, uint64, error) {
	for {
		f.mu.Lock()
		from, at, moved, ended := f.from, f.at, f.moved, f.ended
		var found []history.Entry
		if after >= from && after < at {
			for _, e := range f.recent {
				if e.Position > after && e.Audience().Workspace == workspace {
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
			if found, after, err = f.events.EventsOf(ctx, workspace, after, at); err != nil || len(found) > 0 {
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

// FilterReadable chooses the events that the caller may read at this moment; of one dossier
// only, unless its identifier is empty.
func (f *Feed) FilterReadable(
	ctx context.Context, caller user.Principal, dossierID string, events []history.Entry,
) ([]history.Entry, error) {
	var out []history.Entry
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

func (f *Feed) mayRead(ctx context.Context, caller user.Principal, e history.Entry) (bool, error) {
	return mayHear(caller, e.Audience(), func() (user.Object, error) { return f.dossierOfEvent(ctx, e) })
}

// mayHear reports whether the caller may be told of an event; dossier reads the dossier of one that has one.
func mayHear(caller user.Principal, a history.Audience, dossier func() (user.Object, error)) (bool, error) {
	switch a.Group {
	case "template":
		return user.MayCall(caller, user.GetTemplateHistory), nil
	case "client":
		return user.MayCall(caller, user.ListClients), nil
	case "workspace":
		return user.MayCall(caller, user.GetWorkspace), nil
	case "user", "api-key":
		return user.MayCall(caller, user.UpdateUser), nil
	case "download":
		return a.Owner == caller.ID && user.MayCall(caller, user.GetDownloadStatus), nil
	case "dossier", "file", "component":
		o, err := dossier()
		if err != nil {
			return false, err
		}
		op := user.GetFileStatus
		if a.Group == "dossier" {
			op = user.GetDossier
		}
		return o.Owner != "" && user.CheckAccess(caller, op, o) == nil, nil
	}
	return false, nil // sign-ins, and what this program does not know
}

// dossierOfEvent is the dossier of an event, as relations are judged on it; while at does not grow it is read once.
func (f *Feed) dossierOfEvent(ctx context.Context, e history.Entry) (user.Object, error) {
	f.mu.Lock()
	o, ok := f.objects[e.DossierID]
	f.mu.Unlock()
	if ok {
		return o, nil
	}
	o, gone, err := f.readDossierObject(ctx, e.DossierID, e.Audience())
	if gone || err != nil {
		return o, err
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	f.objects[e.DossierID] = o
	return o, nil
}

// readDossierObject reads what decides how callers are related to a dossier. One that is gone for good has an owner for
// that event alone by which it went.
func (f *Feed) readDossierObject(ctx context.Context, id string, a history.Audience) (o user.Object, gone bool, err error) {
	d, err := views.QueryRecord[dossier.Record](ctx, f.views, domain.ErrDossierNotFound,
		"SELECT doc FROM "+views.NumberParameters(views.ByKey("dossiers", "workspace")), id, a.Workspace)
	if views.IsNotFound(err) {
		return a.Object, true, nil
	}
	return scope.DossierObject(d), false, err
}

// BeginAfter checks a request for events: those of one dossier, which the caller must see,
// or of all (dossierID empty), behind a position or, when there is none, from now on.
// It gives the position to begin behind; ErrNoSuchEvent for one that lies ahead.
func (f *Feed) BeginAfter(ctx context.Context, caller user.Principal, dossierID string, after *uint64) (uint64, error) {
	if !user.MayCall(caller, user.StreamEvents) {
		return 0, domain.ErrAccessDenied
	}
	head, err := f.log.Head(ctx)
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
	fault, err := f.views.SeekRecords(ctx, []es.StreamID{dossier.StreamOf(caller.Workspace, dossierID)},
		views.Sought{
			Where: views.ByKey("dossiers", "workspace"),
			Args:  []any{dossierID, caller.Workspace}, Into: views.DecodeInto(&d),
		})
	if err == nil && d.ID == "" {
		err = domain.ErrDossierNotFound
	}
	if err = views.OutcomeOf(err, fault); err != nil {
		return 0, err
	}
	if d.SoftDeleted != nil || !user.CanSee(caller, scope.DossierObject(d)) {
		return 0, domain.ErrDossierNotFound
	}
	return *after, nil
}
