package accounts

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"

	"github.com/seed-62a36931/docket/commands/core"
	"github.com/seed-62a36931/docket/domain"
	"github.com/seed-62a36931/docket/domain/apikey"
	"github.com/seed-62a36931/docket/domain/es"
	"github.com/seed-62a36931/docket/domain/es/estest"
	"github.com/seed-62a36931/docket/domain/naming"
	"github.com/seed-62a36931/docket/domain/user"
	"github.com/seed-62a36931/docket/domain/workspace"
)

// demotions are the ways in which an administrator takes the role from another one.
var demotions = []struct {
	name string
	do   func(ctx context.Context, c *Commands, r core.Request, id string) error
}{
	{"demote", func(ctx context.Context, c *Commands, r core.Request, id string) error {
		_, err := c.UpdateUser(ctx, UpdateUser{Request: r, UserID: id, Roles: &[]string{user.RoleUser}})
		return err
	}},
	{"disable", func(ctx context.Context, c *Commands, r core.Request, id string) error {
		_, err := c.UpdateUser(ctx, UpdateUser{Request: r, UserID: id, Active: new(bool)})
		return err
	}},
	{"erase", func(ctx context.Context, c *Commands, r core.Request, id string) error {
		_, err := c.EraseUser(ctx, EraseUser{Request: r, UserID: id, Username: id})
		return err
	}},
}

// TestAdministratorsDoNotDemoteEachOther lets administrators who were all let in demote each other at
// once, in a ring: one of them at least stays, and nobody is refused who still is one.
func TestAdministratorsDoNotDemoteEachOther(t *testing.T) {
	for _, n := range []int{2, 5} {
		for round := range 60 {
			c := accountsOn(estest.NewStore())
			all := newAdministrators(t, c, n)
			errs := make([]error, n)
			var together sync.WaitGroup
			for i, r := range all {
				whom := all[(i+1)%n].Caller.ID
				together.Go(func() { errs[i] = demotions[(i+round)%3].do(t.Context(), c, r, whom) })
			}
			together.Wait()
			left := listAdministrators(t, c, all)
			done := 0
			for i, err := range errs {
				switch {
				case err == nil:
					done++
				case !errors.Is(err, domain.ErrAccessDenied):
					t.Errorf("round %d of %d: got %v, want no error or a refusal", round, n, err)
				case slices.Contains(left, all[i].Caller.ID):
					t.Errorf("round %d of %d: who is still an administrator was refused", round, n)
				}
			}
			if len(left) == 0 || len(left) != n-done {
				t.Fatalf("round %d: %d of %d are left after %d demotions: %v, want some left and len(left) = %v", round,
					len(left), n, done, errs, n-done)
			}
			wantNoClaim(t, c)
		}
	}
}

// TestALateDemotionIsRefused carries demotions out one after the other that were all let in before the
// first.
func TestALateDemotionIsRefused(t *testing.T) {
	for _, first := range demotions {
		for _, second := range demotions {
			c := accountsOn(estest.NewStore())
			all := newAdministrators(t, c, 2)
			if err := first.do(t.Context(), c, all[0], all[1].Caller.ID); err != nil {
				t.Fatal(err)
			}
			if err := second.do(t.Context(), c, all[1], all[0].Caller.ID); !errors.Is(err, domain.ErrAccessDenied) {
				t.Errorf("%s, then %s by the other: got %v, want %v", first.name, second.name, err,
					domain.ErrAccessDenied)
			}
			if left := listAdministrators(t, c, all); !slices.Equal(left, []string{all[0].Caller.ID}) {
				t.Errorf("%s, then %s by the other: %v are left, want the first", first.name, second.name, left)
			}
			wantNoClaim(t, c)
		}
	}
}

// TestDemotionsSurviveCrashes ends the process of a demotion at each of its appends, before and after
// it: whoever comes next demotes as if nothing had been, one administrator stays, and what the ended
// process still sends is refused.
func TestDemotionsSurviveCrashes(t *testing.T) {
	for _, way := range demotions {
		for appends := range 4 {
			for _, stored := range []bool{false, true} {
				t.Run(fmt.Sprintf("%s, append %d, stored %t", way.name, appends, stored), func(t *testing.T) {
					t.Parallel()
					store := estest.NewStore()
					c := accountsOn(store)
					all := newAdministrators(t, c, 3)
					dying := accountsOn(&dyingStore{Store: store, left: appends, stored: stored})
					_ = way.do(t.Context(), dying, all[0], all[1].Caller.ID)
					if err := way.do(t.Context(), c, all[2], all[0].Caller.ID); err != nil {
						t.Errorf("the next demotion: got %v, want no error", err)
					}
					if all[1].CommandID = uuid.New(); slices.Contains(listAdministrators(t, c, all), all[1].Caller.ID) {
						if err := way.do(t.Context(), c, all[1], all[2].Caller.ID); err != nil {
							t.Errorf("a demotion by who is still one: got %v, want no error", err)
						}
					}
					left := listAdministrators(t, c, all)
					if len(left) != 1 {
						t.Fatalf("%d administrators are left, want one", len(left))
					}
					all[0].CommandID = uuid.New()
					if err := way.do(t.Context(), c, all[0], left[0]); !errors.Is(err, domain.ErrAccessDenied) {
						t.Errorf("a demotion by who is none any more: got %v, want %v", err, domain.ErrAccessDenied)
					}
				})
			}
		}
	}
}

// TestALateMakerOfAClaimIsFenced lets a demotion that has read its caller wait until another one has
// settled its claim: its append is refused.
func TestALateMakerOfAClaimIsFenced(t *testing.T) {
	c := accountsOn(estest.NewStore())
	all := newAdministrators(t, c, 2)
	found, err := c.findAccount(t.Context(), all[0].Caller, all[1].Caller.ID)
	if err != nil {
		t.Fatal(err)
	}
	late, err := c.claimDemotion(t.Context(), all[0], all[1].Caller.ID, found, nil)
	if err != nil {
		t.Fatal(err)
	}
	if err := demotions[0].do(t.Context(), c, all[1], all[0].Caller.ID); err != nil {
		t.Fatalf("the demotion that settles the claim: got %v, want no error", err)
	}
	cmd := all[0].CommandOn(user.StreamOf("demo", all[1].Caller.ID))
	cmd.Expect = &found.At.Version
	if _, _, err = found.Decide(t.Context(), c.Log, user.Decider, cmd, user.Erase()); !errors.Is(err, es.ErrConflict) {
		t.Errorf("the late append: got %v, want %v", err, es.ErrConflict)
	}
	if err := endDemotion(t.Context(), err, late); !errors.Is(err, es.ErrConflict) {
		t.Errorf("its end: got %v, want %v", err, es.ErrConflict)
	}
	if left := listAdministrators(t, c, all); !slices.Equal(left, []string{all[1].Caller.ID}) {
		t.Errorf("%v are left, want the second", left)
	}
}

// TestWhatIsNoDemotionClaimsNothing changes accounts in ways that leave ADMIN where it is, and lets the
// service itself take it from the last one.
func TestWhatIsNoDemotionClaimsNothing(t *testing.T) {
	store := estest.NewStore()
	c := accountsOn(store)
	all := newAdministrators(t, c, 2)
	gone := core.Request{Caller: user.Principal{Workspace: "demo", ID: uuid.NewString(),
		Roles: []string{user.RoleAdmin}}, CommandID: uuid.New()}
	for _, r := range []UpdateUser{
		{Request: gone, FirstName: new(string)},
		{Request: gone, Roles: &[]string{user.RoleAdmin, user.RoleManager}},
		{Request: core.Request{Caller: user.SystemPrincipal("demo")}, Roles: &[]string{user.RoleUser}},
		{Request: gone, Roles: &[]string{user.RoleManager}},
		{Request: core.Request{Caller: user.SystemPrincipal("demo")}, Roles: &[]string{user.RoleAdmin}},
	} {
		r.CommandID, r.UserID = uuid.New(), all[1].Caller.ID
		if _, err := c.UpdateUser(t.Context(), r); err != nil {
			t.Errorf("%+v: got %v, want no error", r, err)
		}
	}
	for e, err := range c.Log.All(t.Context(), 0, es.Filter{Types: []string{"name.claimed"}}) {
		if err != nil {
			t.Fatal(err)
		}
		if e.Event.(naming.Claimed).Expect != 0 {
			t.Errorf("got a claim behind version %d, want none but those of usernames", e.Event.(naming.Claimed).Expect)
		}
	}
}

// accountsOn are commands for which accounts have no passwords and no bytes.
func accountsOn(store es.Store) *Commands {
	v := &vault{}
	codec := es.NewCodec(json.Marshal, json.Unmarshal, v)
	for _, register := range []func(*es.Codec){user.RegisterEvents, apikey.RegisterEvents, workspace.RegisterEvents, naming.RegisterEvents} {
		register(codec)
	}
	base := &core.Base{Log: &es.Log{Store: store, Codec: codec}, Vault: v, Keys: v, Blobs: noBlobs{}, Now: time.Now}
	return &Commands{Core: core.New(base), Passwords: noPasswords{}}
}

// newAdministrators makes accounts with ADMIN, named by their ids, and returns a request of each.
func newAdministrators(t *testing.T, c *Commands, n int) []core.Request {
	t.Helper()
	all := make([]core.Request, n)
	for i := range all {
		r := core.Request{Caller: user.Principal{Workspace: "demo", ID: uuid.NewString(),
			Roles: []string{user.RoleAdmin}}, CommandID: uuid.New()}
		created := user.Created{Roles: r.Caller.Roles,
			Person: es.Seal(user.SubjectOf("demo", r.Caller.ID), user.Person{Username: r.Caller.ID})}
		if _, err := c.appendUser(t.Context(), r, user.StreamOf("demo", r.Caller.ID), created); err != nil {
			t.Fatal(err)
		}
		r.CommandID, all[i] = uuid.New(), r
	}
	return all
}

// listAdministrators returns the ids of those who are still administrators.
func listAdministrators(t *testing.T, c *Commands, all []core.Request) (left []string) {
	t.Helper()
	for _, r := range all {
		s, _, err := es.Load(t.Context(), c.Log, user.Decider, user.StreamOf("demo", r.Caller.ID))
		if err != nil {
			t.Fatal(err)
		}
		if slices.Contains(s.Roles, user.RoleAdmin) {
			left = append(left, r.Caller.ID)
		}
	}
	return left
}

// wantNoClaim wants nobody to hold the claim of demotions.
func wantNoClaim(t *testing.T, c *Commands) {
	t.Helper()
	r := core.Request{Caller: user.Principal{Workspace: "demo", ID: uuid.NewString()}, CommandID: uuid.New()}
	key, err := c.NameKey(t.Context(), "demo", "demotion", user.RoleAdmin)
	if err != nil {
		t.Fatal(err)
	}
	if name, err := c.ReadName(t.Context(), r, key); err != nil || name.State.Status != naming.Free {
		t.Errorf("got a claim of status %d, %v, want none", name.State.Status, err)
	}
}

// A vault keeps everything in the open; what was destroyed it does not open.
type vault struct {
	estest.Glass
	gone sync.Map
}

// Open implements es.Vault.
func (v *vault) Open(ctx context.Context, s es.Subject, tag, box []byte) ([]byte, error) {
	if _, gone := v.gone.Load(s); gone {
		return nil, es.ErrErased
	}
	return v.Glass.Open(ctx, s, tag, box)
}

// Destroy implements es.Vault.
func (v *vault) Destroy(_ context.Context, s es.Subject) error {
	v.gone.Store(s, true)
	return nil
}

// DeriveKey implements core.Keys.
func (*vault) DeriveKey(context.Context, es.Subject, string) ([32]byte, error) {
	return [32]byte{1}, nil
}

// A dyingStore stores so many appends, and fails from then on; the first that fails may be stored.
type dyingStore struct {
	es.Store
	mu     sync.Mutex
	left   int
	stored bool
}

var errDied = errors.New("the process has died")

// Append implements es.Store.
func (s *dyingStore) Append(ctx context.Context, stream es.StreamID, expect uint64,
	events []es.Envelope) (es.Receipt, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.left--; s.left >= 0 {
		return s.Store.Append(ctx, stream, expect, events)
	}
	if s.left == -1 && s.stored {
		_, _ = s.Store.Append(ctx, stream, expect, events)
	}
	return es.Receipt{}, errDied
}

// noPasswords are those of accounts that have none.
type noPasswords struct{ Passwords }

// SignOut implements Passwords.
func (noPasswords) SignOut(context.Context, string, string) error { return nil }

// Remove implements Passwords.
func (noPasswords) Remove(context.Context, string, string) error { return nil }

// noBlobs are those of accounts, which have none.
type noBlobs struct{ es.Blobs }

// Drop implements es.Blobs.
func (noBlobs) Drop(context.Context, es.Subject) error { return nil }
