package regex

import (
	"runtime"
	"strings"
	"testing"
	"time"
	"unicode/utf8"
)

func TestWholeMatchIsNotAPrefix(t *testing.T) {
	p, _ := Compile(`[A-Z]{3}|A`, 0)
	for text, want := range map[string]bool{"EUR": true, "EURO": false, "A": true, "eur": false} {
		if m, _ := p.Matches(text); (m != nil) != want {
			t.Errorf("%q: %v, want %v", text, m != nil, want)
		}
	}
}

func TestWholeMatchSeesTheLastLineBreak(t *testing.T) {
	for _, tt := range []struct {
		flags         int
		pattern, text string
		whole, prefix bool
	}{
		{0, `a$`, "a\n", false, true}, {0, `a$\n`, "a\n", true, true}, {0, `a|ab`, "ab", true, true},
		{0, `b`, "ab", false, false}, {0, `a`, "ab", false, true},
		{0, ``, "", true, true}, {Multiline, `^`, "", false, false}, {0, `(?<=x)a`, "a", false, false},
		{0, `(?=a)a`, "a", true, true}, {0, `\bä`, "ä", true, true},
	} {
		p, err := Compile(tt.pattern, tt.flags)
		if err != nil {
			t.Fatal(err)
		}
		whole, _ := p.Matches(tt.text)
		prefix, _ := p.LookingAt(tt.text)
		if (whole != nil) != tt.whole || (prefix != nil) != tt.prefix {
			t.Errorf("%s on %q: whole %v, prefix %v", tt.pattern, tt.text, whole, prefix)
		}
		if found, _ := p.Find(tt.text); tt.prefix && !found {
			t.Errorf("%s is not found in %q", tt.pattern, tt.text)
		}
	}
}

func TestMatchesFromAPlace(t *testing.T) {
	for _, tt := range []struct {
		pattern, text string
		from, count   int
		first         [2]int
	}{
		{`a`, "aaba", 1, 2, [2]int{1, 2}}, {`a`, "aaba", 4, 0, [2]int{}}, {`\ba`, "aa a", 1, 1, [2]int{3, 4}},
		{`^a`, "aa", 1, 0, [2]int{}}, {`(?<=a)b`, "ab", 1, 1, [2]int{1, 2}},
		{`x*`, "ab", 1, 2, [2]int{1, 1}}, {`ä`, "ää", 2, 1, [2]int{2, 4}}, {`(?=b)b`, "äb", 2, 1, [2]int{2, 3}},
	} {
		p, err := Compile(tt.pattern, 0)
		if err != nil {
			t.Fatal(err)
		}
		all, err := p.FindFrom(tt.text, tt.from)
		if err != nil || len(all) != tt.count || tt.count > 0 && all[0].Groups[0] != tt.first {
			t.Errorf("%s in %q from %d: %v %v", tt.pattern, tt.text, tt.from, all, err)
		}
	}
}

// TestWhatCannotRunIsRefusedByNameAndPlace gives parts of the message.
func TestWhatCannotRunIsRefusedByNameAndPlace(t *testing.T) {
	for pattern, want := range map[string]string{
		`ab(`: "the group is not closed, which begins at position 3", `ab)`: "')' closes no group at position 3",
		`a[b`: "the class is not closed, which begins at position 2",
		`*a`:  "'*' repeats nothing at position 1", `a**`: "'*' repeats nothing at position 3",
		`a{2,1}`: "the quantifier's range is empty at position 2", `{x}`: "'{' begins no quantifier at position 1",
		`a{x}`: "'{' begins no quantifier at position 2", `ä\y`: `unknown escape \y at position 2`,
		`\X`: `\X is not supported at position 1`, `x\N{BULLET}`: `\N is not supported at position 2`,
		`\b{g}`: `\b{g} is not supported at position 1`, `\p{Nope}`: `unknown property \p{Nope} at position 1`,
		`\p{L`: `\p is not closed, which stands at position 1`, `\u00g0`: "the escape needs 4 hexadecimal digits at position 1",
		`\x4`: "the escape needs 2 hexadecimal digits at position 1", `\x{110000}`: "there is no such character at position 1",
		`\08`: `\0 has no octal digits at position 1`, `a\`: "a single backslash stands at position 2",
		`(?<1a>x)`:       "the group has no valid name at position 1",
		`(?<a>x)(?<a>y)`: `the group name "a" is used twice at position 8`,
		`\k<a>`:          `there is no group "a" before the reference at position 1`, `(?y)`: "unknown flag 'y' at position 3",
		`(?i`: "the group is not closed, which begins at position 1", `[b-a]`: "the range is the wrong way round at position 2",
		`[\b]`: `\b cannot stand in a class at position 2`, `(?P<a>x)`: "unknown flag 'P' at position 3",
	} {
		_, err := Compile(pattern, 0)
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %s", pattern, err, want)
		}
	}
	if _, err := Compile("a", canonical); err == nil {
		t.Error("CANON_EQ is taken")
	}
}

func TestNestingIsBounded(t *testing.T) {
	for _, open := range []string{"(", "[a", "(?:", "(?=", "(?i:"} {
		if _, err := Compile(strings.Repeat(open, 100_000), 0); err == nil || len(err.Error()) > 300 {
			t.Errorf("%s is nested without end, want an error and len(err.Error()) at most 300", open)
		}
	}
	if _, err := Compile(strings.Repeat("(", maxNesting-1)+strings.Repeat(")", maxNesting-1), 0); err != nil {
		t.Error(err)
	}
}

func TestExplosivePatternsEnd(t *testing.T) {
	p, err := Compile(`(?=((a+)+)+$)a`, 0)
	if err != nil {
		t.Fatal(err)
	}
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	begin, spent := time.Now(), startStopwatch()
	_, err = p.FindAll(strings.Repeat("a", 60) + "!")
	took, used := time.Since(begin), spent()
	waited := used < took*9/10 // for the processor, which is not the fault of the matcher
	if err == nil || took > 3*MatchTimeout && !waited {
		t.Errorf("after %v, %v of the processor: %v", took, used, err)
	}
}

// TestLinearPatternsStayLinear runs on the linear matcher what would explode on the
// other.
func TestLinearPatternsStayLinear(t *testing.T) {
	for _, pattern := range []string{`((a+)+)+$`, `(a|a)*b`, `(?i)(a*)*c`, `[a-z&&[^b]]*\R`, `(.*)*x`} {
		p, err := Compile(pattern, 0)
		if err != nil || p.linear == nil {
			t.Fatalf("%s is not linear: %v, want p.linear != nil and no error", pattern, err)
		}
		if _, err := p.Find(strings.Repeat("a", 5000) + "!"); err != nil {
			t.Errorf("%s: %v, want no error", pattern, err)
		}
	}
}

func TestQuotedTextMatchesItself(t *testing.T) {
	for _, text := range []string{"", "a.b*", `\E`, `x\Ey\\E`, "(ä"} {
		p, err := Compile(Quote(text), 0)
		if err != nil {
			t.Fatal(err)
		}
		if m, _ := p.Matches(text); m == nil {
			t.Errorf("%q does not match itself, want m != nil", text)
		}
	}
}

func TestGroupsAreNumberedFromTheLeft(t *testing.T) {
	for _, pattern := range []string{`(?<a>x)(y)(?<b>z)`, `(?<a>x)(y)(?<b>z)(?!w)`} {
		p, _ := Compile(pattern, 0)
		if p.GroupNumber("a") != 1 || p.GroupNumber("b") != 3 || p.GroupNumber("c") != -1 || p.Groups() != 3 {
			t.Errorf(`%s: %d %d %d %d, want p.GroupNumber("a") = 1, p.GroupNumber("b") = 3, p.GroupNumber("c") = -1 and `+
				`p.Groups() = 3`, pattern, p.GroupNumber("a"), p.GroupNumber("b"), p.GroupNumber("c"), p.Groups())
		}
	}
}

func FuzzTranslate(f *testing.F) {
	f.Add(`(?<=a)[b&&[^c]]\p{L}++\Qx\E`, "abc")
	f.Add(`(?x) (?<n>a|\R)*?\k<n>$`, "a\r\n")
	f.Fuzz(func(t *testing.T, pattern, text string) {
		if len(pattern) > 60 || len(text) > 60 {
			return
		}
		p, err := Compile(pattern, 0)
		if err != nil || p.linear == nil || !utf8.ValidString(text) {
			return
		}
		all, _ := p.FindAll(text)
		if back, err := p.findBackwards(text, 0, -1); err == nil && len(back) != len(all) {
			t.Fatalf("%s in %q: %v forwards, %v backwards", pattern, text, all, back)
		}
		for _, m := range all {
			if m.Groups[0][0] < 0 || m.Groups[0][1] > len(text) {
				t.Fatalf("match outside of the text: %v, want m.Groups[0][0] at least 0 and m.Groups[0][1] at most %d", m, len(text))
			}
		}
	})
}
