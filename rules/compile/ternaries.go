package compile

import (
	"math"

	"github.com/seed-62a36931/docket/rules/host"
	"github.com/seed-62a36931/docket/rules/syntax"
)

// compileTernary compiles a conditional expression.
func (u *Unit) compileTernary(e *syntax.Ternary, want *host.Type) (Eval, *host.Type) {
	cond := u.compileBoolean(e.If)
	x, tx := u.compileExpr(e.Then, want)
	y, ty := u.compileExpr(e.Else, want)
	t := ternaryType(e, tx, ty)
	return func(f *Frame) any {
		if cond(f) {
			return widenTo(t, x(f))
		}
		return widenTo(t, y(f))
	}, t
}

// ternaryType returns the type of a ternary: numbers of two types are promoted to the
// wider one, but a constant that fits a char does not widen it.
func ternaryType(e *syntax.Ternary, x, y *host.Type) *host.Type {
	switch {
	case isNull(e.Then):
		return boxedType(y)
	case isNull(e.Else):
		return boxedType(x)
	case x == nil || y == nil:
		return nil
	case x.Dims > 0 || y.Dims > 0 || rank[boxedName(x.Name)] == 0 || rank[boxedName(y.Name)] == 0:
		if x.Name != y.Name || x.Dims != y.Dims {
			return nil
		}
		return x
	case x.Name == y.Name:
		return x
	case boxedName(x.Name) == "Character" && fitsChar(e.Else, y) || boxedName(y.Name) == "Character" && fitsChar(e.Then, x):
		return &host.Type{Name: "char"}
	case boxedName(x.Name) == boxedName(y.Name):
		return unboxedType(x)
	}
	return unboxedType(resultType("*", x, y))
}

func isNull(e syntax.Expr) bool {
	l, ok := e.(*syntax.Literal)
	return ok && l.Value == nil
}

func boxedType(t *host.Type) *host.Type {
	if t == nil || t.Dims > 0 || !primitive[t.Name] {
		return t
	}
	return &host.Type{Name: boxedName(t.Name)}
}

// unboxedType returns the primitive type of a boxed one, or the type itself.
func unboxedType(t *host.Type) *host.Type {
	for name, box := range boxes {
		if box == t.Name {
			return &host.Type{Name: name}
		}
	}
	return t
}

// fitsChar reports whether an expression is a constant int in the range of a char.
func fitsChar(e syntax.Expr, t *host.Type) bool {
	if t.Name != "int" {
		return false
	}
	v, ok := constantOf(e)
	return ok && v >= 0 && v <= math.MaxUint16
}

// takesInt reports whether an int may be assigned to a char: it must be a constant
// in the range of a char. Variables may be constants.
func takesInt(to *host.Type, e syntax.Expr, from *host.Type) bool {
	if to.Dims > 0 || from.Dims > 0 || boxedName(to.Name) != "Character" || from.Name != "int" {
		return false
	}
	_, constant := constantOf(e)
	return fitsChar(e, from) || to.Name == "char" && !constant
}

// constantOf returns the value of an expression of literals; ok is false for any
// other expression.
func constantOf(e syntax.Expr) (v int32, ok bool) {
	switch e := e.(type) {
	case *syntax.Literal:
		switch x := e.Value.(type) {
		case int32:
			return x, true
		case host.Char:
			return int32(x), true
		}
	case *syntax.Unary:
		x, ok := constantOf(e.X)
		switch e.Op {
		case "-":
			return -x, ok
		case "~":
			return ^x, ok
		}
		return x, ok && e.Op == "+"
	case *syntax.Binary:
		x, first := constantOf(e.X)
		y, second := constantOf(e.Y)
		if !first || !second || isComparison(e.Op) || e.Op == "&&" || e.Op == "||" || y == 0 && (e.Op == "/" || e.Op == "%") {
			return 0, false
		}
		return int32(applyInteger(e.Op, int64(x), int64(y), 31)), true
	}
	return 0, false
}
