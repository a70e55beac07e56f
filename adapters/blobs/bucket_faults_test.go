package blobs_test

import (
	"bytes"
	"context"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/seed-62a36931/docket/adapters/blobs"
	"github.com/seed-62a36931/docket/adapters/blobs/blobstest"
	"github.com/seed-62a36931/docket/adapters/blobs/buckettest"
	"github.com/seed-62a36931/docket/domain/es"
)

// some makes a fault of the first n requests that match.
func some(n int32, match func(*http.Request) bool, f buckettest.Fault) buckettest.Fault {
	var met atomic.Int32
	return func(w http.ResponseWriter, r *http.Request, next http.Handler) {
		if match(r) && met.Add(1) <= n {
			f(w, r, next)
			return
		}
		next.ServeHTTP(w, r)
	}
}

const always = 1 << 30

func isPart(r *http.Request) bool {
	return r.Method == http.MethodPut && r.URL.Query().Has("partNumber")
}
func isPut(r *http.Request) bool { return r.Method == http.MethodPut }
func isGet(r *http.Request) bool { return r.Method == http.MethodGet && r.Header.Get("Range") != "" }
func isComplete(r *http.Request) bool {
	return r.Method == http.MethodPost && r.URL.Query().Has("uploadId")
}

// refuse answers as servers do.
func refuse(status int, code string) buckettest.Fault {
	return func(w http.ResponseWriter, r *http.Request, _ http.Handler) {
		_, _ = io.Copy(io.Discard, r.Body) // the client goes on as it likes
		w.Header().Set("Content-Type", "application/xml")
		w.WriteHeader(status)
		_, _ = io.WriteString(w, "<Error><Code>"+code+"</Code><Message>said the test</Message><Key>k</Key></Error>")
	}
}

// hangUp cuts the connection.
func hangUp(http.ResponseWriter, *http.Request, http.Handler) { panic(http.ErrAbortHandler) }

// corrupt changes a byte of what the server is sent.
func corrupt(w http.ResponseWriter, r *http.Request, next http.Handler) {
	content, err := io.ReadAll(r.Body)
	if err != nil {
		panic(http.ErrAbortHandler)
	}
	content[len(content)/2] ^= 1
	r.Body = io.NopCloser(bytes.NewReader(content))
	next.ServeHTTP(w, r)
}

// cutOff answers with half of the body.
func cutOff(w http.ResponseWriter, r *http.Request, next http.Handler) {
	whole := httptest.NewRecorder()
	next.ServeHTTP(whole, r)
	for name, values := range whole.Header() {
		w.Header()[name] = values
	}
	w.Header().Set("Content-Length", strconv.Itoa(whole.Body.Len()))
	w.WriteHeader(whole.Code)
	_, _ = w.Write(whole.Body.Bytes()[:whole.Body.Len()/2])
	panic(http.ErrAbortHandler)
}

// answerLost does what was asked, and does not tell.
func answerLost(_ http.ResponseWriter, r *http.Request, next http.Handler) {
	next.ServeHTTP(httptest.NewRecorder(), r)
	panic(http.ErrAbortHandler)
}

// Faults that pass are not noticed by anybody.
func TestPassingFaultsAreOutlasted(t *testing.T) {
	for name, fault := range map[string]buckettest.Fault{
		"a part fails with 500":            some(2, isPart, refuse(500, "InternalError")),
		"a part is told to slow down":      some(2, isPart, refuse(503, "SlowDown")),
		"a part's connection is cut":       some(2, isPart, hangUp),
		"a part's answer is lost":          some(1, isPart, answerLost),
		"a part is damaged on the way":     some(2, isPart, corrupt),
		"the last answer is lost":          some(1, isComplete, answerLost),
		"the completion fails with 500":    some(2, isComplete, refuse(500, "InternalError")),
		"a read fails with 500":            some(2, isGet, refuse(500, "InternalError")),
		"a read's connection is cut":       some(2, isGet, hangUp),
		"an answer to a read is cut off":   some(2, isGet, cutOff),
		"a put conflicts with its folder":  some(2, isPart, refuse(409, "OperationAborted")),
		"the beginning of a put is broken": some(1, func(r *http.Request) bool { return r.URL.Query().Has("uploads") }, hangUp),
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			m := buckettest.Start(t)
			b := startBucket(t, m.Config("here"), new(blobstest.Keys))
			m.InjectFault(fault)
			if err := read(b, putIn(t, b, "demo", 20<<20)); err != nil {
				t.Error(err)
			}
		})
	}
}

// Faults that stay are told as what they are, and leave nothing behind.
func TestLastingFaultsOfUploads(t *testing.T) {
	for name, fault := range map[string]buckettest.Fault{
		"parts are damaged": some(always, isPart, corrupt),
		"parts are refused": some(always, isPart, refuse(403, "AccessDenied")),
		"no completion":     some(always, isComplete, refuse(400, "InvalidPart")),
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			m := buckettest.Start(t)
			b := startBucket(t, m.Config("here"), new(blobstest.Keys))
			m.InjectFault(fault)
			_, _, err := b.Put(t.Context(), "demo", bytes.NewReader(make([]byte, 20<<20)))
			if !blobs.IsUnavailable(err) {
				t.Errorf("got %v, want blobs.IsUnavailable(err)", err)
			}
			m.InjectFault(nil)
			nothingLeft(t, m.Config("here"))
		})
	}
}

func nothingLeft(t *testing.T, c blobs.BucketConfig) {
	t.Helper()
	if list := inBucket(t, c); len(list) > 0 {
		t.Errorf("left: %+v, want none", list)
	}
	if n := uploadsIn(t, c); n > 0 {
		t.Errorf("%d uploads are left, want at most 0", n)
	}
}

// uploadsIn counts what is begun and not finished.
func uploadsIn(t *testing.T, c blobs.BucketConfig) (n int) {
	t.Helper()
	for u := range client(t, c).ListIncompleteUploads(t.Context(), c.Address.Bucket, "", true) {
		if u.Err == nil { // NoSuchUpload: none
			n++
		}
	}
	return n
}

func TestAFailingReaderLeavesNoUpload(t *testing.T) {
	t.Parallel()
	m := buckettest.Start(t)
	b := startBucket(t, m.Config("here"), new(blobstest.Keys))
	dead := errors.New("dead")
	_, _, err := b.Put(t.Context(), "demo", io.MultiReader(io.LimitReader(zeros{}, 20<<20), broken{dead}))
	if err != dead {
		t.Errorf("got %v, want %v", err, dead)
	}
	nothingLeft(t, m.Config("here"))
}

// leaving takes the server away when some bytes were read.
type leaving struct {
	io.Reader
	left  int
	leave func()
}

// Read implements io.Reader.
func (l *leaving) Read(p []byte) (int, error) {
	n, err := l.Reader.Read(p)
	if l.left -= n; l.left <= 0 && l.leave != nil {
		l.leave()
		l.leave = nil
	}
	return n, err
}

// A server that goes away in the middle of an upload is waited for briefly.
func TestServerAwayMidUpload(t *testing.T) {
	t.Parallel()
	m := buckettest.Start(t)
	b := startBucket(t, m.Config("here"), new(blobstest.Keys))
	content := blobstest.RandomContent(30<<20, 1)
	r := &leaving{bytes.NewReader(content), 12 << 20, func() {
		m.StopServer()
		time.AfterFunc(300*time.Millisecond, m.RestartServer) // while the client waits between two tries
	}}
	ref, _, err := b.Put(t.Context(), "demo", r)
	if err != nil {
		t.Fatalf("it came back: %v, want no error", err)
	}
	if err := read(b, ref); err != nil {
		t.Error(err)
	}
	r = &leaving{bytes.NewReader(content), 12 << 20, m.StopServer}
	began := time.Now()
	if _, _, err = b.Put(t.Context(), "demo", r); !blobs.IsUnavailable(err) || !strings.Contains(err.Error(), "cannot be reached") {
		t.Errorf("it stays away: %v, want blobs.IsUnavailable(err) and err.Error() with cannot be reached", err)
	}
	if took := time.Since(began); took > 5*time.Minute {
		t.Errorf("it was waited for %s, want at most %v", took, 5*time.Minute)
	}
	m.RestartServer()
	if n := uploadsIn(t, m.Config("here")); n != 1 {
		t.Fatalf("%d uploads are left, want 1", n)
	}
	for before, want := range map[time.Duration]int{-time.Hour: 0, time.Hour: 1} {
		if n, err := b.AbortStaleUploads(t.Context(), time.Now().Add(before)); err != nil || n != want {
			t.Errorf("%d uploads of before %s were removed: %v, want no error and n = %v", n, before, err, want)
		}
	}
}

// Whatever ends a wait for the server, its error tells.
func TestTheContextEndsWaits(t *testing.T) {
	t.Parallel()
	m := buckettest.Start(t)
	b := startBucket(t, m.Config("here"), new(blobstest.Keys))
	ref := putIn(t, b, "demo", 1<<20)
	r, err := b.Open(t.Context(), ref)
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	hang := func(_ http.ResponseWriter, r *http.Request, _ http.Handler) { <-r.Context().Done() }
	m.InjectFault(hang)
	for what, do := range map[string]func(context.Context) error{
		"put": func(ctx context.Context) error {
			_, _, err := b.Put(ctx, "demo", strings.NewReader("x"))
			return err
		},
		"open":   func(ctx context.Context) error { _, err := b.Open(ctx, ref); return err },
		"remove": func(ctx context.Context) error { return b.Remove(ctx, ref) },
		"drop":   func(ctx context.Context) error { return b.Drop(ctx, "demo") },
		"check":  b.Check,
	} {
		ctx, cancel := context.WithTimeout(t.Context(), 100*time.Millisecond)
		if err := do(ctx); !errors.Is(err, context.DeadlineExceeded) || errors.Is(err, es.ErrNoBlob) {
			t.Errorf("%s: got %v, want DeadlineExceeded, and no blob called missing", what, err)
		}
		cancel()
	}
}

// A read that cannot be finished is no damage, and ends with the server's return.
func TestLastingFaultsOfReads(t *testing.T) {
	t.Parallel()
	m := buckettest.Start(t)
	b := startBucket(t, m.Config("here"), new(blobstest.Keys))
	ref := putIn(t, b, "demo", 3<<20)
	for name, fault := range map[string]buckettest.Fault{
		"answers are cut off": some(always, isGet, cutOff),
		"no right to read":    some(always, isGet, refuse(403, "AccessDenied")),
		"the bucket is gone":  some(always, isGet, refuse(404, "NoSuchBucket")),
	} {
		r, err := b.Open(t.Context(), ref)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := r.Seek(1<<20, io.SeekStart); err != nil {
			t.Fatal(err)
		}
		m.InjectFault(fault)
		if _, err := io.ReadAll(r); !blobs.IsUnavailable(err) || errors.Is(err, blobs.ErrDamaged) || errors.Is(err, es.ErrNoBlob) {
			t.Errorf("%s: got %v, want an error of unavailable bytes", name, err)
		}
		if err := read(b, ref); !blobs.IsUnavailable(err) || errors.Is(err, es.ErrNoBlob) {
			t.Errorf("%s, anew: %v, want an error of unavailable bytes", name, err)
		}
		m.InjectFault(nil)
		if _, err := r.Seek(1<<20, io.SeekStart); err != nil {
			t.Fatal(err)
		}
		got, err := io.ReadAll(r)
		if err = errors.Join(err, r.Close()); err != nil || !bytes.Equal(got, blobstest.RandomContent(3<<20, 1)[1<<20:]) {
			t.Errorf("%s, and is mended: %v, want no error and the same bytes", name, err)
		}
	}
}
