package main

import (
	"bytes"
	"fmt"
	"go/ast"
	"go/token"
	"slices"
)

// A mutant is one change of the code.
type mutant struct {
	id     int
	unit   *unit
	file   *source
	at     token.Pos
	what   string // "< becomes <="
	edits  []edit
	within *function // nil when it is in none and has to be built by itself

	reached, tried, caught bool // by a test
}

// An edit replaces a part of a text.
type edit struct {
	start, end int
	text       string
}

// A function is the outermost function that a mutant is in.
type function struct {
	open, shut int // of its body: after the opening brace, before the closing one
	results    bool
	labels     []int // the ends of all names of labels in the body
}

// text returns the file with the change applied.
func (m *mutant) text() []byte { return apply(m.file.text, m.edits) }

// switched returns the edit that puts a changed copy of the function's body before
// the body itself; it runs instead of the body while the mutant is switched on.
func (m *mutant) switched() edit {
	edits := slices.Clone(m.edits)
	for _, end := range m.within.labels { // a label may be declared only once
		edits = append(edits, edit{end, end, fmt.Sprint("_", m.id)})
	}
	for i := range edits {
		edits[i].start -= m.within.open
		edits[i].end -= m.within.open
	}
	body := apply(m.file.text[m.within.open:m.within.shut], edits)
	leave := "return"
	if m.within.results {
		leave = ""
	}
	return edit{m.within.open, m.within.open, fmt.Sprintf("\nif mutationAt(%d) {\n%s\n%s\n}\n", m.id, body, leave)}
}

// apply makes the edits, which do not overlap.
func apply(text []byte, edits []edit) []byte {
	edits = slices.Clone(edits)
	slices.SortStableFunc(edits, func(a, b edit) int { return a.start - b.start })
	var out bytes.Buffer
	at := 0
	for _, e := range edits {
		out.Write(text[at:e.start])
		out.WriteString(e.text)
		at = e.end
	}
	out.Write(text[at:])
	return out.Bytes()
}

// functionOf returns the function of a declaration or literal; nil when it has no body.
func functionOf(s *source, n ast.Node) *function {
	var body *ast.BlockStmt
	var results *ast.FieldList
	switch n := n.(type) {
	case *ast.FuncDecl:
		body, results = n.Body, n.Type.Results
	case *ast.FuncLit:
		body, results = n.Body, n.Type.Results
	}
	if body == nil {
		return nil
	}
	f := &function{open: s.offset(body.Lbrace) + 1, shut: s.offset(body.Rbrace), results: results != nil && len(results.List) > 0}
	ast.Inspect(body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.LabeledStmt:
			f.labels = append(f.labels, s.offset(n.Label.End()))
		case *ast.BranchStmt:
			if n.Label != nil {
				f.labels = append(f.labels, s.offset(n.Label.End()))
			}
		}
		return true
	})
	return f
}

// switchImports are the packages that switchFile imports.
var switchImports = []string{"fmt", "os", "strconv", "sync"}

// switchFile is added to a package with mutants: it knows which of them is
// switched on, and writes down which ones the tests come to.
func switchFile(name string) string {
	return "package " + name + `

import (
	"fmt"
	"os"
	"strconv"
	"sync"
)

var mutationOn, _ = strconv.Atoi(os.Getenv("` + switchVariable + `"))

var mutationTrace = func() *os.File {
	path := os.Getenv("` + traceVariable + `")
	if path == "" {
		return nil
	}
	f, err := os.OpenFile(path, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o600)
	if err != nil {
		panic(err)
	}
	return f
}()

var mutationSeen sync.Map

func mutationAt(id int) bool {
	if mutationTrace != nil {
		mutationReached(id)
	}
	return mutationOn == id
}

func mutationReached(id int) {
	if _, seen := mutationSeen.LoadOrStore(id, true); !seen {
		fmt.Fprintln(mutationTrace, id)
	}
}
`
}

// The environment of the tests: the number of the mutant that is switched on, and
// the file in which they write down which ones they come to.
const (
	switchVariable = "MUTATION_ON"
	traceVariable  = "MUTATION_TRACE"
)
