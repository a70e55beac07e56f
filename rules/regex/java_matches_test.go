package regex

import (
	"strings"
	"testing"
)

// unescape writes the white space of a row as it is.
var unescape = strings.NewReplacer(`\n`, "\n", `\r`, "\r", `\t`, "\t", `\v`, "\v", `\x85`, "\u0085", `\xa0`, "\u00a0")

// listMatches lists all matches as in "|whole,group,-", where "-" is a group that took no
// part, and whether the expression matches the text as a whole.
func listMatches(t *testing.T, p *Pattern, text string) string {
	t.Helper()
	all, err := p.FindAll(text)
	if err != nil {
		t.Errorf("%s on %q: %v, want no error", p.Source, text, err)
	}
	var b strings.Builder
	for _, m := range all {
		for i, g := range m.Groups {
			b.WriteString([]string{",", "|"}[map[bool]int{true: 1}[i == 0]])
			if g[0] < 0 {
				b.WriteByte('-')
				continue
			}
			b.WriteString(text[g[0]:g[1]])
		}
	}
	hit, err := p.Find(text)
	if err != nil || hit != (len(all) > 0) {
		t.Errorf("%s on %q: Find says %v, %v", p.Source, text, hit, err)
	}
	if m, err := p.Matches(text); err != nil {
		t.Errorf("%s on %q: %v, want no error", p.Source, text, err)
	} else if m != nil {
		if m.Groups[0] != [2]int{0, len(text)} || len(m.Groups) != p.Groups()+1 {
			t.Errorf("%s on %q: the whole match is %v", p.Source, text, m.Groups)
		}
		b.WriteString(" whole")
	}
	return b.String()
}

func TestExpressionsMatchAsInJava(t *testing.T) {
	tests := []struct {
		pattern, text string
		flags         int
		want          string
	}{
		{`\d+`, `a12 b٣4`, 0, `|12|4`},
		{`\D+`, `1ab2`, 0, `|ab`},
		{`\w+`, `äb_1 ö`, 0, `|b_1`},
		{`\W+`, `ab ä_c`, 0, `| ä`},
		{`\s+`, `a\x85 \t\vb`, 0, `| \t\v`},
		{`\S+`, `a\x85b c`, 0, `|a\x85b|c`},
		{`[\d.]+`, `1.5x`, 0, `|1.5`},
		{`[\w-]+`, `a-b c`, 0, `|a-b|c`},
		{`[^\d]+`, `12ab3`, 0, `|ab`},
		{`[^\w\s]+`, `a -ä b`, 0, `|-ä`},
		{`[\s\d]+`, `a 1\t2b`, 0, `| 1\t2`},
		{`[\h]+`, `a\xa0 \tb`, 0, `|\xa0 \t`},
		{`\h+`, `a\xa0 b`, 0, `|\xa0 `},
		{`\H+`, `a\xa0 b`, 0, `|a|b`},
		{`\R`, `a\r\nb\nc\x85d`, 0, `|\r\n|\n|\x85`},
		{`a\Z`, `ba\n`, 0, `|a`},
		{`a\z`, `ba\n`, 0, ``},
		{`a$`, `ba\n`, 0, `|a`},
		{`^b`, `a\nb`, 0, ``},
		{`^b`, `a\nb`, 8, `|b`},
		{`a.b`, `a\nb`, 0, ``},
		{`a.b`, `a\nb`, 32, `|a\nb whole`},
		{`AB`, `xab`, 2, `|ab`},
		{`AB`, `xab`, 0, ``},
		{`(?i)ab(?-i)C`, `ABC ABc`, 0, `|ABC`},
		{`(?i:a)b`, `Ab AB`, 0, `|Ab`},
		{`(?s)a.b`, `a\nb`, 0, `|a\nb whole`},
		{`(?m)^b$`, `a\nb\nc`, 0, `|b`},
		{`(?iu)É`, `é`, 0, `|é whole`},
		{`(?u)é`, `é`, 0, `|é whole`},
		{`(?d)a`, `a`, 0, `|a whole`},
		{`(?<name>a)(b)?`, `ab a`, 0, `|ab,a,b|a,a,-`},
		{`(?<uu>a)`, `a`, 0, `|a,a whole`},
		{`\p{Lower}+`, `abC`, 0, `|ab`},
		{`\p{Upper}+`, `abC`, 0, `|C`},
		{`\p{ASCII}+`, `abä`, 0, `|ab`},
		{`\p{Alpha}+`, `ab1ä`, 0, `|ab`},
		{`\p{Digit}+`, `a12`, 0, `|12`},
		{`\p{Alnum}+`, `a1-`, 0, `|a1`},
		{`\p{Punct}+`, "a.,-[]`{|}~b!@#/:", 0, "|.,-[]`{|}~|!@#/:"},
		{`\p{Blank}+`, `a \tb\n`, 0, `| \t`},
		{`\p{XDigit}+`, `xAf0g`, 0, `|Af0`},
		{`\p{Space}+`, `a \t\n\v b`, 0, `| \t\n\v `},
		{`\p{Cntrl}+`, `a\tb`, 0, `|\t`},
		{`\p{Graph}+`, `a b~!`, 0, `|a|b~!`},
		{`\p{Print}+`, `a b~\t`, 0, `|a b~`},
		{`\p{L}+`, `aäÖ1`, 0, `|aäÖ`},
		{`\p{Lu}`, `aÄ`, 0, `|Ä`},
		{`\pL+`, `aä1`, 0, `|aä`},
		{`\PL+`, `aä12`, 0, `|12`},
		{`\P{L}+`, `aä12b`, 0, `|12`},
		{`\p{IsAlphabetic}+`, `aä1`, 0, `|aä`},
		{`\p{IsLetter}+`, `aä1`, 0, `|aä`},
		{`\p{IsDigit}+`, `a12`, 0, `|12`},
		{`\p{IsUppercase}+`, `aÄB`, 0, `|ÄB`},
		{`\p{IsLowercase}+`, `aäB`, 0, `|aä`},
		{`\p{IsPunctuation}+`, `a.,b`, 0, `|.,`},
		{`\p{IsWhite_Space}+`, `a \x85\xa0b`, 0, `| \x85\xa0`},
		{`\p{javaLowerCase}+`, `aäB`, 0, `|aä`},
		{`\p{javaUpperCase}+`, `aÄB`, 0, `|ÄB`},
		{`\p{javaWhitespace}+`, `a \tb`, 0, `| \t`},
		{`\p{IsLatin}+`, `aäж`, 0, `|aä`},
		{`\p{IsGreek}+`, `aαβж`, 0, `|αβ`},
		{`\P{IsLatin}+`, `aäж1`, 0, `|ж1`},
		{`[\p{L}\d]+`, `aä1-`, 0, `|aä1`},
		{`[^\p{L}]+`, `aä1-`, 0, `|1-`},
		{`[a[bc]d]+`, `xabcdy`, 0, `|abcd`},
		{`[a-f&&[d-z]]+`, `abcdefgh`, 0, `|def`},
		{`[\w&&[^\d_]]+`, `a1b_c`, 0, `|a|b|c`},
		{`[a-z&&[^aeiou]&&[^x]]+`, `abxcd`, 0, `|b|cd`},
		{`[]a]+`, `]ab`, 0, `|]a`},
		{`[^]a]+`, `]ab`, 0, `|b`},
		{`[a-]+`, `a-b`, 0, `|a-`},
		{`[\]\[]+`, `a[]b`, 0, `|[]`},
		{`[\Qa-]\E]+`, `a-]b`, 0, `|a-]`},
		{`[\u00e4b]+`, `aäb`, 0, `|äb`},
		{`\u00e4`, `aä`, 0, `|ä`},
		{`\Qa.b\E`, `a.b axb`, 0, `|a.b`},
		{`\Qa.b`, `a.b axb`, 0, `|a.b`},
		{`\Q\E`, `a`, 0, `||`},
		{`\Q.\E+`, `a..b`, 0, `|..`},
		{`a\Q*\Eb`, `a*b`, 0, `|a*b whole`},
		{`\x41`, `A`, 0, `|A whole`},
		{`\x{e4}`, `ä`, 0, `|ä whole`},
		{`\e`, `a`, 0, ``},
		{`\0101`, `A`, 0, `|A whole`},
		{`\t\n`, `a\t\nb`, 0, `|\t\n`},
		{`a*+b`, `aaab`, 0, `|aaab whole`},
		{`(ab)++c`, `ababc`, 0, `|ababc,ab whole`},
		{`(?:ab)?+c`, `abc`, 0, `|abc whole`},
		{`[ab]++c`, `abac`, 0, `|abac whole`},
		{`\d++5`, `1235`, 0, ``},
		{`a{2}+b`, `aaab`, 0, `|aab`},
		{`a{2,}`, `a aa aaa`, 0, `|aa|aaa`},
		{`a{1,2}?`, `aaa`, 0, `|a|a|a`},
		{`a+?`, `aaa`, 0, `|a|a|a whole`},
		{`a??b`, `ab`, 0, `|ab whole`},
		{`(a)|(b)`, `ab`, 0, `|a,a,-|b,-,b`},
		{`(?>a|ab)c`, `abc ac`, 0, `|ac`},
		{`(?=a)\w`, `ba`, 0, `|a`},
		{`(?!a)\w`, `ab`, 0, `|b`},
		{`(?<=a)b`, `ab cb`, 0, `|b`},
		{`(?<!a)b`, `ab cb`, 0, `|b`},
		{`(a)(b)\2\1`, `abba`, 0, `|abba,a,b whole`},
		{`(?<q>['"])x\k<q>`, `'x' "x'`, 0, `|'x','`},
		{`\Ga`, `aab`, 0, `|a|a`},
		{`\ba`, `a ba`, 0, `|a`},
		{`a\B`, `ab a`, 0, `|a`},
		{`\Aa`, `aa`, 0, `|a`},
		{`((a)(b))c`, `abc`, 0, `|abc,ab,a,b whole`},
		{`(((x)))+`, `xx`, 0, `|xx,x,x,x whole`},
		{`[a&&b]+`, `ab`, 0, ``},
		{`[a&&]`, `a`, 0, `|a whole`},
		{`[^a[b]]+`, `abc`, 0, `|c`},
		{`[a[^b]]+`, `abc`, 0, `|a|c`},
		{`\cA`, `a`, 0, ``},
		{`\_`, `_`, 0, `|_ whole`},
		{`\-`, `-`, 0, `|- whole`},
		{`€+`, `€€a`, 0, `|€€`},
		{`(€)(?=a)`, `€a`, 0, `|€,€`},
		{`😀(?=b).`, `😀bc`, 0, `|😀b`},
		{`(?<=😀)b`, `x😀b`, 0, `|b`},
	}
	for _, tt := range tests {
		p, err := Compile(tt.pattern, tt.flags)
		if err != nil {
			t.Errorf("%s: %v, want no error", tt.pattern, err)
			continue
		}
		if got, want := listMatches(t, p, unescape.Replace(tt.text)), unescape.Replace(tt.want); got != want {
			t.Errorf("%s on %q: got %q, want %q", tt.pattern, tt.text, got, want)
		}
	}
}

func TestExpressionsThatJavaRefuses(t *testing.T) {
	for _, pattern := range []string{
		`a{,2}`,
		`(ab`,
		`a)`,
		`[a`,
		`a**`,
		`*a`,
		`\`,
		`\p{Foo}`,
		`\p{L`,
		`\p`,
		`\u12`,
		`a{2`,
		`x{a}`,
		`(?z)a`,
		`\i`,
	} {
		if p, err := Compile(pattern, 0); err == nil || p != nil {
			t.Errorf("%s: %v, %v, want an error and p = nil", pattern, p, err)
		}
	}
}
