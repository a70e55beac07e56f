package syntax

import (
	"fmt"
	"testing"
)

// TestWhatIsForgottenIsToldWhereItBelongs wants it behind the last token of the line
// that lacks it, and no end of file in the middle of the file.
func TestWhatIsForgottenIsToldWhereItBelongs(t *testing.T) {
	for _, c := range []struct{ name, code, want string }{
		{"semicolon before the end", "int b = 2", "4:12:expected ';' before the end of the consequence"},
		{"semicolon before a statement", "int b = 2 // two\n\n  int c = 3;", "4:12:expected ';' before 'int' in line 6"},
		{"semicolon before a brace", "if (true) {\n int b = 2\n }", "5:11:expected ';' before '}' in line 6"},
		{"bracket before the end", "a(1, 2", "4:9:expected ')' before the end of the consequence"},
		{"bracket before a statement", "a(1, 2\n  b();", "4:9:expected ')' before 'b' in line 5"},
		{"semicolon in the line", "int b = 2 }", "4:13:expected ';' but found '}'"},
		{"bracket in the line", "a(1, 2;", "4:9:expected ')' but found ';'"},
		{"value before the end", "a = ", "5:1:expected an expression but found the end of the consequence"},
	} {
		f, problems := Parse(NewSource("rule \"A\"\nwhen\nthen\n  " + c.code + "\nend\nrule \"B\" when then end\n"))
		problems = append(problems, ParseJava(f)...)
		if len(problems) == 0 {
			t.Errorf("%s: no problem, want some problems", c.name)
			continue
		}
		line, column := f.Source.Position(problems[0].Offset)
		if got := fmt.Sprintf("%d:%d:%s", line, column, problems[0].Message); got != c.want {
			t.Errorf("%s: got %s, want %s", c.name, got, c.want)
		}
	}
}
