package house

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// Pages whose names of files and functions must exist: those that lead people through the code.
var pagesOfCode = []string{
	"docs/architecture.md", "docs/walks.md", "docs/events.md", "docs/testing.md", "CONTRIBUTING.md",
}

var (
	codeSpan = regexp.MustCompile("`([^`\n]+)`")
	goPath   = regexp.MustCompile(`^(?:[\w.-]+/)+[\w.-]+\.go$`)
	goName   = regexp.MustCompile(`^(\w+)\.(\w+)$`)
)

// TestPagesNameWhatExists holds pages to the tree: a file that they name by its path is there, and so
// is a function, method or type that they name with its package or receiver.
func TestPagesNameWhatExists(t *testing.T) {
	names := declaredNames(t, "../..")
	paths, qualified := 0, 0
	for _, page := range pagesOfCode {
		text, err := os.ReadFile("../../" + page)
		if err != nil {
			t.Fatal(err)
		}
		for _, span := range codeSpan.FindAllStringSubmatch(string(text), -1) {
			if goPath.MatchString(span[1]) {
				paths++
				if found, err := filepath.Glob("../../" + span[1]); err != nil || len(found) == 0 {
					t.Errorf("%s names %s, which is not there, want some found and no error", page, span[1])
				}
			}
			if m := goName.FindStringSubmatch(span[1]); m != nil && names.qualifiers[m[1]] && looksLikeGo(m[2]) {
				qualified++
				if !names.declared[span[1]] {
					t.Errorf("%s names %s, which is declared nowhere, want a name of the source", page, span[1])
				}
			}
		}
	}
	if paths < 50 || qualified < 50 {
		t.Errorf("only %d paths and %d names were found: the test looks in the wrong place, want paths at least 50 and "+
			"qualified at least 50",
			paths, qualified)
	}
}

// looksLikeGo reports whether a name behind a dot can be one of Go: events such as file.uploaded and
// files such as names.go are written alike, in small letters.
func looksLikeGo(name string) bool {
	return strings.ToLower(name) != name
}

// The declared names of a tree.
type declaredSet struct {
	declared   map[string]bool // package.Name, Receiver.Method and Type.Field
	qualifiers map[string]bool // what can stand before the dot
}

func (s declaredSet) add(qualifier, name string) {
	s.declared[qualifier+"."+name] = true
	s.qualifiers[qualifier] = true
}

func declaredNames(t *testing.T, root string) declaredSet {
	t.Helper()
	s := declaredSet{map[string]bool{}, map[string]bool{}}
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if name := d.Name(); d.IsDir() && path != root && (strings.HasPrefix(name, ".") || name == "testdata" || name == "node_modules") {
			return filepath.SkipDir
		}
		if d.IsDir() || !strings.HasSuffix(path, ".go") {
			return nil
		}
		file, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.SkipObjectResolution)
		if err == nil {
			s.addFile(file)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func (s declaredSet) addFile(file *ast.File) {
	for _, decl := range file.Decls {
		switch d := decl.(type) {
		case *ast.FuncDecl:
			if d.Recv == nil {
				s.add(file.Name.Name, d.Name.Name)
			} else {
				s.add(receiverName(d.Recv.List[0].Type), d.Name.Name)
			}
		case *ast.GenDecl:
			for _, spec := range d.Specs {
				s.addSpec(file.Name.Name, spec)
			}
		}
	}
}

func (s declaredSet) addSpec(pkg string, spec ast.Spec) {
	switch d := spec.(type) {
	case *ast.ValueSpec:
		for _, name := range d.Names {
			s.add(pkg, name.Name)
		}
	case *ast.TypeSpec:
		s.add(pkg, d.Name.Name)
		var members *ast.FieldList
		switch t := d.Type.(type) {
		case *ast.StructType:
			members = t.Fields
		case *ast.InterfaceType:
			members = t.Methods
		default:
			return
		}
		for _, m := range members.List {
			for _, name := range m.Names {
				s.add(d.Name.Name, name.Name)
			}
		}
	}
}

// receiverName returns the name of the type that a method belongs to.
func receiverName(t ast.Expr) string {
	switch t := t.(type) {
	case *ast.StarExpr:
		return receiverName(t.X)
	case *ast.IndexExpr:
		return receiverName(t.X)
	case *ast.IndexListExpr:
		return receiverName(t.X)
	case *ast.Ident:
		return t.Name
	}
	return ""
}
