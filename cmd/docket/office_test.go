package main

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/seed-62a36931/docket/service/servicetest"
)

// TestAWordDocumentIsReadAsItIsStructured wants the headline with its level and the
// table with its cells, although neither looks like one: the style is plain and the
// table has no lines.
func TestAWordDocumentIsReadAsItIsStructured(t *testing.T) {
	if _, err := exec.LookPath("soffice"); err != nil {
		t.Skip("LibreOffice is not installed")
	}
	name := filepath.Join(t.TempDir(), "terms.docx")
	if err := os.WriteFile(name, servicetest.WordDocument(t), 0o600); err != nil {
		t.Fatal(err)
	}
	out, err := servicetest.NewCommand(t.Context(), "layout", "--cache", servicetest.PdfCache(t), name, "--json").Output()
	if err != nil {
		t.Fatal(err)
	}
	type node struct {
		Type     string
		Level    int
		Text     string
		Cells    []struct{ Text string }
		Children []node
	}
	var l struct{ Nodes []node }
	if err := json.Unmarshal(out, &l); err != nil {
		t.Fatal(err)
	}
	var headline, table bool
	var look func(nodes []node)
	look = func(nodes []node) {
		for _, n := range nodes {
			headline = headline || n.Type == "HEADLINE" && n.Level == 2 && n.Text == "Delivery terms"
			table = table || n.Type == "TABLE" && len(n.Cells) == 6 && n.Cells[3].Text == "12.50"
			look(n.Children)
		}
	}
	look(l.Nodes)
	if !headline || !table {
		t.Errorf("headline %t, table %t:, want headline and table\n%s", headline, table, out)
	}
}
