package javalib

import (
	"math/big"
	"strings"

	"github.com/seed-62a36931/docket/rules/host"
)

func d(signature string, body func(d *host.Decimal, a []any) any) *host.Method {
	return f(signature, func(this any, a []any) any { return body(this.(*host.Decimal), a) })
}

func parseDecimal(_ any, a []any) any {
	text := str(a[0])
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
	text := new(big.Float).SetFloat64(finite(a[0].(float64))).Text('f', 1100)
	if strings.Contains(text, ".") {
		text = strings.TrimSuffix(strings.TrimRight(text, "0"), ".")
	}
	return parseDecimal(nil, []any{text})
}

func finite(x float64) float64 {
	if x-x != 0 {
		host.Throw("NumberFormatException", "Infinite or NaN")
	}
	return x
}

// decimalValue implements BigDecimal.valueOf(double): it has the digits that the number
// is written with.
func decimalValue(_ any, a []any) any {
	return parseDecimal(nil, []any{host.ToString(finite(a[0].(float64)))})
}

func decimal(v any) *host.Decimal {
	if v == nil {
		host.Throw("NullPointerException", "the number is null")
	}
	return v.(*host.Decimal)
}

func mode(v any) string {
	if v == nil {
		host.Throw("NullPointerException", "the rounding mode is null")
	}
	return v.(*host.Enum).Name
}

// remainder returns the remainder of a division, with the sign of the dividend.
func remainder(d *host.Decimal, a []any) any {
	q := d.Divide(decimal(a[0]), 0, "DOWN")
	return d.Subtract(q.Multiply(decimal(a[0])))
}

func power(d *host.Decimal, a []any) any {
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

func nearer(sign int32) func(d *host.Decimal, a []any) any {
	return func(d *host.Decimal, a []any) any {
		if decimal(a[0]).CompareTo(d)*sign > 0 {
			return a[0]
		}
		return d
	}
}

var decimalMethods = []*host.Method{
	d("add(BigDecimal) BigDecimal", func(d *host.Decimal, a []any) any { return d.Add(decimal(a[0])) }),
	d("subtract(BigDecimal) BigDecimal", func(d *host.Decimal, a []any) any { return d.Subtract(decimal(a[0])) }),
	d("multiply(BigDecimal) BigDecimal", func(d *host.Decimal, a []any) any { return d.Multiply(decimal(a[0])) }),
	d("divide(BigDecimal) BigDecimal", func(d *host.Decimal, a []any) any { return d.DivideExactly(decimal(a[0])) }),
	d("divide(BigDecimal, RoundingMode) BigDecimal", func(d *host.Decimal, a []any) any {
		return d.Divide(decimal(a[0]), d.Scale, mode(a[1]))
	}),
	d("divide(BigDecimal, int, RoundingMode) BigDecimal", func(d *host.Decimal, a []any) any {
		return d.Divide(decimal(a[0]), int(a[1].(int32)), mode(a[2]))
	}),
	d("remainder(BigDecimal) BigDecimal", remainder), d("pow(int) BigDecimal", power),
	d("negate() BigDecimal", func(d *host.Decimal, _ []any) any { return d.Negate() }),
	d("abs() BigDecimal", func(d *host.Decimal, _ []any) any {
		if d.Unscaled.Sign() < 0 {
			return d.Negate()
		}
		return d
	}),
	d("min(BigDecimal) BigDecimal", nearer(-1)), d("max(BigDecimal) BigDecimal", nearer(1)),
	d("setScale(int) BigDecimal", func(d *host.Decimal, a []any) any { return d.Round(int(a[0].(int32)), "UNNECESSARY") }),
	d("setScale(int, RoundingMode) BigDecimal", func(d *host.Decimal, a []any) any {
		return d.Round(int(a[0].(int32)), mode(a[1]))
	}),
	d("stripTrailingZeros() BigDecimal", func(d *host.Decimal, _ []any) any { return d.Strip() }),
	d("scale() int", func(d *host.Decimal, _ []any) any { return int32(d.Scale) }),
	d("precision() int", func(d *host.Decimal, _ []any) any { return int32(len(new(big.Int).Abs(d.Unscaled).String())) }),
	d("signum() int", func(d *host.Decimal, _ []any) any { return int32(d.Unscaled.Sign()) }),
	d("compareTo(BigDecimal) int", func(d *host.Decimal, a []any) any { return d.CompareTo(decimal(a[0])) }),
	d("equals(Object) boolean", func(d *host.Decimal, a []any) any {
		o, ok := a[0].(*host.Decimal)
		return ok && o.Scale == d.Scale && o.Unscaled.Cmp(d.Unscaled) == 0
	}),
	d("toPlainString() String", func(d *host.Decimal, _ []any) any { return d.Plain() }),
}

var decimalClasses = []*host.Class{
	{
		Name:      "RoundingMode",
		Constants: host.Enumeration("RoundingMode", "UP", "DOWN", "CEILING", "FLOOR", "HALF_UP", "HALF_DOWN", "HALF_EVEN", "UNNECESSARY"),
	},
	{Name: "BigDecimal", Supers: []string{"Number"}, Makers: []*host.Method{
		f("BigDecimal(String) BigDecimal", parseDecimal), f("BigDecimal(long) BigDecimal", wholeDecimal),
		f("BigDecimal(double) BigDecimal", exactDecimal),
	},
		Constants: map[string]any{
			"ZERO": &host.Decimal{Unscaled: big.NewInt(0)}, "ONE": &host.Decimal{Unscaled: big.NewInt(1)},
			"TEN": &host.Decimal{Unscaled: big.NewInt(10)},
		},
		Statics: []*host.Method{
			f("valueOf(long) BigDecimal", wholeDecimal), f("valueOf(double) BigDecimal", decimalValue),
		},
		Methods: decimalMethods},
}
