package analysis

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/seed-62a36931/docket/commands/candidates"
	"github.com/seed-62a36931/docket/document"
	"github.com/seed-62a36931/docket/domain"
	"github.com/seed-62a36931/docket/domain/template"
	"github.com/seed-62a36931/docket/rules"
)

// DefaultRuleLimits returns the limits of one run of a template's rules: 5,000,000
// firings of the rules of each file, and 10 minutes for all.
func DefaultRuleLimits() rules.Limits {
	return rules.Limits{Firings: 5_000_000, Duration: 10 * time.Minute}
}

// limitsOrDefaults replaces the limits that are not set.
func limitsOrDefaults(l rules.Limits) rules.Limits {
	defaults := DefaultRuleLimits()
	if l.Firings <= 0 {
		l.Firings = defaults.Firings
	}
	if l.Duration <= 0 {
		l.Duration = defaults.Duration
	}
	return l
}

// templateRules are both compiled rule files of a template.
type templateRules struct{ entity, component *rules.Program }

// compileRules compiles the rule files of a template. A file that is nil is missing,
// which is no problem of the other one.
func compileRules(entity, component []byte) (p templateRules, problems []template.BundleError) {
	for _, f := range []struct {
		side    rules.Side
		content []byte
		into    **rules.Program
	}{{rules.EntityRules, entity, &p.entity}, {rules.ComponentRules, component, &p.component}} {
		if f.content == nil {
			continue
		}
		compiled, report := rules.Compile(f.side, f.content)
		for _, w := range report.Errors {
			problems = append(problems, template.BundleError{
				File:    RuleFileName(f.side),
				Line:    w.Line,
				Column:  w.Column,
				Message: w.Message,
			})
		}
		*f.into = compiled
	}
	return p, problems
}

// run runs the rules over a document. Rules that fail are a fault of kind
// Unprocessable, because running them again would fail again.
func (p templateRules) run(ctx context.Context, in rules.Input) (document.Result, error) {
	in.Limits = limitsOrDefaults(in.Limits)
	r, err := rules.Run(ctx, p.entity, p.component, in)
	return r, ruleFault(ctx, err, in.Limits)
}

// runWithModel does what run does, with candidates that a model names where one is set and the rules ask for
// them. What is wrong with the model is a failure beside those of rules, and never an error.
func (p templateRules) runWithModel(ctx context.Context, in rules.Input,
	asker *candidates.Asker) (document.Result, error) {
	if asker == nil || len(p.entity.Questions()) == 0 {
		return p.run(ctx, in)
	}
	found, calls, err := asker.Ask(ctx, p.entity.Questions(), in.Tree)
	if err != nil {
		return document.Result{}, err
	}
	in.Candidates = found
	r, err := p.run(ctx, in)
	if err != nil {
		return r, err
	}
	r.ModelCalls = calls
	r.Failures = append(r.Failures, candidates.Failures(p.entity.Questions(), calls)...)
	return r, nil
}

// explain does what run does and returns a trace of the run, also when a rule fails.
func (p templateRules) explain(ctx context.Context, in rules.Input) (document.Result, rules.Trace, error) {
	in.Limits = limitsOrDefaults(in.Limits)
	r, t, err := rules.Explain(ctx, p.entity, p.component, in)
	return r, t, ruleFault(ctx, err, in.Limits)
}

// ruleFault makes a fault of the failure of a run, unless the caller stopped it.
func ruleFault(ctx context.Context, err error, limits rules.Limits) error {
	var failed *rules.RuleError
	switch {
	case err == nil:
		return nil
	case ctx.Err() != nil:
		return ctx.Err()
	case errors.As(err, &failed):
		return &domain.Fault{Kind: domain.Unprocessable, Message: ruleFailureMessage(failed)}
	case errors.Is(err, context.DeadlineExceeded):
		return domain.Faultf(domain.Unprocessable, "The rules failed: they took longer than %s", limits.Duration)
	}
	return err
}

// ruleFailureMessage returns a sentence that names the rule that failed, its place and
// the cause.
func ruleFailureMessage(e *rules.RuleError) string {
	if e.Rule == "" {
		return "The rules failed: " + e.Message
	}
	place := RuleFileName(e.Side)
	if e.Function != "" {
		place += ", in the function " + e.Function
	}
	return fmt.Sprintf("Rule %s failed in line %d of %s: %s", e.Rule, e.Line, place, e.Message)
}

// unfinishedFault returns a fault for the rule in which the time of a run was over, nil when
// the run came to its end.
func unfinishedFault(failures []document.RuleFailure) error {
	for _, f := range failures {
		if !f.EndedRun {
			continue
		}
		side := rules.EntityRules
		if f.File == "COMPONENT" {
			side = rules.ComponentRules
		}
		return &domain.Fault{Kind: domain.Unprocessable, Message: ruleFailureMessage(&rules.RuleError{
			Rule: f.Rule, Line: f.Line, Message: f.Message, Side: side, Function: f.Function})}
	}
	return nil
}

// RuleFileName returns the name that the rule file of a side has in a bundle.
func RuleFileName(side rules.Side) string {
	if side == rules.ComponentRules {
		return FileComponentRules
	}
	return FileEntityRules
}

// dateFormatErrors places the problems of date formats in the file of a bundle. Their
// column is 1, because they are those of whole patterns.
func dateFormatErrors(problems []rules.DateFormatProblem) (out []template.BundleError) {
	for _, p := range problems {
		out = append(out, template.BundleError{File: FileDateFormats, Line: p.Line, Column: 1, Message: p.Message})
	}
	return out
}

// ruleDefinition returns the definition of an entity for the rules, without terms.
func ruleDefinition(d template.Definition) rules.Definition {
	return rules.Definition{TechnicalName: d.TechnicalName, Rank: d.Rank, Kind: d.Kind, CaseSensitive: d.CaseSensitive}
}

// setTerms sets the terms of one list of an entity's dictionary.
func setTerms(d *rules.Definition, list string, terms []string) {
	switch list {
	case template.ListEntries:
		d.Terms = terms
	case template.ListFalsePositives:
		d.FalsePositive = terms
	case template.ListFalseRecommendations:
		d.FalseRecommendation = terms
	}
}
