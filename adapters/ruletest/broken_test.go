package ruletest

import (
	"strings"
	"testing"
)

// TestBrokenFilesNameTheLine wants the line that a person would mend.
func TestBrokenFilesNameTheLine(t *testing.T) {
	for _, c := range []struct {
		text string
		line int
	}{
		{"cases:\n  - name: a\n    document: |\n      x\n    components: {A: 1\n  - name: b\n    document: x\n", 5},
		{"cases:\n  - name: a\n    document: x\n   bad: 1\n", 4},
		{"cases:\n  - name: a\n\tdocument: x\n", 3},
		{"cases:\n  - name: a\n    document: \"x\n  - name: b\n", 3},
		{"cases:\n  - name: a: b\n", 2},
		{"name: a\ndocument: x\n exact: true\n", 3},
		{"name: a\ncomponents: {A: [1, 2]}}\n", 2},
		{"name: @x\n", 1},
		{"name: a\n- x\n" + strings.Repeat("# more\n", 100), 2},
	} {
		f := ReadTests([]byte(c.text))
		if !f.Broken || len(f.Problems) != 1 || f.Problems[0].Line != c.line ||
			!strings.HasPrefix(f.Problems[0].Message, "the file is no valid YAML: ") {
			t.Errorf("%q: got %+v, want line %d", c.text, f, c.line)
		}
	}
}

func TestCasesThatCannotBeReadAreCounted(t *testing.T) {
	f := ReadTests([]byte("cases:\n  - {document: x, entities: []}\n  - {document: x, entites: []}\n  - {document: x, exact: true}\n"))
	if f.Broken || len(f.Cases) != 1 || f.Unread != 2 || len(f.Problems) != 2 {
		t.Errorf("got %+v, want one case, 2 unread and 2 problems", f)
	}
	if f := ReadTests([]byte("cases: 1\n")); !f.Broken || f.Unread != 0 {
		t.Errorf("got %+v, want f.Broken and f.Unread = 0", f)
	}
}
