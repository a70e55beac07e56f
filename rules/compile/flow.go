package compile

import (
	"maps"

	"github.com/seed-62a36931/docket/rules/syntax"
)

// flow follows code along all paths to find variables that are read without a value.
// It is more lenient than Java: an assignment in one operand of && counts.
type flow struct {
	problem func(at int, format string, args ...any)
	targets []*target // loops and switches around a statement
}

// target is a loop or switch that break or yield can leave, with the state in which
// execution continues after it; nil when nothing leaves it.
type target struct {
	after *state
	value bool // of a switch expression
}

// state holds what is known about the variables at a place in the code. A nil state
// means that the place cannot be reached.
type state struct {
	open  map[string]bool // variables that may have no value yet
	given map[string]bool // final variables: whether they may have a value already
}

func newState() *state { return &state{map[string]bool{}, map[string]bool{}} }

func (s *state) clone() *state {
	if s == nil {
		return nil
	}
	return &state{maps.Clone(s.open), maps.Clone(s.given)}
}

// mergeStates returns the state after two branches join.
func (s *state) mergeStates(o *state) *state {
	if s == nil || o == nil {
		if s == nil {
			s = o
		}
		return s.clone()
	}
	out := s.clone()
	maps.Copy(out.open, o.open)
	for name, given := range o.given {
		out.given[name] = out.given[name] || given
	}
	return out
}

// declareVar adds a variable.
func (s *state) declareVar(name string, given, final bool) {
	delete(s.open, name)
	delete(s.given, name)
	if !given {
		s.open[name] = true
	}
	if final {
		s.given[name] = given
	}
}

// checkFlow reports variables that are read before they have a value, and final ones
// that are assigned twice. ends reports whether the end of the code can be reached.
func (c *Compiler) checkFlow(b *syntax.Block) (ends bool) {
	w := &flow{problem: c.ReportProblem}
	return w.followBlock(b, newState()) != nil
}

// canComplete reports whether the end of a block can be reached.
func canComplete(b *syntax.Block) bool {
	w := &flow{problem: func(int, string, ...any) {}}
	return w.followBlock(b, newState()) != nil
}

// followBlock follows a block and returns the state after it.
func (w *flow) followBlock(b *syntax.Block, s *state) *state {
	return w.followStmts(b.Stmts, s)
}

// followStmts follows statements and returns the state after them.
func (w *flow) followStmts(list []syntax.Stmt, s *state) *state {
	for _, x := range list {
		if s == nil {
			return nil // code that cannot be reached is not checked
		}
		s = w.followStmt(x, s)
	}
	return s
}

// followStmt follows a statement and returns the state after it, nil when its end cannot
// be reached.
func (w *flow) followStmt(x syntax.Stmt, s *state) *state {
	switch x := x.(type) {
	case *syntax.Block:
		return w.followBlock(x, s)
	case *syntax.LocalVar:
		for _, d := range x.Vars {
			w.followExpr(d.Init, s)
			s.declareVar(d.Name, d.Init != nil, x.Final)
		}
	case *syntax.ExprStmt:
		w.followExpr(x.X, s)
	case *syntax.Modify:
		w.followExpr(x.X, s)
		for _, call := range x.Calls {
			w.followExpr(call, s)
		}
	case *syntax.Return:
		w.followExpr(x.X, s)
		return nil
	case *syntax.Throw:
		w.followExpr(x.X, s)
		return nil
	case *syntax.Yield:
		w.followExpr(x.X, s)
		return w.noteExit(s, true)
	case *syntax.Break:
		return w.noteExit(s, false)
	case *syntax.Continue:
		return nil
	default:
		return w.followCompound(x, s)
	}
	return s
}

// noteExit records the state at a break or a yield for the target that it leaves. It
// returns nil, the state after the statement.
func (w *flow) noteExit(s *state, value bool) *state {
	for i := len(w.targets) - 1; i >= 0; i-- {
		if t := w.targets[i]; t.value == value {
			t.after = t.after.mergeStates(s)
			break
		}
	}
	return nil
}

// followTarget calls run, which follows code that a break can leave, and returns the state
// after it as reached by breaks.
func (w *flow) followTarget(value bool, run func()) *state {
	t := &target{value: value}
	w.targets = append(w.targets, t)
	run()
	w.targets = w.targets[:len(w.targets)-1]
	return t.after
}

// followCompound follows a statement that contains others, and returns the state after it.
func (w *flow) followCompound(x syntax.Stmt, s *state) *state {
	switch x := x.(type) {
	case *syntax.If:
		w.followExpr(x.Cond, s)
		otherwise := s.clone()
		if x.Else != nil {
			otherwise = w.followStmt(x.Else, otherwise)
		}
		return w.followStmt(x.Then, s).mergeStates(otherwise)
	case *syntax.While:
		return w.followWhile(x, s)
	case *syntax.For:
		s = w.followStmts(x.Init, s)
		w.followExpr(x.Cond, s)
		return w.followLoop(s, x.Cond == nil || isEndless(x.Cond), func(s *state) {
			if s = w.followStmt(x.Body, s); s != nil {
				for _, e := range x.Update {
					w.followExpr(e, s)
				}
			}
		})
	case *syntax.ForEach:
		w.followExpr(x.X, s)
		return w.followLoop(s, false, func(s *state) {
			s.declareVar(x.Name, true, x.Final)
			w.followStmt(x.Body, s)
		})
	case *syntax.Try:
		return w.followTry(x, s)
	case *syntax.Switch:
		return w.followSwitch(x, s, false)
	}
	return s
}

// followWhile follows a while or do loop.
func (w *flow) followWhile(x *syntax.While, s *state) *state {
	if !x.Do {
		w.followExpr(x.Cond, s)
		return w.followLoop(s, isEndless(x.Cond), func(s *state) { w.followStmt(x.Body, s) })
	}
	var end *state
	after := w.followTarget(false, func() { end = w.followStmt(x.Body, s.clone()) })
	if isEndless(x.Cond) {
		return after
	}
	if end == nil { // continue may reach the condition, with or without values
		end = newState()
	}
	w.followExpr(x.Cond, end)
	return after.mergeStates(end)
}

// followLoop follows a body that may not run: variables that it assigns may have no value
// afterwards.
func (w *flow) followLoop(s *state, endless bool, body func(s *state)) *state {
	after := w.followTarget(false, func() { body(s.clone()) })
	if endless {
		return after
	}
	return after.mergeStates(s)
}

// isEndless reports whether a condition is constant, which only makes sense for true.
func isEndless(cond syntax.Expr) bool {
	constant := true
	syntax.Inspect(cond, func(node any) bool {
		switch node.(type) {
		case *syntax.Literal, *syntax.Binary, *syntax.Unary:
		default:
			constant = false
		}
		return constant
	})
	return constant
}

// followTry follows a try.
func (w *flow) followTry(x *syntax.Try, s *state) *state {
	before := s.clone()
	out := w.followBlock(x.Body, s)
	for _, c := range x.Catches {
		caught := before.clone()
		caught.declareVar(c.Name, true, false)
		out = w.followBlock(c.Body, caught).mergeStates(out)
	}
	if x.Finally == nil {
		return out
	}
	finally := w.followBlock(x.Finally, before)
	if finally == nil || out == nil {
		return nil
	}
	maps.DeleteFunc(out.open, func(name string, _ bool) bool { return !finally.open[name] })
	return out
}

// followSwitch follows a switch. A switch expression has a case for every value.
func (w *flow) followSwitch(x *syntax.Switch, s *state, value bool) *state {
	w.followExpr(x.X, s)
	every := value
	var end *state // of the case before
	after := w.followTarget(value, func() {
		for _, c := range x.Cases {
			every = every || c.Default
			begin := s.clone()
			if !c.Arrow {
				begin = begin.mergeStates(end)
			}
			if c.Value != nil {
				w.followExpr(c.Value, begin)
			}
			if end = w.followStmts(c.Body, begin); c.Arrow {
				w.noteExit(end, value)
			}
		}
	})
	after = after.mergeStates(end)
	if !every {
		after = after.mergeStates(s)
	}
	return after
}
