package commands

import (
	"context"
	"errors"
	"time"

	"github.com/seed-62a36931/docket/document"
	"github.com/seed-62a36931/docket/domain/template"
	"github.com/seed-62a36931/docket/rules"
)

// The stock limits of one run of a template's rules.
const (
	stockFirings  = 5_000_000
	stockDuration = 10 * time.Minute
)

// RuleLanguage is the engine of the rule language that templates are written in.
type RuleLanguage struct{}

var _ RuleEngine = RuleLanguage{}

// Compile implements RuleEngine.
func (RuleLanguage) Compile(entity, component []byte) (RuleProgram, []template.BundleError) {
	var p compiledRules
	var problems []template.BundleError
	for _, f := range []struct {
		name    string
		side    rules.Side
		content []byte
		into    **rules.Program
	}{{FileEntityRules, rules.Entity, entity, &p.entity}, {FileComponentRules, rules.Component, component, &p.component}} {
		if f.content == nil {
			continue
		}
		compiled, wrong := rules.Compile(f.side, f.content)
		for _, w := range wrong {
			problems = append(problems, template.BundleError{File: f.name, Line: w.Line, Column: w.Column, Message: w.Message})
		}
		*f.into = compiled
	}
	if p.entity == nil || p.component == nil {
		return nil, problems
	}
	return p, problems
}

// Doubts implements RuleEngine.
func (RuleLanguage) Doubts(f template.RuleFile, content []byte, names TemplateNames) (out []template.BundleError) {
	side := rules.Entity
	if f == template.ComponentRules {
		side = rules.Component
	}
	_, r := rules.Check(side, content)
	r = r.AgainstNames(rules.Names(names))
	for _, w := range r.Warnings {
		out = append(out, template.BundleError{File: fileOf(side), Line: w.Line, Column: w.Column, Message: w.Message})
	}
	return out
}

// fileOf is the file of a side's rules.
func fileOf(side rules.Side) string {
	if side == rules.Component {
		return FileComponentRules
	}
	return FileEntityRules
}

// DateFormats implements RuleEngine.
func (RuleLanguage) DateFormats(src []byte) ([]string, []DateFormatProblem) {
	patterns, wrong := rules.ParseDateFormats(src)
	var problems []DateFormatProblem
	for _, w := range wrong {
		problems = append(problems, DateFormatProblem(w))
	}
	return patterns, problems
}

// compiledRules are both rule files of a template.
type compiledRules struct{ entity, component *rules.Program }

// Run implements RuleProgram.
func (p compiledRules) Run(ctx context.Context, in RuleInput) (r document.Result, err error) {
	err = in.timed(ctx, func(ctx context.Context) (err error) {
		r, err = rules.Run(ctx, p.entity, p.component, in.language())
		return err
	})
	return r, err
}

// Trace is Run with a trace of what the rules did.
func (p compiledRules) Trace(ctx context.Context, in RuleInput) (r document.Result, t rules.Trace, err error) {
	err = in.timed(ctx, func(ctx context.Context) (err error) {
		r, t, err = rules.Traced(ctx, p.entity, p.component, in.language())
		return err
	})
	return r, t, err
}

// timed runs rules within the limit of time, and says which rule failed.
func (in RuleInput) timed(ctx context.Context, run func(context.Context) error) error {
	limit := in.Limits.Duration
	if limit <= 0 {
		limit = stockDuration
	}
	timed, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	err := run(timed)
	var failed *rules.RuleError
	switch {
	case err == nil:
		return nil
	case ctx.Err() != nil: // the caller stopped it, and no rule is to blame
		return ctx.Err()
	case errors.As(err, &failed):
		return &RuleFailure{failed.Rule, failed.Line, failed.Msg, fileOf(failed.Side), failed.Function}
	case timed.Err() != nil: // no failure of ours: running it again would take as long
		return &RuleFailure{Message: "they took longer than " + limit.String()}
	}
	return err
}

// language puts the input into the words of the rule language.
func (in RuleInput) language() rules.Input {
	out := rules.Input{Tree: in.Tree, DateFormats: in.DateFormats, Limits: rules.Limits{Firings: int64(in.Limits.Firings)}}
	if out.Limits.Firings <= 0 {
		out.Limits.Firings = stockFirings
	}
	for _, a := range in.Attributes {
		out.Attributes = append(out.Attributes, rules.Attribute(a))
	}
	for _, m := range in.Mappings {
		out.Mappings = append(out.Mappings, rules.Mapping{Name: m.Name, Columns: m.Columns, Rows: m.Rows})
	}
	for _, e := range in.Entities {
		out.Definitions = append(out.Definitions, rules.Definition{TechnicalName: e.TechnicalName, Rank: e.Rank, Kind: e.Kind,
			CaseSensitive: e.CaseSensitive, Terms: e.Terms, FalsePositive: e.FalsePositives, FalseRecommendation: e.FalseRecommendations})
	}
	return out
}
