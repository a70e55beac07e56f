package javalib

import (
	"math/big"
	"strings"

	"github.com/seed-62a36931/docket/rules/host"
)

func decimalMethod(signature string, body func(d *host.Decimal, a []any) any) *host.Method {
	return pureMethod(signature, func(this any, a []any) any { return body(this.(*host.Decimal), a) })
}

func parseDecimal(_ any, a []any) any {
	text := toText(a[0])
	out, ok := host.ParseDecimal(text)
	if !ok {
		host.Throw("NumberFormatException", "%q is no decimal number", text)
	}
	return out
}

func wholeDecimal(_ any, a []any) any {
	n, _ := toLong(a[0])
	return &host.Decimal{Unscaled: big.NewInt(n)}
}

// exactDecimal implements new BigDecimal(double): it keeps every digit of the binary
// number.
func exactDecimal(_ any, a []any) any {
	text := new(big.Float).SetFloat64(requireFinite(a[0].(float64))).Text('f', 1100)
	if strings.Contains(text, ".") {
		text = strings.TrimSuffix(strings.TrimRight(text, "0"), ".")
	}
	return parseDecimal(nil, []any{text})
}

func requireFinite(x float64) float64 {
	if x-x != 0 {
		host.Throw("NumberFormatException", "Infinite or NaN")
	}
	return x
}

// decimalValue implements BigDecimal.valueOf(double): it has the digits that the number
// is written with.
func decimalValue(_ any, a []any) any {
	return parseDecimal(nil, []any{host.ToString(requireFinite(a[0].(float64)))})
}

func toDecimal(v any) *host.Decimal {
	if v == nil {
		host.Throw("NullPointerException", "the number is null")
	}
	return v.(*host.Decimal)
}

func roundingName(v any) string {
	if v == nil {
		host.Throw("NullPointerException", "the rounding mode is null")
	}
	return v.(*host.Enum).Name
}

// remainderOf returns the remainder of a division, with the sign of the dividend.
func remainderOf(d *host.Decimal, a []any) any {
	q := d.Divide(toDecimal(a[0]), 0, "DOWN")
	return d.Subtract(q.Multiply(toDecimal(a[0])))
}

func powerOf(d *host.Decimal, a []any) any {
	n := a[0].(int32)
	if n < 0 || n > 9999 {
		host.Throw("ArithmeticException", "Invalid operation")
	}
	out := &host.Decimal{Unscaled: big.NewInt(1)}
	for range n {
		out = out.Multiply(d)
	}
	return out
}

func nearerOf(sign int32) func(d *host.Decimal, a []any) any {
	return func(d *host.Decimal, a []any) any {
		if toDecimal(a[0]).CompareTo(d)*sign > 0 {
			return a[0]
		}
		return d
	}
}

var decimalMethods = []*host.Method{
	decimalMethod("add(BigDecimal) BigDecimal", func(d *host.Decimal, a []any) any { return d.Add(toDecimal(a[0])) }),
	decimalMethod("subtract(BigDecimal) BigDecimal", func(d *host.Decimal, a []any) any { return d.Subtract(toDecimal(a[0])) }),
	decimalMethod("multiply(BigDecimal) BigDecimal", func(d *host.Decimal, a []any) any { return d.Multiply(toDecimal(a[0])) }),
	decimalMethod("divide(BigDecimal) BigDecimal", func(d *host.Decimal, a []any) any { return d.DivideExactly(toDecimal(a[0])) }),
	decimalMethod("divide(BigDecimal, RoundingMode) BigDecimal", func(d *host.Decimal, a []any) any {
		return d.Divide(toDecimal(a[0]), d.Scale, roundingName(a[1]))
	}),
	decimalMethod("divide(BigDecimal, int, RoundingMode) BigDecimal", func(d *host.Decimal, a []any) any {
		return d.Divide(toDecimal(a[0]), int(a[1].(int32)), roundingName(a[2]))
	}),
	decimalMethod("remainder(BigDecimal) BigDecimal", remainderOf), decimalMethod("pow(int) BigDecimal", powerOf),
	decimalMethod("negate() BigDecimal", func(d *host.Decimal, _ []any) any { return d.Negate() }),
	decimalMethod("abs() BigDecimal", func(d *host.Decimal, _ []any) any {
		if d.Unscaled.Sign() < 0 {
			return d.Negate()
		}
		return d
	}),
	decimalMethod("min(BigDecimal) BigDecimal", nearerOf(-1)), decimalMethod("max(BigDecimal) BigDecimal", nearerOf(1)),
	decimalMethod("setScale(int) BigDecimal", func(d *host.Decimal, a []any) any { return d.SetScale(int(a[0].(int32)), "UNNECESSARY") }),
	decimalMethod("setScale(int, RoundingMode) BigDecimal", func(d *host.Decimal, a []any) any {
		return d.SetScale(int(a[0].(int32)), roundingName(a[1]))
	}),
	decimalMethod("stripTrailingZeros() BigDecimal", func(d *host.Decimal, _ []any) any { return d.StripZeros() }),
	decimalMethod("scale() int", func(d *host.Decimal, _ []any) any { return int32(d.Scale) }),
	decimalMethod("precision() int", func(d *host.Decimal, _ []any) any { return int32(len(new(big.Int).Abs(d.Unscaled).String())) }),
	decimalMethod("signum() int", func(d *host.Decimal, _ []any) any { return int32(d.Unscaled.Sign()) }),
	decimalMethod("compareTo(BigDecimal) int", func(d *host.Decimal, a []any) any { return d.CompareTo(toDecimal(a[0])) }),
	decimalMethod("equals(Object) boolean", func(d *host.Decimal, a []any) any {
		o, ok := a[0].(*host.Decimal)
		return ok && o.Scale == d.Scale && o.Unscaled.Cmp(d.Unscaled) == 0
	}),
	decimalMethod("toPlainString() String", func(d *host.Decimal, _ []any) any { return d.PlainString() }),
}

var decimalClasses = []*host.Class{
	{
		Name: "RoundingMode",
		Constants: host.NewEnumeration("RoundingMode", "UP", "DOWN", "CEILING", "FLOOR", "HALF_UP", "HALF_DOWN", "HALF_EVEN",
			"UNNECESSARY"),
	},
	{Name: "BigDecimal", Supers: []string{"Number"}, Makers: []*host.Method{
		pureMethod("BigDecimal(String) BigDecimal", parseDecimal), pureMethod("BigDecimal(long) BigDecimal", wholeDecimal),
		pureMethod("BigDecimal(double) BigDecimal", exactDecimal),
	},
		Constants: map[string]any{
			"ZERO": &host.Decimal{Unscaled: big.NewInt(0)}, "ONE": &host.Decimal{Unscaled: big.NewInt(1)},
			"TEN": &host.Decimal{Unscaled: big.NewInt(10)},
		},
		Statics: []*host.Method{
			pureMethod("valueOf(long) BigDecimal", wholeDecimal), pureMethod("valueOf(double) BigDecimal", decimalValue),
		},
		Methods: decimalMethods},
}
