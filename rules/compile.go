// Package rules is the rule language: it compiles the two rule files of a dossier
// template, and runs them over a document tree.
package rules

import (
	"maps"
	"slices"
	"sync"

	"github.com/seed-62a36931/docket/rules/check"
	"github.com/seed-62a36931/docket/rules/engine"
	"github.com/seed-62a36931/docket/rules/host"
	"github.com/seed-62a36931/docket/rules/javalib"
	"github.com/seed-62a36931/docket/rules/literal"
	"github.com/seed-62a36931/docket/rules/model"
	"github.com/seed-62a36931/docket/rules/syntax"
)

// A Side tells the two rule files of a template apart.
type Side int

// The sides: entity rules mark text, component rules build values from it.
const (
	Entity Side = iota
	Component
)

// A Problem is a defect of a rule file, or what is doubtful in it. Line and Column
// are 1-based, Column counts characters.
type Problem struct {
	Line    int    `json:"line"`
	Column  int    `json:"column"`
	Message string `json:"message"`
}

// MaxProblems is how many errors, and how many warnings, a report has at most.
const MaxProblems = 1000

// A Program is a compiled rule file. It may run in several goroutines at once.
type Program struct {
	side    Side
	source  *syntax.Source
	program *engine.Program
	// literals are the strings that the rules look for
	literals *literal.Set
	report   Report
}

var registry = sync.OnceValue(func() *host.Registry { return host.NewRegistry(javalib.Classes(), model.Classes()) })

// An offer is what a side has for its rules, and what it wants of them.
type offer struct {
	globals map[string]string // types by name
	query   string            // that the result is read by
	focused []string          // agenda groups that get the focus by themselves
}

var offers = map[Side]offer{
	Entity: {map[string]string{"document": "Document", "entityCreationService": "EntityCreationService", "dictionary": "Dictionary", "manualChangesApplicationService": "ManualChangesApplicationService"},
		"getFileAttributes", []string{localDictionaryGroup}},
	Component: {map[string]string{"componentCreationService": "ComponentCreationService", "componentMappingService": "ComponentMappingService"},
		"getComponents", nil},
}

// Compile reads and checks a rule file. The problems are its errors, as in a
// Report; when there are any, the program is nil.
func Compile(side Side, src []byte) (*Program, []Problem) {
	p, r := Check(side, src)
	return p, r.Errors
}

// Warnings are what is doubtful in the file and does not keep it from being stored,
// as in a Report.
func (p *Program) Warnings() []Problem { return slices.Clone(p.report.Warnings) }

// globals checks the globals that a file declares: those of its side, with their
// types, each once.
func globals(side Side, file *syntax.File) []syntax.Problem {
	var out []syntax.Problem
	report := func(at int, message string) { out = append(out, syntax.Problem{Offset: at, Message: message}) }
	offered, seen := offers[side].globals, map[string]bool{}
	for _, g := range file.Globals {
		switch want := offered[g.Name]; {
		case registry().Class(g.Type.Name) == nil: // said already
		case want == "":
			report(g.Pos(), "there is no global "+g.Name+" for these rules"+check.Hint(g.Name, slices.Sorted(maps.Keys(offered))))
		case want != g.Type.Name:
			report(g.Pos(), "the global "+g.Name+" is of type "+want+", not "+g.Type.Name)
		case seen[g.Name]:
			report(g.Pos(), "the global "+g.Name+" is declared twice")
		}
		seen[g.Name] = true
	}
	return out
}
