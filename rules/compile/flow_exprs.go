package compile

import "github.com/seed-62a36931/docket/rules/syntax"

// expr follows an expression in the order of evaluation.
func (w *flow) expr(e syntax.Expr, s *state) {
	if e == nil {
		return
	}
	syntax.Inspect(e, func(node any) bool {
		switch x := node.(type) {
		case *syntax.Name:
			w.read(x, s)
		case *syntax.Assign:
			return w.assign(x, s)
		case *syntax.IncDec:
			w.expr(x.X, s)
			w.set(x.X, s)
			return false
		case *syntax.Ternary:
			w.ternary(x, s)
			return false
		case *syntax.InstanceOf:
			if x.Bind != "" {
				s.declare(x.Bind, true, false)
			}
		case *syntax.Lambda:
			w.lambda(x, s.clone())
			return false
		case *syntax.SwitchExpr:
			if after := w.choices(x.Switch, s, true); after != nil {
				*s = *after
			}
			return false
		}
		return true
	})
}

// read reports a variable that may have no value, once.
func (w *flow) read(n *syntax.Name, s *state) {
	if s.open[n.Name] {
		w.problem(n.Pos(), "variable %s may have no value yet", n.Name)
		delete(s.open, n.Name)
	}
}

// assign follows an assignment to a variable. It returns true for any other target,
// which is then followed part by part.
func (w *flow) assign(x *syntax.Assign, s *state) (into bool) {
	if _, variable := x.Target.(*syntax.Name); !variable {
		return true
	}
	if x.Op != "=" {
		w.expr(x.Target, s)
	}
	w.expr(x.Value, s)
	w.set(x.Target, s)
	return false
}

// set records that a variable is assigned. A final variable can be assigned only
// once.
func (w *flow) set(target syntax.Expr, s *state) {
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

// ternary follows a conditional expression.
func (w *flow) ternary(x *syntax.Ternary, s *state) {
	w.expr(x.If, s)
	otherwise := s.clone()
	w.expr(x.Then, s)
	w.expr(x.Else, otherwise)
	*s = *s.or(otherwise)
}

// lambda follows the body of a lambda.
func (w *flow) lambda(x *syntax.Lambda, s *state) {
	for _, p := range x.Params {
		s.declare(p.Name, true, false)
	}
	w.expr(x.Expr, s)
	if x.Block != nil {
		inner := &flow{problem: w.problem}
		inner.block(x.Block, s)
	}
}
