package blob

import (
	"context"
	"errors"
	"io"
	"slices"
	"sync"

	"github.com/seed-62a36931/docket/domain/es"
)

// A ReaderAt reads a blob by offset, for several readers at a time. A reader that goes on
// gets the handle that stands at its offset: going back and forth with one would
// decrypt the same bytes over and over.
type ReaderAt struct {
	open func() (io.ReadSeekCloser, error)
	keep int // handles that are kept when no place fits
	mu   sync.Mutex
	idle []*blobHandle // the longest idle first
	made int
}

type blobHandle struct {
	io.ReadSeekCloser
	at int64 // where the next read would go on
}

// OpenAt returns a reader of a blob by offset, of which so many read at a time; whoever is
// done closes it. It opens the blob with the first read.
func OpenAt(ctx context.Context, blobs es.Blobs, ref es.BlobRef, readers int) *ReaderAt {
	return &ReaderAt{keep: 2 * readers, open: func() (io.ReadSeekCloser, error) { return blobs.Open(ctx, ref) }}
}

// ReadAt implements io.ReaderAt.
func (b *ReaderAt) ReadAt(p []byte, offset int64) (int, error) {
	if offset < 0 {
		return 0, io.ErrUnexpectedEOF
	}
	h, err := b.takeHandle(offset)
	if err != nil {
		return 0, err
	}
	defer b.returnHandle(h)
	if h.at != offset {
		if h.at, err = h.Seek(offset, io.SeekStart); err != nil {
			return 0, err
		}
	}
	n, err := io.ReadFull(h, p)
	h.at += int64(n)
	if errors.Is(err, io.ErrUnexpectedEOF) {
		err = io.EOF
	}
	return n, err
}

// takeHandle returns the handle that stands at an offset, or any other.
func (b *ReaderAt) takeHandle(offset int64) (*blobHandle, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	i := slices.IndexFunc(b.idle, func(h *blobHandle) bool { return h.at == offset })
	if i < 0 && len(b.idle) > 0 && b.made >= b.keep {
		i = 0
	}
	if i >= 0 {
		h := b.idle[i]
		b.idle = slices.Delete(b.idle, i, i+1)
		return h, nil
	}
	in, err := b.open()
	if err != nil {
		return nil, err
	}
	b.made++
	return &blobHandle{in, 0}, nil
}

func (b *ReaderAt) returnHandle(h *blobHandle) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.idle = append(b.idle, h)
}

// Close closes what was opened; nobody may be reading any more.
func (b *ReaderAt) Close() error {
	var failed error
	for _, h := range b.idle {
		failed = errors.Join(failed, h.Close())
	}
	b.idle = nil
	return failed
}
