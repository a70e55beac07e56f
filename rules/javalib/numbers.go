package javalib

import (
	"math"
	"math/big"
	"regexp"
	"strconv"
	"strings"

	"github.com/seed-62a36931/docket/rules/host"
)

func toDouble(v any) (float64, bool) {
	switch v := v.(type) {
	case host.Char:
		return float64(v), true
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

// toLong returns the integer part of a number. It saturates for doubles and wraps for
// decimals.
func toLong(v any) (int64, bool) {
	switch v := v.(type) {
	case host.Char:
		return int64(v), true
	case int32:
		return int64(v), true
	case int64:
		return v, true
	case *host.Decimal:
		n := v.SetScale(0, "DOWN").Unscaled
		low := new(big.Int).And(n, new(big.Int).SetUint64(math.MaxUint64))
		return int64(low.Uint64()), true
	}
	x, ok := toDouble(v)
	return saturate(x, math.MinInt64, math.MaxInt64), ok
}

// saturate converts a double to an integer as Java does: values out of range become the
// nearest limit.
func saturate(x float64, least, most int64) int64 {
	switch {
	case x != x:
		return 0
	case x <= float64(least):
		return least
	case x >= float64(most):
		return most
	}
	return int64(x)
}

func toInt(v any) int32 {
	switch v := v.(type) {
	case float64:
		return int32(saturate(v, math.MinInt32, math.MaxInt32))
	case float32:
		return int32(saturate(float64(v), math.MinInt32, math.MaxInt32))
	}
	n, _ := toLong(v)
	return int32(n)
}

// parseInt reads decimal digits of any script, or those of a radix.
func parseInt(bits int) func(any, []any) any {
	return func(_ any, a []any) any {
		radix := 10
		if len(a) > 1 {
			radix = int(a[1].(int32))
		}
		if a[0] == nil {
			host.Throw("NumberFormatException", `Cannot parse null string`)
		}
		text := toText(a[0])
		if radix < 2 || radix > 36 {
			host.Throw("NumberFormatException", "radix %d is out of range", radix)
		}
		n, err := strconv.ParseInt(asciiDigits(text), radix, bits)
		if err != nil || strings.Contains(text, "_") {
			under := ""
			if radix != 10 {
				under = " under radix " + strconv.Itoa(radix)
			}
			host.Throw("NumberFormatException", `For input string: "%s"%s`, text, under)
		}
		if bits == 64 {
			return n
		}
		return int32(n)
	}
}

// asciiDigits writes the decimal digits of other scripts as 0 to 9.
func asciiDigits(text string) string {
	return strings.Map(func(r rune) rune {
		if n := digitValue(r); n >= 0 && r > 0x7f {
			return '0' + n
		}
		return r
	}, text)
}

var javaDouble = regexp.MustCompile(
	`^[+-]?(NaN|Infinity|(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?[dDfF]?|0[xX]([0-9a-fA-F]+\.?[0-9a-fA-F]*|\.[0-9a-fA-F]+)[pP][+-]?\d+[dDfF]?)$`)

func parseDouble(_ any, a []any) any {
	text := trimSpace(toText(a[0]))
	if text == "" {
		host.Throw("NumberFormatException", "empty String")
	}
	if !javaDouble.MatchString(text) {
		host.Throw("NumberFormatException", `For input string: "%s"`, text)
	}
	if !strings.HasSuffix(text, "y") {
		text = strings.TrimRight(text, "dDfF")
	}
	x, _ := strconv.ParseFloat(text, 64)
	return x
}

func absOf(_ any, a []any) any {
	switch v := a[0].(type) {
	case host.Char:
		return int32(v)
	case int32:
		return max(v, -v)
	case int64:
		return max(v, -v)
	case float32:
		return float32(math.Abs(float64(v)))
	}
	x, _ := toDouble(a[0])
	return math.Abs(x)
}

// promoteChar returns a number in the type that Java calculates with: chars become ints.
func promoteChar(v any) any {
	if c, is := v.(host.Char); is {
		return int32(c)
	}
	return v
}

// pickSide implements Math.min (-1) and Math.max (1) in the wider of the types. NaN wins, and
// 0.0 is larger than -0.0.
func pickSide(side int32) func(any, []any) any {
	return func(_ any, a []any) any {
		x, _ := toDouble(a[0])
		y, _ := toDouble(a[1])
		out := a[0]
		if c := host.Compare(a[1], a[0]) * side; y != y || x == x && (c > 0 || c == 0 && x == 0 && math.Signbit(y) == (side < 0)) {
			out = a[1]
		}
		return convertToWider(a, out)
	}
}

// convertToWider converts a number to the widest type of some numbers.
func convertToWider(all []any, v any) any {
	x, _ := toDouble(v)
	widest := promoteChar(v)
	for _, other := range all {
		switch other.(type) {
		case float64:
			return x
		case float32:
			widest = float32(x)
		case int64:
			if n, ok := widest.(int32); ok {
				widest = int64(n)
			}
		}
	}
	return widest
}

func realMethod(signature string, body func(x float64) any) *host.Method {
	return pureMethod(signature, func(_ any, a []any) any { x, _ := toDouble(a[0]); return body(x) })
}

// roundHalfUp implements Math.round: it rounds half up, also below zero.
func roundHalfUp(_ any, a []any) any {
	if x, single := a[0].(float32); single {
		return int32(saturate(math.Floor(float64(x)+0.5), math.MinInt32, math.MaxInt32))
	}
	x, _ := toDouble(a[0])
	if whole := math.Floor(x); x-whole < 0.5 {
		return saturate(whole, math.MinInt64, math.MaxInt64)
	}
	return saturate(math.Ceil(x), math.MinInt64, math.MaxInt64)
}

func compareBoth(_ any, a []any) any { return host.Compare(a[0], a[1]) }

// compareDoubles compares two doubles; -0.0 is before 0.0.
func compareDoubles(_ any, a []any) any {
	x, y := a[0].(float64), a[1].(float64)
	if x == 0 && y == 0 && math.Signbit(x) != math.Signbit(y) {
		if math.Signbit(x) {
			return int32(-1)
		}
		return int32(1)
	}
	return host.Compare(x, y)
}

func returnArgument(_ any, a []any) any { return a[0] }

func toStringOf(_ any, a []any) any { return host.ToString(a[0]) }

func hashCodeOf(_ any, a []any) any { return host.HashCode(a[0]) }

// wholeOperation returns a function that applies an operation such as an addition to two integers,
// in the wider of their types. It throws on overflow.
func wholeOperation(small func(x, y int64) (n int64, ok bool)) func(any, []any) any {
	return func(_ any, a []any) any {
		x, _ := toLong(a[0])
		y, _ := toLong(a[1])
		n, ok := small(x, y)
		_, long := a[0].(int64)
		_, also := a[1].(int64)
		if !long && !also {
			if n != int64(int32(n)) {
				host.Throw("ArithmeticException", "integer overflow")
			}
			return int32(n)
		}
		if !ok {
			host.Throw("ArithmeticException", "long overflow")
		}
		return n
	}
}

func exactOperation(op func(z, x, y *big.Int) *big.Int) func(any, []any) any {
	return wholeOperation(func(x, y int64) (int64, bool) {
		z := op(new(big.Int), big.NewInt(x), big.NewInt(y))
		return z.Int64(), z.IsInt64()
	})
}

func floorDivide(modulo bool) func(any, []any) any {
	return wholeOperation(func(x, y int64) (int64, bool) {
		if y == 0 {
			host.Throw("ArithmeticException", "/ by zero")
		}
		q, r := x/y, x%y
		if r != 0 && (r < 0) != (y < 0) {
			q, r = q-1, r+y
		}
		if modulo {
			return r, true
		}
		return q, true
	})
}
