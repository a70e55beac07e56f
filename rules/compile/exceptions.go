package compile

import (
	"runtime"
	"strings"

	"github.com/seed-62a36931/docket/rules/host"
	"github.com/seed-62a36931/docket/rules/syntax"
)

// compileThrow compiles a throw.
func (u *Unit) compileThrow(s *syntax.Throw) exec {
	x, t := u.compileExpr(s.X, nil)
	if isKnown(t) && !u.c.Registry.Class(boxedName(t.Name)).IsKindOf("Throwable") {
		u.c.ReportProblem(s.X.Pos(), "%s cannot be thrown: only exceptions can", t)
	}
	at := s.Pos()
	return func(f *Frame) signal {
		v := x(f)
		f.RT.Offset = at
		t, ok := v.(*host.Throwable)
		if !ok {
			host.Throw("NullPointerException", "only exceptions can be thrown")
		}
		panic(t)
	}
}

// AsThrowable returns the Java exception that a panic stands for, or nil when it is
// none: a limit, or a defect of the engine.
func AsThrowable(r any) *host.Throwable {
	switch r := r.(type) {
	case *host.Throwable:
		return r
	case runtime.Error:
		message := r.Error()
		class := "IllegalStateException"
		switch {
		case strings.Contains(message, "interface conversion") && strings.Contains(message, "is nil"),
			strings.Contains(message, "nil pointer"):
			class, message = "NullPointerException", "a value is null"
		case strings.Contains(message, "interface conversion"):
			class = "ClassCastException"
		case strings.Contains(message, "out of range"):
			class = "IndexOutOfBoundsException"
		}
		return &host.Throwable{Class: class, Message: message, Offset: -1}
	}
	return nil
}

type handler struct {
	types []*host.Type
	slot  int
	body  exec
}

// compileTry compiles a try.
func (u *Unit) compileTry(s *syntax.Try) exec {
	body := u.compileBlock(s.Body)
	var handlers []handler
	for _, c := range s.Catches {
		mark := u.Mark()
		h := handler{slot: u.DeclareVar(c.Name, nil)}
		for _, t := range c.Types {
			h.types = append(h.types, u.TypeOf(t))
		}
		if len(h.types) == 1 {
			u.findVariable(c.Name).typ = h.types[0]
		}
		h.body = u.compileBlock(c.Body)
		u.ReleaseTo(mark)
		handlers = append(handlers, h)
	}
	run := func(f *Frame) signal { return u.runCatching(f, body, handlers) }
	if s.Finally == nil {
		return run
	}
	finally := u.compileBlock(s.Finally)
	return func(f *Frame) (sig signal) {
		defer func() {
			if over := finally(f); over != next {
				_ = recover()
				sig = over
			}
		}()
		return run(f)
	}
}

// runCatching runs the body, and the first handler that takes an exception thrown in
// it.
func (u *Unit) runCatching(f *Frame, body exec, handlers []handler) (sig signal) {
	depth := f.RT.depth
	defer func() {
		r := recover()
		if r == nil {
			return
		}
		t := AsThrowable(r)
		if t == nil {
			panic(r)
		}
		for _, h := range handlers {
			for _, class := range h.types {
				if u.c.acceptsValue(class, t) {
					f.Slots[h.slot], f.RT.depth = t, depth
					sig = h.body(f)
					return
				}
			}
		}
		panic(r)
	}()
	return body(f)
}

// compileModify compiles a modify: it runs the setters, then updates the properties that
// have changed.
func (u *Unit) compileModify(s *syntax.Modify) exec {
	u.refuseChange(s.Pos(), "modify")
	x, t := u.compileExpr(s.X, nil)
	var setters []Eval
	properties := []string{}
	for _, e := range s.Calls {
		c := setterCall(e)
		if c == nil {
			u.c.ReportProblem(e.Pos(), "modify takes calls of setters and assignments to properties")
			continue
		}
		if class := u.classOfValue(t); class != nil && !class.HasMethod(c.Name) {
			u.unknownSetter(c.Pos(), class, c.Name)
			u.compileUnchecked(c.Args)
			continue
		}
		set, _ := u.methodCall(c, x, t, nil)
		setters = append(setters, set)
		name := strings.TrimPrefix(c.Name, "set")
		if name == c.Name || name == "" {
			properties = append(properties, "*")
			continue
		}
		properties = append(properties, strings.ToLower(name[:1])+name[1:])
	}
	at := s.Pos()
	return func(f *Frame) signal {
		evalAll(f, setters)
		f.RT.Offset = at
		f.RT.Actions.Update(x(f), properties)
		return next
	}
}

// classOfValue returns the class of values of a type, nil when it has none or is not known.
func (u *Unit) classOfValue(t *host.Type) *host.Class {
	if !isKnown(t) || t.Dims > 0 {
		return nil
	}
	return u.c.Registry.Class(boxedName(t.Name))
}

// setterCall returns the call of a setter in a modify: the call itself, or the one that an
// assignment to a property stands for. It returns nil for any other expression.
func setterCall(e syntax.Expr) *syntax.Call {
	switch e := e.(type) {
	case *syntax.Call:
		if e.X == nil {
			return e
		}
	case *syntax.Assign:
		if n, ok := e.Target.(*syntax.Name); ok && e.Op == "=" {
			return &syntax.Call{At: n.At, Name: "set" + strings.ToUpper(n.Name[:1]) + n.Name[1:], Args: []syntax.Expr{e.Value}}
		}
	}
	return nil
}
