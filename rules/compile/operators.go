package compile

import (
	"math"
	"strconv"
	"strings"

	"github.com/seed-62a36931/docket/rules/host"
	"github.com/seed-62a36931/docket/rules/syntax"
)

// AsDouble returns a number as floating point. It throws for null and for anything
// that is not a number.
func AsDouble(v any) float64 {
	switch v := v.(type) {
	case int32:
		return float64(v)
	case int64:
		return float64(v)
	case float32:
		return float64(v)
	case float64:
		return v
	case host.Char:
		return float64(v)
	case nil:
		host.Throw("NullPointerException", "the number is null")
	}
	host.Throw("ClassCastException", "%s is not a number", host.ClassNameOf(v))
	return 0
}

func asLong(v any) int64 {
	switch v := v.(type) {
	case int32:
		return int64(v)
	case int64:
		return v
	case host.Char:
		return int64(v)
	}
	return int64(AsDouble(v))
}

// applyArithmetic applies an operator with Java's binary numeric promotion: double, then
// float, then long, then int. A shift has the type of its left operand.
func applyArithmetic(op string, a, b any) any {
	of := promotedWidth(a, b)
	if isShift(op) {
		of = widthOf(a)
	}
	switch of {
	case 'd':
		return applyFloat(op, AsDouble(a), AsDouble(b))
	case 'f':
		return float32(applyFloat(op, AsDouble(a), AsDouble(b)))
	case 'l':
		return applyInteger(op, asLong(a), asLong(b), 63)
	}
	return int32(applyInteger(op, asLong(a), asLong(b), 31))
}

// isShift reports whether an operator shifts bits.
func isShift(op string) bool { return op == "<<" || op == ">>" || op == ">>>" }

// promotedWidth returns the type to which two numbers are promoted: d for double, f for
// float, l for long and i for int. It is i for values that are not numbers, too.
func promotedWidth(a, b any) byte {
	x, y := widthOf(a), widthOf(b)
	for _, w := range []byte("dfl") {
		if x == w || y == w {
			return w
		}
	}
	return 'i'
}

func widthOf(v any) byte {
	switch v.(type) {
	case float64:
		return 'd'
	case float32:
		return 'f'
	case int64:
		return 'l'
	}
	return 'i'
}

// applyFloat applies an operator to floating-point numbers.
func applyFloat(op string, x, y float64) float64 {
	switch op {
	case "+":
		return x + y
	case "-":
		return x - y
	case "*":
		return x * y
	case "/":
		return x / y
	}
	return math.Mod(x, y)
}

// applyInteger applies an operator to whole numbers. mask limits the distance of shifts:
// 31 for an int, 63 for a long.
func applyInteger(op string, x, y, mask int64) int64 {
	switch op {
	case "+":
		return x + y
	case "-":
		return x - y
	case "*":
		return x * y
	case "&":
		return x & y
	case "|":
		return x | y
	case "^":
		return x ^ y
	case "<<":
		return x << (y & mask)
	case ">>":
		return x >> (y & mask)
	case ">>>":
		if mask == 31 {
			return int64(int32(uint32(x) >> (y & mask)))
		}
		return int64(uint64(x) >> (y & mask))
	}
	if y == 0 {
		host.Throw("ArithmeticException", "/ by zero")
	}
	if op == "/" {
		return x / y
	}
	return x % y
}

// applyBinary applies a binary operator of Java other than &&, || and the + of strings.
func applyBinary(op string, a, b any) any {
	switch op {
	case "==":
		return isIdentical(a, b)
	case "!=":
		return !isIdentical(a, b)
	case "<", ">", "<=", ">=":
		return compareOrder(op, a, b)
	case "&", "|", "^":
		if x, ok := a.(bool); ok {
			return applyLogical(op, x, isTrue(b))
		}
	}
	return applyArithmetic(op, a, b)
}

// applyLogical applies an operator to booleans.
func applyLogical(op string, x, y bool) bool {
	switch op {
	case "&":
		return x && y
	case "|":
		return x || y
	}
	return x != y
}

// compareOrder applies an operator that compares the order of two numbers.
func compareOrder(op string, a, b any) bool {
	switch promotedWidth(a, b) {
	case 'd':
		return inOrder(op, AsDouble(a), AsDouble(b))
	case 'f':
		return inOrder(op, float32(AsDouble(a)), float32(AsDouble(b)))
	}
	return inOrder(op, asLong(a), asLong(b))
}

func inOrder[N float64 | float32 | int64](op string, x, y N) bool {
	switch op {
	case "<":
		return x < y
	case ">":
		return x > y
	case "<=":
		return x <= y
	}
	return x >= y
}

// isIdentical implements == of a consequence: scalars are compared by value, objects
// by identity. NaN equals nothing, and numbers are compared as the wider of their
// types.
func isIdentical(a, b any) bool {
	switch x := a.(type) {
	case int32, int64, float32, float64, host.Char:
		switch b.(type) {
		case int32, int64, float32, float64, host.Char:
			return equalNumbers(a, b)
		}
	case []any:
		y, ok := b.([]any)
		return ok && len(x) == len(y) && len(x) > 0 && &x[0] == &y[0]
	case host.Equaler:
		return a == b
	}
	return host.Equal(a, b)
}

// equalNumbers reports whether two numbers are equal as the wider of their types.
func equalNumbers(a, b any) bool {
	switch promotedWidth(a, b) {
	case 'd':
		return AsDouble(a) == AsDouble(b)
	case 'f':
		return float32(AsDouble(a)) == float32(AsDouble(b))
	}
	return asLong(a) == asLong(b)
}

// isComparison reports whether an operator is a comparison.
func isComparison(op string) bool {
	switch op {
	case "==", "!=", "<", ">", "<=", ">=":
		return true
	}
	return false
}

// compareInCondition compares in a condition: == is a null-safe equals, literals take
// the type of the field, and comparing the order with null is false.
func compareInCondition(op string, a, b any) any {
	b = coerceValue(a, b)
	a = coerceLeft(a, b)
	switch op {
	case "==":
		return host.Equal(a, b)
	case "!=":
		return !host.Equal(a, b)
	}
	if a == nil || b == nil {
		return false
	}
	c := host.Compare(a, b)
	return op == "<" && c < 0 || op == ">" && c > 0 || op == "<=" && c <= 0 || op == ">=" && c >= 0
}

// coerceValue converts a string next to a number to a number, and a number next to a
// string to a string.
func coerceValue(field, v any) any {
	switch field.(type) {
	case string:
		switch v.(type) {
		case int32, int64, float64, bool, host.Char:
			return host.ToString(v)
		}
	case int32, int64, float64:
		if s, ok := v.(string); ok {
			if n, err := strconv.ParseFloat(strings.TrimSpace(s), 64); err == nil {
				return n
			}
		}
	case bool:
		if s, ok := v.(string); ok {
			return strings.EqualFold(s, "true")
		}
	case host.Char: // quotes of either kind make a string in conditions
		if s, ok := v.(string); ok {
			if units := host.ToUnits(s); len(units) == 1 {
				return host.Char(units[0])
			}
		}
	}
	return v
}

func coerceLeft(a, b any) any {
	if _, enum := a.(*host.Enum); enum {
		if _, text := b.(string); text {
			return host.ToString(a)
		}
	}
	return a
}

// compileBinary compiles a binary operator.
func (u *Unit) compileBinary(e *syntax.Binary) (Eval, *host.Type) {
	switch e.Op {
	case "&&", "||":
		x, y, stop := u.compileBoolean(e.X), u.compileBoolean(e.Y), e.Op == "||"
		return func(f *Frame) any {
			if x(f) == stop {
				return stop
			}
			return y(f)
		}, &host.Type{Name: "boolean"}
	}
	x, tx := u.compileExpr(e.X, nil)
	y, ty := u.compileExpr(e.Y, nil)
	if e.Op == "==" || e.Op == "!=" {
		u.noteComparedTypes(tx, e.Y)
		u.noteComparedTypes(ty, e.X)
	}
	op, at, compare := e.Op, e.Pos(), u.drl && isComparison(e.Op)
	if compare {
		x, tx, y, ty = u.coerceDates(e, x, tx, y, ty)
	}
	if (op == "==" || op == "!=") && !u.drl && isString(tx) && isString(ty) {
		u.c.addWarning(at, "strings are compared by %s: equals says what is meant", op)
	}
	if !u.canOperate(op, tx, ty) {
		u.c.ReportProblem(at, "the operator %s cannot be applied to %s and %s", op, tx, ty)
		return brokenExpr()
	}
	if compare && (isNumber(tx) && isString(ty) || isString(tx) && isNumber(ty)) {
		u.c.addWarning(at, "a number is compared with a text: write both as numbers, or both as texts")
	}
	if compare && (u.c.isNeverText(tx) && isString(ty) || isString(tx) && u.c.isNeverText(ty)) {
		u.c.addWarning(at, "%s and %s are never equal", tx, ty)
	}
	if op == "+" && (isString(tx) || isString(ty)) {
		op = joinOperator
	}
	run := func(f *Frame) any {
		a := x(f)
		b := y(f)
		f.RT.Offset = at
		if compare {
			return compareInCondition(op, a, b)
		}
		return f.RT.applyOperator(op, a, b)
	}
	if op == joinOperator {
		return u.keepText(e, run), resultType(e.Op, tx, ty)
	}
	return run, resultType(e.Op, tx, ty)
}

// isNeverText reports whether values of a type are objects that equal no text. Constants may be texts.
func (c *Compiler) isNeverText(t *host.Type) bool {
	if !isKnown(t) || t.Dims > 0 || rank[boxedName(t.Name)] > 0 || dateClass(t) != "" {
		return false
	}
	class := c.Registry.Class(t.Name)
	return class != nil && len(class.Constants) == 0 && !c.mayPass(&host.Type{Name: "String"}, t)
}

func isString(t *host.Type) bool { return t != nil && t.Name == "String" && t.Dims == 0 }

func resultType(op string, x, y *host.Type) *host.Type {
	switch op {
	case "==", "!=", "<", ">", "<=", ">=":
		return &host.Type{Name: "boolean"}
	case "+":
		if x != nil && x.Name == "String" || y != nil && y.Name == "String" {
			return &host.Type{Name: "String"}
		}
	}
	if x == faulty || y == faulty {
		return faulty
	}
	if isShift(op) {
		y = x
	}
	if x == nil || y == nil {
		return nil
	}
	if rank[boxedName(x.Name)] < rank[boxedName(y.Name)] {
		x = y
	}
	if boxedName(x.Name) == "Character" {
		return &host.Type{Name: "int"}
	}
	return x
}
