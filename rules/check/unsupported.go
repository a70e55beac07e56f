package check

import (
	"fmt"
	"slices"
	"strings"

	"github.com/seed-62a36931/docket/rules/syntax"
)

// Unsupported reports what is valid in the rule language and not supported here,
// each with its place and what to write instead. The returned file lacks the rules,
// queries and types that the problems are about, so that no later check repeats
// them.
func Unsupported(f *syntax.File) (*syntax.File, []syntax.Problem) {
	r := &refusals{}
	out := *f
	r.head(f)
	out.Declares = slices.DeleteFunc(slices.Clone(f.Declares), func(d *syntax.Declare) bool {
		if d.Trait {
			r.say(d.Pos(), "traits are not supported: declare a type with all the fields")
		}
		return d.Trait
	})
	out.Imports = slices.DeleteFunc(slices.Clone(f.Imports), func(i syntax.Import) bool {
		if i.Accumulate {
			r.say(i.Pos(), "imported accumulate functions are not supported: use one of the built-in functions")
		}
		return i.Accumulate
	})
	out.Queries = slices.DeleteFunc(slices.Clone(f.Queries), func(q *syntax.Query) bool { return r.finds(func() { r.conds(q.Conds) }) })
	dropped := map[string]bool{}
	out.Rules = slices.DeleteFunc(slices.Clone(f.Rules), func(rule *syntax.Rule) bool {
		found := r.finds(func() { r.rule(rule) })
		if found {
			dropped[rule.Name] = true
		}
		return found
	})
	out.Rules = withoutHeirs(out.Rules, dropped)
	return &out, r.problems
}

// withoutHeirs leaves out the rules that extend a rule which was left out.
func withoutHeirs(rules []*syntax.Rule, dropped map[string]bool) []*syntax.Rule {
	for before := -1; before != len(rules); {
		before = len(rules)
		rules = slices.DeleteFunc(rules, func(r *syntax.Rule) bool {
			if !dropped[r.Extends] {
				return false
			}
			dropped[r.Name] = true
			return true
		})
	}
	return rules
}

type refusals struct{ problems []syntax.Problem }

// say adds a problem at an offset of the file.
func (r *refusals) say(at int, message string) {
	r.problems = append(r.problems, syntax.Problem{Offset: at, Message: message})
}

// finds calls look and reports whether it has added a problem.
func (r *refusals) finds(look func()) bool {
	before := len(r.problems)
	look()
	return len(r.problems) > before
}

// head checks the statements in the head of the file.
func (r *refusals) head(f *syntax.File) {
	if f.Unit != nil {
		r.say(f.Unit.Pos(), "rule units are not supported: leave the line out")
	}
	for _, e := range f.EntryPoints {
		r.say(e.Pos(), "entry points are not supported: all facts of a document are in one session")
	}
	for _, w := range f.Windows {
		r.say(w.Pos(), "windows are not supported: collect the facts and compare their places")
	}
}

// instead holds the replacements to propose for attributes of rules that are not
// supported.
var instead = map[string]string{
	"ruleflow-group": "use agenda-group",
	"date-effective": "compare the date in a condition", "date-expires": "compare the date in a condition",
	"calendars": "rules run once for a document", "timer": "rules run once for a document", "duration": "rules run once for a document",
	"refract": "a rule fires once for its facts anyway", "direct": "use agenda-group and salience",
}

// rule checks a rule.
func (r *refusals) rule(rule *syntax.Rule) {
	for _, a := range rule.Attrs.Others {
		if a.Name == "dialect" {
			if d := strings.Trim(a.Value, `"'`); d != "java" && d != "mvel" {
				r.say(a.Pos(), fmt.Sprintf("unknown dialect %q: consequences are Java", d))
			}
			continue
		}
		r.say(a.Pos(), fmt.Sprintf("the rule attribute %s is not supported: %s", a.Name, instead[a.Name]))
	}
	for _, c := range rule.Named {
		r.say(c.Pos(), namedConsequences)
	}
	r.conds(rule.Conds)
}

const namedConsequences = "named consequences are not supported: write a rule for each consequence"

// conds checks conditions.
func (r *refusals) conds(list []syntax.Cond) {
	for _, c := range list {
		syntax.Inspect(c, func(node any) bool {
			return !r.finds(func() { r.cond(node) }) && !r.finds(func() { r.expr(node) })
		})
	}
}

// cond checks conditions, and everything in them except expressions.
func (r *refusals) cond(node any) {
	switch n := node.(type) {
	case *syntax.Pattern:
		r.pattern(n)
	case *syntax.PathPattern:
		r.say(n.Path.Pos(), "paths are not supported: write '$x: Type() from $y.getAll()'")
	case *syntax.And:
		r.annotations(n.Annotations)
	case *syntax.Or:
		r.annotations(n.Annotations)
	case *syntax.Calls:
		r.say(n.Actions[0].Pos(), namedConsequences)
	case *syntax.AccumulatePattern:
		if n.Key != nil {
			r.say(n.Pos(), "groupby is not supported: bind the key in a pattern before and accumulate for each")
		}
	case *syntax.InlineCode:
		r.say(n.Pos(), "accumulate with init, action and result is not supported: use an accumulate function")
	case *syntax.FromEntryPoint:
		r.say(n.Pos(), "entry points are not supported: all facts of a document are in one session")
	case *syntax.FromWindow:
		r.say(n.Pos(), "windows are not supported: collect the facts and compare their places")
	case *syntax.Accumulate:
		for _, f := range n.Functions {
			r.unify(f.Pos(), f.Unify)
		}
	}
}

// pattern checks a pattern.
func (r *refusals) pattern(n *syntax.Pattern) {
	r.unify(n.Pos(), n.Unify)
	r.annotations(n.Annotations)
	switch {
	case n.Query:
		r.say(n.Pos(), "query calls are not supported: repeat the conditions of the query")
	case len(n.Positional) > 0:
		r.say(n.Positional[0].Pos(), "positional arguments are not supported: write 'field == value'")
	case n.Over != nil:
		r.say(n.Over.Pos(), "windows are not supported: collect the facts and compare their places")
	}
}

// unify refuses a binding that is a unification.
func (r *refusals) unify(at int, unify bool) {
	if unify {
		r.say(at, "unification (:=) is not supported: bind with ':' and compare with '=='")
	}
}

// annotations refuses annotations of conditions.
func (r *refusals) annotations(list []syntax.Annotation) {
	for _, a := range list {
		r.say(a.Pos(), "annotations of conditions are not supported: leave @"+a.Name+" out")
	}
}

// operators lists the words that are comparison operators.
var operators = []string{"matches", "contains", "excludes", "memberOf", "in", "soundslike", "str"}

// expr checks an expression.
func (r *refusals) expr(node any) {
	switch n := node.(type) {
	case *syntax.Relation:
		if !slices.Contains(operators, n.Op) {
			r.say(n.Pos(), "the operator "+n.Op+" is not supported: compare with < and >, or call a function")
		}
	case *syntax.Bind:
		r.unify(n.Pos(), n.Unify)
	case *syntax.Path, *syntax.BackRef:
		r.say(node.(syntax.Expr).Pos(), "paths are not supported: write '$x: Type() from $y.getAll()'")
	case *syntax.List, *syntax.MapLit:
		r.say(node.(syntax.Expr).Pos(), "lists and maps in brackets are not supported: use List.of( … ) and Map.of( … )")
	case *syntax.Annotated:
		r.annotations([]syntax.Annotation{n.Annotation})
	case *syntax.Assign:
		r.say(n.Pos(), "a condition must not assign: compare with '=='")
	case *syntax.Literal:
		switch n.Value.(type) {
		case syntax.Interval:
			r.say(n.Pos(), "lengths of time are not supported: compare dates with methods")
		case syntax.Infinity:
			r.say(n.Pos(), "'*' is not supported as a value")
		}
	}
}
