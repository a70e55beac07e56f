package check

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/seed-62a36931/docket/rules/syntax"
)

// ExpandPatterns rewrites what patterns say in short as the constraints that it stands for:
// positional arguments, := where the name is bound already, and calls of queries. Names that are not
// bound yet are bound there. It changes the file, and returns the problems.
func ExpandPatterns(f *syntax.File) []syntax.Problem {
	e := &expander{file: f, fields: map[string][]string{}, queries: map[string][]syntax.Cond{}, calling: map[string]bool{},
		rules:    indexFirst(f.Rules, func(r *syntax.Rule) string { return r.Name }),
		declares: indexFirst(f.Declares, func(d *syntax.Declare) string { return d.Name }),
		called:   indexFirst(f.Queries, func(q *syntax.Query) string { return q.Name })}
	for _, q := range f.Queries {
		e.queries[q.Name] = (&treeCopy{}).copyConds(q.Conds)
	}
	for _, d := range f.Declares {
		e.fields[d.Name] = e.fieldsOf(d, 0)
	}
	done := map[*syntax.Rule]map[string]bool{}
	for _, r := range f.Rules {
		e.expandRule(r, done)
	}
	for _, q := range f.Queries {
		bound := e.globals()
		for _, p := range q.Params {
			bound[p.Name] = true
		}
		e.calling[q.Name] = true
		e.expandConds(q.Conds, bound)
		delete(e.calling, q.Name)
	}
	return e.problems
}

// indexFirst returns what has a name first, by its name: files may have a hundred thousand rules.
func indexFirst[T any](list []*T, nameOf func(*T) string) map[string]*T {
	out := make(map[string]*T, len(list))
	for _, x := range list {
		if name := nameOf(x); out[name] == nil {
			out[name] = x
		}
	}
	return out
}

// expander rewrites the patterns of a file.
type expander struct {
	file     *syntax.File
	rules    map[string]*syntax.Rule
	declares map[string]*syntax.Declare
	called   map[string]*syntax.Query
	fields   map[string][]string      // of declared types, by position
	queries  map[string][]syntax.Cond // their conditions as they are in the file
	calling  map[string]bool          // queries whose calls are written out
	calls    int                      // of queries so far
	copied   int                      // nodes of queries in the place of calls
	problems []syntax.Problem
}

// maxParents is how many types may be above a declared one; those of a cycle are told elsewhere.
const maxParents = 100

// fieldsOf returns the fields of a declared type by position: those of the type above first,
// those with @position where that says, and the others in their order.
func (e *expander) fieldsOf(d *syntax.Declare, depth int) []string {
	var out []string
	if len(d.Extends) > 0 && depth < maxParents {
		name := d.Extends[0][strings.LastIndexByte(d.Extends[0], '.')+1:]
		if above := e.declares[name]; above != nil {
			out = e.fieldsOf(above, depth+1)
		}
	}
	type placed struct {
		name string
		at   int
	}
	var own []placed
	for i, f := range d.Fields {
		at := len(out) + i
		for _, a := range f.Annotations {
			if n, err := strconv.Atoi(strings.TrimSpace(a.Text)); err == nil && strings.EqualFold(a.Name, "position") {
				at = n
			}
		}
		own = append(own, placed{f.Name, at})
	}
	slices.SortStableFunc(own, func(x, y placed) int { return cmp.Compare(x.at, y.at) })
	for _, p := range own {
		out = append(out, p.name)
	}
	return out
}

// globals returns the names of the globals.
func (e *expander) globals() map[string]bool {
	out := map[string]bool{}
	for _, g := range e.file.Globals {
		out[g.Name] = true
	}
	return out
}

// expandRule rewrites a rule, after the one that it extends, and returns the names that are bound
// at its end.
func (e *expander) expandRule(r *syntax.Rule, done map[*syntax.Rule]map[string]bool) map[string]bool {
	if bound, known := done[r]; known {
		return maps.Clone(bound)
	}
	done[r] = e.globals() // a rule that extends itself ends here
	bound := e.globals()
	if above := e.rules[r.Extends]; r.Extends != "" && above != nil {
		bound = e.expandRule(above, done)
	}
	e.expandConds(r.Conds, bound)
	done[r] = bound
	return maps.Clone(bound)
}

// expandConds rewrites conditions one after the other, and adds what they bind.
func (e *expander) expandConds(list []syntax.Cond, bound map[string]bool) {
	for i, c := range list {
		list[i] = e.expandCond(c, bound)
	}
}

// expandCond rewrites a condition, adds what it binds, and returns what stands for it.
func (e *expander) expandCond(c syntax.Cond, bound map[string]bool) syntax.Cond {
	switch c := c.(type) {
	case *syntax.Pattern:
		return e.expandFacts(c, bound)
	case *syntax.And:
		e.expandConds(c.Conds, bound)
	case *syntax.Or:
		before := maps.Clone(bound)
		for i, way := range c.Conds {
			inside := maps.Clone(before)
			c.Conds[i] = e.expandCond(way, inside)
			maps.Copy(bound, inside)
		}
	case *syntax.Not:
		c.Cond = e.expandCond(c.Cond, maps.Clone(bound))
	case *syntax.Exists:
		c.Cond = e.expandCond(c.Cond, maps.Clone(bound))
	case *syntax.Forall:
		for _, inner := range c.Conds {
			if p, ok := inner.(*syntax.Pattern); ok && len(takePaths(&syntax.Pattern{Constraints: p.Constraints})) > 0 {
				e.addProblem(p.Pos(), "forall takes no pattern with a path: write 'not' twice")
			}
		}
		e.expandConds(c.Conds, maps.Clone(bound))
	case *syntax.Calls:
		c.Cond = e.expandCond(c.Cond, bound)
		e.bindLast(c.Cond)
	case *syntax.AccumulatePattern:
		e.expandSource(nil, c.Accumulate, bound)
		for _, f := range c.Accumulate.Functions {
			bound[f.Bind] = true
		}
	}
	return c
}

// bindLast gives the pattern that a condition ends with a binding that no rule can write, where it
// has none: the calls of consequences behind it may depend on its fact.
func (e *expander) bindLast(c syntax.Cond) {
	switch c := c.(type) {
	case *syntax.Pattern:
		if c.Bind == "" {
			c.Bind = e.hiddenName()
		}
	case *syntax.And:
		if n := len(c.Conds); n > 0 {
			e.bindLast(c.Conds[n-1])
		}
	case *syntax.Or:
		for _, way := range c.Conds {
			e.bindLast(way)
		}
	}
}

// expandFacts rewrites a pattern, adds what it binds, and returns it, or the conditions of the
// query that it calls.
func (e *expander) expandFacts(p *syntax.Pattern, bound map[string]bool) syntax.Cond {
	if q := e.called[p.Type.Name]; q != nil && !p.Query {
		if out := e.expandCall(p, q, bound); out != nil {
			return out
		}
		return &syntax.And{At: p.At}
	}
	p.From = e.expandSource(p, p.From, bound)
	e.expandPattern(p, bound)
	return e.expandPaths(p, bound)
}

// expandSource rewrites the patterns in what follows the from of a pattern, and returns what stands for
// it. They bind nothing outside.
func (e *expander) expandSource(p *syntax.Pattern, from syntax.FromSource, bound map[string]bool) syntax.FromSource {
	switch from := from.(type) {
	case *syntax.Collect:
		if from.Pattern != nil {
			if source, ok := e.expandCond(from.Pattern, maps.Clone(bound)).(*syntax.And); ok && len(source.Conds) > 1 {
				return e.collectPaths(p, from, source)
			}
		}
	case *syntax.Accumulate:
		if from.Source != nil {
			from.Source = e.expandCond(from.Source, maps.Clone(bound))
		}
	}
	return from
}

// expandPattern rewrites a pattern, and adds what it binds.
func (e *expander) expandPattern(p *syntax.Pattern, bound map[string]bool) {
	var out []syntax.Expr
	if p.Unify && p.Bind != "" {
		if bound[p.Bind] {
			out = append(out, sameAs(p.Pos(), &syntax.Name{At: p.At, Name: "this"}, p.Bind))
			p.Bind = ""
		}
		p.Unify = false
	}
	bound[p.Bind] = true
	if !p.Query && len(p.Positional) > 0 {
		out = append(out, e.expandPositions(p, bound)...)
		p.Positional = nil
	}
	for _, c := range p.Constraints {
		out = append(out, expandConstraint(c, bound))
	}
	p.Constraints = out
}

// expandPositions returns the constraints that positional arguments stand for.
func (e *expander) expandPositions(p *syntax.Pattern, bound map[string]bool) (out []syntax.Expr) {
	fields, declared := e.fields[p.Type.Name]
	if !declared || len(p.Positional) > len(fields) {
		message := fmt.Sprintf("%s has %d fields, not %d: write 'field == value'", p.Type.Name, len(fields), len(p.Positional))
		if !declared {
			message = "only declared types have fields by position: write 'field == value'"
		}
		e.problems = append(e.problems, syntax.Problem{Offset: p.Positional[0].Pos(), Message: message})
		return nil
	}
	for i, x := range p.Positional {
		at := syntax.At(x.Pos())
		field := &syntax.Name{At: at, Name: fields[i]}
		if n, isName := x.(*syntax.Name); isName && !bound[n.Name] {
			bound[n.Name] = true
			out = append(out, &syntax.Bind{At: at, Name: n.Name, X: field})
			continue
		}
		out = append(out, &syntax.Binary{At: at, Op: "==", X: field, Y: x})
	}
	return out
}

// expandConstraint returns a constraint without :=, and adds what it binds.
func expandConstraint(c syntax.Expr, bound map[string]bool) syntax.Expr {
	switch x := c.(type) {
	case *syntax.Binary:
		if x.Op == "&&" {
			x.X, x.Y = expandConstraint(x.X, bound), expandConstraint(x.Y, bound)
		}
	case *syntax.Bind:
		if _, compares := x.X.(*syntax.Binary); x.Unify && !compares {
			if bound[x.Name] {
				return sameAs(x.Pos(), x.X, x.Name)
			}
			x.Unify = false
		}
		bound[x.Name] = true
	}
	return c
}

// sameAs returns the constraint that a value is that of a binding.
func sameAs(at int, x syntax.Expr, binding string) syntax.Expr {
	return &syntax.Binary{At: syntax.At(at), Op: "==", X: x, Y: &syntax.Name{At: syntax.At(at), Name: binding}}
}
