package compile

import (
	"math/big"
	"strings"
	"sync/atomic"

	"github.com/seed-62a36931/docket/rules/check"
	"github.com/seed-62a36931/docket/rules/host"
	"github.com/seed-62a36931/docket/rules/syntax"
)

// constantEval returns an Eval that always returns v.
func constantEval(v any) Eval { return func(*Frame) any { return v } }

// brokenExpr returns a placeholder for an expression that was reported as a problem. It
// never runs.
func brokenExpr() (Eval, *host.Type) { return constantEval(nil), faulty }

// compileExpr compiles an expression. want is the type that the context expects, nil if not
// known.
func (u *Unit) compileExpr(e syntax.Expr, want *host.Type) (Eval, *host.Type) {
	u.c.At = e.Pos()
	switch e := e.(type) {
	case *syntax.Literal:
		return u.compileLiteral(e)
	case *syntax.Name:
		return u.compileName(e)
	case *syntax.Field:
		return u.compileField(e)
	case *syntax.Call:
		return u.compileCall(e, want)
	case *syntax.Binary:
		return u.compileBinary(e)
	case *syntax.Unary:
		return u.compileUnary(e)
	case *syntax.Lambda:
		return u.compileLambda(e, want)
	case *syntax.MethodRef:
		return u.methodRef(e, want)
	case *syntax.Ternary:
		return u.compileTernary(e, want)
	case *syntax.Assign:
		return u.compileAssign(e)
	case *syntax.IncDec:
		one := &syntax.Assign{At: e.At, Op: e.Op[:1] + "=", Target: e.X, Value: &syntax.Literal{At: e.At, Value: int32(1)}}
		return u.incDec(e, one)
	case *syntax.New:
		return u.compileNew(e, want)
	case *syntax.Index:
		return u.compileIndex(e)
	}
	return u.compileRareExpr(e, want)
}

// compileRareExpr compiles the less common kinds of expressions.
func (u *Unit) compileRareExpr(e syntax.Expr, want *host.Type) (Eval, *host.Type) {
	switch e := e.(type) {
	case *syntax.Cast:
		return u.compileCast(e)
	case *syntax.InstanceOf:
		return u.instanceOf(e)
	case *syntax.ArrayLit:
		return u.compileArray(e.Elems, want)
	case *syntax.SwitchExpr:
		return u.switchExpr(e)
	case *syntax.Relation:
		return u.compileRelation(e)
	case *syntax.Nested:
		return u.compileNested(e)
	case *syntax.Bind:
		return u.compileBind(e)
	case *syntax.ClassLit:
		return u.classLit(e, want)
	case *syntax.InlineCast:
		return u.compileCast(&syntax.Cast{At: e.At, Type: e.Type, X: e.X})
	}
	u.c.ReportProblem(e.Pos(), "this expression is not supported in rules")
	return brokenExpr()
}

// compileLiteral compiles a literal.
func (u *Unit) compileLiteral(e *syntax.Literal) (Eval, *host.Type) {
	switch v := e.Value.(type) {
	case nil:
		return constantEval(nil), nil
	case syntax.BigDecimal:
		d, ok := host.ParseDecimal(string(v))
		if !ok {
			u.c.ReportProblem(e.Pos(), "not a decimal number: %s", string(v))
		}
		return constantEval(d), &host.Type{Name: "BigDecimal"}
	case *big.Int:
		return constantEval(&host.Decimal{Unscaled: v}), &host.Type{Name: "BigDecimal"}
	case int32:
		return constantEval(v), &host.Type{Name: "int"}
	case int64:
		return constantEval(v), &host.Type{Name: "long"}
	case float64:
		return constantEval(v), &host.Type{Name: "double"}
	case float32:
		return constantEval(v), &host.Type{Name: "float"}
	case bool:
		return constantEval(v), boolType
	case host.Char:
		return constantEval(v), &host.Type{Name: "char"}
	}
	return constantEval(e.Value), &host.Type{Name: "String"}
}

// compileName compiles a name: this, a variable, a property of the pattern's fact or a
// global.
func (u *Unit) compileName(e *syntax.Name) (Eval, *host.Type) {
	if e.Name == "this" && u.this != nil {
		u.All = true
		return thisFact, u.this
	}
	if v := u.findVariable(e.Name); v != nil {
		if v.depth < u.depth && v.captured < 0 {
			v.captured = e.Pos()
		}
		slot := v.slot
		u.noteSlot(slot)
		return func(f *Frame) any { return f.Slots[slot] }, v.typ
	}
	if u.this != nil && (isKnown(u.this) || u.c.Registry.HasProperty(e.Name)) {
		if get, t := u.compileProperty(thisFact, u.this, e.Name, e.Pos(), false); get != nil {
			u.noteRead(e.Name)
			return get, t
		}
	}
	if t, ok := u.c.Globals[e.Name]; ok {
		name := e.Name
		return func(f *Frame) any { return f.RT.Globals[name] }, t
	}
	u.unknownName(e)
	return brokenExpr()
}

// thisFact evaluates to the fact of the pattern whose constraints are compiled.
func thisFact(f *Frame) any { return f.Slots[0] }

// isThis reports whether an expression is the fact of the pattern.
func (u *Unit) isThis(e syntax.Expr) bool {
	n, ok := e.(*syntax.Name)
	return ok && n.Name == "this" && u.this != nil
}

// noteRead records a property that the constraint reads of its fact.
func (u *Unit) noteRead(property string) {
	if u.Reads != nil {
		u.Reads[property] = true
	}
}

// compileProperty compiles the read of X.name by the rules for properties. It returns nil
// when the class is known and has no such property. Without a known class the
// property is resolved at run time.
func (u *Unit) compileProperty(x Eval, t *host.Type, name string, at int, safe bool) (Eval, *host.Type) {
	if t != nil && t.Dims > 0 && name == "length" {
		return func(f *Frame) any { return int32(len(arrayOf(x(f)))) }, &host.Type{Name: "int"}
	}
	u.mentions[name], u.mentions["get"+strings.ToUpper(name[:1])+name[1:]] = true, true
	var result *host.Type
	if t == faulty {
		result = faulty
	}
	if isKnown(t) {
		class := u.c.Registry.Class(boxedName(t.Name))
		if class == nil {
			return nil, nil
		}
		m := class.Property(name)
		if m == nil {
			return nil, nil
		}
		if result = bindParams(class, t).apply(m.Returns); isTypeMember(class, name) {
			result = typeName
		}
	}
	read := u.c.newReader(name)
	return func(f *Frame) any {
		v := x(f)
		f.RT.Offset = at
		if v == nil {
			if safe {
				return nil
			}
			host.Throw("NullPointerException", "cannot read %s of null", name)
		}
		return read(v).Body(f.RT.Call, v, nil)
	}, result
}

// newReader returns a function that finds the method which reads a property of a value.
// It caches the method of the first class that it meets: most places only ever see
// one.
func (c *Compiler) newReader(name string) func(v any) *host.Method {
	type found struct {
		class  string
		method *host.Method
	}
	var first atomic.Pointer[found] // programs run in several sessions at once
	return func(v any) *host.Method {
		class := host.ClassNameOf(v)
		if known := first.Load(); known != nil && known.class == class {
			return known.method
		}
		m := c.Registry.Class(class).Property(name)
		if m == nil {
			host.Throw("IllegalArgumentException", "%s has no property %s", class, name)
		}
		first.CompareAndSwap(nil, &found{class, m})
		return m
	}
}

// compileField compiles x.name.
func (u *Unit) compileField(e *syntax.Field) (Eval, *host.Type) {
	if class := u.classNamed(e.X); class != nil {
		if v, ok := class.Constants[e.Name]; ok {
			return constantEval(v), &host.Type{Name: host.ClassNameOf(v)}
		}
		u.c.ReportProblem(e.Pos(), "unknown constant %s of %s%s", e.Name, class.Name, check.SuggestName(e.Name, class.ConstantNames()))
		return brokenExpr()
	}
	if at, name := u.unknownPath(e); name != "" {
		u.c.unknownClass(at, name)
		return brokenExpr()
	}
	var x Eval
	var t *host.Type
	if u.isThis(e.X) {
		x, t = thisFact, u.this
		u.noteRead(e.Name)
	} else {
		x, t = u.compileExpr(e.X, nil)
		u.noteProperty(e.X, e.Name)
	}
	get, result := u.compileProperty(x, t, e.Name, e.Pos(), e.NullSafe)
	if get == nil {
		u.reportNoProperty(e.Pos(), t, e.Name)
		return brokenExpr()
	}
	return get, result
}

// reportNoProperty reports a property that a value of known type does not have.
func (u *Unit) reportNoProperty(at int, t *host.Type, name string) {
	if class := u.c.Registry.Class(boxedName(t.Name)); class != nil && t.Dims == 0 {
		u.unknownProperty(at, class, name)
		return
	}
	u.c.ReportProblem(at, "unknown property %s on %s", name, t)
}

// unknownPath returns the class part of a qualified name whose class is not known,
// such as Bar in org.foo.Bar.baz. It is "" when the expression is no such name.
func (u *Unit) unknownPath(e *syntax.Field) (at int, class string) {
	for x := syntax.Expr(e); ; {
		switch y := x.(type) {
		case *syntax.Field:
			if first := y.Name[0]; first >= 'A' && first <= 'Z' {
				at, class = y.Pos(), y.Name
			}
			x = y.X
		case *syntax.Name:
			switch first := y.Name[0]; {
			case u.isValue(y.Name) || u.c.Registry.Class(y.Name) != nil:
				return 0, ""
			case first >= 'A' && first <= 'Z':
				return y.Pos(), y.Name
			}
			return at, class
		default:
			return 0, ""
		}
	}
}

// isValue reports whether a name stands for a value at the current position.
func (u *Unit) isValue(name string) bool {
	if u.findVariable(name) != nil || u.c.Globals[name] != nil || name == "this" {
		return true
	}
	class := u.thisClass()
	return class != nil && class.Property(name) != nil
}

// classNamed returns the class that an expression names, nil when the expression is a
// value.
func (u *Unit) classNamed(e syntax.Expr) *host.Class {
	switch e := e.(type) {
	case *syntax.Name:
		if u.findVariable(e.Name) != nil || u.c.Globals[e.Name] != nil {
			return nil
		}
		return u.c.Registry.Class(e.Name)
	case *syntax.Field:
		// a qualified name: java.util.List, Map.Entry
		for x := e.X; ; {
			switch y := x.(type) {
			case *syntax.Field:
				x = y.X
				continue
			case *syntax.Name:
				if u.findVariable(y.Name) == nil && u.c.Globals[y.Name] == nil {
					return u.c.Registry.Class(e.Name)
				}
			}
			return nil
		}
	}
	return nil
}

// compileUnary compiles a unary operator.
func (u *Unit) compileUnary(e *syntax.Unary) (Eval, *host.Type) {
	if e.Op == "!" {
		x := u.compileBoolean(e.X)
		return func(f *Frame) any { return !x(f) }, boolType
	}
	x, t := u.compileExpr(e.X, nil)
	if !isNumeric(t) {
		u.c.ReportProblem(e.Pos(), "the operator %s cannot be applied to %s", e.Op, t)
		return brokenExpr()
	}
	result := resultType(e.Op, t, intType)
	switch e.Op {
	case "-":
		return func(f *Frame) any {
			switch v := x(f).(type) {
			case float64:
				return -v
			case float32:
				return -v
			default:
				return applyArithmetic("-", int32(0), v)
			}
		}, result
	case "~":
		return func(f *Frame) any { return applyArithmetic("^", x(f), int32(-1)) }, result
	}
	return func(f *Frame) any { return applyArithmetic("+", int32(0), x(f)) }, result
}
