package evidence_test

import (
	"crypto/rand"
	"errors"
	"fmt"
	"os"
	"strings"
	"testing"

	"golang.org/x/mod/sumdb/note"
	"golang.org/x/mod/sumdb/tlog"

	"github.com/seed-62a36931/docket/domain/es"
	"github.com/seed-62a36931/docket/evidence"
)

// A shownLog is a log whose owner signs whatever he likes.
type shownLog struct {
	*bundler
	signer note.Signer
	name   string
	broken bool // the tiles are those of another tree
}

// newOwner returns a key, and logs with events of their own that it signs for.
func newOwner(t *testing.T, logs ...*shownLog) note.Verifier {
	t.Helper()
	secret, public, err := note.GenerateKey(rand.Reader, "docket/test")
	if err != nil {
		t.Fatal(err)
	}
	signer, err := note.NewSigner(secret)
	if err != nil {
		t.Fatal(err)
	}
	key, err := note.NewVerifier(public)
	if err != nil {
		t.Fatal(err)
	}
	for i, l := range logs {
		*l = shownLog{bundler: newBundler(t, 300), signer: signer, name: fmt.Sprintf("log %d", i)}
	}
	return key
}

// grow adds events.
func (l *shownLog) grow(t *testing.T, events int) {
	t.Helper()
	for range events {
		l.append(t, es.StreamID(fmt.Sprintf("late-demo-%d", l.size(t))), 0, "file.uploaded", "{}")
		l.sign(t)
	}
}

func (l *shownLog) size(t *testing.T) int64 {
	t.Helper()
	l.sign(t)
	return l.tree.state.Size
}

// show returns a checkpoint of the first events.
func (l *shownLog) show(t *testing.T, size int64) evidence.ShownCheckpoint {
	t.Helper()
	l.sign(t)
	tree, err := evidence.TreeAt(t.Context(), l.tree, size)
	if err != nil {
		t.Fatal(err)
	}
	signed, err := note.Sign(&note.Note{Text: evidence.Checkpoint{Origin: l.signer.Name(), Tree: tree}.String()}, l.signer)
	if err != nil {
		t.Fatal(err)
	}
	return evidence.ShownCheckpoint{Signed: signed, Source: l.name}
}

func (*shownLog) Height() int { return 8 }

// ReadTiles implements tlog.TileReader.
func (l *shownLog) ReadTiles(tiles []tlog.Tile) (out [][]byte, err error) {
	for _, tile := range tiles {
		hashes := l.tree.tiles[[2]int64{int64(tile.L), tile.N}].Hashes[:tile.W*tlog.HashSize]
		if l.broken {
			hashes = make([]byte, len(hashes))
		}
		out = append(out, hashes)
	}
	return out, nil
}

func (*shownLog) SaveTiles([]tlog.Tile, [][]byte) {}

// TestMonitorFollowsALog follows a log that grows, over a crash and new starts.
func TestMonitorFollowsALog(t *testing.T) {
	var log shownLog
	key := newOwner(t, &log)
	file := t.TempDir() + "/state"
	if _, err := evidence.OpenMonitor(file, evidence.LogKeys{{Verifier: key}}, false); !errors.Is(err, os.ErrNotExist) {
		t.Fatalf("without a memory: got %v, want %v", err, os.ErrNotExist)
	}
	for i, size := range []int64{10, 10, 256, 257, 300} {
		m, err := evidence.OpenMonitor(file, evidence.LogKeys{{Verifier: key}}, i == 0)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := evidence.OpenMonitor(file, evidence.LogKeys{{Verifier: key}}, false); err == nil {
			t.Error("two monitors have one memory")
		}
		others := []evidence.ShownCheckpoint{log.show(t, 5), log.show(t, size)}
		if err := m.Observe(log.show(t, size), others, &log); err != nil || m.Last().N != size {
			t.Fatalf("at %d events: got %v, and %d remembered, want %d remembered", size, err, m.Last().N, size)
		}
		if err := m.Close(); err != nil {
			t.Fatal(err)
		}
		text, err := os.ReadFile(file)
		if err == nil {
			err = os.WriteFile(file, append(text, log.show(t, 300).Signed[:40]...), 0o644) // what a crash leaves
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if _, err := evidence.OpenMonitor(file, evidence.LogKeys{{Verifier: key}}, true); !errors.Is(err, os.ErrExist) {
		t.Errorf("a new memory in the place of one: got %v, want %v", err, os.ErrExist)
	}
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if known, _, err := evidence.ReadCheckpoints(string(text), file); err != nil || len(known) != 4 {
		t.Errorf("the memory has %d checkpoints, %v, want 4", len(known), err)
	}
}

// TestMonitorFindsTwoHistories shows a monitor one history and then another, less than before, and another than
// a witness has seen. It keeps what proves it, and does not forget.
func TestMonitorFindsTwoHistories(t *testing.T) {
	var log, other shownLog
	key := newOwner(t, &log, &other)
	log.grow(t, 20)
	other.grow(t, 20)
	for _, c := range []struct {
		name          string
		before, shown evidence.ShownCheckpoint
		others        []evidence.ShownCheckpoint
		tiles         *shownLog
		why           string
	}{
		{"another continuation", log.show(t, 300), other.show(t, 310), nil, &other, "another history of the first 300 events"},
		{"another log of the same size", log.show(t, 300), other.show(t, 300), nil, &other, "another history of the first 300 events"},
		{"rollback", log.show(t, 310), log.show(t, 300), nil, &log, "fewer events (300, not 310)"},
		{"another than the witness was shown", log.show(t, 10), log.show(t, 310),
			[]evidence.ShownCheckpoint{log.show(t, 300), other.show(t, 305)},
			&log, "another history of the first 305 events"},
		{"less than the witness was shown", log.show(t, 10), log.show(t, 300), []evidence.ShownCheckpoint{log.show(t, 310)},
			&log, "fewer events"},
	} {
		t.Run(c.name, func(t *testing.T) {
			file := t.TempDir() + "/state"
			m, err := evidence.OpenMonitor(file, evidence.LogKeys{{Verifier: key}}, true)
			if err == nil {
				err = m.Observe(c.before, nil, &log)
			}
			if err != nil {
				t.Fatal(err)
			}
			last := m.Last()
			if err := m.Observe(c.shown, c.others, c.tiles); !errors.Is(err, evidence.ErrTwoHistories) ||
				!strings.Contains(err.Error(), c.why) {
				t.Errorf("got %v, want %v: %s", err, evidence.ErrTwoHistories, c.why)
			}
			if m.Last() != last {
				t.Errorf("%d events are remembered, want %d", m.Last().N, last.N)
			}
			kept, err := os.ReadFile(file + ".fork")
			if err != nil {
				t.Fatal(err)
			}
			if both, rest := evidence.SplitCheckpoints(string(kept)); len(both) != 2 || strings.TrimSpace(rest) != "" ||
				both[1] != string(c.shown.Signed) {
				t.Errorf("kept are %q, want both checkpoints", kept)
			}
			if err := m.Close(); err != nil {
				t.Fatal(err)
			}
			if _, err := evidence.OpenMonitor(file, evidence.LogKeys{{Verifier: key}}, false); !errors.Is(err, evidence.ErrTwoHistories) {
				t.Errorf("started again: got %v, want %v", err, evidence.ErrTwoHistories)
			}
		})
	}
}

// TestMonitorAccusesNobodyWithoutProof wants what proves nothing to be an error that is no finding.
func TestMonitorAccusesNobodyWithoutProof(t *testing.T) {
	var log, stranger shownLog
	key := newOwner(t, &log)
	newOwner(t, &stranger)
	file := t.TempDir() + "/state"
	m, err := evidence.OpenMonitor(file, evidence.LogKeys{{Verifier: key}}, true)
	if err == nil {
		err = m.Observe(log.show(t, 100), nil, &log)
	}
	if err != nil {
		t.Fatal(err)
	}
	if err := m.Observe(stranger.show(t, 200), nil, &stranger); !errors.Is(err, evidence.ErrCheckpoint) {
		t.Errorf("signed by a stranger: got %v, want %v", err, evidence.ErrCheckpoint)
	}
	if err := m.Observe(log.show(t, 200), []evidence.ShownCheckpoint{stranger.show(t, 100)}, &log); !errors.Is(err, evidence.ErrCheckpoint) {
		t.Errorf("a stranger's was shown: got %v, want %v", err, evidence.ErrCheckpoint)
	}
	log.broken = true
	if err := m.Observe(log.show(t, 200), nil, &log); !errors.Is(err, evidence.ErrUnverifiable) {
		t.Errorf("tiles of another tree: got %v, want %v", err, evidence.ErrUnverifiable)
	}
	log.broken = false
	if err := m.Observe(log.show(t, 200), nil, &log); err != nil || m.Last().N != 200 {
		t.Errorf("afterwards: got %v, and %d remembered, want 200", err, m.Last().N)
	}
	if _, err := os.Stat(file + ".fork"); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("a proof of two histories is kept: %v, want %v", err, os.ErrNotExist)
	}
}
