package office

import (
	"encoding/xml"
	"strings"
	"testing"
)

// TestColumnsAreWidened wants columns widened for numbers, and for texts beside other
// cells, and all that the sheet says about columns kept.
func TestColumnsAreWidened(t *testing.T) {
	texts := []byte(`<sst xmlns="m"><si><t>short</t></si><si><r><t>a text of </t></r><r><t>two runs</t></r></si></sst>`)
	styles := []byte(`<styleSheet xmlns="m"><numFmts><numFmt numFmtId="164" formatCode="#,##0.00 [$EUR]"/></numFmts>` +
		`<fonts><font><sz val="11"/></font><font><b/><sz val="22"/></font></fonts>` +
		`<cellXfs><xf/><xf numFmtId="14"/><xf numFmtId="164"/><xf fontId="1"/><xf><alignment wrapText="1"/></xf></cellXfs></styleSheet>`)
	w := readWorkbook(texts, styles)
	raised := map[string]string{"large type": ` ht="36.0" customHeight="1"`, "words of text in lines": ` ht="33.0" customHeight="1"`}
	for name, c := range map[string]struct{ head, row, want string }{
		"what fits": {``, `<c r="A1" t="s"><v>0</v></c><c r="B1"><v>5</v></c>`, ``},
		"text beside another": {``, `<c r="A1" t="s"><v>1</v></c><c r="B1"><v>5</v></c>`,
			`<cols><col min="1" max="1" width="22.70" customWidth="1"/></cols>`},
		"text over blank cells": {``, `<c r="A1" t="s"><v>1</v></c><c r="B1"/><c r="C1"><v>5</v></c>`, ``},
		"a date": {``, `<c r="C1" s="1"><v>45000</v></c>`,
			`<cols><col min="3" max="3" width="14.00" customWidth="1"/></cols>`},
		"an amount": {``, `<c r="A1" s="2"><v>1234567.5</v></c>`,
			`<cols><col min="1" max="1" width="24.00" customWidth="1"/></cols>`},
		"large type": {``, `<c r="A1" s="3" t="str"><v>seven</v></c><c r="B1"><v>5</v></c>`,
			`<cols><col min="1" max="1" width="14.65" customWidth="1"/></cols>`},
		"words of text in lines": {``, `<c r="A1" s="4" t="str"><v>of Donaudampfschiff a</v></c><c r="B1"><v>5</v></c>`,
			`<cols><col min="1" max="1" width="20.40" customWidth="1"/></cols>`},
		"text in the cell, no address": {``, `<c t="inlineStr"><is><t>some words &amp; more</t></is></c><c><v>5</v></c>`,
			`<cols><col min="1" max="1" width="21.55" customWidth="1"/></cols>`},
		"wide by default": {`<sheetFormatPr defaultColWidth="30"/>`,
			`<c r="A1" t="s"><v>1</v></c><c r="B1"><v>5</v></c>`, `<sheetFormatPr defaultColWidth="30"/>`},
		"one column of a group": {`<cols><col min="1" max="3" width="9" style="2"/></cols>`,
			`<c r="B1" t="s"><v>1</v></c><c r="C1"><v>5</v></c>`,
			`<cols><col min="1" max="1" width="9" style="2"/><col min="2" max="2" style="2" width="22.70" customWidth="1"/><col ` +
				`min="3" max="3" width="9" style="2"/></cols>`},
		"hidden": {`<cols><col min="2" max="2" width="9" hidden="1"/></cols>`, `<c r="B1" t="s"><v>1</v></c><c r="C1"><v>5</v></c>`,
			`<cols><col min="2" max="2" width="9" hidden="1"/></cols>`},
		"columns that overlap": {`<cols><col min="1" max="3"/><col min="2" max="2"/></cols>`, `<c r="A1" s="1"><v>1</v></c>`,
			`<cols><col min="1" max="3"/><col min="2" max="2"/></cols>`},
	} {
		sheet := func(head, row string) string {
			return `<worksheet xmlns="m">` + head + `<sheetData><row` + row + ` r="1">` + c.row + `</row></sheetData></worksheet>`
		}
		got, _ := w.fitCells([]byte(sheet(c.head, "")))
		if want := sheet(c.want, raised[name]); string(got) != want {
			t.Errorf("%s:\n got %s\nwant %s", name, got, want)
		}
	}
}

// TestVeryWideSheetsGetWidePaper wants paper as wide as the columns where A3 is too small.
func TestVeryWideSheetsGetWidePaper(t *testing.T) {
	const sheet = `<worksheet><cols><col min="1" max="1" width="254" customWidth="1"/></cols><sheetData></sheetData><pageSetup ` +
		`paperSize="9"/></worksheet>`
	if got := string(fitSheet([]byte(sheet), usedCells{last: 1}, false)); !strings.Contains(got, ` paperWidth="519mm" paperHeight="367mm"`) || strings.Contains(got, "paperSize") {
		t.Error(got)
	}
}

// FuzzWidenColumns widens columns of any sheet: what was well-formed stays so.
func FuzzWidenColumns(f *testing.F) {
	f.Add(`<worksheet><cols><col min="1" max="2" width="4"/></cols><sheetData><row><c r="A1" `+
		`t="s"><v>0</v></c><c><v>123456789</v></c></row></sheetData></worksheet>`,
		`<sst><si><t>a long text</t></si></sst>`, `<styleSheet><cellXfs><xf numFmtId="14"/></cellXfs></styleSheet>`)
	f.Fuzz(func(t *testing.T, sheet, texts, styles string) {
		got, _ := readWorkbook([]byte(texts), []byte(styles)).fitCells([]byte(sheet))
		if xml.Unmarshal([]byte(sheet), new(struct{})) == nil && strings.Count(sheet, "<worksheet") == 1 &&
			!strings.Contains(sheet, "<!") &&
			!strings.Contains(sheet, "<?") && xml.Unmarshal(got, new(struct{})) != nil {
			t.Errorf("%q became %q, want XML", sheet, got)
		}
	})
}
