package file

import (
	"bytes"
	"strings"
	"unicode/utf8"
)

// Extensions returns the extensions of the formats that are taken in, as people read them.
func Extensions() []string {
	return []string{string(PDF), string(DOCX), string(XLSX), string(PPTX), string(JPG), string(PNG), string(TIFF), string(CSV), string(ZIP)}
}

// formatTitles are the formats as a sentence names them.
var formatTitles = map[Format]string{
	PDF:  "a PDF document",
	DOCX: "a Word document (docx)",
	XLSX: "an Excel workbook (xlsx)",
	PPTX: "a PowerPoint presentation (pptx)",
	JPG:  "a JPEG image",
	PNG:  "a PNG image",
	TIFF: "a TIFF image",
	CSV:  "a csv file",
	ZIP:  "a zip archive",
}

// Title returns the format with its article, for a sentence.
func (f Format) Title() string { return formatTitles[f] }

// A signature is a sequence of bytes that files of one kind have at the same place.
type signature struct {
	at     int
	bytes  string
	title  string
	format Format // "" for one that is not taken in
}

// oldOffice holds the formats that a container of Microsoft's old file formats may be.
const oldOffice = "an Office file of an old format (doc, xls, ppt), a message (msg), or an Office file with a password"

var signatures = []signature{
	{0, "\x89PNG\r\n\x1a\n", PNG.Title(), PNG},
	{0, "\xff\xd8\xff", JPG.Title(), JPG},
	{0, "GIF8", "a GIF image", ""},
	{0, "II*\x00", TIFF.Title(), TIFF},
	{0, "MM\x00*", TIFF.Title(), TIFF},
	{8, "WEBP", "a WebP image", ""},
	{4, "ftypheic", "a HEIC image", ""},
	{4, "ftypmif1", "a HEIC image", ""},
	{4, "ftyp", "a video or audio file (mp4)", ""},
	{0, "BM", "a BMP image", ""},
	{0, "\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", oldOffice, ""},
	{0, "{\\rtf", "an RTF document", ""},
	{0, "%!PS", "a PostScript document", ""},
	{0, "\x1f\x8b", "a gzip archive", ""},
	{0, "7z\xbc\xaf\x27\x1c", "a 7z archive", ""},
	{0, "Rar!\x1a\x07", "a RAR archive", ""},
	{257, "ustar", "a tar archive", ""},
	{0, "MZ", "a Windows program", ""},
	{0, "\x7fELF", "a program", ""},
	{30, "mimetypeapplication/vnd.oasis.opendocument.", "an OpenDocument file (odt, ods, odp)", ""},
	{30, "mimetypeapplication/epub", "an e-book (epub)", ""},
}

// HeadSize is how many bytes of a file show what it is.
const HeadSize = 1024

// DescribeContent says what a file is by its first bytes, with its article, and of which format
// it is; title is "" for bytes that are not known, and format for what is not taken in. A csv is
// text like any other.
func DescribeContent(head []byte) (title string, format Format) {
	for _, s := range signatures {
		if len(head) >= s.at && bytes.HasPrefix(head[s.at:], []byte(s.bytes)) {
			return s.title, s.format
		}
	}
	switch {
	case bytes.HasPrefix(head, []byte("PK\x03\x04")), bytes.HasPrefix(head, []byte("PK\x05\x06")):
		return describePackage(head)
	case bytes.Contains(head, []byte("%PDF-")):
		return PDF.Title(), PDF
	}
	return describeText(head), ""
}

// describePackage tells an office document from other zips, if its first entries show it.
func describePackage(head []byte) (string, Format) {
	for _, f := range []Format{DOCX, XLSX, PPTX} {
		folder, _, _ := strings.Cut(f.MainPart(), "/")
		if bytes.Contains(head, []byte(folder+"/")) && bytes.Contains(head, []byte("[Content_Types].xml")) {
			return f.Title(), f
		}
	}
	return ZIP.Title(), ZIP
}

// describeText tells what kind of text a file is, "" for one that is none.
func describeText(head []byte) string {
	text := bytes.ToLower(bytes.TrimLeft(bytes.TrimPrefix(head, []byte("\uFEFF")), " \t\r\n"))
	switch {
	case len(head) == 0, bytes.IndexByte(head, 0) >= 0:
		return ""
	case bytes.HasPrefix(text, []byte("<!doctype html")), bytes.HasPrefix(text, []byte("<html")):
		return "an HTML page"
	case bytes.HasPrefix(text, []byte("<?xml")):
		return "an XML document"
	}
	for len(head) > 0 { // the last character may be cut
		r, n := utf8.DecodeRune(head)
		if r == utf8.RuneError && n == 1 && utf8.FullRune(head) || r < ' ' && !strings.ContainsRune("\t\r\n\f", r) {
			return ""
		}
		head = head[n:]
	}
	return "plain text"
}
