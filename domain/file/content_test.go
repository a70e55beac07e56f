package file

import (
	"slices"
	"strings"
	"testing"
)

func TestContentIsDescribedByItsFirstBytes(t *testing.T) {
	const types = "PK\x03\x04\x14\x00\x00\x00[Content_Types].xml ... "
	for head, want := range map[string]string{
		"%PDF-1.7":                         "a PDF document/pdf",
		"junk before\n%PDF-1.7":            "a PDF document/pdf",
		"\x89PNG\r\n\x1a\nIHDR":            "a PNG image/png",
		"\xff\xd8\xff\xe0JFIF":             "a JPEG image/jpg",
		"RIFF....WEBPVP8":                  "a WebP image/",
		types + "word/document.xml":        "a Word document (docx)/docx",
		types + "xl/workbook.xml":          "an Excel workbook (xlsx)/xlsx",
		types + "ppt/presentation.xml":     "a PowerPoint presentation (pptx)/pptx",
		"PK\x03\x04 word/document.xml":     "a zip archive/zip",
		"PK\x05\x06":                       "a zip archive/zip",
		" \n<!DOCTYPE html><title>Sign in": "an HTML page/",
		"\uFEFF<?xml version='1.0'?>":      "an XML document/",
		"Dear Größe,\r\n":                  "plain text/",
		"cut in a character \xc3":          "plain text/",
		"\x00\x01\x02":                     "/",
		"Gr\xf6\xdfe":                      "/",
		"":                                 "/",
		"BM":                               "a BMP image/",
		strings.Repeat("x", 257) + "ustar": "a tar archive/",
		"PK\x03\x04" + strings.Repeat("x", 26) + "mime": "a zip archive/zip",
	} {
		if title, format := DescribeContent([]byte(head)); title+"/"+string(format) != want {
			t.Errorf("%.40q: got %s/%s, want %s", head, title, format, want)
		}
	}
}

// TestEveryFormatHasATitle wants a new format to be listed for people too.
func TestEveryFormatHasATitle(t *testing.T) {
	for f := range mediaTypes {
		if f.Title() == "" || !slices.Contains(Extensions(), string(f)) {
			t.Errorf("%s: got title %q in %v, want a title, and an extension of the list", f, f.Title(), Extensions())
		}
	}
	if len(Extensions()) != len(mediaTypes) {
		t.Errorf("got %v for %d formats, want one each", Extensions(), len(mediaTypes))
	}
}

// Each kind of content is known at its place, and nowhere else.
func TestSignaturesStandAtTheirPlaces(t *testing.T) {
	for _, row := range []struct {
		at          int
		text, title string
		format      Format
	}{
		{0, "GIF89a", "a GIF image", ""},
		{0, "II*\x00", "a TIFF image", TIFF},
		{0, "MM\x00*", "a TIFF image", TIFF},
		{0, "\x89PNG\r\n\x1a\n", "a PNG image", PNG},
		{0, "\xff\xd8\xff", "a JPEG image", JPG},
		{8, "WEBP", "a WebP image", ""},
		{4, "ftypheic", "a HEIC image", ""},
		{4, "ftypmif1", "a HEIC image", ""},
		{4, "ftypisom", "a video or audio file (mp4)", ""},
		{0, "BM", "a BMP image", ""},
		{0, "\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", oldOffice, ""},
		{0, "{\\rtf1", "an RTF document", ""},
		{0, "%!PS-Adobe", "a PostScript document", ""},
		{0, "\x1f\x8b", "a gzip archive", ""},
		{0, "7z\xbc\xaf\x27\x1c", "a 7z archive", ""},
		{0, "Rar!\x1a\x07", "a RAR archive", ""},
		{257, "ustar", "a tar archive", ""},
		{0, "MZ", "a Windows program", ""},
		{0, "\x7fELF", "a program", ""},
		{30, "mimetypeapplication/vnd.oasis.opendocument.text", "an OpenDocument file (odt, ods, odp)", ""},
		{30, "mimetypeapplication/epub+zip", "an e-book (epub)", ""},
	} {
		if title, format := DescribeContent([]byte(strings.Repeat("\x00", row.at) + row.text)); title != row.title || format != row.format {
			t.Errorf("%q at %d: got %q, %q; want %q, %q", row.text, row.at, title, format, row.title, row.format)
		}
		if title, _ := DescribeContent([]byte(strings.Repeat("\x00", row.at+1) + row.text)); title != "" {
			t.Errorf("%q at %d: got %q, want nothing known", row.text, row.at+1, title)
		}
	}
	if len(signatures) != 21 {
		t.Errorf("%d signatures, and the table of this test has 21, want 21", len(signatures))
	}
	// The character that stands for what could not be read is text like any other; bytes that are no character are none.
	for text, want := range map[string]string{"a \uFFFD b": "plain text", "a \xff b": "", "tab\there\f": "plain text", "bell \a": ""} {
		if title, _ := DescribeContent([]byte(text)); title != want {
			t.Errorf("%q: got %q, want %q", text, title, want)
		}
	}
}
