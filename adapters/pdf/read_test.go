package pdf

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"testing"

	"github.com/seed-62a36931/docket/document/layout"
)

func TestReadGivesGlyphsInPlace(t *testing.T) {
	pool := testPool(t, "serve", nil)
	doc, err := pool.Read(context.Background(), testPage(), layout.ReadSettings{})
	if err != nil {
		t.Fatal(err)
	}
	if len(doc.Pages) != 1 || doc.Pages[0].Width != 200 || doc.Pages[0].Height != 100 {
		t.Fatalf("pages: %+v, want len(doc.Pages) = 1, doc.Pages[0].Width = 200 and doc.Pages[0].Height = 100", doc.Pages)
	}
	p := doc.Pages[0]
	var text []rune
	for _, g := range p.Glyphs {
		text = append(text, g.Rune)
	}
	if string(text) != "Docket" {
		t.Errorf("text %q, want %q", string(text), "Docket")
	}
	s := doc.Styles[p.Glyphs[0].Style]
	if s.Size != 12 || s.Angle != 0 || s.Font != "Helvetica" {
		t.Errorf("style %+v, want s.Size = 12, s.Angle = 0 and s.Font = Helvetica", s)
	}
	if len(p.Rules) != 1 || p.Rules[0].X0 != 20 || p.Rules[0].X1 != 100 || p.Rules[0].Y0 != 40 {
		t.Errorf("rules %+v, want len(p.Rules) = 1, p.Rules[0].X0 = 20, p.Rules[0].X1 = 100 and p.Rules[0].Y0 = 40", p.Rules)
	}
}

func TestReadNamesTheReason(t *testing.T) {
	pool := testPool(t, "serve", func(o *Options) { o.MaxPages = 2 })
	tests := []struct {
		name string
		pdf  []byte
		want error
	}{
		{"nothing", nil, ErrUnreadable},
		{"garbage", []byte("%PDF-1.4 and then nothing of use"), ErrUnreadable},
		{"half", testPage()[:120], ErrUnreadable},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if _, err := pool.Read(context.Background(), tt.pdf, layout.ReadSettings{}); !errors.Is(err, tt.want) {
				t.Errorf("got %v, want %v", err, tt.want)
			}
		})
	}
}

// corpus lists the PDFs of a folder of the development corpora.
func corpus(tb testing.TB, folder string) []string {
	tb.Helper()
	root := os.Getenv("DOCKET_CORPORA")
	if root == "" {
		tb.Skip("DOCKET_CORPORA is not set")
	}
	files, err := filepath.Glob(filepath.Join(root, folder, "*.pdf"))
	if err != nil || len(files) == 0 {
		tb.Fatalf("no documents in %s: %v, want some files and no error", folder, err)
	}
	return files
}

func TestEncryptedDocuments(t *testing.T) {
	pool := testPool(t, "serve", nil)
	protected := 0
	for _, f := range corpus(t, "odd-pdfs") {
		data, err := os.ReadFile(f)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := pool.Read(context.Background(), data, layout.ReadSettings{}); errors.Is(err, ErrPassword) {
			protected++
			if _, err := pool.Mark(context.Background(), data, nil, Meta{}, Cleaning{}); !errors.Is(err, ErrPassword) {
				t.Errorf("%s: Mark says %v, want %v", filepath.Base(f), err, ErrPassword)
			}
		}
	}
	if protected == 0 {
		t.Error("no document of the corpus asks for a password")
	}
}

func TestOddDocumentsNeitherHangNorKill(t *testing.T) {
	files := corpus(t, "odd-pdfs")
	pool := testPool(t, "serve", nil)
	read := 0
	for _, f := range files {
		data, err := os.ReadFile(f)
		if err != nil {
			t.Fatal(err)
		}
		_, err = pool.Read(context.Background(), data, layout.ReadSettings{})
		switch {
		case err == nil:
			read++
		case errors.Is(err, ErrPassword), errors.Is(err, ErrUnreadable), errors.Is(err, ErrNoPages):
			t.Logf("%s: %v", filepath.Base(f), err)
		default:
			t.Errorf("%s: got %v, want it read, or a failure that says why", filepath.Base(f), err)
		}
	}
	if read < len(files)*9/10 {
		t.Errorf("only %d of %d documents were read, want nine of ten", read, len(files))
	}
}
