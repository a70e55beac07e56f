package office

import (
	"fmt"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/seed-62a36931/docket/document"
)

// complexField is a field in parts; without a result it has none that is stored.
func complexField(code string, result ...string) string {
	out := `<w:r><w:fldChar w:fldCharType="begin"/></w:r><w:r><w:instrText xml:space="preserve"> ` + code + ` </w:instrText></w:r>`
	if len(result) > 0 {
		out += `<w:r><w:fldChar w:fldCharType="separate"/></w:r>` + run(strings.Join(result, ""))
	}
	return out + `<w:r><w:fldChar w:fldCharType="end"/></w:r>`
}

func simpleField(code, result string) string {
	return `<w:fldSimple w:instr=" ` + code + ` ">` + run(result) + `</w:fldSimple>`
}

// checkBox is a check box of a form with these properties.
func checkBox(properties string) string {
	return `<w:r><w:fldChar w:fldCharType="begin"><w:ffData><w:name w:val="Box1"/><w:enabled/><w:checkBox><w:sizeAuto/>` + properties +
		`</w:checkBox></w:ffData></w:fldChar></w:r><w:r><w:instrText> FORMCHECKBOX </w:instrText></w:r><w:r><w:fldChar ` +
		`w:fldCharType="end"/></w:r>`
}

// textOfRuns is what a part shows, with the fields that are left in it in braces.
func textOfRuns(text string) string {
	text = regexp.MustCompile(`<w:fldSimple w:instr="([^"]*)"[^>]*>`).ReplaceAllString(text, "{$1")
	text = regexp.MustCompile(`<w:instrText[^>]*>`).ReplaceAllString(text, "{")
	return strings.Join(strings.Fields(regexp.MustCompile(`<[^>]*>`).ReplaceAllString(text, "")), " ")
}

// TestStoredResultsOfFields wants what a document stores in the place of what a program would compute, and the
// count of fields that store nothing.
func TestStoredResultsOfFields(t *testing.T) {
	nested := `<w:r><w:fldChar w:fldCharType="begin"/></w:r><w:r><w:instrText> IF </w:instrText></w:r>` + complexField("DATE", "1.1.2020") +
		`<w:r><w:instrText> = 1 </w:instrText></w:r><w:r><w:fldChar w:fldCharType="separate"/></w:r>` + run("due ") +
		complexField("TIME", "10:15") +
		`<w:r><w:fldChar w:fldCharType="end"/></w:r>`
	for _, tt := range []struct {
		name, in, want string
		unstored       int
	}{
		{"a date in parts", complexField(`DATE \@ "d.M.yyyy"`, "3.2.2021"), "3.2.2021", 0},
		{"a result in runs", complexField(`CREATEDATE`, "3 ", "February"), "3 February", 0},
		{"in one element", run("at ") + simpleField("TIME", "10:15") + run(" there"), "at 10:15 there", 0},
		{"a name of a file", simpleField("FILENAME \\p", "offer.docx"), "offer.docx", 0},
		{"a switch without a space", complexField(`DATE\@ "yyyy"`, "2021"), "2021", 0},
		{"in a field", nested, "due 10:15", 0},
		{"in the result of one that stays", complexField("HYPERLINK x", "see ") + complexField("REF a", "clause 4"),
			"{ HYPERLINK x see clause 4", 0},
		{"a reference", complexField("REF clause", "clause 4"), "clause 4", 0},
		{"a formula", simpleField("= 2*21", "41"), "41", 0},
		{"numbers of pages", complexField("PAGE", "7") + simpleField("NUMPAGES", "9"), "{ PAGE 7{ NUMPAGES 9", 0},
		{"a ticked box", checkBox(`<w:checked/>`) + run(" yes"), "☒ yes", 0},
		{"an empty box", checkBox(`<w:checked w:val="0"/>`) + run(" no"), "☐ no", 0},
		{"a box as it begins", checkBox(`<w:default w:val="1"/>`), "☒", 0},
		{"a box that was emptied", checkBox(`<w:default w:val="1"/><w:checked w:val="false"/>`), "☐", 0},
		{"a box of no state", checkBox(``), "☐", 0},
		{"a date without a result", run("on ") + complexField("DATE"), "on", 1},
		{"an empty date", run("on ") + complexField("DATE", ""), "on", 1},
		{"an element without a result", run("on ") + `<w:fldSimple w:instr="DATE"/>`, "on", 1},
		{"a condition that shows nothing", complexField("IF a = b", ""), "", 0},
		{"a reference never read", complexField("REF clause"), "{ REF clause", 1},
		{"a field that does not end", `<w:r><w:fldChar w:fldCharType="begin"/></w:r><w:r><w:instrText>DATE</w:instrText></w:r>`,
			"{DATE", 0},
	} {
		var p pack
		got := p.keepFieldResults("word/document.xml", []byte(body(`<w:p>`+tt.in+`</w:p>`)))
		if s := textOfRuns(string(got)); s != tt.want {
			t.Errorf("%s: got %q, want %q", tt.name, s, tt.want)
		}
		if !isWellFormed(got) {
			t.Errorf("%s: got %s, want it well-formed", tt.name, got)
		}
		if n := countOf(p.findings, document.FindingNoStoredResult); n != tt.unstored {
			t.Errorf("%s: got %d fields without a result, want %d", tt.name, n, tt.unstored)
		}
	}
}

// countOf sums the counts of the findings of a kind.
func countOf(all []document.Finding, kind document.FindingKind) (n int) {
	for _, f := range all {
		if f.Kind == kind {
			n += f.Count
		}
	}
	return n
}

// filesOfTheDay returns files with fields and formulas of all kinds that depend on day, time, name or chance.
func filesOfTheDay(t *testing.T) map[string][]byte {
	t.Helper()
	fields := ""
	for name := range passingFields {
		fields += `<w:p>` + complexField(name) + complexField(name, "stored") + simpleField(name, "stored") +
			`<w:fldSimple w:instr="` + name + `"/></w:p>`
	}
	part := func(root string) string {
		return `<w:` + root + ` xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main">` + fields + `</w:` + root + `>`
	}
	box := `<w:p><w:r><w:pict><v:shape xmlns:v="urn:v"><v:textbox><w:txbxContent>` + fields +
		`</w:txbxContent></v:textbox></v:shape></w:pict></w:r></w:p>`
	slide := `<p:sld xmlns:p="urn:p" xmlns:a="urn:a"><a:fld id="1" type="datetime1"><a:rPr/><a:pPr/><a:t>1.2.2021</a:t></a:fld><a:fld id="2" type="datetimeFigureOut"/></p:sld>`
	rows := `<row r="1"><c r="A1"><f>TODAY()</f></c><c r="B1"><f>NOW()-1</f><v>44000</v></c><c r="C1"><f>RAND()*2</f></c><c ` +
		`r="D1"><f>RANDBETWEEN(1,6)</f></c>` +
		`<c r="E1"><f>IF(TODAY( )&gt;1,INFO("osversion"),CELL("filename"))</f></c></row>`
	return map[string][]byte{
		"a.docx": docx([2]string{"word/document.xml", body(fields + box)}, [2]string{"word/header1.xml", part("hdr")},
			[2]string{"word/footnotes.xml", part("footnotes")}).pack(t),
		"a.pptx": parts{{"[Content_Types].xml", `<Types/>`}, {"ppt/slides/slide1.xml", slide}}.pack(t),
		"a.xlsx": xlsx(book{rows: rows, foot: `<headerFooter><oddHeader>&amp;L&amp;D ` +
			`&amp;T&amp;C&amp;Z&amp;F&amp;R&amp;P</oddHeader></headerFooter>`,
			names: `<definedNames><definedName name="now">NOW()</definedName></definedNames>`}).pack(t),
	}
}

// TestConversionIsTheSameOnAnotherDay converts such files with the clock of LibreOffice moved by years, and wants the
// same text.
func TestConversionIsTheSameOnAnotherDay(t *testing.T) {
	// Without the wrapper of the library, which wants memory that processes share: the walls around LibreOffice have none.
	clocks, err := filepath.Glob("/usr/lib/*/faketime/libfaketime.so.1")
	if err != nil || len(clocks) == 0 {
		t.Skip("faketime is not installed")
	}
	program, err := exec.LookPath("soffice")
	if err != nil {
		t.Skip("LibreOffice is not installed")
	}
	later := filepath.Join(t.TempDir(), "soffice")
	script := fmt.Sprintf("#!/bin/sh\nFAKETIME=+2222d LD_PRELOAD=%s exec %s \"$@\"\n", clocks[0], program)
	if err := os.WriteFile(later, []byte(script), 0o700); err != nil { //nolint:gosec // a program
		t.Fatal(err)
	}
	today, other := newConverter(t, Options{}), newConverter(t, Options{Command: later})
	for name, content := range filesOfTheDay(t) {
		if path.Ext(name) == ".pptx" {
			continue // slides of bare fields, which no program opens; see above
		}
		var texts [2]string
		for i, c := range []*Converter{today, other} {
			pdf, _, err := c.Convert(t.Context(), name, content)
			if err != nil {
				t.Fatalf("%s: %v, want no error", name, err)
			}
			texts[i] = textOf(t, pdf)
		}
		if texts[0] != texts[1] || strings.TrimSpace(texts[0]) == "" {
			t.Errorf("%s: got on another day %q, want %q", name, texts[1], texts[0])
		}
	}
}

// TestNothingOfTheDayIsLeft cleans files with fields and formulas of all kinds that depend on day, time, name or
// chance, in all parts in which they may stand, and wants none of them in what LibreOffice gets: so it is the same on
// every day.
func TestNothingOfTheDayIsLeft(t *testing.T) {
	volatile := regexp.MustCompile(
		`(?i)\b(DATE|TIME|FILENAME|USERNAME|SAVEDATE|EDITTIME)\b[^<]*</w:instrText>|w:instr="\s*(DATE|TIME|FILENAME|USERNAME)|` +
			`TODAY\(|NOW\(|RAND\(|RANDBETWEEN\(|INFO\(|&amp;[DTFZ]|type="datetime|CELL\("filename`)
	for name, content := range filesOfTheDay(t) {
		cleaned, findings, err := cleanPackage(name, content, Limits{})
		if err != nil {
			t.Fatalf("%s: %v, want no error", name, err)
		}
		for part, text := range readParts(t, cleaned) {
			if m := volatile.FindString(text); m != "" {
				t.Errorf("%s, %s: got %q, want nothing that depends on the day", name, part, m)
			}
			if strings.HasSuffix(part, ".xml") && !isWellFormed([]byte(text)) {
				t.Errorf("%s: %s is not well-formed", name, part)
			}
		}
		if countOf(findings, document.FindingNoStoredResult) == 0 {
			t.Errorf("%s: got %v, want it told that results are not stored", name, findings)
		}
	}
}

// A book is a workbook of one sheet.
type book struct {
	head, rows, foot, styles, texts, names, calc, core string
	sheets                                             string // other than the usual one
}

const sheetSpace = `xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" ` +
	`xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"`

// xlsx is a workbook that LibreOffice takes.
func xlsx(b book) parts {
	const office = "http://schemas.openxmlformats.org/officeDocument/2006/relationships/"
	types := `<Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/>` +
		`<Override PartName="/xl/worksheets/sheet1.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"/>` +
		`<Override PartName="/xl/worksheets/sheet2.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"/>` +
		`<Override PartName="/xl/styles.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.styles+xml"/>` +
		`<Override PartName="/xl/sharedStrings.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sharedStrings+xml"/>`
	sheets := b.sheets
	if sheets == "" {
		sheets = `<sheet name="Sheet1" sheetId="1" r:id="r1"/>`
	}
	if b.styles == "" {
		b.styles = `<xf numFmtId="0"/>`
	}
	sheetXML := `<worksheet ` + sheetSpace + `>` + b.head + `<sheetData>` + b.rows + `</sheetData>` + b.foot + `</worksheet>`
	out := parts{
		{"[Content_Types].xml",
			`<?xml version="1.0"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default ` +
				`Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default ` +
				`Extension="xml" ContentType="application/xml"/>` + types + `</Types>`},
		{"_rels/.rels", rels(`<Relationship Id="r1" Type="` + office + `officeDocument" Target="xl/workbook.xml"/>`)},
		{"xl/workbook.xml", `<workbook ` + sheetSpace + `><sheets>` + sheets + `</sheets>` + b.names + b.calc + `</workbook>`},
		{"xl/_rels/workbook.xml.rels", rels(`<Relationship Id="r1" Type="` + office + `worksheet" Target="worksheets/sheet1.xml"/>` +
			`<Relationship Id="r2" Type="` + office + `worksheet" Target="/xl/worksheets/sheet2.xml"/>` +
			`<Relationship Id="r3" Type="` + office + `styles" Target="styles.xml"/><Relationship Id="r4" Type="` + office +
			`sharedStrings" Target="sharedStrings.xml"/>`)},
		{"xl/styles.xml", `<styleSheet ` + sheetSpace +
			`><numFmts count="1"><numFmt numFmtId="170" formatCode="#,##0.00\ &quot;EUR&quot;"/></numFmts><fonts><font><sz ` +
			`val="11"/></font></fonts>` +
			`<fills><fill/></fills><borders><border/></borders><cellStyleXfs><xf/></cellStyleXfs><cellXfs count="1">` +
			b.styles + `</cellXfs></styleSheet>`},
		{"xl/sharedStrings.xml", `<sst ` + sheetSpace + `>` + b.texts + `</sst>`},
		{"xl/worksheets/sheet1.xml", sheetXML},
		{"docProps/core.xml", `<cp:coreProperties xmlns:cp="urn:cp" xmlns:dcterms="urn:t" xmlns:dc="urn:d">` + b.core +
			`</cp:coreProperties>`},
	}
	if strings.Contains(b.sheets, `"r2"`) {
		out = append(out, [2]string{"xl/worksheets/sheet2.xml", sheetXML})
	}
	return out
}

// TestStoredResultsOfFormulas wants stored values in the place of formulas, and of the others only those that are
// the same on every day.
func TestStoredResultsOfFormulas(t *testing.T) {
	const saved = `<dcterms:modified>2021-02-03T10:15:00Z</dcterms:modified>`
	for _, tt := range []struct {
		name, rows, calc, core, want, place string
		unstored                            int
	}{
		{name: "a value", rows: `<c r="A1"><f>TODAY()</f><v>44000</v></c>`, want: `<c r="A1"><v>44000</v></c>`},
		{name: "a text", rows: `<c r="A1" t="str"><f>B1&amp;"x"</f><v>ax</v></c>`, want: `<c r="A1" t="str"><v>ax</v></c>`},
		{name: "an empty text", rows: `<c r="A1" t="str"><f>""</f><v></v></c>`, want: `<c r="A1" t="str"><v></v></c>`},
		{name: "an error", rows: `<c r="A1" t="e"><f>1/0</f><v>#DIV/0!</v></c>`, want: `<c r="A1" t="e"><v>#DIV/0!</v></c>`},
		{name: "a zero", rows: `<c r="A1"><f>1-1</f><v>0</v></c>`, want: `<c r="A1"><v>0</v></c>`},
		{name: "a zero to be calculated", rows: `<c r="A1"><f>1+1</f><v>0</v></c>`, calc: `<calcPr fullCalcOnLoad="1"/>`,
			want: `<c s="1" r="A1"><f>1+1</f></c>`, unstored: 1, place: "Sheet1!A1"},
		{name: "a value beside a wish to calculate", rows: `<c r="A1"><f>1+1</f><v>2</v></c>`,
			calc: `<calcPr fullCalcOnLoad="true"/>`, want: `<c r="A1"><v>2</v></c>`},
		{name: "none", rows: `<c r="A1"/><c r="B1" s="0"><f>1+1</f><v></v></c>`,
			want: `<c r="A1"/><c r="B1" s="1"><f>1+1</f></c>`, unstored: 1, place: "Sheet1!B1"},
		{name: "none of a shared one", rows: `<c r="A1"><f t="shared" si="0" ref="A1:B1">A2</f><v>1</v></c><c r="B1"><f ` +
			`t="shared" si="0"/></c>`,
			want:     `<c r="A1"><f t="shared" si="0" ref="A1:B1">A2</f><v>1</v></c><c s="1" r="B1"><f t="shared" si="0"/></c>`,
			unstored: 1, place: "Sheet1!B1"},
		{name: "shared ones", rows: `<c r="A1"><f t="shared" si="0" ref="A1:B1">A2</f><v>1</v></c><c r="B1"><f t="shared" ` +
			`si="0"/><v>2</v></c>`,
			want: `<c r="A1"><v>1</v></c><c r="B1"><v>2</v></c>`},
		{name: "today", rows: `<c r="A1"><f>TODAY()+1</f></c>`, core: saved,
			want: `<c s="1" r="A1"><f>DATE(2021,2,3)+1</f></c>`, unstored: 1, place: "Sheet1!A1"},
		{name: "now", rows: `<c r="A1"><f>now( )</f></c>`, core: saved,
			want: `<c s="1" r="A1"><f>(DATE(2021,2,3)+TIME(10,15,0))</f></c>`, unstored: 1, place: "Sheet1!A1"},
		{name: "today of an unknown day", rows: `<c r="A1"><f>TODAY()</f></c>`, want: `<c s="1" r="A1"><f>NA()</f></c>`,
			unstored: 1, place: "Sheet1!A1"},
		{name: "chance", rows: `<c r="A1"><f>RAND()+RANDBETWEEN(1,2)</f></c>`,
			want: `<c s="1" r="A1"><f>NA()+CHOOSE(NA(),1,2)</f></c>`, unstored: 1, place: "Sheet1!A1"},
		{name: "names in texts", rows: `<c r="A1"><f>"TODAY()"</f></c>`, want: `<c s="1" r="A1"><f>"TODAY()"</f></c>`,
			unstored: 1, place: "Sheet1!A1"},
	} {
		cleaned, findings, err := cleanPackage("a.xlsx",
			xlsx(book{rows: `<row r="1">` + tt.rows + `</row>`, calc: tt.calc, core: tt.core}).pack(t), Limits{})
		if err != nil {
			t.Fatalf("%s: %v, want no error", tt.name, err)
		}
		_, got, _ := strings.Cut(readParts(t, cleaned)["xl/worksheets/sheet1.xml"], `<row r="1">`)
		got, _, _ = strings.Cut(got, `</row>`)
		if got != tt.want {
			t.Errorf("%s:\ngot  %s\nwant %s", tt.name, got, tt.want)
		}
		place := ""
		if len(findings) > 0 {
			place = findings[0].Place
		}
		if n := countOf(findings, document.FindingNoStoredResult); n != tt.unstored || place != tt.place {
			t.Errorf("%s: got %d formulas without a result at %q, want %d at %q", tt.name, n, place, tt.unstored, tt.place)
		}
	}
}
