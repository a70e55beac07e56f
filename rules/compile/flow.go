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

// state is what is known about the variables at a place in the code. A nil state
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

// or returns the state after two branches join.
func (s *state) or(o *state) *state {
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

// declare adds a variable.
func (s *state) declare(name string, given, final bool) {
	delete(s.open, name)
	delete(s.given, name)
	if !given {
		s.open[name] = true
	}
	if final {
		s.given[name] = given
	}
}

// follow reports variables that are read before they have a value, and final ones
// that are assigned twice. ends reports whether the end of the code can be reached.
func (c *Compiler) follow(b *syntax.Block) (ends bool) {
	w := &flow{problem: c.Problem}
	return w.block(b, newState()) != nil
}

// completes reports whether the end of a block can be reached.
func completes(b *syntax.Block) bool {
	w := &flow{problem: func(int, string, ...any) {}}
	return w.block(b, newState()) != nil
}

// block follows a block and returns the state after it.
func (w *flow) block(b *syntax.Block, s *state) *state {
	return w.stmts(b.Stmts, s)
}

// stmts follows statements and returns the state after them.
func (w *flow) stmts(list []syntax.Stmt, s *state) *state {
	for _, x := range list {
		if s == nil {
			return nil // code that cannot be reached is not checked
		}
		s = w.stmt(x, s)
	}
	return s
}

// stmt follows a statement and returns the state after it, nil when its end cannot
// be reached.
func (w *flow) stmt(x syntax.Stmt, s *state) *state {
	switch x := x.(type) {
	case *syntax.Block:
		return w.block(x, s)
	case *syntax.LocalVar:
		for _, d := range x.Vars {
			w.expr(d.Init, s)
			s.declare(d.Name, d.Init != nil, x.Final)
		}
	case *syntax.ExprStmt:
		w.expr(x.X, s)
	case *syntax.Modify:
		w.expr(x.X, s)
		for _, call := range x.Calls {
			w.expr(call, s)
		}
	case *syntax.Return:
		w.expr(x.X, s)
		return nil
	case *syntax.Throw:
		w.expr(x.X, s)
		return nil
	case *syntax.Yield:
		w.expr(x.X, s)
		return w.leave(s, true)
	case *syntax.Break:
		return w.leave(s, false)
	case *syntax.Continue:
		return nil
	default:
		return w.compound(x, s)
	}
	return s
}

// leave records the state at a break or a yield for the target that it leaves. It
// returns nil, the state after the statement.
func (w *flow) leave(s *state, value bool) *state {
	for i := len(w.targets) - 1; i >= 0; i-- {
		if t := w.targets[i]; t.value == value {
			t.after = t.after.or(s)
			break
		}
	}
	return nil
}

// inside calls run, which follows code that a break can leave, and returns the state
// after it as reached by breaks.
func (w *flow) inside(value bool, run func()) *state {
	t := &target{value: value}
	w.targets = append(w.targets, t)
	run()
	w.targets = w.targets[:len(w.targets)-1]
	return t.after
}

// compound follows a statement that contains others, and returns the state after it.
func (w *flow) compound(x syntax.Stmt, s *state) *state {
	switch x := x.(type) {
	case *syntax.If:
		w.expr(x.Cond, s)
		otherwise := s.clone()
		if x.Else != nil {
			otherwise = w.stmt(x.Else, otherwise)
		}
		return w.stmt(x.Then, s).or(otherwise)
	case *syntax.While:
		return w.while(x, s)
	case *syntax.For:
		s = w.stmts(x.Init, s)
		w.expr(x.Cond, s)
		return w.loop(s, x.Cond == nil || endless(x.Cond), func(s *state) {
			if s = w.stmt(x.Body, s); s != nil {
				for _, e := range x.Update {
					w.expr(e, s)
				}
			}
		})
	case *syntax.ForEach:
		w.expr(x.X, s)
		return w.loop(s, false, func(s *state) {
			s.declare(x.Name, true, x.Final)
			w.stmt(x.Body, s)
		})
	case *syntax.Try:
		return w.try(x, s)
	case *syntax.Switch:
		return w.choices(x, s, false)
	}
	return s
}

// while follows a while or do loop.
func (w *flow) while(x *syntax.While, s *state) *state {
	if !x.Do {
		w.expr(x.Cond, s)
		return w.loop(s, endless(x.Cond), func(s *state) { w.stmt(x.Body, s) })
	}
	var end *state
	after := w.inside(false, func() { end = w.stmt(x.Body, s.clone()) })
	if endless(x.Cond) {
		return after
	}
	if end == nil { // continue may reach the condition, with or without values
		end = newState()
	}
	w.expr(x.Cond, end)
	return after.or(end)
}

// loop follows a body that may not run: variables that it assigns may have no value
// afterwards.
func (w *flow) loop(s *state, endless bool, body func(s *state)) *state {
	after := w.inside(false, func() { body(s.clone()) })
	if endless {
		return after
	}
	return after.or(s)
}

// endless reports whether a condition is constant, which only makes sense for true.
func endless(cond syntax.Expr) bool {
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

// try follows a try.
func (w *flow) try(x *syntax.Try, s *state) *state {
	before := s.clone()
	out := w.block(x.Body, s)
	for _, c := range x.Catches {
		caught := before.clone()
		caught.declare(c.Name, true, false)
		out = w.block(c.Body, caught).or(out)
	}
	if x.Finally == nil {
		return out
	}
	finally := w.block(x.Finally, before)
	if finally == nil || out == nil {
		return nil
	}
	maps.DeleteFunc(out.open, func(name string, _ bool) bool { return !finally.open[name] })
	return out
}

// choices follows a switch. A switch expression has a case for every value.
func (w *flow) choices(x *syntax.Switch, s *state, value bool) *state {
	w.expr(x.X, s)
	every := value
	var end *state // of the case before
	after := w.inside(value, func() {
		for _, c := range x.Cases {
			every = every || c.Default
			begin := s.clone()
			if !c.Arrow {
				begin = begin.or(end)
			}
			if c.Value != nil {
				w.expr(c.Value, begin)
			}
			if end = w.stmts(c.Body, begin); c.Arrow {
				w.leave(end, value)
			}
		}
	})
	after = after.or(end)
	if !every {
		after = after.or(s)
	}
	return after
}
