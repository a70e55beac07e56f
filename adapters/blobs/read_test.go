package blobs

import (
	"bytes"
	"context"
	"crypto/rand"
	"errors"
	"io"
	"os"
	"runtime"
	"testing"

	"github.com/seed-62a36931/docket/domain/es"
)

// oneKey gives each subject the same key.
type oneKey struct{}

func (oneKey) DeriveKey(context.Context, es.Subject, string) (key [32]byte, err error) {
	return key, nil
}

func (oneKey) CheckNotDestroyed(context.Context, es.Subject) error { return nil }

// storeRandom stores random bytes in a new folder.
func storeRandom(t *testing.T, size int) (*Disk, es.BlobRef, []byte) {
	t.Helper()
	d, err := OpenDisk(t.TempDir(), oneKey{})
	if err != nil {
		t.Fatal(err)
	}
	plain := make([]byte, size)
	_, _ = rand.Read(plain)
	ref, _, err := d.Put(t.Context(), "demo/file.1", bytes.NewReader(plain))
	if err != nil {
		t.Fatal(err)
	}
	return d, ref, plain
}

// TestReadingTakesLittleMemory reads many megabytes from the beginning to the end, again after a seek too, and
// counts what is allocated for it.
func TestReadingTakesLittleMemory(t *testing.T) {
	d, ref, plain := storeRandom(t, 32<<20)
	in, err := d.Open(t.Context(), ref)
	if err != nil {
		t.Fatal(err)
	}
	defer in.Close()
	got := bytes.NewBuffer(make([]byte, 0, len(plain)+bytes.MinRead))
	var before, after runtime.MemStats
	for range 2 {
		got.Reset()
		runtime.ReadMemStats(&before)
		if _, err := in.Seek(0, io.SeekStart); err != nil {
			t.Fatal(err)
		}
		if _, err := io.CopyBuffer(got, struct{ io.Reader }{in}, make([]byte, 32<<10)); err != nil {
			t.Fatal(err)
		}
		runtime.ReadMemStats(&after)
		if !bytes.Equal(got.Bytes(), plain) {
			t.Fatal("other bytes are read than were stored")
		}
		if took := after.TotalAlloc - before.TotalAlloc; took > 8<<20 {
			t.Errorf("reading %d bytes allocates %d, want eight megabytes at most", len(plain), took)
		}
	}
}

// TestBytesAreReadInAnyOrder reads pieces after seeks forth and back, within chunks and across them.
func TestBytesAreReadInAnyOrder(t *testing.T) {
	d, ref, plain := storeRandom(t, 5*chunk+123)
	in, err := d.Open(t.Context(), ref)
	if err != nil {
		t.Fatal(err)
	}
	defer in.Close()
	for _, c := range []struct{ at, size int }{{0, 10}, {10, 3 * chunk}, {4*chunk + 7, chunk}, {0, 2 * chunk}, {chunk, chunk},
		{5 * chunk, 123}, {3 * chunk, chunk + 1}, {2, 2*chunk - 2}, {0, len(plain)}, {len(plain) - 1, 1}, {4 * chunk, 200}} {
		got := make([]byte, c.size)
		if _, err := in.Seek(int64(c.at), io.SeekStart); err != nil {
			t.Fatal(err)
		}
		if _, err := io.ReadFull(in, got); err != nil || !bytes.Equal(got, plain[c.at:c.at+c.size]) {
			t.Errorf("%d bytes at %d: %v, or other bytes than were stored", c.size, c.at, err)
		}
	}
}

// TestDamageIsToldWhereverReadingBegins changes a byte in the middle: what stands in front is read, and nothing behind
// as if it was whole.
func TestDamageIsToldWhereverReadingBegins(t *testing.T) {
	d, ref, plain := storeRandom(t, 5*chunk)
	path := d.blobPath(ref)
	sealed, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	sealed[len(sealed)/2] ^= 1
	if err := os.WriteFile(path, sealed, 0o600); err != nil {
		t.Fatal(err)
	}
	for _, at := range []int64{0, chunk, 2 * chunk} {
		in, err := d.Open(t.Context(), ref)
		if err != nil {
			t.Fatal(err)
		}
		_, _ = in.Seek(at, io.SeekStart)
		got, err := io.ReadAll(in)
		if !errors.Is(err, ErrDamaged) || !bytes.Equal(got, plain[at:2*chunk]) {
			t.Errorf("from %d: got %d bytes, %v, want those in front of the damage and %v", at, len(got), err, ErrDamaged)
		}
		if _, err := in.Read(make([]byte, 1)); !errors.Is(err, ErrDamaged) {
			t.Errorf("from %d: read again: %v, want %v", at, err, ErrDamaged)
		}
		_ = in.Close()
	}
}
