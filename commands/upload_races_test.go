package commands_test

import (
	"bytes"
	"fmt"
	"io"
	"log/slog"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"github.com/seed-62a36931/docket/commands"
	"github.com/seed-62a36931/docket/domain/es"
	"github.com/seed-62a36931/docket/domain/file"
	"github.com/seed-62a36931/docket/domain/naming"
)

// while calls a function when the first byte is read.
type while struct {
	io.Reader
	do func()
}

func (w *while) Read(p []byte) (int, error) {
	if w.do != nil {
		w.do()
		w.do = nil
	}
	return w.Reader.Read(p)
}

// A name that another upload took while the bytes came: the later one becomes the next version of that file, under its
// key, and leaves no copy behind.
func TestANameIsTakenWhileBytesCome(t *testing.T) {
	t.Parallel()
	f := newFiling(t)
	before := f.blobs.count()
	first := ""
	late := f.sends(f.mira, "a.pdf", "")
	late.Open = func() (commands.Upload, error) {
		return commands.Upload{Name: "a.pdf", Content: &while{strings.NewReader("%PDF-1.7 late"),
			func() { first = f.storePDF("a.pdf") }}}, nil
	}
	out, err := f.UploadFile(t.Context(), late)
	if err != nil || len(out.FileIDs) != 1 || out.FileIDs[0] != first {
		t.Fatalf("got %+v, %v; want a version of %s", out, err, first)
	}
	s := f.file(first)
	if s.Version != 2 || f.original(first) != "%PDF-1.7 late" || s.Original.Subject != file.SubjectOf("demo", f.dossierID, first) {
		t.Errorf("got version %d, %q, under the key of %s, want the late bytes in version 2 of %s",
			s.Version, f.original(first), s.Original.Subject, first)
	}
	if len(out.Replaced) != 1 || out.Replaced[0].FileID != first || out.Replaced[0].Version != 2 {
		t.Errorf("told of %+v, want that it replaced the first", out.Replaced)
	}
	if n := f.blobs.count() - before; n != 1 {
		t.Errorf("%d blobs are left, want one", n)
	}
}

// A name that is freed while the bytes come: the upload, meant as a next version, begins a file.
func TestANameIsFreedWhileBytesCome(t *testing.T) {
	t.Parallel()
	c := newDrawer(t)
	late := c.sends(c.mira, "a.pdf", "")
	late.Open = func() (commands.Upload, error) {
		return commands.Upload{Name: "a.pdf", Content: &while{strings.NewReader("%PDF-1.7 late"), func() {
			if _, err := c.DeleteFiles(t.Context(), c.deleting(c.mira, false, c.ids[0])); err != nil {
				t.Error(err)
			}
		}}}, nil
	}
	out, err := c.UploadFile(t.Context(), late)
	if err != nil || len(out.FileIDs) != 1 || out.FileIDs[0] == c.ids[0] || len(out.Replaced) > 0 {
		t.Fatalf("got %+v, %v; want a file of its own", out, err)
	}
	if s := c.file(out.FileIDs[0]); s.Version != 1 || c.original(out.FileIDs[0]) != "%PDF-1.7 late" ||
		s.Original.Subject != file.SubjectOf("demo", c.dossierID, out.FileIDs[0]) {
		t.Errorf("got %+v, want the late bytes in version 1 of the new file", s)
	}
	if c.file(c.ids[0]).Phase != file.Trashed {
		t.Error("the file that was deleted meanwhile is back")
	}
}

// The same request twice at once stores one version, and both are told of it.
func TestARequestOvertakesItself(t *testing.T) {
	t.Parallel()
	f := newFiling(t)
	r := f.sends(f.mira, "a.pdf", "%PDF-1.7 once")
	var first commands.UploadOutcome
	twin := r
	twin.Open = func() (commands.Upload, error) {
		return commands.Upload{Name: "a.pdf", Content: &while{strings.NewReader("%PDF-1.7 once"), func() {
			var err error
			if first, err = f.UploadFile(t.Context(), r); err != nil {
				t.Error(err)
			}
		}}}, nil
	}
	second, err := f.UploadFile(t.Context(), twin)
	if err != nil || len(second.FileIDs) != 1 || second.FileIDs[0] != first.FileIDs[0] || second.Position != first.Position {
		t.Errorf("got %+v, %v; want %+v", second, err, first)
	}
	if s := f.file(first.FileIDs[0]); s.Version != 1 || f.original(first.FileIDs[0]) != "%PDF-1.7 once" {
		t.Errorf("got version %d, want one", s.Version)
	}
}

// The stream of a name holds names of things that go by names: anything else is an error of whoever wrote it, not a name
// that is free.
func TestAClaimOfAnUnknownHolder(t *testing.T) {
	t.Parallel()
	f := newFiling(t)
	f.storePDF("a.pdf")
	var name es.StreamID
	var held naming.Claimed
	for e, err := range f.Log.All(t.Context(), 0, es.Filter{}) {
		if err != nil {
			t.Fatal(err)
		}
		if c, ok := e.Event.(naming.Claimed); ok && strings.HasPrefix(string(c.Holder), "file-") {
			name, held = e.Stream, c
		}
	}
	f.append(t, name, naming.Released{Claim: held.Claim},
		naming.Claimed{Claim: uuid.New(), Holder: es.StreamOf("nothing", "demo", "x")})
	if _, err := f.UploadFile(t.Context(), f.sends(f.mira, "a.pdf", "%PDF-1.7")); err == nil || !strings.Contains(err.Error(), "holds no names") {
		t.Errorf("got %v, want an error that names the holder", err)
	}
}

// A zip that takes long tells in the log how far it is, now and then.
func TestALongUploadTellsHowFarItIs(t *testing.T) {
	t.Parallel()
	f := newFiling(t)
	var out bytes.Buffer
	now := time.Date(2030, 1, 1, 0, 0, 0, 0, time.UTC)
	f.Commands.Logger = slog.New(slog.NewTextHandler(&out, nil))
	f.Now = func() time.Time { now = now.Add(200 * time.Millisecond); return now }
	var files []string
	for i := range 40 {
		files = append(files, fmt.Sprintf("%d.pdf", i), "%PDF-1.7")
	}
	if _, err := f.zip(zipOf(t, files...)); err != nil {
		t.Fatal(err)
	}
	log := out.String()
	for _, want := range []string{"msg=\"an archive is being checked\" dossier=" + f.dossierID, "of=40",
		"msg=\"upload finished\"", "files=40 refused=0"} {
		if !strings.Contains(log, want) {
			t.Errorf("the log lacks %q:\n%s", want, log)
		}
	}
	if n := strings.Count(log, "an archive is being checked"); n == 0 || n > 10 {
		t.Errorf("%d lines of progress over 8 s, want some and not one for each entry:\n%s", n, log)
	}
}

// An office document of many megabytes is judged by the list of parts at its end.
func TestLargeOfficeDocuments(t *testing.T) {
	t.Parallel()
	f := newFiling(t)
	noise := make([]byte, 5<<20)
	for i, x := 0, uint32(1); i < len(noise); i++ {
		x = x*1664525 + 1013904223
		noise[i] = byte(x >> 24)
	}
	whole := zipOf(t, contentTypes, "<Types/>", "word/media/image.png", string(noise), "word/document.xml", "<w/>")
	for name, size := range map[string]int{"in small pieces.docx": 1000, "in pieces.docx": 700_000,
		"in large pieces.docx": 3 << 20, "at once.docx": len(whole)} {
		r := f.sends(f.mira, name, "")
		r.Open = func() (commands.Upload, error) {
			return commands.Upload{Name: name, Content: inPieces{strings.NewReader(whole), size}}, nil
		}
		out, err := f.UploadFile(t.Context(), r)
		if err != nil || len(out.FileIDs) != 1 || f.original(out.FileIDs[0]) != whole {
			t.Errorf("%s: got %+v, %v, want len(out.FileIDs) = 1, f.original(out.FileIDs[0]) = %v and no error", name,
				out.FileIDs, err, whole)
		}
	}
	r := f.sends(f.mira, "other.xlsx", "")
	r.Open = func() (commands.Upload, error) {
		return commands.Upload{Name: "other.xlsx", Content: strings.NewReader(whole)}, nil
	}
	if _, err := f.UploadFile(t.Context(), r); err == nil || !strings.Contains(err.Error(), "Unsupported file type: other.xlsx") {
		t.Errorf("a text as a sheet: got %v, want an error and err.Error() with Unsupported file type: other.xlsx", err)
	}
}

// inPieces reads so many bytes at a time.
type inPieces struct {
	io.Reader
	size int
}

func (r inPieces) Read(p []byte) (int, error) { return r.Reader.Read(p[:min(len(p), r.size)]) }
