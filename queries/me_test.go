package queries_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/google/uuid"

	"github.com/seed-62a36931/docket/domain"
	"github.com/seed-62a36931/docket/domain/user"
	"github.com/seed-62a36931/docket/queries"
)

func preferencesAreOnesOwn(t *testing.T, open opener) {
	c := newCast(t, open(t))
	read := func(who user.Principal) queries.Me {
		t.Helper()
		me, err := c.q.ReadMe(t.Context(), who)
		if err != nil {
			t.Fatal(err)
		}
		return me
	}
	if me := read(c.mira); me.Username != "mira" || me.Email != "mira@Example.org" || me.Workspace != ws ||
		string(me.Preferences) != "{}" {
		t.Errorf("before any are stored: got %+v, want mira of %s with empty preferences", me, ws)
	}
	mira := user.StreamOf(ws, c.mira.ID)
	decide(c.world, c.mira.ID, user.Decider, mira, user.ChangePreferences(user.SubjectOf(ws, c.mira.ID),
		user.Preferences{JSON: `{"theme":"dark"}`}))
	if me := read(c.mira); string(me.Preferences) != `{"theme":"dark"}` {
		t.Errorf("got %s, want what was stored", me.Preferences)
	}
	if me := read(c.olga); string(me.Preferences) != "{}" {
		t.Errorf("another account: got %s, want {}", me.Preferences)
	}
	events, err := c.q.AuditEvents(t.Context(), queries.AskAudit{Caller: c.anna, Limit: 500})
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range events.Entries {
		if strings.Contains(e.Type, "preferences") {
			t.Errorf("the audit tells of %+v, want no %q in it", e, "preferences")
		}
	}
	decide(c.world, c.anna.ID, user.Decider, mira, user.Erase())
	if me := read(c.mira); string(me.Preferences) != "{}" {
		t.Errorf("of an erased account: got %s, want {}", me.Preferences)
	}
	if _, err := c.q.ReadMe(t.Context(), user.Principal{Workspace: ws, ID: uuid.NewString(),
		Roles: c.mira.Roles}); !errors.Is(err, domain.ErrUserNotFound) {
		t.Errorf("an unknown account: got %v, want %v", err, domain.ErrUserNotFound)
	}
}
