package author

import (
	"fmt"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/seed-62a36931/docket/document"
	"github.com/seed-62a36931/docket/domain/template"
)

// A readingCase is a document of testdata/reading, made to hold one thing that readers get wrong, with what must and must
// not be read of it. A row of a table reads "| a | b |".
type readingCase struct {
	holds []string
	lacks []string
	tells []document.FindingKind
	rows  int // of the table with the most rows; 0: not looked at
}

var readingCases = map[string]readingCase{
	// rows at the edge of pages, and heads that pages repeat
	"r8-payroll.pdf": {rows: 101, holds: []string{"| Staff no. | Grade | Hours | Pay |",
		"| P-0100 | A | 130 | 2981.60 |", "| P-0199 | A | 166 | 3908.42 |"}, lacks: []string{"HEADER", "FOOTER"}},
	"r1-bank-grid.pdf":  {rows: 121, holds: []string{"| 01.01.2026 | Card payment | 73.70 |", "| 30.04.2026 | Card payment | 59.40 |"}},
	"i1-hours-grid.pdf": {rows: 71, holds: []string{"| 05.01.2026 | Consulting | 6.00 | 95.00 | 570.00 |"}},
	"x17-titles.xlsx":   {rows: 151, holds: []string{"| 1 | Person 1 | 1.5 |", "| 150 | Person 150 | 225 |"}},
	"r10-control.pdf": {rows: 101, holds: []string{"| Name | City | No. |", "| nnrtyjb | hmmgclq | 99 |"},
		lacks: []string{"|  |  |  |"}},
	"nr-column.xlsx":        {rows: 151, holds: []string{"| 45 |", "| 150 | rasevoke | 683 |"}, lacks: []string{"HEADER", "FOOTER"}},
	"two-sheets-names.xlsx": {rows: 4, holds: []string{"| Meier | 10 |", "| Busch | 60 |", "HEADLINE B"}},
	// tracked changes
	"o01-tracked.docx": {holds: []string{"The agreed price is 750 EUR a month.", "Moved sentence."},
		lacks: []string{"900 EUR", "Clause seven"}, tells: []document.FindingKind{document.FindingRevisionsAccepted}},
	"o30-tracked-nda.docx": {holds: []string{"as of April 15, 2024", "State of Delaware", "two (2) years"}, lacks: []string{"Texas"}},
	"deleted-row.docx": {rows: 2, holds: []string{"| Posten | Preis |", "| Neuposten | 55,00 |"},
		lacks: []string{"Alteposten", "99,00"}},
	// fields and formulas keep what the file stores
	"o16-datefield.docx":      {holds: []string{"Signed on 3 February 2021", "Saved 4 February 2021, time 10:15", "File offer-2021.docx"}},
	"x05-formula-cached.xlsx": {holds: []string{"| 2020-06-18 | 555 | 1234 |", "| 2020-06-18 12:00 | 0.25 | 9 |"}},
	"x04-formula-nocache.xlsx": {holds: []string{"| 2 | 3 | 5 |", "| 4 | 5 | 14 |"}, lacks: []string{"###"},
		tells: []document.FindingKind{document.FindingNoStoredResult}},
	"zero-formulas.xlsx":  {holds: []string{"| 3 | 12.5 | 37.5 |", "| 4 | 7.25 | 29 |", "66.5"}},
	"nocache-narrow.xlsx": {holds: []string{"3,703,650,000.00 €"}, lacks: []string{"###"}},
	"date14.xlsx":         {holds: []string{"2024-03-11", "12.03.2024", "1,234.50"}},
	// parts of a file that readers miss
	"x10-printarea.xlsx": {holds: []string{"| Item 1 | 1 | 10 | 10 |", "| Item 7 | 7 | 10 | 70 |", "Grand total", "280"}},
	"o11-altchunk.docx":  {holds: []string{"ALTCHUNK total 300 EUR"}},
	"hidden-parts.xlsx": {rows: 5, holds: []string{"| Posten1 | 10 |", "| Posten5 | 50 |"}, lacks: []string{"Posten3"},
		tells: []document.FindingKind{document.FindingHiddenPartsLeftOut}},
	"picture-text.docx": {holds: []string{"Vorher Satz", "Nachher Satz"},
		tells: []document.FindingKind{document.FindingPicturesNotRead}},
	"longcell.xlsx":           {holds: []string{"Silbe1 ", "Silbe69 Endwort Uhu"}},
	"multiline-openpyxl.xlsx": {holds: []string{"| Zeile eins Zeile zwei Zeile drei | daneben |"}},
	"prefix.xlsx": {holds: []string{"| Bezeichnung Artikel Nummer 1 in langer Fassung | Meier und Soehne GmbH | " +
		"1,234,567.89 € |"}},
	"noprefix.xlsx": {holds: []string{"| Bezeichnung Artikel Nummer 1 in langer Fassung | Meier und Soehne GmbH | " +
		"1,234,567.89 € |"}},
	"numbered-list.docx": {holds: []string{"PARAGRAPH 1. Erstens Amsel", "PARAGRAPH 2. Zweitens Buchfink",
		"PARAGRAPH 3. Drittens Dohle"}},
	"nested-table.docx": {holds: []string{"aussen Espe", "innen Fichte", "innen Tanne", "FOOTER Fusszeile Haffkrug Seite 1"}},
	"omml.docx":         {holds: []string{"Flaeche Q=4711+x Einheiten"}},
	// raised marks
	"d08-super.pdf":       {holds: []string{"The fee is 500 1 EUR", "85 m2", "Price 19.99 EUR", "2025 3", "1,250 2)", "H2O"}},
	"d35-super-total.pdf": {holds: []string{"Net amount 2,000 1", "Total EUR 2,380 1"}},
	"o05-footnote.docx":   {holds: []string{"Body with a note 1.", "FOOTNOTE: valid until 31 May 2026."}},
	// forms, annotations, layers and text that nobody sees
	"d01-form-noap.pdf": {holds: []string{"Anna Beispiel", "Norway", "Second floor, please ring"}},
	"d03-annots.pdf": {holds: []string{"NOAP paid in cash"}, lacks: []string{"STICKY"},
		tells: []document.FindingKind{document.FindingAnnotationsLeftOut}},
	"d04-layer.pdf": {holds: []string{"SHOWN price 111"}, lacks: []string{"price 222", "HIDDEN"}},
	"d09-hidden.pdf": {holds: []string{"Visible total 100 EUR"}, lacks: []string{"999"},
		tells: []document.FindingKind{document.FindingHiddenTextLeftOut}},
	"d18-xfa.pdf": {holds: []string{"XFAVALUE 250"}, tells: []document.FindingKind{document.FindingDynamicForm}},
	// letters that their fonts do not tell, directions of writing, symbols
	"m01-arabic.pdf":   {holds: []string{"المبلغ: 1,250.00 دولار"}},
	"m03-vertical.pdf": {tells: []document.FindingKind{document.FindingUnknownCharacters}},
	"d12-mixed.pdf": {holds: []string{"PARAGRAPH Upright", "SIDEWAYS Ref 998877", "PARAGRAPH DRAFT COPY"},
		lacks: []string{"HEADLINE"}},
	"o17-chars.docx": {holds: []string{"☑ checked", "☐ unchecked"}, lacks: []string{"\uf0fe", "\uf0a8"}},
	"x08-notes.xlsx": {rows: 2, holds: []string{"| Price | Rotated | two lines |",
		"| 100 |  | a very long text that does not fit"}},
	// tables of words
	"table-unruled-two-columns.pdf": {rows: 7, holds: []string{"| Setting | Meaning |", "| sorted | order by name, then by age |"}},
	"table-zebra-two-columns.pdf":   {rows: 7, holds: []string{"| Setting | Meaning |", "| sorted | order by name, then by age |"}},
	"table-rule-under-header.pdf":   {rows: 7, holds: []string{"| Setting | Meaning |", "| sorted | order by name, then by age |"}},
	// invoices
	"invoice-version-date-first.pdf": {holds: []string{"Rechnung Nr. RE-4711 vom 05.03.2025", "| 2 | Feile, fein | 14,00 | 28,00 |"}},
	"invoice-second-currency.pdf":    {holds: []string{"| 1 | Schleifstein | 72,00 | 72,00 |", "USD 129,02"}},
	"invoice-party-as-table.pdf": {holds: []string{"Käufer/Leistungsempfänger Name: Gartenbau Wolbeck eG",
		"| 1 | Schleifstein | 72,00 | 72,00 |"}},
	"invoice-label-below-value.pdf": {holds: []string{"5. März 2025", "119,00 €"},
		tells: []document.FindingKind{document.FindingRowsInDoubt}},
	"e04-afonly.pdf": {holds: []string{"Total EUR 238.00"}, tells: []document.FindingKind{document.FindingRowsInDoubt}},
	"e05-utf16.pdf":  {holds: []string{"Total EUR 238.00"}},
	"e11-credit.pdf": {holds: []string{"Total EUR 238.00"}},
}

// recognisedCases need Tesseract.
var recognisedCases = map[string]readingCase{
	"d27-wrongtounicode.pdf": {holds: []string{"Contract value is 5000 EUR", "payable on the first of May"}},
	"s16-jpegtiff.tif":       {holds: []string{"Northside Hardware", "Invoice number: NH-5521", "Total due: 57.00 EUR"}},
	"s30-badocr.pdf": {holds: []string{"Invoice number: NH-5521", "Total due: 57.00 EUR"},
		tells: []document.FindingKind{document.FindingTextLayerReplaced}},
	"s31-letterhead-picture.pdf": {holds: []string{"Lakeside Tools Ltd", "DE123456789", "DE89 3704 0044 0532 0130 00"},
		tells: []document.FindingKind{document.FindingPictureTextRead}},
}

// TestCasesOfReading reads documents of kinds that were once read wrongly: what is there is read, or told.
func TestCasesOfReading(t *testing.T) {
	in := Reading{Cache: pdfCache(t), Reread: true}.NewReader(template.Settings{})
	t.Cleanup(in.Close)
	all := []map[string]readingCase{readingCases}
	if _, err := exec.LookPath("tesseract"); err == nil {
		all, in.optionalOCR = append(all, recognisedCases), true
	} else {
		t.Logf("%d cases are left out: tesseract is not installed", len(recognisedCases))
	}
	files, err := filepath.Glob("author/testdata/reading/*")
	if err != nil || len(files) != len(readingCases)+len(recognisedCases) {
		t.Errorf("%d files, %v, want %d, one of each case", len(files), err, len(readingCases)+len(recognisedCases))
	}
	for _, cases := range all {
		for name, c := range cases {
			t.Run(name, func(t *testing.T) {
				t.Parallel()
				tree, err := in.ReadTree(t.Context(), filepath.Join("author/testdata/reading", name))
				if err != nil {
					t.Fatalf("got %v, want no error", err)
				}
				c.check(t, tree)
			})
		}
	}
}

// check compares what was read of a document with the case.
func (c readingCase) check(t *testing.T, tree *document.Tree) {
	t.Helper()
	text, rows := writeOutline(tree)
	for _, want := range c.holds {
		if !strings.Contains(text, want) {
			t.Errorf("got\n%s\nwant %q in it", text, want)
		}
	}
	for _, not := range c.lacks {
		if strings.Contains(text, not) {
			t.Errorf("got\n%s\nwant it without %q", text, not)
		}
	}
	if c.rows > 0 && rows != c.rows {
		t.Errorf("the largest table has %d rows, want %d", rows, c.rows)
	}
	for _, kind := range c.tells {
		if !slices.ContainsFunc(tree.Findings, func(f document.Finding) bool { return f.Kind == kind }) {
			t.Errorf("it tells %v, want %s, too", tree.Findings, kind)
		}
	}
}

// writeOutline returns the text of a tree with a line for each block, as "PARAGRAPH words" or "| cell | cell |", and the rows
// of its largest table. Lines of a block are joined by blanks.
func writeOutline(tree *document.Tree) (text string, rows int) {
	var out strings.Builder
	flat := func(s document.Span) string { return strings.Join(strings.Fields(tree.TextOf(s)), " ") }
	for _, n := range tree.Nodes {
		switch {
		case n.Table != nil:
			rows = max(rows, n.Table.Rows)
			cells := make([][]string, n.Table.Rows)
			for i := range cells {
				cells[i] = make([]string, n.Table.Cols)
			}
			for _, c := range n.Children {
				if at := tree.Nodes[c].Cell; at != nil {
					cells[at.Row][at.Col] = flat(tree.Nodes[c].Span)
				}
			}
			for _, row := range cells {
				fmt.Fprintf(&out, "| %s |\n", strings.Join(row, " | "))
			}
		case n.Cell == nil && len(n.Children) == 0:
			fmt.Fprintf(&out, "%s %s\n", n.Kind, flat(n.Span))
		}
	}
	return out.String(), rows
}
