package rules

import (
	"encoding/json"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"
)

const factTypes = `
declare enum Level LOW, HIGH; end
declare Part  name : String  end
declare All
    i : int  l : Long  d : double  f : float  b : boolean  c : char  s : String  big : java.math.BigDecimal
    day : java.time.LocalDate  level : Level  part : Part  parts : java.util.List<Part>  set : java.util.Set
    map : java.util.Map<String, Integer>  any : Object
end
query "q" $a : All() end
`

// runAll runs no rules over one fact with the given fields.
func runAll(t *testing.T, fields map[string]any) (FactResult, error) {
	t.Helper()
	program, report := Compile(FactRules, []byte(factTypes))
	if program == nil {
		t.Fatal(report.Errors)
	}
	return RunFacts(t.Context(), program, FactInput{Facts: []Record{{Type: "All", Fields: fields}}})
}

func TestFactsTakeValuesOfJSON(t *testing.T) {
	given := map[string]any{
		"i": 7, "l": json.Number("9000000000"), "d": 1.5, "f": 0.25, "b": true, "c": "x", "s": "text", "big": "1.20", "day": "2026-11-25",
		"level": "HIGH", "part": map[string]any{"name": "p"}, "parts": []any{map[string]any{"name": "q"}}, "set": []any{1, "a"},
		"map": map[string]any{"k": 3}, "any": []any{nil, 2.5, map[string]any{"x": true}},
	}
	result, err := runAll(t, given)
	if err != nil {
		t.Fatal(err)
	}
	want := map[string]any{
		"i": int64(7), "l": int64(9000000000), "d": 1.5, "f": 0.25, "b": true, "c": "x", "s": "text", "big": "1.20", "day": "2026-11-25",
		"level": "HIGH", "part": map[string]any{"name": "p"}, "parts": []any{map[string]any{"name": "q"}}, "set": []any{int64(1), "a"},
		"map": map[string]any{"k": int64(3)}, "any": []any{nil, 2.5, map[string]any{"x": true}},
	}
	if got := result.Facts[0].Fields; !reflect.DeepEqual(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
	if got := result.Queries["q"]; !reflect.DeepEqual(got, []map[string]any{{"$a": want}}) {
		t.Errorf("got rows %v, want one with the fact", got)
	}
}

func TestFactsThatDoNotFitAreRefused(t *testing.T) {
	for _, x := range []struct {
		field string
		value any
		want  string
	}{
		{"i", 3e9, "3000000000 does not fit into an int"},
		{"i", nil, "null is no int"},
		{"i", "7", "7 is no whole number"},
		{"b", "true", `"true" is no boolean`},
		{"c", "xy", `"xy" is not one character`},
		{"day", "yesterday", "DateTimeParseException"},
		{"level", "MIDDLE", `"MIDDLE" is no Level`},
		{"part", map[string]any{"nam": "p"}, "Part has no field nam"},
		{"parts", []any{1}, "[0]: 1 is no Part"},
		{"map", map[string]any{"k": "v"}, `["k"]: v is no whole number`},
		{"s", []any{}, "a list is no String"},
		{"none", 1, "All has no field none"},
		{"any", struct{}{}, "is no value of JSON"},
	} {
		if _, err := runAll(t, map[string]any{x.field: x.value}); err == nil || !strings.Contains(err.Error(), x.want) {
			t.Errorf("%s = %v: got %v, want %s", x.field, x.value, err, x.want)
		}
	}
}

func TestFactRulesAreCheckedForTheirSide(t *testing.T) {
	for _, x := range []struct{ text, want string }{
		{"global Document document rule A when then end", "unknown class Document"},
		{"global Integer n rule A when then end", "the global n must be a list, a set or a map"},
		{"global java.util.List n; global java.util.List n; rule A when then end", "the global n is declared twice"},
		{"rule A when then end rule A when then end", "the name A is used already, in line 1"},
	} {
		_, report := Compile(FactRules, []byte(x.text))
		if len(report.Errors) == 0 || !strings.Contains(report.Errors[0].Message, x.want) {
			t.Errorf("%s: got %v, want %s", x.text, report.Errors, x.want)
		}
	}
	program, _ := Compile(EntityRules, []byte(`rule "A.0.0" when then end`))
	if _, err := RunFacts(t.Context(), program, FactInput{}); err == nil {
		t.Error("got no error for entity rules, want one")
	}
}

// TestTracesNameConsequences holds that a trace tells which consequence of a rule fired, in the
// order of the firings, and why a rule that calls some never fired.
func TestTracesNameConsequences(t *testing.T) {
	program := compileFile(t, FactRules, `declare Person age: int end
rule "stages" when
    Person(age > 60) do[old]
    $p: Person() if (age > 60) do[again] else break[young]
    Person(this == $p)
then
then[old] then[again] then[young]
end
rule "never" when Person(age > 60) do[young] Person(age > 90) then then[young] end`)
	people := []Record{{Type: "Person", Fields: map[string]any{"age": 61}}, {Type: "Person", Fields: map[string]any{"age": 7}}}
	_, trace, err := ExplainFacts(t.Context(), program, FactInput{Facts: people})
	if err != nil {
		t.Fatal(err)
	}
	var fired []string
	for _, f := range trace.Firings {
		fired = append(fired, f.Rule+" "+f.Consequence)
	}
	if want := []string{"stages old", "stages again", "stages young", "stages ", "never young"}; !slices.Equal(fired, want) {
		t.Errorf("%q, want %q", fired, want)
	}
	if got := fmt.Sprint(trace.Firings[2].Facts); strings.Contains(got, "'") {
		t.Errorf("bindings that the rule has not written: %s, want no %q in it", got, "'")
	}
}

// TestFactsTakeTheirDates takes days and times as those of ISO 8601, and says so where they are not.
func TestFactsTakeTheirDates(t *testing.T) {
	program := compileFile(t, FactRules, `import java.util.Date;
global java.util.List out;
declare Order placed: Date end
declare Moment at: java.time.Instant end
rule "1" when Order($d: placed > "15-Mar-2024") then out.add($d.getTime()); end
rule "2" when Moment($at: at) then out.add($at.toString()); end`)
	run := func(kind, field, text string) string {
		in := FactInput{Facts: []Record{{Type: kind, Fields: map[string]any{field: text}}}}
		result, err := RunFacts(t.Context(), program, in)
		return strings.TrimSpace(fmt.Sprint(result.Globals["out"], err))
	}
	for text, want := range map[string]string{
		"2024-05-01": "[1714521600000] <nil>", "2024-05-01T10:00:00+02:00": "[1714550400000] <nil>", "2024-03-15": "[] <nil>",
		"soon": `<nil> fact 1: Order.placed: "soon" is no Date: write it as 2026-11-25 or 2026-11-25T10:30:00Z`,
	} {
		if got := run("Order", "placed", text); got != want {
			t.Errorf("%s: %s, want %s", text, got, want)
		}
	}
	if got := run("Moment", "at", "2024-05-01T08:00:00Z"); got != "[2024-05-01T08:00:00Z] <nil>" {
		t.Error(got)
	}
}
