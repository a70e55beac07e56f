package queries_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"github.com/seed-62a36931/docket/domain"
	"github.com/seed-62a36931/docket/domain/dossier"
	"github.com/seed-62a36931/docket/domain/download"
	"github.com/seed-62a36931/docket/domain/es"
	"github.com/seed-62a36931/docket/domain/naming"
	"github.com/seed-62a36931/docket/domain/user"
	"github.com/seed-62a36931/docket/queries"
)

var errOnePass = errors.New("one pass is enough")

// onePass is a log that is followed until it ends, and no further.
type onePass struct{ *clockedLog }

func (onePass) Wait(context.Context, es.Position) error { return errOnePass }

// A newsroom is a world with a feed and those who listen.
type newsroom struct {
	cast
	feed      *queries.Feed
	listeners []*listening
	followed  uint64
}

// A listening is somebody who pulls from the feed now and then.
type listening struct {
	who     user.Principal
	dossier string
	at      uint64
	heard   []uint64
	missed  []uint64 // what was not to be heard
}

func newNewsroom(t *testing.T, open opener) *newsroom {
	n := &newsroom{cast: newCast(t, open(t))}
	n.changePorts(func(p *queries.Ports) { p.Log = &es.Log{Store: onePass{n.store}, Codec: p.Log.Codec} })
	n.feed = queries.NewFeed(n.q, n.q.Log.Store, func(context.Context, uint64) error { return nil })
	n.follow()
	return n
}

// follow lets the feed take in what has happened.
func (n *newsroom) follow() {
	n.Helper()
	if err := n.feed.Run(n.Context()); !errors.Is(err, errOnePass) {
		n.Fatal(err)
	}
	n.followed = uint64(len(n.store.events))
}

func (n *newsroom) listen(who user.Principal, dossierID string, after *uint64) *listening {
	n.Helper()
	at, err := n.feed.BeginAfter(n.Context(), who, dossierID, after)
	if err != nil {
		n.Fatal(err)
	}
	n.Cleanup(n.feed.Listen())
	l := &listening{who: who, dossier: dossierID, at: at}
	n.listeners = append(n.listeners, l)
	return l
}

// pull takes what there is for a listener, and holds each event against what the
// listener can read otherwise at this moment.
func (n *newsroom) pull(l *listening, upTo int) {
	n.Helper()
	for range upTo {
		if l.at >= n.followed {
			return
		}
		events, at, err := n.feed.Next(n.Context(), ws, l.at)
		if l.at = at; err != nil {
			n.Fatal(err)
		}
		heard, err := n.feed.FilterReadable(n.Context(), l.who, l.dossier, events)
		if err != nil {
			n.Fatal(err)
		}
		for _, e := range heard {
			l.heard = append(l.heard, e.Position)
		}
		for _, e := range events {
			told := slices.ContainsFunc(heard, func(x queries.HistoryEntry) bool { return x.Position == e.Position })
			if may := n.mayRead(l, e); may != told {
				n.Errorf("%s is told of %s: %v, may read it: %v, want %v", l.who.Username, e.Summary, told, may, told)
			}
			if !told {
				l.missed = append(l.missed, e.Position)
			}
		}
	}
}

// mayRead asks the other questions of the interface for what the event is about.
func (n *newsroom) mayRead(l *listening, e queries.HistoryEntry) bool {
	group, _, _ := strings.Cut(e.Type, ".")
	is := func(role string) bool { return l.who.HasRole(role) }
	var err error
	switch {
	case l.dossier != "" && l.dossier != e.DossierID, group == "auth":
		return false
	case group == "template":
		return is(user.RoleAdmin)
	case group == "user":
		return is(user.RoleUserAdmin)
	case group == "download":
		return e.ActorID == l.who.ID // in this test packages are asked for and nothing else
	case e.Type == "dossier.permanently-deleted":
		return is(user.RoleManager) // mira is no member when it goes
	case group == "dossier":
		_, err = n.q.GetDossier(n.Context(), queries.AskDossier{Caller: l.who, TemplateID: n.templateID,
			DossierID: e.DossierID, IncludeSoftDeleted: true})
	default:
		_, err = n.q.ListFiles(n.Context(), queries.AskFiles{Caller: l.who, TemplateID: n.templateID,
			DossierID: e.DossierID, Groups: queries.Groups{SoftDeleted: true}})
	}
	return err == nil
}

// changeSomething makes the ith change.
func (n *newsroom) changeSomething(i int) {
	n.pass(time.Millisecond)
	switch i % 9 {
	case 0:
		n.rename(n.private, fmt.Sprint(i), n.mira.ID)
	case 1, 2, 3:
		n.override(n.mira, n.inPrivate, "A", fmt.Sprint(i))
	case 4:
		n.override(n.olga, n.inPublic, "A", fmt.Sprint(i))
	case 5:
		id := n.id()
		decide(n.world, n.mira.ID, download.Decider, download.StreamOf(ws, id),
			download.Request(download.Requested{User: n.mira.ID,
				Dossier: n.private, Template: n.templateID, Filename: es.Seal(download.SubjectOf(ws, id), "p.zip")}))
	case 6:
		n.define(n.templateID, fmt.Sprintf("Definition %d", i))
	case 7:
		n.account(fmt.Sprintf("new%d", i), user.RoleUser)
	case 8:
		n.rename(n.private, fmt.Sprint(i)) // mira is no member any more
	}
}

func (n *newsroom) rename(id, name string, members ...string) {
	n.Helper()
	text := es.Seal(dossier.SubjectOf(ws, id), dossier.Text{Name: name})
	decide(n.world, n.olga.ID, dossier.Decider, dossier.StreamOf(ws, id),
		dossier.Update(dossier.Details{Owner: n.olga.ID, Members: append(members, n.olga.ID)}, text, naming.Hold{}))
}

// Whenever they pull and however far behind they are, listeners are told of everything
// that they may read, once and in order.
func theFeedTellsEachWhatTheyMayRead(t *testing.T, open opener) {
	n := newNewsroom(t, open)
	careful := n.account("ursula", user.RoleUserAdmin)
	begin := uint64(2)
	for _, who := range []user.Principal{n.olga, n.mira, n.paul, n.anna, n.boss, careful} {
		n.listen(who, "", nil)
		n.listen(who, "", &begin)
	}
	n.listen(n.mira, n.private, nil)
	n.listen(n.olga, n.public, &begin)
	for i := range 45 {
		n.changeSomething(i)
		if i%4 == 1 {
			continue // and more, before anybody hears of it
		}
		n.follow()
		if i == 20 {
			n.feed.Forget()
		}
		for j, l := range n.listeners {
			if (i+j)%(1+j%4) == 0 {
				n.pull(l, 1+j%3)
			}
		}
	}
	n.atTheDoor("auth.signed-in", n.olga.ID)
	decide(n.world, n.olga.ID, dossier.Decider, dossier.StreamOf(ws, n.private), dossier.DeletePermanently())
	n.follow()
	total := 0
	for _, l := range n.listeners {
		n.pull(l, 1000)
		all := slices.Sorted(slices.Values(slices.Concat(l.heard, l.missed)))
		if !slices.IsSorted(l.heard) || len(slices.Compact(slices.Clone(all))) != len(all) ||
			l.at != uint64(len(n.store.events)) {
			t.Errorf("%s is at %d of %d and was told of %v, not of %v, want each event once and in order",
				l.who.Username, l.at, len(n.store.events), l.heard, l.missed)
		}
		total += len(l.heard)
	}
	if total < 150 {
		t.Errorf("only %d events were told, want at least 150", total)
	}
}

func theFeedRefuses(t *testing.T, open opener) {
	n := newNewsroom(t, open)
	newest := uint64(len(n.store.events))
	trashed := n.dossier(n.olga, n.templateID, "Trashed", dossier.Private)
	decide(n.world, n.olga.ID, dossier.Decider, dossier.StreamOf(ws, trashed), dossier.SoftDelete(n.store.now))
	beyond := uint64(len(n.store.events) + 1)
	for _, row := range []struct {
		who     user.Principal
		dossier string
		after   *uint64
		want    error
	}{
		{n.mira, n.private, &newest, nil},
		{n.boss, n.private, nil, nil},
		{n.mira, "", &beyond, queries.ErrNoSuchEvent},
		{n.paul, n.private, nil, domain.ErrDossierNotFound},
		{n.anna, n.private, nil, domain.ErrDossierNotFound},
		{n.olga, trashed, nil, domain.ErrDossierNotFound},
		{n.olga, uuid.NewString(), nil, domain.ErrDossierNotFound},
		{user.Principal{Workspace: ws, ID: n.mira.ID}, "", nil, domain.ErrAccessDenied},
		{user.Principal{Workspace: "other", ID: n.olga.ID, Roles: n.olga.Roles}, n.private, nil, domain.ErrDossierNotFound},
	} {
		if _, err := n.feed.BeginAfter(t.Context(), row.who, row.dossier, row.after); !errors.Is(err, row.want) {
			t.Errorf("%s, %q: %v, want %v", row.who.Username, row.dossier, err, row.want)
		}
	}
	l := n.listen(n.olga, "", nil)
	n.feed.EndFeed()
	if _, _, err := n.feed.Next(t.Context(), ws, l.at); !errors.Is(err, queries.ErrFeedEnded) {
		t.Errorf("after the end: %v, want %v", err, queries.ErrFeedEnded)
	}
	n.feed.EndFeed()
	n.changeSomething(1)
	n.follow() // what happens while the service stops is nobody's business
}
