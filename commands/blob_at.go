package commands

import (
	"context"
	"errors"
	"io"
	"slices"
	"sync"

	"github.com/seed-62a36931/docket/domain/es"
)

// A blobAt reads a blob by offset, for several readers at a time. A reader that goes on
// gets the handle that stands at its offset: going back and forth with one would
// decrypt the same bytes over and over.
type blobAt struct {
	open func() (io.ReadSeekCloser, error)
	mu   sync.Mutex
	idle []*blobHandle // the longest idle first
	made int
}

type blobHandle struct {
	io.ReadSeekCloser
	at int64 // where the next read would go on
}

// idleHandles is how many handles are kept when no place fits.
const idleHandles = 2 * askedAtOnce

// openAt reads a blob by offset; whoever is done closes it.
func (c *Commands) openAt(ctx context.Context, ref es.BlobRef) *blobAt {
	return &blobAt{open: func() (io.ReadSeekCloser, error) { return c.Blobs.Open(ctx, ref) }}
}

// ReadAt implements io.ReaderAt.
func (b *blobAt) ReadAt(p []byte, offset int64) (int, error) {
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
func (b *blobAt) takeHandle(offset int64) (*blobHandle, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	i := slices.IndexFunc(b.idle, func(h *blobHandle) bool { return h.at == offset })
	if i < 0 && len(b.idle) > 0 && b.made >= idleHandles {
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

func (b *blobAt) returnHandle(h *blobHandle) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.idle = append(b.idle, h)
}

// Close closes what was opened; nobody may be reading any more.
func (b *blobAt) Close() error {
	var failed error
	for _, h := range b.idle {
		failed = errors.Join(failed, h.Close())
	}
	b.idle = nil
	return failed
}
