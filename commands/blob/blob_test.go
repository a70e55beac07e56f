package blob

import (
	"bytes"
	"context"
	"io"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/google/uuid"

	"github.com/seed-62a36931/docket/domain/es"
)

// shelf keeps bytes in memory.
type shelf struct {
	es.Blobs // nil: nothing else is asked of it
	mu       sync.Mutex
	kept     map[uuid.UUID][]byte
}

func (s *shelf) Put(_ context.Context, subject es.Subject, r io.Reader) (es.BlobRef, [32]byte, error) {
	content, err := io.ReadAll(r)
	s.mu.Lock()
	defer s.mu.Unlock()
	ref := es.BlobRef{ID: uuid.New(), Subject: subject, Size: int64(len(content))}
	s.kept[ref.ID] = content
	return ref, [32]byte{}, err
}

func (s *shelf) Open(_ context.Context, ref es.BlobRef) (io.ReadSeekCloser, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return readCloser{bytes.NewReader(s.kept[ref.ID])}, nil
}

// readCloser is a reader that need not be closed.
type readCloser struct{ *bytes.Reader }

func (readCloser) Close() error { return nil }

// TestValuesSideBySide has eight store and load values, large and small: each gets its own, also behind one that
// cannot be stored and bytes that are none, and the same value is the same bytes each time.
func TestValuesSideBySide(t *testing.T) {
	s := &shelf{kept: map[uuid.UUID][]byte{}}
	broken := es.BlobRef{ID: uuid.New(), Size: 4}
	s.kept[broken.ID] = []byte("none")
	var all sync.WaitGroup
	for i := range 8 {
		all.Go(func() {
			for n := range 20 {
				want := slices.Repeat([]string{strings.Repeat(string(rune('a'+i)), n*n)}, 1+n*i)
				first, err := PutJSON(t.Context(), s, "", want)
				if err != nil {
					t.Error(err)
				}
				if _, err := PutJSON(t.Context(), s, "", func() {}); err == nil {
					t.Error("a function is stored, want an error")
				}
				if err := GetJSON(t.Context(), s, broken, new(any)); err == nil {
					t.Error("what is not compressed is read, want an error")
				}
				var got []string
				if err := GetJSON(t.Context(), s, first, &got); err != nil || !slices.Equal(got, want) {
					t.Errorf("%d texts, %v, want %d of their own", len(got), err, len(want))
				}
				again, err := PutJSON(t.Context(), s, "", want)
				if err != nil || !s.isSame(first, again) {
					t.Errorf("stored again: other bytes, %v, want the same", err)
				}
			}
		})
	}
	all.Wait()
}

func (s *shelf) isSame(a, b es.BlobRef) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return bytes.Equal(s.kept[a.ID], s.kept[b.ID])
}
