package commands

import (
	"context"
	"fmt"
	"time"

	"github.com/seed-62a36931/docket/document"
	"github.com/seed-62a36931/docket/domain"
	"github.com/seed-62a36931/docket/domain/template"
)

// A RuleEngine knows the rule language: it compiles rule files and runs them
// over documents. It is safe for concurrent use.
type RuleEngine interface {
	// Compile reads both rule files of a template; one that is nil is missing, which
	// is no problem of the other. Problems name the file, line and column. The
	// program is nil when there are any, or a file is missing.
	Compile(entity, component []byte) (RuleProgram, []template.BundleError)
	// Doubts are what is doubtful in one rule file and does not keep it from being
	// stored, also what they name and the template does not define.
	Doubts(f template.RuleFile, content []byte, names TemplateNames) []template.BundleError
	// DateFormats reads the patterns of a date format file, in order.
	DateFormats(src []byte) ([]string, []DateFormatProblem)
}

// TemplateNames are what a template defines and rules name: technical names of entity
// and component definitions, and the columns of component mappings by name. Of what is
// empty nothing is looked at: its definitions may be uploaded later.
type TemplateNames struct {
	Entities, Components []string
	Mappings             map[string][]string
}

// A DateFormatProblem is a pattern that cannot be used. Pattern is as written, ""
// for what is wrong with the file as a whole.
type DateFormatProblem struct {
	Line    int // from 1
	Pattern string
	Message string
}

// inFile places the problems of date formats in a file of a template. The column is
// that of the whole pattern.
func inFile(problems []DateFormatProblem) (out []template.BundleError) {
	for _, p := range problems {
		out = append(out, template.BundleError{File: FileDateFormats, Line: p.Line, Column: 1, Message: p.Message})
	}
	return out
}

// A RuleProgram is a compiled pair of rule files. It is safe for concurrent use.
type RuleProgram interface {
	// Run gives what the rules find in a document, or a *RuleFailure.
	Run(ctx context.Context, in RuleInput) (document.Result, error)
}

// RuleInput is what rules see beside their own text.
type RuleInput struct {
	Tree        *document.Tree
	Entities    []RuleEntity
	Mappings    []RuleMapping
	DateFormats []string // patterns, in order of trial
	Attributes  []RuleAttribute
	Limits      RuleLimits
}

// A RuleAttribute is an attribute of the file, as rules see it.
type RuleAttribute struct{ ID, Label, Value string }

// A RuleEntity is an entity definition with the terms of its dictionary.
type RuleEntity struct {
	template.Definition
	Terms                []string
	FalsePositives       []string
	FalseRecommendations []string
}

// A RuleMapping is a component mapping that rules look values up in.
type RuleMapping struct {
	Name string
	*template.MappingTable
}

// RuleLimits bound one run of a template's rules; zero fields take the stock:
// 2,000,000 firings, 10 minutes.
type RuleLimits struct {
	Firings  int           // of the rules of each file
	Duration time.Duration // of the whole run
}

// DefaultRuleLimits returns the limits of one run of a template's rules: 5,000,000
// firings of the rules of each file, and 10 minutes for all.
func DefaultRuleLimits() RuleLimits {
	return RuleLimits{Firings: 5_000_000, Duration: 10 * time.Minute}
}

// A RuleFailure is a rule that could not be carried out on a document.
type RuleFailure struct {
	Rule    string // name of the rule, "" when none can be blamed
	Line    int    // of the rule file, from 1; 0: unknown
	Message string
	File    string // of the bundle, "" when it is not known
	// Function is the function that the line stands in, "" for none.
	Function string
}

// Error names the rule, its line and what went wrong.
func (f *RuleFailure) Error() string {
	switch {
	case f.Rule == "":
		return "The rules failed: " + f.Message
	case f.Line == 0:
		return fmt.Sprintf("Rule %s failed: %s", f.Rule, f.Message)
	}
	return fmt.Sprintf("Rule %s failed in line %d%s: %s", f.Rule, f.Line, f.place(), f.Message)
}

// place says what the line is one of, as far as it is known.
func (f *RuleFailure) place() string {
	s := ""
	if f.File != "" {
		s = " of " + f.File
	}
	if f.Function != "" {
		s += ", in the function " + f.Function
	}
	return s
}

// fault makes of the failure what people are told.
func (f *RuleFailure) fault() error {
	return &domain.Fault{Kind: domain.Unprocessable, Message: f.Error()}
}
