package blobstest

import (
	"bytes"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"

	"github.com/seed-62a36931/docket/domain/es"
	"github.com/seed-62a36931/docket/processes"
)

// A Store is a blob store whose content can be listed.
type Store interface {
	es.Blobs
	processes.BlobInventory
}

// Run checks that a blob store fulfils the contract of es.Blobs. open returns an empty
// one that seals with the given keys; it is called once for each part.
func Run(t *testing.T, open func(t *testing.T, keys *Keys) Store) {
	t.Helper()
	parts := map[string]func(*testing.T, *Keys, Store){
		"content of any size comes back":      roundTrip,
		"any range can be read":               readRanges,
		"equal content is stored apart":       keepApart,
		"a failing reader leaves nothing":     failingReader,
		"a cancelled context ends a put":      cancelOperations,
		"an unknown blob is reported":         openUnknown,
		"a removed blob is gone, others stay": removeBlobs,
		"dropping takes all below it":         dropSubjects,
		"a destroyed key ends all access":     refuseErased,
		"a put loses to an erasure beside it": eraseDuringPut,
		"any subject is a safe name":          hostileSubjects,
		"many may write at once":              useConcurrently,
	}
	for name, part := range parts {
		t.Run(name, func(t *testing.T) {
			keys := new(Keys)
			part(t, keys, open(t, keys))
		})
	}
}

// RandomContent returns n bytes that look random and are the same for the same seed.
func RandomContent(n int, seed uint64) []byte {
	rnd := rand.NewChaCha8([32]byte{byte(seed), byte(seed >> 8)})
	b := make([]byte, n)
	_, _ = rnd.Read(b) // never fails
	return b
}

// FileSubject returns the subject of a file below a dossier of a workspace.
func FileSubject(dossier, file string) es.Subject {
	return es.Subject("demo").Child("dossier", dossier).Child("file", file)
}

func putBlob(t *testing.T, b es.Blobs, s es.Subject, content []byte) es.BlobRef {
	t.Helper()
	ref, digest, err := b.Put(t.Context(), s, bytes.NewReader(content))
	if err != nil {
		t.Fatalf("put %d bytes: %v", len(content), err)
	}
	if digest != sha256.Sum256(content) {
		t.Errorf("put %d bytes: the digest is not the SHA-256 of the plain bytes", len(content))
	}
	if ref.Size != int64(len(content)) || ref.Subject != s || ref.ID == uuid.Nil {
		t.Errorf("put %d bytes: got the reference %+v", len(content), ref)
	}
	return ref
}

func getBlob(t *testing.T, b es.Blobs, ref es.BlobRef) []byte {
	t.Helper()
	content, err := readBlob(t.Context(), b, ref)
	if err != nil {
		t.Fatal(err)
	}
	return content
}

func readBlob(ctx context.Context, b es.Blobs, ref es.BlobRef) ([]byte, error) {
	r, err := b.Open(ctx, ref)
	if err != nil {
		return nil, fmt.Errorf("open: %w", err)
	}
	content, err := io.ReadAll(r)
	return content, errors.Join(err, r.Close())
}

func mustClose(t *testing.T, c io.Closer) {
	t.Helper()
	if err := c.Close(); err != nil {
		t.Errorf("close: %v", err)
	}
}

func checkAbsent(t *testing.T, b es.Blobs, ref es.BlobRef) {
	t.Helper()
	if _, err := b.Open(t.Context(), ref); !errors.Is(err, es.ErrNoBlob) {
		t.Errorf("open a blob that should be gone: %v", err)
	}
}

func keepApart(t *testing.T, _ *Keys, b Store) {
	content := RandomContent(1000, 1)
	first, second := putBlob(t, b, FileSubject("1", "1"), content), putBlob(t, b, FileSubject("1", "1"), content)
	if first.ID == second.ID {
		t.Fatal("two puts gave one blob")
	}
	if err := b.Remove(t.Context(), first); err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(getBlob(t, b, second), content) {
		t.Error("removing one touched the other")
	}
}

func openUnknown(t *testing.T, _ *Keys, b Store) {
	ref := putBlob(t, b, FileSubject("1", "1"), []byte("x"))
	checkAbsent(t, b, es.BlobRef{Subject: ref.Subject, ID: uuid.New(), Size: 1})
	checkAbsent(t, b, es.BlobRef{Subject: FileSubject("1", "2"), ID: ref.ID, Size: 1})
	if err := b.Remove(t.Context(), es.BlobRef{Subject: "none", ID: uuid.New()}); err != nil {
		t.Errorf("remove what never was: %v", err)
	}
	if err := b.Drop(t.Context(), "none"); err != nil {
		t.Errorf("drop what never was: %v", err)
	}
}

func removeBlobs(t *testing.T, _ *Keys, b Store) {
	gone, stays := putBlob(t, b, FileSubject("1", "1"), []byte("a")), putBlob(t, b, FileSubject("1", "1"), []byte("b"))
	for range 2 { // twice is no error
		if err := b.Remove(t.Context(), gone); err != nil {
			t.Fatal(err)
		}
	}
	checkAbsent(t, b, gone)
	if got := getBlob(t, b, stays); string(got) != "b" {
		t.Errorf("the other blob reads %q", got)
	}
}

func dropSubjects(t *testing.T, _ *Keys, b Store) {
	dossier := es.Subject("demo").Child("dossier", "1")
	lost := []es.BlobRef{
		putBlob(t, b, dossier, []byte("a")),
		putBlob(t, b, dossier.Child("file", "1"), []byte("b")),
		putBlob(t, b, dossier.Child("file", "2"), []byte("c")),
	}
	kept := []es.BlobRef{
		putBlob(t, b, FileSubject("10", "1"), []byte("d")), // a longer name is another subject
		putBlob(t, b, "demo", []byte("d")),
		putBlob(t, b, es.Subject("other").Child("dossier", "1"), []byte("d")),
	}
	for range 2 {
		if err := b.Drop(t.Context(), dossier); err != nil {
			t.Fatal(err)
		}
	}
	for _, ref := range lost {
		checkAbsent(t, b, ref)
	}
	for _, ref := range kept {
		if got := getBlob(t, b, ref); string(got) != "d" {
			t.Errorf("%s reads %q", ref.Subject, got)
		}
	}
	again := putBlob(t, b, dossier.Child("file", "1"), []byte("e"))
	if got := getBlob(t, b, again); string(got) != "e" {
		t.Errorf("put after a drop reads %q", got)
	}
}

func refuseErased(t *testing.T, keys *Keys, b Store) {
	ref := putBlob(t, b, FileSubject("1", "1"), []byte("a"))
	other := putBlob(t, b, FileSubject("2", "1"), []byte("b"))
	keys.Destroy(es.Subject("demo").Child("dossier", "1"))
	if _, err := b.Open(t.Context(), ref); !errors.Is(err, es.ErrErased) {
		t.Errorf("open under a destroyed key: %v", err)
	}
	if _, _, err := b.Put(t.Context(), ref.Subject, strings.NewReader("c")); !errors.Is(err, es.ErrErased) {
		t.Errorf("put under a destroyed key: %v", err)
	}
	if got := getBlob(t, b, other); string(got) != "b" {
		t.Errorf("the other dossier reads %q", got)
	}
	if err := b.Drop(t.Context(), ref.Subject); err != nil {
		t.Errorf("drop under a destroyed key: %v", err)
	}
}

// eraseDuringPut erases a subject while a put reads its last bytes: the put began with a key
// that it may use, and ends after the bytes of the subject were dropped.
func eraseDuringPut(t *testing.T, keys *Keys, b Store) {
	for i, size := range []int{0, 10, 9 << 20} { // the last one is uploaded in parts
		dossier := es.Subject("demo").Child("dossier", fmt.Sprint(i))
		content := &endingReader{bytes.NewReader(RandomContent(size, 1)), func() {
			keys.Destroy(dossier)
			if err := b.Drop(t.Context(), dossier); err != nil {
				t.Error(err)
			}
		}}
		if _, _, err := b.Put(t.Context(), dossier.Child("file", "1"), content); !errors.Is(err, es.ErrErased) {
			t.Errorf("put %d bytes while their subject is erased: %v", size, err)
		}
	}
	for left, err := range b.StoredBlobs(t.Context(), time.Time{}, time.Now().Add(time.Hour)) {
		t.Errorf("left of an erased subject: %+v, %v", left, err)
	}
}

// An endingReader calls atEnd when its content has been read.
type endingReader struct {
	io.Reader
	atEnd func()
}

// Read implements io.Reader.
func (r *endingReader) Read(p []byte) (int, error) {
	n, err := r.Reader.Read(p)
	if err == io.EOF {
		r.atEnd()
	}
	return n, err
}

func hostileSubjects(t *testing.T, _ *Keys, b Store) {
	names := []es.Subject{"", "/", "..", "../../etc", "a//b", "a/", "/a", "a\x00b", "ä\n%2f", "unfinished",
		es.Subject(strings.Repeat("x", 5000)), es.Subject(strings.Repeat("a/", 20))}
	refs := map[es.Subject]es.BlobRef{}
	for _, name := range names {
		refs[name] = putBlob(t, b, name, []byte(name))
	}
	for name, ref := range refs {
		if got := getBlob(t, b, ref); string(got) != string(name) {
			t.Errorf("%q reads %q", name, got)
		}
	}
}

func useConcurrently(t *testing.T, _ *Keys, b Store) {
	var wg sync.WaitGroup
	for w := range 8 {
		wg.Go(func() {
			for i := range 20 {
				if err := writeReadDrop(t.Context(), b, w, i); err != nil {
					t.Errorf("writer %d, blob %d: %v", w, i, err)
				}
			}
		})
	}
	wg.Wait()
}

// writeReadDrop works on subjects of one writer below dossiers that all writers share,
// so that folders come and go while others use them.
func writeReadDrop(ctx context.Context, b es.Blobs, writer, i int) error {
	content := RandomContent(1000*i, uint64(writer))
	subject := FileSubject(fmt.Sprint(i%3), fmt.Sprint(writer))
	ref, _, err := b.Put(ctx, subject, bytes.NewReader(content))
	if err != nil {
		return err
	}
	got, err := readBlob(ctx, b, ref)
	if err != nil {
		return err
	}
	if !bytes.Equal(got, content) {
		return errors.New("read something else than was put")
	}
	if i%5 == 4 {
		return b.Drop(ctx, subject)
	}
	return nil
}
