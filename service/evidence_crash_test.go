package service_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/google/uuid"
	"golang.org/x/mod/sumdb/tlog"

	"github.com/seed-62a36931/docket/adapters/sqlite"
	"github.com/seed-62a36931/docket/domain/es"
	"github.com/seed-62a36931/docket/domain/es/estest"
	"github.com/seed-62a36931/docket/evidence"
	"github.com/seed-62a36931/docket/service/keeper"
)

// errCrash is what a store says whose process is gone.
var errCrash = errors.New("crashed")

// A crashingStore is the store of a process that crashes before or behind one of its writes.
type crashingStore struct {
	evidence.Store
	left   int  // writes until the crash
	behind bool // the last one is done
}

// write does a write, or crashes.
func (c *crashingStore) write(do func() error) error {
	c.left--
	if c.left > 0 {
		return do()
	}
	if c.left == 0 && c.behind {
		return errors.Join(do(), errCrash)
	}
	return errCrash
}

func (c *crashingStore) SaveTree(ctx context.Context, from, to evidence.State, tiles []evidence.Tile) error {
	return c.write(func() error { return c.Store.SaveTree(ctx, from, to, tiles) })
}

func (c *crashingStore) KeepCheckpoint(ctx context.Context, size int64, note []byte) error {
	return c.write(func() error { return c.Store.KeepCheckpoint(ctx, size, note) })
}

// TestCrashesBetweenTreeAndCheckpoint crashes a hundred times before and behind the writes of tree and checkpoint, and
// starts again as a service does. Every checkpoint that was ever signed is of the log, and continues the one before.
func TestCrashesBetweenTreeAndCheckpoint(t *testing.T) {
	dir := t.TempDir()
	store, err := sqlite.OpenEvidence(t.Context(), filepath.Join(dir, "evidence.db"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = store.Close() })
	log, memory := estest.NewStore(), filepath.Join(dir, "checkpoints.txt")
	crashes := 0
	for round := range 100 {
		for i := range 1 + round*7%300 {
			e := es.Envelope{ID: uuid.New(), Type: "test.happened", Schema: 1, Body: []byte("{}")}
			stream := es.StreamID(fmt.Sprintf("box-demo-%d-%d", round, i))
			if _, err := log.Append(t.Context(), stream, 0, []es.Envelope{e}); err != nil {
				t.Fatal(err)
			}
		}
		c := &crashingStore{Store: store, left: 1 + round%4, behind: round/4%2 == 1}
		if err := signOnce(t.Context(), c, log, filepath.Join(dir, "notary.key"), memory); errors.Is(err, errCrash) {
			crashes++
		} else if err != nil {
			t.Fatalf("round %d: %v, want no error", round, err)
		}
	}
	if err := signOnce(t.Context(), store, log, filepath.Join(dir, "notary.key"), memory); err != nil {
		t.Fatal(err)
	}
	if crashes < 50 {
		t.Errorf("only %d rounds crashed, want at least 50", crashes)
	}
	expectCheckpointsOf(t, log, store, memory)
}

// signOnce does what a service does at a start: what a crash kept from the database is kept there, the tree is brought up to the
// end of the log, and signed.
func signOnce(ctx context.Context, s evidence.Store, log es.Store, key, memory string) (err error) {
	notary, _, err := evidence.OpenNotary(key, memory)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, notary.Close()) }()
	if tree, signed := notary.Last(); signed != nil {
		if err := s.KeepCheckpoint(ctx, tree.N, signed); err != nil {
			return err
		}
	}
	builder, err := evidence.NewBuilder(ctx, s)
	if err != nil {
		return err
	}
	if err := builder.CatchUp(ctx, log); err != nil {
		return err
	}
	_, err = keeper.SignTree(ctx, s, notary, builder.State().Size)
	return err
}

// expectCheckpointsOf wants all checkpoints in the notary's memory to be of a log, and in the store.
func expectCheckpointsOf(t *testing.T, log es.Store, s evidence.Store, memory string) {
	t.Helper()
	text, err := os.ReadFile(memory)
	if err != nil {
		t.Fatal(err)
	}
	signed, rest, err := evidence.ReadCheckpoints(string(text), memory)
	if err != nil || rest != "" || len(signed) < 20 {
		t.Fatalf(`%d checkpoints, %v, behind them %q, want rest = "", len(signed) at least 20 and no error`, len(signed), err, rest)
	}
	roots := map[int64]tlog.Hash{}
	var r evidence.Roots
	for e, err := range log.All(t.Context(), 0, es.Filter{}) {
		if err != nil {
			t.Fatal(err)
		}
		r.Add(evidence.LeafHash(e))
		roots[r.Size()] = r.Tree().Hash
	}
	kept := map[tlog.Tree]bool{}
	err = s.EachCheckpoint(t.Context(), func(note []byte) error {
		c, err := evidence.ParseCheckpoint(string(note))
		kept[c.Tree] = true
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	last := int64(0)
	for _, c := range signed {
		if c.N <= last || roots[c.N] != c.Hash || !kept[c.Tree] {
			t.Errorf("the checkpoint of %d events: behind one of %d, root %v, that of the log %v, in the store: %v, want one of the log",
				c.N, last, c.Hash, roots[c.N], kept[c.Tree])
		}
		last = c.N
	}
	if last != r.Size() {
		t.Errorf("the last checkpoint has %d events, the log %d, want the same", last, r.Size())
	}
}
