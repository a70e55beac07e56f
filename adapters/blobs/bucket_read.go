package blobs

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/minio/minio-go/v7"
)

// Objects are read in windows, each by one request that is complete before its bytes
// are used: a slow reader holds no connection, and a window that breaks off is fetched
// again. While reading is sequential, windows grow, and the next one is fetched while
// this one is in use.
const (
	firstWindow = 256 << 10
	mostWindow  = 4 << 20
	tailWindow  = 128 << 10 // two sealed chunks
)

// Attempts to fetch a window, and the time limit of each.
const (
	windowTries = 4
	windowTime  = time.Minute
)

// remote reads the sealed bytes of an object at any offset. Only one reader may use it
// at a time.
type remote struct {
	b      *Bucket
	ctx    context.Context
	key    string
	size   int64 // of the object
	have   window
	tail   window // the end, which is verified first and read last
	span   int64  // how much the next window holds
	ahead  *ahead // the one on its way; nil when there is none
	spare  []byte // room for another one
	failed error  // the last failure of a request
}

// A window is a piece of an object.
type window struct {
	from  int64
	bytes []byte
}

func (w window) containsOffset(at int64) bool { return at >= w.from && at < w.from+int64(len(w.bytes)) }

// openRemote fetches the beginning of an object, or all of a small one. Errors:
// es.ErrNoBlob.
func (b *Bucket) openRemote(ctx context.Context, key string) (*remote, error) {
	r := &remote{b: b, ctx: ctx, key: key, span: firstWindow}
	first, size, err := r.fetchRange(ctx, 0, firstWindow, nil)
	if err != nil {
		return nil, err
	}
	r.have, r.size = window{0, first}, size
	return r, nil
}

// Close implements io.Closer.
func (r *remote) Close() error {
	r.dropPending()
	r.have, r.tail, r.spare = window{}, window{}, nil
	return nil
}

// ReadAt implements io.ReaderAt.
func (r *remote) ReadAt(p []byte, at int64) (n int, err error) {
	for n < len(p) && at < r.size {
		w, err := r.findWindow(at)
		if err != nil {
			r.failed = err
			return n, err
		}
		k := copy(p[n:], w.bytes[at-w.from:])
		n, at = n+k, at+int64(k)
	}
	if n < len(p) {
		return n, io.EOF
	}
	return n, nil
}

// findWindow returns the window that holds the bytes at an offset, fetched if need be.
func (r *remote) findWindow(at int64) (window, error) {
	switch {
	case r.have.containsOffset(at):
		return r.have, nil
	case r.tail.containsOffset(at):
		return r.tail, nil
	case at >= r.size-tailWindow:
		from := max(0, r.size-tailWindow)
		b, _, err := r.fetchRange(r.ctx, from, r.size-from, nil)
		r.tail = window{from, b}
		return r.tail, err
	}
	on := at == r.have.from+int64(len(r.have.bytes))
	if on {
		r.span = min(2*r.span, mostWindow)
	} else {
		r.span = firstWindow
	}
	b, err := r.windowAt(at)
	if r.have = (window{at, b}); on && err == nil {
		r.lookAhead(at + int64(len(b)))
	}
	return r.have, err
}

// ahead is a window that is fetched before it is needed.
type ahead struct {
	from   int64
	cancel context.CancelFunc
	done   chan struct{} // closed when bytes and err are there
	bytes  []byte
	err    error
}

// windowAt returns the window that begins at an offset: the one being fetched, or a new one.
func (r *remote) windowAt(at int64) ([]byte, error) {
	if a := r.ahead; a != nil && a.from == at {
		<-a.done // it ends with the context of the reader
		a.cancel()
		r.ahead, r.spare = nil, r.have.bytes[:0]
		return a.bytes, a.err
	}
	r.dropPending()
	b, _, err := r.fetchRange(r.ctx, at, min(r.span, r.size-at), r.have.bytes[:0])
	return b, err
}

// lookAhead starts to fetch the next window.
func (r *remote) lookAhead(from int64) {
	if from >= r.size || r.tail.containsOffset(from) {
		return
	}
	ctx, cancel := context.WithCancel(r.ctx)
	a, n, into := &ahead{from: from, cancel: cancel, done: make(chan struct{})}, min(2*r.span, mostWindow, r.size-from), r.spare
	r.ahead, r.spare = a, nil
	go func() {
		defer close(a.done)
		a.bytes, _, a.err = r.fetchRange(ctx, from, n, into)
	}()
}

// dropPending drops the window being fetched, because reading continues elsewhere.
func (r *remote) dropPending() {
	if r.ahead == nil {
		return
	}
	r.ahead.cancel()
	<-r.ahead.done
	r.ahead = nil
}

// fetchRange reads n bytes into the given buffer, which may be reused, and returns them with
// the length of the object. It returns fewer bytes only when the object is shorter.
func (r *remote) fetchRange(ctx context.Context, from, n int64, into []byte) (b []byte, size int64, err error) {
	for try := range windowTries {
		if err = pauseBefore(ctx, try); err == nil {
			b, size, err = r.requestRange(ctx, from, n, into)
		}
		if !errors.Is(err, errBrokenOff) {
			break
		}
	}
	var refusal minio.ErrorResponse
	if errors.As(err, &refusal) && refusal.Code == "InvalidRange" {
		return nil, 0, fmt.Errorf("%w: it is shorter than it was", ErrDamaged)
	}
	if err == nil && r.size > 0 && size != r.size {
		return nil, 0, fmt.Errorf("%w: it has %d bytes and had %d", ErrDamaged, size, r.size)
	}
	return b, size, toFailure(ctx, "read a blob", err)
}

// errBrokenOff means that an answer ended early.
var errBrokenOff = errors.New("the answer broke off")

func (r *remote) requestRange(ctx context.Context, from, n int64, into []byte) ([]byte, int64, error) {
	ctx, cancel := context.WithTimeout(ctx, windowTime)
	defer cancel()
	opts := minio.GetObjectOptions{}
	if err := opts.SetRange(from, from+n-1); err != nil {
		return nil, 0, err
	}
	body, _, header, err := r.b.core.GetObject(ctx, r.b.name, r.key, opts)
	if err != nil {
		return nil, 0, err
	}
	defer body.Close()
	size, err := wholeSize(header, from)
	if err != nil {
		return nil, 0, err
	}
	if n = min(n, size-from); int64(cap(into)) < n {
		into = make([]byte, n)
	}
	if _, err := io.ReadFull(body, into[:n]); err != nil {
		return nil, 0, fmt.Errorf("%w: %w", errBrokenOff, err)
	}
	return into[:n], size, nil
}

// wholeSize returns the length of an object from the answer to a request for a part.
func wholeSize(h http.Header, from int64) (int64, error) {
	text := h.Get("Content-Length") // of an answer with all of it
	if span := h.Get("Content-Range"); span != "" {
		_, text, _ = strings.Cut(span, "/")
		if !strings.HasPrefix(span, "bytes "+strconv.FormatInt(from, 10)+"-") {
			return 0, fmt.Errorf("the server answered with the range %q", span)
		}
	} else if from > 0 {
		return 0, errors.New("the server does not give ranges of objects")
	}
	size, err := strconv.ParseInt(text, 10, 64)
	if err != nil || size < from {
		return 0, fmt.Errorf("the server does not tell how long an object is: %q", text)
	}
	return size, nil
}
