package traffic

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"strings"
	"sync"
	"testing"
	"time"
)

// trickle is a body that gives bytes after delays, and a clock that they move.
type trickle struct {
	at       time.Time
	deadline time.Time
	steps    []step
}

type step struct {
	after time.Duration
	bytes int
}

func (s *trickle) now() time.Time { return s.at }

func (s *trickle) setDeadline(t time.Time) error {
	s.deadline = t
	return nil
}

func (s *trickle) Read(p []byte) (int, error) {
	if len(s.steps) == 0 {
		return 0, io.EOF
	}
	next := s.steps[0]
	if s.at.Add(next.after).After(s.deadline) {
		return 0, os.ErrDeadlineExceeded
	}
	s.at = s.at.Add(next.after)
	s.steps = s.steps[1:]
	return next.bytes, nil
}

func (*trickle) Close() error { return nil }

func repeat(n int, s step) []step {
	out := make([]step, n)
	for i := range out {
		out[i] = s
	}
	return out
}

func TestThePaceOfBodies(t *testing.T) {
	const second, kib = time.Second, 1024
	for _, row := range []struct {
		name  string
		steps []step
		own   time.Duration // that the service takes between reads
		fails bool
	}{
		{"at once", repeat(3, step{0, 64 * kib}), 0, false},
		{"nothing for 30 s", []step{{30 * second, 10}}, 0, false},
		{"nothing for longer", []step{{31 * second, 10}}, 0, true},
		{"a byte a second, for longer", repeat(40, step{second, 1}), 0, true},
		{"a byte before each 30 s end", repeat(2, step{29 * second, 1}), 0, true},
		{"512 MiB at 8 KiB/s", repeat(64*kib, step{second, 8 * kib}), 0, false},
		{"the least rate", repeat(1000, step{second, kib}), 0, false},
		{"half of it", repeat(100, step{second, kib / 2}), 0, true},
		{"fast, then nothing for longer", append(repeat(100, step{0, 64 * kib}), step{31 * second, 1}), 0, true},
		{"a slow service", repeat(100, step{0, 1}), time.Minute, false},
	} {
		t.Run(row.name, func(t *testing.T) {
			s := &trickle{at: time.Unix(0, 0), steps: row.steps}
			b := &pacedBody{ReadCloser: s, deadline: s.setDeadline, now: s.now, pace: Pace{Wait: 30 * time.Second, Rate: kib}}
			var err error
			for buf := make([]byte, 64*kib); err == nil; s.at = s.at.Add(row.own) {
				_, err = b.Read(buf)
			}
			if got := errors.Is(err, os.ErrDeadlineExceeded); got != row.fails {
				t.Errorf("%v, want it too slow: %v", err, row.fails)
			}
			if !row.fails && !s.deadline.IsZero() {
				t.Errorf("a deadline stands after the end: %v, want none", s.deadline)
			}
		})
	}
}

// Slow bodies are cut off by whatever handler: one that reads them, and one that does not.
func TestSlowBodiesAreCutOff(t *testing.T) {
	for name, handler := range map[string]http.HandlerFunc{
		"read":     func(_ http.ResponseWriter, r *http.Request) { _, _ = io.ReadAll(r.Body) },
		"not read": func(http.ResponseWriter, *http.Request) {},
	} {
		t.Run(name, func(t *testing.T) {
			s := httptest.NewServer(Pace{Wait: 50 * time.Millisecond, Rate: 1024}.Enforce(handler))
			defer s.Close()
			var all sync.WaitGroup
			for range 50 {
				all.Go(func() {
					conn, err := net.Dial("tcp", s.Listener.Addr().String())
					if err != nil {
						t.Error(err)
						return
					}
					defer conn.Close()
					fmt.Fprint(conn, "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1000\r\n\r\n1")
					_ = conn.SetReadDeadline(time.Now().Add(time.Minute))
					if _, err := io.Copy(io.Discard, conn); errors.Is(err, os.ErrDeadlineExceeded) {
						t.Error("the connection is still open")
					}
				})
			}
			all.Wait()
		})
	}
}

// What takes the service longer than a body may is not cut off: neither the time before the body
// is read nor that after it.
func TestThePaceDoesNotBindTheService(t *testing.T) {
	const wait = 50 * time.Millisecond
	s := httptest.NewServer(Pace{Wait: wait, Rate: 1 << 30}.Enforce(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		busy, done := context.WithTimeout(context.WithoutCancel(r.Context()), 4*wait)
		defer done()
		<-busy.Done()
		body, err := io.ReadAll(r.Body)
		busy, done = context.WithTimeout(context.WithoutCancel(r.Context()), 4*wait)
		defer done()
		<-busy.Done()
		fmt.Fprint(w, len(body), err, r.Context().Err())
	})))
	defer s.Close()
	conn, err := net.Dial("tcp", s.Listener.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	answers := bufio.NewReader(conn)
	for range 2 { // the second on the same connection
		fmt.Fprintf(conn, "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1000\r\n\r\n%s", strings.Repeat("x", 1000))
		a, err := http.ReadResponse(answers, nil)
		if err != nil {
			t.Fatal(err)
		}
		got, _ := io.ReadAll(a.Body)
		_ = a.Body.Close()
		if string(got) != "1000 <nil> <nil>" {
			t.Errorf("got %s, want 1000 <nil> <nil>", got)
		}
	}
}
