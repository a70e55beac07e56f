// Package leasetest is the conformance suite of whatever keeps leases.
package leasetest

import (
	"errors"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/uuid"

	"github.com/seed-62a36931/docket/processes"
)

// A Place is somewhere that leases are kept: open opens it, as each process does
// for itself, and Pass lets time go by on its clock.
type Place struct {
	Open func(t testing.TB) processes.Leases
	Pass func(time.Duration)
}

// Run tests an implementation of leases against its contract; fresh returns an empty
// place. TTLs of the suite are half a second, so that a real clock may pass.
func Run(t *testing.T, fresh func(t testing.TB) Place) {
	for name, test := range map[string]func(*testing.T, Place){
		"one holder at a time":               testOneHolder,
		"time ends a lease":                  testExpiry,
		"renewing keeps it":                  testRenewal,
		"a release frees only one's own":     testRelease,
		"held lists what is alive":           testHeld,
		"many compete and one works":         testCompetition,
		"a request without sense is refused": testRefusal,
	} {
		t.Run(name, func(t *testing.T) { test(t, fresh(t)) })
	}
}

const ttl = 500 * time.Millisecond

func testOneHolder(t *testing.T, p Place) {
	a, b := p.Open(t), p.Open(t)
	mine, yours := uuid.New(), uuid.New()
	f, err := a.Take(t.Context(), "file/1", mine, time.Hour)
	if err != nil || f.Key != "file/1" || f.Holder != mine || f.Until.IsZero() {
		t.Fatalf("take: %+v %v", f, err)
	}
	if _, err := b.Take(t.Context(), "file/1", yours, time.Hour); !errors.Is(err, processes.ErrLeaseHeld) {
		t.Fatalf("a second holder: %v", err)
	}
	if _, err := b.Take(t.Context(), "file/2", yours, time.Hour); err != nil {
		t.Fatalf("another key: %v", err)
	}
	longer, err := a.Take(t.Context(), "file/1", mine, 2*time.Hour)
	if err != nil || !longer.Until.After(f.Until) {
		t.Fatalf("taking what one holds: %v until %v, before until %v", err, longer.Until, f.Until)
	}
}

func testExpiry(t *testing.T, p Place) {
	a, b := p.Open(t), p.Open(t)
	f, err := a.Take(t.Context(), "k", uuid.New(), ttl)
	if err != nil {
		t.Fatal(err)
	}
	p.Pass(ttl + time.Millisecond)
	if _, err := a.Renew(t.Context(), f, ttl); !errors.Is(err, processes.ErrLeaseLost) {
		t.Fatalf("renewed after its end: %v", err)
	}
	if _, err := b.Take(t.Context(), "k", uuid.New(), ttl); err != nil {
		t.Fatalf("not free after its end: %v", err)
	}
	if _, err := a.Renew(t.Context(), f, ttl); !errors.Is(err, processes.ErrLeaseLost) {
		t.Fatalf("renewed what another holds: %v", err)
	}
}

func testRenewal(t *testing.T, p Place) {
	a, b := p.Open(t), p.Open(t)
	f, err := a.Take(t.Context(), "k", uuid.New(), ttl)
	for range 3 {
		if err != nil {
			t.Fatal(err)
		}
		p.Pass(ttl / 2)
		before := f.Until
		if f, err = a.Renew(t.Context(), f, ttl); err == nil && !f.Until.After(before) {
			t.Fatalf("renewed from %v to %v", before, f.Until)
		}
	}
	if _, err := b.Take(t.Context(), "k", uuid.New(), ttl); !errors.Is(err, processes.ErrLeaseHeld) {
		t.Fatalf("taken although renewed: %v", err)
	}
}

func testRelease(t *testing.T, p Place) {
	a, b := p.Open(t), p.Open(t)
	f, err := a.Take(t.Context(), "k", uuid.New(), time.Hour)
	if err != nil {
		t.Fatal(err)
	}
	stranger := processes.Fence{Key: "k", Holder: uuid.New()}
	if err := b.Release(t.Context(), stranger); err != nil {
		t.Fatalf("releasing what was lost: %v", err)
	}
	if _, err := b.Take(t.Context(), "k", stranger.Holder, time.Hour); !errors.Is(err, processes.ErrLeaseHeld) {
		t.Fatalf("a stranger released it: %v", err)
	}
	if err := a.Release(t.Context(), f); err != nil {
		t.Fatal(err)
	}
	if _, err := b.Take(t.Context(), "k", stranger.Holder, time.Hour); err != nil {
		t.Fatalf("not free after its release: %v", err)
	}
}

func testHeld(t *testing.T, p Place) {
	l := p.Open(t)
	for _, key := range []string{"file/ä", "file/1", "file%", "dossier/1"} {
		if _, err := l.Take(t.Context(), key, uuid.New(), time.Hour); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := l.Take(t.Context(), "file/over", uuid.New(), ttl); err != nil {
		t.Fatal(err)
	}
	p.Pass(ttl + time.Millisecond)
	for prefix, want := range map[string][]string{
		"file/": {"file/1", "file/ä"}, "file%": {"file%"}, "": {"dossier/1", "file%", "file/1", "file/ä"}, "x": nil,
	} {
		if got, err := l.HeldKeys(t.Context(), prefix); err != nil || !slices.Equal(got, want) {
			t.Errorf("held under %q: %q, %v", prefix, got, err)
		}
	}
}

// testCompetition lets eight workers of two processes take and release one lease; a
// counter that none of them guards otherwise must stay whole.
func testCompetition(t *testing.T, p Place) {
	handles := []processes.Leases{p.Open(t), p.Open(t)}
	var inside, turns atomic.Int64
	var all sync.WaitGroup
	for i := range 8 {
		all.Go(func() {
			me := uuid.New()
			for turns.Load() < 100 {
				f, err := handles[i%2].Take(t.Context(), "k", me, time.Hour)
				if errors.Is(err, processes.ErrLeaseHeld) {
					continue
				}
				if err != nil {
					t.Errorf("take: %v", err)
					return
				}
				if inside.Add(1) != 1 {
					t.Error("two holders at a time")
				}
				turns.Add(1)
				inside.Add(-1)
				if err := handles[i%2].Release(t.Context(), f); err != nil {
					t.Errorf("release: %v", err)
					return
				}
			}
		})
	}
	all.Wait()
}

func testRefusal(t *testing.T, p Place) {
	l := p.Open(t)
	for _, d := range []time.Duration{0, -time.Second, 1000 * time.Hour} {
		if _, err := l.Take(t.Context(), "k", uuid.New(), d); err == nil {
			t.Errorf("a lease for %s", d)
		}
	}
	if _, err := l.Take(t.Context(), "", uuid.New(), ttl); err == nil {
		t.Error("a lease of nothing")
	}
}
