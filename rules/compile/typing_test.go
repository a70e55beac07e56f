package compile

import (
	"strings"
	"testing"

	"github.com/seed-62a36931/docket/rules/host"
)

func typ(s string) *host.Type { return host.ParseType(s) }

func TestTypeVariablesLearnWhatTheyStandFor(t *testing.T) {
	tests := []struct{ param, arg, then, want string }{
		{"E", "String", "E", "String"},
		{"List<E>", "List<String>", "E", "String"},
		{"Function<E, R>", "Function<String, Section>", "Stream<R>", "Stream<Section>"},
		{"E", "String", "E[]", "String[]"},
		{"E", "String", "Map<E, List<E>>", "Map<String, List<String>>"},
		{"E", "String", "R", "?"},
		{"List<E>", "List", "E", "?"},
		{"String", "String", "E", "?"},
	}
	for _, tt := range tests {
		b := bindings{}
		b.learn(typ(tt.param), typ(tt.arg))
		if got := b.apply(typ(tt.then)).String(); got != tt.want {
			t.Errorf("%s is %s: %s is %s, want %s", tt.param, tt.arg, tt.then, got, tt.want)
		}
	}
	b := bindings{}
	b.learn(typ("E"), typ("int"))
	b.learn(typ("E"), typ("Integer"))
	if got := b.apply(typ("E")).String(); got != "int" {
		t.Errorf("a boxed type is the same: got %s, want %q", got, "int")
	}
	b.learn(typ("E"), typ("String"))
	b.learn(typ("E"), typ("int"))
	if got := b.apply(typ("E")); got != nil {
		t.Errorf("several types are none: got %s, want got = nil", got)
	}
	b.learn(nil, typ("String"))
	b.learn(typ("R"), nil)
	if got := b.apply(typ("R")); got != nil || b.apply(nil) != nil {
		t.Errorf("nothing is learnt of nothing: got %s, want nil and b.apply(nil) = nil", got)
	}
}

func TestOfBindsTheArgumentsOfAReceiver(t *testing.T) {
	class := &host.Class{Name: "List"}
	for _, tt := range []struct{ receiver, variable, want string }{
		{"List<String>", "E", "String"}, {"Map<String, Integer>", "K", "String"}, {"Map<String, Integer>", "V", "Integer"},
		{"Map<String, Integer>", "E", "?"}, {"List", "E", "?"},
	} {
		if got := bindParams(class, typ(tt.receiver)).apply(typ(tt.variable)).String(); got != tt.want {
			t.Errorf("%s of %s: got %s, want %s", tt.variable, tt.receiver, got, tt.want)
		}
	}
	if len(bindParams(nil, typ("List<String>")))+len(bindParams(class, nil)) != 0 {
		t.Error("there is nothing to bind")
	}
}

func TestOperatorsTakeWhatTheyCan(t *testing.T) {
	tests := []struct {
		op, x, y string
		java     bool
		drl      bool
	}{
		{"+", "int", "int", true, true}, {"+", "String", "Section", true, true}, {"+", "Section", "String", true, true},
		{"+", "Section", "int", false, false}, {"+", "boolean", "int", false, false},
		{"-", "int", "Double", true, true}, {"-", "Number", "int", true, true}, {"-", "BigDecimal", "BigInteger", true, true},
		{"-", "String", "int", false, false}, {"-", "int", "String", false, false},
		{"*", "char", "long", true, true}, {"/", "float", "Long", true, true}, {"%", "boolean", "int", false, false},
		{"<<", "int", "int", true, true}, {">>", "String", "int", false, false}, {">>>", "int", "boolean", false, false},
		{"&", "boolean", "Boolean", true, true}, {"&", "int", "long", true, true}, {"&", "boolean", "int", false, false},
		{"&", "int", "boolean", false, false}, {"|", "String", "boolean", false, false},
		{"|", "boolean", "String", false, false}, {"^", "boolean", "boolean", true, true},
		{"<", "int", "Long", true, true}, {"<", "String", "String", false, true}, {">", "LocalDate", "LocalDate", false, true},
		{"<=", "int", "String", false, true}, {">=", "String", "int", false, true},
		{"==", "String", "Section", true, true}, {"!=", "int", "boolean", true, true},
		{"-", "Object", "int", true, true}, {"-", "?", "int", true, true}, {"-", "int[]", "int", false, false},
		{"&", "boolean[]", "boolean", false, false}, {"+", "int[]", "int", false, false}, {"+", "String[]", "int", false, false},
	}
	for _, tt := range tests {
		for _, drl := range []bool{false, true} {
			want := tt.java
			if drl {
				want = tt.drl
			}
			if got := (&Unit{drl: drl}).canOperate(tt.op, typ(tt.x), typ(tt.y)); got != want {
				t.Errorf("%s %s %s (condition: %v): got %v, want %v", tt.x, tt.op, tt.y, drl, got, want)
			}
		}
	}
	if !(&Unit{}).canOperate("-", faulty, typ("int")) {
		t.Error("what was reported is reported again")
	}
}

func TestResultsOfOperatorsHaveTheWiderType(t *testing.T) {
	tests := []struct{ op, x, y, want string }{
		{"+", "int", "int", "int"}, {"+", "int", "long", "long"}, {"*", "double", "float", "double"},
		{"-", "Integer", "Double", "Double"}, {"+", "char", "char", "int"}, {"+", "char", "int", "int"},
		{"+", "String", "int", "String"}, {"+", "int", "String", "String"}, {"+", "?", "String", "String"},
		{"+", "?", "int", "?"}, {"-", "int", "?", "?"},
		{"==", "int", "String", "boolean"}, {"!=", "?", "?", "boolean"}, {"<", "int", "int", "boolean"},
		{">", "int", "int", "boolean"}, {"<=", "int", "int", "boolean"}, {">=", "int", "int", "boolean"},
		{"&", "boolean", "boolean", "boolean"},
	}
	for _, tt := range tests {
		if got := resultType(tt.op, typ(tt.x), typ(tt.y)).String(); got != tt.want {
			t.Errorf("%s %s %s: got %s, want %s", tt.x, tt.op, tt.y, got, tt.want)
		}
	}
	if resultType("-", faulty, typ("int")) != faulty || resultType("-", typ("int"), faulty) != faulty {
		t.Error("what follows from a mistake is one")
	}
}

func TestValuesAreWidenedAsInAssignments(t *testing.T) {
	tests := []struct {
		typ     string
		v, want any
	}{
		{"long", int32(5), int64(5)}, {"long", host.Char('a'), int64(97)}, {"long", int64(5), int64(5)},
		{"double", int32(5), 5.0}, {"double", int64(5), 5.0}, {"double", float32(0.5), 0.5}, {"double", host.Char('a'), 97.0},
		{"int", host.Char('a'), int32(97)}, {"int", int32(1), int32(1)}, {"float", int32(2), float32(2)},
		{"float", int64(2), float32(2)}, {"char", int32(97), host.Char('a')}, {"Long", int32(5), int32(5)},
		{"Object", nil, nil}, {"String", "x", "x"}, {"?", nil, nil},
	}
	for _, tt := range tests {
		if got := widenTo(typ(tt.typ), tt.v); got != tt.want {
			t.Errorf("%v as %s: got %v (%T), want %v", tt.v, tt.typ, got, got, tt.want)
		}
	}
	for _, name := range []string{"int", "long", "double", "float", "boolean", "char"} {
		func() {
			defer func() {
				if e, ok := recover().(*host.Throwable); !ok || e.Class != "NullPointerException" || e.Message != "null is no "+name {
					t.Errorf("null as %s: got %v", name, e)
				}
			}()
			widenTo(typ(name), nil)
		}()
	}
	array := typ("int[]")
	if got := widenTo(array, nil); got != nil {
		t.Errorf("null is an array: got %v, want got = nil", got)
	}
}

func TestSoundex(t *testing.T) {
	for word, want := range map[string]string{"Robert": "6163", "Rupert": "6163", "Rubin": "6150", "Ashcraft": "2261",
		"Ashcroft": "2261", "Tymczak": "3522", "Pfister": "1123", "Honeyman": "5550",
		"Wistar": "2360", "Whister": "2360", "a": "", "": "", "Zoë-1": "2000", "Jackson": "2222", "lloyd": "4300", "bb": "1000",
		"bab": "1100", "ab": "1000"} {
		if got := SoundexCode(word); got != want {
			t.Errorf("%s: got %s, want %s", word, got, want)
		}
	}
}

func TestDoublesAreCastAsInJava(t *testing.T) {
	nan := 0.0
	nan /= nan
	for _, tt := range []struct {
		name string
		v    any
		want any
	}{
		{"int", 3.9, int32(3)}, {"int", -3.9, int32(-3)}, {"int", 1e10, int32(2147483647)}, {"int", -1e10, int32(-2147483648)},
		{"int", nan, int32(0)}, {"int", 2147483647.0, int32(2147483647)}, {"int", int64(1 << 32), int32(0)},
		{"long", 1e30, int64(9223372036854775807)}, {"long", -1e30, int64(-9223372036854775808)}, {"long", 2.5, int64(2)},
		{"long", nan, int64(0)}, {"double", int32(2), 2.0}, {"float", 0.5, float32(0.5)},
		{"char", int32(97), host.Char('a')}, {"char", 97.9, host.Char('a')}, {"boolean", true, true},
	} {
		if got := castNumber(tt.name, tt.v); got != tt.want {
			t.Errorf("(%s) %v: got %v, want %v", tt.name, tt.v, got, tt.want)
		}
	}
}

func TestTypeVariablesAreSingleCapitals(t *testing.T) {
	for name, want := range map[string]bool{"A": true, "M": true, "Z": true, "a": false, "AB": false, "String": false} {
		if got := isVar(typ(name)); got != want {
			t.Errorf("%s: %v, want %v", name, got, want)
		}
	}
	if isVar(nil) {
		t.Error("nothing is no variable")
	}
}

// TestSoundexOfLongTextIsQuick: what stands behind the fourth place is not looked at.
func TestSoundexOfLongTextIsQuick(t *testing.T) {
	if got := SoundexCode("r" + strings.Repeat("bd", 2_000_000)); got != "6131" {
		t.Errorf("got %s, want %q", got, "6131")
	}
}
