package blobs_test

import (
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/seed-62a36931/docket/adapters/blobs"
	"github.com/seed-62a36931/docket/adapters/blobs/blobstest"
	"github.com/seed-62a36931/docket/domain/es"
)

// TestSealedBytesMove carries blobs to another folder without a key, where they open
// as they did.
func TestSealedBytesMove(t *testing.T) {
	keys := &blobstest.Keys{}
	from, err := blobs.OpenDisk(filepath.Join(t.TempDir(), "from"), keys)
	must(t, err)
	defer from.Close()
	to, err := blobs.OpenDisk(filepath.Join(t.TempDir(), "to"), keys)
	must(t, err)
	defer to.Close()
	var refs []es.BlobRef
	var places []string
	for i := range 20 {
		ref, _, err := from.Put(t.Context(), es.Subject(fmt.Sprintf("demo/dossier.%d/file.%d", i%3, i)),
			strings.NewReader(fmt.Sprint("content ", i)))
		must(t, err)
		place, err := from.PlaceOf(ref)
		must(t, err)
		refs, places = append(refs, ref), append(places, place)
	}
	slices.Sort(places)
	var seen []string
	carry := func(place string, size int64) error {
		seen = append(seen, place)
		sealed, told, err := from.OpenSealed(t.Context(), place)
		if err != nil {
			return err
		}
		if told != size {
			t.Errorf("%s: %d bytes, then %d, want %v", place, size, told, size)
		}
		return errors.Join(to.StoreSealed(t.Context(), place, sealed), sealed.Close())
	}
	must(t, to.StoreSealed(t.Context(), places[0], strings.NewReader("half of what was copied before")))
	must(t, from.EachSealed(t.Context(), carry))
	to.SyncAll()
	if !slices.Equal(seen, places) {
		t.Errorf("places are not in order: %v, want %v", seen, places)
	}
	for i, ref := range refs {
		r, err := to.Open(t.Context(), ref)
		must(t, err)
		b, err := io.ReadAll(r)
		if must(t, errors.Join(err, r.Close())); string(b) != fmt.Sprint("content ", i) {
			t.Errorf("got %s, want content %d", b, i)
		}
	}
	must(t, to.RemoveSealed(t.Context(), places[3]))
	must(t, to.RemoveSealed(t.Context(), places[3]))
	if _, _, err := to.OpenSealed(t.Context(), places[3]); !errors.Is(err, es.ErrNoBlob) {
		t.Errorf("what was removed: %v, want %v", err, es.ErrNoBlob)
	}
	for _, place := range []string{"../outside", "/etc/passwd", ""} {
		if err := to.StoreSealed(t.Context(), place, strings.NewReader("x")); err == nil {
			t.Errorf("%q was taken for a place, want an error", place)
		}
	}
}
