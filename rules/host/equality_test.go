package host

import (
	"fmt"
	"testing"
)

func mapOf(pairs ...any) *Map {
	m := NewMap(Linked)
	for i := 0; i < len(pairs); i += 2 {
		m.Put(pairs[i], pairs[i+1])
	}
	return m
}

// TestEqualValues has values in groups: those of a group are equal, and have one hash
// code, those of two groups are not.
func TestEqualValues(t *testing.T) {
	groups := [][]any{
		{nil}, {true}, {false}, {int32(1), int64(1), 1.0, float32(1), dec("1"), Char(1)}, {int32(2), dec("2.0")}, {"1", "1"},
		{""}, {"a"}, {Char('a'), int32(97)},
		{NewList(), NewList()}, {NewList(int32(1), "a"), NewList(int64(1), "a")}, {NewList("a", int32(1))}, {NewList(int32(1))},
		{NewList(NewList())}, {NewList(nil)},
		{NewSet(Linked), NewSet(Linked)}, {NewSet(Linked, "a", "b"), NewSet(Linked, "b", "a")}, {NewSet(Linked, "a")},
		{NewSet(Linked, "a", "c")}, {NewSet(Linked, "a", "b", "c")},
		{mapOf(), mapOf()}, {mapOf("a", int32(1)), mapOf("a", int64(1))}, {mapOf("a", int32(2))}, {mapOf("b", int32(1))},
		{mapOf("a", int32(1), "b", int32(2)), mapOf("b", int32(2), "a", int32(1))}, {mapOf("a", nil)}, {mapOf(nil, "a")},
		{OptionalOf(nil), OptionalOf(nil)}, {OptionalOf("a"), OptionalOf("a")}, {OptionalOf("b")},
		{OptionalOf(OptionalOf("a"))}, {&Optional{"a", true, "OptionalInt"}},
	}
	for i, group := range groups {
		for j, other := range groups {
			for _, a := range group {
				for _, b := range other {
					if got := Equal(a, b); got != (i == j) {
						t.Errorf("%s and %s: equal is %v", ToString(a), ToString(b), got)
					}
					if x, ok := a.(Equaler); ok && x.EqualTo(b) != (i == j) {
						t.Errorf("%s and %s: the first says that equal is %v", ToString(a), ToString(b), i != j)
					}
				}
			}
		}
	}
	for value, want := range map[any]int32{
		&Enum{Name: "ab"}: 3105, [1]int{}: 0,
		"": 0, "a": 97, "ab": 3105, int32(7): 7, int64(4294967298): 3, true: 1231, false: 1237, Char('a'): 97,
		NewList("a", "b"): 4066, NewList(): 1, NewSet(Linked, "a", "b"): 195, mapOf("a", int32(1)): 96,
		mapOf("a", int32(1), "b", int32(2)): 192,
		1.5:                                 1073217536, 0.0: 0, OptionalOf("a"): 97, OptionalOf(nil): 0, NewList(nil): 31,
	} {
		if got := HashCode(value); got != want {
			t.Errorf("the hash of %s: got %d, want %d", ToString(value), got, want)
		}
	}
	if HashCode(nil) != 0 {
		t.Error("the hash of null")
	}
}

func TestClassesOfValues(t *testing.T) {
	for want, values := range map[string][]any{
		"null": {nil}, "Boolean": {true}, "Integer": {int32(1)}, "Long": {int64(1)}, "Double": {1.5}, "Float": {float32(1)},
		"Character": {Char('a')}, "String": {""}, "BigDecimal": {dec("1")},
		"Object": {[]any{}, struct{}{}}, "Optional": {OptionalOf(nil), OptionalOf(1)},
		"OptionalInt": {&Optional{nil, false, "OptionalInt"}},
	} {
		for _, v := range values {
			if got := ClassNameOf(v); got != want {
				t.Errorf("%v: got %s, want %s", v, got, want)
			}
		}
	}
}

func TestMethodsAreHiddenByThoseThatTakeTheSame(t *testing.T) {
	for _, tt := range []struct {
		far, near string
		want      bool
	}{
		{"a()", "a()", true}, {"a(int)", "a(int)", true}, {"a(int)", "a(long)", false}, {"a(int)", "a()", false},
		{"a(int[])", "a(int)", false}, {"a(int[])", "a(int[])", true}, {"a(int...)", "a(int[])", false},
		{"a(int, String)", "a(int, String)", true},
		{"a(int, String)", "a(int, int)", false}, {"a(List<String>)", "a(List<Integer>)", true}, {"a(E)", "a(E)", true},
	} {
		if got := M(Ours, tt.far+" void", body).isHiddenBy(M(Ours, tt.near+" void", body)); got != tt.want {
			t.Errorf("%s by %s: %v, want %v", tt.far, tt.near, got, tt.want)
		}
	}
	known, unknown := &Method{Params: []*Type{{Name: "int"}}}, &Method{Params: []*Type{nil}}
	if known.isHiddenBy(unknown) || unknown.isHiddenBy(known) || !unknown.isHiddenBy(unknown) {
		t.Error("parameters that are not known")
	}
}

func TestDecimalsAreRead(t *testing.T) {
	for text, want := range map[string]string{
		"1": "1 0", "-1.50": "-150 2", "+5": "5 0", ".5": "5 1", "5.": "5 0", "1e3": "1 -3", "1.5E-2": "15 3", "0": "0 0",
		"0.000": "0 3", "1e10000": "1 -10000", "1e-10000": "1 10000", "00.1": "1 1", "-.5": "-5 1",
		"": "", ".": "", "1.2.3": "", "e5": "", "1e": "", "1e+": "", "--1": "", "+-1": "", "1.-5": "", "1.+5": "", "1_0": "",
		"1.0_0": "", "1 ": "", "x": "", "1e10001": "", "1e-10001": "", "0x1": "", "1e1.5": "",
	} {
		d, ok := ParseDecimal(text)
		got := ""
		if ok {
			got = fmt.Sprint(d.Unscaled, " ", d.Scale)
		}
		if got != want || ok != (want != "") {
			t.Errorf("%q: got %q, want %q", text, got, want)
		}
	}
}
