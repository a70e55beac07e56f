package compile

import (
	"fmt"
	"math"
	"testing"

	"github.com/seed-62a36931/docket/rules/host"
)

func TestSoundexOfWords(t *testing.T) {
	for word, want := range map[string]string{
		"Robert": "6163", "Rupert": "6163", "Rubin": "6150", "Ashcraft": "2261", "Ashcroft": "2261", "Tymczak": "3522",
		"Pfister": "1123", "Honeyman": "5550", "Lee": "4000", "Gutierrez": "2362", "Jackson": "2222",
		"Washington": "2523", "VanDeusen": "1532", "": "", "123": "", "O'Hara": "6000", "ärger": "6260", "a-b": "1000",
		"BB": "1000", "BAB": "1100", "z": "2000", "az": "2000",
	} {
		if got := SoundexCode(word); got != want {
			t.Errorf("%s: got %s, want %s", word, got, want)
		}
	}
}

// TestConditionsCompareAcrossKinds has == and < of conditions, where notation and
// value of a number are alike.
func TestConditionsCompareAcrossKinds(t *testing.T) {
	up := &host.Enum{Class: "E", Name: "UP"}
	for _, tt := range []struct {
		a, b  any
		equal bool
		order string // the ordering operators that hold
	}{
		{int32(1), int64(1), true, "<= >="}, {int32(1), "1", true, "<= >="}, {"1", int32(1), true, "<= >="},
		{int32(1), " 1.0 ", true, "<= >="}, {1.5, "1.5", true, "<= >="}, {int64(2), "10", false, "< <="},
		{"true", true, true, "<= >="}, {true, "TRUE", true, ""}, {false, "x", true, ""}, {true, "x", false, ""},
		{host.Char('a'), "a", true, "<= >="}, {"a", host.Char('a'), true, "<= >="},
		{up, "UP", true, "<= >="}, {up, "DOWN", false, "> >="}, {"a", "b", false, "< <="}, {nil, nil, true, ""},
		{nil, int32(1), false, ""}, {int32(1), nil, false, ""}, {"", nil, false, ""}, {2.5, int32(2), false, "> >="},
	} {
		got := ""
		for _, op := range []string{"<", "<=", ">", ">="} {
			if tt.order == "" && tt.a != nil && tt.b != nil {
				continue // truth has no order
			}
			if compareInCondition(op, tt.a, tt.b) == true {
				got += " " + op
			}
		}
		if got != "" {
			got = got[1:]
		}
		if equal := compareInCondition("==", tt.a, tt.b); equal != tt.equal || compareInCondition("!=", tt.a, tt.b) != !tt.equal || got != tt.order {
			t.Errorf("%v, %v: equal %v, want %v; order %q, want %q", tt.a, tt.b, equal, tt.equal, got, tt.order)
		}
	}
}

func TestCastsOfNumbers(t *testing.T) {
	for _, tt := range []struct {
		to   string
		v    any
		want string
	}{
		{"int", 1.9, "int32 1"}, {"int", -1.9, "int32 -1"}, {"int", 1e10, "int32 2147483647"},
		{"int", -1e10, "int32 -2147483648"}, {"int", math.NaN(), "int32 0"}, {"int", int64(1) << 33, "int32 0"},
		{"int", int64(1)<<31 + 5, "int32 -2147483643"}, {"int", host.Char('a'), "int32 97"}, {"int", float32(2.5), "int32 2"},
		{"long", 1e30, "int64 9223372036854775807"}, {"long", -1e30, "int64 -9223372036854775808"},
		{"long", 1e10, "int64 10000000000"}, {"long", math.NaN(), "int64 0"}, {"long", int32(-3), "int64 -3"},
		{"long", float32(1e10), "int64 10000000000"}, {"long", math.Inf(1), "int64 9223372036854775807"},
		{"int", math.Inf(-1), "int32 -2147483648"},
		{"double", int32(3), "float64 3"}, {"double", float32(0.5), "float64 0.5"}, {"double", host.Char('a'), "float64 97"},
		{"float", 0.1, "float32 0.1"}, {"float", int64(2), "float32 2"}, {"char", int32(98), "syntax.Char 98"},
		{"char", 99.9, "syntax.Char 99"}, {"boolean", true, "bool true"},
	} {
		if v := castNumber(tt.to, tt.v); fmt.Sprintf("%T %d", v, v) != tt.want && fmt.Sprintf("%T %v", v, v) != tt.want {
			t.Errorf("(%s) %v: got %T %v, want %s", tt.to, tt.v, v, v, tt.want)
		}
	}
}

func TestWhatIsInWhat(t *testing.T) {
	m := host.NewMap(host.Hashed)
	m.Put("k", int32(1))
	for _, tt := range []struct {
		whole, part any
		want        bool
	}{
		{nil, "a", false}, {"abc", "b", true}, {"abc", "x", false}, {"abc", nil, false}, {"a1", int32(1), true},
		{host.NewSet(host.Hashed, "a"), "a", true}, {host.NewSet(host.Hashed, "a"), "b", false},
		{m, "k", true}, {m, int32(1), false}, {[]any{int32(1), "a"}, int32(1), true}, {[]any{int32(1), "a"}, "b", false},
		{[]any{nil}, nil, true},
	} {
		if got := containsValue(tt.whole, tt.part); got != tt.want {
			t.Errorf("%v in %v: got %v, want %v", tt.part, tt.whole, got, tt.want)
		}
	}
	if x := AsThrowable(panicValue(func() { containsValue(int32(5), "a") })); x == nil || x.Class != "ClassCastException" ||
		x.Message != "Integer contains nothing" {
		t.Errorf("a number contains nothing: got %+v", x)
	}
}
