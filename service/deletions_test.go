package service_test

import (
	"encoding/binary"
	"path/filepath"
	"testing"

	"github.com/google/uuid"

	"github.com/seed-62a36931/docket/domain/es"
	"github.com/seed-62a36931/docket/service"
	"github.com/seed-62a36931/docket/service/servicetest"
)

// A mark counts for the very log that it was made on: one that was restored and has
// grown beyond it since has deletions there that nobody has carried out.
func TestMarkOfAnotherLogDoesNotCount(t *testing.T) {
	t.Parallel()
	servicetest.Engines(t, func(t *testing.T, args []string) {
		s := servicetest.Serve(t, filepath.Join(t.TempDir(), "data"), args...)
		s.Stop()
		s.Start() // the first start found no event to name
		s.Stop()
		a := servicetest.OpenTools(t, s)
		head, mark, err := a.Deletions.DeletionsMark(t.Context())
		if err != nil || mark == 0 || mark > head {
			t.Fatalf("after a start the mark is %d, the head %d, %v, want mark other than 0, mark at most %v and no error",
				mark, head, err, head)
		}
		other := uuid.New()
		for name, value := range map[string][]byte{
			"another event":  append(binary.BigEndian.AppendUint64(nil, uint64(mark)), other[:]...),
			"behind the end": append(binary.BigEndian.AppendUint64(nil, uint64(head+1)), other[:]...),
			"no event named": binary.BigEndian.AppendUint64(nil, uint64(mark)),
			"cut short":      {1, 2},
		} {
			if err := a.IdentityRecords.Records.Put(t.Context(), "demo", service.MarkName, value); err != nil {
				t.Fatal(err)
			}
			if _, mark, err := a.Deletions.DeletionsMark(t.Context()); mark != es.Position(0) || err != nil {
				t.Errorf("%s: the mark is %d, %v, want 0", name, mark, err)
			}
		}
	})
}
