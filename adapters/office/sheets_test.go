package office

import (
	"encoding/xml"
	"strings"
	"testing"
)

// TestSheetsAreMadeReadable wants sheets fitted to their pages and their grid drawn,
// in whichever of the usual forms they are written, and authors' settings kept.
func TestSheetsAreMadeReadable(t *testing.T) {
	sheet := func(head, foot string) string {
		return `<?xml version="1.0"?><worksheet xmlns="m">` + head + `<sheetData><row r="1"><c r="A1"/></row></sheetData>` +
			foot + `</worksheet>`
	}
	const fit = ` fitToWidth="1" fitToHeight="0"`
	for name, c := range map[string]struct{ head, foot, wantHead, wantFoot string }{
		"plain": {``, ``, `<sheetPr><pageSetUpPr fitToPage="1"/></sheetPr>`, `<printOptions gridLines="1"/><pageSetup` + fit + `/>`},
		"settings of the sheet": {`<sheetPr codeName="a"/>`, `<pageSetup scale="60" paperSize="9"/>`,
			`<sheetPr codeName="a"><pageSetUpPr fitToPage="1"/></sheetPr>`,
			`<pageSetup` + fit + ` paperSize="9"/><printOptions gridLines="1"/>`},
		"with children": {`<sheetPr><tabColor rgb="FF0000FF"/></sheetPr>`, `<printOptions gridLines="0" headings="1"/>`,
			`<sheetPr><tabColor rgb="FF0000FF"/><pageSetUpPr fitToPage="1"/></sheetPr>`,
			`<printOptions gridLines="1" headings="1"/><pageSetup` + fit + `/>`},
		"fit switched off": {`<sheetPr><pageSetUpPr fitToPage="0"/></sheetPr>`, ``,
			`<sheetPr><pageSetUpPr fitToPage="1"/></sheetPr>`, `<printOptions gridLines="1"/><pageSetup` + fit + `/>`},
		"fitted by its author": {`<sheetPr><pageSetUpPr fitToPage="1"/></sheetPr>`, `<pageSetup fitToHeight="3"/>`,
			`<sheetPr><pageSetUpPr fitToPage="1"/></sheetPr>`, `<pageSetup fitToHeight="3"/><printOptions gridLines="1"/>`},
		"no grid on the screen": {`<sheetViews><sheetView showGridLines="0"/></sheetViews>`, ``,
			`<sheetPr><pageSetUpPr fitToPage="1"/></sheetPr><sheetViews><sheetView showGridLines="0"/></sheetViews>`,
			`<pageSetup` + fit + `/>`},
		"wide": {`<dimension ref="B2:M9"/>`, ``, `<sheetPr><pageSetUpPr fitToPage="1"/></sheetPr><dimension ref="B2:M9"/>`,
			`<printOptions gridLines="1"/><pageSetup orientation="landscape"` + fit + `/>`},
		"wide by its columns": {`<dimension ref="A1:C9"/><cols><col min="2" max="3" width="80"/></cols>`,
			`<pageSetup orientation="portrait"/>`,
			`<sheetPr><pageSetUpPr fitToPage="1"/></sheetPr><dimension ref="A1:C9"/><cols><col min="2" max="3" width="80"/></cols>`,
			`<pageSetup paperSize="8"` + fit + ` orientation="portrait"/><printOptions gridLines="1"/>`},
	} {
		got := string(fitSheet([]byte(sheet(c.head, c.foot)), usedCells{}, false))
		if want := sheet(c.wantHead, c.wantFoot); got != want {
			t.Errorf("%s:\n got %s\nwant %s", name, got, want)
		}
	}
	for _, other := range []string{``, `<x:worksheet xmlns:x="m"><x:sheetData/></x:worksheet>`, `<worksheet><sheetData`, `<chartsheet/>`} {
		if got := string(fitSheet([]byte(other), usedCells{}, false)); got != other {
			t.Errorf("%q became %q, want %v", other, got, other)
		}
	}
}

// FuzzReadable changes sheets of any form: what was well-formed stays so.
func FuzzReadable(f *testing.F) {
	f.Add(`<worksheet><sheetPr/><dimension ref="A1"/><sheetData></sheetData><pageSetup/></worksheet>`)
	f.Add(`<worksheet a='>'><sheetData/><printOptions gridLines="0"/></worksheet>`)
	f.Fuzz(func(t *testing.T, sheet string) {
		got := fitSheet([]byte(sheet), usedCells{}, true)
		if xml.Unmarshal([]byte(sheet), new(struct{})) == nil && strings.Count(sheet, "<worksheet") == 1 &&
			!strings.Contains(sheet, "<!") &&
			xml.Unmarshal(got, new(struct{})) != nil {
			t.Errorf("%q became %q, want XML", sheet, got)
		}
	})
}
