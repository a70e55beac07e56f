// Package rules is the rule language: it compiles the two rule files of a dossier
// template, and runs them over a document tree.
package rules

import (
	"slices"
	"sync"

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

// globalsOf are the globals that a side offers, by name.
var globalsOf = map[Side]map[string]string{
	Entity:    {"document": "Document", "entityCreationService": "EntityCreationService", "dictionary": "Dictionary", "manualChangesApplicationService": "ManualChangesApplicationService"},
	Component: {"componentCreationService": "ComponentCreationService", "componentMappingService": "ComponentMappingService"},
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

func unknownGlobals(side Side, file *syntax.File) []syntax.Problem {
	var out []syntax.Problem
	for _, g := range file.Globals {
		if globalsOf[side][g.Name] != g.Type.Name {
			out = append(out, syntax.Problem{Offset: g.Pos(), Message: "there is no global " + g.Type.Name + " " + g.Name + " for these rules"})
		}
	}
	return out
}
