package syntax

import (
	"fmt"
	"testing"
)

// valueIn writes the value of the only literal of a condition or a consequence with
// its type, or
// the first problem.
func valueIn(file string) string {
	f, problems := Parse(NewSource(file))
	problems = append(problems, ParseJava(f)...)
	if len(problems) > 0 {
		return fmt.Sprint(problems[0].Offset, ": ", problems[0].Message)
	}
	var x Expr
	if r := f.Rules[0]; len(r.Conds) > 0 {
		x = r.Conds[0].(*Pattern).Constraints[0].(*Binary).Y
	} else {
		x = r.Then.Stmts[0].(*Return).X
	}
	l, ok := x.(*Literal)
	if !ok {
		return fmt.Sprintf("%T", x)
	}
	if b, ok := l.Value.(fmt.Stringer); ok {
		return fmt.Sprintf("%T %s", l.Value, b)
	}
	return fmt.Sprintf("%T %#v", l.Value, l.Value)
}

func TestNumbersOfConditions(t *testing.T) {
	for _, tt := range []struct{ text, want string }{
		{`0`, `int32 0`}, {`2147483647`, `int32 2147483647`}, {`2147483648`, `int32 -2147483648`},
		{`2147483649`, `int64 2147483649`}, {`9223372036854775807`, `int64 9223372036854775807`},
		{`9223372036854775808`, `*big.Int 9223372036854775808`}, {`010`, `int32 8`}, {`08`, `int64 8`}, {`7L`, `int64 7`},
		{`7l`, `int64 7`}, {`0xffffffff`, `int32 -1`}, {`0x10L`, `int64 16`},
		{`1.5`, `float64 1.5`}, {`1e3`, `float64 1000`}, {`1.5f`, `float32 1.5`}, {`2f`, `float32 2`}, {`2d`, `float64 2`},
		{`2D`, `float64 2`}, {`.5`, `float64 0.5`}, {`1.5B`, `syntax.BigDecimal "1.5"`}, {`12I`, `*big.Int 12`},
		{`5m`, `syntax.Interval "5m"`}, {`1d2h3m4s5ms`, `syntax.Interval "1d2h3m4s5ms"`}, {`1d1h`, `syntax.Interval "1d1h"`},
		{`10s`, `syntax.Interval "10s"`},
		{`null`, `<nil> <nil>`}, {`true`, `bool true`}, {`false`, `bool false`}, {`*`, `syntax.Infinity syntax.Infinity{}`},
		{`18446744073709551616L`, `20: not a number: 18446744073709551616L`}, {`0x1ffffffff`, `20: not a number: 0x1ffffffff`},
	} {
		if got := valueIn("rule A when P( a == " + tt.text + " ) then end"); got != tt.want {
			t.Errorf("%s: got %s, want %s", tt.text, got, tt.want)
		}
	}
}

func TestNumbersOfJava(t *testing.T) {
	for _, tt := range []struct{ text, want string }{
		{`1_000_000`, `int32 1000000`}, {`0b101`, `int32 5`}, {`0B11L`, `int64 3`}, {`0x7fff_ffff`, `int32 2147483647`},
		{`0XFF`, `int32 255`}, {`017`, `int32 15`}, {`1.`, `float64 1`},
		{`1e+3`, `float64 1000`}, {`1E-3`, `float64 0.001`}, {`1e3f`, `float32 1000`}, {`0xfL`, `int64 15`},
		{`0x1d`, `int32 29`}, {`0x1f`, `int32 31`}, {`1d`, `float64 1`}, {`0`, `int32 0`}, {`0f`, `float32 0`},
		{`0b11111111111111111111111111111111`, `int32 -1`},
		{`0b`, `24: not a number: 0b`}, {`0b2`, `24: not a number: 0b2`}, {`12x`, `24: not a number: 12x`},
		{`08`, `24: not a number: 08`}, {`4294967296`, `24: not a number: 4294967296`}, {`1e`, `24: not a number: 1e`},
		{`3000000000`, `24: not a number: 3000000000`}, {`0x`, `24: not a number: 0x`},
		{`1e400`, `24: not a number: 1e400`}, {`1xI`, `24: not a number: 1xI`}, {`1e40f`, `24: not a number: 1e40f`},
		{`1.xB`, `*syntax.Field`},
	} {
		if got := valueIn("rule A when then return " + tt.text + "; end"); got != tt.want {
			t.Errorf("%s: got %s, want %s", tt.text, got, tt.want)
		}
	}
}

func TestStringsSayWhatTheirEscapesMean(t *testing.T) {
	const c, j = "rule A when P( a == ", "rule A when then return "
	for _, tt := range []struct{ in, text, want string }{
		{c, `"a\tb\nc\"d\\e"`, `string "a\tb\nc\"d\\e"`}, {c, `'it\'s "x"'`, `string "it's \"x\""`},
		{c, `"\d\s\w\."`, `string "\\d\\s\\w\\."`}, {c, `"\101\7\1012\47"`, `string "A\aA2'"`},
		{c, `"\u0041\uu0042"`, `string "AB"`}, {c, `"\b\f\r"`, `string "\b\f\r"`}, {c, `""`, `string ""`},
		{c, `"\u00g1"`, `21: illegal unicode escape`}, {c, `"\u12"`, `21: illegal unicode escape`},
		{j, `"a\tb\sc\0d"`, `string "a\tb c\x00d"`}, {j, `"\377\4771"`, `string "ÿ'71"`}, {j, `"\400"`, `string " 0"`},
		{j, `'\u0041'`, `syntax.Char 0x41`}, {j, `'\n'`, `syntax.Char 0xa`}, {j, `'\''`, `syntax.Char 0x27`},
		{j, `'ü'`, `syntax.Char 0xfc`},
		{j, `"\d"`, `25: illegal escape character \d`}, {j, `"\u004"`, `25: illegal unicode escape`},
		{j, `''`, `24: not a character: '' (strings stand in double quotes)`},
		{j, `'ab'`, `24: not a character: 'ab' (strings stand in double quotes)`},
		{j, "\"\"\"\n  a\n    b\n  \"\"\"", `string "a\n  b\n"`}, {j, "\"\"\"\n  a  \n  b\"\"\"", `string "a\nb"`},
		{j, "\"\"\"\n    a\n\n  b\\\n  c\"\"\"", `string "  a\n\nbc"`},
		{j, "\"\"\"\n  say \"\"hi\"\" \\\"\"\"\n  \"\"\"", `string "say \"\"hi\"\" \"\"\"\n"`},
		{j, "\"\"\"\n  a\n    b\"\"\"", `string "a\n  b"`}, {j, "\"\"\"\n    a\n \n    b\"\"\"", `string "a\n\nb"`},
		{j, "\"\"\"\n    a\n  \"\"\"", `string "  a\n"`}, {j, "\"\"\"\na\"\"\"", `string "a"`},
	} {
		behind := "; end"
		if tt.in == c {
			behind = " ) then end"
		}
		if got := valueIn(tt.in + tt.text + behind); got != tt.want {
			t.Errorf("%s%s: got %s, want %s", tt.in, tt.text, got, tt.want)
		}
	}
}

// TestPrintedLiteralsAreRead holds what is printed of values that need care.
func TestPrintedLiteralsAreRead(t *testing.T) {
	for _, tt := range []struct{ code, want string }{
		{`-1L`, `-1L`}, {`0xffffffffffffffffL`, `0xffffffffffffffffL`}, {`0x8000000000000000L`, `0x8000000000000000L`},
		{`0x80000000`, `0x80000000`}, {`0x7fffffff`, `2147483647`}, {`0L`, `0L`}, {`0`, `0`}, {`5f`, `5f`}, {`5d`, `5d`},
		{`'\t'`, `'\t'`}, {`'"'`, `'"'`}, {`'\''`, `'\''`}, {`"'"`, `"'"`}, {`"\""`, `"\""`}, {`"a\tb"`, `"a\tb"`},
		{`"\u0001\u007f\u00a0\u009f"`, `"\u0001\u007f` + "\u00a0" + `\u009f"`}, {`"\r\b"`, `"\u000d\u0008"`}, {"\"\ufffd\"", "\"\ufffd\""},
	} {
		f, problems := Parse(NewSource("rule A when then return " + tt.code + "; end"))
		if problems = append(problems, ParseJava(f)...); len(problems) > 0 {
			t.Errorf("%s: %v, want none", tt.code, problems)
			continue
		}
		if got := (&printer{}).printStmts(f.Rules[0].Then.Stmts); got != "return "+tt.want+"; " {
			t.Errorf("%s: got %s", tt.code, got)
		}
	}
}
