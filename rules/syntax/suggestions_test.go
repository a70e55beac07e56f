package syntax

import (
	"strings"
	"testing"
)

func TestDistancesBetweenWords(t *testing.T) {
	for _, tt := range []struct {
		a, b string
		want int
	}{
		{"", "", 0}, {"rule", "rule", 0}, {"rule", "rules", 1}, {"rules", "rule", 1}, {"rule", "role", 1}, {"rule", "ruel", 1},
		{"rule", "urle", 1}, {"rule", "lure", 2}, {"", "abc", 3}, {"abc", "", 3},
		{"ab", "ba", 1}, {"abcd", "badc", 2}, {"ca", "abc", 3}, {"kitten", "sitting", 3}, {"abcd", "abdc", 1}, {"a", "b", 1},
		{"abc", "cab", 2}, {"xrule", "rule", 1}, {"rulex", "rule", 1},
	} {
		if got := EditDistance([]rune(tt.a), []rune(tt.b)); got != tt.want {
			t.Errorf("%s, %s: got %d, want %d", tt.a, tt.b, got, tt.want)
		}
	}
}

func TestTheNearestWordIsSuggested(t *testing.T) {
	for word, want := range map[string]string{
		"rul": "rule", "ruel": "rule", "qury": "query", "functoin": "function", "functino": "function", "funtcino": "function",
		"fnuctoin": "function", "declrae": "declare",
		"global": "", "x": "", "rlxe": "rule", "rxyz": "", "pakage": "package", "glbl": "global", "glb": "", "nit": "unit",
		"mport": "import", "imprt": "import", "qeryu": "query", "ru": "", "fuctn": "", "fctin": "",
	} {
		if want != "" {
			want = ", did you mean '" + want + "'?"
		}
		if got := suggestWord(word, statementWords); got != want {
			t.Errorf("%s: got %q, want %q", word, got, want)
		}
	}
	if got := suggestWord("bat", []string{"bit", "but", "bats"}); got != ", did you mean 'bit'?" {
		t.Errorf("of words as near as each other the first: %s, want %q", got, ", did you mean 'bit'?")
	}
	if got := suggestWord("bats", []string{"bitx", "bat"}); got != ", did you mean 'bat'?" {
		t.Errorf("of several the nearest: %s, want %q", got, ", did you mean 'bat'?")
	}
}

// TestAfterADefectTheFileGoesOn counts the rules that are read around a defect.
func TestAfterADefectTheFileGoesOn(t *testing.T) {
	for _, tt := range []struct {
		text  string
		rules string
		want  []string
	}{
		{"rule A when P( then end\nrule B when then end", "B", []string{"1:21:expected ')' but found 'end'"}},
		{"rule A when P( then end rule B when then end\nrule C when then end", "C", []string{"1:21:expected ')' but found 'end'"}},
		{"x\nrule B when then end", "B", []string{"1:1:"}},
		{"x y z\nquery q P() end\nrule B when then end", "B", []string{"1:1:"}},
		{"rule A when rule\nrule B when then end", "B", []string{"2:1:expected '(' behind 'rule'"}},
		{"rule\nrule B when then end", "", []string{"2:6:expected 'when' but found 'B'"}},
		{"rule\nrule", "", []string{"2:"}},
		{"declare A x end\nglobal x\nimport a.B\nfunction f() {}\nrule B when then end", "B", []string{"1:13:", "3:8:"}},
		{"rule A when P(\nquery : x) then end\nrule B when then end", "AB", nil},
		{"rule A when P(\nrule > 1) then end\nrule B when then end", "AB", nil},
		{"rule A when P(\nglobal == 1) then end\nrule B when then end", "AB", nil},
		{"rule A when P( (\nglobal == 1) then end\nrule B when then end", "B", []string{"2:"}},
		{"rule A when P() then x();\nrule B when then end", "B", []string{"2:1:'end' is missing before this rule"}},
		{"rule A when P() then x();\nrule B salience 1 when then end", "B", []string{"2:1:'end' is missing before this rule"}},
		{"rule A when P() then x();\nrule B extends C when then end", "B", []string{"2:1:'end' is missing before this rule"}},
		{"rule A when P() then x();\nrule B @c when then end", "B", []string{"2:1:'end' is missing before this rule"}},
		{"rule A when P() then x();\nrule B attributes salience 1 when then end", "B", []string{"2:1:'end' is missing before this rule"}},
		{"rule A when P() then x();\nrule B then end", "B", []string{"2:1:'end' is missing before this rule"}},
		{"rule A when P() then x();\nrule B; end", "A", nil},
		{"rule A when P()\nrule B when then end", "B", []string{"2:1:'end' is missing before this rule"}},
		{"rule A when then\nend\nrules B when then end", "",
			[]string{"3:1:expected a statement behind 'end' but found 'rules', did you mean 'rule'?"}},
		{"rule A when then\nend\nrules \"B\" when then end\nrule C when then end", "C",
			[]string{"3:1:expected a statement behind 'end' but found 'rules', did you mean 'rule'?"}},
		{"rule A when then\nend\nx = 1;\nend", "A", nil},
		{"rule A when then\nint end = 3;\nend", "A", nil},
		{"rule A when then x(then); y(then, 1); then; a[then]; then(); end", "A", nil},
		{"rule A when then x(); then y(); end", "", []string{"1:28:expected '[' behind this second 'then'"}},
		{"rule A when then x(); end;\nrule B when then end;", "AB", nil},
		{"rule A when then x(); end no-loop rule B when then end", "AB", nil},
		{"rule A when then x(); end salience 1 rule B when then end", "AB", nil},
		{"rule A when then x(); end lock-on-active true rule B when then end", "AB", nil},
		{"rule A when then x(); end agenda-x rule B when then end\nend", "", []string{"1:53:"}},
		{"rule A when then x(); end package a end", "A", []string{"1:27:'package' must be the first statement"}},
	} {
		f, got := parseRules(t, tt.text)
		names := ""
		for _, r := range f.Rules {
			names += r.Name
		}
		if names != tt.rules {
			t.Errorf("%q: rules %q, want %q: %q", tt.text, names, tt.rules, got)
		}
		for i := range max(len(got), len(tt.want)) {
			if i >= len(got) || i >= len(tt.want) || !strings.HasPrefix(got[i], tt.want[i]) {
				t.Errorf("%q: problems %q, want %q", tt.text, got, tt.want)
				break
			}
		}
	}
}

// parseRules reads a file but not its consequences.
func parseRules(t *testing.T, text string) (*File, []string) {
	t.Helper()
	f, problems := Parse(NewSource(text))
	var out []string
	for _, p := range problems {
		line, column := f.Source.Position(p.Offset)
		out = append(out, itoa(line)+":"+itoa(column)+":"+p.Message)
	}
	return f, out
}
