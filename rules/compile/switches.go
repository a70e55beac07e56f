package compile

import (
	"github.com/seed-62a36931/docket/rules/host"
	"github.com/seed-62a36931/docket/rules/syntax"
)

type branch struct {
	labels []Eval
	other  bool
	arrow  bool
	body   exec
}

// switchStmt compiles both forms of switch: with colons a case falls through to the
// next, with arrows it does not.
func (u *Unit) switchStmt(s *syntax.Switch) exec {
	mark := u.Mark()
	u.choices++
	defer func() { u.ReleaseTo(mark); u.choices-- }()
	x, t := u.compileExpr(s.X, nil)
	var list []branch
	for _, c := range s.Cases {
		b := branch{other: c.Default, arrow: c.Arrow}
		for _, l := range c.Labels {
			b.labels = append(b.labels, u.compileLabel(l, t))
		}
		if c.Value != nil {
			b.body = u.compileSignal(c.Value, yielded)
		} else {
			b.body = u.compileSequence(c.Body)
		}
		list = append(list, b)
	}
	return func(f *Frame) signal {
		v := x(f)
		if v == nil {
			host.Throw("NullPointerException", "switch on null")
		}
		at := chooseBranch(f, list, v)
		for i := at; i >= 0 && i < len(list); i++ {
			switch sig := list[i].body(f); {
			case sig == leave:
				return next
			case sig != next:
				return sig
			case list[i].arrow:
				return next
			}
		}
		return next
	}
}

// chooseBranch returns the index of the branch with a label that equals the value, else
// that of the default branch, or -1 when there is none.
func chooseBranch(f *Frame, list []branch, v any) int {
	other := -1
	for i, b := range list {
		for _, l := range b.labels {
			if host.Equal(l(f), v) {
				return i
			}
		}
		if b.other {
			other = i
		}
	}
	return other
}

// compileLabel compiles the label of a case, which is a constant. A bare name is a constant
// of the enumeration.
func (u *Unit) compileLabel(e syntax.Expr, t *host.Type) Eval {
	if n, ok := e.(*syntax.Name); ok && t != nil {
		if class := u.c.Registry.Class(t.Name); class != nil {
			if v, ok := class.Constants[n.Name]; ok {
				return constantEval(v)
			}
		}
	}
	x, _ := u.compileExpr(e, nil)
	return x
}

func (u *Unit) switchExpr(e *syntax.SwitchExpr) (Eval, *host.Type) {
	run := u.switchStmt(e.Switch)
	return func(f *Frame) any {
		inner := &Frame{Slots: f.Slots, RT: f.RT}
		if run(inner) != yielded {
			host.Throw("IllegalStateException", "no case of the switch gives a value")
		}
		return inner.result
	}, nil
}
