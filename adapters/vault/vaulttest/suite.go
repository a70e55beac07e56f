package vaulttest

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"testing"

	"github.com/seed-62a36931/docket/adapters/vault"
	"github.com/seed-62a36931/docket/domain/es"
)

// A Place is where a store lies: each call opens it again, as another process would.
// The test closes what it opens.
type Place func(t testing.TB) Store

// Run checks that a key store fulfils its contract; fresh returns an empty place.
func Run(t *testing.T, fresh func(t testing.TB) Place) {
	for name, test := range map[string]func(*testing.T, Place){
		"the first key stands":                  firstStands,
		"one of many concurrent keys wins":      oneWins,
		"destruction takes what is below":       destroyTree,
		"a tombstone needs no key":              tombstoneFirst,
		"boxes are replaced and removed":        storeBoxes,
		"another process reads what was sealed": twoProcesses,
		"another process's destruction holds":   destroyedElsewhere,
		"another master key is refused":         otherMaster,
		"secrets are made once":                 secretsOnce,
		"secrets die with their workspace":      secretsDie,
	} {
		t.Run(name, func(t *testing.T) { test(t, fresh(t)) })
	}
}

// TestMaster is a master key for tests.
func TestMaster(t testing.TB) vault.Master {
	t.Helper()
	m, err := vault.ParseMaster(bytes.Repeat([]byte{7}, 32))
	mustSucceed(t, err)
	return m
}

// OpenVault opens a vault with the test's master key.
func OpenVault(t testing.TB, keys vault.Keys) *vault.Vault {
	t.Helper()
	v, err := vault.New(t.Context(), TestMaster(t), keys, vault.Options{})
	mustSucceed(t, err)
	return v
}

func firstStands(t *testing.T, place Place) {
	s := place(t)
	if w, gone, err := s.Get(t.Context(), "a/b.1"); w != nil || gone || err != nil {
		t.Fatalf("an empty store answers %v %v %v", w, gone, err)
	}
	for _, wrapped := range []string{"first", "second"} {
		if w, gone, err := s.Insert(t.Context(), "a/b.1", []byte(wrapped)); string(w) != "first" || gone || err != nil {
			t.Fatalf("insert of %s answers %q %v %v", wrapped, w, gone, err)
		}
	}
	if w, gone, err := place(t).Get(t.Context(), "a/b.1"); string(w) != "first" || gone || err != nil {
		t.Fatalf("opened again: %q %v %v", w, gone, err)
	}
}

func oneWins(t *testing.T, place Place) {
	stores := []Store{place(t), place(t)}
	got := make([]string, 16)
	runParallel(t, len(got), func(ctx context.Context, i int) error {
		w, _, err := stores[i%2].Insert(ctx, "a", fmt.Appendf(nil, "key %d", i))
		got[i] = string(w)
		return err
	})
	if slices.Sort(got); got[0] != got[len(got)-1] || got[0] == "" {
		t.Fatalf("several keys stand: %q", got)
	}
}

func destroyTree(t *testing.T, place Place) {
	s := place(t)
	for _, name := range []string{"a", "a/d.1", "a/d.1/f.1", "a/d.1/f.2", "a/d.10", "a/d.1-x", "a/d.2"} {
		_, _, err := s.Insert(t.Context(), name, []byte("key"))
		mustSucceed(t, err)
	}
	for range 2 {
		mustSucceed(t, s.Destroy(t.Context(), "a/d.1"))
	}
	other := place(t)
	for name, want := range map[string]bool{
		"a": false, "a/d.1": true, "a/d.1/f.1": true, "a/d.1/f.2": true, "a/d.10": false, "a/d.1-x": false, "a/d.2": false,
	} {
		w, gone, err := other.Get(t.Context(), name)
		if gone != want || (w == nil) != want || err != nil {
			t.Errorf("%s: key %q, destroyed %v, %v", name, w, gone, err)
		}
	}
	list, err := other.DestroyedSubjects(t.Context())
	if want := []string{"a/d.1", "a/d.1/f.1", "a/d.1/f.2"}; err != nil || !slices.Equal(list, want) {
		t.Errorf("destroyed are %q, %v", list, err)
	}
	list, err = other.LiveSubjects(t.Context())
	if want := []string{"a", "a/d.1-x", "a/d.10", "a/d.2"}; err != nil || !slices.Equal(list, want) {
		t.Errorf("alive are %q and %v, want %q", list, err, want)
	}
}

func tombstoneFirst(t *testing.T, place Place) {
	s := place(t)
	mustSucceed(t, s.Destroy(t.Context(), "a/d.1"))
	if w, gone, err := s.Insert(t.Context(), "a/d.1", []byte("key")); w != nil || !gone || err != nil {
		t.Fatalf("insert behind a tombstone: %q %v %v", w, gone, err)
	}
	v := OpenVault(t, s)
	if _, err := v.Seal(t.Context(), "a/d.1/f.9", nil, []byte("x")); !errors.Is(err, es.ErrErased) {
		t.Fatalf("seal below a tombstone: %v", err)
	}
}

func storeBoxes(t *testing.T, place Place) {
	s := place(t)
	for _, name := range []string{"ws/b", "ws/a", "wt/a"} {
		mustSucceed(t, s.PutBox(t.Context(), name, []byte("old")))
		mustSucceed(t, s.PutBox(t.Context(), name, []byte("new "+name)))
	}
	if b, err := s.InsertBox(t.Context(), "ws/a", []byte("late")); string(b) != "new ws/a" || err != nil {
		t.Fatalf("insert over a box: %q %v", b, err)
	}
	for old, want := range map[string]bool{"other": false, "new ws/b": true} {
		if swapped, err := s.SwapBox(t.Context(), "ws/b", []byte(old), []byte("new ws/b")); swapped != want || err != nil {
			t.Fatalf("swap %q: %v %v", old, swapped, err)
		}
	}
	if swapped, err := s.SwapBox(t.Context(), "ws/none", nil, []byte("x")); swapped || err != nil {
		t.Fatalf("swap nothing: %v %v", swapped, err)
	}
	if b, err := place(t).GetBox(t.Context(), "ws/b"); string(b) != "new ws/b" || err != nil {
		t.Fatalf("opened again: %q %v", b, err)
	}
	names, err := s.BoxNames(t.Context(), "ws/")
	if err != nil || !slices.Equal(names, []string{"ws/a", "ws/b"}) {
		t.Fatalf("names are %q, %v", names, err)
	}
	for range 2 {
		mustSucceed(t, s.DeleteBox(t.Context(), "ws/a"))
	}
	if b, err := s.GetBox(t.Context(), "ws/a"); b != nil || err != nil {
		t.Fatalf("deleted: %q %v", b, err)
	}
}

// runParallel runs f n times at once.
func runParallel(t *testing.T, n int, f func(ctx context.Context, i int) error) {
	t.Helper()
	var all sync.WaitGroup
	for i := range n {
		all.Go(func() {
			if err := f(t.Context(), i); err != nil {
				t.Errorf("run %d: %v", i, err)
			}
		})
	}
	all.Wait()
}

func mustSucceed(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}
