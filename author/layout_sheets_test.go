package author

import (
	"archive/zip"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/seed-62a36931/docket/document"
	"github.com/seed-62a36931/docket/domain/template"
)

// drawnSheets is how many sheets with columns of the default width are read.
const drawnSheets = 50

// drawSheet returns a sheet whose texts and numbers do not fit into columns of the default
// width, and the texts of its rows as they are shown.
func drawSheet(n int) (xml string, rows [][]string) {
	r := rand.New(rand.NewPCG(uint64(n), 3))
	words := strings.Fields("Quarterly maintenance of pumps, valves and fittings; Außenanlagen und Grünflächen (Pflege), " +
		"inspection report by them " +
		"oil filters changed, brakes tested before winter; Ölwechsel, Reifen, Bremsen geprüft; two keys handed over at the gate")
	var b strings.Builder
	fmt.Fprint(&b, `<?xml version="1.0"?><worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData>`)
	for i := range 4 + r.IntN(12) {
		fmt.Fprintf(&b, `<row r="%d">`, i+1)
		var row []string
		for c := range 3 + n%4 {
			at := fmt.Sprintf("%c%d", 'A'+c, i+1)
			if c%3 == 1 && i > 0 {
				amount := 10_000_000 + r.IntN(1_000_000_000)
				fmt.Fprintf(&b, `<c r="%s"><v>%d</v></c>`, at, amount)
				row = append(row, fmt.Sprint(amount))
				continue
			}
			r.Shuffle(len(words), func(i, j int) { words[i], words[j] = words[j], words[i] })
			text := fmt.Sprintf("%s %d.%d.%d", strings.Join(words[:2+r.IntN(12)], " "), n, i, c)
			fmt.Fprintf(&b, `<c r="%s" t="inlineStr"><is><t>%s</t></is></c>`, at, text)
			row = append(row, text)
		}
		fmt.Fprint(&b, `</row>`)
		rows = append(rows, row)
	}
	fmt.Fprint(&b, `</sheetData></worksheet>`)
	return b.String(), rows
}

// writeWorkbook writes a workbook of sheets.
func writeWorkbook(t *testing.T, name string, sheets []string) {
	t.Helper()
	const (
		typePrefix = "application/vnd.openxmlformats-officedocument.spreadsheetml."
		relation   = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
		packaged   = "http://schemas.openxmlformats.org/package/2006/"
	)
	parts := map[string]string{"_rels/.rels": `<Relationships xmlns="` + packaged +
		`relationships"><Relationship Id="r1" Type="` + relation +
		`/officeDocument" Target="xl/workbook.xml"/></Relationships>`}
	var types, links, names strings.Builder
	for i, s := range sheets {
		part := fmt.Sprintf("worksheets/sheet%d.xml", i+1)
		parts["xl/"+part] = s
		fmt.Fprintf(&types, `<Override PartName="/xl/%s" ContentType="%sworksheet+xml"/>`, part, typePrefix)
		fmt.Fprintf(&links, `<Relationship Id="r%d" Type="%s/worksheet" Target="%s"/>`, i+1, relation, part)
		fmt.Fprintf(&names, `<sheet name="S%d" sheetId="%d" r:id="r%d"/>`, i+1, i+1, i+1)
	}
	parts["[Content_Types].xml"] = `<Types xmlns="` + packaged +
		`content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>` +
		`<Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="` +
		typePrefix + `sheet.main+xml"/>` + types.String() + `</Types>`
	parts["xl/_rels/workbook.xml.rels"] = `<Relationships xmlns="` + packaged + `relationships">` + links.String() + `</Relationships>`
	parts["xl/workbook.xml"] = `<workbook xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="` +
		relation + `"><sheets>` + names.String() + `</sheets></workbook>`
	writePackage(t, name, parts)
}

// writePackage writes an office file of parts.
func writePackage(t *testing.T, name string, parts map[string]string) {
	t.Helper()
	f, err := os.Create(name)
	if err != nil {
		t.Fatal(err)
	}
	w := zip.NewWriter(f)
	for part, content := range parts {
		out, err := w.Create(part)
		if err == nil {
			_, err = out.Write([]byte(content))
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
}

// tableRows returns the texts of the cells of each row of each table, parted by bars.
func tableRows(tree *document.Tree) map[string]bool {
	out := map[string]bool{}
	for _, n := range tree.Nodes {
		if n.Table == nil {
			continue
		}
		rows := make([][]string, n.Table.Rows)
		for _, i := range n.Children {
			if c := tree.Nodes[i]; c.Cell != nil && c.Len() > 0 {
				rows[c.Cell.Row] = append(rows[c.Cell.Row], tree.TextOf(c.Span))
			}
		}
		for _, r := range rows {
			out[strings.Join(r, "|")] = true
		}
	}
	return out
}

// TestSheetsOfDefaultWidthsKeepTheirTexts wants each text of a sheet in a cell of its row,
// however narrow the columns are.
func TestSheetsOfDefaultWidthsKeepTheirTexts(t *testing.T) {
	if _, err := exec.LookPath("soffice"); err != nil {
		t.Skip("LibreOffice is not installed")
	}
	var sheets []string
	var want [][]string
	for n := range drawnSheets {
		xml, rows := drawSheet(n)
		sheets, want = append(sheets, xml), append(want, rows...)
	}
	name := filepath.Join(t.TempDir(), "sheets.xlsx")
	writeWorkbook(t, name, sheets)
	in := Reading{Timeout: 5 * time.Minute, MaxPages: 5000, Cache: pdfCache(t)}.NewReader(template.Settings{})
	defer in.Close()
	tree, err := in.ReadTree(t.Context(), name)
	if err != nil {
		t.Fatal(err)
	}
	have, missing := tableRows(tree), 0
	for _, row := range want {
		if !have[strings.Join(row, "|")] {
			if missing++; missing < 5 {
				t.Logf("not in the tree: %q", row)
			}
		}
	}
	if missing > 0 {
		t.Errorf("%d of %d rows are not in the tree, want at most 0", missing, len(want))
	}
}
