package javalib

import (
	"math"
	"math/big"
	"strconv"
	"strings"
	"unicode"

	"github.com/seed-62a36931/docket/domain/rules/host"
)

func toDouble(v any) (float64, bool) {
	switch v := v.(type) {
	case int32:
		return float64(v), true
	case int64:
		return float64(v), true
	case float64:
		return v, true
	case float32:
		return float64(v), true
	case *host.Decimal:
		x, err := strconv.ParseFloat(v.String(), 64)
		return x, err == nil
	}
	return 0, false
}

func toLong(v any) (int64, bool) {
	switch v := v.(type) {
	case int32:
		return int64(v), true
	case int64:
		return v, true
	}
	x, ok := toDouble(v)
	return int64(x), ok
}

func parseInt(bits int) func(any, []any) any {
	return func(_ any, a []any) any {
		text := str(a[0])
		n, err := strconv.ParseInt(text, 10, bits)
		if err != nil || strings.Contains(text, "_") {
			host.Throw("NumberFormatException", "For input string: %q", text)
		}
		if bits == 64 {
			return n
		}
		return int32(n)
	}
}

func parseDouble(_ any, a []any) any {
	text := strings.TrimSpace(str(a[0]))
	x, err := strconv.ParseFloat(strings.TrimRight(text, "dDfF"), 64)
	if err != nil && !math.IsInf(x, 0) || text == "" || strings.ContainsAny(text, "_xXpPiI") {
		host.Throw("NumberFormatException", "For input string: %q", text)
	}
	return x
}

func abs(_ any, a []any) any {
	switch v := a[0].(type) {
	case int32:
		return max(v, -v)
	case int64:
		return max(v, -v)
	}
	x, _ := toDouble(a[0])
	return math.Abs(x)
}

// pick is Math.min (-1) and Math.max (1), widened to the wider type.
func pick(side int32) func(any, []any) any {
	return func(_ any, a []any) any {
		out := a[0]
		if host.Compare(a[1], a[0])*side > 0 {
			out = a[1]
		}
		for _, v := range a {
			if _, wide := v.(float64); wide {
				x, _ := toDouble(out)
				return x
			}
		}
		for _, v := range a {
			if _, wide := v.(int64); wide {
				n, _ := toLong(out)
				return n
			}
		}
		return out
	}
}

func real(signature string, body func(x float64) any) *host.Method {
	return f(signature, func(_ any, a []any) any { x, _ := toDouble(a[0]); return body(x) })
}

func char(signature string, body func(r rune) any) *host.Method {
	return f(signature, func(_ any, a []any) any {
		switch c := a[0].(type) {
		case host.Char:
			return body(rune(c))
		case int32:
			return body(c)
		}
		host.Throw("ClassCastException", "not a char")
		return nil
	})
}

func compareBoth(_ any, a []any) any { return host.Compare(a[0], a[1]) }

func same(_ any, a []any) any { return a[0] }

var numberMethods = []*host.Method{
	f("intValue() int", func(this any, _ []any) any { n, _ := toLong(this); return int32(n) }),
	f("longValue() long", func(this any, _ []any) any { n, _ := toLong(this); return n }),
	f("doubleValue() double", func(this any, _ []any) any { x, _ := toDouble(this); return x }),
}

var numberClasses = []*host.Class{
	{Name: "Number", Supers: []string{"Comparable"}, Methods: numberMethods},
	{Name: "Integer", Supers: []string{"Number"}, Constants: map[string]any{"MAX_VALUE": int32(math.MaxInt32), "MIN_VALUE": int32(math.MinInt32)}, Statics: []*host.Method{
		f("parseInt(String) int", parseInt(32)), f("valueOf(String) Integer", parseInt(32)), f("valueOf(int) Integer", same),
		f("compare(int, int) int", compareBoth), f("toString(int) String", func(_ any, a []any) any { return host.ToString(a[0]) }),
		f("min(int, int) int", pick(-1)), f("max(int, int) int", pick(1)), f("sum(int, int) int", func(_ any, a []any) any { return a[0].(int32) + a[1].(int32) }),
	}},
	{Name: "Long", Supers: []string{"Number"}, Statics: []*host.Method{
		f("parseLong(String) long", parseInt(64)), f("valueOf(String) Long", parseInt(64)), f("valueOf(long) Long", same), f("compare(long, long) int", compareBoth),
	}},
	{Name: "Double", Supers: []string{"Number"}, Statics: []*host.Method{
		f("parseDouble(String) double", parseDouble), f("valueOf(String) Double", parseDouble), f("valueOf(double) Double", same), f("compare(double, double) int", compareBoth),
		f("toString(double) String", func(_ any, a []any) any { return host.ToString(a[0]) }),
		f("sum(double, double) double", func(_ any, a []any) any { return a[0].(float64) + a[1].(float64) }),
	}},
	{Name: "Float", Supers: []string{"Number"}},
	{Name: "Boolean", Supers: []string{"Comparable"}, Constants: map[string]any{"TRUE": true, "FALSE": false}, Statics: []*host.Method{
		f("parseBoolean(String) boolean", func(_ any, a []any) any { t, _ := a[0].(string); return strings.EqualFold(t, "true") }),
	}, Methods: []*host.Method{f("booleanValue() boolean", func(this any, _ []any) any { return this })}},
	{Name: "Character", Supers: []string{"Comparable"}, Statics: []*host.Method{
		char("isDigit(?) boolean", func(r rune) any { return unicode.IsDigit(r) }), char("isLetter(?) boolean", func(r rune) any { return unicode.IsLetter(r) }),
		char("isUpperCase(?) boolean", func(r rune) any { return unicode.IsUpper(r) }), char("isLowerCase(?) boolean", func(r rune) any { return unicode.IsLower(r) }),
		char("isWhitespace(?) boolean", func(r rune) any { return unicode.IsSpace(r) && r != 0xa0 }),
		char("isLetterOrDigit(?) boolean", func(r rune) any { return unicode.IsLetter(r) || unicode.IsDigit(r) }),
		char("toUpperCase(?) char", func(r rune) any { return host.Char(unicode.ToUpper(r)) }), char("toLowerCase(?) char", func(r rune) any { return host.Char(unicode.ToLower(r)) }),
		f("toString(char) String", func(_ any, a []any) any { return host.ToString(a[0]) }),
	}},
	{Name: "Math", Statics: []*host.Method{
		f("min(?, ?) ?", pick(-1)), f("max(?, ?) ?", pick(1)), f("abs(?) ?", abs),
		real("round(double) long", func(x float64) any { return int64(math.Floor(x + 0.5)) }), real("floor(double) double", func(x float64) any { return math.Floor(x) }),
		real("ceil(double) double", func(x float64) any { return math.Ceil(x) }), real("sqrt(double) double", func(x float64) any { return math.Sqrt(x) }),
		f("pow(double, double) double", func(_ any, a []any) any { return math.Pow(a[0].(float64), a[1].(float64)) }),
	}},
	{Name: "Objects", Statics: []*host.Method{
		f("equals(Object, Object) boolean", func(_ any, a []any) any { return host.Equal(a[0], a[1]) }),
		f("nonNull(Object) boolean", func(_ any, a []any) any { return a[0] != nil }), f("isNull(Object) boolean", func(_ any, a []any) any { return a[0] == nil }),
		f("toString(Object) String", func(_ any, a []any) any { return host.ToString(a[0]) }),
		f("requireNonNull(E) E", func(_ any, a []any) any {
			if a[0] == nil {
				host.Throw("NullPointerException", "")
			}
			return a[0]
		}),
		f("requireNonNullElse(E, E) E", func(_ any, a []any) any {
			if a[0] == nil {
				return a[1]
			}
			return a[0]
		}),
	}},
}

func d(signature string, body func(d *host.Decimal, a []any) any) *host.Method {
	return f(signature, func(this any, a []any) any { return body(this.(*host.Decimal), a) })
}

func newDecimal(_ any, a []any) any {
	out, ok := host.ParseDecimal(host.ToString(a[0]))
	if !ok {
		host.Throw("NumberFormatException", "not a decimal number: %s", host.ToString(a[0]))
	}
	return out
}

var decimalClasses = []*host.Class{
	{Name: "RoundingMode", Constants: host.Enumeration("RoundingMode", "HALF_UP")},
	{Name: "BigDecimal", Supers: []string{"Number"}, Makers: []*host.Method{f("BigDecimal(Object) BigDecimal", newDecimal)},
		Constants: map[string]any{"ZERO": &host.Decimal{Unscaled: big.NewInt(0)}, "ONE": &host.Decimal{Unscaled: big.NewInt(1)}},
		Statics:   []*host.Method{f("valueOf(Object) BigDecimal", newDecimal)},
		Methods: []*host.Method{
			d("add(BigDecimal) BigDecimal", func(d *host.Decimal, a []any) any { return d.Add(a[0].(*host.Decimal)) }),
			d("subtract(BigDecimal) BigDecimal", func(d *host.Decimal, a []any) any { return d.Subtract(a[0].(*host.Decimal)) }),
			d("multiply(BigDecimal) BigDecimal", func(d *host.Decimal, a []any) any { return d.Multiply(a[0].(*host.Decimal)) }),
			d("setScale(int, RoundingMode) BigDecimal", func(d *host.Decimal, a []any) any { return d.Round(int(a[0].(int32))) }),
			d("signum() int", func(d *host.Decimal, _ []any) any { return int32(d.Unscaled.Sign()) }),
			d("toPlainString() String", func(d *host.Decimal, _ []any) any { return d.String() }),
		}},
}
