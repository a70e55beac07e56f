package blob

import (
	"bytes"
	"errors"
	"io"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
)

// watched counts what is asked of the handles of a blob.
type watched struct {
	*bytes.Reader
	seeks, open *atomic.Int32
}

func (w watched) Seek(offset int64, whence int) (int64, error) {
	w.seeks.Add(1)
	return w.Reader.Seek(offset, whence)
}

func (w watched) Close() error { w.open.Add(-1); return nil }

// TestEachReaderHasItsPlace lets eight read a blob side by side: each goes on where
// it was, with few handles and without a step back.
func TestEachReaderHasItsPlace(t *testing.T) {
	content := strings.Repeat("0123456789", 10_000)
	var seeks, open atomic.Int32
	const readers, each = 8, 12_000
	b := &ReaderAt{keep: 2 * readers, open: func() (io.ReadSeekCloser, error) {
		open.Add(1)
		return watched{bytes.NewReader([]byte(content)), &seeks, &open}, nil
	}}
	var all sync.WaitGroup
	for i := range readers {
		all.Go(func() {
			got, err := io.ReadAll(io.NewSectionReader(b, int64(i*each), each))
			if err != nil || string(got) != content[i*each:(i+1)*each] {
				t.Errorf("reader %d: %d bytes, %v, want its %d bytes", i, len(got), err, each)
			}
		})
	}
	all.Wait()
	if n := open.Load(); n > int32(b.keep) || seeks.Load() > 2*readers {
		t.Errorf("%d handles, %d seeks, want at most %d handles and %d seeks", n, seeks.Load(), b.keep, 2*readers)
	}
	for _, offset := range []int64{-1, int64(len(content)), 1 << 60} {
		if n, err := b.ReadAt(make([]byte, 4), offset); n > 0 || err == nil {
			t.Errorf("at %d: %d bytes, %v, want n at most 0 and an error", offset, n, err)
		}
	}
	if n, err := b.ReadAt(make([]byte, 20), int64(len(content))-10); n != 10 || !errors.Is(err, io.EOF) {
		t.Errorf("over the end: %d bytes, %v, want n = 10 and %v", n, err, io.EOF)
	}
	if err := b.Close(); err != nil || open.Load() != 0 {
		t.Errorf("%v, %d are open, want open.Load() = 0 and no error", err, open.Load())
	}
}
