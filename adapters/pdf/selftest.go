package pdf

import (
	"bytes"
	"context"
	"fmt"

	"github.com/seed-62a36931/docket/document/layout"
)

// selfTest reads a small PDF: it fails when the WebAssembly module does not accept the
// calls that this package makes.
func selfTest(ctx context.Context, m *machine) (err error) {
	in, err := m.newInstance(ctx)
	if err != nil {
		return err
	}
	defer in.close()
	defer func() {
		if t, ok := recover().(trap); ok {
			err = fmt.Errorf("pdf: self-test: %w", t.err)
		}
	}()
	f, err := in.openDocument(testPage(), 1)
	if err != nil {
		return fmt.Errorf("pdf: self-test: %w", err)
	}
	defer f.close()
	source := f.newReader(newShared(), layout.ReadSettings{})
	defer source.close()
	p := source.readPage(0, 1000)
	var text []rune
	for _, g := range p.Glyphs {
		text = append(text, g.Rune)
	}
	if string(text) != "Docket" || len(p.Rules) != 1 || p.Width != 200 {
		return fmt.Errorf("pdf: self-test: read %q and %d rules", string(text), len(p.Rules))
	}
	if first := p.Glyphs[0].Loose; first.X0 < 19 || first.X0 > 21 {
		return fmt.Errorf("pdf: self-test: the first glyph is at %v", first)
	}
	return nil
}

// testPage is a PDF with one word and one line.
func testPage() []byte {
	content := "BT /F 12 Tf 20 50 Td (Docket) Tj ET 20 40 m 100 40 l S"
	objects := []string{
		"<</Type/Catalog/Pages 2 0 R>>",
		"<</Type/Pages/Kids[3 0 R]/Count 1>>",
		"<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 100]/Contents 4 0 R/Resources<</Font<</F 5 0 R>>>>>>",
		fmt.Sprintf("<</Length %d>>stream\n%s\nendstream", len(content), content),
		"<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>",
	}
	return assemblePDF(objects)
}

// assemblePDF writes numbered objects, the first of which is the catalog, as a PDF.
func assemblePDF(objects []string) []byte {
	var b bytes.Buffer
	b.WriteString("%PDF-1.4\n")
	var at []int
	for i, o := range objects {
		at = append(at, b.Len())
		fmt.Fprintf(&b, "%d 0 obj%s endobj\n", i+1, o)
	}
	xref := b.Len()
	fmt.Fprintf(&b, "xref\n0 %d\n0000000000 65535 f \n", len(objects)+1)
	for _, o := range at {
		fmt.Fprintf(&b, "%010d 00000 n \n", o)
	}
	fmt.Fprintf(&b, "trailer<</Root 1 0 R/Size %d>>\nstartxref\n%d\n%%%%EOF\n", len(objects)+1, xref)
	return b.Bytes()
}
