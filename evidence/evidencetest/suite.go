// Package evidencetest is the suite of stores of the tree over the log.
package evidencetest

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"iter"
	"slices"
	"testing"

	"github.com/google/uuid"
	"github.com/transparency-dev/merkle/proof"
	"github.com/transparency-dev/merkle/rfc6962"
	"golang.org/x/mod/sumdb/tlog"

	"github.com/seed-62a36931/docket/domain/es"
	"github.com/seed-62a36931/docket/domain/es/estest"
	"github.com/seed-62a36931/docket/evidence"
)

// events is how many events the trees of the suite have: a tile of the second level, and more.
const events = 70_000

// Run tests everything that evidence.Store promises. open opens the store of an empty place.
func Run(t *testing.T, open func(t *testing.T) evidence.Store) {
	log, roots := fillLog(t)
	t.Run("Tree", func(t *testing.T) { testTree(t, open(t), log, roots) })
	t.Run("Rebuild", func(t *testing.T) { testRebuild(t, open(t), log) })
	t.Run("Proofs", func(t *testing.T) { testProofs(t, open(t), log, roots) })
	t.Run("Rivals", func(t *testing.T) { testRivals(t, open(t), log) })
	t.Run("Checkpoints", func(t *testing.T) { testCheckpoints(t, open(t)) })
}

// fillLog returns a log, and the tree at every size.
func fillLog(t *testing.T) (es.Store, []tlog.Tree) {
	t.Helper()
	log := estest.NewStore()
	var r evidence.Roots
	roots := []tlog.Tree{r.Tree()}
	for i := 0; i < events; {
		batch := make([]es.Envelope, min(100, events-i))
		for j := range batch {
			batch[j] = es.Envelope{ID: uuid.New(), Type: "test.happened", Schema: 1, Body: fmt.Appendf(nil, "%d", i+j)}
		}
		if _, err := log.Append(t.Context(), es.StreamID(fmt.Sprintf("a-demo-%d", i)), 0, batch); err != nil {
			t.Fatal(err)
		}
		i += len(batch)
	}
	for e, err := range log.All(t.Context(), 0, es.Filter{}) {
		if err != nil {
			t.Fatal(err)
		}
		r.Add(evidence.LeafHash(e))
		roots = append(roots, r.Tree())
	}
	return log, roots
}

// upTo is a log as it was when it ended at a position.
type upTo struct {
	es.Store
	end es.Position
}

// Head implements es.Store.
func (u upTo) Head(ctx context.Context) (es.Position, error) {
	head, err := u.Store.Head(ctx)
	return min(head, u.end), err
}

// All implements es.Store.
func (u upTo) All(ctx context.Context, after es.Position, f es.Filter) iter.Seq2[es.Envelope, error] {
	return func(yield func(es.Envelope, error) bool) {
		for e, err := range u.Store.All(ctx, after, f) {
			if e.Position > u.end || !yield(e, err) {
				return
			}
		}
	}
}

// build builds the tree of a log up to a position, with a builder that is opened anew.
func build(t *testing.T, s evidence.Store, log es.Store, end es.Position) {
	t.Helper()
	b, err := evidence.NewBuilder(t.Context(), s)
	if err == nil {
		err = b.CatchUp(t.Context(), upTo{log, end})
	}
	if err != nil {
		t.Fatal(err)
	}
	if state, err := s.State(t.Context()); err != nil || state != b.State() || state.Position != end {
		t.Fatalf("the state is %+v, %v, want %+v, up to %d", state, err, b.State(), end)
	}
}

// testTree builds a tree in pieces, and holds roots and proofs against another implementation.
func testTree(t *testing.T, s evidence.Store, log es.Store, roots []tlog.Tree) {
	if got, err := evidence.TreeAt(t.Context(), s, 0); err != nil || got != roots[0] {
		t.Errorf("the empty tree is %v, %v, want %v", got, err, roots[0])
	}
	sizes := []int64{1, 2, 255, 256, 257, 300, 511, 512, 5000, 65535, 65536, 65537, events - 1, events}
	for _, n := range sizes {
		build(t, s, log, es.Position(n))
	}
	for i, n := range sizes {
		if got, err := evidence.TreeAt(t.Context(), s, n); err != nil || got != roots[n] {
			t.Errorf("the tree of %d is %v, %v, want %v", n, got, err, roots[n])
		}
		if i == 0 {
			continue
		}
		older := sizes[i-1]
		p, err := evidence.ProveConsistency(t.Context(), s, n, older)
		if err != nil {
			t.Fatal(err)
		}
		before, after := roots[older].Hash, roots[n].Hash
		err = proof.VerifyConsistency(rfc6962.DefaultHasher, uint64(older), uint64(n), hashes(p), before[:], after[:])
		if err != nil {
			t.Errorf("from %d to %d: %v", older, n, err)
		}
	}
	for level, index := 0, int64(3); level < 3; level++ {
		tile, err := s.Tile(t.Context(), level, index<<20)
		if err != nil || len(tile) != 0 {
			t.Errorf("a tile that is not there: %d bytes, %v", len(tile), err)
		}
	}
}

// testProofs proves events at the edges of tiles, and holds the proofs against another
// implementation.
func testProofs(t *testing.T, s evidence.Store, log es.Store, roots []tlog.Tree) {
	const covered = 66_000
	build(t, s, log, covered)
	note := evidence.Checkpoint{Origin: "test", Tree: roots[covered]}.String()
	if err := s.KeepCheckpoint(t.Context(), covered, []byte(note)); err != nil {
		t.Fatal(err)
	}
	root := roots[covered].Hash
	for _, at := range []es.Position{1, 2, 256, 257, 300, 65536, 65537, covered} {
		p, err := evidence.ProveEvent(t.Context(), s, log, at)
		if err != nil || p.Index != int64(at)-1 {
			t.Fatalf("position %d: index %d, %v", at, p.Index, err)
		}
		leaf := rfc6962.DefaultHasher.HashLeaf(p.Entry)
		if err := proof.VerifyInclusion(rfc6962.DefaultHasher, uint64(p.Index), covered, leaf, hashes(p.Hashes), root[:]); err != nil {
			t.Errorf("position %d: %v", at, err)
		}
	}
	if _, err := evidence.ProveEvent(t.Context(), s, log, covered+1); !errors.Is(err, evidence.ErrNotCovered) {
		t.Errorf("behind the checkpoint: got %v, want %v", err, evidence.ErrNotCovered)
	}
	if _, err := evidence.ProveEvent(t.Context(), s, log, events+1); !errors.Is(err, es.ErrNoEvent) {
		t.Errorf("behind the log: got %v, want %v", err, es.ErrNoEvent)
	}
}

func hashes(p []tlog.Hash) (out [][]byte) {
	for _, h := range p {
		out = append(out, h[:])
	}
	return out
}

// tiles returns all tiles of a tree.
func tiles(t *testing.T, s evidence.Store) (out [][]byte) {
	t.Helper()
	for level, n := 0, int64(events); n > 0; level, n = level+1, n/evidence.TileWidth {
		for i := range (n + evidence.TileWidth - 1) / evidence.TileWidth {
			tile, err := s.Tile(t.Context(), level, i)
			if err != nil || len(tile) == 0 {
				t.Fatalf("tile %d of level %d: %v", i, level, err)
			}
			out = append(out, tile)
		}
	}
	return out
}

// testRebuild wants the same bytes whatever the pieces in which a tree was built.
func testRebuild(t *testing.T, s evidence.Store, log es.Store) {
	for _, n := range []es.Position{100, 30_000, events} {
		build(t, s, log, n)
	}
	before := tiles(t, s)
	if err := s.ResetTree(t.Context()); err != nil {
		t.Fatal(err)
	}
	if state, err := s.State(t.Context()); err != nil || state != (evidence.State{}) {
		t.Errorf("after a reset the state is %+v, %v", state, err)
	}
	build(t, s, log, events)
	if !slices.EqualFunc(tiles(t, s), before, bytes.Equal) {
		t.Error("a tree that was built anew has other tiles")
	}
}

// testRivals has two builders save: the later one is refused, and nothing of it is kept.
func testRivals(t *testing.T, s evidence.Store, log es.Store) {
	late, err := evidence.NewBuilder(t.Context(), s)
	if err != nil {
		t.Fatal(err)
	}
	build(t, s, log, 300)
	tile, err := s.Tile(t.Context(), 0, 1)
	if err != nil {
		t.Fatal(err)
	}
	if err := late.CatchUp(t.Context(), upTo{log, 500}); !errors.Is(err, evidence.ErrStateMoved) {
		t.Errorf("got %v, want %v", err, evidence.ErrStateMoved)
	}
	if again, err := s.Tile(t.Context(), 0, 1); err != nil || !bytes.Equal(again, tile) {
		t.Errorf("the refused tree left a tile of %d hashes, %v", len(again)/tlog.HashSize, err)
	}
}

func testCheckpoints(t *testing.T, s evidence.Store) {
	if last, err := s.LastCheckpoint(t.Context()); err != nil || last != nil {
		t.Errorf("an empty store has %q, %v", last, err)
	}
	for _, size := range []int64{7, 300, 20, 300} {
		if err := s.KeepCheckpoint(t.Context(), size, fmt.Appendf(nil, "of %d", size)); err != nil {
			t.Fatal(err)
		}
	}
	var all []string
	err := s.EachCheckpoint(t.Context(), func(note []byte) error {
		all = append(all, string(note))
		return nil
	})
	if err != nil || !slices.Equal(all, []string{"of 7", "of 20", "of 300"}) {
		t.Errorf("got %q, %v", all, err)
	}
	for _, want := range []string{"of 300", "of 20"} {
		if last, err := s.LastCheckpoint(t.Context()); err != nil || string(last) != want {
			t.Errorf("the last is %q, %v, want %q", last, err, want)
		}
		for range 2 { // one that is not there is none
			if err := s.DropCheckpoint(t.Context(), []byte(want)); err != nil {
				t.Fatal(err)
			}
		}
	}
}
