package compile

import (
	"github.com/seed-62a36931/docket/rules/host"
	"github.com/seed-62a36931/docket/rules/syntax"
)

func (u *Unit) incDec(e *syntax.IncDec, assign *syntax.Assign) (Eval, *host.Type) {
	if ix, ok := e.X.(*syntax.Index); ok && !e.Prefix {
		return u.assignIndex(assign, ix, true)
	}
	set, t := u.compileAssign(assign)
	if e.Prefix {
		return set, t
	}
	get, _ := u.compileExpr(e.X, nil)
	return func(f *Frame) any {
		old := get(f)
		set(f)
		return old
	}, t
}

// compileAssign compiles an assignment.
func (u *Unit) compileAssign(e *syntax.Assign) (Eval, *host.Type) {
	if ix, ok := e.Target.(*syntax.Index); ok {
		return u.assignIndex(e, ix, false)
	}
	value, vt := u.compileExpr(e.Value, nil)
	n, ok := e.Target.(*syntax.Name)
	if !ok {
		u.reportNoTarget(e.Target)
		return brokenExpr()
	}
	v := u.findVariable(n.Name)
	if v == nil {
		u.reportNoVariable(n)
		return brokenExpr()
	}
	if v.depth < u.depth {
		u.c.ReportProblem(e.Pos(), "%s is declared outside of the lambda and cannot be changed in it", n.Name)
	}
	v.assigned++
	result := vt
	if op := e.Op[:len(e.Op)-1]; op != "" {
		if result = resultType(op, v.typ, vt); !u.canOperate(op, v.typ, vt) {
			u.c.ReportProblem(e.Pos(), "the operator %s cannot be applied to %s and %s", e.Op, v.typ, vt)
			return brokenExpr()
		}
		if isKnown(result) && rank[boxedName(result.Name)] > 0 {
			result = v.typ // the implicit cast
		}
	}
	vt = result
	if !u.c.mayPass(v.typ, vt) && !takesInt(v.typ, e.Value, vt) {
		u.c.ReportProblem(e.Pos(), "%s cannot be assigned to %s %s", vt, v.typ, n.Name)
	}
	slot, t, op, at := v.slot, v.typ, operatorOf(e, v.typ, vt), e.Pos()
	u.noteSlot(slot)
	return func(f *Frame) any {
		old := f.Slots[slot] // before the right side may change it
		x := value(f)
		f.RT.Offset = at
		if op != "" {
			x = narrowTo(t, f.RT.applyOperator(op, old, x))
		}
		x = widenTo(t, x)
		f.Slots[slot] = x
		return x
	}, t
}

// operatorOf returns the operator of a compound assignment, "" for a plain one.
func operatorOf(e *syntax.Assign, target, value *host.Type) string {
	op := e.Op[:len(e.Op)-1]
	if op == "+" && (isString(target) || isString(value)) {
		return joinOperator
	}
	return op
}

// assignIndex compiles an assignment to an element of an array. Array and index are
// evaluated once. The result is the new element or, if earlier is set, the previous
// one. A plain assignment looks for the element after the right side has been
// evaluated, a compound one before.
func (u *Unit) assignIndex(e *syntax.Assign, ix *syntax.Index, earlier bool) (Eval, *host.Type) {
	array, t := u.compileExpr(ix.X, nil)
	i, _ := u.compileExpr(ix.I, nil)
	value, vt := u.compileExpr(e.Value, nil)
	element, at := elementOf(t), ix.X.Pos()
	op := operatorOf(e, element, vt)
	if op == "" {
		return func(f *Frame) any {
			v, index, x := array(f), i(f), value(f)
			f.RT.Offset = at
			a := arrayOf(v)
			n := inBounds(a, index)
			a[n] = widenTo(element, x)
			return a[n]
		}, element
	}
	return func(f *Frame) any {
		v, index := array(f), i(f)
		f.RT.Offset = at
		a := arrayOf(v)
		n := inBounds(a, index)
		old := a[n]
		x := value(f)
		f.RT.Offset = at
		a[n] = widenTo(element, narrowTo(element, f.RT.applyOperator(op, old, x)))
		if earlier {
			return old
		}
		return a[n]
	}, element
}

// arrayOf returns a value as an array, which it must be.
func arrayOf(v any) []any {
	a, ok := v.([]any)
	switch {
	case v == nil:
		host.Throw("NullPointerException", "cannot index null")
	case !ok:
		host.Throw("ClassCastException", "%s is no array", host.ClassNameOf(v))
	}
	return a
}

// elementOf returns the type of the elements of an array, nil when it is not known.
func elementOf(t *host.Type) *host.Type {
	switch {
	case t == faulty:
		return faulty
	case t != nil && t.Dims > 0:
		return &host.Type{Name: t.Name, Args: t.Args, Dims: t.Dims - 1}
	}
	return nil
}

// narrowTo applies the implicit cast of a compound assignment.
func narrowTo(t *host.Type, v any) any {
	if t == nil || !primitive[t.Name] || t.Name == "boolean" {
		return v
	}
	return castNumber(t.Name, v)
}

// compileIndex compiles the access to an element of an array, a list or a map.
func (u *Unit) compileIndex(e *syntax.Index) (Eval, *host.Type) {
	x, t := u.compileExpr(e.X, nil)
	i, _ := u.compileExpr(e.I, nil)
	element := elementOf(t)
	at := e.Pos()
	return func(f *Frame) any {
		v, n := x(f), i(f)
		f.RT.Offset = at
		switch v := v.(type) {
		case *host.Map:
			out, _ := v.Get(n)
			return out
		case nil:
			host.Throw("NullPointerException", "cannot index null")
		}
		items, _ := host.ItemsOf(v)
		return items[inBounds(items, n)]
	}, element
}

// inBounds returns an index of an array as a number. It throws when the index is out
// of bounds.
func inBounds(items []any, index any) int64 {
	k := asLong(index)
	if k < 0 || k >= int64(len(items)) {
		host.Throw("ArrayIndexOutOfBoundsException", "Index %d out of bounds for length %d", k, len(items))
	}
	return k
}

// compileNested compiles constraints on a nested property.
func (u *Unit) compileNested(e *syntax.Nested) (Eval, *host.Type) {
	x, t := u.compileExpr(e.X, nil)
	slot := u.DeclareVar("", t)
	outer, reads, all := u.this, u.Reads, u.All
	u.Reads = nil // what is read of the property is no property of the fact
	if u.this = t; t == nil {
		u.this = objectType
	}
	var tests []Eval
	for _, sub := range e.Exprs {
		test, _ := u.compileExpr(sub, nil)
		tests = append(tests, test)
	}
	u.this, u.Reads, u.All = outer, reads, all
	return func(f *Frame) any {
		f.Slots[slot] = f.Slots[0]
		defer func() { f.Slots[0] = f.Slots[slot] }()
		if f.Slots[0] = x(f); f.Slots[0] == nil {
			return false
		}
		for _, test := range tests {
			if !isTrue(test(f)) {
				return false
			}
		}
		return true
	}, boolType
}

// compileBind compiles the binding of a value to a variable.
func (u *Unit) compileBind(e *syntax.Bind) (Eval, *host.Type) {
	if u.IsDeclared(e.Name) {
		u.c.ReportProblem(e.Pos(), "%s is bound twice", e.Name)
	}
	x, t := u.compileExpr(e.X, nil)
	slot := u.DeclareVar(e.Name, t)
	return func(f *Frame) any {
		f.Slots[slot] = x(f)
		return f.Slots[slot]
	}, t
}
