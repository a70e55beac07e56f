package check

import (
	"fmt"
	"slices"
	"strings"

	"github.com/seed-62a36931/docket/rules/syntax"
)

// FindUnsupported reports what is valid in the rule language and not supported here,
// each with its place and what to write instead, after ExpandPatterns. The returned file
// lacks the rules, queries and types that the problems are about, so that no later check
// repeats them.
func FindUnsupported(f *syntax.File) (*syntax.File, []syntax.Problem) {
	r := &refusals{file: f}
	out := *f
	r.checkHead(f)
	out.Declares = slices.DeleteFunc(slices.Clone(f.Declares), func(d *syntax.Declare) bool {
		if d.Trait {
			r.addProblem(d.Pos(), "traits are not supported: declare a type with all the fields")
		}
		return d.Trait
	})
	out.Imports = slices.DeleteFunc(slices.Clone(f.Imports), func(i syntax.Import) bool {
		if i.Accumulate {
			r.addProblem(i.Pos(), "imported accumulate functions are not supported: use one of the built-in functions")
		}
		return i.Accumulate
	})
	out.Queries = slices.DeleteFunc(slices.Clone(f.Queries),
		func(q *syntax.Query) bool { return r.findsAny(func() { r.checkQuery(q) }) })
	dropped := map[string]bool{}
	out.Rules = slices.DeleteFunc(slices.Clone(f.Rules), func(rule *syntax.Rule) bool {
		found := r.findsAny(func() { r.checkRule(rule) })
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

type refusals struct {
	file     *syntax.File
	problems []syntax.Problem
}

// addProblem adds a problem at an offset of the file.
func (r *refusals) addProblem(at int, message string) {
	r.problems = append(r.problems, syntax.Problem{Offset: at, Message: message})
}

// findsAny calls look and reports whether it has added a problem.
func (r *refusals) findsAny(look func()) bool {
	before := len(r.problems)
	look()
	return len(r.problems) > before
}

// checkHead checks the statements in the head of the file.
func (r *refusals) checkHead(f *syntax.File) {
	if f.Unit != nil {
		r.addProblem(f.Unit.Pos(), "rule units are not supported: leave the line out")
	}
	for _, e := range f.EntryPoints {
		r.addProblem(e.Pos(), "entry points are not supported: all facts of a document are in one session")
	}
	for _, w := range f.Windows {
		r.addProblem(w.Pos(), "windows are not supported: collect the facts and compare their places")
	}
}

// replacements holds the replacements to propose for attributes of rules that are not
// supported.
var replacements = map[string]string{
	"ruleflow-group": "use agenda-group",
	"date-effective": "compare the date in a condition", "date-expires": "compare the date in a condition",
	"calendars": "rules run once for a document", "timer": "rules run once for a document", "duration": "rules run once for a document",
	"refract": "a rule fires once for its facts anyway", "direct": "use agenda-group and salience",
}

// checkRule checks a rule.
func (r *refusals) checkRule(rule *syntax.Rule) {
	for _, a := range rule.Attrs.Others {
		if a.Name == "dialect" {
			if d := strings.Trim(a.Value, `"'`); d != "java" && d != "mvel" {
				r.addProblem(a.Pos(), fmt.Sprintf("unknown dialect %q: consequences are Java", d))
			}
			continue
		}
		r.addProblem(a.Pos(), fmt.Sprintf("the rule attribute %s is not supported: %s", a.Name, replacements[a.Name]))
	}
	r.checkNamed(rule)
	r.checkConds(rule.Conds)
}

// checkQuery checks a query.
func (r *refusals) checkQuery(q *syntax.Query) {
	for _, c := range q.Conds {
		r.checkMisplacedCalls(c, "a query has no consequences to call")
	}
	r.checkConds(q.Conds)
}

// checkConds checks conditions.
func (r *refusals) checkConds(list []syntax.Cond) {
	for _, c := range list {
		syntax.Inspect(c, func(node any) bool {
			if _, isCode := node.(*syntax.InlineCode); isCode {
				return false // it is Java
			}
			return !r.findsAny(func() { r.checkCond(node) }) && !r.findsAny(func() { r.checkExpr(node) })
		})
	}
}

// checkCond checks conditions, and everything in them except expressions.
func (r *refusals) checkCond(node any) {
	switch n := node.(type) {
	case *syntax.Pattern:
		r.checkPattern(n)
	case *syntax.PathPattern:
		r.addProblem(n.Path.Pos(), "a path stands inside of a pattern: write 'Type(/property)'")
	case *syntax.And:
		r.checkAnnotations(n.Annotations)
	case *syntax.Or:
		r.checkAnnotations(n.Annotations)
	case *syntax.AccumulatePattern:
		if n.Key != nil {
			r.addProblem(n.Pos(), "groupby is not supported: bind the key in a pattern before and accumulate for each")
		}
	case *syntax.FromEntryPoint:
		r.addProblem(n.Pos(), "entry points are not supported: all facts of a document are in one session")
	case *syntax.FromWindow:
		r.addProblem(n.Pos(), "windows are not supported: collect the facts and compare their places")
	case *syntax.Accumulate:
		for _, f := range n.Functions {
			r.checkUnify(f.Pos(), f.Unify)
		}
	}
}

// checkPattern checks a pattern.
func (r *refusals) checkPattern(n *syntax.Pattern) {
	r.checkUnify(n.Pos(), n.Unify)
	r.checkAnnotations(slices.DeleteFunc(slices.Clone(n.Annotations), func(a syntax.Annotation) bool { return a.Name == "watch" }))
	switch {
	case n.Query:
		r.addProblem(n.Pos(), "a query that is asked only once (?) is not supported: leave the question mark out")
	case n.Over != nil:
		r.addProblem(n.Over.Pos(), "windows are not supported: collect the facts and compare their places")
	}
}

// checkUnify refuses a binding that is a unification.
func (r *refusals) checkUnify(at int, unify bool) {
	if unify {
		r.addProblem(at, "unification (:=) is not supported: bind with ':' and compare with '=='")
	}
}

// checkAnnotations refuses annotations of conditions.
func (r *refusals) checkAnnotations(list []syntax.Annotation) {
	for _, a := range list {
		r.addProblem(a.Pos(), "annotations of conditions are not supported: leave @"+a.Name+" out")
	}
}

// operators lists the words that are comparison operators.
var operators = []string{"matches", "contains", "excludes", "memberOf", "in", "soundslike", "str"}

// checkExpr checks an expression.
func (r *refusals) checkExpr(node any) {
	switch n := node.(type) {
	case *syntax.Relation:
		if !slices.Contains(operators, n.Op) {
			r.addProblem(n.Pos(), "the operator "+n.Op+" is not supported: compare with < and >, or call a function")
		}
	case *syntax.Bind:
		r.checkUnify(n.Pos(), n.Unify)
	case *syntax.Path:
		r.addProblem(n.Pos(), "a path is a constraint by itself, '/property' or '$x: /property': it is no part of others")
	case *syntax.BackRef:
		r.addProblem(n.Pos(), "'..' is not supported: bind what is above, and compare with that")
	case *syntax.List, *syntax.MapLit:
		r.addProblem(node.(syntax.Expr).Pos(), "lists and maps in brackets are not supported: use List.of( … ) and Map.of( … )")
	case *syntax.Annotated:
		r.checkAnnotations([]syntax.Annotation{n.Annotation})
	case *syntax.Assign:
		r.addProblem(n.Pos(), "a condition must not assign: compare with '=='")
	case *syntax.Literal:
		switch n.Value.(type) {
		case syntax.Interval:
			r.addProblem(n.Pos(), "lengths of time are not supported: compare dates with methods")
		case syntax.Infinity:
			r.addProblem(n.Pos(), "'*' is not supported as a value")
		}
	}
}
