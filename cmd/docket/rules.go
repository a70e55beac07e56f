package main

import (
	"context"
	"errors"

	"github.com/seed-62a36931/docket/commands"
	"github.com/seed-62a36931/docket/domain/document"
	"github.com/seed-62a36931/docket/domain/rules"
	"github.com/seed-62a36931/docket/domain/template"
)

// ruleEngine is the rule language as commands use it.
type ruleEngine struct{}

// Compile implements commands.RuleEngine.
func (ruleEngine) Compile(entity, component []byte) (commands.RuleProgram, []template.BundleError) {
	var p ruleProgram
	var problems []template.BundleError
	for _, side := range []struct {
		side    rules.Side
		file    string
		source  []byte
		program **rules.Program
	}{{rules.Entity, commands.FileEntityRules, entity, &p.entity}, {rules.Component, commands.FileComponentRules, component, &p.component}} {
		if side.source == nil {
			continue
		}
		program, wrong := rules.Compile(side.side, side.source)
		*side.program = program
		for _, w := range wrong {
			problems = append(problems, template.BundleError{File: side.file, Line: w.Line, Column: w.Column, Message: w.Message})
		}
	}
	if len(problems) > 0 {
		return nil, problems
	}
	return p, nil
}

// DateFormats implements commands.RuleEngine.
func (ruleEngine) DateFormats(src []byte) ([]string, []template.BundleError) {
	patterns, wrong := rules.ParseDateFormats(src)
	var problems []template.BundleError
	for _, w := range wrong {
		problems = append(problems, template.BundleError{File: commands.FileDateFormats, Line: w.Line, Column: 1, Message: w.Message})
	}
	return patterns, problems
}

// ruleProgram is both rule files of a template.
type ruleProgram struct{ entity, component *rules.Program }

// Run implements commands.RuleProgram.
func (p ruleProgram) Run(ctx context.Context, in commands.RuleInput) (document.Result, error) {
	if p.entity == nil || p.component == nil {
		return document.Result{}, errors.New("a template without both rule files is not run")
	}
	input := rules.Input{Tree: in.Tree, DateFormats: in.DateFormats,
		Limits: rules.Limits{Firings: int64(in.Limits.Firings), Duration: in.Limits.Duration}}
	for _, e := range in.Entities {
		input.Definitions = append(input.Definitions, rules.Definition{TechnicalName: e.TechnicalName, Rank: e.Rank, Kind: e.Kind,
			CaseSensitive: e.CaseSensitive, Terms: e.Terms, FalsePositive: e.FalsePositives})
	}
	for _, m := range in.Mappings {
		input.Mappings = append(input.Mappings, rules.Mapping{Name: m.Name, Columns: m.Columns, Rows: m.Rows})
	}
	result, err := rules.Run(ctx, p.entity, p.component, input)
	var failed *rules.RuleError
	if errors.As(err, &failed) {
		err = &commands.RuleFailure{Rule: failed.Rule, Line: failed.Line, Message: failed.Msg}
	}
	return result, err
}
