package office

import (
	"strings"
	"testing"
)

// writeChunked is a document that takes a file in between two paragraphs.
func writeChunked(t *testing.T, name, content string) []byte {
	t.Helper()
	return docx([2]string{"word/document.xml", body(`<w:p>` + run("Before.") + `</w:p><w:altChunk r:id="rc"/><w:p>` +
		run("After.") + `</w:p>`)},
		[2]string{"word/_rels/document.xml.rels",
			rels(`<Relationship Id="rc" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/aFChunk" ` +
				`Target="` + name + `"/>`)},
		[2]string{"word/" + name, content}).pack(t)
}

// TestContentOfDocuments cleans documents whose words stand elsewhere than in runs, and wants them in runs.
func TestContentOfDocuments(t *testing.T) {
	m := func(s string) string {
		return `<w:p>` + run("Q ") + `<m:oMath xmlns:m="urn:m">` + s + `</m:oMath>` + run(" end") + `</w:p>`
	}
	r := func(s string) string { return `<m:r><m:t>` + s + `</m:t></m:r>` }
	e := func(name, s string) string { return `<m:` + name + `>` + s + `</m:` + name + `>` }
	font := func(name, s string) string {
		return `<w:p><w:r><w:rPr><w:rFonts w:ascii="` + name + `" w:hAnsi="` + name + `"/></w:rPr><w:t>` + s + `</w:t></w:r></w:p>`
	}
	sign := func(name, code string) string {
		return `<w:p><w:r><w:sym w:font="` + name + `" w:char="` + code + `"/></w:r>` + run(" done") + `</w:p>`
	}
	inner := string(docx([2]string{"word/document.xml",
		body(`<w:p>` + run("Inner ") + deletedRun("gone") + run("words") + `</w:p><w:tbl><w:tr><w:tc><w:p>` + run("Cell") +
			`</w:p></w:tc></w:tr></w:tbl>`)}).pack(t))
	for name, tt := range map[string]struct {
		content []byte
		body    string
		want    string
	}{
		"a formula":  {body: m(r("Q=4711+x")), want: "Q Q=4711+x end"},
		"a fraction": {body: m(e("f", e("num", r("a+b"))+e("den", r("2")))), want: "Q (a+b)/2 end"},
		"powers and indexes": {body: m(e("sSup", e("e", r("x"))+e("sup", r("2"))) +
			e("sSubSup", e("e", r("y"))+e("sub", r("i+1"))+e("sup", r("n")))), want: "Q x^2y_(i+1)^n end"},
		"a root": {body: m(e("rad", `<m:radPr><m:degHide m:val="1"/></m:radPr>`+e("deg", "")+e("e", r("x")))),
			want: "Q √(x) end"},
		"a sum": {body: m(e("nary", `<m:naryPr><m:chr m:val="∑"/></m:naryPr>`+e("sub", r("i=1"))+
			e("sup", r("n"))+e("e", r("i")))), want: "Q ∑_(i=1)^n i end"},
		"brackets": {body: m(e("d", `<m:dPr><m:begChr m:val="["/><m:endChr m:val="]"/></m:dPr>`+e("e", r("a"))+
			e("e", r("b")))), want: "Q [a|b] end"},
		"a function": {body: m(e("func", e("fName", r("log"))+e("e", r("x")))), want: "Q log x end"},
		"a matrix": {
			body: m(e("m", e("mr", e("e", r("a"))+e("e", r("b")))+e("mr", e("e", r("c"))+e("e", r("d"))))), want: "Q [a, b; c, d] end"},
		"signs of markup": {body: m(r("a&lt;b")), want: "Q a&lt;b end"},
		"a formula by itself": {body: `<w:p><m:oMathPara xmlns:m="urn:m"><m:oMathParaPr><m:jc ` +
			`m:val="left"/></m:oMathParaPr><m:oMath>` + r("E=mc") + `</m:oMath></m:oMathPara></w:p>`, want: "E=mc"},
		"a ticked box":            {body: sign("Wingdings", "F0FE"), want: "☑ done"},
		"an empty box":            {body: sign("Wingdings", "F0A8"), want: "☐ done"},
		"a crossed box":           {body: sign("Wingdings", "F0FD"), want: "☒ done"},
		"a box of the second set": {body: sign("Wingdings 2", "F052"), want: "☑ done"},
		"a tick":                  {body: sign("wingdings", "F0FC"), want: "✓ done"},
		"an arrow":                {body: sign("Wingdings 3", "F067"), want: "→ done"},
		"a letter of Symbol":      {body: sign("Symbol", "F061"), want: "α done"},
		"a tick of Webdings":      {body: sign("Webdings", "F061"), want: "✓ done"},
		"text in a symbol font":   {body: font("Wingdings", "\uf0fe\uf0a8") + font("Symbol", "ab\uf0b7"), want: "☑☐ αβ•"},
		"text in another font":    {body: font("Arial", "þ¨"), want: "þ¨"},
		"the mark of a note": {body: `<w:p>` + run("500") +
			`<w:r><w:rPr><w:vertAlign w:val="superscript"/></w:rPr><w:footnoteReference w:id="1"/></w:r>` + run("1") + `</w:p>`,
			want: "500 1"},
		"HTML": {content: writeChunked(t, "chunk.html",
			`<html><head><title>no</title><style>p{}</style></head><body><p>Total `+
				`<b>300</b>&nbsp;EUR<br>next<table><tr><th>A<th>B</tr><tr><td>1</td><td>x &amp; y</td></tr></table>last</body>`),
			want: "Before. Total 300 EUR next A B 1 x &amp; y last After."},
		"a text":           {content: writeChunked(t, "chunk.txt", "one\r\ntwo\n"), want: "Before. one two After."},
		"a text of old":    {content: writeChunked(t, "chunk.txt", "M\xfcller"), want: "Before. Müller After."},
		"a document in it": {content: writeChunked(t, "chunk.docx", inner), want: "Before. Inner words Cell After."},
	} {
		if tt.content == nil {
			tt.content = docx([2]string{"word/document.xml", body(tt.body)}).pack(t)
		}
		cleaned, _, err := cleanPackage("a.docx", tt.content, Limits{})
		if err != nil {
			t.Fatalf("%s: %v, want no error", name, err)
		}
		text := readParts(t, cleaned)["word/document.xml"]
		if got := textOfRuns(strings.NewReplacer("</w:p>", " ", "<w:tab/>", " ").Replace(text)); got != tt.want {
			t.Errorf("%s: got %q, want %q", name, got, tt.want)
		}
		if !isWellFormed([]byte(text)) {
			t.Errorf("%s: got %s, want it well-formed", name, text)
		}
	}
}

// FuzzContent changes anything that may be a part of a document: what was well-formed stays so.
func FuzzContent(f *testing.F) {
	f.Add([]byte(body(`<w:p>` + complexField("DATE", "x") + simpleField("TIME", "y") + `</w:p>`)))
	f.Add([]byte(body(`<w:p><m:oMath xmlns:m="urn:m"><m:r><m:t>x</m:t></m:r></m:oMath><w:r><w:sym w:font="Wingdings" ` +
		`w:char="F0FE"/></w:r></w:p>`)))
	f.Add([]byte(`<d xmlns="http://schemas.openxmlformats.org/wordprocessingml/2006/main" ` +
		`xmlns:q="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><p q:a="1"/></d>`))
	f.Fuzz(func(t *testing.T, text []byte) {
		var p pack
		got := nameSlideSymbols(nameSymbols(writeFormulas(p.keepSlideDates("a",
			p.keepFieldResults("a", usePrefix(text, wordNamespaces, "w"))))))
		if isWellFormed(text) && strings.Count(string(text), "<!") == 0 && !isWellFormed(got) {
			t.Errorf("%q became %q, want well-formed text", text, got)
		}
	})
}
