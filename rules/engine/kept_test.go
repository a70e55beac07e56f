package engine

import "testing"

// TestFunctionsThatAreCalledAgain: what a function returned before is returned again only where nothing else could
// come of its arguments.
func TestFunctionsThatAreCalledAgain(t *testing.T) {
	for _, tt := range []struct{ name, rules, want string }{
		{"a list that was changed", `function List<String> make(String s) { List<String> l = new ArrayList<>(); l.add(s); return l; }
rule "S.0.0" when then List<String> l = make("x"); l.add("y"); log.add(make("x").size() + " " + l.size()); end`, "1 2 |"},
		{"a list that cannot be changed", `function List<String> make() { return List.of("x"); }
rule "S.0.0" when then make(); try { make().add("y"); } catch (UnsupportedOperationException e) { log.add("fixed"); } end`, "fixed |"},
		{"a fact that changes", `function int read(N n) { return n.getV(); }
rule "S.0.0" salience 9 when then insert(new N(1, 0, 0, "a")); end
rule "S.0.1" when $n: N(v < 2) then log.add(read($n)); modify($n) { setV($n.getV() + 1) } end`, "0 1 | N( id=1, v=2, w=0, s=a )"},
		{"a global that changes", `
function int count(String s) { return log.size(); }
rule "S.0.0" when then log.add(count("a")); log.add(count("a")); end`, "0 1 |"},
		{"through another function", `
function int inner() { return log.size(); } function int outer() { return inner() + 1; }
rule "S.0.0" when then log.add(outer()); log.add(outer()); end`, "1 2 |"},
		{"zeros of both signs", `function String inverse(double d) { return "" + 1.0 / d; }
rule "S.0.0" when then log.add(inverse(0.0)); log.add(inverse(-0.0)); end`, "Infinity -Infinity |"},
		{"numbers of both widths", `function String show(Object o) { return "" + (o instanceof Long); }
rule "S.0.0" when then log.add(show(1)); log.add(show(1L)); end`, "false true |"},
		{"an exception", `function int fail(String s) { throw new IllegalStateException(s); }
rule "S.0.0" when then for (int i = 0; i < 2; i++) {
try { fail("x"); } catch (IllegalStateException e) { log.add(e.getMessage()); } } end`, "x x |"},
		{"a lambda that is called by what it calls", `rule "S.0.0" when then
log.add(List.of(1, 2).stream().map(a -> List.of(3, 4).stream().map(b -> a * b).toList().toString()).toList().toString()); end`,
			"[[3, 4], [6, 8]] |"},
	} {
		if got := endOf(t, conformanceTypes+tt.rules); got != tt.want {
			t.Errorf("%s: got\n%s\nwant\n%s", tt.name, got, tt.want)
		}
	}
}
