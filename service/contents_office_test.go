package service_test

import (
	"archive/zip"
	"bytes"
	"image/png"
	"os/exec"
	"path"
	"testing"

	"github.com/seed-62a36931/docket/service/servicetest"
)

// letterhead is a Word document with the head of an invoice.
func letterhead(t *testing.T) []byte {
	t.Helper()
	body := ""
	for _, line := range []string{"Invoice", "Northgate Tools Ltd", "Invoice No.: NT-2024-0117", "Invoice Date: 14 March 2024",
		"Total £ 519.00"} {
		body += "<w:p><w:r><w:t>" + line + "</w:t></w:r></w:p>"
	}
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	for _, part := range [][2]string{
		{"[Content_Types].xml", `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default ` +
			`Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override ` +
			`PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>`},
		{"_rels/.rels", `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship ` +
			`Id="r1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" ` +
			`Target="word/document.xml"/></Relationships>`},
		{"word/document.xml", `<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body>` +
			body + `</w:body></w:document>`},
	} {
		w, err := z.Create(part[0])
		if err != nil {
			t.Fatal(err)
		}
		if _, err := w.Write([]byte(`<?xml version="1.0" encoding="UTF-8"?>` + part[1])); err != nil {
			t.Fatal(err)
		}
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// TestContentsOfAnOfficeFile reads an office file as uploaded, as the PDF that was made
// of it and with marks in that.
func TestContentsOfAnOfficeFile(t *testing.T) {
	t.Parallel()
	if _, err := exec.LookPath("soffice"); err != nil {
		t.Skip("LibreOffice is not installed")
	}
	s := servicetest.Serve(t, path.Join(t.TempDir(), "data"), servicetest.NewMasterKey(t)...)
	s.AddUser("mira", "Str0ng-enough", "MANAGER", "ADMIN")
	c := s.SignIn("mira", "Str0ng-enough")
	dossier, original := c.NewDossier("Claims 2024"), letterhead(t)
	file := dossier + "/files/" + c.Upload(dossier, "letter.docx", original)
	if f := c.AwaitDone(file); f.ProcessingStatus != "PROCESSED" || f.NumberOfPages != 1 {
		t.Fatalf("%+v, want f.ProcessingStatus = %q and f.NumberOfPages = 1", f, "PROCESSED")
	}
	if got := c.Want(200, "GET", file+"/content", nil); !bytes.Equal(got.Body, original) {
		t.Error("the content is not what was uploaded")
	}
	plain := c.Want(200, "GET", file+"/content?type=PDF", nil).Body
	if !bytes.HasPrefix(plain, []byte("%PDF-")) || bytes.Contains(plain, []byte("/Highlight")) {
		t.Errorf("the PDF: %.20q, want a PDF without marks", plain)
	}
	marked := c.Want(200, "GET", file+"/content?type=PREVIEW", nil).Body
	if !bytes.HasPrefix(marked, []byte("%PDF-")) || !bytes.Contains(marked, []byte("/Subtype /Highlight")) {
		t.Errorf("the preview has no marks: %.20q, want a PDF with marks", marked)
	}
	img, err := png.Decode(bytes.NewReader(c.Want(200, "GET", file+"/pages/1.png", nil).Body))
	if err != nil || img.Bounds().Dx() < 800 || img.Bounds().Dx() > 860 {
		t.Errorf("page 1 of a letter at 100 dots per inch: %v, %v, want a width of 800 to 860", img.Bounds(), err)
	}
	c.Want(404, "GET", file+"/pages/2.png", nil)
}
