package blobs_test

import (
	"bytes"
	"errors"
	"io"
	"os"
	"testing"

	"github.com/seed-62a36931/docket/adapters/blobs"
	"github.com/seed-62a36931/docket/adapters/blobs/blobstest"
	"github.com/seed-62a36931/docket/domain/es"
)

// readBack opens a blob and reads it to its end.
func readBack(t testing.TB, d *blobs.Disk, ref es.BlobRef) ([]byte, error) {
	t.Helper()
	r, err := d.Open(t.Context(), ref)
	if err != nil {
		return nil, err
	}
	content, err := io.ReadAll(r)
	return content, errors.Join(err, r.Close())
}

// readStored gives the one file below root and its bytes.
func readStored(t testing.TB, root string) (string, []byte) {
	t.Helper()
	list := files(t, root)
	if len(list) != 1 {
		t.Fatalf("files: %v, want 1", list)
	}
	sealed, err := os.ReadFile(list[0])
	if err != nil {
		t.Fatal(err)
	}
	return list[0], sealed
}

func overwrite(t testing.TB, path string, b []byte) {
	t.Helper()
	if err := os.WriteFile(path, b, 0o600); err != nil {
		t.Fatal(err)
	}
}

func TestEveryDamageIsNoticed(t *testing.T) {
	for _, size := range []int{0, 1, 100, 64 << 10, 200_000} {
		root := t.TempDir()
		d := openDisk(t, root, new(blobstest.Keys))
		ref := put(t, d, "demo", blobstest.RandomContent(size, 1))
		path, sealed := readStored(t, root)
		step := max(1, len(sealed)/500)
		for at := 0; at < len(sealed); at += step {
			changed := bytes.Clone(sealed)
			changed[at] ^= 1 << (at % 8)
			cases := map[string][]byte{"flipped at": changed, "cut at": sealed[:at]}
			for what, b := range cases {
				overwrite(t, path, b)
				if _, err := readBack(t, d, ref); !errors.Is(err, blobs.ErrDamaged) {
					t.Fatalf("%d bytes, %s %d: %v, want %v", size, what, at, err, blobs.ErrDamaged)
				}
			}
		}
		overwrite(t, path, append(bytes.Clone(sealed), 0))
		if _, err := readBack(t, d, ref); !errors.Is(err, blobs.ErrDamaged) {
			t.Errorf("%d bytes and one more: %v, want %v", size, err, blobs.ErrDamaged)
		}
		overwrite(t, path, sealed)
		if _, err := readBack(t, d, ref); err != nil {
			t.Errorf("%d bytes, mended: %v, want no error", size, err)
		}
	}
}

func TestBytesDoNotOpenAsAnotherBlob(t *testing.T) {
	root := t.TempDir()
	d := openDisk(t, root, new(blobstest.Keys))
	first := put(t, d, "demo", []byte("first!"))
	path, sealed := readStored(t, root)
	second := put(t, d, "demo", []byte("second"))
	for _, other := range files(t, root) {
		if other != path {
			overwrite(t, other, sealed)
		}
	}
	if _, err := readBack(t, d, second); !errors.Is(err, blobs.ErrDamaged) {
		t.Errorf("the second blob reads the first one's bytes: %v, want %v", err, blobs.ErrDamaged)
	}
	if _, err := readBack(t, d, first); err != nil {
		t.Error(err)
	}
}

func TestDamageInOneChunkLeavesTheOthersReadable(t *testing.T) {
	root := t.TempDir()
	d := openDisk(t, root, new(blobstest.Keys))
	content := blobstest.RandomContent(4*64<<10, 1)
	ref := put(t, d, "demo", content)
	path, sealed := readStored(t, root)
	sealed[len(sealed)*5/8] ^= 1 // in the third chunk
	overwrite(t, path, sealed)
	r, err := d.Open(t.Context(), ref)
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	before, after := make([]byte, 2*64<<10), make([]byte, 64<<10)
	if _, err := io.ReadFull(r, before); err != nil || !bytes.Equal(before, content[:len(before)]) {
		t.Errorf("the chunks before: %v, want no error and the same bytes", err)
	}
	for range 2 { // it stays unreadable, and Read hands out nothing of it
		if n, err := r.Read(make([]byte, 10)); n != 0 || !errors.Is(err, blobs.ErrDamaged) {
			t.Errorf("the damaged chunk: %d bytes, %v, want n = 0 and %v", n, err, blobs.ErrDamaged)
		}
	}
	if _, err := r.Seek(-64<<10, io.SeekEnd); err != nil {
		t.Fatal(err)
	}
	if _, err := io.ReadFull(r, after); err != nil || !bytes.Equal(after, content[3*64<<10:]) {
		t.Errorf("the chunk behind: %v, want no error and the same bytes", err)
	}
}

func TestAWrongSizeIsNoticed(t *testing.T) {
	d := openDisk(t, t.TempDir(), new(blobstest.Keys))
	ref := put(t, d, "demo", []byte("four"))
	ref.Size = 5
	if _, err := readBack(t, d, ref); !errors.Is(err, blobs.ErrDamaged) {
		t.Errorf("got %v, want %v", err, blobs.ErrDamaged)
	}
}

// Whatever stands in a file, reading it gives the content that was put or an error.
func FuzzStoredBytes(f *testing.F) {
	root := f.TempDir()
	d := openDisk(f, root, new(blobstest.Keys))
	content := []byte("what was put in")
	ref := put(f, d, "demo", content)
	path, sealed := readStored(f, root)
	f.Add(sealed)
	f.Add(sealed[:len(sealed)/2])
	f.Add([]byte("age-encryption.org/v1\n-> docket-blob-1\n\n--- "))
	f.Add([]byte(nil))
	f.Fuzz(func(t *testing.T, b []byte) {
		overwrite(t, path, b)
		got, err := readBack(t, d, ref)
		if err == nil && !bytes.Equal(got, content) {
			t.Errorf("read %q, want an error or the same bytes", got)
		}
		if err != nil && !errors.Is(err, blobs.ErrDamaged) {
			t.Errorf("failed with %v, want no error or %v", err, blobs.ErrDamaged)
		}
	})
}
