package evidence_test

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"testing"

	"golang.org/x/mod/sumdb/tlog"

	"github.com/seed-62a36931/docket/domain/es"
	"github.com/seed-62a36931/docket/evidence"
)

// TestTilePaths reads paths of c2sp.org/tlog-tiles in the one form that they have.
func TestTilePaths(t *testing.T) {
	for _, c := range []struct {
		level, rest string
		want        evidence.TilePath
	}{
		{"0", "000", evidence.TilePath{Width: 256}},
		{"0", "999.p/255", evidence.TilePath{Index: 999, Width: 255}},
		{"1", "x001/000", evidence.TilePath{Level: 1, Index: 1000, Width: 256}},
		{"0", "x001/x234/067.p/8", evidence.TilePath{Index: 1_234_067, Width: 8}},
		{"entries", "x001/234", evidence.TilePath{Entries: true, Index: 1234, Width: 256}},
	} {
		if got, err := evidence.ParseTilePath(c.level, c.rest); err != nil || got != c.want {
			t.Errorf("%s/%s: got %+v, %v, want %+v", c.level, c.rest, got, err, c.want)
		}
	}
	for _, path := range [][2]string{{"0", ""}, {"0", "0"}, {"0", "1000"}, {"0", "x000/001"}, {"0", "001/234"},
		{"0", "000.p/0"}, {"0", "000.p/256"},
		{"0", "000.p/01"}, {"00", "000"}, {"-1", "000"}, {"data", "000"}, {"0", "../000"}, {"0", "000/"}, {"entries", "-01"},
		{"0", "x999/x999/x999/x999/x999/x999/999"}} {
		if got, err := evidence.ParseTilePath(path[0], path[1]); !errors.Is(err, evidence.ErrNoTile) {
			t.Errorf("%s/%s: got %+v, %v, want %v", path[0], path[1], got, err, evidence.ErrNoTile)
		}
	}
}

// TestEntriesAreThoseOfTheTiles reads entries of every tile and holds them against its hashes. Entries of two
// workspaces under a tile are given to neither.
func TestEntriesAreThoseOfTheTiles(t *testing.T) {
	b := newBundler(t, 700)
	b.sign(t)
	r := evidence.Reader{Store: b.tree, Log: b.log}
	for _, path := range []evidence.TilePath{{Width: 256}, {Index: 1, Width: 256}, {Index: 2, Width: 188}, {Index: 2, Width: 1},
		{Width: 2}} {
		hashes, err := r.ReadTile(t.Context(), path)
		if err != nil {
			t.Fatal(err)
		}
		path.Entries = true
		entries, err := r.ReadEntries(t.Context(), "demo", path)
		if err != nil {
			t.Fatal(err)
		}
		var got []byte
		for len(entries) > 0 {
			n := binary.BigEndian.Uint16(entries)
			leaf := tlog.RecordHash(entries[2 : 2+n])
			got, entries = append(got, leaf[:]...), entries[2+n:]
		}
		if !bytes.Equal(got, hashes) {
			t.Errorf("the entries of %+v are not those of its hashes, want the same bytes", path)
		}
		if _, err := r.ReadEntries(t.Context(), "other", path); !errors.Is(err, evidence.ErrForeignEntries) {
			t.Errorf("another workspace gets %v, want %v", err, evidence.ErrForeignEntries)
		}
	}
	for _, path := range []evidence.TilePath{{Index: 2, Width: 256}, {Index: 3, Width: 1}, {Level: 1, Width: 3}} {
		if _, err := r.ReadTile(t.Context(), path); !errors.Is(err, evidence.ErrNoTile) {
			t.Errorf("%+v: got %v, want %v", path, err, evidence.ErrNoTile)
		}
	}
}

// TestProofsAreForTheWorkspace proves events to their own workspace.
func TestProofsAreForTheWorkspace(t *testing.T) {
	b := newBundler(t, 300)
	if err := b.tree.KeepCheckpoint(t.Context(), 300, b.sign(t)); err != nil {
		t.Fatal(err)
	}
	r := evidence.Reader{Store: b.tree, Log: b.log}
	proof, err := r.ProveEvent(t.Context(), "demo", 270)
	if err != nil {
		t.Fatal(err)
	}
	if e, _, err := proof.Verify(b.notary.Key()); err != nil || e.Position != 270 {
		t.Errorf("got position %d, %v, want 270", e.Position, err)
	}
	if _, err := r.ProveEvent(t.Context(), "other", 270); !errors.Is(err, es.ErrNoEvent) {
		t.Errorf("another workspace gets %v, want %v", err, es.ErrNoEvent)
	}
	at := b.append(t, "file-late-1", 0, "file.uploaded", fmt.Sprint(1))
	if _, err := r.ProveEvent(t.Context(), "demo", at); !errors.Is(err, evidence.ErrNotCovered) {
		t.Errorf("an event that is not signed: got %v, want %v", err, evidence.ErrNotCovered)
	}
}
