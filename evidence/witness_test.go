package evidence_test

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"golang.org/x/mod/sumdb/note"
	"golang.org/x/mod/sumdb/tlog"

	"github.com/seed-62a36931/docket/evidence"
)

// TestCosignature makes a cosignature that two other implementations of c2sp.org/tlog-cosignature
// (filippo.io/torchwood v0.9.0 made it, github.com/transparency-dev/formats v0.1.1 verified it) made of the same key and time.
func TestCosignature(t *testing.T) {
	const (
		text   = "example.com/behind-the-sofa\n20852163\nCsUYapGGPo4dkMgIAUqom/Xajj7h2fB2MPA3j2jxq2I=\n"
		key    = "witness.example/w1+e75f6532+BAOhB7/zzhC+HXDdGOdLwJln5NYwm6UNXx3chmQSVTG4"
		secret = "PRIVATE+KEY+witness.example/w1+e75f6532+BAABAgMEBQYHCAkKCwwNDg8QERITFBUWFxgZGhscHR4f"
		want   = "519lMgAAAABrBjC6YBMPjQdfc7OYS/z7O+KWYRt2oAke4F3dYZ5WAwf2YNNLaZovkduXzhlZr1PapjfbV2ClchvOcLKB5vKDFZHRBw=="
	)
	c, err := evidence.ParseCosigner(secret)
	if err != nil || c.Key().String() != key {
		t.Fatalf("got %v, %v, want c.Key().String() = %v and no error", c, err, key)
	}
	s := c.Cosign(text, time.Unix(0x6b0630ba, 0))
	if s.Base64 != want || s.Name != "witness.example/w1" {
		t.Errorf("got %+v, want %s", s, want)
	}
	k, err := evidence.ParseCosignatureKey(key)
	if err != nil {
		t.Fatal(err)
	}
	signed := text + "\n— witness.example/w1 " + want + "\n"
	if _, err := note.Open([]byte(signed), note.VerifierList(k)); err != nil {
		t.Error(err)
	}
	other := strings.Replace(signed, "20852163", "20852164", 1)
	if _, err := note.Open([]byte(other), note.VerifierList(k)); err == nil {
		t.Error("a cosignature holds for another log")
	}
	for _, wrong := range []string{"", "a+b", strings.Replace(key, "e75f", "e75e", 1), strings.Replace(key, "BAOh", "AQOh", 1),
		strings.Replace(key, "e/w1", "e w1", 1), key + "A"} {
		if _, err := evidence.ParseCosignatureKey(wrong); !errors.Is(err, evidence.ErrCosignatureKey) {
			t.Errorf("%q: got %v, want %v", wrong, err, evidence.ErrCosignatureKey)
		}
		if _, err := evidence.ParseCosigner("PRIVATE+KEY+" + wrong); !errors.Is(err, evidence.ErrCosignatureKey) {
			t.Errorf("secret %q: got %v, want %v", wrong, err, evidence.ErrCosignatureKey)
		}
	}
}

// A watched is a log with its notary, and the files of a witness.
type watched struct {
	history
	notary     *evidence.Notary
	key, state string
}

func newWatched(t *testing.T) *watched {
	t.Helper()
	dir := t.TempDir()
	l := &watched{notary: openNotary(t, t.TempDir()), key: filepath.Join(dir, "key"), state: filepath.Join(dir, "state")}
	t.Cleanup(func() { mustClose(t, l.notary) })
	if err := evidence.MakeWitness("witness.example/w1", l.key, l.state); err != nil {
		t.Fatal(err)
	}
	return l
}

func (l *watched) open(t *testing.T) *evidence.Witness {
	t.Helper()
	w, err := evidence.OpenWitness(l.key, l.state, []note.Verifier{l.notary.Key()})
	if err != nil {
		t.Fatal(err)
	}
	return w
}

func mustCloseWitness(t *testing.T, w *evidence.Witness) {
	t.Helper()
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
}

// request returns what asks for a signature under the log as it is.
func (l *watched) request(t *testing.T, old int64) evidence.WitnessRequest {
	t.Helper()
	signed, err := l.sign(l.notary)
	if err != nil {
		t.Fatal(err)
	}
	return evidence.WitnessRequest{Old: old, Proof: l.prove(t, old), Note: signed}
}

// prove proves that the history begins with that of an older size.
func (h *history) prove(t *testing.T, old int64) tlog.TreeProof {
	t.Helper()
	if old == 0 || old >= h.roots.Size() {
		return nil
	}
	p, err := tlog.ProveTree(h.roots.Size(), old, h)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// mustCosign wants a cosignature, and that it is one.
func mustCosign(t *testing.T, w *evidence.Witness, r evidence.WitnessRequest) {
	t.Helper()
	line, err := w.AddCheckpoint(r)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := note.Open([]byte(string(r.Note)+line), note.VerifierList(w.Key())); err != nil {
		t.Fatalf("%q: %v, want no error", line, err)
	}
}

// signedBy signs a tree with the key of a notary whose memory is not asked: as somebody does who has the key.
func signedBy(t *testing.T, keyFile string, tree tlog.Tree) []byte {
	t.Helper()
	secret, err := os.ReadFile(keyFile)
	if err != nil {
		t.Fatal(err)
	}
	s, err := note.NewSigner(strings.TrimSpace(string(secret)))
	if err != nil {
		t.Fatal(err)
	}
	signed, err := note.Sign(&note.Note{Text: evidence.Checkpoint{Origin: s.Name(), Tree: tree}.String()}, s)
	if err != nil {
		t.Fatal(err)
	}
	return signed
}

// TestWitnessSignsOneHistory shows two continuations of a log, both signed by the log's own key, to a
// witness that is opened anew between them: it refuses the second, whatever the proof.
func TestWitnessSignsOneHistory(t *testing.T) {
	dir := t.TempDir()
	l := newWatched(t)
	mustClose(t, l.notary)
	l.notary = openNotary(t, dir)
	keyFile := filepath.Join(dir, "keys", "notary.key")
	w := l.open(t)
	l.grow(t, 5, 0)
	mustCosign(t, w, l.request(t, 0))
	var fork history
	fork.grow(t, 5, 0)
	l.grow(t, 9, 0)
	fork.grow(t, 9, 100)
	mustCosign(t, w, l.request(t, 5))
	mustCosign(t, w, l.request(t, 9)) // again, with the time of now
	mustCloseWitness(t, w)

	w = l.open(t)
	defer mustCloseWitness(t, w)
	var conflict *evidence.WitnessConflict
	ask := func(old int64) error {
		_, err := w.AddCheckpoint(evidence.WitnessRequest{Old: old, Proof: fork.prove(t, old),
			Note: signedBy(t, keyFile, fork.roots.Tree())})
		return err
	}
	if err := ask(5); !errors.As(err, &conflict) || conflict.Size != 9 || conflict.Fork {
		t.Errorf("a branch of 5: got %v, want a conflict at 9", err)
	}
	if err := ask(9); !errors.As(err, &conflict) || conflict.Size != 9 || !conflict.Fork {
		t.Errorf("another log of 9: got %v, want a fork at 9", err)
	}
	fork.grow(t, 20, 100)
	if err := ask(9); !errors.Is(err, evidence.ErrInconsistent) {
		t.Errorf("another log of 20: got %v, want %v", err, evidence.ErrInconsistent)
	}
	l.grow(t, 21, 0)
	mustCosign(t, w, l.request(t, 9))
}

// TestWitnessRefuses what is not signed by a log that it knows, or proves nothing.
func TestWitnessRefuses(t *testing.T) {
	l, stranger := newWatched(t), newWatched(t)
	w := l.open(t)
	defer mustCloseWitness(t, w)
	l.grow(t, 4, 0)
	stranger.grow(t, 4, 0)
	good := l.request(t, 0)
	noted := func(text string) evidence.WitnessRequest { return evidence.WitnessRequest{Note: []byte(text)} }
	head, _, _ := strings.Cut(string(good.Note), "\n\n")
	for name, row := range map[string]struct {
		r    evidence.WitnessRequest
		want error
	}{
		"a stranger":          {stranger.request(t, 0), evidence.ErrUnknownLog},
		"another size":        {noted(strings.Replace(string(good.Note), "\n4\n", "\n3\n", 1)), evidence.ErrNotByLog},
		"no signature":        {noted(head + "\n\n— someone AAAAAAAA\n"), evidence.ErrNotByLog},
		"no note":             {noted(head + "\n\n"), evidence.ErrWitnessRequest},
		"no checkpoint":       {noted("x"), evidence.ErrWitnessRequest},
		"an old size above":   {evidence.WitnessRequest{Old: 5, Note: good.Note}, evidence.ErrWitnessRequest},
		"a proof of nothing":  {evidence.WitnessRequest{Proof: tlog.TreeProof{leafOf(1)}, Note: good.Note}, evidence.ErrInconsistent},
		"a tree without size": {evidence.WitnessRequest{Old: -1, Note: good.Note}, new(evidence.WitnessConflict)},
	} {
		_, err := w.AddCheckpoint(row.r)
		if conflict := new(evidence.WitnessConflict); errors.As(row.want, &conflict) {
			if !errors.As(err, &conflict) || conflict.Size != 0 {
				t.Errorf("%s: got %v, want a conflict at 0", name, err)
			}
		} else if !errors.Is(err, row.want) {
			t.Errorf("%s: got %v, want %v", name, err, row.want)
		}
	}
	mustCosign(t, w, good)
}

// TestWitnessTakesOneOfManyAtOnce has many ask with checkpoints of several sizes at once: whatever
// is signed is one history that grows.
func TestWitnessTakesOneOfManyAtOnce(t *testing.T) {
	l := newWatched(t)
	w := l.open(t)
	var asks []evidence.WitnessRequest
	for size := range 20 {
		l.grow(t, size+1, 0)
		asks = append(asks, l.request(t, 0))
	}
	var wg sync.WaitGroup
	var mu sync.Mutex
	signed := 0
	for _, r := range asks {
		wg.Go(func() {
			_, err := w.AddCheckpoint(r)
			var conflict *evidence.WitnessConflict
			if err != nil && !errors.As(err, &conflict) {
				t.Error(err)
			}
			mu.Lock()
			defer mu.Unlock()
			if err == nil {
				signed++
			}
		})
	}
	wg.Wait()
	if signed != 1 {
		t.Errorf("%d checkpoints that begin at 0 were signed, want 1", signed)
	}
	mustCloseWitness(t, w)
	mustCloseWitness(t, l.open(t))
}

// TestWitnessStateAfterCrash cuts the state at every byte, as a crash may, and wants the witness to
// know all that it can have answered, and to go on.
func TestWitnessStateAfterCrash(t *testing.T) {
	l := newWatched(t)
	w := l.open(t)
	empty, err := os.ReadFile(l.state)
	if err != nil {
		t.Fatal(err)
	}
	var ends []int
	var asks []evidence.WitnessRequest
	for i, size := range []int64{3, 8} {
		l.grow(t, int(size), 0)
		asks = append(asks, l.request(t, []int64{0, 3}[i]))
		mustCosign(t, w, asks[i])
		text, err := os.ReadFile(l.state)
		if err != nil {
			t.Fatal(err)
		}
		ends = append(ends, len(text))
	}
	mustCloseWitness(t, w)
	whole, err := os.ReadFile(l.state)
	if err != nil {
		t.Fatal(err)
	}
	for cut := range len(whole) + 1 {
		if err := os.WriteFile(l.state, whole[:cut], 0o600); err != nil {
			t.Fatal(err)
		}
		if cut < len(empty) { // no crash does this: the state was whole before the first checkpoint
			if _, err := evidence.OpenWitness(l.key, l.state, []note.Verifier{l.notary.Key()}); err == nil {
				t.Fatalf("cut at %d: a witness without its state, want an error", cut)
			}
			continue
		}
		w := l.open(t)
		for i, r := range asks {
			if cut < ends[i] {
				mustCosign(t, w, r)
			} else if _, err := w.AddCheckpoint(r); err == nil {
				t.Fatalf("cut at %d: the checkpoint of %d events is forgotten, want an error", cut, []int64{3, 8}[i])
			}
		}
		mustCloseWitness(t, w)
		w = l.open(t)
		mustCosign(t, w, l.request(t, 8))
		mustCloseWitness(t, w)
	}
}

// TestWitnessRefusesDamagedState flips each byte of the state, and wants a witness that does not open or
// that has forgotten nothing.
func TestWitnessRefusesDamagedState(t *testing.T) {
	l := newWatched(t)
	w := l.open(t)
	for i, size := range []int{3, 8, 11} {
		l.grow(t, size, 0)
		mustCosign(t, w, l.request(t, []int64{0, 3, 8}[i]))
	}
	mustCloseWitness(t, w)
	whole, err := os.ReadFile(l.state)
	if err != nil {
		t.Fatal(err)
	}
	for at := range whole {
		damaged := slices.Clone(whole)
		damaged[at] ^= 1
		if err := os.WriteFile(l.state, damaged, 0o600); err != nil {
			t.Fatal(err)
		}
		w, err := evidence.OpenWitness(l.key, l.state, []note.Verifier{l.notary.Key()})
		if err != nil {
			continue
		}
		if _, err := w.AddCheckpoint(l.request(t, 11)); err != nil {
			t.Errorf("byte %d (%q): %v, want no error", at, whole[at], err)
		}
		mustCloseWitness(t, w)
	}
}

// TestWitnessNeedsItsFiles opens a witness without key or state, twice, and makes it twice.
func TestWitnessNeedsItsFiles(t *testing.T) {
	l, other := newWatched(t), newWatched(t)
	w := l.open(t)
	logs := []note.Verifier{l.notary.Key()}
	for name, row := range map[string]struct {
		key, state string
		logs       []note.Verifier
		want       string
	}{
		"already open":  {l.key, l.state, logs, "another process"},
		"no state":      {other.key, other.state + "x", logs, "without which it must not sign"},
		"no key":        {other.key + "x", other.state, logs, "the key of the witness"},
		"another's":     {other.key, l.state + "y", logs, "it is not that of the witness"},
		"twice the key": {other.key, other.state, append(logs, logs...), "given twice"},
	} {
		if row.state == l.state+"y" {
			text, err := os.ReadFile(l.state)
			if err == nil {
				err = os.WriteFile(row.state, text, 0o600)
			}
			if err != nil {
				t.Fatal(err)
			}
		}
		if _, err := evidence.OpenWitness(row.key, row.state, row.logs); err == nil || !strings.Contains(err.Error(), row.want) {
			t.Errorf("%s: got %v, want %q", name, err, row.want)
		}
	}
	mustCloseWitness(t, w)
	for _, files := range [][2]string{{l.key, l.state + "z"}, {l.key + "z", l.state}} {
		if err := evidence.MakeWitness("w", files[0], files[1]); err == nil || !strings.Contains(err.Error(), "is there already") {
			t.Errorf("made over %v: %v, want an error and err.Error() with is there already", files, err)
		}
	}
	if err := evidence.MakeWitness("a b", l.key+"n", l.state+"n"); !errors.Is(err, evidence.ErrCosignatureKey) {
		t.Errorf("a name with a space: %v, want %v", err, evidence.ErrCosignatureKey)
	}
	if info, err := os.Stat(l.key); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("the key: %v, %v, want info.Mode().Perm() = 0o600 and no error", info.Mode(), err)
	}
}

// FuzzParseWitnessRequest wants texts to be refused or to be what they read as.
func FuzzParseWitnessRequest(f *testing.F) {
	hash := "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=\n"
	for _, seed := range []string{"", "old 0\n\n", "old 3\n" + hash + hash + "\nlog\n4\n" + hash + "\n— log AAAA\n",
		"old 03\n\nx", "old -1\n\n", "old 1\n" + strings.Repeat(hash, 64) + "\n", "old 1\n\n\n\n", "old 99999999999999999999\n\n"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		r, err := evidence.ParseWitnessRequest(text)
		if err != nil {
			if !errors.Is(err, evidence.ErrWitnessRequest) {
				t.Error(err)
			}
			return
		}
		if r.String() != text || len(r.Proof) > 63 {
			t.Errorf("%q reads as %+v, want r.String() = %v and len(r.Proof) at most 63", text, r, text)
		}
	})
}
