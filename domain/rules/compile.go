// Package rules is the rule language: it compiles the two rule files of a dossier
// template, and runs them over a document tree.
package rules

import (
	"slices"
	"sort"
	"sync"
	"unicode/utf8"

	"github.com/seed-62a36931/docket/domain/rules/check"
	"github.com/seed-62a36931/docket/domain/rules/engine"
	"github.com/seed-62a36931/docket/domain/rules/host"
	"github.com/seed-62a36931/docket/domain/rules/javalib"
	"github.com/seed-62a36931/docket/domain/rules/literal"
	"github.com/seed-62a36931/docket/domain/rules/model"
	"github.com/seed-62a36931/docket/domain/rules/syntax"
)

// A Side tells the two rule files of a template apart.
type Side int

// The sides: entity rules mark text, component rules build values from it.
const (
	Entity Side = iota
	Component
)

// A Problem is a defect of a rule file that keeps it from being stored. Line and
// Column are 1-based, Column counts characters.
type Problem struct {
	Line    int    `json:"line"`
	Column  int    `json:"column"`
	Message string `json:"message"`
}

// MaxProblems is how many problems Compile reports at most.
const MaxProblems = 1000

// A Program is a compiled rule file. It may run in several goroutines at once.
type Program struct {
	side    Side
	source  *syntax.Source
	program *engine.Program
	// literals are the strings that the rules look for
	literals *literal.Set
}

var registry = sync.OnceValue(func() *host.Registry { return host.NewRegistry(javalib.Classes(), model.Classes()) })

// globalsOf are the globals that a side offers, by name.
var globalsOf = map[Side]map[string]string{
	Entity:    {"document": "Document", "entityCreationService": "EntityCreationService", "dictionary": "Dictionary", "manualChangesApplicationService": "ManualChangesApplicationService"},
	Component: {"componentCreationService": "ComponentCreationService", "componentMappingService": "ComponentMappingService"},
}

// Compile reads and checks a rule file. The problems are sorted by place, at most
// MaxProblems; when there are any, the program is nil.
func Compile(side Side, src []byte) (*Program, []Problem) {
	if len(src) == 0 {
		return nil, []Problem{{1, 1, "the file is empty"}}
	}
	if !utf8.Valid(src) {
		return nil, []Problem{{1, 1, "the file is not UTF-8"}}
	}
	source := syntax.NewSource(string(src))
	file, found := syntax.Parse(source)
	found = append(found, syntax.ParseJava(file)...)
	found = append(append(found, check.Names(file)...), check.Forbidden(source)...)
	program, more := engine.Compile(file, registry())
	found = append(append(found, more...), unknownGlobals(side, file)...)
	if len(found) > 0 {
		return nil, placed(source, found)
	}
	return &Program{side, source, program, model.Searchable(program.Literals)}, nil
}

// Warnings are what is doubtful in the file and does not keep it from being stored,
// sorted by place, at most MaxProblems.
func (p *Program) Warnings() []Problem {
	return placed(p.source, slices.Clone(p.program.Warnings))
}

func unknownGlobals(side Side, file *syntax.File) []syntax.Problem {
	var out []syntax.Problem
	for _, g := range file.Globals {
		if globalsOf[side][g.Name] != g.Type.Name {
			out = append(out, syntax.Problem{Offset: g.Pos(), Message: "there is no global " + g.Type.Name + " " + g.Name + " for these rules"})
		}
	}
	return out
}

func placed(source *syntax.Source, found []syntax.Problem) []Problem {
	sort.SliceStable(found, func(i, j int) bool { return found[i].Offset < found[j].Offset })
	var out []Problem
	seen := map[Problem]bool{}
	for _, f := range found {
		line, column := source.Position(f.Offset)
		p := Problem{line, column, f.Message}
		if !seen[p] && len(out) < MaxProblems {
			seen[p] = true
			out = append(out, p)
		}
	}
	return out
}
