package javalib

import (
	"math"
	"math/big"
	"strconv"
	"strings"

	"github.com/seed-62a36931/docket/rules/host"
)

var numberMethods = []*host.Method{
	f("intValue() int", func(this any, _ []any) any { return toInt(this) }),
	f("longValue() long", func(this any, _ []any) any { n, _ := toLong(this); return n }),
	f("doubleValue() double", func(this any, _ []any) any { x, _ := toDouble(this); return x }),
}

var numberClasses = []*host.Class{
	{Name: "Number", Supers: []string{"Comparable"}, Methods: numberMethods},
	{Name: "Integer", Supers: []string{"Number"},
		Constants: map[string]any{"MAX_VALUE": int32(math.MaxInt32), "MIN_VALUE": int32(math.MinInt32)}, Statics: []*host.Method{
			f("parseInt(String) int", parseInt(32)), f("parseInt(String, int) int", parseInt(32)),
			f("valueOf(String) Integer", parseInt(32)), f("valueOf(int) Integer", same),
			f("compare(int, int) int", compareBoth), f("toString(int) String", written),
			f("hashCode(int) int", hash),
			f("signum(int) int", func(_ any, a []any) any { return host.Compare(a[0], int32(0)) }),
			f("min(int, int) int", pick(-1)), f("max(int, int) int", pick(1)),
			f("sum(int, int) int", func(_ any, a []any) any { return a[0].(int32) + a[1].(int32) }),
			f("toHexString(int) String", func(_ any, a []any) any { return strconv.FormatUint(uint64(uint32(a[0].(int32))), 16) }),
			f("toBinaryString(int) String", func(_ any, a []any) any { return strconv.FormatUint(uint64(uint32(a[0].(int32))), 2) }),
		}},
	{Name: "Long", Supers: []string{"Number"},
		Constants: map[string]any{"MAX_VALUE": int64(math.MaxInt64), "MIN_VALUE": int64(math.MinInt64)}, Statics: []*host.Method{
			f("parseLong(String) long", parseInt(64)), f("valueOf(String) Long", parseInt(64)),
			f("valueOf(long) Long", same), f("compare(long, long) int", compareBoth),
			f("toString(long) String", written), f("hashCode(long) int", hash),
			f("min(long, long) long", pick(-1)), f("max(long, long) long", pick(1)),
			f("sum(long, long) long", func(_ any, a []any) any { return a[0].(int64) + a[1].(int64) }),
		}},
	{Name: "Double", Supers: []string{"Number"}, Constants: map[string]any{"MAX_VALUE": math.MaxFloat64,
		"MIN_VALUE": math.SmallestNonzeroFloat64,
		"NaN":       math.NaN(), "POSITIVE_INFINITY": math.Inf(1), "NEGATIVE_INFINITY": math.Inf(-1)}, Statics: []*host.Method{
		f("parseDouble(String) double", parseDouble), f("valueOf(String) Double", parseDouble),
		f("valueOf(double) Double", same), f("compare(double, double) int", compareDoubles),
		f("toString(double) String", written), f("hashCode(double) int", hash),
		f("min(double, double) double", pick(-1)), f("max(double, double) double", pick(1)),
		f("sum(double, double) double", func(_ any, a []any) any { return a[0].(float64) + a[1].(float64) }),
		real("isNaN(double) boolean", func(x float64) any { return x != x }),
		real("isInfinite(double) boolean", func(x float64) any { return math.IsInf(x, 0) }),
	}, Methods: []*host.Method{
		f("isNaN() boolean", func(this any, _ []any) any { return this.(float64) != this.(float64) }),
		f("isInfinite() boolean", func(this any, _ []any) any { return math.IsInf(this.(float64), 0) }),
	}},
	{Name: "Float", Supers: []string{"Number"}, Statics: []*host.Method{
		f("parseFloat(String) float", func(_ any, a []any) any { return float32(parseDouble(nil, a).(float64)) }),
	}},
	{Name: "Boolean", Supers: []string{"Comparable"}, Constants: map[string]any{"TRUE": true, "FALSE": false}, Statics: []*host.Method{
		f("parseBoolean(String) boolean", parseBoolean), f("valueOf(String) Boolean", parseBoolean),
		f("valueOf(boolean) Boolean", same),
		f("compare(boolean, boolean) int", compareBoth), f("hashCode(boolean) int", hash),
		f("toString(boolean) String", written),
		f("logicalAnd(boolean, boolean) boolean", func(_ any, a []any) any { return a[0].(bool) && a[1].(bool) }),
		f("logicalOr(boolean, boolean) boolean", func(_ any, a []any) any { return a[0].(bool) || a[1].(bool) }),
		f("logicalXor(boolean, boolean) boolean", func(_ any, a []any) any { return a[0].(bool) != a[1].(bool) }),
	}, Methods: []*host.Method{f("booleanValue() boolean", func(this any, _ []any) any { return this })}},
	{Name: "Math", Constants: map[string]any{"PI": math.Pi, "E": math.E}, Statics: mathMethods},
	{Name: "Objects", Statics: objectsMethods},
}

func parseBoolean(_ any, a []any) any { t, _ := a[0].(string); return strings.EqualFold(t, "true") }

var mathMethods = []*host.Method{
	f("min(?, ?) ?", pick(-1)), f("max(?, ?) ?", pick(1)), f("abs(?) ?", abs),
	f("round(float) int", round), f("round(double) long", round),
	real("floor(double) double", func(x float64) any { return math.Floor(x) }),
	real("ceil(double) double", func(x float64) any { return math.Ceil(x) }),
	real("rint(double) double", func(x float64) any { return math.RoundToEven(x) }),
	real("sqrt(double) double", func(x float64) any { return math.Sqrt(x) }),
	real("cbrt(double) double", func(x float64) any { return math.Cbrt(x) }),
	real("log(double) double", func(x float64) any { return math.Log(x) }),
	real("log10(double) double", func(x float64) any { return math.Log10(x) }),
	real("exp(double) double", func(x float64) any { return math.Exp(x) }),
	real("signum(double) double", func(x float64) any {
		if x > 0 {
			return 1.0
		} else if x < 0 {
			return -1.0
		}
		return x
	}),
	f("pow(double, double) double", func(_ any, a []any) any { return power2(a[0].(float64), a[1].(float64)) }),
	f("hypot(double, double) double", func(_ any, a []any) any { return math.Hypot(a[0].(float64), a[1].(float64)) }),
	f("floorDiv(?, ?) ?", floored(false)), f("floorMod(?, ?) ?", floored(true)),
	f("addExact(?, ?) ?", exactly((*big.Int).Add)),
	f("subtractExact(?, ?) ?", exactly((*big.Int).Sub)),
	f("multiplyExact(?, ?) ?", exactly((*big.Int).Mul)),
	f("toIntExact(long) int", func(_ any, a []any) any {
		n := a[0].(int64)
		if n != int64(int32(n)) {
			host.Throw("ArithmeticException", "integer overflow")
		}
		return int32(n)
	}),
}

// power2 implements Math.pow. Unlike in C, 1 to the power of NaN is NaN.
func power2(x, y float64) float64 {
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
	f("equals(Object, Object) boolean", func(_ any, a []any) any { return host.Equal(a[0], a[1]) }),
	f("nonNull(Object) boolean", func(_ any, a []any) any { return a[0] != nil }),
	f("isNull(Object) boolean", func(_ any, a []any) any { return a[0] == nil }),
	f("toString(Object) String", written),
	f("toString(Object, String) String", func(_ any, a []any) any {
		if a[0] == nil {
			return a[1]
		}
		return host.ToString(a[0])
	}),
	f("hashCode(Object) int", hash),
	f("hash(Object...) int", func(_ any, a []any) any { return host.NewList(a[0].([]any)...).HashCode() }),
	f("requireNonNull(E) E", notNull(func([]any) string { return "" })),
	f("requireNonNull(E, String) E", notNull(func(a []any) string { return host.ToString(a[1]) })),
	f("requireNonNullElse(E, E) E", func(_ any, a []any) any {
		if a[0] != nil {
			return a[0]
		}
		return notNull(func([]any) string { return "defaultObj" })(nil, a[1:])
	}),
	f("requireNonNullElseGet(E, Supplier<E>) E", func(_ any, a []any) any {
		if a[0] != nil {
			return a[0]
		}
		return fn(a[1])()
	}),
}
