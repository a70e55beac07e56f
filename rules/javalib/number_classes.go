package javalib

import (
	"math"
	"math/big"
	"strconv"
	"strings"

	"github.com/seed-62a36931/docket/rules/host"
)

var numberMethods = []*host.Method{
	pureMethod("intValue() int", func(this any, _ []any) any { return toInt(this) }),
	pureMethod("longValue() long", func(this any, _ []any) any { n, _ := toLong(this); return n }),
	pureMethod("doubleValue() double", func(this any, _ []any) any { x, _ := toDouble(this); return x }),
}

var numberClasses = []*host.Class{
	{Name: "Number", Supers: []string{"Comparable"}, Methods: numberMethods},
	{Name: "Integer", Supers: []string{"Number"},
		Makers:    []*host.Method{pureMethod("Integer(int) Integer", returnArgument), pureMethod("Integer(String) Integer", parseInt(32))},
		Constants: map[string]any{"MAX_VALUE": int32(math.MaxInt32), "MIN_VALUE": int32(math.MinInt32)}, Statics: []*host.Method{
			pureMethod("parseInt(String) int", parseInt(32)), pureMethod("parseInt(String, int) int", parseInt(32)),
			pureMethod("valueOf(String) Integer", parseInt(32)), pureMethod("valueOf(int) Integer", returnArgument),
			pureMethod("compare(int, int) int", compareBoth), pureMethod("toString(int) String", toStringOf),
			pureMethod("hashCode(int) int", hashCodeOf),
			pureMethod("signum(int) int", func(_ any, a []any) any { return host.Compare(a[0], int32(0)) }),
			pureMethod("min(int, int) int", pickSide(-1)), pureMethod("max(int, int) int", pickSide(1)),
			pureMethod("sum(int, int) int", func(_ any, a []any) any { return a[0].(int32) + a[1].(int32) }),
			pureMethod("toHexString(int) String", func(_ any, a []any) any { return strconv.FormatUint(uint64(uint32(a[0].(int32))), 16) }),
			pureMethod("toBinaryString(int) String",
				func(_ any, a []any) any { return strconv.FormatUint(uint64(uint32(a[0].(int32))), 2) }),
		}},
	{Name: "Long", Supers: []string{"Number"},
		Makers:    []*host.Method{pureMethod("Long(long) Long", returnArgument), pureMethod("Long(String) Long", parseInt(64))},
		Constants: map[string]any{"MAX_VALUE": int64(math.MaxInt64), "MIN_VALUE": int64(math.MinInt64)}, Statics: []*host.Method{
			pureMethod("parseLong(String) long", parseInt(64)), pureMethod("valueOf(String) Long", parseInt(64)),
			pureMethod("valueOf(long) Long", returnArgument), pureMethod("compare(long, long) int", compareBoth),
			pureMethod("toString(long) String", toStringOf), pureMethod("hashCode(long) int", hashCodeOf),
			pureMethod("min(long, long) long", pickSide(-1)), pureMethod("max(long, long) long", pickSide(1)),
			pureMethod("sum(long, long) long", func(_ any, a []any) any { return a[0].(int64) + a[1].(int64) }),
		}},
	{Name: "Double", Supers: []string{"Number"},
		Makers: []*host.Method{pureMethod("Double(double) Double", returnArgument), pureMethod("Double(String) Double", parseDouble)},
		Constants: map[string]any{"MAX_VALUE": math.MaxFloat64,
			"MIN_VALUE": math.SmallestNonzeroFloat64,
			"NaN":       math.NaN(), "POSITIVE_INFINITY": math.Inf(1), "NEGATIVE_INFINITY": math.Inf(-1)}, Statics: []*host.Method{
			pureMethod("parseDouble(String) double", parseDouble), pureMethod("valueOf(String) Double", parseDouble),
			pureMethod("valueOf(double) Double", returnArgument), pureMethod("compare(double, double) int", compareDoubles),
			pureMethod("toString(double) String", toStringOf), pureMethod("hashCode(double) int", hashCodeOf),
			pureMethod("min(double, double) double", pickSide(-1)), pureMethod("max(double, double) double", pickSide(1)),
			pureMethod("sum(double, double) double", func(_ any, a []any) any { return a[0].(float64) + a[1].(float64) }),
			realMethod("isNaN(double) boolean", func(x float64) any { return x != x }),
			realMethod("isInfinite(double) boolean", func(x float64) any { return math.IsInf(x, 0) }),
		}, Methods: []*host.Method{
			pureMethod("isNaN() boolean", func(this any, _ []any) any { return this.(float64) != this.(float64) }),
			pureMethod("isInfinite() boolean", func(this any, _ []any) any { return math.IsInf(this.(float64), 0) }),
		}},
	{Name: "Float", Supers: []string{"Number"}, Statics: []*host.Method{
		pureMethod("parseFloat(String) float", func(_ any, a []any) any { return float32(parseDouble(nil, a).(float64)) }),
	}},
	{Name: "Boolean", Supers: []string{"Comparable"},
		Makers:    []*host.Method{pureMethod("Boolean(boolean) Boolean", returnArgument), pureMethod("Boolean(String) Boolean", parseBoolean)},
		Constants: map[string]any{"TRUE": true, "FALSE": false}, Statics: []*host.Method{
			pureMethod("parseBoolean(String) boolean", parseBoolean), pureMethod("valueOf(String) Boolean", parseBoolean),
			pureMethod("valueOf(boolean) Boolean", returnArgument),
			pureMethod("compare(boolean, boolean) int", compareBoth), pureMethod("hashCode(boolean) int", hashCodeOf),
			pureMethod("toString(boolean) String", toStringOf),
			pureMethod("logicalAnd(boolean, boolean) boolean", func(_ any, a []any) any { return a[0].(bool) && a[1].(bool) }),
			pureMethod("logicalOr(boolean, boolean) boolean", func(_ any, a []any) any { return a[0].(bool) || a[1].(bool) }),
			pureMethod("logicalXor(boolean, boolean) boolean", func(_ any, a []any) any { return a[0].(bool) != a[1].(bool) }),
		}, Methods: []*host.Method{pureMethod("booleanValue() boolean", func(this any, _ []any) any { return this })}},
	{Name: "Math", Constants: map[string]any{"PI": math.Pi, "E": math.E}, Statics: mathMethods},
	{Name: "Objects", Statics: objectsMethods},
}

func parseBoolean(_ any, a []any) any { t, _ := a[0].(string); return strings.EqualFold(t, "true") }

var mathMethods = []*host.Method{
	pureMethod("min(?, ?) ?", pickSide(-1)), pureMethod("max(?, ?) ?", pickSide(1)), pureMethod("abs(?) ?", absOf),
	pureMethod("round(float) int", roundHalfUp), pureMethod("round(double) long", roundHalfUp),
	realMethod("floor(double) double", func(x float64) any { return math.Floor(x) }),
	realMethod("ceil(double) double", func(x float64) any { return math.Ceil(x) }),
	realMethod("rint(double) double", func(x float64) any { return math.RoundToEven(x) }),
	realMethod("sqrt(double) double", func(x float64) any { return math.Sqrt(x) }),
	realMethod("cbrt(double) double", func(x float64) any { return math.Cbrt(x) }),
	realMethod("log(double) double", func(x float64) any { return math.Log(x) }),
	realMethod("log10(double) double", func(x float64) any { return math.Log10(x) }),
	realMethod("exp(double) double", func(x float64) any { return math.Exp(x) }),
	realMethod("signum(double) double", func(x float64) any {
		if x > 0 {
			return 1.0
		} else if x < 0 {
			return -1.0
		}
		return x
	}),
	realMethod("sin(double) double", func(x float64) any { return math.Sin(x) }),
	realMethod("cos(double) double", func(x float64) any { return math.Cos(x) }),
	realMethod("tan(double) double", func(x float64) any { return math.Tan(x) }),
	realMethod("asin(double) double", func(x float64) any { return math.Asin(x) }),
	realMethod("acos(double) double", func(x float64) any { return math.Acos(x) }),
	realMethod("atan(double) double", func(x float64) any { return math.Atan(x) }),
	realMethod("sinh(double) double", func(x float64) any { return math.Sinh(x) }),
	realMethod("cosh(double) double", func(x float64) any { return math.Cosh(x) }),
	realMethod("tanh(double) double", func(x float64) any { return math.Tanh(x) }),
	realMethod("log1p(double) double", func(x float64) any { return math.Log1p(x) }),
	realMethod("expm1(double) double", func(x float64) any { return math.Expm1(x) }),
	realMethod("toRadians(double) double", func(x float64) any { return x * (math.Pi / 180) }),
	realMethod("toDegrees(double) double", func(x float64) any { return x * (180 / math.Pi) }),
	pureMethod("atan2(double, double) double", func(_ any, a []any) any { return math.Atan2(a[0].(float64), a[1].(float64)) }),
	pureMethod("pow(double, double) double", func(_ any, a []any) any { return powDoubles(a[0].(float64), a[1].(float64)) }),
	pureMethod("hypot(double, double) double", func(_ any, a []any) any { return math.Hypot(a[0].(float64), a[1].(float64)) }),
	pureMethod("floorDiv(?, ?) ?", floorDivide(false)), pureMethod("floorMod(?, ?) ?", floorDivide(true)),
	pureMethod("addExact(?, ?) ?", exactOperation((*big.Int).Add)),
	pureMethod("subtractExact(?, ?) ?", exactOperation((*big.Int).Sub)),
	pureMethod("multiplyExact(?, ?) ?", exactOperation((*big.Int).Mul)),
	pureMethod("toIntExact(long) int", func(_ any, a []any) any {
		n := a[0].(int64)
		if n != int64(int32(n)) {
			host.Throw("ArithmeticException", "integer overflow")
		}
		return int32(n)
	}),
}

// powDoubles implements Math.pow. Unlike in C, 1 to the power of NaN is NaN.
func powDoubles(x, y float64) float64 {
	if y != y || (x == 1 || x == -1) && math.IsInf(y, 0) {
		return math.NaN()
	}
	return math.Pow(x, y)
}

func notNull(message func(a []any) string) func(any, []any) any {
	return func(_ any, a []any) any {
		if a[0] == nil {
			host.Throw("NullPointerException", "%s", message(a))
		}
		return a[0]
	}
}

var objectsMethods = []*host.Method{
	pureMethod("equals(Object, Object) boolean", func(_ any, a []any) any { return host.Equal(a[0], a[1]) }),
	pureMethod("nonNull(Object) boolean", func(_ any, a []any) any { return a[0] != nil }),
	pureMethod("isNull(Object) boolean", func(_ any, a []any) any { return a[0] == nil }),
	pureMethod("toString(Object) String", toStringOf),
	pureMethod("toString(Object, String) String", func(_ any, a []any) any {
		if a[0] == nil {
			return a[1]
		}
		return host.ToString(a[0])
	}),
	pureMethod("hashCode(Object) int", hashCodeOf),
	pureMethod("hash(Object...) int", func(_ any, a []any) any { return host.NewList(a[0].([]any)...).HashCode() }),
	pureMethod("requireNonNull(E) E", notNull(func([]any) string { return "" })),
	pureMethod("requireNonNull(E, String) E", notNull(func(a []any) string { return host.ToString(a[1]) })),
	pureMethod("requireNonNullElse(E, E) E", func(_ any, a []any) any {
		if a[0] != nil {
			return a[0]
		}
		return notNull(func([]any) string { return "defaultObj" })(nil, a[1:])
	}),
	pureMethod("requireNonNullElseGet(E, Supplier<E>) E", func(_ any, a []any) any {
		if a[0] != nil {
			return a[0]
		}
		return toFunction(a[1])()
	}),
}
