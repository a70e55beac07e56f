package evidence_test

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/mod/sumdb/tlog"

	"github.com/seed-62a36931/docket/evidence"
)

// A history is a tree in memory.
type history struct {
	roots  evidence.Roots
	stored []tlog.Hash
}

// ReadHashes implements tlog.HashReader.
func (h *history) ReadHashes(indexes []int64) (out []tlog.Hash, err error) {
	for _, i := range indexes {
		out = append(out, h.stored[i])
	}
	return out, nil
}

// grow adds leaves up to a size; others are leaves that only one of two histories has.
func (h *history) grow(t *testing.T, size, others int) {
	t.Helper()
	for n := int(h.roots.Size()); n < size; n++ {
		leaf := leafOf(n + others)
		hashes, err := tlog.StoredHashesForRecordHash(int64(n), leaf, h)
		if err != nil {
			t.Fatal(err)
		}
		h.stored = append(h.stored, hashes...)
		h.roots.Add(leaf)
	}
}

func (h *history) sign(n *evidence.Notary) ([]byte, error) {
	return n.Sign(h.roots.Tree(), func(older int64) (tlog.TreeProof, error) { return tlog.ProveTree(h.roots.Size(), older, h) })
}

func openNotary(t *testing.T, dir string) *evidence.Notary {
	t.Helper()
	n, _, err := evidence.OpenNotary(filepath.Join(dir, "keys", "notary.key"), filepath.Join(dir, "checkpoints.txt"))
	if err != nil {
		t.Fatal(err)
	}
	return n
}

func mustClose(t *testing.T, n *evidence.Notary) {
	t.Helper()
	if err := n.Close(); err != nil {
		t.Fatal(err)
	}
}

// TestNotarySignsOneHistory has a notary sign a log as it grows, and refuse another one, also
// after it was opened again.
func TestNotarySignsOneHistory(t *testing.T) {
	dir := t.TempDir()
	var log, fork history
	n := openNotary(t, dir)
	for _, size := range []int{1, 5, 300} {
		log.grow(t, size, 0)
		signed, err := log.sign(n)
		if err != nil {
			t.Fatal(err)
		}
		c, err := evidence.OpenCheckpoint(signed, n.Key())
		if err != nil || c.Tree != log.roots.Tree() {
			t.Errorf("got %+v, %v, want %v", c, err, log.roots.Tree())
		}
		if again, err := log.sign(n); err != nil || string(again) != string(signed) {
			t.Errorf("the same tree again: %q, %v, want %q", again, err, signed)
		}
	}
	mustClose(t, n)
	n = openNotary(t, dir)
	defer mustClose(t, n)
	fork.grow(t, 200, 0)
	if _, err := fork.sign(n); !errors.Is(err, evidence.ErrFork) {
		t.Errorf("an older state: got %v, want %v", err, evidence.ErrFork)
	}
	fork.grow(t, 400, 7)
	if _, err := fork.sign(n); !errors.Is(err, evidence.ErrFork) {
		t.Errorf("another continuation: got %v, want %v", err, evidence.ErrFork)
	}
	log.grow(t, 301, 0)
	if _, err := log.sign(n); err != nil {
		t.Error(err)
	}
}

// TestNotaryMemoryAfterCrash cuts the memory at every byte, as a crash may, and wants the notary to
// go on behind what is whole.
func TestNotaryMemoryAfterCrash(t *testing.T) {
	dir := t.TempDir()
	memory := filepath.Join(dir, "checkpoints.txt")
	var log history
	n := openNotary(t, dir)
	var ends []int
	for _, size := range []int{3, 8} {
		log.grow(t, size, 0)
		if _, err := log.sign(n); err != nil {
			t.Fatal(err)
		}
		text, err := os.ReadFile(memory)
		if err != nil {
			t.Fatal(err)
		}
		ends = append(ends, len(text)-1) // without the empty line behind it
	}
	mustClose(t, n)
	whole, err := os.ReadFile(memory)
	if err != nil {
		t.Fatal(err)
	}
	for cut := range len(whole) + 1 {
		if err := os.WriteFile(memory, whole[:cut], 0o600); err != nil {
			t.Fatal(err)
		}
		want := int64(0)
		if cut >= ends[0] {
			want = 3
		}
		if cut >= ends[1] {
			want = 8
		}
		n := openNotary(t, dir)
		if last, _ := n.Last(); last.N != want {
			t.Fatalf("cut at %d of %d: the last has %d events, want %d", cut, len(whole), last.N, want)
		}
		if _, err := log.sign(n); err != nil {
			t.Fatalf("cut at %d: %v, want no error", cut, err)
		}
		mustClose(t, n)
		text, err := os.ReadFile(memory)
		if err != nil {
			t.Fatal(err)
		}
		known, rest, err := evidence.ReadCheckpoints(string(text), memory)
		if err != nil || rest != "" || len(known) == 0 || known[len(known)-1].N != 8 {
			t.Fatalf("cut at %d: the memory is\n%s\n%v, want the last at 8 events", cut, text, err)
		}
	}
}

// TestNotaryRefusesDamage damages what stands before the last checkpoint: a notary that went on there
// would have forgotten what it signed behind it. The file stays as it is.
func TestNotaryRefusesDamage(t *testing.T) {
	dir := t.TempDir()
	memory := filepath.Join(dir, "checkpoints.txt")
	var log history
	n := openNotary(t, dir)
	for _, size := range []int{3, 8} {
		log.grow(t, size, 0)
		if _, err := log.sign(n); err != nil {
			t.Fatal(err)
		}
	}
	mustClose(t, n)
	whole, err := os.ReadFile(memory)
	if err != nil {
		t.Fatal(err)
	}
	for name, damaged := range map[string]string{
		"no signature":  strings.Replace(string(whole), "\u2014 ", "x ", 1),
		"no empty line": strings.Replace(string(whole), "\n\n", "\n", 1),
	} {
		if err := os.WriteFile(memory, []byte(damaged), 0o600); err != nil {
			t.Fatal(err)
		}
		if n, _, err := evidence.OpenNotary(filepath.Join(dir, "keys", "notary.key"), memory); err == nil {
			t.Errorf("%s: it was opened, want an error", name)
			mustClose(t, n)
		} else if !strings.Contains(err.Error(), "it is damaged at") {
			t.Errorf("%s: %v, want %q in it", name, err, "it is damaged at")
		}
		if text, err := os.ReadFile(memory); err != nil || string(text) != damaged {
			t.Errorf("%s: the file was changed, %v, want string(text) = %v and no error", name, err, damaged)
		}
	}
}

// TestSizesOfCheckpoints holds the largest size: proofs of larger trees would never be checked to an end.
func TestSizesOfCheckpoints(t *testing.T) {
	root := "\n47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=\n"
	if _, err := evidence.ParseCheckpoint("log\n4611686018427387904" + root); err != nil {
		t.Errorf("the largest: %v, want no error", err)
	}
	if _, err := evidence.ParseCheckpoint("log\n4611686018427387905" + root); !errors.Is(err, evidence.ErrCheckpoint) {
		t.Errorf("one more: %v, want %v", err, evidence.ErrCheckpoint)
	}
}

// TestNotaryNeedsItsKey loses the key, and has two notaries share a memory.
func TestNotaryNeedsItsKey(t *testing.T) {
	dir := t.TempDir()
	key, memory := filepath.Join(dir, "notary.key"), filepath.Join(dir, "checkpoints.txt")
	n, made, err := evidence.OpenNotary(key, memory)
	if err != nil || !made {
		t.Fatal(made, err)
	}
	if _, _, err := evidence.OpenNotary(key, memory); err == nil || !strings.Contains(err.Error(), "another process signs") {
		t.Errorf("a second notary: %v, want an error and err.Error() with another process signs", err)
	}
	mustClose(t, n)
	if info, err := os.Stat(key); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("the key: %v, %v, want info.Mode().Perm() = 0o600 and no error", info.Mode(), err)
	}
	if err := os.Remove(key); err != nil {
		t.Fatal(err)
	}
	if _, _, err := evidence.OpenNotary(key, memory); err == nil || !strings.Contains(err.Error(), "their key is missing") {
		t.Errorf("without its key: %v, want an error and err.Error() with their key is missing", err)
	}
}

// FuzzReadCheckpoints wants texts to be refused or to be what they read as.
func FuzzReadCheckpoints(f *testing.F) {
	one := "log\n3\nAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=\n\n— log AAAA\n"
	for _, seed := range []string{"", one, one + "\n" + one, one + "\n" + one[:20],
		one + "— other AAAA\n", "\n\n— ", "log\n-1\nAA\n\n— x\n"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		known, rest, err := evidence.ReadCheckpoints(text, "here")
		if err != nil && !errors.Is(err, evidence.ErrCheckpoint) {
			t.Error(err)
		}
		if !strings.HasSuffix(text, rest) {
			t.Errorf("the rest %q is not the end of %q", rest, text)
		}
		for _, c := range known {
			if again, err := evidence.ParseCheckpoint(c.String()); err != nil || again != c.Checkpoint ||
				!strings.Contains(text, c.String()) {
				t.Errorf("%q reads as %+v, want the same checkpoint", text, c)
			}
		}
	})
}
