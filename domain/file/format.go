package file

import (
	"path"
	"strings"
)

// A Format is a kind of file that is taken in, told by the extension of its name.
type Format string

// The formats. Tables and archives are no files of a dossier themselves.
const (
	PDF  Format = "pdf"
	DOCX Format = "docx"
	XLSX Format = "xlsx"
	PPTX Format = "pptx"
	JPG  Format = "jpg"
	PNG  Format = "png"
	TIFF Format = "tiff"
	CSV  Format = "csv"
	ZIP  Format = "zip"
)

var mediaTypes = map[Format]string{
	PDF:  "application/pdf",
	DOCX: "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
	XLSX: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
	PPTX: "application/vnd.openxmlformats-officedocument.presentationml.presentation",
	JPG:  "image/jpeg",
	PNG:  "image/png",
	TIFF: "image/tiff",
	CSV:  "text/csv",
	ZIP:  "application/zip",
}

// otherExtensions are those of formats that have several. Office files in which macros are allowed are read like the
// others: what runs is taken away before.
var otherExtensions = map[Format]Format{"jpeg": JPG, "tif": TIFF, "docm": DOCX, "xlsm": XLSX, "pptm": PPTX}

// FormatOf returns the format of a file by its name, without regard to case; ok is
// false for a name with another or no extension.
func FormatOf(name string) (f Format, ok bool) {
	f = Format(strings.ToLower(strings.TrimPrefix(path.Ext(name), ".")))
	if same, ok := otherExtensions[f]; ok {
		f = same
	}
	return f, mediaTypes[f] != ""
}

// MediaType returns what the format is called in Content-Type.
func (f Format) MediaType() string { return mediaTypes[f] }

// MainPart returns the stem of the name that the main part of an office document has
// in its archive; Word and others sometimes append a number to it. It is "" for
// other formats.
func (f Format) MainPart() string {
	return map[Format]string{DOCX: "word/document", XLSX: "xl/workbook", PPTX: "ppt/presentation"}[f]
}
