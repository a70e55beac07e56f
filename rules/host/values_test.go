package host

import (
	"math"
	"testing"
)

func dec(s string) *Decimal { d, _ := ParseDecimal(s); return d }

func TestNumbersCompareByValue(t *testing.T) {
	big := int64(1) << 53
	for _, tt := range []struct {
		a, b any
		want int32
	}{
		{int32(1), int64(1), 0}, {big, big + 1, -1}, {big + 1, float64(big), 0}, {int32(2), 1.5, 1}, {Char('a'), int32(97), 0},
		{dec("1.0"), dec("1.00"), 0}, {dec("0.1"), dec("0.2"), -1},
		{dec("2"), int32(2), 0}, {Char('a'), dec("97.00000000000000000001"), -1},
		{dec("97.00000000000000000001"), int32(97), 1}, {int64(3), dec("2.999"), 1}, {dec("0.5"), 0.5, 0},
		{math.NaN(), math.NaN(), 0}, {math.NaN(), math.Inf(1), 1}, {1.0, math.NaN(), -1}, {math.Copysign(0, -1), 0.0, 0},
		{"a", "b", -1}, {"abc", "ab", 1}, {"\U00010000", "\uffff", -0x27ff}, {false, true, -1}, {true, false, 1}, {true, true, 0},
	} {
		if got := Compare(tt.a, tt.b); got != tt.want {
			t.Errorf("Compare(%v, %v) = %d, want %d", tt.a, tt.b, got, tt.want)
		}
		if _, text := tt.a.(string); !text && Equal(tt.a, tt.b) != (tt.want == 0) {
			t.Errorf("Equal(%v, %v)", tt.a, tt.b)
		}
	}
	for _, pair := range [][2]any{{nil, "a"}, {"a", nil}, {int32(1), nil}} {
		if got := thrown(func() { Compare(pair[0], pair[1]) }); got != "NullPointerException" {
			t.Errorf("Compare(%v, %v): %q, want %q", pair[0], pair[1], got, "NullPointerException")
		}
	}
	if got := thrown(func() { Compare("a", int32(1)) }); got != "ClassCastException" {
		t.Errorf("text and number: %q, want %q", got, "ClassCastException")
	}
	if Equal(int32(1), "1") || Equal(nil, int32(0)) || !Equal(nil, nil) || Equal([]any{}, []any{}) || Equal("a", []any{}) {
		t.Error("values of different kinds")
	}
}

func TestValuesAreWrittenAsJavaWritesThem(t *testing.T) {
	for want, v := range map[string]any{
		"null": nil, "1.0": 1.0, "0.001": 0.001, "9.99E-4": 9.99e-4, "1.0E7": 1e7, "9999999.0": 9999999.0, "1.0E10": 1e10,
		"-1.5E-5": -1.5e-5, "NaN": math.NaN(), "Infinity": math.Inf(1), "-Infinity": math.Inf(-1),
		"4.9E-324": math.SmallestNonzeroFloat64, "-0.0": math.Copysign(0, -1), "0.1": float32(0.1), "true": true,
		"x": Char('x'), "[1, a]": NewList(int32(1), "a"), "Optional.empty": OptionalOf(nil),
		"OptionalInt[3]": &Optional{int32(3), true, "OptionalInt"},
	} {
		if got := ToString(v); got != want {
			t.Errorf("%v is written %s, want %s", v, got, want)
		}
	}
}

func TestExceptionsAreWrittenAsJavaWritesThem(t *testing.T) {
	for want, e := range map[string]*Throwable{"IllegalStateException: why": {Class: "IllegalStateException", Message: "why"},
		"IllegalStateException": {Class: "IllegalStateException"}} {
		if got := ToString(e) + "|" + ToString(NewList(e)); got != want+"|["+want+"]" {
			t.Errorf("got %s, want %s", got, want)
		}
	}
}

func TestDecimalsKeepTheirDigits(t *testing.T) {
	for in, want := range map[string]string{"1.10": "1.10", "+5": "5", "-0.05": "-0.05", "1E3": "1E+3", "1.5e-8": "1.5E-8",
		"0.000001": "0.000001", "0.0000001": "1E-7", "12E-2": "0.12", ".5": "0.5", "-12E2": "-1.2E+3", "0E3": "0E+3"} {
		if d := dec(in); d == nil || d.String() != want {
			t.Errorf("%s is read as %v, want %s", in, d, want)
		}
	}
	for _, in := range []string{"", "abc", "1,5", "1_0", "--1", "+-1", "1.-5", "1e", "1e99999999", "0x1", "1.5.2"} {
		if d, ok := ParseDecimal(in); ok {
			t.Errorf("%q is read as %s, want not ok", in, d)
		}
	}
	for want, got := range map[string]*Decimal{
		"3.75": dec("1.5").Multiply(dec("2.5")), "-0.5": dec("1.5").Subtract(dec("2")), "3.50": dec("1.5").Add(dec("2.00")),
		"1.2E+3": dec("1234").SetScale(-2, "HALF_UP"), "0.333": dec("1").Divide(dec("3"), 3, "HALF_UP"),
		"2.5": dec("10").DivideExactly(dec("4")), "0.00": dec("0.000").DivideExactly(dec("1.0")),
		"1E+2": dec("100").StripZeros(), "0": dec("0.000").StripZeros(), "-3": dec("-2.5").SetScale(0, "HALF_UP"),
		"-2": dec("-2.5").SetScale(0, "HALF_EVEN"),
		"4":  dec("3.5").SetScale(0, "HALF_EVEN"), "-4": dec("-3.1").SetScale(0, "FLOOR"), "1.230": dec("1.23").SetScale(3, "UNNECESSARY"),
		"0.0009765625": dec("1").DivideExactly(dec("1024")), "1.2500": dec("1.2500").DivideExactly(dec("1")),
		"1.25E+3": dec("1250").DivideExactly(dec("1.00")), "0E+2": dec("0E3").SetScale(-2, "UP"), "8": dec("2").DivideExactly(dec("0.25")),
	} {
		if got.String() != want {
			t.Errorf("got %s, want %s", got, want)
		}
	}
	if dec("-1200").PlainString() != "-1200" || dec("12E2").PlainString() != "1200" || dec("0E3").PlainString() != "0" {
		t.Error("plain numbers")
	}
	for name, f := range map[string]func(){"by zero": func() { dec("1").Divide(dec("0.0"), 2, "UP") },
		"endless":     func() { dec("1").DivideExactly(dec("3")) },
		"lost digits": func() { dec("1.25").SetScale(1, "UNNECESSARY") }, "too fine": func() { dec("1").SetScale(20_000, "UP") }} {
		if got := thrown(f); got != "ArithmeticException" {
			t.Errorf("%s: %q, want %q", name, got, "ArithmeticException")
		}
	}
	huge := dec("9")
	if got := thrown(func() {
		for range 40 {
			huge = huge.Multiply(huge)
		}
	}); got != "ArithmeticException" {
		t.Errorf("a product without end: %q, want %q", got, "ArithmeticException")
	}
}
