package author

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/seed-62a36931/docket/document"
)

const layoutPageFile = "docs/layout.md"

// TestLayoutPageShowsRealOutput runs the commands that the page shows. With
// DOCKET_WRITE_DOCS=1, it writes what they print into the page.
func TestLayoutPageShowsRealOutput(t *testing.T) {
	data, err := os.ReadFile(layoutPageFile)
	if err != nil {
		t.Fatal(err)
	}
	page, shown := string(data), 0
	for _, block := range regexp.MustCompile("(?s)```\n\\$ docket (.*?)\n```").FindAllString(page, -1) {
		command, _, _ := strings.Cut(strings.TrimPrefix(block, "```\n$ docket "), "\n")
		args := strings.Fields(command)
		cmd := docket(t.Context(), append(args, "--cache", pdfCache(t))...)
		out, err := cmd.Output()
		if err != nil {
			t.Fatalf("docket %s: %v, want no error", command, err)
		}
		want := "```\n$ docket " + command + "\n" + string(out) + "```"
		if shown++; block != want && os.Getenv("DOCKET_WRITE_DOCS") == "" {
			t.Errorf("docs/layout.md shows another output of docket %s; DOCKET_WRITE_DOCS=1 writes it. It prints\n%s", command, out)
		}
		page = strings.Replace(page, block, want, 1)
	}
	if shown != 3 {
		t.Errorf("the page shows %d commands, want 3", shown)
	}
	if os.Getenv("DOCKET_WRITE_DOCS") != "" {
		if err := os.WriteFile(layoutPageFile, []byte(page), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

// TestLayoutPageDescribesEveryField holds the tables of the page to the records.
func TestLayoutPageDescribesEveryField(t *testing.T) {
	tables := layoutTables(t)
	for title, record := range map[string]any{
		"of a page": document.OutlinePage{}, "of a node": document.OutlineNode{}, "of a cell": document.OutlineCell{},
	} {
		var want []string
		typ := reflect.TypeOf(record)
		for i := range typ.NumField() {
			if name, _, _ := strings.Cut(typ.Field(i).Tag.Get("json"), ","); name != "-" {
				want = append(want, name)
			}
		}
		if got := tables[title]; !slices.Equal(sortLines(got), sortLines(want)) {
			t.Errorf("%s: the page tells of %q, the record has %q, want the same", title, got, want)
		}
	}
}

// TestLayoutPageDescribesEveryType holds the table of types to those of the tree.
func TestLayoutPageDescribesEveryType(t *testing.T) {
	got := append(layoutTables(t)["type"], "DOCUMENT", "TABLE_CELL") // told of below the table
	if want := kindsOfNodes(t); !slices.Equal(sortLines(got), sortLines(want)) {
		t.Errorf("the page tells of %q, there are %q, want the same", got, want)
	}
}

// layoutTables gives the names in the first columns of the page's tables.
func layoutTables(t *testing.T) map[string][]string {
	t.Helper()
	data, err := os.ReadFile(layoutPageFile)
	if err != nil {
		t.Fatal(err)
	}
	out, title := map[string][]string{}, ""
	for _, line := range strings.Split(string(data), "\n") {
		cells := strings.Split(line, "|")
		switch {
		case len(cells) < 3:
			title = ""
		case title == "":
			title = strings.TrimSpace(cells[1])
		default:
			for _, name := range regexp.MustCompile("`([A-Za-z_]+)`").FindAllStringSubmatch(cells[1], -1) {
				out[title] = append(out[title], name[1])
			}
		}
	}
	return out
}

// kindsOfNodes reads the kinds of nodes out of the source that declares them.
func kindsOfNodes(t *testing.T) (out []string) {
	t.Helper()
	file, err := parser.ParseFile(token.NewFileSet(), "document/tree.go", nil, 0)
	if err != nil {
		t.Fatal(err)
	}
	for _, d := range file.Decls {
		constants, ok := d.(*ast.GenDecl)
		if !ok || constants.Tok != token.CONST {
			continue
		}
		for _, s := range constants.Specs {
			v := s.(*ast.ValueSpec)
			if name, ok := v.Type.(*ast.Ident); !ok || name.Name != "Kind" {
				continue
			}
			text, err := strconv.Unquote(v.Values[0].(*ast.BasicLit).Value)
			if err != nil {
				t.Fatal(err)
			}
			out = append(out, text)
		}
	}
	return out
}

func sortLines(list []string) []string {
	list = slices.Clone(list)
	slices.Sort(list)
	return list
}
