package check

import (
	"fmt"
	"strings"

	"github.com/seed-62a36931/docket/rules/syntax"
)

// takePaths takes the paths out of the constraints of a pattern.
func takePaths(p *syntax.Pattern) (paths []pathConstraint) {
	var rest []syntax.Expr
	for _, c := range p.Constraints {
		bind, x := "", c
		if b, ok := c.(*syntax.Bind); ok && !b.Unify {
			bind, x = b.Name, b.X
		}
		if path, ok := x.(*syntax.Path); ok {
			paths = append(paths, pathConstraint{bind, path})
			continue
		}
		rest = append(rest, c)
	}
	p.Constraints = rest
	return paths
}

// pathConstraint is a path in a pattern, and the name that what it reaches is bound to, "" for none.
type pathConstraint struct {
	bind string
	path *syntax.Path
}

// expandPaths returns what a pattern with a path stands for: itself without the path, and a pattern
// over the values of each step. One without a path is returned as it is.
func (e *expander) expandPaths(p *syntax.Pattern, bound map[string]bool) syntax.Cond {
	paths := takePaths(p)
	if len(paths) == 0 {
		return p
	}
	if len(paths) > 1 {
		e.addProblem(paths[1].path.Pos(), "a pattern has one path: write '$x: Type() from $y.getAll()' for the others")
		return p
	}
	if p.Bind == "" {
		p.Bind = e.hiddenName()
	}
	out, from := &syntax.And{At: p.At, Conds: []syntax.Cond{p}}, p.Bind
	steps := paths[0].path.Steps
	for i := range steps {
		name := paths[0].bind
		if i < len(steps)-1 || name == "" {
			name = e.hiddenName()
		}
		step := stepPattern(&steps[i], from, name)
		e.expandPattern(step, bound)
		out.Conds, from = append(out.Conds, step), name
	}
	return out
}

// hiddenName returns a name that no rule can write.
func (e *expander) hiddenName() string {
	e.calls++
	return fmt.Sprintf("'%d", e.calls)
}

// stepPattern returns the pattern over the values of a step: those of a property of what is bound to
// from. A number as the first condition is a place in a list.
func stepPattern(s *syntax.PathStep, from, name string) *syntax.Pattern {
	x := syntax.Expr(&syntax.Name{At: s.At, Name: from})
	for part := range strings.SplitSeq(s.Name, ".") {
		x = &syntax.Field{At: s.At, X: x, Name: part}
	}
	conds := s.Conds
	if len(conds) > 0 {
		if n, ok := conds[0].(*syntax.Literal); ok {
			if _, isInt := n.Value.(int32); isInt {
				x, conds = &syntax.Call{At: s.At, X: x, Name: "get", Args: []syntax.Expr{n}}, conds[1:]
			}
		}
	}
	class := &syntax.TypeRef{At: s.At, Name: s.Type, Path: s.Type}
	if s.Type == "" {
		class.Name = "Object"
	}
	return &syntax.Pattern{At: s.At, Bind: name, Step: true, Type: class, Constraints: conds, From: &syntax.FromExpr{At: s.At, X: x}}
}

// collectPaths returns the accumulate that a collect of patterns with paths stands for.
func (e *expander) collectPaths(into *syntax.Pattern, c *syntax.Collect, source *syntax.And) syntax.FromSource {
	function := "collectList"
	switch {
	case strings.HasSuffix(into.Type.Name, "Set"):
		function = "collectSet"
	case !strings.HasSuffix(into.Type.Name, "List") && into.Type.Name != "Collection":
		e.addProblem(into.Pos(), "collect makes a List or a Set, not a "+into.Type.Name)
	}
	value := &syntax.Name{At: c.At, Name: c.Pattern.Bind}
	call := syntax.AccFunction{At: c.At, Name: function, Args: []syntax.Expr{value}}
	return &syntax.Accumulate{At: c.At, Source: source, Functions: []syntax.AccFunction{call}}
}
