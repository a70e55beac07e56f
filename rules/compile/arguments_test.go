package compile

import (
	"testing"

	"github.com/seed-62a36931/docket/rules/host"
)

// kinds is a compiler that knows some classes: an Animal with a Dog and a Cat, those of
// boxed numbers, strings, and functions.
func kinds() *Compiler {
	classes := []*host.Class{{Name: "Object"}, {Name: "Animal"}, {Name: "Dog", Supers: []string{"Animal"}},
		{Name: "Cat", Supers: []string{"Animal"}}, {Name: "Number"}, {Name: "Callable"},
		{Name: "Function", Supers: []string{"Callable"}}, {Name: "Predicate", Supers: []string{"Callable"}},
		{Name: "String", Supers: []string{"CharSequence"}}, {Name: "CharSequence"}, {Name: "Boolean"}, {Name: "List"}}
	for _, name := range []string{"Character", "Integer", "Long", "Float", "Double"} {
		classes = append(classes, &host.Class{Name: name, Supers: []string{"Number"}})
	}
	return &Compiler{Registry: host.NewRegistry(classes)}
}

func TestArgumentsThatMayBePassed(t *testing.T) {
	c := kinds()
	for _, tt := range []struct {
		param, arg string
		want       bool
	}{
		{"int", "int", true}, {"int", "Integer", true}, {"Integer", "int", true}, {"int", "char", true}, {"int", "long", false},
		{"long", "int", true}, {"long", "float", false}, {"float", "long", true}, {"double", "float", true}, {"float", "double", false},
		{"char", "int", false}, {"double", "Character", true}, {"int", "Number", true}, {"int", "boolean", false},
		{"boolean", "Boolean", true}, {"boolean", "int", false}, {"int", "String", false},
		{"Long", "int", false}, {"Double", "Float", false}, {"Number", "int", true}, {"Number", "double", true},
		{"Number", "String", false},
		{"Animal", "Dog", true}, {"Dog", "Animal", true}, {"Dog", "Cat", false}, {"Animal", "Animal", true},
		{"Animal", "String", false}, {"CharSequence", "String", true},
		{"Function", "Predicate", true}, {"Function", "String", false}, {"String", "Function", false}, {"String", "null", true},
		{"int", "null", false}, {"Nope", "String", false}, {"Nope", "null", true}, {"Nope", "Nope", true}, {"String", "Nope", false},
		{"String[]", "String[]", true}, {"String[]", "String", false}, {"String", "String[]", false},
		{"Animal[]", "Dog[]", true}, {"Dog[][]", "Dog[]", false}, {"E", "String", true}, {"Object", "String", true},
	} {
		if got := c.mayPass(typ(tt.param), typ(tt.arg)); got != tt.want {
			t.Errorf("%s for %s: %v, want %v", tt.arg, tt.param, got, tt.want)
		}
	}
	if !c.mayPass(nil, typ("String")) || !c.mayPass(typ("String"), nil) {
		t.Error("what is not known may be passed")
	}
}

func TestValuesThatFitParameters(t *testing.T) {
	c := kinds()
	for _, tt := range []struct {
		param string
		value any
		want  bool
	}{
		{"int", int32(1), true}, {"int", int64(1), false}, {"long", int32(1), true}, {"double", int64(1), true},
		{"int", host.Char('a'), true}, {"char", int32(1), false}, {"Integer", int32(1), true}, {"Long", int32(1), false},
		{"int", nil, false}, {"Integer", nil, true}, {"String", nil, true}, {"String", "a", true}, {"CharSequence", "a", true},
		{"String", int32(1), false}, {"boolean", true, true}, {"boolean", int32(1), false}, {"int", true, false},
		{"Object", int32(1), true}, {"E", "a", true}, {"Number", int32(1), true}, {"String[]", []any{}, true},
		{"String", []any{}, false}, {"Object", []any{}, true}, {"E", []any{}, true}, {"String[]", "a", false},
		{"Object[]", "a", false}, {"E[]", "a", false},
	} {
		if got := c.acceptsValue(typ(tt.param), tt.value); got != tt.want {
			t.Errorf("%v for %s: %v, want %v", tt.value, tt.param, got, tt.want)
		}
	}
	if !c.acceptsValue(nil, "a") || !c.acceptsValue(nil, nil) || !c.acceptsValue(nil, []any{}) {
		t.Error("anything fits what is not known")
	}
}

func TestWordsThatSoundAlikeHaveOneCode(t *testing.T) {
	for word, want := range map[string]string{
		"Robert": "6163", "Rupert": "6163", "Rubin": "6150", "Ashcraft": "2261", "Ashcroft": "2261", "Tymczak": "3522",
		"Pfister": "1123", "Honeyman": "5550", "Jackson": "2222", "Gutierrez": "2362",
		"Wistar": "2360", "A": "", "Z": "2000", "Zz": "2000", "Lee": "4000", "": "", "1-2": "", "o'Neil": "5400", "a1b": "1000",
		"müller": "5460", "BzB": "1210", "Bhb": "1100", "Bab": "1100", "Washington": "2523", "Vandeusen": "1532", "[A{": "", "@a`": "",
	} {
		if got := SoundexCode(word); got != want {
			t.Errorf("%s: got %s, want %s", word, got, want)
		}
	}
}

func TestElementsAreCounted(t *testing.T) {
	m := host.NewMap(host.Linked)
	m.Put("a", 1)
	for value, want := range map[any]int{host.NewList(1, 2): 2, host.NewSet(host.Linked, "a"): 1, m: 1, "abc": -1, any(int32(5)): -1} {
		if got := elementCount(value); got != want {
			t.Errorf("%v: got %d, want %d", value, got, want)
		}
	}
	for value, want := range map[any]int{&host.Func{Depth: 3}: 3, &host.Collector{Depth: 4}: 4, "f": -1} {
		if got := depthOf(value); got != want {
			t.Errorf("depth of %v: got %d, want %d", value, got, want)
		}
	}
}

func TestFunctionsOfFunctionsAreCounted(t *testing.T) {
	steps := host.NewBudget(t.Context(), 1_000_000)
	inner, result := &host.Func{Depth: 4}, &host.Func{}
	countDepth(steps, &host.Func{Depth: 2}, []any{"x", inner}, result)
	if result.Depth != 5 {
		t.Errorf("one more than the deepest: got %d, want 5", result.Depth)
	}
	countDepth(steps, result, []any{result}, result)
	if result.Depth != 5 {
		t.Errorf("a function that is given back as it was is no deeper: got %d, want 5", result.Depth)
	}
	gathered := &host.Collector{}
	countDepth(steps, nil, []any{&host.Collector{Depth: 1}}, gathered)
	if gathered.Depth != 2 {
		t.Errorf("collectors: got %d, want 2", gathered.Depth)
	}
	countDepth(steps, nil, nil, "no function")
	for depth, thrown := range map[int]bool{maxNested - 1: false, maxNested: true} {
		func() {
			defer func() {
				if (recover() != nil) != thrown {
					t.Errorf("%d deep: thrown is not %v", depth, thrown)
				}
			}()
			countDepth(steps, &host.Func{Depth: depth}, nil, &host.Func{})
		}()
	}
}
