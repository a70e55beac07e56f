package rules

import (
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/seed-62a36931/docket/document"
)

type runaway struct{ name, code, want string }

// line is that of the consequence, or of the function in front of the rule.
func (r runaway) line() int {
	if strings.HasPrefix(r.code, "again") {
		return 3
	}
	return 6
}

// TestRunawayRulesEndAtALimit holds that code which would go on for ever, or take
// memory without end, becomes a failure that names the rule and its line.
func TestRunawayRulesEndAtALimit(t *testing.T) {
	const steps, bytes, deep = "steps in one consequence", "more than 2 MiB of values", "too deeply"
	const numbers = "List<Integer> l = new ArrayList<>(); for (int i = 0; i < 20000; i++) { l.add(i); } "
	tests := []runaway{
		{"loop", `while (true) { }`, steps},
		{"for", `for (int i = 0; ; i++) { }`, steps},
		{"do", `do { int i = 1; } while (1 < 2);`, steps},
		{"stream", `Stream.iterate(1, i -> i + 1).forEach(i -> { });`, steps},
		{"doubled string", `String s = "abcdefgh"; while (true) { s = s + s; }`, bytes},
		{"doubled by +=", `String s = "abcdefgh"; while (true) { s += s; }`, bytes},
		{"doubled by concat", `String s = "abcdefgh"; while (true) { s = s.concat(s); }`, bytes},
		{"doubled by join", `String s = "abcdefgh"; while (true) { s = String.join(s, s, s); }`, bytes},
		{"doubled by replace", `String s = "aaaaaaaa"; while (true) { s = s.replace("a", "aa"); }`, bytes},
		{"doubled by format", `String s = "abcdefgh"; while (true) { s = String.format("%s%s", s, s); }`, bytes},
		{"repeated", `String s = "abcdefgh".repeat(1100000);`, bytes},
		{"growing list", `List<Object> l = new ArrayList<>(); while (true) { l.add("x"); }`, bytes},
		{"list of long strings", `List<String> l = new ArrayList<>(); while (true) { l.add("0123456789".repeat(1000)); }`, bytes},
		{"list added to itself", `List<Object> l = new ArrayList<>(List.of(1, 2)); while (true) { l.addAll(new ArrayList<>(l)); }`, bytes},
		{"lists of copies", `List<Object> l = new ArrayList<>(), x = new ArrayList<>(); for (int i = 0; i < 2000; i++) { ` +
			`x.add(i); } while (true) { l.add(List.copyOf(x)); }`, bytes},
		{"growing builder", `StringBuilder s = new StringBuilder("abcdefgh"); while (true) { s.append(s.toString()); }`, bytes},
		{"builder that is inserted into", `StringBuilder s = new StringBuilder("abcdefgh"); while (true) { s.insert(0, ` +
			`s.toString()); }`, bytes},
		{"growing set", `Set<Integer> l = new HashSet<>(); for (int i = 0; ; i++) { l.add(i); }`, bytes},
		{"growing map", `Map<Integer, String> l = new TreeMap<>(); for (int i = 0; ; i++) { l.put(i, "x"); }`, bytes},
		{"array", `int[] l = new int[1000000];`, bytes},
		{"arrays", `List<Object> l = new ArrayList<>(); while (true) { l.add(new String[1000][10]); }`, bytes},
		{"sorted over and over", numbers + `for (int i = 0; i < 1000; i++) { l.sort(null); }`, steps},
		{"streams sorted", numbers + `for (int i = 0; i < 3; i++) { l.stream().sorted().findFirst(); }`, bytes},
		{"searched over and over", numbers + `for (int i = 0; i < 2000; i++) { l.contains(-1); }`, steps},
		{"searched for all of another", numbers + `List<Integer> m = new ArrayList<>(l); l.containsAll(m);`, steps},
		{"all of another removed", numbers + `List<Integer> m = new ArrayList<>(l); l.removeAll(m);`, steps},
		{"first removed over and over", numbers + `for (int i = 0; i < 2000; i++) { l.remove(0); l.add(i); }`, steps},
		{"put in front over and over", numbers + `for (int i = 0; i < 2000; i++) { l.add(0, i); }`, steps},
		{"compared as a whole", numbers + `List<Integer> m = new ArrayList<>(l); for (int i = 0; i < 2000; i++) { l.equals(m); }`, steps},
		{"ordered over and over", `Map<Integer, Integer> x = new HashMap<>(); for (int i = 0; i < 5000; i++) { x.put(i, i); } ` +
			`for (int i = 0; i < 300; i++) { x.keySet(); }`, steps},
		{"long text searched", `String s = "a".repeat(1000000); for (int i = 0; i < 1000; i++) { s.indexOf("b"); }`, steps},
		{"comparators of comparators", numbers + `Comparator<Integer> c = Comparator.naturalOrder(); for (int i = 0; i < 500; ` +
			`i++) { c = c.reversed(); } l.sort(c);`, steps},
		{"distinct elements", `Stream.iterate(1, i -> i + 1).distinct().forEach(i -> { });`, bytes},
		{"elements in a set", `IntStream.range(0, 20000).boxed().collect(Collectors.toSet());`, bytes},
		{"elements in groups", `IntStream.range(0, 20000).boxed().collect(Collectors.groupingBy(i -> i));`, bytes},
		{"stream into a list", `List<Integer> l = Stream.iterate(1, i -> i + 1).toList();`, bytes},
		{"stream that is sorted", `Stream.iterate(1, i -> i + 1).sorted().findFirst();`, bytes},
		{"range into a list", `List<Integer> l = IntStream.range(0, 2000000000).boxed().collect(Collectors.toList());`, bytes},
		{"range for each", `IntStream.range(0, 2000000000).forEach(i -> { });`, steps},
		{"range that is searched", `boolean b = IntStream.range(0, 2000000000).anyMatch(i -> i < 0);`, steps},
		{"streams in streams", `Stream<Integer> s = Stream.of(1); while (true) { s = s.skip(0); }`,
			"StackOverflowError: a stream of more than 10000 steps"},
		{"functions of functions", `Comparator<Integer> c = Comparator.naturalOrder(); while (true) { c = c.reversed(); }`,
			"StackOverflowError: functions are nested more than 10000 deep"},
		{"collectors of collectors", `Collector<Integer, ?, List<Integer>> c = Collectors.toList(); while (true) { c = ` +
			`Collectors.filtering(i -> true, c); }`, "StackOverflowError: functions are nested more than 10000 deep"},
		{"replaced by itself", `String s = "a".repeat(10000); s = s.replace("a", s);`, bytes},
		{"replaced by an expression", `String s = "a".repeat(10000); s = s.replaceAll("a", s);`, bytes},
		{"joined by itself", `String s = "a".repeat(10000); s = String.join(s, List.of("x".repeat(5000).split("")));`, bytes},
		{"a list of itself", `List<Object> l = new ArrayList<>(), m = new ArrayList<>(); l.add(m); m.add(l); String s = "" + ` +
			`l;`, "StackOverflowError: collections are nested more than 1000 deep"},
		{"optionals of optionals", `Optional<Object> o = Optional.of(1); for (int i = 0; i < 2000; i++) { o = Optional.of(o); } ` +
			`int h = o.hashCode();`, "StackOverflowError: collections are nested more than 1000 deep"},
		{"lists twice in lists", `List<Object> l = List.of(1); for (int i = 0; i < 60; i++) { l = List.of(l, l); } int h = ` +
			`l.hashCode();`, "too many times over"},
		{"facts", `while (true) { insert(new N("x")); }`, bytes},
		{"components", `for (int i = 0; ; i++) { componentCreationService.create("C.0.0", "n" + i, "x", ""); }`, bytes},
		{"a function that calls itself", `again(1);`, deep},
		{"a lambda that calls itself", `Map<String, Function> m = new HashMap<>(); m.put("f", x -> m.get("f").apply(x)); ` +
			`m.get("f").apply(1);`, deep},
	}
	entity := compileOK(t, EntityRules, "rule \"A.0.0\" when then end")
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			p := compileOK(t, ComponentRules, "declare N s: String end function int again(int n) { return again(n + 1); }\nrule "+
				"\"C.0.0: on line six\"\nwhen then\n"+tt.code+"\nend")
			result, err := Run(context.Background(), entity, p,
				Input{Tree: newTree().section("h").tree(), Limits: Limits{Steps: 600_000, Memory: 2 << 20}})
			failed := firstFailure(result, err)
			if failed == nil || failed.Rule != "C.0.0: on line six" || failed.Line != tt.line() ||
				!strings.Contains(failed.Message, tt.want) {
				t.Errorf("got %v", err)
			}
		})
	}
}

// firstFailure returns the first rule of a run that failed, or nil: that of the error, or
// that of the result when other rules have found something.
func firstFailure(result document.Result, err error) *RuleError {
	var failed *RuleError
	if errors.As(err, &failed) {
		return failed
	}
	if len(result.Failures) == 0 {
		return nil
	}
	f, side := result.Failures[0], EntityRules
	if f.File == "COMPONENT" {
		side = ComponentRules
	}
	return &RuleError{Rule: f.Rule, Line: f.Line, Message: f.Message, Side: side}
}

// TestWhatIsThrownAwayIsNotCounted holds that a rule may make more in all its firings
// than it may hold at once, and that what facts hold is counted across firings.
func TestWhatIsThrownAwayIsNotCounted(t *testing.T) {
	const head = "declare N n: int end declare L l: List end\nrule \"C.0.0\" salience 1 when then insert(new N(0)); insert(new " +
		"L(new ArrayList())); end\n"
	entity := compileOK(t, EntityRules, "rule \"A.0.0\" when then end")
	for code, fails := range map[string]bool{
		`String s = "0123456789".repeat(100000) + $n.getN();`:                                                                                                                                 false,
		`$l.getL().add("0123456789".repeat(100000) + $n.getN());`:                                                                                                                             true,
		`$l.getL().add("x".repeat(1000000)); $l.getL().clear();`:                                                                                                                              false,
		`insert(new L(List.of("0123456789".repeat(100000) + $n.getN())));`:                                                                                                                    true,
		`L x = new L(List.of("0".repeat(1000000))); insert(x); retract(x);`:                                                                                                                   false,
		`componentCreationService.create("C.0.1", "n", "x".repeat(900000) + $n.getN(), "");`:                                                                                                  true,
		`Map<String, List<Integer>> m = new HashMap<>(); for (int i = 0; i < 3000; i++) { m.computeIfAbsent("k", k -> new ArrayList<>()).add(i); m.get("k"); }`:                               false,
		`List<String> l = List.of("x".repeat(100000)); Map<String, String[]> m = Map.of("k", new String[1000]); for (int i = 0; i < 1000; i++) { l.get(0); m.get("k"); }`:                     false,
		`List<Object> l = new ArrayList<>(); for (int i = 0; i < 20; i++) { StringBuilder s = new StringBuilder(); for (int j = 0; j < 10; j++) { s.append("x".repeat(90000)); } l.add(s); }`: true,
	} {
		p := compileOK(t, ComponentRules, head+`rule "C.0.1" when $n: N(n < 40) $l: L(l != null) then `+code+
			` if ($l.getL().size() >= 0) { modify ($n) { setN($n.getN() + 1) } } end`)
		result, err := Run(context.Background(), entity, p,
			Input{Tree: newTree().section("h").tree(), Limits: Limits{Memory: 8 << 20, Firings: 2000}})
		failed := firstFailure(result, err)
		if fails != (failed != nil) || fails && (!strings.Contains(failed.Message, "MiB of values") || failed.Rule != "C.0.1") {
			t.Errorf("%s: got %v, %v", code, failed, err)
		}
	}
}

func TestFunctionsMayCallEachOther500Deep(t *testing.T) {
	entity := compileOK(t, EntityRules, "rule \"A.0.0\" when then end")
	for depth, fails := range map[string]bool{"500": false, "501": true} {
		p := compileOK(t, ComponentRules, `function int deep(int n) { return n <= 1 ? 1 : 1 + deep(n - 1); }
rule "C.0.0" when then int a = deep(`+depth+`); int b = deep(`+depth+
			`); componentCreationService.create("C.0.0", "Depth", "" + (a + b), ""); end`)
		result, err := Run(t.Context(), entity, p, Input{Tree: newTree().section("h").tree()})
		if fails != (err != nil) || !fails && result.Components[0].Value != "1000" {
			t.Errorf("%s: got %v, %v", depth, result.Components, err)
		}
	}
}
