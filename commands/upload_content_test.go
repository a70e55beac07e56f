package commands_test

import (
	"archive/zip"
	"bytes"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"

	"github.com/seed-62a36931/docket/commands"
	"github.com/seed-62a36931/docket/domain"
)

// zipOf is a zip of names and contents in turn.
func zipOf(t testing.TB, files ...string) string {
	t.Helper()
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	for i := 0; i < len(files); i += 2 {
		w, err := z.CreateHeader(&zip.FileHeader{Name: files[i], Method: zip.Deflate})
		if err == nil {
			_, err = io.WriteString(w, files[i+1])
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

const contentTypes = "[Content_Types].xml"

// wantMessage wants a failure of a kind with exactly this message.
func wantMessage(t testing.TB, err error, kind domain.Kind, message string) {
	t.Helper()
	if f := (*domain.Fault)(nil); !errors.As(err, &f) || f.Kind != kind || f.Message != message {
		t.Errorf("got %v, want kind %d %q", err, kind, message)
	}
}

func TestContentThatFitsItsNameIsStored(t *testing.T) {
	f := newFiling(t)
	docx := zipOf(t, contentTypes, "<Types/>", "word/document.xml", "<w/>")
	many := []string{contentTypes, "<Types/>"}
	for i := range 3000 {
		many = append(many, fmt.Sprintf("ppt/slides/slide%d.xml", i), strings.Repeat(fmt.Sprint(i), 200))
	}
	for name, content := range map[string]string{
		"a.pdf":        "%PDF-1.7",
		"late.PDF":     strings.Repeat(" ", 1019) + "%PDF-",
		"offer.docx":   docx,
		"OFFER.DOCX":   docx,
		"second.docx":  zipOf(t, "word/document2.xml", "<w/>", contentTypes, "<Types/>"),
		"prices.xlsx":  zipOf(t, contentTypes, "<Types/>", "xl/Workbook.xml", "<x/>"),
		"talk.pptx":    zipOf(t, append(many, "ppt/presentation.xml", strings.Repeat("p", 3<<20))...),
		"scan.JPEG":    "\xff\xd8\xff\xe0 photo",
		"scan.png":     "\x89PNG\r\n\x1a\n scan",
		"fax.tif":      "MM\x00* fax",
		"with end.pdf": "%PDF-1.7\n" + strings.Repeat("x", 5<<20),
	} {
		t.Run(name, func(t *testing.T) {
			out, err := f.UploadFile(t.Context(), f.sends(f.mira, name, content))
			if err != nil || len(out.FileIDs) != 1 || out.Position == 0 {
				t.Fatalf("%+v, %v, want len(out.FileIDs) = 1, out.Position other than 0 and no error", out, err)
			}
			if got := f.file(out.FileIDs[0]); got.Filename != name || got.Size != int64(len(content)) ||
				f.original(out.FileIDs[0]) != content {
				t.Errorf("stored as %+v, want %s with %d bytes", got, name, len(content))
			}
		})
	}
}

func TestContentThatDoesNotFitIsNotKept(t *testing.T) {
	f := newFiling(t)
	docx := zipOf(t, contentTypes, "<Types/>", "word/document.xml", "<w/>")
	ole := "\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1" + strings.Repeat("\x00", 5000)
	before := len(f.blobs.blobs)
	for _, c := range []struct {
		name, content string
		kind          domain.Kind
		message       string
	}{
		{"a.pdf", "", domain.Invalid, "The file is empty"},
		{"a.docx", "", domain.Invalid, "The file is empty"},
		{"a.txt", "", domain.Unsupported, "Unsupported file type: a.txt; supported are pdf, docx, xlsx, pptx, jpg, png, tiff, csv and zip"},
		{"a.doc", ole, domain.Unsupported, "Unsupported file type: a.doc; supported are pdf, docx, xlsx, pptx, jpg, png, " +
			"tiff, csv and zip"},
		{"a", "%PDF-", domain.Unsupported, "Unsupported file type: a; by its content it is a PDF document: let its name end in .pdf"},
		{"a.pdf", strings.Repeat(" ", 1020) + "%PDF-", domain.Unsupported,
			"Unsupported file type: a.pdf; by its content it is plain text, not a PDF document"},
		{"a.pdf", docx, domain.Unsupported, "Unsupported file type: a.pdf; by its content it is a Word document (docx): let its " +
			"name end in .docx"},
		{"b.pdf", "\x89PNG\r\n\x1a\n", domain.Unsupported,
			"Unsupported file type: b.pdf; by its content it is a PNG image: let its name end in .png"},
		{"scan.jpg", "\x89PNG\r\n\x1a\n", domain.Unsupported,
			"Unsupported file type: scan.jpg; by its content it is a PNG image: let its name end in .png"},
		{"scan.tif", "GIF89a", domain.Unsupported,
			"Unsupported file type: scan.tif; by its content it is a GIF image, not a TIFF image"},
		{"photo", "\xff\xd8\xff\xe0", domain.Unsupported,
			"Unsupported file type: photo; by its content it is a JPEG image: let its name end in .jpg"},
		{"c.pdf", "<html>Sign in", domain.Unsupported,
			"Unsupported file type: c.pdf; by its content it is an HTML page, not a PDF document"},
		{"d.pdf", "\x00\x01", domain.Unsupported, "Unsupported file type: d.pdf; its content is not that of a PDF document"},
		{"e.docx", zipOf(t, "mimetype", "application/vnd.oasis.opendocument.text", "content.xml", ""),
			domain.Unsupported,
			"Unsupported file type: e.docx; by its content it is an OpenDocument file (odt, ods, odp) or an e-book (epub), not " +
				"a Word document (docx)"},
		{"f.docx", zipOf(t, "a.pdf", "%PDF-"), domain.Unsupported,
			"Unsupported file type: f.docx; by its content it is a zip archive: let its name end in .zip"},
		{"a.docx", "%PDF-1.7", domain.Unsupported,
			"Unsupported file type: a.docx; by its content it is a PDF document: let its name end in .pdf"},
		{"protected.docx", ole, domain.Unsupported,
			"Unsupported file type: protected.docx; by its content it is an Office file of an old format (doc, xls, ppt), a " +
				"message (msg), or an Office file with a password, not a Word document (docx)"},
		{"a.xlsx", docx, domain.Unsupported, "Unsupported file type: a.xlsx; by its content it is a Word document (docx): let " +
			"its name end in .docx"},
		{"a.pptx", docx, domain.Unsupported, "Unsupported file type: a.pptx; by its content it is a Word document (docx): let " +
			"its name end in .docx"},
		{"no types.docx", zipOf(t, "word/document.xml", "<w/>"), domain.Unsupported,
			"Unsupported file type: no types.docx; by its content it is a zip archive: let its name end in .zip"},
		{"no part.docx", zipOf(t, contentTypes, "", "word/documents.xml", "", "x/word/document.xml", ""),
			domain.Unsupported, "Unsupported file type: no part.docx; its content is not that of a Word document (docx)"},
		{"binary.xlsx", zipOf(t, contentTypes, "", "xl/workbook.bin", ""), domain.Unsupported,
			"Unsupported file type: binary.xlsx; its content is not that of an Excel workbook (xlsx)"},
		{"cut.docx", docx[:len(docx)-10], domain.Unsupported,
			"Unsupported file type: cut.docx; its content is not that of a Word document (docx)"},
		{"a.zip", "%PDF-1.7", domain.Unsupported, "Unsupported file type: a.zip; by its content it is a PDF document: let " +
			"its name end in .pdf"},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, err := f.UploadFile(t.Context(), f.sends(f.mira, c.name, c.content))
			wantMessage(t, err, c.kind, c.message)
			if len(f.blobs.blobs) != before {
				t.Errorf("%d blobs are left, want none", len(f.blobs.blobs)-before)
			}
		})
	}
}

// TestSizeWeighsMoreThanContent wants the failure of the whole upload, even when
// the first bytes show already that the content is none.
func TestSizeWeighsMoreThanContent(t *testing.T) {
	f := newFiling(t)
	tooLarge := domain.Faultf(domain.TooLarge, "The file is too large")
	for _, name := range []string{"a.pdf", "a.docx"} {
		r := f.sends(f.mira, name, "")
		r.Open = func() (commands.Upload, error) {
			return commands.Upload{Name: name, Content: io.MultiReader(strings.NewReader(strings.Repeat("x", 70_000)),
				broken{tooLarge})}, nil
		}
		if _, err := f.UploadFile(t.Context(), r); !errors.Is(err, tooLarge) {
			t.Errorf("%s: got %v, want %v", name, err, tooLarge)
		}
	}
}

// broken is content that cannot be read on.
type broken struct{ err error }

func (b broken) Read([]byte) (int, error) { return 0, b.err }
