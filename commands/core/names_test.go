package core

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"iter"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"

	"github.com/seed-62a36931/docket/domain/dossier"
	"github.com/seed-62a36931/docket/domain/es"
	"github.com/seed-62a36931/docket/domain/es/estest"
	"github.com/seed-62a36931/docket/domain/file"
	"github.com/seed-62a36931/docket/domain/naming"
	"github.com/seed-62a36931/docket/domain/template"
	"github.com/seed-62a36931/docket/domain/user"
	"github.com/seed-62a36931/docket/domain/workspace"
)

// openVault keeps everything in the open; what was destroyed it does not open.
type openVault struct{ gone sync.Map }

func (v *openVault) Seal(_ context.Context, _ es.Subject, _, plain []byte) ([]byte, error) {
	return plain, nil
}
func (v *openVault) Open(_ context.Context, s es.Subject, _, box []byte) ([]byte, error) {
	if _, gone := v.gone.Load(s); gone {
		return nil, es.ErrErased
	}
	return box, nil
}
func (v *openVault) Destroy(_ context.Context, s es.Subject) error { v.gone.Store(s, true); return nil }
func (v *openVault) DeriveKey(context.Context, es.Subject, string) ([32]byte, error) {
	return [32]byte{1}, nil
}

// dying is a store that loses its process before or after an append of one kind.
type dying struct {
	es.Store
	event  string // wire name whose append is the last thing that happens
	before bool   // die before it is there, else behind it
	dead   bool
}

var errDead = errors.New("the process is dead")

func (d *dying) Append(ctx context.Context, s es.StreamID, expect uint64, events []es.Envelope) (es.Receipt, error) {
	if d.dead {
		return es.Receipt{}, errDead
	}
	hit := slices.ContainsFunc(events, func(e es.Envelope) bool { return e.Type == d.event })
	if d.dead = hit; hit && d.before {
		return es.Receipt{}, errDead
	}
	r, err := d.Store.Append(ctx, s, expect, events)
	if hit {
		err = errDead
	}
	return r, err
}

func (d *dying) Stream(ctx context.Context, s es.StreamID, after uint64) iter.Seq2[es.Envelope, error] {
	if d.dead {
		return func(yield func(es.Envelope, error) bool) { yield(es.Envelope{}, errDead) }
	}
	return d.Store.Stream(ctx, s, after)
}

// commandsOn returns commands on a store, whose vault keeps nothing secret.
func commandsOn(store es.Store) *Core {
	v := &openVault{}
	c := es.NewCodec(json.Marshal, json.Unmarshal, v)
	for _, register := range []func(*es.Codec){dossier.RegisterEvents, file.RegisterEvents, template.RegisterEvents,
		user.RegisterEvents, workspace.RegisterEvents, naming.RegisterEvents} {
		register(c)
	}
	return New(&Base{Log: &es.Log{Store: store, Codec: c}, Vault: v, Keys: v, Now: time.Now})
}

func anybody() Request {
	return Request{Caller: user.Principal{Workspace: "demo", ID: uuid.NewString(), Roles: []string{user.RoleManager}},
		CommandID: uuid.New()}
}

// takeDossierName appends to a dossier what is decided for the name that it takes; ErrNameTaken
// when another one has it.
func takeDossierName(ctx context.Context, c *Core, r Request, id, name string,
	decide func(naming.Hold) es.Decision[dossier.State]) (es.Receipt, error) {
	key, err := c.NameKey(ctx, r.Caller.Workspace, "dossier", name)
	if err != nil {
		return es.Receipt{}, err
	}
	return AppendUnderName(ctx, c, r, key, dossier.Decider, dossier.StreamOf(r.Caller.Workspace, id), decide)
}

// take makes a dossier of a name, as the first of all its commands would.
func take(t *testing.T, c *Core, r Request, name string) error {
	t.Helper()
	created := dossier.Created{Details: dossier.Details{Owner: r.Caller.ID},
		Text: es.Seal("demo", dossier.Text{Name: name})}
	_, err := takeDossierName(t.Context(), c, r, r.NewID("dossier"), name, func(h naming.Hold) es.Decision[dossier.State] {
		created.Hold = h
		return dossier.Create(created)
	})
	return err
}

// holders counts the dossiers that hold a name.
func holders(t *testing.T, c *Core, name string) (n int) {
	t.Helper()
	states := map[es.StreamID]dossier.State{}
	for e, err := range c.Log.All(t.Context(), 0, es.Filter{}) {
		if err != nil {
			t.Fatal(err)
		}
		if category, _, _ := e.Stream.Parts(); category == dossier.Category {
			states[e.Stream] = dossier.Decider.Evolve(states[e.Stream], e.Event)
		}
	}
	for _, s := range states {
		if s.Phase == dossier.Active && s.Text.Name == name {
			n++
		}
	}
	return n
}

func TestOneOfManyCreatorsWins(t *testing.T) {
	store := estest.NewStore()
	var wins, refusals int
	var mu sync.Mutex
	var all sync.WaitGroup
	for range 64 {
		all.Go(func() {
			err := take(t, commandsOn(store), anybody(), "Claims")
			mu.Lock()
			defer mu.Unlock()
			switch {
			case err == nil:
				wins++
			case errors.Is(err, ErrNameTaken):
				refusals++
			default:
				t.Error(err)
			}
		})
	}
	all.Wait()
	if n := holders(t, commandsOn(store), "Claims"); wins != 1 || refusals != 63 || n != 1 {
		t.Errorf("%d won, %d were refused, %d hold the name, want wins = 1, refusals = 63 and n = 1", wins, refusals, n)
	}
}

// TestAWinnerDies kills the creator at each step; whoever asks afterwards gets
// the name exactly if nobody holds it.
func TestAWinnerDies(t *testing.T) {
	for _, c := range []struct {
		event  string
		before bool
		free   bool
	}{
		{"name.claimed", true, true}, {"name.claimed", false, true},
		{"dossier.created", true, true}, {"dossier.created", false, false},
		{"name.confirmed", true, false}, {"name.confirmed", false, false},
	} {
		t.Run(fmt.Sprintf("%s before=%v", c.event, c.before), func(t *testing.T) {
			store := estest.NewStore()
			r := anybody()
			if err := take(t, commandsOn(&dying{Store: store, event: c.event, before: c.before}), r, "Claims"); !errors.Is(err, errDead) {
				t.Fatalf("the creator survives: got %v, want %v", err, errDead)
			}
			alive := commandsOn(store)
			err := take(t, alive, anybody(), "Claims")
			if c.free && err != nil || !c.free && !errors.Is(err, ErrNameTaken) {
				t.Errorf("the next creator: %v, want nil: %v", err, c.free)
			}
			again := take(t, alive, r, "Claims") // the first one's client asks again
			if c.free && !errors.Is(again, ErrNameTaken) || !c.free && again != nil {
				t.Errorf("the first creator again: %v, want the name held: %v", again, c.free)
			}
			if n := holders(t, alive, "Claims"); n != 1 {
				t.Errorf("%d hold the name, want 1", n)
			}
		})
	}
}

// TestASlowWinnerIsFenced lets a contender decide while the first claimer sleeps
// between claim and creation: the sleeper must not create on waking.
func TestASlowWinnerIsFenced(t *testing.T) {
	store := estest.NewStore()
	slow, quick := commandsOn(store), commandsOn(store)
	r := anybody()
	created := dossier.Created{Details: dossier.Details{Owner: r.Caller.ID},
		Text: es.Seal("demo", dossier.Text{Name: "Claims"})}
	first := true
	_, err := takeDossierName(t.Context(), slow, r, r.NewID("dossier"), "Claims", func(h naming.Hold) es.Decision[dossier.State] {
		if first {
			first = false
			if err := take(t, quick, anybody(), "Claims"); err != nil {
				t.Errorf("the contender: got %v, want no failure", err)
			}
		}
		created.Hold = h
		return dossier.Create(created)
	})
	if !errors.Is(err, ErrNameTaken) {
		t.Errorf("the sleeper: got %v, want %v", err, ErrNameTaken)
	}
	if n := holders(t, quick, "Claims"); n != 1 {
		t.Errorf("%d hold the name, want 1", n)
	}
}

// TestNamesComeFree renames, and takes the old name.
func TestNamesComeFree(t *testing.T) {
	c := commandsOn(estest.NewStore())
	r := anybody()
	if err := take(t, c, r, "Old"); err != nil {
		t.Fatal(err)
	}
	d, _, err := es.Load(t.Context(), c.Log, dossier.Decider, dossier.StreamOf("demo", r.NewID("dossier")))
	if err != nil {
		t.Fatal(err)
	}
	if err := take(t, c, anybody(), "Old"); !errors.Is(err, ErrNameTaken) {
		t.Fatalf("a name that is held: got %v, want %v", err, ErrNameTaken)
	}
	if err := c.ReleaseName(t.Context(), anybody(), d.Hold); err != nil {
		t.Fatal(err)
	}
	if err := take(t, c, anybody(), "Old"); err != nil {
		t.Fatalf("a name that was released: got %v, want no failure", err)
	}
}

// TestAFailureWhileAClaimIsSettled fails each call that a contender makes to decide a claim whose maker died: the failure is
// told, and once the store is back the name has one holder.
func TestAFailureWhileAClaimIsSettled(t *testing.T) {
	t.Parallel()
	for event, free := range map[string]bool{"name.claimed": true, "dossier.created": false} {
		t.Run(event, func(t *testing.T) {
			t.Parallel()
			estest.EachFault(t, func(f *estest.Faults) error {
				store := estest.NewStore()
				if err := take(t, commandsOn(&dying{Store: store, event: event}), anybody(), "Claims"); !errors.Is(err, errDead) {
					t.Fatalf("the creator survives: got %v, want %v", err, errDead)
				}
				r := anybody()
				err := take(t, commandsOn(f.Store(store)), r, "Claims")
				if !free && errors.Is(err, ErrNameTaken) { // which is right, whatever failed behind it
					if err = nil; f.Failed() != "" {
						err = estest.ErrFault
					}
				}
				again := take(t, commandsOn(store), r, "Claims")
				if free && again != nil || !free && !errors.Is(again, ErrNameTaken) {
					t.Errorf("after %s: got %v, want nil: %v", f.Failed(), again, !free)
				}
				if n := holders(t, commandsOn(store), "Claims"); n != 1 {
					t.Errorf("after %s: %d hold the name, want 1", f.Failed(), n)
				}
				return err
			})
		})
	}
}
