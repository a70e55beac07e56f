package compile

import "github.com/seed-62a36931/docket/rules/syntax"

// finding is a place where the conditions of a rule bind a name.
type finding struct {
	at     int
	inside string // the condition that hides the binding, "" for none
}

// explainUnbound explains why a name that the conditions of a rule bind is not known at a
// place. It returns "" when they do not bind it.
func explainUnbound(conds []syntax.Cond, name string, at int) string {
	s := &search{name: name}
	for _, c := range conds {
		s.searchCond(c, "")
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

// addFinding records a binding, if it is of the name searched for.
func (s *search) addFinding(name string, at int, inside string) {
	if name == s.name {
		s.found = append(s.found, finding{at, inside})
	}
}

// searchConds searches conditions.
func (s *search) searchConds(list []syntax.Cond, inside string) {
	for _, c := range list {
		s.searchCond(c, inside)
	}
}

// searchCond searches a condition.
func (s *search) searchCond(c syntax.Cond, inside string) {
	switch c := c.(type) {
	case *syntax.Pattern:
		s.addFinding(c.Bind, c.Pos(), inside)
		for _, e := range c.Constraints {
			s.searchExpr(e, inside)
		}
		s.searchFrom(c.From, inside)
	case *syntax.And:
		s.searchConds(c.Conds, inside)
	case *syntax.Or:
		s.searchConds(c.Conds, outermostCond(inside, "or"))
	case *syntax.Not:
		s.searchCond(c.Cond, outermostCond(inside, "not"))
	case *syntax.Exists:
		s.searchCond(c.Cond, outermostCond(inside, "exists"))
	case *syntax.Forall:
		s.searchConds(c.Conds, outermostCond(inside, "forall"))
	case *syntax.Calls:
		s.searchCond(c.Cond, inside)
	case *syntax.AccumulatePattern:
		s.searchFrom(c.Accumulate, inside)
	}
}

// outermostCond returns the outer condition, or the inner one when there is none.
func outermostCond(outer, inner string) string {
	if outer != "" {
		return outer
	}
	return inner
}

// searchFrom searches the source of a from.
func (s *search) searchFrom(source syntax.FromSource, inside string) {
	switch source := source.(type) {
	case *syntax.Collect:
		s.searchCond(source.Pattern, outermostCond(inside, "collect"))
	case *syntax.Accumulate:
		s.searchCond(source.Source, outermostCond(inside, "accumulate"))
		for _, f := range source.Functions {
			s.addFinding(f.Bind, f.Pos(), inside)
		}
	}
}

// searchExpr searches an expression.
func (s *search) searchExpr(e syntax.Expr, inside string) {
	switch e := e.(type) {
	case *syntax.Bind:
		s.addFinding(e.Name, e.Pos(), inside)
		s.searchExpr(e.X, inside)
	case *syntax.Binary:
		s.searchExpr(e.X, inside)
		s.searchExpr(e.Y, inside)
	case *syntax.Nested:
		for _, x := range e.Exprs {
			s.searchExpr(x, inside)
		}
	case *syntax.Relation:
		s.searchExpr(e.X, inside)
	}
}
