package pdf

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/seed-62a36931/docket/document"
	"github.com/seed-62a36931/docket/document/layout"
)

// TestListsOverPagesAreWhole reads lists that programs have printed over several pages: each row is
// in the table with all of its cells, the head of the columns once, and nothing is furniture.
func TestListsOverPagesAreWhole(t *testing.T) {
	pool := testPool(t, "serve", nil)
	for _, tt := range []struct {
		file  string
		head  string
		rows  int
		first string // cells of the first row that has figures
		each  string // stands in every row
	}{
		{"bank.pdf", "Date|Text|Amount EUR", 120, "01.01.2026|Card payment|73.70", "Card payment"},
		{"payroll.pdf", "Staff no.|Grade|Hours|Pay", 100, "P-0100|A|130|2981.60", "P-01"},
		{"names.pdf", "Name|City|No.", 100, "rkhcsjd|zhbbzwq|0", ""},
		{"hours.pdf", "Date|Description|Hours|Rate|Amount", 70, "05.01.2026|Consulting|6.00|95.00|570.00", "Consulting"},
	} {
		data, err := os.ReadFile(filepath.Join("testdata", "lists", tt.file))
		if err != nil {
			t.Fatal(err)
		}
		doc, err := pool.Read(t.Context(), data, layout.ReadSettings{})
		if err != nil {
			t.Fatal(err)
		}
		tree := layout.BuildTree(&doc)
		rows := tableRows(tree)
		if len(rows) != tt.rows+1 || rows[0] != tt.head || rows[1] != tt.first {
			t.Errorf("%s: %d rows from %q, want %d from %q", tt.file, len(rows), rows[:min(2, len(rows))], tt.rows+1,
				[]string{tt.head, tt.first})
			continue
		}
		for i, r := range rows[1:] {
			if !strings.Contains(r, tt.each) || slices.Contains(strings.Split(r, "|"), "") {
				t.Errorf("%s: row %d is %q, want all its cells", tt.file, i+1, r)
			}
		}
		if rest := tree.Text[tree.Body:]; rest != "" {
			t.Errorf("%s: headers and footers %q, want none", tt.file, rest)
		}
	}
}

// tableRows returns the rows of the tables of a tree, cells parted by bars.
func tableRows(tree *document.Tree) (out []string) {
	for _, n := range tree.Nodes {
		if n.Cell == nil {
			continue
		}
		text := strings.TrimSpace(tree.TextOf(n.Span))
		if n.Cell.Col == 0 {
			out = append(out, text)
		} else {
			out[len(out)-1] += "|" + text
		}
	}
	return out
}
