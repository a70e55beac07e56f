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

// A Side is the kind of a rule file, which decides what its rules see and can do.
type Side int

// The sides. Entity rules see the document and mark pieces of its text as
// entities; component rules see the entities that were applied and build named
// values from them. Fact rules run without a document, over facts of the types that
// they declare, see RunFacts.
const (
	EntityRules Side = iota
	ComponentRules
	FactRules
)

// A Problem is an error or a warning about a place of a rule file. Line and Column
// begin at 1; Column counts characters, not bytes.
type Problem struct {
	Line    int    `json:"line"`
	Column  int    `json:"column"`
	Message string `json:"message"`
}

// MaxProblems is the largest number of errors, and of warnings, in a report.
const MaxProblems = 1000

// A Program is a compiled rule file. It is immutable and safe for concurrent use: compile
// a file once and run it over many documents at the same time.
type Program struct {
	side     Side
	source   *syntax.Source
	program  *engine.Program
	literals func() *literal.Set // the strings that the rules look for, made ready for the first document
	// strengths are how often what rules find is right, by the identifiers of those that tell it
	strengths map[string]float64
	// questions are what the rules would have a model read
	questions []Question
}

var (
	registry      = sync.OnceValue(func() *host.Registry { return host.NewRegistry(javalib.Classes(), model.Classes()) })
	plainRegistry = sync.OnceValue(func() *host.Registry { return host.NewRegistry(javalib.Classes(), model.PlainClasses()) })
)

// registryOf returns the classes that rules of a side know.
func registryOf(side Side) *host.Registry {
	if side == FactRules {
		return plainRegistry()
	}
	return registry()
}

// An offer holds what a side provides to its rules and what it expects of them.
type offer struct {
	globals map[string]string // types by name
	query   string            // that the result is read by
	focused []string          // agenda groups that get the focus automatically
}

var offers = map[Side]offer{
	EntityRules: {
		globals: map[string]string{
			"document": "Document", "entityCreationService": "EntityCreationService", "dictionary": "Dictionary",
			"manualChangesApplicationService": "ManualChangesApplicationService",
		},
		query: "getFileAttributes", focused: []string{localDictionaryGroup},
	},
	ComponentRules: {
		globals: map[string]string{
			"componentCreationService": "ComponentCreationService", "componentMappingService": "ComponentMappingService",
		},
		query: "getComponents",
	},
}

// collections are the classes that globals of fact rules may have.
var collections = []string{"List", "ArrayList", "Collection", "Set", "HashSet", "LinkedHashSet", "Map", "HashMap", "LinkedHashMap"}

// checkGlobals checks that a file declares only the globals of its side, with their types,
// each once, and returns the problems.
func checkGlobals(side Side, file *syntax.File) []syntax.Problem {
	var out []syntax.Problem
	report := func(at int, message string) { out = append(out, syntax.Problem{Offset: at, Message: message}) }
	offered, seen := offers[side].globals, map[string]bool{}
	for _, g := range file.Globals {
		switch want := offered[g.Name]; {
		case registryOf(side).Class(g.Type.Name) == nil: // already reported
		case side == FactRules && slices.Contains(collections, g.Type.Name) && !seen[g.Name]:
		case side == FactRules && !seen[g.Name]:
			report(g.Pos(), "the global "+g.Name+" must be a list, a set or a map")
		case side == FactRules:
			report(g.Pos(), "the global "+g.Name+" is declared twice")
		case want == "":
			report(g.Pos(), "there is no global "+g.Name+" for these rules"+check.SuggestName(g.Name, slices.Sorted(maps.Keys(offered))))
		case want != g.Type.Name:
			report(g.Pos(), "the global "+g.Name+" is of type "+want+", not "+g.Type.Name)
		case seen[g.Name]:
			report(g.Pos(), "the global "+g.Name+" is declared twice")
		}
		seen[g.Name] = true
	}
	return out
}
