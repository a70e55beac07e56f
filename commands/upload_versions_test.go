package commands_test

import (
	"bytes"
	"errors"
	"io"
	"strings"
	"testing"

	"github.com/seed-62a36931/docket/commands"
	"github.com/seed-62a36931/docket/domain"
	"github.com/seed-62a36931/docket/domain/file"
)

func TestTheSameNameIsTheNextVersion(t *testing.T) {
	t.Parallel()
	f := newFiling(t)
	first := f.storePDF("a.pdf")
	blobs := len(f.blobs.blobs)
	second := f.storePDF("a.pdf")
	if first != second || f.file(first).Version != 2 {
		t.Fatalf("got %s, then %s at version %d; want the same at version 2", first, second, f.file(first).Version)
	}
	if n := len(f.blobs.blobs); n != blobs {
		t.Errorf("got %d blobs, want %d: the old bytes are to be removed", n, blobs)
	}
	if other := f.storePDF("A.pdf"); other == first {
		t.Error("the case of a name does not count")
	}
}

func TestAnUploadSentTwiceIsStoredOnce(t *testing.T) {
	t.Parallel()
	f := newFiling(t)
	r := f.sends(f.mira, "a.pdf", "%PDF-1.4 x")
	first, err := f.UploadFile(t.Context(), r)
	if err != nil {
		t.Fatal(err)
	}
	blobs := len(f.blobs.blobs)
	again, err := f.UploadFile(t.Context(), r)
	if err != nil || again.FileIDs[0] != first.FileIDs[0] || f.file(first.FileIDs[0]).Version != 1 {
		t.Errorf("again: got %+v, %v, version %d; want %+v", again, err, f.file(first.FileIDs[0]).Version, first)
	}
	if n := len(f.blobs.blobs); n != blobs {
		t.Errorf("got %d blobs, want %d", n, blobs)
	}
}

func TestRefusedUploadsLeaveNothing(t *testing.T) {
	t.Parallel()
	f := newFiling(t)
	before := len(f.blobs.blobs)
	for name, content := range map[string]string{"a.pdf": "no pdf", "b.pdf": "", "c.txt": "%PDF-1.4", "d.docx": "PK",
		"e.zip": "PK", "f.tsv": "a,b"} {
		if _, err := f.UploadFile(t.Context(), f.sends(f.mira, name, content)); domain.KindOf(err) != domain.Unsupported &&
			domain.KindOf(err) != domain.Invalid {
			t.Errorf("%s: got %v, want Unsupported or Invalid", name, err)
		}
	}
	cut := domain.Faultf(domain.TooLarge, "The file is too large")
	r := f.sends(f.mira, "g.pdf", "")
	r.Open = func() (commands.Upload, error) {
		content := io.MultiReader(strings.NewReader("%PDF-1.4 "), bytes.NewReader(make([]byte, 1<<16)), failing{cut})
		return commands.Upload{Name: "g.pdf", Content: content}, nil
	}
	if _, err := f.UploadFile(t.Context(), r); !errors.Is(err, cut) || len(f.blobs.blobs) != before {
		t.Errorf("got %v, %d blobs more; want %v", err, len(f.blobs.blobs)-before, cut)
	}
	f.storePDF("g.pdf") // the name is free
}

// failing is content that cannot be read.
type failing struct{ error }

func (f failing) Read([]byte) (int, error) { return 0, f.error }

func TestFileNamesComeFreeInTheTrash(t *testing.T) {
	t.Parallel()
	f := newFiling(t)
	first := f.storePDF("a.pdf")
	r := commands.DeleteFile{Request: request(f.mira), TemplateID: f.templateID, DossierID: f.dossierID, FileID: first}
	if _, err := f.DeleteFile(t.Context(), r); err != nil {
		t.Fatal(err)
	}
	if second := f.storePDF("a.pdf"); second == first {
		t.Error("a file in the trash was replaced")
	}
	if phase := f.file(first).Phase; phase != file.Trashed {
		t.Errorf("got phase %v, want it in the trash", phase)
	}
}
