package evidence_test

import (
	"errors"
	"strings"
	"testing"

	"golang.org/x/mod/sumdb/tlog"

	"github.com/seed-62a36931/docket/evidence"
)

// provenEvent returns the text of a proof of the first golden event, and the notary whose
// checkpoint it rests on.
func provenEvent(t testing.TB, dir string) (string, *evidence.Notary) {
	t.Helper()
	n, _, err := evidence.OpenNotary(dir+"/notary.key", dir+"/checkpoints.txt")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = n.Close() })
	entry := evidence.EntryOf(goldenEvents()[0]).AppendBinary(nil)
	var h history
	for i, leaf := range []tlog.Hash{leafOf(0), tlog.RecordHash(entry), leafOf(2)} {
		stored, err := tlog.StoredHashesForRecordHash(int64(i), leaf, &h)
		if err != nil {
			t.Fatal(err)
		}
		h.stored = append(h.stored, stored...)
		h.roots.Add(leaf)
	}
	signed, err := h.sign(n)
	if err != nil {
		t.Fatal(err)
	}
	proof, err := tlog.ProveRecord(3, 1, &h)
	if err != nil {
		t.Fatal(err)
	}
	return evidence.Proof{Entry: entry, Index: 1, Hashes: proof, Checkpoint: signed}.String(), n
}

// TestProofsHoldAsTheyAre verifies a proof, and wants none to hold in which a character is another
// one.
func TestProofsHoldAsTheyAre(t *testing.T) {
	text, n := provenEvent(t, t.TempDir())
	p, err := evidence.ParseProof(text)
	if err != nil || p.String() != text {
		t.Fatalf("got %v, %v, want\n%s", p, err, text)
	}
	e, c, err := p.Verify(n.Key())
	if err != nil || e != evidence.EntryOf(goldenEvents()[0]) || c.N != 3 {
		t.Fatalf("got %+v, %+v, %v, want the first event of 3", e, c, err)
	}
	for i := range len(text) {
		changed := []byte(text)
		changed[i] ^= 1
		p, err := evidence.ParseProof(string(changed))
		if err == nil {
			_, _, err = p.Verify(n.Key())
		}
		if !errors.Is(err, evidence.ErrProof) && !errors.Is(err, evidence.ErrCheckpoint) && !errors.Is(err, evidence.ErrEntry) {
			t.Errorf("with %q in place of %q at %d: %v, want ErrProof, ErrCheckpoint or ErrEntry",
				changed[i], text[i], i, err)
		}
	}
}

// FuzzParseProof wants texts to be refused or to be the one form of what they read as.
func FuzzParseProof(f *testing.F) {
	text, _ := provenEvent(f, f.TempDir())
	f.Add(text)
	f.Add(strings.Replace(text, "index 1", "index 01", 1))
	f.Add("c2sp.org/tlog-proof@v1\nextra \nindex 0\n\n")
	f.Fuzz(func(t *testing.T, text string) {
		p, err := evidence.ParseProof(text)
		if err != nil {
			if !errors.Is(err, evidence.ErrProof) {
				t.Errorf("got %v, want %v", err, evidence.ErrProof)
			}
			return
		}
		if p.String() != text {
			t.Errorf("%q is written as %q, want %v", text, p, text)
		}
	})
}
