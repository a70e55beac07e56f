package brief

import (
	"archive/zip"
	"bytes"
	"fmt"
	"strings"
	"testing"
)

// writePDF returns a PDF of one page with these lines of text.
func writePDF(lines ...string) []byte {
	var text strings.Builder
	text.WriteString("BT /F1 12 Tf 16 TL 72 770 Td")
	for _, line := range lines {
		fmt.Fprintf(&text, " (%s) Tj T*", strings.NewReplacer(`\`, `\\`, "(", `\(`, ")", `\)`).Replace(line))
	}
	text.WriteString(" ET")
	objects := []string{
		"<< /Type /Catalog /Pages 2 0 R >>",
		"<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
		"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>",
		fmt.Sprintf("<< /Length %d >>\nstream\n%s\nendstream", text.Len(), text.String()),
		"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
	}
	var file bytes.Buffer
	file.WriteString("%PDF-1.4\n")
	offsets := make([]int, len(objects))
	for i, object := range objects {
		offsets[i] = file.Len()
		fmt.Fprintf(&file, "%d 0 obj\n%s\nendobj\n", i+1, object)
	}
	table := file.Len()
	fmt.Fprintf(&file, "xref\n0 %d\n0000000000 65535 f \n", len(objects)+1)
	for _, offset := range offsets {
		fmt.Fprintf(&file, "%010d 00000 n \n", offset)
	}
	fmt.Fprintf(&file, "trailer\n<< /Size %d /Root 1 0 R >>\nstartxref\n%d\n%%%%EOF\n", len(objects)+1, table)
	return file.Bytes()
}

// writeZIP returns an archive of files.
func writeZIP(t *testing.T, contents map[string][]byte) []byte {
	t.Helper()
	var archive bytes.Buffer
	writer := zip.NewWriter(&archive)
	for name, content := range contents {
		entry, err := writer.Create(name)
		if err == nil {
			_, err = entry.Write(content)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := writer.Close(); err != nil {
		t.Fatal(err)
	}
	return archive.Bytes()
}

// writeDOCX returns the smallest document of Word with one paragraph.
func writeDOCX(t *testing.T, paragraph string) []byte {
	t.Helper()
	const head = `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>`
	const formats = "http://schemas.openxmlformats.org/"
	return writeZIP(t, map[string][]byte{
		"[Content_Types].xml": []byte(head + `<Types xmlns="` + formats + `package/2006/content-types">` +
			`<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>` +
			`<Override PartName="/word/document.xml" ` +
			`ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>`),
		"_rels/.rels": []byte(head + `<Relationships xmlns="` + formats + `package/2006/relationships">` +
			`<Relationship Id="r1" Type="` + formats + `officeDocument/2006/relationships/officeDocument" Target="word/document.xml"/>` +
			`</Relationships>`),
		"word/document.xml": []byte(head + `<w:document xmlns:w="` + formats + `wordprocessingml/2006/main"><w:body><w:p><w:r><w:t>` +
			paragraph + `</w:t></w:r></w:p></w:body></w:document>`),
	})
}
