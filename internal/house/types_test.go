package house

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"testing"
)

const (
	mostMethods = 40 // of a type
	mostFields  = 15 // of a service object
	service     = 10 // methods from which on a struct counts as a service object, and not as a record
)

// largeTypes are the types that may be larger, with the reason. Each does one thing whose parts need
// the same state.
var largeTypes = map[string]string{
	"rules/syntax.parser":          "a recursive-descent parser has a method for each production",
	"rules/compile.Unit":           "the compiler types every kind of expression against one scope",
	"rules/engine.Session":         "the engine's session is what rules see of their run",
	"rules/engine.builder":         "the compiler of patterns builds one network",
	"rules/calendar.Calendar":      "a Java class with the methods that it has in Java",
	"rules/model.Context":          "what a condition or consequence sees while it runs",
	"adapters/pdf.sight":           "the parser of what a page shows",
	"document/layout.word":         "a record: what is known of a word",
	"domain/file.Record":           "a record of the contract",
	"domain/file.State":            "the state of a file, as its events fold it",
	"service/observe.Metrics":      "a record: the instruments",
	"service/settings.Config":      "settings read from flags",
	"service/servicetest.Instance": "what tests do to an installation",
	"transfer.migration":           "a run of one command: what it copies, from where, to where",
	"transfer.restoreRun":          "a run of one command: what it restores, from where, to where",
}

// A typeShape is what is counted of one type.
type typeShape struct{ methods, fields int }

// TestTypesStaySmall bounds the methods of types and the fields of service objects. Exceptions are
// listed in largeTypes, and each must be one.
func TestTypesStaySmall(t *testing.T) {
	types := measureTypes(t, "../..")
	for name, shape := range types {
		large := shape.methods > mostMethods || shape.methods >= service && shape.fields > mostFields
		reason := largeTypes[name]
		if large && reason == "" {
			t.Errorf("%s has %d methods and %d fields, want at most %d and %d", name, shape.methods, shape.fields, mostMethods, mostFields)
		}
		if !large && reason != "" {
			t.Errorf("%s has %d methods and %d fields and needs no exception, want it out of largeTypes", name, shape.methods, shape.fields)
		}
	}
	for name := range largeTypes {
		if _, ok := types[name]; !ok {
			t.Errorf("largeTypes names %s, want only types that exist", name)
		}
	}
}

func TestMeasureTypes(t *testing.T) {
	const source = `package p
type s[T any] struct { a, b int; *s2; c string }
type s2 int
func (s[T]) One() {}
func (x *s[T]) Two() {}
func (s2) Three() {}
`
	types := map[string]typeShape{}
	addTypes(parseSource(t, "p/p.go", source), "p", types)
	if got, want := types["p.s"], (typeShape{2, 4}); got != want {
		t.Errorf("p.s: got %+v, want %+v", got, want)
	}
	if got, want := types["p.s2"], (typeShape{1, 0}); got != want {
		t.Errorf("p.s2: got %+v, want %+v", got, want)
	}
}

func parseSource(t *testing.T, path string, source any) *ast.File {
	t.Helper()
	file, err := parser.ParseFile(token.NewFileSet(), path, source, parser.ParseComments)
	if err != nil {
		t.Fatal(err)
	}
	return file
}

// measureTypes returns the shape of each type of the tree, by its folder and name.
func measureTypes(t *testing.T, root string) map[string]typeShape {
	t.Helper()
	types := map[string]typeShape{}
	walkSources(t, root, func(path string) error {
		folder, err := filepath.Rel(root, filepath.Dir(path))
		if file := parseSource(t, path, nil); err == nil && !ast.IsGenerated(file) {
			addTypes(file, filepath.ToSlash(folder), types)
		}
		return err
	})
	return types
}

func addTypes(file *ast.File, folder string, types map[string]typeShape) {
	add := func(name string, methods, fields int) {
		s := types[folder+"."+name]
		types[folder+"."+name] = typeShape{s.methods + methods, s.fields + fields}
	}
	for _, decl := range file.Decls {
		switch d := decl.(type) {
		case *ast.FuncDecl:
			if d.Recv != nil {
				add(receiverName(d.Recv.List[0].Type), 1, 0)
			}
		case *ast.GenDecl:
			for _, spec := range d.Specs {
				if t, ok := spec.(*ast.TypeSpec); ok {
					add(t.Name.Name, 0, countFields(t.Type))
				}
			}
		}
	}
}

// countFields returns the number of fields of a struct, 0 of other types.
func countFields(t ast.Expr) int {
	s, ok := t.(*ast.StructType)
	if !ok {
		return 0
	}
	n := 0
	for _, f := range s.Fields.List {
		n += max(1, len(f.Names))
	}
	return n
}
