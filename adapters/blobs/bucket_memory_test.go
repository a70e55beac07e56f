package blobs_test

import (
	"fmt"
	"io"
	"net/http"
	"os"
	"runtime"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/seed-62a36931/docket/adapters/blobs/blobstest"
	"github.com/seed-62a36931/docket/adapters/blobs/buckettest"
)

// swallow is a server that takes uploads in parts and keeps nothing of them. It
// looks how large the heap is at each part.
type swallow struct {
	taken, heap atomic.Int64
}

func (s *swallow) answer(w http.ResponseWriter, r *http.Request, next http.Handler) {
	q := r.URL.Query()
	switch {
	case r.Method == http.MethodPut && q.Has("partNumber"):
		n, _ := io.Copy(io.Discard, r.Body) // what is missing is missed in the sum
		s.taken.Add(n)
		var m runtime.MemStats
		runtime.ReadMemStats(&m)
		s.heap.Store(max(s.heap.Load(), int64(m.HeapInuse)))
		w.Header().Set("ETag", `"part"`)
	case r.Method == http.MethodPost && q.Has("uploads"):
		_, _ = fmt.Fprint(w,
			"<InitiateMultipartUploadResult><Bucket>docket</Bucket><Key>k</Key><UploadId>1</UploadId></InitiateMultipartUploadResult>")
	case r.Method == http.MethodPost:
		_, _ = fmt.Fprint(w, "<CompleteMultipartUploadResult><Bucket>docket</Bucket><Key>k</Key></CompleteMultipartUploadResult>")
	default:
		next.ServeHTTP(w, r)
	}
}

// An upload takes memory for two parts, however long it is: 2 GiB in the full form.
func TestUploadsAreStreamed(t *testing.T) {
	size := int64(192 << 20)
	if os.Getenv("DOCKET_TEST_FULL") != "" {
		size = 2 << 30
	}
	m := buckettest.Start(t)
	b := startBucket(t, m.Config("here"), new(blobstest.Keys))
	var s swallow
	m.InjectFault(s.answer)
	runtime.GC()
	var before runtime.MemStats
	runtime.ReadMemStats(&before)
	ref, _, err := b.Put(t.Context(), "demo", io.LimitReader(zeros{}, size))
	if err != nil || ref.Size != size || s.taken.Load() < size {
		t.Fatalf("put %d bytes, %d arrived: %v, want ref.Size = %v, s.taken.Load() at least %v and no error", ref.Size,
			s.taken.Load(), err, size, size)
	}
	grown := s.heap.Load() - int64(before.HeapInuse)
	if t.Logf("%d MiB put, %d MiB of heap", size>>20, grown>>20); grown > 48<<20 {
		t.Errorf("putting %d bytes took %d bytes of memory, want at most %v", size, grown, 48<<20)
	}
}

// A read at some place fetches little more than what is read.
func TestRangesFetchLittle(t *testing.T) {
	m := buckettest.Start(t)
	b := startBucket(t, m.Config("here"), new(blobstest.Keys))
	ref := putIn(t, b, "demo", 24<<20)
	var fetched, requests atomic.Int64
	m.InjectFault(func(w http.ResponseWriter, r *http.Request, next http.Handler) {
		requests.Add(1)
		next.ServeHTTP(counting{w, &fetched}, r)
	})
	r, err := b.Open(t.Context(), ref)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := r.Seek(11<<20, io.SeekStart); err != nil {
		t.Fatal(err)
	}
	if _, err := io.ReadFull(r, make([]byte, 1000)); err != nil {
		t.Fatal(err)
	}
	if fetched.Load() > 1<<20 || requests.Load() > 3 {
		t.Errorf("1000 bytes took %d requests and %d bytes, want at most 3 requests and 1 MiB",
			requests.Load(), fetched.Load())
	}
	fetched.Store(0)
	requests.Store(0)
	if err := read(b, ref); err != nil || fetched.Load() > 25<<20 || requests.Load() > 12 {
		t.Errorf("all of it took %d requests and %d bytes: %v, want at most 12 requests and 25 MiB",
			requests.Load(), fetched.Load(), err)
	}
	small := putIn(t, b, "demo", 100_000)
	requests.Store(0)
	if err := read(b, small); err != nil || requests.Load() != 1 {
		t.Errorf("a small blob took %d requests: %v, want requests.Load() = 1 and no error", requests.Load(), err)
	}
	requests.Store(0)
	if _, _, err := b.Put(t.Context(), "demo", strings.NewReader("x")); err != nil || requests.Load() != 1 {
		t.Errorf("putting a small blob took %d requests: %v, want requests.Load() = 1 and no error", requests.Load(), err)
	}
}

type counting struct {
	http.ResponseWriter
	n *atomic.Int64
}

// Write implements io.Writer.
func (c counting) Write(p []byte) (int, error) {
	c.n.Add(int64(len(p)))
	return c.ResponseWriter.Write(p)
}
