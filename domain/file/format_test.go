package file

import "testing"

func TestFormatsByName(t *testing.T) {
	for name, want := range map[string]Format{
		"a.pdf": PDF, "a.PDF": PDF, "a.b.docx": DOCX, "Größe.XlsX": XLSX, "x.pptx": PPTX, "x.docm": DOCX, "x.XLSM": XLSX,
		"x.pptm": PPTX, "x.JPG": JPG, "x.jpeg": JPG, "x.png": PNG, "x.tif": TIFF, "x.tiff": TIFF, "x.csv": CSV, "x.Zip": ZIP, ".pdf": PDF,
	} {
		if got, ok := FormatOf(name); !ok || got != want || got.MediaType() == "" ||
			(got.MainPart() != "") != (got == DOCX || got == XLSX || got == PPTX) {
			t.Errorf("%s: got %s, %v, want %s with its media type", name, got, ok, want)
		}
	}
	for _, name := range []string{"", "pdf", "a.", "a.doc", "a.pdf ", "a.pdf/b", "a.dotm", "a.xlsb", "a.tar.gz", "a.pdf.exe"} {
		if got, ok := FormatOf(name); ok {
			t.Errorf("%s: %s, want not ok", name, got)
		}
	}
}
