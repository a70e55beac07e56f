package queries_test

import (
	"errors"
	"fmt"
	"slices"
	"testing"

	"github.com/seed-62a36931/docket/domain"
	"github.com/seed-62a36931/docket/domain/file"
	"github.com/seed-62a36931/docket/domain/user"
	"github.com/seed-62a36931/docket/projections"
	"github.com/seed-62a36931/docket/queries"
)

// readFeed walks through the feed page by page, and fails where a page does not go on behind the one before.
func (n *newsroom) readFeed(a queries.AskFeed) (all []queries.Notice, end uint64) {
	n.Helper()
	for {
		page, err := n.feed.ReadPage(n.Context(), a)
		if err != nil {
			n.Fatal(err)
		}
		for _, e := range page.Notices {
			if e.Position <= a.After || e.Position > page.NextAfter {
				n.Errorf("a page from %d to %d has an event at %d, want it in between", a.After, page.NextAfter, e.Position)
			}
		}
		all = append(all, page.Notices...)
		if !page.More {
			return all, page.NextAfter
		}
		if page.NextAfter <= a.After {
			n.Fatalf("a page with more behind it goes on behind %d, want more than %d", page.NextAfter, a.After)
		}
		a.After = page.NextAfter
	}
}

// feedPagesAreWhatListenersHear compares the feed of each account with what the live updates tell it.
func feedPagesAreWhatListenersHear(t *testing.T, open opener) {
	n := newNewsroom(t, open)
	careful := n.account("ursula", user.RoleUserAdmin)
	for i := range 30 {
		n.changeSomething(i)
	}
	n.requestPackage(n.olga, n.inPrivate)
	n.atTheDoor("auth.signed-in", n.olga.ID)
	n.follow()
	head := uint64(len(n.store.events))
	total := 0
	for i, who := range []user.Principal{n.olga, n.mira, n.paul, n.anna, n.boss, careful} {
		begin := uint64(0)
		l := n.listen(who, "", &begin)
		n.pull(l, 1000)
		for _, types := range [][]string{nil, {"component."}, {"file.uploaded", "user."}, {"download."}} {
			var want, got []uint64
			for _, at := range l.heard {
				if len(types) == 0 || queries.MatchesType(types, n.store.events[at-1].Type) {
					want = append(want, at)
				}
			}
			all, end := n.readFeed(queries.AskFeed{Caller: who, Types: types, Limit: 1 + 3*i})
			for _, e := range all {
				got = append(got, e.Position)
				if recorded := n.store.events[e.Position-1]; e.ID != recorded.ID || e.Type != recorded.Type {
					t.Errorf("the event at %d is %s %s, want %s %s", e.Position, e.ID, e.Type, recorded.ID, recorded.Type)
				}
			}
			if total += len(got); !slices.Equal(got, want) || end != head {
				t.Errorf("%s reads %v of %v up to %d, want %v up to %d", who.Username, got, types, end, want, head)
			}
		}
	}
	if total < 100 {
		t.Errorf("only %d events were read, want at least 100", total)
	}
}

// theFeedWaitsForRepair holds the feed of a workspace before an event that could not be indexed, and tells of it.
func theFeedWaitsForRepair(t *testing.T, open opener) {
	n := newNewsroom(t, open)
	before := len(n.store.events)
	ask := queries.AskFeed{Caller: n.olga, After: uint64(before), Limit: 50}
	n.override(n.mira, n.inPrivate, "A", "1")
	last := uint64(len(n.store.events))
	n.park(projections.History(), file.StreamOf(ws, n.inPrivate))
	n.store.events = append(n.store.events, n.store.events[last-1]) // the one that was parked
	n.follow()
	page, err := n.feed.ReadPage(t.Context(), ask)
	if err != nil || len(page.Notices) != 1 || page.NextAfter != last || page.More ||
		fmt.Sprint(page.Notices[0].Components) != "[A]" {
		t.Errorf("got %+v %v, want the event before the one that waits, up to %d", page, err, last)
	}
	ask.After = page.NextAfter
	if _, err := n.feed.ReadPage(t.Context(), ask); domain.KindOf(err) != domain.Unavailable {
		t.Errorf("got %v before an event that waits, want %v", err, domain.Unavailable)
	}
	ask.After = last + 1
	if page, err := n.feed.ReadPage(t.Context(), ask); err != nil || page.NextAfter != last+1 {
		t.Errorf("got %+v %v behind an event that waits, want no error", page, err)
	}
	for name, refused := range map[string]queries.AskFeed{
		"beyond": {Caller: n.olga, After: last + 2, Limit: 1}, "no type": {Caller: n.olga, Types: []string{"file"}, Limit: 1},
		"no limit": {Caller: n.olga}, "no role": {Caller: user.Principal{Workspace: ws, ID: n.mira.ID}, Limit: 1},
	} {
		_, err := n.feed.ReadPage(t.Context(), refused)
		if want := map[string]bool{"beyond": errors.Is(err, queries.ErrNoSuchEvent), "no role": errors.Is(err, domain.ErrAccessDenied),
			"no type": domain.KindOf(err) == domain.Invalid, "no limit": domain.KindOf(err) == domain.Invalid}; !want[name] {
			t.Errorf("%s: got %v, want it refused", name, err)
		}
	}
}
