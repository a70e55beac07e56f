package author

import (
	"fmt"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/seed-62a36931/docket/domain/template"
)

// listedCells are the rows of a table on a slide: its cells are parted by bars, their paragraphs
// by semicolons. A paragraph may be an item of a list with bullets or numbers.
var listedCells = []string{
	"Part|Work|By",
	"Gate|#Dig;#Set the post;#Wait|Ann",
	"Path|*Clear;*Roll|*Bob;*Cy",
	"Roof|Mend;Paint|#Dan;#Eve",
}

// drawSlide returns a slide with a table without lines: what is a row the file alone tells.
func drawSlide(rows []string) string {
	var b strings.Builder
	columns := strings.Count(rows[0], "|") + 1
	fmt.Fprint(&b, `<?xml version="1.0"?><p:sld xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" `+
		`xmlns:p="http://schemas.openxmlformats.org/presentationml/2006/main"><p:cSld><p:spTree>`+
		`<p:nvGrpSpPr><p:cNvPr id="1" name=""/><p:cNvGrpSpPr/><p:nvPr/></p:nvGrpSpPr><p:grpSpPr/>`+
		`<p:graphicFrame><p:nvGraphicFramePr><p:cNvPr id="2" name="T"/><p:cNvGraphicFramePr/><p:nvPr/></p:nvGraphicFramePr>`+
		`<p:xfrm><a:off x="457200" y="457200"/><a:ext cx="8229600" cy="2743200"/></p:xfrm>`+
		`<a:graphic><a:graphicData uri="http://schemas.openxmlformats.org/drawingml/2006/table"><a:tbl><a:tblPr firstRow="1"/><a:tblGrid>`)
	fmt.Fprint(&b, strings.Repeat(fmt.Sprintf(`<a:gridCol w="%d"/>`, 8229600/columns), columns), `</a:tblGrid>`)
	for _, row := range rows {
		fmt.Fprint(&b, `<a:tr h="685800">`)
		for _, cell := range strings.Split(row, "|") {
			fmt.Fprint(&b, `<a:tc><a:txBody><a:bodyPr/><a:lstStyle/>`)
			for _, text := range strings.Split(cell, ";") {
				mark := ""
				switch text[0] {
				case '*':
					mark = `<a:buFont typeface="Arial"/><a:buChar char="•"/>`
				case '#':
					mark = `<a:buFont typeface="+mj-lt"/><a:buAutoNum type="arabicPeriod"/>`
				}
				fmt.Fprintf(&b, `<a:p><a:pPr marL="342900" indent="-342900">%s</a:pPr><a:r><a:rPr lang="en" `+
					`sz="1200"/><a:t>%s</a:t></a:r></a:p>`,
					mark, strings.TrimLeft(text, "*#"))
			}
			fmt.Fprint(&b, `</a:txBody><a:tcPr/></a:tc>`)
		}
		fmt.Fprint(&b, `</a:tr>`)
	}
	fmt.Fprint(&b, `</a:tbl></a:graphicData></a:graphic></p:graphicFrame></p:spTree></p:cSld></p:sld>`)
	return b.String()
}

// writeSlides writes a presentation of slides.
func writeSlides(t *testing.T, name string, slides ...string) {
	t.Helper()
	const (
		typePrefix = "application/vnd.openxmlformats-officedocument.presentationml."
		relation   = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
		packaged   = "http://schemas.openxmlformats.org/package/2006/"
	)
	parts := map[string]string{"_rels/.rels": `<Relationships xmlns="` + packaged +
		`relationships"><Relationship Id="r1" Type="` + relation +
		`/officeDocument" Target="ppt/presentation.xml"/></Relationships>`}
	var types, links, ids strings.Builder
	for i, s := range slides {
		part := fmt.Sprintf("slides/slide%d.xml", i+1)
		parts["ppt/"+part] = s
		fmt.Fprintf(&types, `<Override PartName="/ppt/%s" ContentType="%sslide+xml"/>`, part, typePrefix)
		fmt.Fprintf(&links, `<Relationship Id="r%d" Type="%s/slide" Target="%s"/>`, i+1, relation, part)
		fmt.Fprintf(&ids, `<p:sldId id="%d" r:id="r%d"/>`, 256+i, i+1)
	}
	parts["[Content_Types].xml"] = `<Types xmlns="` + packaged +
		`content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>` +
		`<Default Extension="xml" ContentType="application/xml"/><Override PartName="/ppt/presentation.xml" ContentType="` + typePrefix +
		`presentation.main+xml"/>` + types.String() + `</Types>`
	parts["ppt/_rels/presentation.xml.rels"] = `<Relationships xmlns="` + packaged + `relationships">` + links.String() + `</Relationships>`
	parts["ppt/presentation.xml"] = `<p:presentation xmlns:p="http://schemas.openxmlformats.org/presentationml/2006/main" ` +
		`xmlns:r="` + relation +
		`"><p:sldIdLst>` + ids.String() + `</p:sldIdLst><p:sldSz cx="9144000" cy="6858000"/></p:presentation>`
	writePackage(t, name, parts)
}

// TestListsInCellsOfSlidesStayInTheirRows wants each cell's list in the row of its table, its marks
// before the texts of its items, also where the cells are short and nothing is drawn between them.
func TestListsInCellsOfSlidesStayInTheirRows(t *testing.T) {
	if _, err := exec.LookPath("soffice"); err != nil {
		t.Skip("LibreOffice is not installed")
	}
	name := filepath.Join(t.TempDir(), "slides.pptx")
	writeSlides(t, name, drawSlide(listedCells))
	in := Reading{Timeout: 5 * time.Minute, MaxPages: 10, Cache: pdfCache(t)}.NewReader(template.Settings{})
	defer in.Close()
	tree, err := in.ReadTree(t.Context(), name)
	if err != nil {
		t.Fatal(err)
	}
	have := tableRows(tree)
	for _, want := range []string{"Part|Work|By", "Gate|1. Dig 2. Set the post 3. Wait|Ann", "Path|• Clear • Roll|• Bob • Cy",
		"Roof|Mend Paint|1. Dan 2. Eve"} {
		if !have[want] {
			t.Errorf("no row %q in the tree: %q", want, tree.Text)
		}
	}
	for _, n := range tree.Nodes {
		if n.Cell != nil && n.Cell.Uncertain {
			t.Errorf("uncertain: %q, want a cell that is certain", tree.TextOf(n.Span))
		}
	}
}
