package office

import (
	"bytes"
	"encoding/xml"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// run is a run of text.
func run(s string) string { return `<w:r><w:t>` + s + `</w:t></w:r>` }

// deletedRun is a run that was deleted.
func deletedRun(s string) string {
	return `<w:del w:id="1"><w:r><w:delText>` + s + `</w:delText></w:r></w:del>`
}

func insertedRun(s string) string { return `<w:ins w:id="2">` + run(s) + `</w:ins>` }

const endStruck = `<w:pPr><w:jc w:val="left"/><w:rPr><w:del w:id="3"/></w:rPr></w:pPr>`

// revisedDocuments are bodies with tracked changes, as they are written, and as they are when all are
// accepted.
var revisedDocuments = []struct {
	name, body, want string
	accepted         int
}{
	{"a text", `<w:p>` + run("Price ") + deletedRun("900") + insertedRun("750") + `</w:p>`,
		`<w:p>` + run("Price ") + run("750") + `</w:p>`, 2},
	{"nested", `<w:p><w:ins>` + deletedRun("a") + run("b") + `</w:ins><w:del>` + insertedRun("c") + `</w:del></w:p>`,
		`<w:p>` + run("b") + `</w:p>`, 3},
	{
		"the end of a paragraph", `<w:p>` + endStruck + run("One") +
			`</w:p><w:bookmarkStart w:id="4"/><w:p><w:pPr><w:jc w:val="right"/></w:pPr>` + run("two") + `</w:p>`,
		`<w:p><w:pPr><w:jc w:val="right"/></w:pPr>` + run("One") + `<w:bookmarkStart w:id="4"/>` + run("two") + `</w:p>`, 1,
	},
	{
		"the ends of two paragraphs", `<w:p>` + endStruck + run("One") + `</w:p><w:p>` + endStruck + deletedRun("x") +
			`</w:p><w:p xmlns:a="urn:a">` + run("two") + `</w:p>`,
		`<w:p xmlns:a="urn:a">` + run("One") + run("two") + `</w:p>`, 3,
	},
	{
		"a whole paragraph before a table", `<w:p>` + endStruck + deletedRun("x") + `</w:p><w:tbl><w:tr><w:tc><w:p>` +
			run("cell") + `</w:p></w:tc></w:tr></w:tbl>`,
		`<w:tbl><w:tr><w:tc><w:p>` + run("cell") + `</w:p></w:tc></w:tr></w:tbl>`, 2,
	},
	{
		"moved over paragraphs", `<w:moveFromRangeStart w:id="5" w:name="m"/><w:p><w:pPr><w:rPr><w:moveFrom ` +
			`w:id="6"/></w:rPr></w:pPr><w:moveFrom>` + run("Moved.") +
			`</w:moveFrom></w:p><w:moveFromRangeEnd w:id="5"/><w:p>` + run("Between.") +
			`</w:p><w:p><w:pPr><w:rPr><w:moveTo w:id="7"/></w:rPr></w:pPr><w:moveTo>` + run("Moved.") + `</w:moveTo></w:p>`,
		`<w:p>` + run("Between.") + `</w:p><w:p><w:pPr><w:rPr></w:rPr></w:pPr>` + run("Moved.") + `</w:p>`, 4,
	},
	{
		"a row", `<w:tbl><w:tblPr/><w:tr><w:trPr><w:del w:id="8"/></w:trPr><w:tc><w:p>` + deletedRun("old") +
			`</w:p></w:tc></w:tr><w:tr><w:trPr><w:ins w:id="9"/></w:trPr><w:tc><w:p>` +
			insertedRun("new") + `</w:p></w:tc></w:tr></w:tbl>`, `<w:tbl><w:tblPr/><w:tr><w:trPr></w:trPr><w:tc><w:p>` +
			run("new") + `</w:p></w:tc></w:tr></w:tbl>`, 4,
	},
	{"all rows", `<w:p>` + run("a") + `</w:p><w:tbl><w:tblPr/><w:tr><w:trPr><w:del w:id="8"/></w:trPr><w:tc><w:p>` +
		deletedRun("old") + `</w:p></w:tc></w:tr></w:tbl>`, `<w:p>` + run("a") + `</w:p>`, 2},
	{
		"cells", `<w:tbl><w:tr><w:tc><w:tcPr><w:cellDel w:id="1"/></w:tcPr><w:p>` + deletedRun("a") +
			`</w:p></w:tc><w:tc><w:tcPr><w:cellIns w:id="2"/></w:tcPr><w:p>` + run("b") +
			`</w:p></w:tc><w:tc><w:tcPr><w:cellMerge w:id="3" w:vMerge="rest"/></w:tcPr><w:p/></w:tc><w:tc><w:tcPr><w:vMerge/><w:cellMerge w:id="4" w:vMerge="cont" w:vMergeOrig="rest"/></w:tcPr><w:p/></w:tc></w:tr></w:tbl>`,
		`<w:tbl><w:tr><w:tc><w:tcPr></w:tcPr><w:p>` + run("b") +
			`</w:p></w:tc><w:tc><w:tcPr><w:vMerge w:val="restart"/></w:tcPr><w:p/></w:tc><w:tc><w:tcPr><w:vMerge/></w:tcPr><w:p/></w:tc></w:tr></w:tbl>`, 5,
	},
	{
		"the only paragraph of a cell", `<w:tbl><w:tr><w:tc><w:p>` + endStruck + deletedRun("a") + `</w:p></w:tc></w:tr></w:tbl>`,
		`<w:tbl><w:tr><w:tc><w:p><w:pPr><w:jc w:val="left"/><w:rPr></w:rPr></w:pPr></w:p></w:tc></w:tr></w:tbl>`, 2,
	},
	{
		"formats", `<w:p><w:pPr><w:pPrChange w:id="1"><w:pPr><w:rPr><w:del/></w:rPr></w:pPr></w:pPrChange></w:pPr><w:r ` +
			`w:rsidDel="00A1"><w:rPr><w:b/><w:rPrChange w:id="2"><w:rPr/></w:rPrChange></w:rPr><w:t>x</w:t></w:r></w:p>`,
		`<w:p><w:pPr></w:pPr><w:r w:rsidDel="00A1"><w:rPr><w:b/></w:rPr><w:t>x</w:t></w:r></w:p>`, 2,
	},
	{
		"in links, controls and fields", `<w:p><w:hyperlink r:id="r9">` + deletedRun("a") + run("b") +
			`</w:hyperlink><w:sdt><w:sdtContent>` + deletedRun("c") + insertedRun("d") +
			`</w:sdtContent></w:sdt><w:fldSimple w:instr="DATE">` + deletedRun("e") + run("f") + `</w:fldSimple></w:p>`,
		`<w:p><w:hyperlink r:id="r9">` + run("b") + `</w:hyperlink><w:sdt><w:sdtContent>` + run("d") +
			`</w:sdtContent></w:sdt><w:fldSimple w:instr="DATE">` + run("f") + `</w:fldSimple></w:p>`, 4,
	},
	{
		"in a text box and what stands for it", `<w:p><w:r><mc:AlternateContent ` +
			`xmlns:mc="urn:mc"><mc:Choice><w:txbxContent><w:p>` + endStruck + run("a") + `</w:p><w:p>` + deletedRun("b") +
			`</w:p></w:txbxContent></mc:Choice><mc:Fallback><w:txbxContent><w:p>` + deletedRun("b") + run("a") +
			`</w:p></w:txbxContent></mc:Fallback></mc:AlternateContent></w:r></w:p>`,
		`<w:p><w:r><mc:AlternateContent xmlns:mc="urn:mc"><mc:Choice><w:txbxContent><w:p>` + run("a") +
			`</w:p></w:txbxContent></mc:Choice><mc:Fallback><w:txbxContent><w:p>` +
			run("a") + `</w:p></w:txbxContent></mc:Fallback></mc:AlternateContent></w:r></w:p>`, 2,
	},
	{"a note", `<w:p>` + run("a") + `<w:del><w:r><w:footnoteReference w:id="2"/></w:r></w:del></w:p>`, `<w:p>` + run("a") + `</w:p>`, 1},
	{"elements of others", `<w:p><x:del xmlns:x="urn:x">` + run("a") + `</x:del></w:p>`,
		`<w:p><x:del xmlns:x="urn:x">` + run("a") + `</x:del></w:p>`, 0},
	{"in comments and the like", `<w:p><!-- <w:del> --><?x <w:del>?>` + run("<![CDATA[<w:del>]]>") + `</w:p>`,
		`<w:p><!-- <w:del> --><?x <w:del>?>` + run("<![CDATA[<w:del>]]>") + `</w:p>`, 0},
}

// TestRevisionsAreAccepted accepts the tracked changes of documents, also with another prefix, with
// none, and in the strict form.
func TestRevisionsAreAccepted(t *testing.T) {
	const transitional, strict = "http://schemas.openxmlformats.org/wordprocessingml/2006/main",
		"http://purl.oclc.org/ooxml/wordprocessingml/main"
	for _, tt := range revisedDocuments {
		for form, change := range map[string]func(string) string{
			"as Word writes it": func(s string) string { return s },
			"another prefix": strings.NewReplacer("<w:", "<word:", "</w:", "</word:", " w:", " word:", "xmlns:w=",
				"xmlns:word=").Replace,
			"strict": func(s string) string { return strings.ReplaceAll(s, transitional, strict) },
		} {
			text, want := change(body(tt.body)), change(body(tt.want))
			if tt.accepted == 0 {
				want = text
			}
			got, accepted := acceptRevisions([]byte(text))
			if string(got) != want || accepted != tt.accepted {
				t.Errorf("%s, %s: %d changes, want %d\ngot  %s\nwant %s", tt.name, form, accepted, tt.accepted, got[100:], want[100:])
			}
		}
	}
}

// TestTrackedChangesAreNotRead converts documents with tracked changes, in headers too: what was
// deleted is not in the PDF.
func TestTrackedChangesAreNotRead(t *testing.T) {
	c := newConverter(t, Options{})
	files := map[string][]byte{}
	for _, name := range []string{"tracked.docx", "tracked-nda.docx", "tracked-row.docx"} {
		b, err := os.ReadFile(filepath.Join("testdata", name))
		if err != nil {
			t.Fatal(err)
		}
		files[name] = b
	}
	all := ""
	for _, d := range revisedDocuments {
		if !strings.Contains(d.body, "r:id") && !strings.Contains(d.body, "footnoteReference") {
			all += strings.ReplaceAll(d.body, "</w:tbl>", "</w:tbl><w:p/>")
		}
	}
	files["all.docx"] = docx([2]string{"word/document.xml", body(all + `<w:p>` + run("STAYS") + deletedRun("GOES") + `</w:p>`)}).pack(t)
	for name, want := range map[string]struct{ has, lacks []string }{
		"tracked.docx": {[]string{"The agreed price is 750 EUR a month.", "After. Moved sentence."},
			[]string{"900 EUR", "Clause seven"}},
		"tracked-nda.docx": {[]string{"April 15, 2024", "State of Delaware.", "period of two (2) years"},
			[]string{"March", "Texas", "five"}},
		"tracked-row.docx": {[]string{"Posten", "Neuposten", "55,00", "Nachher Satz"}, []string{"Alteposten", "99,00"}},
		"all.docx":         {[]string{"STAYS"}, []string{"GOES", "old", "900"}},
	} {
		pdf, _, err := c.Convert(t.Context(), name, files[name])
		if err != nil {
			t.Errorf("%s: %v, want no error", name, err)
			continue
		}
		text := strings.Join(strings.Fields(textOf(t, pdf)), " ")
		for _, s := range want.has {
			if !strings.Contains(text, s) {
				t.Errorf("%s: got %q, want %q in it", name, text, s)
			}
		}
		for _, s := range want.lacks {
			if strings.Contains(text, s) {
				t.Errorf("%s: got %q, want no %q in it", name, text, s)
			}
		}
		if name == "tracked.docx" && strings.Count(text, "Moved sentence.") != 1 {
			t.Errorf("%s: got %q, want the moved sentence once", name, text)
		}
	}
}

// FuzzRevisions accepts the changes of anything that may be a part: well-formed markup stays so, and
// nothing is left to accept.
func FuzzRevisions(f *testing.F) {
	for _, d := range revisedDocuments {
		f.Add([]byte(body(d.body)))
	}
	f.Add([]byte(`<w:p><w:del>`))
	f.Add([]byte(
		`<a xmlns="http://purl.oclc.org/ooxml/wordprocessingml/main"><p><pPr><rPr><del/></rPr></pPr></p><tbl><tr><del/></tr></tbl></a>`))
	f.Fuzz(func(t *testing.T, text []byte) {
		got, accepted := acceptRevisions(text)
		if accepted == 0 {
			if !bytes.Equal(got, text) {
				t.Errorf("got %q, want it unchanged", got)
			}
			return
		}
		if isWellFormed(text) && !isWellFormed(got) {
			t.Errorf("%q became %q, want well-formed text", text, got)
		}
	})
}

// isWellFormed reports whether a text is XML with one element around all others.
func isWellFormed(text []byte) bool {
	d := xml.NewDecoder(bytes.NewReader(text))
	for {
		if _, err := d.Token(); err != nil {
			return err == io.EOF //nolint:errorlint // a decoder returns it as it is
		}
	}
}
