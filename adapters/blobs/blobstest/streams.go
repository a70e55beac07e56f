package blobstest

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"testing"

	"github.com/seed-62a36931/docket/domain/es"
)

func roundTrip(t *testing.T, _ *Keys, b Store) {
	const k64 = 64 << 10
	for i, n := range []int{0, 1, 15, 16, k64 - 1, k64, k64 + 1, 2 * k64, 3*k64 + 7, 5 << 20} {
		content := RandomContent(n, uint64(i))
		ref := putBlob(t, b, FileSubject("1", fmt.Sprint(i)), content)
		if !bytes.Equal(getBlob(t, b, ref), content) {
			t.Errorf("%d bytes did not come back as they were", n)
		}
	}
}

func readRanges(t *testing.T, _ *Keys, b Store) {
	content := RandomContent(300_000, 1)
	r, err := b.Open(t.Context(), putBlob(t, b, FileSubject("1", "1"), content))
	if err != nil {
		t.Fatal(err)
	}
	defer mustClose(t, r)
	rnd := rand.New(rand.NewPCG(1, 2))
	for range 300 {
		from := rnd.IntN(len(content))
		to := from + rnd.IntN(len(content)-from+1)
		if at, err := r.Seek(int64(from), io.SeekStart); err != nil || at != int64(from) {
			t.Fatalf("seek to %d: %d, %v", from, at, err)
		}
		got := make([]byte, to-from)
		if _, err := io.ReadFull(r, got); err != nil || !bytes.Equal(got, content[from:to]) {
			t.Fatalf("bytes %d to %d differ (%v)", from, to, err)
		}
	}
	checkSeeks(t, r, int64(len(content)))
}

func checkSeeks(t *testing.T, r io.ReadSeeker, size int64) {
	for _, c := range []struct {
		offset int64
		whence int
		want   int64 // -1: refused
	}{
		{0, io.SeekEnd, size}, {-10, io.SeekEnd, size - 10}, {4, io.SeekCurrent, size - 6},
		{-1, io.SeekStart, -1}, {0, 9, -1}, {5, io.SeekEnd, size + 5},
	} {
		at, err := r.Seek(c.offset, c.whence)
		if (err != nil) != (c.want < 0) || (err == nil && at != c.want) {
			t.Errorf("seek %d from %d: %d, %v; want %d", c.offset, c.whence, at, err, c.want)
		}
	}
	if n, err := r.Read(make([]byte, 1)); n != 0 || err != io.EOF {
		t.Errorf("read behind the end: %d, %v", n, err)
	}
}

func failingReader(t *testing.T, _ *Keys, b Store) {
	failure := errors.New("the line went dead")
	for _, n := range []int{0, 10, 200_000} {
		r := io.MultiReader(bytes.NewReader(RandomContent(n, 1)), &broken{failure})
		ref, _, err := b.Put(t.Context(), FileSubject("1", "1"), r)
		if err != failure {
			t.Errorf("after %d bytes: %v instead of the reader's own error", n, err)
		}
		if ref != (es.BlobRef{}) {
			t.Errorf("after %d bytes: a failed put named %+v", n, ref)
		}
	}
}

type broken struct{ err error }

// Read implements io.Reader.
func (b *broken) Read([]byte) (int, error) { return 0, b.err }

func cancelOperations(t *testing.T, _ *Keys, b Store) {
	ctx, cancel := context.WithCancel(t.Context())
	endless := readerFunc(func(p []byte) (int, error) {
		cancel()
		return len(p), nil
	})
	if _, _, err := b.Put(ctx, FileSubject("1", "1"), endless); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
}

type readerFunc func([]byte) (int, error)

// Read implements io.Reader.
func (f readerFunc) Read(p []byte) (int, error) { return f(p) }
