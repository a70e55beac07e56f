package blobs_test

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/minio/minio-go/v7"

	"github.com/seed-62a36931/docket/adapters/blobs/blobstest"
	"github.com/seed-62a36931/docket/adapters/blobs/buckettest"
	"github.com/seed-62a36931/docket/domain/es"
	"github.com/seed-62a36931/docket/processes"
)

// listKept lists what a folder holds of a time.
func listKept(t *testing.T, d processes.BlobInventory, after, until time.Time) map[uuid.UUID]processes.StoredBlob {
	t.Helper()
	out := map[uuid.UUID]processes.StoredBlob{}
	for k, err := range d.StoredBlobs(t.Context(), after, until) {
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
	old := put(t, d, blobstest.FileSubject("1", "1"), []byte("old"))
	young := put(t, d, blobstest.FileSubject("1", "2"), []byte("young"))
	for _, name := range []string{"unfinished/" + uuid.NewString(), "notes.txt", uuid.NewString() + ".tmp", uuid.NewString(),
		"others/" + uuid.NewString()} {
		if err := os.MkdirAll(filepath.Join(root, filepath.Dir(name)), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(root, name), nil, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	now := time.Now()
	if all := listKept(t, d, time.Time{}, now.Add(time.Minute)); len(all) != 2 {
		t.Fatalf("%v, want 2", all)
	}
	path := filepath.Join(root, listKept(t, d, time.Time{}, now.Add(time.Minute))[old.ID].Place)
	if err := os.Chtimes(path, now, now.Add(-time.Hour)); err != nil {
		t.Fatal(err)
	}
	if some := listKept(t, d, time.Time{}, now.Add(-time.Minute)); len(some) != 1 || some[old.ID].ID != old.ID {
		t.Errorf("the old ones: %v, want len(some) = 1 and some[old.ID].ID = %v", some, old.ID)
	}
	if some := listKept(t, d, now.Add(-time.Minute), now.Add(time.Minute)); len(some) != 1 || some[young.ID].ID != young.ID {
		t.Errorf("the young ones: %v, want len(some) = 1 and some[young.ID].ID = %v", some, young.ID)
	}
	for _, err := range d.StoredBlobs(t.Context(), time.Time{}, now.Add(time.Minute)) {
		if err != nil {
			t.Error(err)
		}
		break // a reader may have enough
	}
}

// TestAListedBlobIsDiscarded and again is no error.
func TestAListedBlobIsDiscarded(t *testing.T) {
	for name, open := range map[string]func(*testing.T) es.Blobs{
		"a disk":   func(t *testing.T) es.Blobs { return openDisk(t, t.TempDir(), &blobstest.Keys{}) },
		"a bucket": func(t *testing.T) es.Blobs { return startBucket(t, buckettest.Start(t).Config(""), &blobstest.Keys{}) },
		"a bucket with prefix": func(t *testing.T) es.Blobs {
			return startBucket(t, buckettest.Start(t).Config("a/b"), &blobstest.Keys{})
		},
	} {
		t.Run(name, func(t *testing.T) { expectDiscarded(t, open(t)) })
	}
}

func expectDiscarded(t *testing.T, b es.Blobs) {
	t.Helper()
	shelf := b.(processes.BlobInventory)
	var refs []es.BlobRef
	for _, content := range []string{"gone", "stays"} {
		ref, _, err := b.Put(t.Context(), blobstest.FileSubject("1", "1"), strings.NewReader(content))
		if err != nil {
			t.Fatal(err)
		}
		refs = append(refs, ref)
	}
	soon := time.Now().Add(time.Minute)
	all := listKept(t, shelf, time.Time{}, soon)
	if len(all) != 2 || len(listKept(t, shelf, soon, soon.Add(time.Hour))) != 0 ||
		len(listKept(t, shelf, time.Time{}, soon.Add(-time.Hour))) != 0 {
		t.Fatalf("listed: %v, want two, and none of another hour", all)
	}
	for range 2 {
		if err := shelf.Discard(t.Context(), all[refs[0].ID]); err != nil {
			t.Fatal(err)
		}
	}
	if left := listKept(t, shelf, time.Time{}, soon); len(left) != 1 || left[refs[1].ID].ID != refs[1].ID {
		t.Errorf("left: %v, want len(left) = 1 and left[refs[1].ID].ID = %v", left, refs[1].ID)
	}
	if _, err := b.Open(t.Context(), refs[0]); !errors.Is(err, es.ErrNoBlob) {
		t.Errorf("%v, want %v", err, es.ErrNoBlob)
	}
	for _, err := range shelf.StoredBlobs(t.Context(), time.Time{}, soon) {
		if err != nil {
			t.Error(err)
		}
		break // a reader may have enough
	}
}

// TestOthersInTheBucketAreLeftAlone whatever they call their objects.
func TestOthersInTheBucketAreLeftAlone(t *testing.T) {
	c := buckettest.Start(t).Config("")
	b := startBucket(t, c, &blobstest.Keys{})
	for _, key := range []string{uuid.NewString(), "others/" + uuid.NewString(), "0123456789abcdef0123456789abcdef",
		"0123456789ABCDEF0123456789ABCDEF/" + uuid.NewString()} {
		if _, err := client(t, c).PutObject(t.Context(), c.Address.Bucket, key, strings.NewReader("theirs"), 6,
			minio.PutObjectOptions{}); err != nil {
			t.Fatal(err)
		}
	}
	if all := listKept(t, b, time.Time{}, time.Now().Add(time.Minute)); len(all) != 0 {
		t.Errorf("%v, want 0", all)
	}
}

// TestWhatIsUnfinishedForLongIsRemoved though another process has the folder open; the
// pins of a backup are not.
func TestWhatIsUnfinishedForLongIsRemoved(t *testing.T) {
	root := t.TempDir()
	d, other := openDisk(t, root, &blobstest.Keys{}), openDisk(t, root, &blobstest.Keys{})
	ref := put(t, d, blobstest.FileSubject("1", "1"), []byte("pinned"))
	pins, err := other.Pin(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	written, dropped, young := filepath.Join(root, "unfinished", uuid.NewString()),
		filepath.Join(root, "unfinished", uuid.NewString()), filepath.Join(root, "unfinished", uuid.NewString())
	if err := os.MkdirAll(filepath.Join(dropped, "0123456789abcdef0123456789abcdef"), 0o700); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{written, young, filepath.Join(dropped, "0123456789abcdef0123456789abcdef", uuid.NewString())} {
		if err := os.WriteFile(name, []byte("left"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	all, err := filepath.Glob(filepath.Join(root, "unfinished", "*"))
	if err != nil || len(all) != 4 {
		t.Fatal(all, err)
	}
	long := time.Now().Add(-time.Hour)
	for _, name := range all {
		if name == young {
			continue
		}
		if err := os.Chtimes(name, long, long); err != nil {
			t.Fatal(err)
		}
	}
	if err := d.DropUnfinished(t.Context(), long.Add(time.Minute)); err != nil {
		t.Fatal(err)
	}
	if left, err := filepath.Glob(filepath.Join(root, "unfinished", "*")); err != nil || len(left) != 2 {
		t.Error(left, err)
	}
	if _, err := os.Stat(young); err != nil {
		t.Error(err)
	}
	sealed, _, _, err := pins.OpenPinned(ref)
	if err != nil || sealed == nil {
		t.Fatal("the pin is gone", err)
	}
	if err := errors.Join(sealed.Close(), pins.Release()); err != nil {
		t.Error(err)
	}
}
