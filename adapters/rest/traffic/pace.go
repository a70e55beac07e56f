package traffic

import (
	"errors"
	"io"
	"net/http"
	"os"
	"time"
)

// A Pace bounds how slowly a client may send the body of a request.
type Pace struct {
	// Wait is how long the service waits for bytes in all before the pace counts, and at a
	// stretch at any time; 0: for ever.
	Wait time.Duration
	// Rate is the number of bytes a second that a body must have on the average of the time that
	// was waited for it, but for Wait; 0: none. A large upload over a slow link takes as long as it
	// takes at this rate; the time that the service itself takes does not count.
	Rate int64
}

// Enforce returns a handler that ends bodies which come too slowly, whether next reads them or
// leaves them to net/http, which reads up to 256 KiB of them to use the connection again. It must
// get the ResponseWriter of the server. What next reads of such a body ends in
// os.ErrDeadlineExceeded, and the connection is closed.
func (p Pace) Enforce(next http.Handler) http.Handler {
	if p.Wait <= 0 {
		return next
	}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body := &pacedBody{
			ReadCloser: r.Body,
			deadline:   http.NewResponseController(w).SetReadDeadline,
			now:        time.Now,
			pace:       p,
		}
		if r.Body == nil || r.Body == http.NoBody || body.deadline(body.now().Add(p.Wait)) != nil {
			next.ServeHTTP(w, r)
			return
		}
		r.Body = body
		next.ServeHTTP(w, r)
		if !body.ended && !body.late {
			// What next did not want is read by the server, so that the client gets the answer.
			_ = body.deadline(body.now().Add(body.timeLeft()))
		}
	})
}

// pacedBody is a body whose connection gets a deadline for each read.
type pacedBody struct {
	io.ReadCloser
	deadline func(time.Time) error // sets it; the zero time: none
	now      func() time.Time
	pace     Pace

	came   int64
	waited time.Duration
	ended  bool // nothing is left to come
	late   bool // it came too slowly
}

// Read reads until the deadline.
func (b *pacedBody) Read(p []byte) (int, error) {
	if b.ended {
		return b.ReadCloser.Read(p)
	}
	start := b.now()
	if err := b.deadline(start.Add(b.timeLeft())); err != nil {
		return 0, err
	}
	n, err := b.ReadCloser.Read(p)
	b.came += int64(n)
	b.waited += b.now().Sub(start)
	b.late = errors.Is(err, os.ErrDeadlineExceeded)
	if errors.Is(err, io.EOF) {
		// The connection is read on, to notice when the client goes: a
		// deadline that passes there would cancel the request.
		b.ended = true
		if cleared := b.deadline(time.Time{}); cleared != nil {
			return n, cleared
		}
	}
	return n, err
}

// timeLeft returns how long the next bytes may take.
func (b *pacedBody) timeLeft() time.Duration {
	if b.pace.Rate <= 0 {
		return b.pace.Wait
	}
	due := time.Duration(float64(b.came) / float64(b.pace.Rate) * float64(time.Second))
	return min(b.pace.Wait, b.pace.Wait+due-b.waited)
}
