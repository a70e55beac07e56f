// Package analysis runs the rules of templates over documents: those of a stored template
// ([Analyser]), or of a bundle without any store ([RuleSet]).
package analysis

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/seed-62a36931/docket/commands/candidates"
	"github.com/seed-62a36931/docket/document"
	scored "github.com/seed-62a36931/docket/document/candidates"
	"github.com/seed-62a36931/docket/domain"
	"github.com/seed-62a36931/docket/domain/template"
	"github.com/seed-62a36931/docket/rules"
)

// The paths of the files of a bundle that hold rules and formats.
const (
	FileEntityRules    = "entity-rules.drl"
	FileComponentRules = "component-rules.drl"
	FileDateFormats    = "date-formats.txt"
)

// A RuleSet is a bundle's rules, ready to run without any store. It is safe for
// concurrent use.
type RuleSet struct {
	program    templateRules
	input      rules.Input
	components []template.Component
	settings   template.Settings
	model      *candidates.Asker
}

// NewRuleSet compiles a bundle. Limits that are not set are those of DefaultRuleLimits.
// Problems name file, line and column; each rule file that is missing is one.
func NewRuleSet(b template.Bundle, limits rules.Limits) (*RuleSet, []template.BundleError) {
	s := &RuleSet{input: rules.Input{Limits: limits}, settings: b.Settings}
	problems := append(missingRules(b), s.compileBundle(b)...)
	for _, m := range b.Mappings {
		t, err := template.ParseMapping(m.Content, m.Encoding, m.Delim, template.DefaultMappingLimits())
		if err != nil {
			problems = append(problems, TextProblem("mappings/"+m.FileName, err))
		}
		s.input.Mappings = append(s.input.Mappings, rules.Mapping{Name: m.Name, Columns: t.Columns, Rows: t.Rows})
	}
	for _, d := range b.Entities {
		e := ruleDefinition(d)
		for _, list := range b.Dictionaries {
			if list.Entity == d.TechnicalName {
				setTerms(&e, list.List, list.Terms)
			}
		}
		s.input.Definitions = append(s.input.Definitions, e)
	}
	var err error
	if s.components, err = template.AssignRanks(nil, b.Components); err != nil {
		problems = append(problems, TextProblem("template.yaml", err))
	}
	if len(problems) > 0 {
		return nil, problems
	}
	return s, nil
}

// missingRules returns a problem for each rule file that a bundle lacks.
func missingRules(b template.Bundle) (problems []template.BundleError) {
	for _, f := range []struct {
		name    string
		content []byte
	}{{FileEntityRules, b.EntityRules}, {FileComponentRules, b.ComponentRules}} {
		if f.content == nil {
			problems = append(problems, template.BundleError{File: f.name, Line: 1, Column: 1,
				Message: "The file is missing"})
		}
	}
	return problems
}

// CheckRules returns what the rule files and date formats of a bundle say wrongly.
func CheckRules(b template.Bundle) []template.BundleError { return (&RuleSet{}).compileBundle(b) }

// compileBundle makes the program of the rule files that are there, and reads the date
// formats.
func (s *RuleSet) compileBundle(b template.Bundle) (problems []template.BundleError) {
	s.program, problems = compileRules(b.EntityRules, b.ComponentRules)
	text := b.DateFormats
	if text == nil {
		text = []byte(template.StockDateFormats)
	}
	patterns, wrong := rules.ParseDateFormats(text)
	s.input.DateFormats = patterns
	return append(problems, dateFormatErrors(wrong)...)
}

// TextProblem places the failure of a file of a bundle.
func TextProblem(file string, err error) template.BundleError {
	line := 1
	if at := (*template.TextError)(nil); errors.As(err, &at) {
		line = at.Line
	}
	message := err.Error()
	if f := (*domain.Fault)(nil); errors.As(err, &f) {
		message = f.Message
	}
	return template.BundleError{File: file, Line: line, Column: 1, Message: message}
}

// AskModel makes Run ask a model where the rules want something of it. It must be called before the first run.
func (s *RuleSet) AskModel(a *candidates.Asker) { s.model = a }

// WithLayouts returns the same rules with a memory of approved files, by which candidates are chosen.
func (s *RuleSet) WithLayouts(m scored.Memory) *RuleSet {
	out := *s
	out.input.Layouts = m
	return &out
}

// Settings returns the bundle's settings, by which documents are to be read.
func (s *RuleSet) Settings() template.Settings { return s.settings }

// Components returns the bundle's component definitions, by rank.
func (s *RuleSet) Components() []template.Component { return s.components }

// Run runs the rules over a document with the attributes of its file. Rules that fail
// are a fault of kind Unprocessable that names rule and line.
func (s *RuleSet) Run(ctx context.Context, tree *document.Tree,
	attributes ...rules.Attribute) (document.Result, error) {
	in := s.input
	in.Tree, in.Attributes = tree, attributes
	return s.program.runWithModel(ctx, in, s.model)
}

// Explain does what Run does and returns a trace of the run, also when a rule fails.
func (s *RuleSet) Explain(ctx context.Context, tree *document.Tree,
	attributes ...rules.Attribute) (document.Result, rules.Trace, error) {
	in := s.input
	in.Tree, in.Attributes = tree, attributes
	return s.program.explain(ctx, in)
}

// Programs returns both compiled rule files.
func (s *RuleSet) Programs() (entity, component *rules.Program) {
	return s.program.entity, s.program.component
}

// DigestRules returns a digest of all that NewRuleSet makes a rule set of: whatever rules find in a
// document can differ only where the digest, the document or the program does. What a bundle has
// beside rules, such as its reports, is left out.
func DigestRules(b template.Bundle, limits rules.Limits) (string, error) {
	h := sha256.New()
	fmt.Fprintf(h, "%t %t %t\n", b.EntityRules == nil, b.ComponentRules == nil, b.DateFormats == nil)
	fmt.Fprintf(h, "%q\n", b.Dictionaries) // terms may be of any bytes, which JSON would make one
	enc := json.NewEncoder(h)
	for _, part := range []any{b.EntityRules, b.ComponentRules, b.DateFormats, b.Settings, b.Entities, b.Components,
		b.Mappings, limits} {
		if err := enc.Encode(part); err != nil {
			return "", err
		}
	}
	return hex.EncodeToString(h.Sum(nil)), nil
}
