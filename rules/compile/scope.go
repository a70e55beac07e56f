package compile

import "github.com/seed-62a36931/docket/rules/syntax"

// finding is a place where the conditions of a rule bind a name.
type finding struct {
	at     int
	inside string // the condition that hides the binding, "" for none
}

// elsewhere explains why a name that the conditions of a rule bind is not known at a
// place. It returns "" when they do not bind it.
func elsewhere(conds []syntax.Cond, name string, at int) string {
	s := &search{name: name}
	for _, c := range conds {
		s.cond(c, "")
	}
	for _, f := range s.found {
		switch {
		case f.inside == "or":
			return name + " is bound in one branch of or only"
		case f.inside != "":
			return name + " is bound inside of " + f.inside + " and is not known outside of it"
		case f.at > at:
			return name + " is used before it is bound"
		}
	}
	return ""
}

// search finds the bindings of a name in conditions.
type search struct {
	name  string
	found []finding
}

// note records a binding, if it is of the name searched for.
func (s *search) note(name string, at int, inside string) {
	if name == s.name {
		s.found = append(s.found, finding{at, inside})
	}
}

// conds searches conditions.
func (s *search) conds(list []syntax.Cond, inside string) {
	for _, c := range list {
		s.cond(c, inside)
	}
}

// cond searches a condition.
func (s *search) cond(c syntax.Cond, inside string) {
	switch c := c.(type) {
	case *syntax.Pattern:
		s.note(c.Bind, c.Pos(), inside)
		for _, e := range c.Constraints {
			s.expr(e, inside)
		}
		s.from(c.From, inside)
	case *syntax.And:
		s.conds(c.Conds, inside)
	case *syntax.Or:
		s.conds(c.Conds, within(inside, "or"))
	case *syntax.Not:
		s.cond(c.Cond, within(inside, "not"))
	case *syntax.Exists:
		s.cond(c.Cond, within(inside, "exists"))
	case *syntax.Forall:
		s.conds(c.Conds, within(inside, "forall"))
	case *syntax.AccumulatePattern:
		s.from(c.Accumulate, inside)
	}
}

// within returns the outer condition, or the inner one when there is none.
func within(outer, inner string) string {
	if outer != "" {
		return outer
	}
	return inner
}

// from searches the source of a from.
func (s *search) from(source syntax.FromSource, inside string) {
	switch source := source.(type) {
	case *syntax.Collect:
		s.cond(source.Pattern, within(inside, "collect"))
	case *syntax.Accumulate:
		s.cond(source.Source, within(inside, "accumulate"))
		for _, f := range source.Functions {
			s.note(f.Bind, f.Pos(), inside)
		}
	}
}

// expr searches an expression.
func (s *search) expr(e syntax.Expr, inside string) {
	switch e := e.(type) {
	case *syntax.Bind:
		s.note(e.Name, e.Pos(), inside)
		s.expr(e.X, inside)
	case *syntax.Binary:
		s.expr(e.X, inside)
		s.expr(e.Y, inside)
	case *syntax.Nested:
		for _, x := range e.Exprs {
			s.expr(x, inside)
		}
	case *syntax.Relation:
		s.expr(e.X, inside)
	}
}
