package compile

import "github.com/seed-62a36931/docket/rules/syntax"

// followExpr follows an expression in the order of evaluation.
func (w *flow) followExpr(e syntax.Expr, s *state) {
	if e == nil {
		return
	}
	syntax.Inspect(e, func(node any) bool {
		switch x := node.(type) {
		case *syntax.Name:
			w.noteRead(x, s)
		case *syntax.Assign:
			return w.followAssign(x, s)
		case *syntax.IncDec:
			w.followExpr(x.X, s)
			w.noteAssigned(x.X, s)
			return false
		case *syntax.Ternary:
			w.followTernary(x, s)
			return false
		case *syntax.InstanceOf:
			if x.Bind != "" {
				s.declareVar(x.Bind, true, false)
			}
		case *syntax.Lambda:
			w.followLambda(x, s.clone())
			return false
		case *syntax.SwitchExpr:
			if after := w.followSwitch(x.Switch, s, true); after != nil {
				*s = *after
			}
			return false
		}
		return true
	})
}

// noteRead reports a variable that may have no value, once.
func (w *flow) noteRead(n *syntax.Name, s *state) {
	if s.open[n.Name] {
		w.problem(n.Pos(), "variable %s may have no value yet", n.Name)
		delete(s.open, n.Name)
	}
}

// followAssign follows an assignment to a variable. It returns true for any other target,
// which is then followed part by part.
func (w *flow) followAssign(x *syntax.Assign, s *state) (into bool) {
	if _, variable := x.Target.(*syntax.Name); !variable {
		return true
	}
	if x.Op != "=" {
		w.followExpr(x.Target, s)
	}
	w.followExpr(x.Value, s)
	w.noteAssigned(x.Target, s)
	return false
}

// noteAssigned records that a variable is assigned. A final variable can be assigned only
// once.
func (w *flow) noteAssigned(target syntax.Expr, s *state) {
	n, variable := target.(*syntax.Name)
	if !variable {
		return
	}
	delete(s.open, n.Name)
	if given, final := s.given[n.Name]; final {
		if given {
			w.problem(n.Pos(), "variable %s is final and has its value already", n.Name)
		}
		s.given[n.Name] = true
	}
}

// followTernary follows a conditional expression.
func (w *flow) followTernary(x *syntax.Ternary, s *state) {
	w.followExpr(x.If, s)
	otherwise := s.clone()
	w.followExpr(x.Then, s)
	w.followExpr(x.Else, otherwise)
	*s = *s.mergeStates(otherwise)
}

// followLambda follows the body of a lambda.
func (w *flow) followLambda(x *syntax.Lambda, s *state) {
	for _, p := range x.Params {
		s.declareVar(p.Name, true, false)
	}
	w.followExpr(x.Expr, s)
	if x.Block != nil {
		inner := &flow{problem: w.problem}
		inner.followBlock(x.Block, s)
	}
}
