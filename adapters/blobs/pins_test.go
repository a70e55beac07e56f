package blobs_test

import (
	"bytes"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/uuid"

	"github.com/seed-62a36931/docket/adapters/blobs"
	"github.com/seed-62a36931/docket/adapters/blobs/blobstest"
	"github.com/seed-62a36931/docket/domain/es"
)

// TestPinsOutliveDrops pins blobs, drops them, and restores them elsewhere.
func TestPinsOutliveDrops(t *testing.T) {
	root := filepath.Join(t.TempDir(), "blobs")
	keys := &blobstest.Keys{}
	d, err := blobs.OpenDisk(root, keys)
	must(t, err)
	defer d.Close()
	put := func(s es.Subject, text string) es.BlobRef {
		ref, _, err := d.Put(t.Context(), s, strings.NewReader(text))
		must(t, err)
		return ref
	}
	first := put("demo/dossier.1/file.1", "first")
	pins, err := d.Pin(t.Context())
	must(t, err)
	second := put("demo/dossier.2", "second")
	must(t, pins.Add(second))
	must(t, pins.Add(second))
	must(t, pins.Add(es.BlobRef{Subject: "demo/dossier.3", ID: uuid.New()}))
	must(t, d.Drop(t.Context(), "demo/dossier.1"))
	must(t, d.Remove(t.Context(), second))

	again := filepath.Join(t.TempDir(), "again")
	for _, ref := range []es.BlobRef{first, second} {
		sealed, path, size, err := pins.OpenPinned(ref)
		must(t, err)
		b, err := io.ReadAll(sealed)
		if must(t, errors.Join(err, sealed.Close())); int64(len(b)) != size {
			t.Errorf("%d bytes, told %d, want %v", len(b), size, size)
		}
		must(t, blobs.RestoreBlob(again, path, bytes.NewReader(b)))
		if sealed, _, _, err := pins.OpenPinned(ref); err != nil || sealed != nil {
			t.Errorf("taken twice: %v, want no error and sealed = nil", err)
		}
	}
	must(t, pins.Release())
	if left, err := os.ReadDir(filepath.Join(root, "unfinished")); err != nil || len(left) > 0 {
		t.Errorf("left: %v %v, want no error and len(left) = 0", left, err)
	}
	copied, err := blobs.OpenDisk(again, keys)
	must(t, err)
	defer copied.Close()
	for ref, want := range map[es.BlobRef]string{first: "first", second: "second"} {
		in, err := copied.Open(t.Context(), ref)
		must(t, err)
		b, err := io.ReadAll(in)
		if must(t, errors.Join(err, in.Close())); string(b) != want {
			t.Errorf("%q, want %q", b, want)
		}
	}
	for _, path := range []string{"../x", "/etc/x", ""} {
		if err := blobs.RestoreBlob(again, path, strings.NewReader("")); err == nil {
			t.Errorf("%q was taken, want an error", path)
		}
	}
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}
