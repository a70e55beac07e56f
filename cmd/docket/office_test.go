package main

import (
	"archive/zip"
	"bytes"
	"encoding/json"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
)

const (
	wordMain    = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"
	relsPackage = "http://schemas.openxmlformats.org/package/2006/relationships"
)

// wordDocument is a docx with a headline, a paragraph and a table.
func wordDocument(t *testing.T) []byte {
	t.Helper()
	cell := func(s string) string { return `<w:tc><w:p><w:r><w:t>` + s + `</w:t></w:r></w:p></w:tc>` }
	row := func(a, b string) string { return `<w:tr>` + cell(a) + cell(b) + `</w:tr>` }
	var b bytes.Buffer
	w := zip.NewWriter(&b)
	for _, p := range [][2]string{
		{"[Content_Types].xml", `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/><Override PartName="/word/styles.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.styles+xml"/></Types>`},
		{"_rels/.rels", `<Relationships xmlns="` + relsPackage + `"><Relationship Id="r" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="word/document.xml"/></Relationships>`},
		{"word/_rels/document.xml.rels", `<Relationships xmlns="` + relsPackage + `"><Relationship Id="s" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/styles" Target="styles.xml"/></Relationships>`},
		{"word/styles.xml", `<w:styles xmlns:w="` + wordMain + `"><w:style w:type="paragraph" w:styleId="Heading2"><w:name w:val="heading 2"/><w:pPr><w:outlineLvl w:val="1"/></w:pPr></w:style></w:styles>`},
		{"word/document.xml", `<w:document xmlns:w="` + wordMain + `"><w:body><w:p><w:pPr><w:pStyle w:val="Heading2"/></w:pPr><w:r><w:t>Delivery terms</w:t></w:r></w:p>` +
			`<w:p><w:r><w:t>Goods are delivered within ten working days of the order.</w:t></w:r></w:p>` +
			`<w:tbl><w:tblPr/><w:tblGrid><w:gridCol w:w="3000"/><w:gridCol w:w="3000"/></w:tblGrid>` + row("Item", "Price") + row("Anvil", "12.50") + row("Rope", "3.20") + `</w:tbl><w:p/><w:sectPr/></w:body></w:document>`},
	} {
		part, err := w.Create(p[0])
		if err == nil {
			_, err = io.WriteString(part, p[1])
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func needsOffice(t *testing.T) {
	t.Helper()
	if _, err := exec.LookPath("soffice"); err != nil {
		t.Skip("LibreOffice is not installed")
	}
}

// TestAWordDocumentIsReadAsItIsStructured wants the headline with its level and the
// table with its cells, although neither looks like one: the style is plain and the
// table has no lines.
func TestAWordDocumentIsReadAsItIsStructured(t *testing.T) {
	needsOffice(t)
	name := filepath.Join(t.TempDir(), "terms.docx")
	if err := os.WriteFile(name, wordDocument(t), 0o600); err != nil {
		t.Fatal(err)
	}
	out, err := docket(t.Context(), "layout", "--cache", pdfCache(t), name, "--json").Output()
	if err != nil {
		t.Fatal(err)
	}
	type node struct {
		Type     string
		Level    int
		Text     string
		Cells    []struct{ Text string }
		Children []node
	}
	var l struct{ Nodes []node }
	if err := json.Unmarshal(out, &l); err != nil {
		t.Fatal(err)
	}
	var headline, table bool
	var look func(nodes []node)
	look = func(nodes []node) {
		for _, n := range nodes {
			headline = headline || n.Type == "HEADLINE" && n.Level == 2 && n.Text == "Delivery terms"
			table = table || n.Type == "TABLE" && len(n.Cells) == 6 && n.Cells[3].Text == "12.50"
			look(n.Children)
		}
	}
	look(l.Nodes)
	if !headline || !table {
		t.Errorf("headline %t, table %t:\n%s", headline, table, out)
	}
}

// TestAnOfficeFileIsProcessed takes a document through the service: its name stays,
// its pages are those of the PDF, and each step has its time.
func TestAnOfficeFileIsProcessed(t *testing.T) {
	needsOffice(t)
	s := serve(t, filepath.Join(t.TempDir(), "data"), masterKey(t)...)
	s.user("mira", "Str0ng-enough", "MANAGER", "ADMIN")
	c := s.as("mira", "Str0ng-enough")
	dossier := c.newDossier("Orders")
	path := dossier + "/files/" + c.upload(dossier, "terms.docx", wordDocument(t))
	if f := c.awaitDone(path); f.ProcessingStatus != "PROCESSED" || f.NumberOfPages != 1 || f.Filename != "terms.docx" {
		t.Fatalf("%+v %+v", f, f.FileErrorInfo)
	}
	var f struct{ StageDurations map[string]int64 }
	c.want(200, "GET", path, nil).into(t, &f)
	if f.StageDurations["CONVERT"] == 0 || f.StageDurations["LAYOUT"] == 0 || len(f.StageDurations) < 2 {
		t.Errorf("%v", f.StageDurations)
	}
}
