package main

import (
	"encoding/xml"
	"fmt"
	"strings"
)

// madeNamespaces are those that a text document of LibreOffice uses.
const madeNamespaces = `xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0"
 xmlns:style="urn:oasis:names:tc:opendocument:xmlns:style:1.0" xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0"
 xmlns:table="urn:oasis:names:tc:opendocument:xmlns:table:1.0" xmlns:draw="urn:oasis:names:tc:opendocument:xmlns:drawing:1.0"
 xmlns:fo="urn:oasis:names:tc:opendocument:xmlns:xsl-fo-compatible:1.0"
 xmlns:svg="urn:oasis:names:tc:opendocument:xmlns:svg-compatible:1.0"`

// A madeWriter writes a page as a flat text document.
type madeWriter struct {
	page         *madePage
	styles, body strings.Builder
	names        map[string]string // of styles, by what they say
}

// document returns the page as a document that LibreOffice reads. All that it holds stands in
// frames at places of the page, so that it is known where.
func (p *madePage) document() []byte {
	w := &madeWriter{page: p, names: map[string]string{}}
	for _, t := range p.texts {
		w.writeFrame(t.x, t.y, t.width, func() {
			for _, line := range t.lines {
				w.writeParagraph(line, t.pitch, madeCell{bold: t.bold, align: "start"})
			}
		})
	}
	for _, t := range p.tables {
		w.writeFrame(t.x, t.y, t.width()+1, func() { w.writeTable(t) })
	}
	return fmt.Appendf(nil, `<?xml version="1.0" encoding="UTF-8"?>
<office:document %s office:version="1.2" office:mimetype="application/vnd.oasis.opendocument.text">
<office:styles><style:style style:name="Frame" style:family="graphic"/></office:styles>
<office:automatic-styles>
<style:page-layout style:name="page"><style:page-layout-properties fo:page-width="%dpt" fo:page-height="%dpt" fo:margin="30pt"/>
</style:page-layout>
<style:style style:name="frame" style:family="graphic" style:parent-style-name="Frame">
<style:graphic-properties style:wrap="run-through" style:vertical-pos="from-top"
 style:vertical-rel="page" style:horizontal-pos="from-left" style:horizontal-rel="page" fo:padding="0pt" fo:border="none"
 fo:background-color="#ffffff" style:background-transparency="100%%"/></style:style>
%s</office:automatic-styles>
<office:master-styles><style:master-page style:name="Standard" style:page-layout-name="page"/></office:master-styles>
<office:body><office:text><text:p>%s</text:p></office:text></office:body></office:document>
`, madeNamespaces, madeWidth, madeHeight, w.styles.String(), w.body.String())
}

// styleOf returns the name of a style of a family with such properties.
func (w *madeWriter) styleOf(family, properties string) string {
	key := family + properties
	name, ok := w.names[key]
	if !ok {
		name = fmt.Sprintf("s%d", len(w.names)+1)
		w.names[key] = name
		fmt.Fprintf(&w.styles, "<style:style style:name=%q style:family=%q>%s</style:style>\n", name, family, properties)
	}
	return name
}

// writeFrame writes a frame at a place, filled by write.
func (w *madeWriter) writeFrame(x, y, width float64, write func()) {
	fmt.Fprintf(&w.body, `<draw:frame draw:style-name="frame" text:anchor-type="paragraph"
 svg:x="%.1fpt" svg:y="%.1fpt" svg:width="%.1fpt"><draw:text-box fo:min-height="1pt">`, x, y, width)
	write()
	fmt.Fprint(&w.body, "</draw:text-box></draw:frame>\n")
}

// writeParagraph writes one line of text in the look of a cell.
func (w *madeWriter) writeParagraph(text string, pitch float64, look madeCell) {
	weight := "normal"
	if look.bold {
		weight = "bold"
	}
	ink := look.ink
	if ink == "" {
		ink = "#000000"
	}
	mode, align := "lr-tb", look.align
	if w.page.script.leftward {
		mode = "rl-tb"
		align = map[string]string{"start": "end", "end": "start", "center": "center"}[align] // LibreOffice means left by start
	}
	style := w.styleOf("paragraph", fmt.Sprintf(`<style:paragraph-properties fo:line-height="%.2fpt" fo:text-align=%q style:writing-mode=%q
 fo:margin="0pt" fo:text-indent="0pt"/><style:text-properties style:font-name=%q fo:font-family=%q style:font-family-complex=%q
 fo:font-size="%.1fpt" style:font-size-complex="%.1fpt" fo:font-weight=%q style:font-weight-complex=%q fo:color=%q/>`, pitch, align, mode,
		w.page.font, w.page.font, w.page.font, w.page.size, w.page.size, weight, weight, ink))
	fmt.Fprintf(&w.body, "<text:p text:style-name=%q>%s</text:p>", style, escapeXML(text))
}

// writeTable writes a table of the widths and heights that it has.
func (w *madeWriter) writeTable(t *madeTable) {
	mode := "lr-tb"
	if w.page.script.leftward {
		mode = "rl-tb"
	}
	style := w.styleOf("table", fmt.Sprintf(`<style:table-properties style:width="%.1fpt" table:align="left" style:writing-mode=%q
 table:border-model="collapsing" fo:margin="0pt"/>`, t.width(), mode))
	fmt.Fprintf(&w.body, "<table:table table:style-name=%q>", style)
	for _, width := range t.widths {
		fmt.Fprintf(&w.body, "<table:table-column table:style-name=%q/>",
			w.styleOf("table-column", fmt.Sprintf(`<style:table-column-properties style:column-width="%.1fpt"/>`, width)))
	}
	for _, r := range t.rows {
		fmt.Fprintf(&w.body, "<table:table-row table:style-name=%q>",
			w.styleOf("table-row", fmt.Sprintf(`<style:table-row-properties style:min-row-height="%.1fpt"/>`, r.height)))
		for _, c := range r.cells {
			w.writeCell(c)
		}
		fmt.Fprint(&w.body, "</table:table-row>")
	}
	fmt.Fprint(&w.body, "</table:table>")
}

// writeCell writes a cell, and what its span covers.
func (w *madeWriter) writeCell(c madeCell) {
	fill := c.fill
	if fill == "" {
		fill = "transparent"
	}
	edge := func(width float64) string {
		if width == 0 {
			return "none"
		}
		return fmt.Sprintf("%.2fpt solid %s", width, c.edges.colour)
	}
	style := w.styleOf("table-cell", fmt.Sprintf(`<style:table-cell-properties style:vertical-align="middle" fo:background-color=%q
 fo:padding-left="%.1fpt" fo:padding-right="%.1fpt" fo:padding-top="0pt" fo:padding-bottom="0pt" fo:border-top=%q fo:border-right=%q
 fo:border-bottom=%q fo:border-left=%q/>`, fill, 3+w.indentOf(c, false), 3+w.indentOf(c, true), edge(c.edges.top), edge(c.edges.right),
		edge(c.edges.bottom), edge(c.edges.left)))
	fmt.Fprintf(&w.body, "<table:table-cell table:style-name=%q table:number-columns-spanned=\"%d\">", style, c.columns())
	for _, line := range c.lines {
		w.writeParagraph(line, w.page.linePitch(), c)
	}
	if len(c.lines) == 0 {
		w.writeParagraph("", w.page.linePitch(), c)
	}
	fmt.Fprint(&w.body, "</table:table-cell>")
	for range c.columns() - 1 {
		fmt.Fprint(&w.body, "<table:covered-table-cell/>")
	}
}

// indentOf returns the indent of a cell at its right or its left side.
func (w *madeWriter) indentOf(c madeCell, right bool) float64 {
	if right == w.page.script.leftward {
		return c.indent
	}
	return 0
}

// linePitch returns the distance of lines in cells.
func (p *madePage) linePitch() float64 { return 1.2 * p.size }

// escapeXML returns a text as content of an element.
func escapeXML(text string) string {
	var b strings.Builder
	_ = xml.EscapeText(&b, []byte(text)) // a builder takes everything
	return b.String()
}
