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
			v = saturate(x, name)
		case float32:
			v = saturate(float64(x), name)
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

// saturate converts a double as Java does: NaN becomes 0, and a number that is too
// large becomes the largest one.
func saturate(x float64, name string) int64 {
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
		u.c.Problem(r.Pos(), "%s is no class", r.Name)
		return faulty
	}
	return t
}

// cast compiles a cast.
func (u *Unit) cast(e *syntax.Cast) (Eval, *host.Type) {
	t := u.classOf(e.Type)
	x, from := u.expr(e.X, t)
	if t == faulty {
		return x, t
	}
	u.castable(e.Pos(), from, t)
	at := e.Pos()
	return func(f *Frame) any {
		v := x(f)
		if primitive[t.Name] && t.Dims == 0 {
			return castNumber(t.Name, widen(t, v))
		}
		f.RT.Offset = at
		if !u.c.holds(t, v) {
			host.Throw("ClassCastException", "%s cannot be cast to %s", host.ClassNameOf(v), t.Name)
		}
		return v
	}, t
}

func (u *Unit) instanceOf(e *syntax.InstanceOf) (Eval, *host.Type) {
	x, from := u.expr(e.X, nil)
	t := u.classOf(e.Type)
	u.castable(e.Type.Pos(), from, t)
	slot := 0
	if e.Bind != "" {
		slot = u.Declare(e.Bind, t)
	}
	return func(f *Frame) any {
		v := x(f)
		ok := v != nil && u.c.holds(t, v)
		if ok && slot > 0 {
			f.Slots[slot] = v
		}
		return ok
	}, boolType
}

// create compiles new: constructors, arrays, declared types.
func (u *Unit) create(e *syntax.New, want *host.Type) (Eval, *host.Type) {
	t := u.classOf(e.Type)
	if t == faulty {
		u.unchecked(e.Args)
		return broken()
	}
	if e.Init != nil {
		return u.array(e.Init.Elems, t)
	}
	if t.Dims > 0 {
		return u.newArray(e, t)
	}
	if len(e.Type.Args) == 0 && want != nil {
		t.Args = want.Args
	}
	class := u.c.Registry.Class(t.Name)
	if len(class.Makers) == 0 {
		u.c.Problem(e.Type.Pos(), "%s cannot be created in rules", t.Name)
		u.unchecked(e.Args)
		return broken()
	}
	run, _ := u.invoke(&invocation{
		at:    e.Type.Pos(),
		label: "new " + t.Name,
		list:  class.FindMaker(len(e.Args)),
		all:   class.Makers,
		args:  e.Args,
		bound: bindings{},
	})
	return run, t
}

// array compiles an array from its elements.
func (u *Unit) array(elems []syntax.Expr, t *host.Type) (Eval, *host.Type) {
	var element *host.Type
	if t != nil && t.Dims > 0 {
		element = &host.Type{Name: t.Name, Args: t.Args, Dims: t.Dims - 1}
	}
	list := make([]Eval, len(elems))
	for i, x := range elems {
		list[i], _ = u.expr(x, element)
	}
	return func(f *Frame) any {
		out := make([]any, len(list))
		for i, x := range list {
			out[i] = widen(element, x(f))
		}
		return out
	}, t
}

// maxArray limits the total number of elements of an array that rules create.
const maxArray = 10_000_000

var zeros = map[string]any{"int": int32(0), "long": int64(0), "double": 0.0, "float": float32(0), "boolean": false, "char": host.Char(0)}

// Zero returns the default value of a field or element of a type: 0 or false of a
// primitive type, else nil.
func Zero(t *host.Type) any {
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
		sizes[i], _ = u.expr(d, nil)
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
		return filled(lengths, zero)
	}, t
}

// filled returns arrays nested by lengths, filled with zero.
func filled(lengths []int64, zero any) any {
	out := make([]any, lengths[0])
	for i := range out {
		if out[i] = zero; len(lengths) > 1 {
			out[i] = filled(lengths[1:], zero)
		}
	}
	return out
}
