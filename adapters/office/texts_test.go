package office

import (
	"strings"
	"testing"
)

// TestTextsOfFiles wants the texts that the pages of a file show, and no others.
func TestTextsOfFiles(t *testing.T) {
	c := New(Options{})
	defer c.Close()
	slide := func(attributes, text string) string {
		return `<p:sld xmlns:p="urn:p" xmlns:a="urn:a"` + attributes + `><a:p><a:r><a:t>` + text +
			`</a:t></a:r><a:br/><a:r><a:t>next</a:t></a:r><a:fld type="slidenum"><a:t>7</a:t></a:fld></a:p></p:sld>`
	}
	document := body(`<w:p>` + run("One ") + run("two") + `<w:r><w:footnoteReference w:id="1"/></w:r>` + deletedRun("gone") +
		`<w:r><w:tab/><w:t>three</w:t></w:r></w:p><w:p>` + complexField("PAGE", "12") + simpleField("NUMPAGES", "13") +
		complexField("HYPERLINK x", "link") + `<w:r><w:rPr><w:vanish/></w:rPr><w:t>hidden</w:t></w:r></w:p>` +
		`<w:p><w:r><mc:AlternateContent xmlns:mc="urn:mc"><mc:Choice><w:txbxContent><w:p>` + run("box") +
		`</w:p></w:txbxContent></mc:Choice><mc:Fallback><w:p>` + run("box") + `</w:p></mc:Fallback></mc:AlternateContent></w:r></w:p>`)
	rows := row(1, inline("A1", "Kunde &amp; Ort", 0), number("B1", "1234", 0), number("C1", "45362", 3), number("D1", "7", 2),
		`<c r="E1" t="s"><v>0</v></c>`) +
		`<row r="2" hidden="1">` + inline("A2", "hidden", 0) + `</row>` + row(3, inline("F3", "hidden", 0),
		`<c r="G3" t="str"><f>A1</f><v>stored</v></c>`)
	for name, tt := range map[string]struct {
		content []byte
		want    string
	}{
		"a.docx": {docx([2]string{"word/document.xml", document},
			[2]string{"word/footnotes.xml",
				`<w:footnotes xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:footnote ` +
					`w:id="1"><w:p>` + run("note") +
					`</w:p></w:footnote><w:footnote w:id="2"><w:p>` + run("nobody's") + `</w:p></w:footnote></w:footnotes>`},
			[2]string{"word/comments.xml", `<w:comments xmlns:w="urn:w"><w:t>comment</w:t></w:comments>`}).pack(t),
			"word/document.xml: One two  three|word/document.xml: link|word/document.xml: box|word/footnotes.xml: note"},
		"a.xlsm": {xlsx(book{head: `<cols><col min="6" max="6" hidden="1"/></cols>`, rows: rows, styles: usualFormats,
			texts: `<si><t>shared</t></si>`}).pack(t),
			"Sheet1!A1: Kunde & Ort|Sheet1!B1: 1234|Sheet1!E1: shared|Sheet1!G3: stored"},
		"a.pptx": {parts{{"[Content_Types].xml", `<Types/>`}, {"ppt/slides/slide1.xml", slide("", "one")},
			{"ppt/slides/slide2.xml", slide(` show="0"`, "two")}}.pack(t),
			"ppt/slides/slide1.xml: one next"},
	} {
		texts, err := c.ReadTexts(t.Context(), name, tt.content)
		if err != nil {
			t.Fatalf("%s: %v, want no error", name, err)
		}
		var got []string
		for _, s := range texts {
			got = append(got, s.Place+": "+strings.TrimSpace(s.Text))
		}
		if s := strings.Join(got, "|"); s != tt.want {
			t.Errorf("%s: got %q, want %q", name, s, tt.want)
		}
	}
}
