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
			t.Errorf("%s: got title %q in %v", f, f.Title(), Extensions())
		}
	}
	if len(Extensions()) != len(mediaTypes) {
		t.Errorf("got %v for %d formats", Extensions(), len(mediaTypes))
	}
}
