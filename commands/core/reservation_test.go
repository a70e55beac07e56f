package core

import (
	"context"
	"errors"
	"testing"

	"github.com/google/uuid"

	"github.com/seed-62a36931/docket/domain"
	"github.com/seed-62a36931/docket/domain/dossier"
	"github.com/seed-62a36931/docket/domain/es"
	"github.com/seed-62a36931/docket/domain/es/estest"
	"github.com/seed-62a36931/docket/domain/naming"
)

// A Reservation is concluded by what became of the append that it was made for.
func TestAReservationIsConcludedByItsAppend(t *testing.T) {
	holder := dossier.StreamOf("demo", uuid.NewString())
	for _, c := range []struct {
		name string
		err  error
		want naming.Status
	}{
		{"appended", nil, naming.Held},
		{"refused", domain.ErrAccessDenied, naming.Free},
		{"lost", es.ErrConflict, naming.Free},
		{"in doubt", errors.New("the answer was lost"), naming.Pending},
		{"given up", context.Canceled, naming.Pending},
	} {
		t.Run(c.name, func(t *testing.T) {
			co, r := commandsOn(estest.NewStore()), anybody()
			name, err := co.ReserveName(t.Context(), r, "k", holder, 0)
			if err != nil {
				t.Fatal(err)
			}
			if err := ConcludeNames(t.Context(), c.err, Reservation{}, name); !errors.Is(err, c.err) {
				t.Errorf("got %v, want %v", err, c.err)
			}
			found, err := co.ReadName(t.Context(), r, "k")
			if err != nil || found.State.Status != c.want {
				t.Errorf("got a name of status %d, %v, want %d", found.State.Status, err, c.want)
			}
		})
	}
}

// A name that was released can be reserved by the same request again.
func TestANameIsReservedAgainAfterItsRelease(t *testing.T) {
	c, r := commandsOn(estest.NewStore()), anybody()
	holder := dossier.StreamOf("demo", uuid.NewString())
	first, err := c.ReserveName(t.Context(), r, "k", holder, 0)
	if err != nil {
		t.Fatal(err)
	}
	if err := first.Release(t.Context()); err != nil {
		t.Fatal(err)
	}
	if found, err := c.ReadName(t.Context(), r, "k"); err != nil || found.State.Status != naming.Free {
		t.Fatalf("after the release: got a name of status %d, %v, want it free", found.State.Status, err)
	}
	again, err := c.ReserveName(t.Context(), r, "k", holder, 0)
	if err != nil || again.Hold != first.Hold {
		t.Errorf("got the hold %v, %v, want %v", again.Hold, err, first.Hold)
	}
}

// A Reservation whose claim somebody else settled meanwhile does nothing to the name of
// the next holder.
func TestAReservationThatWasSettledLeavesTheNameAlone(t *testing.T) {
	c, slow, quick := commandsOn(estest.NewStore()), anybody(), anybody()
	key, err := c.NameKey(t.Context(), "demo", "dossier", "Claims")
	if err != nil {
		t.Fatal(err)
	}
	name, err := c.ReserveName(t.Context(), slow, key, dossier.StreamOf("demo", uuid.NewString()), 0)
	if err != nil {
		t.Fatal(err)
	}
	if err := take(t, c, quick, "Claims"); err != nil { // fences the slow one
		t.Fatal(err)
	}
	if err := errors.Join(name.Confirm(t.Context()), name.Release(t.Context())); err != nil {
		t.Error(err)
	}
	holder, err := c.HolderOf(t.Context(), anybody(), key)
	if want := dossier.StreamOf("demo", quick.NewID("dossier")); err != nil || holder != want {
		t.Errorf("got the holder %q, %v, want %q", holder, err, want)
	}
}

// Every aggregate that takes names can be fenced.
func TestEveryHolderOfNamesHasAFence(t *testing.T) {
	for category, kind := range nameHolders {
		if kind.fence(uuid.New()) == nil || kind.holds == nil {
			t.Errorf("%s: has no fence or does not tell what it holds, want kind.fence(uuid.New()) != nil and kind.holds != nil", category)
		}
		claim := naming.Claimed{Claim: uuid.New(), Holder: es.StreamOf(category, "demo", uuid.NewString())}
		if ok, err := kind.holds(t.Context(), commandsOn(estest.NewStore()).Log, claim); ok || err != nil {
			t.Errorf("%s: an empty stream holds a name: %v, %v, want not ok and no error", category, ok, err)
		}
	}
}
