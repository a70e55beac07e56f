package blobs_test

import (
	"errors"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/google/uuid"

	"github.com/seed-62a36931/docket/adapters/blobs"
	"github.com/seed-62a36931/docket/adapters/blobs/blobstest"
	"github.com/seed-62a36931/docket/commands"
	"github.com/seed-62a36931/docket/domain/es"
)

// kept lists what a folder holds of a time.
func kept(t *testing.T, d *blobs.Disk, after, until time.Time) map[uuid.UUID]commands.Kept {
	t.Helper()
	out := map[uuid.UUID]commands.Kept{}
	for k, err := range d.Kept(t.Context(), after, until) {
		if err != nil {
			t.Fatal(err)
		}
		out[k.ID] = k
	}
	return out
}

// TestBlobsAreListedByTheirTime and what is unfinished, or no blob, is not.
func TestBlobsAreListedByTheirTime(t *testing.T) {
	root := t.TempDir()
	d := openDisk(t, root, &blobstest.Keys{})
	old := put(t, d, blobstest.Subject("1", "1"), []byte("old"))
	young := put(t, d, blobstest.Subject("1", "2"), []byte("young"))
	for _, name := range []string{"unfinished/" + uuid.NewString(), "notes.txt", uuid.NewString() + ".tmp"} {
		if err := os.WriteFile(filepath.Join(root, name), nil, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	now := time.Now()
	if all := kept(t, d, time.Time{}, now.Add(time.Minute)); len(all) != 2 {
		t.Fatalf("%v", all)
	}
	path := filepath.Join(root, kept(t, d, time.Time{}, now.Add(time.Minute))[old.ID].Place)
	if err := os.Chtimes(path, now, now.Add(-time.Hour)); err != nil {
		t.Fatal(err)
	}
	if some := kept(t, d, time.Time{}, now.Add(-time.Minute)); len(some) != 1 || some[old.ID].ID != old.ID {
		t.Errorf("the old ones: %v", some)
	}
	if some := kept(t, d, now.Add(-time.Minute), now.Add(time.Minute)); len(some) != 1 || some[young.ID].ID != young.ID {
		t.Errorf("the young ones: %v", some)
	}
	for range d.Kept(t.Context(), time.Time{}, now.Add(time.Minute)) {
		break // a reader may have enough
	}
}

// TestAListedBlobIsDiscarded and again is no error.
func TestAListedBlobIsDiscarded(t *testing.T) {
	d := openDisk(t, t.TempDir(), &blobstest.Keys{})
	gone, stays := put(t, d, blobstest.Subject("1", "1"), []byte("a")), put(t, d, blobstest.Subject("1", "1"), []byte("b"))
	k := kept(t, d, time.Time{}, time.Now().Add(time.Minute))[gone.ID]
	for range 2 {
		if err := d.Discard(t.Context(), k); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := d.Open(t.Context(), gone); !errors.Is(err, es.ErrNoBlob) {
		t.Errorf("%v", err)
	}
	if r, err := d.Open(t.Context(), stays); err != nil {
		t.Error(err)
	} else if err := r.Close(); err != nil {
		t.Error(err)
	}
}
