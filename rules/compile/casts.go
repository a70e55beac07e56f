package compile

import (
	"math"

	"github.com/seed-62a36931/docket/rules/host"
	"github.com/seed-62a36931/docket/rules/syntax"
)

func castNumber(name string, v any) any {
	switch name {
	case "int", "long":
		switch x := v.(type) {
		case float64:
			v = toIntegral(x, name)
		case float32:
			v = toIntegral(float64(x), name)
		}
		if name == "int" {
			return int32(asLong(v))
		}
		return asLong(v)
	case "double":
		return AsDouble(v)
	case "float":
		return float32(AsDouble(v))
	case "char": // a floating point number becomes an int first
		return host.Char(asLong(castNumber("int", v)))
	}
	if _, ok := v.(bool); !ok {
		host.Throw("ClassCastException", "%s cannot be cast to Boolean", host.ClassNameOf(v))
	}
	return v
}

// toIntegral converts a double as Java does: NaN becomes 0, and a number that is too
// large becomes the largest one.
func toIntegral(x float64, name string) int64 {
	lo, hi := float64(math.MinInt64), float64(math.MaxInt64)
	if name == "int" {
		lo, hi = math.MinInt32, math.MaxInt32
	}
	switch {
	case math.IsNaN(x):
		return 0
	case x <= lo:
		return int64(lo)
	case x >= hi && name == "int":
		return math.MaxInt32
	case x >= hi:
		return math.MaxInt64
	}
	return int64(x)
}

// classOf is like TypeOf where the name of a class is required: var is a problem.
func (u *Unit) classOf(r *syntax.TypeRef) *host.Type {
	t := u.TypeOf(r)
	if t == nil {
		u.c.ReportProblem(r.Pos(), "%s is no class", r.Name)
		return faulty
	}
	return t
}

// compileCast compiles a cast.
func (u *Unit) compileCast(e *syntax.Cast) (Eval, *host.Type) {
	t := u.classOf(e.Type)
	x, from := u.compileExpr(e.X, t)
	if t == faulty {
		return x, t
	}
	u.checkCast(e.Pos(), from, t)
	at := e.Pos()
	return func(f *Frame) any {
		v := x(f)
		if primitive[t.Name] && t.Dims == 0 {
			return castNumber(t.Name, widenTo(t, v))
		}
		f.RT.Offset = at
		if !u.c.acceptsValue(t, v) {
			host.Throw("ClassCastException", "%s cannot be cast to %s", host.ClassNameOf(v), t.Name)
		}
		return v
	}, t
}

func (u *Unit) instanceOf(e *syntax.InstanceOf) (Eval, *host.Type) {
	x, from := u.compileExpr(e.X, nil)
	t := u.classOf(e.Type)
	u.checkCast(e.Type.Pos(), from, t)
	slot := 0
	if e.Bind != "" {
		slot = u.DeclareVar(e.Bind, t)
	}
	return func(f *Frame) any {
		v := x(f)
		ok := v != nil && u.c.acceptsValue(t, v)
		if ok && slot > 0 {
			f.Slots[slot] = v
		}
		return ok
	}, boolType
}

// compileNew compiles new: constructors, arrays, declared types.
func (u *Unit) compileNew(e *syntax.New, want *host.Type) (Eval, *host.Type) {
	t := u.classOf(e.Type)
	if t == faulty {
		u.compileUnchecked(e.Args)
		return brokenExpr()
	}
	if e.Init != nil {
		return u.compileArray(e.Init.Elems, t)
	}
	if t.Dims > 0 {
		return u.newArray(e, t)
	}
	if len(e.Type.Args) == 0 && want != nil {
		t.Args = want.Args
	}
	class := u.c.Registry.Class(t.Name)
	if class == nil || len(class.Makers) == 0 { // a primitive type has no class
		u.c.ReportProblem(e.Type.Pos(), "%s cannot be created in rules", t.Name)
		u.compileUnchecked(e.Args)
		return brokenExpr()
	}
	run, _ := u.compileInvocation(&invocation{
		at:    e.Type.Pos(),
		label: "new " + t.Name,
		list:  class.FindConstructors(len(e.Args)),
		all:   class.Makers,
		args:  e.Args,
		bound: bindings{},
	})
	return run, t
}

// compileArray compiles an array from its elements.
func (u *Unit) compileArray(elems []syntax.Expr, t *host.Type) (Eval, *host.Type) {
	var element *host.Type
	if t != nil && t.Dims > 0 {
		element = &host.Type{Name: t.Name, Args: t.Args, Dims: t.Dims - 1}
	}
	list := make([]Eval, len(elems))
	for i, x := range elems {
		list[i], _ = u.compileExpr(x, element)
	}
	return func(f *Frame) any {
		out := make([]any, len(list))
		for i, x := range list {
			out[i] = widenTo(element, x(f))
		}
		return out
	}, t
}

// maxArray limits the total number of elements of an array that rules create.
const maxArray = 10_000_000

var zeros = map[string]any{"int": int32(0), "long": int64(0), "double": 0.0, "float": float32(0), "boolean": false, "char": host.Char(0)}

// ZeroValue returns the default value of a field or element of a type: 0 or false of a
// primitive type, else nil.
func ZeroValue(t *host.Type) any {
	if t.Dims > 0 {
		return nil
	}
	return zeros[t.Name]
}

// newArray compiles the creation of an array of default values, or of arrays of
// arrays for several sizes.
func (u *Unit) newArray(e *syntax.New, t *host.Type) (Eval, *host.Type) {
	sizes := make([]Eval, len(e.Dims))
	for i, d := range e.Dims {
		sizes[i], _ = u.compileExpr(d, nil)
	}
	var zero any
	if len(sizes) == t.Dims {
		zero = zeros[t.Name]
	}
	return func(f *Frame) any {
		total, lengths := int64(1), make([]int64, len(sizes))
		for i, size := range sizes {
			lengths[i] = asLong(size(f))
		}
		for _, n := range lengths {
			if n < 0 {
				host.Throw("NegativeArraySizeException", "%d", n)
			}
			if total *= max(n, 1); n > maxArray || total > maxArray {
				host.Throw("IllegalArgumentException", "array of %d elements", n)
			}
		}
		f.RT.Call.Budget.AllocEach(total, host.SizeOf(nil))
		return newFilled(lengths, zero)
	}, t
}

// newFilled returns arrays nested by lengths, filled with zero.
func newFilled(lengths []int64, zero any) any {
	out := make([]any, lengths[0])
	for i := range out {
		if out[i] = zero; len(lengths) > 1 {
			out[i] = newFilled(lengths[1:], zero)
		}
	}
	return out
}
