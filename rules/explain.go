package rules

import (
	"fmt"
	"slices"
	"strings"

	"github.com/seed-62a36931/docket/rules/check"
	"github.com/seed-62a36931/docket/rules/engine"
	"github.com/seed-62a36931/docket/rules/syntax"
)

// A Rule names a rule and its place in a rule file.
type Rule struct {
	Side Side
	ID   string // Group.Unit.Number, the part of the name before the first colon
	Name string // the whole name, as written
	Line int    // in the file, from 1
}

// Rules returns the rules of the file, in their order.
func (p *Program) Rules() []Rule {
	var out []Rule
	for _, r := range p.syntaxTree().Rules {
		out = append(out, p.ruleText(r))
	}
	return out
}

// RulesMentioning returns the rules whose consequences contain a text as a string
// literal, in the order of the file: these rules can make a component or entity of that
// name.
func (p *Program) RulesMentioning(text string) []Rule {
	var out []Rule
	for _, r := range p.syntaxTree().Rules {
		if slices.Contains(p.stringsIn(r.Code.Pos(), r.Code.End), text) {
			out = append(out, p.ruleText(r))
		}
	}
	return out
}

// ConditionStrings returns the string literals in the conditions of the rule with this
// name, each once. They include the names of the types that it looks for.
func (p *Program) ConditionStrings(rule string) []string {
	var out []string
	for _, r := range p.syntaxTree().Rules {
		if r.Name != rule {
			continue
		}
		for _, s := range p.stringsIn(r.NameAt, r.Code.Pos()) {
			if s != r.Name && !slices.Contains(out, s) {
				out = append(out, s)
			}
		}
	}
	return out
}

// stringsIn returns the string literals between two offsets of the file.
func (p *Program) stringsIn(from, to int) []string {
	tokens, _ := syntax.Lex(syntax.NewSource(p.source.Text[from:to]))
	out := []string{}
	for _, t := range tokens {
		if t.Kind == syntax.Str || t.Kind == syntax.Quoted {
			out = append(out, strings.Trim(t.Text, `"'`))
		}
	}
	return out
}

func (p *Program) syntaxTree() *syntax.File {
	file, _ := syntax.Parse(p.source)
	return file
}

func (p *Program) ruleText(r *syntax.Rule) Rule {
	id, _, _ := strings.Cut(r.Name, ":")
	return Rule{Side: p.side, ID: strings.TrimSpace(id), Name: r.Name, Line: p.source.Line(r.Pos())}
}

// A probe finds out which condition of a rule had no match. For each condition it has a
// query that matches when the condition and all those before it match.
type probe struct {
	rule    string
	attrs   syntax.Attributes
	queries []string
	texts   []string // of the conditions, with their lines
	negated []bool   // conditions that hold while there is no match
}

// programWithProbes returns the program extended by the queries of its probes, and the probes.
func (p *Program) programWithProbes() (*engine.Program, []probe) {
	file := p.syntaxTree()
	if len(syntax.ParseJava(file))+len(check.ExpandPatterns(file)) > 0 {
		return p.program, nil
	}
	var probes []probe
	for i, r := range file.Rules {
		conds := withoutCalls(conditionsOf(file, r))
		made := probe{rule: r.Name, attrs: r.Attrs}
		for k, c := range conds {
			name := fmt.Sprintf("\x00%d.%d", i, k) // no query of a file can have this name
			at := syntax.At(c.Pos())
			file.Queries = append(file.Queries, &syntax.Query{At: at, Name: name,
				Conds: []syntax.Cond{&syntax.Exists{At: at, Cond: &syntax.And{At: at, Conds: conds[:k+1]}}}})
			_, negated := c.(*syntax.Not)
			made.queries, made.negated = append(made.queries, name), append(made.negated, negated)
			made.texts = append(made.texts, fmt.Sprintf("%s (line %d)", p.conditionText(file, c), p.source.Line(c.Pos())))
		}
		probes = append(probes, made)
	}
	program, problems := engine.Compile(file, registryOf(p.side))
	if len(problems) > 0 { // conditions that cannot be queried outside of their rule
		return p.program, nil
	}
	return program, probes
}

// conditionsOf returns the conditions of a rule, after those of the rules that it
// extends.
func conditionsOf(file *syntax.File, r *syntax.Rule) []syntax.Cond {
	var conds []syntax.Cond
	for _, rule := range slices.Backward(file.WithExtended(r)) {
		conds = append(conds, rule.Conds...)
	}
	return conds
}

// withoutCalls returns conditions without the calls of consequences behind them.
func withoutCalls(conds []syntax.Cond) []syntax.Cond {
	out := slices.Clone(conds)
	for i, c := range out {
		switch c := c.(type) {
		case *syntax.Calls:
			out[i] = withoutCalls([]syntax.Cond{c.Cond})[0]
		case *syntax.And:
			out[i] = &syntax.And{At: c.At, Conds: withoutCalls(c.Conds)}
		case *syntax.Or:
			out[i] = &syntax.Or{At: c.At, Conds: withoutCalls(c.Conds)}
		}
	}
	return out
}

// conditionText returns the source text of a condition on one line.
func (p *Program) conditionText(file *syntax.File, c syntax.Cond) string {
	end := len(p.source.Text)
	until := func(at int) {
		if at > c.Pos() {
			end = min(end, at)
		}
	}
	for _, r := range file.Rules {
		until(r.Code.Pos())
		for _, other := range r.Conds {
			until(other.Pos())
		}
	}
	text := strings.TrimSpace(p.source.Text[c.Pos():end])
	return shortenText(strings.TrimSuffix(text, "then"), conditionWidth)
}

// unmetCondition returns the condition that had no match at the end of a session, as a sentence, or
// "" when it is not known.
func (p probe) unmetCondition(s *engine.Session) string {
	if isFalse(p.attrs.Enabled) {
		return "it is not enabled"
	}
	for k, name := range p.queries {
		rows, err := s.RunQuery(name)
		switch {
		case err != nil:
			return ""
		case len(rows) > 0:
		case p.negated[k]:
			return "there is what must not be: " + p.texts[k]
		case k == 0:
			return "nothing matches " + p.texts[k]
		default:
			return "nothing matches " + p.texts[k] + " together with the conditions before it"
		}
	}
	switch a := p.attrs; {
	case a.ActivationGroup != "":
		return "another rule of its activation group " + a.ActivationGroup + " fired"
	case a.AgendaGroup != "":
		return "its conditions hold, but its agenda group " + a.AgendaGroup + " did not have the focus"
	}
	return "its conditions hold only since the rules have ended"
}

func isFalse(x syntax.Expr) bool {
	l, ok := x.(*syntax.Literal)
	return ok && l.Value == false
}
