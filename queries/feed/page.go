package feed

import (
	"context"
	"time"

	"github.com/seed-62a36931/docket/domain"
	"github.com/seed-62a36931/docket/domain/user"
	"github.com/seed-62a36931/docket/queries/history"
	"github.com/seed-62a36931/docket/queries/views"
)

// AskFeed asks for events that the caller may read at this moment, oldest first. What is left out is no condition.
type AskFeed struct {
	Caller     user.Principal
	After      uint64   // position behind which to go on
	Types      []string // any of them: wire names, or beginnings of some that end with a dot
	TemplateID string
	DossierID  string
	Limit      int // 1 to 500
}

// A Page is a stretch of the feed.
type Page struct {
	Notices []history.Notice
	// NextAfter is the position behind which to go on: it moves over what the caller may not read, too.
	NextAfter uint64
	More      bool // there is more that can be read at once
	Withheld  int  // how many events the caller may not read
}

// freshnessTime is how long a read of the feed waits until the views hold what the log has; then it does with less.
const freshnessTime = time.Second

// Check refuses types that no event has, and a position behind which nothing can be. The latter is ErrNoSuchEvent.
func (f *Feed) Check(ctx context.Context, a AskFeed) error {
	if !user.MayCall(a.Caller, user.GetEventFeed) {
		return domain.ErrAccessDenied
	}
	if err := views.CheckLimit(a.Limit); err != nil {
		return err
	}
	if err := f.events.CheckTypes("types", a.Types); err != nil {
		return err
	}
	head, err := f.log.Head(ctx)
	if err == nil && a.After > uint64(head) {
		err = ErrNoSuchEvent
	}
	return err
}

// ReadPage reads what has happened, all of which reads show. It looks at no more than limit events, so that a page may
// be empty though there is more. Where an event waits for repair it ends, and behind that it is domain.Unavailable.
func (f *Feed) ReadPage(ctx context.Context, a AskFeed) (Page, error) {
	if err := f.Check(ctx, a); err != nil {
		return Page{NextAfter: a.After}, err
	}
	to, err := f.readableUpTo(ctx)
	if err != nil || to <= a.After {
		return Page{NextAfter: a.After}, err
	}
	found, err := f.events.Notices(ctx, history.AskNotices{Workspace: a.Caller.Workspace, Types: a.Types,
		TemplateID: a.TemplateID, DossierID: a.DossierID, After: a.After, To: to, Limit: a.Limit})
	if err != nil {
		return Page{NextAfter: a.After}, err
	}
	if len(found.Notices) == 0 && found.Held > 0 {
		return Page{NextAfter: a.After}, domain.Refuse(domain.AwaitsRepair,
			"The feed goes on once the event at position %d is repaired, which could not be applied", found.Held)
	}
	readable, err := f.FilterNotices(ctx, a.Caller, found.Notices)
	if err != nil {
		return Page{NextAfter: a.After}, err
	}
	return Page{Notices: readable, NextAfter: found.End, More: found.End < to && found.Held == 0,
		Withheld: len(found.Notices) - len(readable)}, nil
}

// ReadNotice reads the event at a position; ok is false where there is none that the caller may read at this moment.
func (f *Feed) ReadNotice(ctx context.Context, caller user.Principal, at uint64) (n history.Notice, ok bool, err error) {
	if !user.MayCall(caller, user.GetEventFeed) || at == 0 {
		return n, false, nil
	}
	found, err := f.events.Notices(ctx, history.AskNotices{Workspace: caller.Workspace, After: at - 1, To: at, Limit: 1})
	if err != nil || len(found.Notices) == 0 {
		return n, false, err
	}
	readable, err := f.FilterNotices(ctx, caller, found.Notices)
	if err != nil || len(readable) == 0 {
		return n, false, err
	}
	return readable[0], true, nil
}

// CheckTypes refuses types that no event has, at a field.
func (f *Feed) CheckTypes(field string, types []string) error {
	return f.events.CheckTypes(field, types)
}

// readableUpTo returns the position up to which reads show everything.
func (f *Feed) readableUpTo(ctx context.Context) (uint64, error) {
	head, err := f.log.Head(ctx)
	if err != nil {
		return 0, err
	}
	f.mu.Lock()
	at := f.at
	f.mu.Unlock()
	if at >= uint64(head) {
		return at, nil
	}
	short, cancel := context.WithTimeout(ctx, freshnessTime)
	defer cancel()
	if err := f.readable(short, uint64(head)); err == nil {
		return uint64(head), nil
	}
	return at, ctx.Err()
}

// FilterNotices chooses the events that the caller may read at this moment.
func (f *Feed) FilterNotices(ctx context.Context, caller user.Principal, all []history.Notice) ([]history.Notice, error) {
	known := map[string]user.Object{}
	var out []history.Notice
	for _, n := range all {
		ok, err := mayHear(caller, n.Audience(), func() (user.Object, error) {
			if o, ok := known[n.DossierID]; ok {
				return o, nil
			}
			o, gone, err := f.readDossierObject(ctx, n.DossierID, n.Audience())
			if err == nil && !gone {
				known[n.DossierID] = o
			}
			return o, err
		})
		if err != nil {
			return nil, err
		}
		if ok {
			out = append(out, n)
		}
	}
	return out, nil
}

// AwaitBeyond returns when there may be more to read behind a position, or with ctx's error or ErrFeedEnded.
func (f *Feed) AwaitBeyond(ctx context.Context, after uint64) error {
	for {
		f.mu.Lock()
		at, moved, ended := f.at, f.moved, f.ended
		f.mu.Unlock()
		switch {
		case ended:
			return ErrFeedEnded
		case at > after:
			return nil
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-moved:
		}
	}
}
