package house

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// computing are the stores of tests, which compute with the positions that they give.
var computing = []string{"domain/es/estest", "projections/viewtest"}

// rooms are where positions are those of events. The adapters that are left out are the stores,
// which compute with positions, and those that know of no event.
var rooms = []string{"domain", "evidence", "commands", "processes", "projections", "queries", "adapters/archive", "adapters/console",
	"adapters/control", "adapters/messaging", "adapters/rest", "service", "transfer", "cli/operate", "cmd"}

// TestOnlyStoresComputeWithPositions wants nobody else to add to positions or subtract them: the
// one before or after need not exist.
func TestOnlyStoresComputeWithPositions(t *testing.T) {
	files := 0
	for _, room := range rooms {
		err := filepath.WalkDir(filepath.Join("../..", room), func(path string, d fs.DirEntry, err error) error {
			if err != nil {
				return err
			}
			if d.IsDir() && slices.Contains(computing, filepath.ToSlash(strings.TrimPrefix(path, "../../"))) {
				return filepath.SkipDir
			}
			if d.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
				return nil
			}
			files++
			found, err := findArithmetic(path, nil)
			for _, place := range found {
				t.Errorf("%s computes with a position, want positions compared alone", place)
			}
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	if files < 300 {
		t.Errorf("only %d files were found: the test looks in the wrong place, want at least 300", files)
	}
}

func TestArithmeticIsFound(t *testing.T) {
	const source = `package p
func f() {
	_ = e.Position + 1
	_ = head - at
	_ = es.Position(i) * 2
	at -= last.Position()
	e.Position++
	_ = e.Position > head && es.Position(i) == head
	_ = sum + length
}`
	if found, err := findArithmetic("p.go", source); len(found) != 5 || err != nil {
		t.Errorf("got %v, %v, want five places", found, err)
	}
}

// findArithmetic returns the places in a file where something named as a position is added to or
// subtracted.
func findArithmetic(path string, source any) (found []string, err error) {
	files := token.NewFileSet()
	file, err := parser.ParseFile(files, path, source, parser.SkipObjectResolution)
	if err != nil {
		return nil, err
	}
	ast.Inspect(file, func(n ast.Node) bool {
		var operands []ast.Expr
		switch n := n.(type) {
		case *ast.BinaryExpr:
			if n.Op == token.ADD || n.Op == token.SUB || n.Op == token.MUL || n.Op == token.QUO || n.Op == token.REM {
				operands = []ast.Expr{n.X, n.Y}
			}
		case *ast.IncDecStmt:
			operands = []ast.Expr{n.X}
		case *ast.AssignStmt:
			if n.Tok == token.ADD_ASSIGN || n.Tok == token.SUB_ASSIGN {
				operands = append(slices.Clone(n.Lhs), n.Rhs...)
			}
		}
		if slices.ContainsFunc(operands, isPosition) {
			found = append(found, files.Position(n.Pos()).String())
		}
		return true
	})
	return found, nil
}

// isPosition reports whether an expression is named as a position of the log.
func isPosition(e ast.Expr) bool {
	name := ""
	switch e := e.(type) {
	case *ast.Ident:
		name = e.Name
	case *ast.SelectorExpr:
		name = e.Sel.Name
	case *ast.ParenExpr:
		return isPosition(e.X)
	case *ast.CallExpr: // a conversion, or a method that returns one
		return isPosition(e.Fun) || len(e.Args) == 1 && isPosition(e.Args[0])
	}
	name = strings.ToLower(name)
	return name == "head" || strings.HasSuffix(name, "position")
}
