package compile

import (
	"math/big"
	"strings"
	"sync/atomic"

	"github.com/seed-62a36931/docket/rules/check"
	"github.com/seed-62a36931/docket/rules/host"
	"github.com/seed-62a36931/docket/rules/syntax"
)

// constant returns an Eval that always returns v.
func constant(v any) Eval { return func(*Frame) any { return v } }

// broken returns a placeholder for an expression that was reported as a problem. It
// never runs.
func broken() (Eval, *host.Type) { return constant(nil), faulty }

// expr compiles an expression. want is the type that the context expects, nil if not
// known.
func (u *Unit) expr(e syntax.Expr, want *host.Type) (Eval, *host.Type) {
	switch e := e.(type) {
	case *syntax.Literal:
		return u.literal(e)
	case *syntax.Name:
		return u.name(e)
	case *syntax.Field:
		return u.field(e)
	case *syntax.Call:
		return u.call(e, want)
	case *syntax.Binary:
		return u.binary(e)
	case *syntax.Unary:
		return u.unary(e)
	case *syntax.Lambda:
		return u.lambda(e, want)
	case *syntax.MethodRef:
		return u.methodRef(e, want)
	case *syntax.Ternary:
		return u.ternary(e, want)
	case *syntax.Assign:
		return u.assign(e)
	case *syntax.IncDec:
		one := &syntax.Assign{At: e.At, Op: e.Op[:1] + "=", Target: e.X, Value: &syntax.Literal{At: e.At, Value: int32(1)}}
		return u.incDec(e, one)
	case *syntax.New:
		return u.create(e, want)
	case *syntax.Index:
		return u.index(e)
	}
	return u.rarer(e, want)
}

// rarer compiles the less common kinds of expressions.
func (u *Unit) rarer(e syntax.Expr, want *host.Type) (Eval, *host.Type) {
	switch e := e.(type) {
	case *syntax.Cast:
		return u.cast(e)
	case *syntax.InstanceOf:
		return u.instanceOf(e)
	case *syntax.ArrayLit:
		return u.array(e.Elems, want)
	case *syntax.SwitchExpr:
		return u.switchExpr(e)
	case *syntax.Relation:
		return u.relation(e)
	case *syntax.Nested:
		return u.nested(e)
	case *syntax.Bind:
		return u.bind(e)
	case *syntax.ClassLit:
		return u.classLit(e, want)
	case *syntax.InlineCast:
		return u.cast(&syntax.Cast{At: e.At, Type: e.Type, X: e.X})
	}
	u.c.Problem(e.Pos(), "this expression is not supported in rules")
	return broken()
}

// literal compiles a literal.
func (u *Unit) literal(e *syntax.Literal) (Eval, *host.Type) {
	switch v := e.Value.(type) {
	case nil:
		return constant(nil), nil
	case syntax.BigDecimal:
		d, ok := host.ParseDecimal(string(v))
		if !ok {
			u.c.Problem(e.Pos(), "not a decimal number: %s", string(v))
		}
		return constant(d), &host.Type{Name: "BigDecimal"}
	case *big.Int:
		return constant(&host.Decimal{Unscaled: v}), &host.Type{Name: "BigDecimal"}
	case int32:
		return constant(v), &host.Type{Name: "int"}
	case int64:
		return constant(v), &host.Type{Name: "long"}
	case float64:
		return constant(v), &host.Type{Name: "double"}
	case float32:
		return constant(v), &host.Type{Name: "float"}
	case bool:
		return constant(v), boolType
	case host.Char:
		return constant(v), &host.Type{Name: "char"}
	}
	return constant(e.Value), &host.Type{Name: "String"}
}

// name compiles a name: this, a variable, a property of the pattern's fact or a
// global.
func (u *Unit) name(e *syntax.Name) (Eval, *host.Type) {
	if e.Name == "this" && u.this != nil {
		u.All = true
		return func(f *Frame) any { return f.Slots[0] }, u.this
	}
	if v := u.lookup(e.Name); v != nil {
		if v.depth < u.depth && v.captured < 0 {
			v.captured = e.Pos()
		}
		slot := v.slot
		if u.Uses != nil {
			u.Uses[slot] = true
		}
		return func(f *Frame) any { return f.Slots[slot] }, v.typ
	}
	if u.this != nil && (known(u.this) || u.c.Registry.Reads(e.Name)) {
		if get, t := u.property(func(f *Frame) any { return f.Slots[0] }, u.this, e.Name, e.Pos(), false); get != nil {
			u.reads(e.Name)
			return get, t
		}
	}
	if t, ok := u.c.Globals[e.Name]; ok {
		name := e.Name
		return func(f *Frame) any { return f.RT.Globals[name] }, t
	}
	u.unknownName(e)
	return broken()
}

// reads records a property that the constraint reads of its fact.
func (u *Unit) reads(property string) {
	if u.Reads != nil {
		u.Reads[property] = true
	}
}

// property compiles the read of X.name by the rules for properties. It returns nil
// when the class is known and has no such property. Without a known class the
// property is resolved at run time.
func (u *Unit) property(x Eval, t *host.Type, name string, at int, safe bool) (Eval, *host.Type) {
	if t != nil && t.Dims > 0 && name == "length" {
		return func(f *Frame) any { return int32(len(arrayOf(x(f)))) }, &host.Type{Name: "int"}
	}
	u.mentions[name], u.mentions["get"+strings.ToUpper(name[:1])+name[1:]] = true, true
	var result *host.Type
	if t == faulty {
		result = faulty
	}
	if known(t) {
		class := u.c.Registry.Class(boxed(t.Name))
		if class == nil {
			return nil, nil
		}
		m := class.Property(name)
		if m == nil {
			return nil, nil
		}
		if result = of(class, t).apply(m.Returns); namesType(class, name) {
			result = typeName
		}
	}
	read := u.c.reader(name)
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

// reader returns a function that finds the method which reads a property of a value.
// It caches the method of the first class that it meets: most places only ever see
// one.
func (c *Compiler) reader(name string) func(v any) *host.Method {
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

// field compiles x.name.
func (u *Unit) field(e *syntax.Field) (Eval, *host.Type) {
	if class := u.className(e.X); class != nil {
		if v, ok := class.Constants[e.Name]; ok {
			return constant(v), &host.Type{Name: host.ClassNameOf(v)}
		}
		u.c.Problem(e.Pos(), "unknown constant %s of %s%s", e.Name, class.Name, check.Hint(e.Name, class.ConstantNames()))
		return broken()
	}
	if at, name := u.unknownPath(e); name != "" {
		u.c.unknownClass(at, name)
		return broken()
	}
	x, t := u.expr(e.X, nil)
	u.All = u.All || u.this != nil
	u.tellsProperty(e.X, e.Name)
	get, result := u.property(x, t, e.Name, e.Pos(), e.NullSafe)
	if get == nil {
		u.noProperty(e.Pos(), t, e.Name)
		return broken()
	}
	return get, result
}

// noProperty reports a property that a value of known type does not have.
func (u *Unit) noProperty(at int, t *host.Type, name string) {
	if class := u.c.Registry.Class(boxed(t.Name)); class != nil && t.Dims == 0 {
		u.unknownProperty(at, class, name)
		return
	}
	u.c.Problem(at, "unknown property %s on %s", name, t)
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
	if u.lookup(name) != nil || u.c.Globals[name] != nil || name == "this" {
		return true
	}
	class := u.thisClass()
	return class != nil && class.Property(name) != nil
}

// className returns the class that an expression names, nil when the expression is a
// value.
func (u *Unit) className(e syntax.Expr) *host.Class {
	switch e := e.(type) {
	case *syntax.Name:
		if u.lookup(e.Name) != nil || u.c.Globals[e.Name] != nil {
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
				if u.lookup(y.Name) == nil && u.c.Globals[y.Name] == nil {
					return u.c.Registry.Class(e.Name)
				}
			}
			return nil
		}
	}
	return nil
}

// unary compiles a unary operator.
func (u *Unit) unary(e *syntax.Unary) (Eval, *host.Type) {
	if e.Op == "!" {
		x := u.boolean(e.X)
		return func(f *Frame) any { return !x(f) }, boolType
	}
	x, t := u.expr(e.X, nil)
	if !numeric(t) {
		u.c.Problem(e.Pos(), "the operator %s cannot be applied to %s", e.Op, t)
		return broken()
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
				return arithmetic("-", int32(0), v)
			}
		}, result
	case "~":
		return func(f *Frame) any { return arithmetic("^", x(f), int32(-1)) }, result
	}
	return func(f *Frame) any { return arithmetic("+", int32(0), x(f)) }, result
}
