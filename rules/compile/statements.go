package compile

import (
	"github.com/seed-62a36931/docket/rules/host"
	"github.com/seed-62a36931/docket/rules/syntax"
)

// signal tells how a statement ended.
type signal int

const (
	next signal = iota
	leave
	again
	done
	yielded
)

type exec func(f *Frame) signal

// compileBlock compiles a block, with a scope of its own.
func (u *Unit) compileBlock(b *syntax.Block) exec {
	mark := u.Mark()
	defer func() { u.ReleaseTo(mark) }()
	return u.compileSequence(b.Stmts)
}

// compileSequence compiles statements that run one after the other.
func (u *Unit) compileSequence(stmts []syntax.Stmt) exec {
	var list []exec
	var places []int
	for _, s := range stmts {
		list, places = append(list, u.compileStmt(s)), append(places, s.Pos())
	}
	return func(f *Frame) signal {
		for i, s := range list {
			f.RT.Offset = places[i]
			f.RT.Call.Budget.Step()
			if sig := s(f); sig != next {
				return sig
			}
		}
		return next
	}
}

// compileStmt compiles a statement.
func (u *Unit) compileStmt(s syntax.Stmt) exec {
	switch s := s.(type) {
	case *syntax.Block:
		return u.compileBlock(s)
	case *syntax.ExprStmt:
		x, _ := u.compileExpr(s.X, nil)
		return func(f *Frame) signal { x(f); return next }
	case *syntax.LocalVar:
		return u.localVar(s)
	case *syntax.If:
		return u.ifStmt(s)
	case *syntax.ForEach:
		return u.forEach(s)
	case *syntax.For:
		return u.forStmt(s)
	case *syntax.While:
		return u.compileWhile(s)
	case *syntax.Return:
		return u.compileReturn(s)
	case *syntax.Yield:
		return u.compileSignal(s.X, yielded)
	case *syntax.Break:
		if u.loops+u.choices == 0 {
			u.c.ReportProblem(s.Pos(), "break outside of a loop or switch")
		}
		return func(*Frame) signal { return leave }
	case *syntax.Continue:
		if u.loops == 0 {
			u.c.ReportProblem(s.Pos(), "continue outside of a loop")
		}
		return func(*Frame) signal { return again }
	case *syntax.Throw:
		return u.compileThrow(s)
	case *syntax.Try:
		return u.compileTry(s)
	case *syntax.Switch:
		run := u.switchStmt(s)
		return func(f *Frame) signal {
			if sig := run(f); sig != yielded { // the value of an arrow case is dropped
				return sig
			}
			return next
		}
	case *syntax.Modify:
		return u.compileModify(s)
	}
	return func(*Frame) signal { return next }
}

// compileLoopBody compiles the body of a loop.
func (u *Unit) compileLoopBody(body syntax.Stmt) exec {
	u.loops++
	defer func() { u.loops-- }()
	return u.compileStmt(body)
}

// compileSignal compiles a statement that ends with a signal and may return a value.
func (u *Unit) compileSignal(x syntax.Expr, sig signal) exec {
	if x == nil {
		return func(*Frame) signal { return sig }
	}
	value, _ := u.compileExpr(x, nil)
	return func(f *Frame) signal { f.result = value(f); return sig }
}

func (u *Unit) localVar(s *syntax.LocalVar) exec {
	base := u.TypeOf(s.Type)
	var list []exec
	for _, d := range s.Vars {
		t := base
		if d.Dims > 0 && base != nil {
			t = &host.Type{Name: base.Name, Args: base.Args, Dims: base.Dims + d.Dims}
		}
		var init Eval
		if d.Init != nil {
			var it *host.Type
			if init, it = u.compileExpr(d.Init, t); s.Type == nil {
				t = it
			} else if !u.c.mayPass(t, it) && !takesInt(t, d.Init, it) {
				u.c.ReportProblem(d.Init.Pos(), "%s cannot be the value of %s %s", it, t, d.Name)
			}
		} else if s.Type == nil {
			u.c.ReportProblem(d.Pos(), "var %s needs a value", d.Name)
		}
		if u.IsDeclared(d.Name) {
			u.c.ReportProblem(d.Pos(), "%s is already a variable here", d.Name)
		}
		slot := u.DeclareVar(d.Name, t)
		if init == nil {
			u.findVariable(d.Name).assigned-- // its first assignment is its value
		}
		list = append(list, declareLocal(slot, t, init))
	}
	return func(f *Frame) signal {
		for _, d := range list {
			d(f)
		}
		return next
	}
}

// declareLocal returns the statement that initializes a local variable.
func declareLocal(slot int, t *host.Type, init Eval) exec {
	return func(f *Frame) signal {
		f.Slots[slot] = nil
		if init != nil {
			f.Slots[slot] = widenTo(t, init(f))
		}
		return next
	}
}

func (u *Unit) ifStmt(s *syntax.If) exec {
	// a pattern variable stays in scope after "if (!(x instanceof T t)) return;"
	cond, then := u.compileBoolean(s.Cond), u.compileStmt(s.Then)
	otherwise := func(*Frame) signal { return next }
	if s.Else != nil {
		otherwise = u.compileStmt(s.Else)
	}
	return func(f *Frame) signal {
		if cond(f) {
			return then(f)
		}
		return otherwise(f)
	}
}

// runLoopBody runs the body of a loop once. It reports whether the loop continues, and the
// signal if not.
func runLoopBody(f *Frame, body exec) (bool, signal) {
	f.RT.Call.Budget.Step()
	switch sig := body(f); sig {
	case leave:
		return false, next
	case done, yielded:
		return false, sig
	}
	return true, next
}

func (u *Unit) forEach(s *syntax.ForEach) exec {
	mark := u.Mark()
	defer func() { u.ReleaseTo(mark) }()
	x, xt := u.compileExpr(s.X, nil)
	t, element := u.TypeOf(s.Type), u.elementOf(s.X, xt)
	if s.Type == nil {
		t = element
	} else if !u.c.mayPass(t, element) {
		u.c.ReportProblem(s.Type.Pos(), "%s cannot be the value of %s %s", element, t, s.Name)
	}
	if u.IsDeclared(s.Name) {
		u.c.ReportProblem(s.Pos(), "%s is already a variable here", s.Name)
	}
	slot := u.DeclareVar(s.Name, t)
	body := u.compileLoopBody(s.Body)
	at := s.X.Pos()
	return func(f *Frame) signal {
		v := x(f)
		f.RT.Offset = at
		items, ok := host.ItemsOf(v)
		if !ok {
			host.Throw("NullPointerException", "%s cannot be iterated", host.ToString(v))
		}
		for _, item := range append([]any{}, items...) {
			f.Slots[slot] = widenTo(t, item)
			if goOn, sig := runLoopBody(f, body); !goOn {
				return sig
			}
		}
		return next
	}
}

// elementOf returns the element type of a loop over a value. A value that cannot be
// iterated is a problem.
func (u *Unit) elementOf(e syntax.Expr, t *host.Type) *host.Type {
	switch {
	case t == faulty:
		return faulty
	case !isKnown(t):
		return nil
	case t.Dims > 0:
		return &host.Type{Name: t.Name, Args: t.Args, Dims: t.Dims - 1}
	}
	class := u.c.Registry.Class(boxedName(t.Name))
	if !class.IsKindOf("Iterable") {
		way := ""
		if class.IsKindOf("Map") {
			way = ": take its entrySet, keySet or values"
		}
		u.c.ReportProblem(e.Pos(), "%s cannot be iterated%s", t, way)
		return faulty
	}
	return t.Arg(0)
}

func (u *Unit) forStmt(s *syntax.For) exec {
	mark := u.Mark()
	defer func() { u.ReleaseTo(mark) }()
	init := u.compileSequence(s.Init)
	cond := func(*Frame) bool { return true }
	if s.Cond != nil {
		cond = u.compileBoolean(s.Cond)
	}
	body := u.compileLoopBody(s.Body)
	var updates []Eval
	for _, e := range s.Update {
		x, _ := u.compileExpr(e, nil)
		updates = append(updates, x)
	}
	return func(f *Frame) signal {
		for init(f); cond(f); evalAll(f, updates) {
			if goOn, sig := runLoopBody(f, body); !goOn {
				return sig
			}
		}
		return next
	}
}

// compileWhile compiles a while or do loop.
func (u *Unit) compileWhile(s *syntax.While) exec {
	cond, body := u.compileBoolean(s.Cond), u.compileLoopBody(s.Body)
	return func(f *Frame) signal {
		for first := s.Do; first || cond(f); first = false {
			if goOn, sig := runLoopBody(f, body); !goOn {
				return sig
			}
		}
		return next
	}
}
