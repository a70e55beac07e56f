package rules

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// FuzzCompile holds Compile to its promise: a program or problems with a place,
// whatever the bytes.
func FuzzCompile(f *testing.F) {
	names, _ := filepath.Glob("testdata/*.drl")
	for _, name := range names {
		if src, err := os.ReadFile(name); err == nil {
			f.Add(src)
		}
	}
	f.Add([]byte("rule \"A.0.0\" when $s: Section($h: getHeadline(), $h.containsString(\"x\")) then for (var x : List.of(1)) { " +
		"switch (x) { case 1 -> update($s); default -> {} } } end"))
	for _, src := range documentedPrograms(f) {
		f.Add([]byte(src))
	}
	f.Fuzz(func(t *testing.T, src []byte) {
		for _, side := range []Side{EntityRules, ComponentRules, FactRules} {
			program, problems := compileProblems(side, src)
			if (program == nil) != (len(problems) > 0) {
				t.Fatal("neither a program nor problems, or both")
			}
			for _, p := range problems {
				if p.Line < 1 || p.Column < 1 || p.Message == "" {
					t.Fatalf(`problem without a place: %+v, want p.Line at least 1, p.Column at least 1 and p.Message other than ""`, p)
				}
				if strings.Contains(p.Message, "internal error") {
					t.Fatal(p)
				}
			}
		}
	})
}

// FuzzRunFacts holds Check and RunFacts to their promise: a program that compiles ends, and what
// fails in it is a failure of a rule and no defect of the engine.
func FuzzRunFacts(f *testing.F) {
	const types = "global java.util.List out; declare A v: int w: String end declare B extends A f: double ok: boolean a: A end\n"
	for _, rule := range []string{
		`rule "1" when $a: A($v: v, w != null) not B(v > $v) then insert(new B($v + 1, "x", 1.5, true, $a)); end`,
		`rule "1" salience ($v) no-loop when $a: A($v: v) exists (B(ok) and A(v == $v)) then modify($a) { setV($v + 1), setW("y") } end`,
		`rule "1" agenda-group "g" auto-focus when $l: List(size > 1) from collect(A(w matches "[a-z]+")) then out.addAll($l); end`,
		`rule "1" when accumulate(A($v: v, v < 4); $s: sum($v), $m: max($v); $s > 2) then insertLogical(new A($s, "s")); end
		 rule "2" lock-on-active when $a: A(w == "s") forall(B(ok == true)) then retract($a); end`,
		`rule "1" when $b: B($f: f, a.v in (1, 2)) or $b: B(w contains "q") then update($b); end query q(int x) A(v == x) end`,
		`rule "1" when $a: A($v: v) if (v > 1) do[x] else if (w == "q") break[y] else do[z] B(a == $a) do[x] then out.add($v); then[x] modify($a) { setV(1) }
		 then[y] insert(new A(3, "q")); then[z] delete($a); end rule "2" extends "1" when A(v == 2) then then[x] out.add("x"); end`,
		`rule "1" when $n: Integer(this > 1) from accumulate($a: A($v: v), init(int t = 0; String s = null;), action(t += $v; s ` +
			`= $a.getW();), reverse(t -= $v;), result(s == null ? 0 : t)) A(v == $n) then out.add($n); end`,
		`rule "1" when B($w: /a/w, v > 1) not B(/a#B[v < 3, $x: f]/a) $l: List() from collect(B(/a[ok])) then out.add($w + $l.size()); end`,
		`rule "1" activation-group "one" enabled ($a.getV() > 1) when $a: A() $s: String() from List.of("a", "b") then for (int ` +
			`i = 0; i < 9; i++) { out.add($s + i); } end`,
	} {
		f.Add([]byte(types + rule))
	}
	for _, code := range documentedCalls() {
		f.Add([]byte(imports + types + `rule "1" when $a: A() then ` + code + " end"))
	}
	facts := []Record{{Type: "A", Fields: map[string]any{"v": 1, "w": "x"}}, {Type: "A", Fields: map[string]any{"v": 2}},
		{Type: "B", Fields: map[string]any{"v": 2, "ok": true}}}
	limits := Limits{Firings: 40, Steps: 4000, Memory: 1 << 20}
	f.Fuzz(func(t *testing.T, src []byte) {
		program, report := Compile(FactRules, src)
		if program == nil {
			if len(report.Errors) == 0 || strings.Contains(report.Errors[0].Message, "internal error") {
				t.Fatalf("neither a program nor problems of it: %v, want some report.Errors and it without internal error", report.Errors)
			}
			return
		}
		result, err := RunFacts(t.Context(), program, FactInput{Facts: facts, Limits: limits})
		if err != nil { // its types or globals are others
			result, err = RunFacts(t.Context(), program, FactInput{Limits: limits})
		}
		for _, failure := range result.Failures {
			if strings.HasPrefix(failure.Message, "internal error") {
				t.Fatal(failure)
			}
		}
		if err != nil && strings.Contains(err.Error(), "internal error") {
			t.Fatal(err)
		}
	})
}

// FuzzDateFormats holds ParseDateFormats to its promise: every line is a pattern or
// a problem.
func FuzzDateFormats(f *testing.F) {
	f.Add([]byte("dd.MM.yyyy\n# x\ndd.bb.yyyy\nd MMM 'of' uuuu"))
	f.Fuzz(func(t *testing.T, src []byte) {
		_, problems := ParseDateFormats(src)
		for _, p := range problems {
			if p.Line < 1 || p.Message == "" {
				t.Fatalf(`problem without a place: %+v, want p.Line at least 1 and p.Message other than ""`, p)
			}
		}
	})
}
