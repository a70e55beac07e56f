package commands

import (
	"context"
	"errors"

	"github.com/seed-62a36931/docket/document"
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
	program    RuleProgram
	input      RuleInput
	components []template.Component
	settings   template.Settings
}

// NewRuleSet compiles a bundle. Problems name file, line and column; a bundle
// without both rule files has one.
func NewRuleSet(engine RuleEngine, b template.Bundle, limits RuleLimits) (*RuleSet, []template.BundleError) {
	s := &RuleSet{input: RuleInput{Limits: limits}, settings: b.Settings}
	problems := append(missingRules(b), s.compile(engine, b)...)
	for _, m := range b.Mappings {
		t, err := template.ParseMapping(m.Content, m.Encoding, m.Delim, template.DefaultMappingLimits())
		if err != nil {
			problems = append(problems, textProblem("mappings/"+m.FileName, err))
		}
		s.input.Mappings = append(s.input.Mappings, RuleMapping{m.Name, &t})
	}
	for _, d := range b.Entities {
		e := RuleEntity{Definition: d}
		for _, list := range b.Dictionaries {
			if list.Entity == d.TechnicalName {
				e.add(list.List, list.Terms)
			}
		}
		s.input.Entities = append(s.input.Entities, e)
	}
	var err error
	if s.components, err = template.Ranked(nil, b.Components); err != nil {
		problems = append(problems, textProblem("template.yaml", err))
	}
	if len(problems) > 0 {
		return nil, problems
	}
	return s, nil
}

// missingRules tells which rule files a bundle lacks.
func missingRules(b template.Bundle) (problems []template.BundleError) {
	for _, f := range []struct {
		name    string
		content []byte
	}{{FileEntityRules, b.EntityRules}, {FileComponentRules, b.ComponentRules}} {
		if f.content == nil {
			problems = append(problems, template.BundleError{File: f.name, Line: 1, Column: 1, Message: "The file is missing"})
		}
	}
	return problems
}

// compile makes the program of the rule files that are there, and reads the date
// formats.
func (s *RuleSet) compile(engine RuleEngine, b template.Bundle) (problems []template.BundleError) {
	if b.EntityRules != nil || b.ComponentRules != nil {
		s.program, problems = engine.Compile(b.EntityRules, b.ComponentRules)
	}
	text := b.DateFormats
	if text == nil {
		text = []byte(template.StockDateFormats)
	}
	patterns, wrong := engine.DateFormats(text)
	s.input.DateFormats = patterns
	return append(problems, inFile(wrong)...)
}

// textProblem places the failure of a file of a bundle.
func textProblem(file string, err error) template.BundleError {
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

// Settings are the bundle's, by which documents are to be read.
func (s *RuleSet) Settings() template.Settings { return s.settings }

// Components are the bundle's component definitions, by rank.
func (s *RuleSet) Components() []template.Component { return s.components }

// Run gives what the rules find in a document with these attributes. Rules that
// fail are a fault of kind Unprocessable that names rule and line.
func (s *RuleSet) Run(ctx context.Context, tree *document.Tree, attributes ...RuleAttribute) (document.Result, error) {
	in := s.input
	in.Tree, in.Attributes = tree, attributes
	r, err := s.program.Run(ctx, in)
	return r, ruleFault(err)
}

// Trace is Run with a trace of what the rules did, which is there also when one fails.
func (s *RuleSet) Trace(ctx context.Context, tree *document.Tree, attributes ...RuleAttribute) (document.Result, rules.Trace, error) {
	in := s.input
	in.Tree, in.Attributes = tree, attributes
	traced, ok := s.program.(interface {
		Trace(ctx context.Context, in RuleInput) (document.Result, rules.Trace, error)
	})
	if !ok {
		return document.Result{}, rules.Trace{}, errors.New("this rule engine writes no traces")
	}
	r, t, err := traced.Trace(ctx, in)
	return r, t, ruleFault(err)
}

// Programs are both compiled rule files, nil unless the engine is RuleLanguage.
func (s *RuleSet) Programs() (entity, component *rules.Program) {
	p, _ := s.program.(compiledRules)
	return p.entity, p.component
}
