package archive_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"github.com/seed-62a36931/docket/adapters/archive"
	"github.com/seed-62a36931/docket/domain/es"
	"github.com/seed-62a36931/docket/projections"
)

// content holds the parts of a backup in memory.
type content struct {
	events []es.Envelope
	keys   map[string][]byte
	boxes  map[string][]byte
	rows   []string
	blobs  map[string]string
}

func (c *content) sink() archive.Sink {
	c.keys, c.boxes, c.blobs = map[string][]byte{}, map[string][]byte{}, map[string]string{}
	return archive.Sink{
		Event: func(e es.Envelope) error { c.events = append(c.events, e); return nil },
		Key:   func(s string, w []byte) error { c.keys[s] = w; return nil },
		Box:   func(n string, b []byte) error { c.boxes[n] = b; return nil },
		Row: func(view, table string, row projections.Row) error {
			c.rows = append(c.rows, fmt.Sprintf("%s %s %s %v %s", view, table, row.Key, row.Values, row.Doc))
			return nil
		},
		Blob: func(path string, size int64, r io.Reader) error {
			b, err := io.ReadAll(r)
			if int64(len(b)) != size {
				return fmt.Errorf("%d bytes of %d", len(b), size)
			}
			c.blobs[path] = string(b)
			return err
		},
	}
}

func events(n int) []es.Envelope {
	var out []es.Envelope
	for i := range n {
		out = append(out, es.Envelope{ID: uuid.New(), Stream: es.StreamID(fmt.Sprintf("a-demo-%d", i%7)),
			Version: uint64(i/7 + 1), Position: es.Position(i + 1),
			Time: time.UnixMicro(1_700_000_000_000_000 + int64(i)).UTC(), Type: "test.happened", Schema: 1 + i%3,
			Meta: es.Meta{Actor: "\xff\x00ada", Workspace: "demo", Command: uuid.New(), Correlation: uuid.New(),
				Causation: es.Position(i), Trace: "00-1"},
			Body: bytes.Repeat([]byte{byte(i), 0, '"'}, i%5000)})
	}
	return out
}

const blobName = "0123456789abcdef0123456789abcdef/00000000-0000-4000-8000-00000000000"

// write makes a backup with a bit of everything.
func write(t testing.TB, path string, n int) (content, archive.Manifest) {
	t.Helper()
	c := content{events: events(n), keys: map[string][]byte{"demo": {1, 2}, "demo/d.1": nil, "!master": {}},
		boxes: map[string][]byte{"demo/x": {3}},
		blobs: map[string]string{blobName + "1": "sealed", blobName + "2": strings.Repeat("x", 20*n), blobName + "3": ""}}
	w, err := archive.Create(path)
	must(t, err)
	defer func() { must(t, w.Abort()) }()
	for _, row := range []projections.Row{{Key: "k", Values: []any{"a", int64(-5), true, false}, Doc: []byte("{}")},
		{Key: "", Values: nil, Doc: nil}} {
		must(t, w.AddRow("files_v1", "files", row))
		c.rows = append(c.rows, fmt.Sprintf("files_v1 files %s %v %s", row.Key, row.Values, row.Doc))
	}
	for s, wrapped := range c.keys {
		must(t, w.AddKey(s, wrapped))
	}
	for name, box := range c.boxes {
		must(t, w.AddBox(name, box))
	}
	for i, e := range c.events {
		must(t, w.AddEvent(e))
		if i < 3 {
			name := fmt.Sprint(blobName, i+1)
			must(t, w.AddBlob(name, int64(len(c.blobs[name])), strings.NewReader(c.blobs[name])))
		}
	}
	m, size, err := w.Finish(archive.Manifest{Program: "test", Engine: "sqlite", Time: time.Now().UTC(),
		Position: es.Position(n), Views: []archive.View{{Key: "files_v1", At: 3}}})
	must(t, err)
	if info, err := os.Stat(path); err != nil || info.Size() != size || info.Mode().Perm() != 0o600 {
		t.Errorf("%v %v, told %d, want info.Size() = %v, info.Mode().Perm() = 0o600 and no error", err, info, size, size)
	}
	return c, m
}

func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func TestWhatIsWrittenIsRead(t *testing.T) {
	path := filepath.Join(t.TempDir(), "b.tar")
	want, m := write(t, path, 4000)
	var got content
	read, err := archive.ReadFile(t.Context(), path, got.sink())
	must(t, err)
	for i := range want.events { // an empty body comes back as such
		if !reflect.DeepEqual(got.events[i], want.events[i]) && len(want.events[i].Body)+len(got.events[i].Body) > 0 {
			t.Fatalf("event %d: %+v, want %+v", i, got.events[i], want.events[i])
		}
	}
	got.events, want.events = nil, nil
	if !reflect.DeepEqual(got, want) {
		t.Errorf("%+v, want %+v", got, want)
	}
	if !reflect.DeepEqual(read, m) || read.Parts[archive.Log].Records != 4000 || read.Parts[archive.Log].Entries < 3 ||
		read.Parts[archive.Blobs].Records != 3 {
		t.Errorf("%+v, want %+v", read, m)
	}
	if _, err := archive.Create(path); !errors.Is(err, archive.ErrExists) {
		t.Errorf("over a backup: %v, want %v", err, archive.ErrExists)
	}
}

func TestAbortLeavesNothing(t *testing.T) {
	dir := t.TempDir()
	w, err := archive.Create(filepath.Join(dir, "b.tar"))
	must(t, err)
	must(t, w.AddEvent(events(1)[0]))
	must(t, w.Abort())
	if left, _ := os.ReadDir(dir); len(left) > 0 {
		t.Errorf("left: %v, want none", left)
	}
}

// TestDamageIsNoticed cuts a backup at many places and flips bits of it: each time
// it is refused, or all that it hands out is as it was written.
func TestDamageIsNoticed(t *testing.T) {
	path := filepath.Join(t.TempDir(), "b.tar")
	write(t, path, 40)
	whole, err := os.ReadFile(path)
	must(t, err)
	var want content
	_, err = archive.Read(t.Context(), bytes.NewReader(whole), want.sink())
	must(t, err)
	refused := 0
	for at := 0; at < len(whole); at += 1 + at%293 {
		// behind the last content
		if _, err := archive.Read(t.Context(), bytes.NewReader(whole[:at]), archive.Sink{}); err == nil && at < len(whole)-1536 {
			t.Fatalf("cut at %d of %d it is taken, want ErrDamaged or ErrForeign", at, len(whole))
		} else if err != nil && !errors.Is(err, archive.ErrDamaged) && !errors.Is(err, archive.ErrForeign) {
			t.Fatalf("cut at %d: %v, want ErrDamaged or ErrForeign", at, err)
		}
		flipped := bytes.Clone(whole)
		flipped[at] ^= 1 << (at % 8)
		var got content
		_, err := archive.Read(t.Context(), bytes.NewReader(flipped), got.sink())
		if err != nil {
			refused++
		} else if !reflect.DeepEqual(got, want) {
			t.Fatalf("flipped at %d it reads otherwise, want %v", at, want)
		}
	}
	if refused < 100 {
		t.Errorf("only %d flips were noticed, want at least 100", refused)
	}
}

func TestForeignFilesAreRefused(t *testing.T) {
	for _, b := range [][]byte{nil, []byte("hello"), bytes.Repeat([]byte{0}, 2048), []byte("SQLite format 3\x00")} {
		if _, err := archive.Read(t.Context(), bytes.NewReader(b), archive.Sink{}); !errors.Is(err, archive.ErrForeign) {
			t.Errorf("%.10q: %v, want %v", b, err, archive.ErrForeign)
		}
	}
}

// TestAFailingSinkIsNoDamage wants a full disk told from a damaged backup.
func TestAFailingSinkIsNoDamage(t *testing.T) {
	path := filepath.Join(t.TempDir(), "b.tar")
	write(t, path, 10)
	full := errors.New("full")
	for _, s := range []archive.Sink{{Event: func(es.Envelope) error { return full }},
		{Blob: func(string, int64, io.Reader) error { return full }},
		{Key: func(string, []byte) error { return full }}, {Box: func(string, []byte) error { return full }}} {
		if _, err := archive.ReadFile(t.Context(), path, s); !errors.Is(err, full) || errors.Is(err, archive.ErrDamaged) {
			t.Errorf("got %v, want the error of the full disk alone", err)
		}
	}
	ended, stop := context.WithCancel(t.Context())
	stop()
	if _, err := archive.ReadFile(ended, path, archive.Sink{}); !errors.Is(err, context.Canceled) {
		t.Errorf("%v, want %v", err, context.Canceled)
	}
}

// FuzzRead reads whatever it is given, and fails in words.
func FuzzRead(f *testing.F) {
	path := filepath.Join(f.TempDir(), "b.tar")
	write(f, path, 5)
	whole, err := os.ReadFile(path)
	must(f, err)
	f.Add(whole)
	f.Add(whole[:len(whole)/2])
	f.Fuzz(func(t *testing.T, b []byte) {
		var c content
		_, err := archive.Read(t.Context(), bytes.NewReader(b), c.sink())
		if err != nil && !errors.Is(err, archive.ErrDamaged) && !errors.Is(err, archive.ErrForeign) && !errors.Is(err, archive.ErrNewer) {
			t.Fatalf("an error without a name: %v, want nil, ErrDamaged, ErrForeign or ErrNewer", err)
		}
	})
}
