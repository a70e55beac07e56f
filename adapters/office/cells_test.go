package office

import (
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/seed-62a36931/docket/document"
)

// inline is a cell with a text.
func inline(at, s string, format int) string {
	return fmt.Sprintf(`<c r="%s" s="%d" t="inlineStr"><is><t xml:space="preserve">%s</t></is></c>`, at, format, s)
}

func number(at, value string, format int) string {
	return fmt.Sprintf(`<c r="%s" s="%d"><v>%s</v></c>`, at, format, value)
}

func formula(at, f string, format int) string {
	return fmt.Sprintf(`<c r="%s" s="%d"><f>%s</f></c>`, at, format, f)
}

func row(n int, cells ...string) string {
	return fmt.Sprintf(`<row r="%d">%s</row>`, n, strings.Join(cells, ""))
}

// usualFormats are plain, wrapped, an amount, a short date, one with its time, rotated, a share, and amounts with and without cents.
const usualFormats = `<xf numFmtId="0"/><xf numFmtId="0" applyAlignment="1"><alignment wrapText="1"/></xf><xf numFmtId="170" ` +
	`applyNumberFormat="1"/>` +
	`<xf numFmtId="14" applyNumberFormat="1"/><xf numFmtId="22" applyNumberFormat="1"/><xf numFmtId="0"><alignment ` +
	`textRotation="90"/></xf>` +
	`<xf numFmtId="9"/><xf numFmtId="4"/><xf numFmtId="3"/>`

// longText is a text of n words.
func longText(n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, "Silbe%d ", i)
	}
	return b.String() + "Endwort"
}

// lines is a text of n lines.
func lines(n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, "Zeile%d&#10;", i)
	}
	return b.String() + "Schlusszeile"
}

// TestCellsAreReadInFull converts workbooks whose cells do not fit as they are written, and wants every word of them.
func TestCellsAreReadInFull(t *testing.T) {
	c := newConverter(t, Options{})
	prefixed := func(p parts) parts {
		for i := range p {
			if strings.HasPrefix(p[i][0], "xl/w") && strings.HasSuffix(p[i][0], ".xml") || strings.HasPrefix(p[i][0], "xl/s") {
				s := strings.NewReplacer("</", "</x:", "<", "<x:", "xmlns=", "xmlns:x=").Replace(p[i][1])
				p[i][1] = strings.ReplaceAll(s, "<x:/", "</x:")
				p[i][1] = strings.ReplaceAll(p[i][1], "</x:x:", "</x:")
			}
		}
		return p
	}
	wide := row(1, inline("A1", "Bezeichnung in langer Fassung", 0), inline("B1", "Meier und Soehne", 0), number("C1", "1234567.89", 2))
	var all sync.WaitGroup // they are converted together
	for name, tt := range map[string]struct {
		book   book
		change func(parts) parts
		wants  []string
		lacks  []string
	}{
		"lines, no height": {book: book{rows: row(1, inline("A1", lines(3), 1), inline("B1", "daneben", 0))},
			wants: []string{"Zeile0", "Zeile2", "Schlusszeile", "daneben"}},
		"lines, a low height": {book: book{rows: `<row r="1" ht="15" customHeight="1">` + inline("A1", lines(5), 1) +
			`</row>`}, wants: []string{"Zeile0", "Zeile4", "Schlusszeile"}},
		"lines that do not wrap": {book: book{rows: row(1, inline("A1", lines(4), 0), number("B1", "5", 0))},
			wants: []string{"Zeile0", "Zeile3", "Schlusszeile"}},
		"shared lines": {book: book{texts: `<si><t>` + lines(3) + `</t></si><si><r><t>erstens&#10;</t></r><r><t>zweitens</t></r></si>`,
			rows: row(1, `<c r="A1" s="1" t="s"><v>0</v></c><c r="B1" s="1" t="s"><v>1</v></c>`)},
			wants: []string{"Zeile0", "Zeile2", "Schlusszeile", "erstens", "zweitens"}},
		"many lines": {book: book{rows: row(1, inline("A1", lines(60), 1))},
			wants: []string{"Zeile0", "Zeile30", "Zeile59", "Schlusszeile"}},
		"words that wrap": {book: book{head: `<cols><col min="1" max="1" width="12" customWidth="1"/></cols>`,
			rows: row(1, inline("A1", longText(20), 1), inline("B1", "x", 0))},
			wants: []string{"Silbe0", "Silbe10", "Silbe19", "Endwort"}},
		"merged, wrapped": {book: book{rows: row(1, inline("A1", longText(40), 1), inline("D1", "daneben", 0)),
			foot: `<mergeCells><mergeCell ref="A1:C1"/></mergeCells>`},
			wants: []string{"Silbe0", "Silbe39", "Endwort", "daneben"}},
		"merged, not wrapped": {book: book{rows: row(1, inline("A1", longText(12), 0), inline("D1", "daneben", 0)),
			foot: `<mergeCells><mergeCell ref="A1:B1"/></mergeCells>`},
			wants: []string{"Silbe0", "Silbe11", "Endwort", "daneben"}},
		"merged over rows": {book: book{rows: row(1, inline("A1", longText(30), 1), number("B1", "1", 0)) +
			row(2, number("B2", "2", 0)), foot: `<mergeCells><mergeCell ref="A1:A2"/></mergeCells>`},
			wants: []string{"Silbe0", "Silbe29", "Endwort"}},
		"longer than a column": {book: book{rows: row(1, inline("A1", longText(70), 0), number("B1", "5", 0))},
			wants: []string{"Silbe0", "Silbe35", "Silbe69", "Endwort"}},
		"much longer": {book: book{rows: row(1, inline("A1", longText(500), 0), inline("B1", "daneben", 0))},
			wants: []string{"Silbe0", "Silbe250", "Silbe499", "Endwort", "daneben"}},
		"with a prefix": {book: book{rows: wide}, change: prefixed,
			wants: []string{"Bezeichnung in langer Fassung", "Meier und Soehne", "1,234,567.89 EUR"}},
		"an amount not calculated": {book: book{rows: row(1, number("A1", "300000", 0), number("B1", "12345.5", 0),
			formula("C1", "A1*B1", 2))}, wants: []string{"3,703,650,000.00 EUR"}, lacks: []string{"###"}},
		"a huge one": {book: book{rows: row(1, number("A1", "300000000000", 0), formula("B1", "A1*1000", 2))},
			wants: []string{"300,000,000,000,000.00 EUR"}, lacks: []string{"###"}},
		"a date not calculated": {book: book{rows: row(1, formula("A1", "DATE(2024,3,11)", 3))},
			wants: []string{"2024-03-11"}, lacks: []string{"###"}},
		"a text not calculated": {
			book:  book{rows: row(1, formula("A1", "REPT(&quot;lang &quot;,12)&amp;&quot;Ende&quot;", 0), number("B1", "1", 0))},
			wants: []string{"lang Ende"}},
		"zeros to be calculated": {book: book{calc: `<calcPr fullCalcOnLoad="1"/>`,
			rows: row(1, number("A1", "3", 0), number("B1", "12.5", 0), `<c r="C1"><f>A1*B1</f><v>0</v></c>`) +
				row(2, `<c r="C2"><f>SUM(C1:C1)+1</f><v>0</v></c>`)}, wants: []string{"37.5", "38.5"}},
		"an area to print": {book: book{rows: row(1, inline("A1", "innen", 0), inline("B1", "aussen", 0)) +
			row(9, inline("A9", "Summe", 0)),
			names: `<definedNames><definedName name="_xlnm.Print_Area" ` +
				`localSheetId="0">Sheet1!$A$1:$A$2</definedName></definedNames>`}, wants: []string{"innen", "aussen", "Summe"}},
		"a short date": {book: book{rows: row(1, number("A1", "45362", 3), number("B1", "45362.5", 4))},
			wants: []string{"2024-03-11", "2024-03-11 12:00"}},
		"a short date in German": {book: book{rows: row(1, number("A1", "45362", 3)),
			core: `<dc:language>de-DE</dc:language>`}, wants: []string{"11.03.2024"}},
		"a short date in American": {book: book{rows: row(1, number("A1", "45362", 3)),
			core: `<dc:language>en-US</dc:language>`}, wants: []string{"3/11/2024"}},
		"numbers of German": {book: book{core: `<dc:language>de-DE</dc:language>`,
			rows: row(1, number("A1", "1234.5", 0), number("B1", "1234", 2), number("C1", "-0.5", 6),
				number("D1", "1234567.891", 7), number("E1", "1234567", 8)) +
				row(2, inline("A2", "1,5 of 2", 0), formula("B2", "B1*2", 2))},
			wants: []string{"1234,5", "1.234,00 EUR", "-50%", "1.234.567,89", "1.234.567", "1,5 of 2", "2.468,00 EUR"}},
		"numbers of Switzerland": {book: book{core: `<dc:language>de-CH</dc:language>`,
			rows: row(1, number("A1", "1234567.5", 7))}, wants: []string{"1'234'567.50"}},
		"numbers of English": {book: book{core: `<dc:language>en-GB</dc:language>`,
			rows: row(1, number("A1", "1234567.5", 7), number("B1", "0.5", 0))}, wants: []string{"1,234,567.50", "0.5"}},
		"numbers of no language": {book: book{rows: row(1, number("A1", "1234567.5", 7))}, wants: []string{"1,234,567.50"}},
		"a German program": {book: book{rows: row(1, number("A1", "1234567.5", 7), number("B1", "45362", 3))}, change: func(p parts) parts {
			return append(p, [2]string{"docProps/app.xml",
				`<Properties xmlns="urn:p" xmlns:vt="urn:v"><HeadingPairs><vt:vector><vt:variant><vt:lpstr>Arbeitsblätter</vt:lpstr></vt:variant></vt:vector></HeadingPairs></Properties>`})
		}, wants: []string{"1.234.567,50", "11.03.2024"}},
		"turned heads": {book: book{rows: row(1, inline("A1", "Preis", 0), inline("B1", "Gedreht", 5),
			inline("C1", "Menge", 0))}, wants: []string{"Preis Gedreht Menge"}},
		"names of sheets": {book: book{rows: row(1, inline("A1", "Kunde", 0)),
			sheets: `<sheet name="Sheet1" sheetId="1" r:id="r1"/><sheet name="Preise &amp; mehr" sheetId="2" r:id="r2"/>`},
			wants: []string{"Sheet1", "Preise & mehr"}},
		"a name of its own": {book: book{rows: row(1, inline("A1", "Kunde", 0)),
			sheets: `<sheet name="Preise" sheetId="1" r:id="r1"/>`}, wants: []string{"Preise", "Kunde"}},
		"a name beside the author's header": {book: book{rows: row(1, inline("A1", "Kunde", 0)),
			sheets: `<sheet name="Preise" sheetId="1" r:id="r1"/>`,
			foot:   `<headerFooter><oddHeader>&amp;CBericht</oddHeader></headerFooter>`}, wants: []string{"Preise", "Bericht", "Kunde"}},
		"a name that says nothing": {book: book{rows: row(1, inline("A1", "Kunde", 0))}, wants: []string{"Kunde"},
			lacks: []string{"Sheet1"}},
	} {
		tt.book.styles = usualFormats
		p := xlsx(tt.book)
		if tt.change != nil {
			p = tt.change(p)
		}
		all.Go(func() {
			pdf, _, err := c.Convert(t.Context(), "a.xlsx", p.pack(t))
			if err != nil {
				t.Errorf("%s: %v, want no error", name, err)
				return
			}
			checkText(t, name, textOf(t, pdf), tt.wants, tt.lacks)
		})
	}
	all.Wait()
}

// checkText wants words in a text, and others not.
func checkText(t *testing.T, name, text string, wants, lacks []string) {
	t.Helper()
	text = strings.Join(strings.Fields(text), " ")
	for _, s := range wants {
		if !strings.Contains(text, s) {
			t.Errorf("%s: got %.300q, want %q in it", name, text, s)
		}
	}
	for _, s := range lacks {
		if strings.Contains(text, s) {
			t.Errorf("%s: got %.300q, want no %q in it", name, text, s)
		}
	}
}

// TestHiddenPartsAreTold wants it told of each sheet, row, column, slide, note, file and text that is not in the pages.
func TestHiddenPartsAreTold(t *testing.T) {
	slide := func(show string) string { return `<p:sld xmlns:p="urn:p"` + show + `/>` }
	for name, tt := range map[string]struct {
		file    string
		content []byte
		want    string
	}{
		"a sheet": {"a.xlsx", xlsx(book{rows: row(1, number("A1", "1", 0)),
			sheets: `<sheet name="Sheet1" sheetId="1" r:id="r1"/><sheet name="Intern" state="veryHidden" sheetId="2" r:id="r2"/>`}).pack(t),
			"HIDDEN_PARTS_LEFT_OUT Intern 1"},
		"a row, and an empty one": {"a.xlsx",
			xlsx(book{rows: row(1, number("A1", "1", 0)) + `<row r="2" hidden="1">` + number("A2", "2", 0) +
				`</row><row r="3" hidden="1"/>`}).pack(t),
			"HIDDEN_PARTS_LEFT_OUT Sheet1 1"},
		"columns, one of them empty": {"a.xlsx", xlsx(book{head: `<cols><col min="2" max="3" hidden="true" width="9"/></cols>`,
			rows: row(1, number("A1", "1", 0), number("B1", "2", 0))}).pack(t),
			"HIDDEN_PARTS_LEFT_OUT Sheet1 1"},
		"a column without width": {"a.xlsx", xlsx(book{head: `<cols><col min="2" max="2" width="0" customWidth="1"/></cols>`,
			rows: row(1, number("B1", "2", 0))}).pack(t), "HIDDEN_PARTS_LEFT_OUT Sheet1 1"},
		"a slide": {"a.pptx", parts{{"[Content_Types].xml", `<Types/>`}, {"ppt/slides/slide1.xml", slide("")},
			{"ppt/slides/slide2.xml", slide(` show="0"`)}}.pack(t),
			"HIDDEN_PARTS_LEFT_OUT ppt/slides/slide2.xml 1"},
		"comments": {"a.docx",
			docx([2]string{"word/comments.xml", `<w:comments xmlns:w="urn:w"><w:comment w:id="1"/><w:comment ` +
				`w:id="2"/></w:comments>`}).pack(t), "ANNOTATIONS_LEFT_OUT word/comments.xml 2"},
		"hidden text": {"a.docx",
			docx([2]string{"word/document.xml",
				body(`<w:p><w:pPr><w:rPr><w:vanish/></w:rPr></w:pPr><w:r><w:rPr><w:vanish/></w:rPr><w:t>fünf!</w:t></w:r><w:r><w:rPr><w:vanish w:val="0"/></w:rPr><w:t>x</w:t></w:r></w:p>`)}).pack(t),
			"HIDDEN_TEXT_LEFT_OUT word/document.xml 5"},
		"a file": {"a.docx", docx([2]string{"word/embeddings/oleObject1.bin", "x"}).pack(t),
			"EMBEDDED_CONTENT_LEFT_OUT word/embeddings/oleObject1.bin 1"},
		"the data of a chart": {"a.docx", docx([2]string{"word/embeddings/data.xlsx", "x"},
			[2]string{"word/charts/_rels/chart1.xml.rels",
				rels(`<Relationship Id="r" Type="x/package" Target="../embeddings/data.xlsx"/>`)}).pack(t), ""},
		"a control that can run": {"a.docx", docx([2]string{"word/activeX/activeX1.xml", "<x/>"},
			[2]string{"word/activeX/activeX1.bin", "x"}).pack(t), "EMBEDDED_CONTENT_LEFT_OUT word/activeX/activeX1.xml 1"},
		"an unknown kind of text": {"a.docx", writeChunked(t, "chunk.mht", "x"), "EMBEDDED_CONTENT_LEFT_OUT word/chunk.mht 1"},
	} {
		_, findings, err := cleanPackage(tt.file, tt.content, Limits{})
		if err != nil {
			t.Fatalf("%s: %v, want no error", name, err)
		}
		var got []string
		for _, f := range findings {
			if f.Kind != document.FindingNoStoredResult {
				got = append(got, fmt.Sprintf("%s %s %d", f.Kind, f.Place, f.Count))
			}
		}
		if s := strings.Join(got, ", "); s != tt.want {
			t.Errorf("%s: got %q, want %q", name, s, tt.want)
		}
	}
}

// TestShapesWithoutPlaceGetOne wants a place for shapes with text that neither they nor a layout place, and no change
// of others.
func TestShapesWithoutPlaceGetOne(t *testing.T) {
	shape := func(before, properties, text string) string {
		return `<p:sp><p:nvSpPr><p:nvPr>` + before + `</p:nvPr></p:nvSpPr>` + properties + `<p:txBody><a:p><a:r>` + text +
			`</a:r></a:p></p:txBody></p:sp>`
	}
	slide := func(s string) string { return `<p:sld xmlns:p="urn:p" xmlns:a="urn:a">` + s + `</p:sld>` }
	const words, at = "<a:t>words</a:t>", `<a:xfrm><a:off x="1" y="1"/></a:xfrm>`
	for name, tt := range map[string]struct {
		slide string
		want  []string // heights of the places that were added
	}{
		"no properties":        {shape("", `<p:spPr/>`, words), []string{"6400800"}},
		"properties of others": {shape("", `<p:spPr><a:noFill/></p:spPr>`, words), []string{"6400800"}},
		"two of them":          {shape("", `<p:spPr/>`, words) + shape("", `<p:spPr></p:spPr>`, words), []string{"6400800", "5943600"}},
		"a place":              {shape("", `<p:spPr>`+at+`</p:spPr>`, words), nil},
		"one of the layout":    {shape(`<p:ph type="body"/>`, `<p:spPr/>`, words), nil},
		"no text":              {shape("", `<p:spPr/>`, ""), nil},
	} {
		got := string(placeShapes([]byte(slide(tt.slide))))
		var heights []string
		for _, part := range strings.Split(got, `<a:off x="457200" y="`)[1:] {
			heights = append(heights, part[:strings.Index(part, `"`)])
		}
		if !slices.Equal(heights, tt.want) || !isWellFormed([]byte(got)) || tt.want == nil && got != slide(tt.slide) {
			t.Errorf("%s: got %s, want places at %q", name, got, tt.want)
		}
	}
}
