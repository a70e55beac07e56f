package regex

import (
	"os"
	"reflect"
	"strconv"
	"strings"
	"testing"
)

// longTexts are longer than what is searched for needles first, with letters that fold to those of ASCII.
func longTexts() []string {
	pieces := []string{
		"Invoice No. 4711 of 3 May 2024, total 1,250.00 EUR.\n",
		"The parties agree; this agreement\tis GOVERNED by the laws of New York.\r\n",
		"Straße, ſchloß, \u212Aelvin, ÄÖÜ äöü, “quoted” (in brackets) [and others]\n",
		"foo bar FOO bar_baz abcabc aaa 0123 x-y\u2028\n", "日本語 текст عربى 😀 e\u0301\n",
	}
	var out []string
	for i := range pieces {
		rotated := strings.Join(append(append([]string{}, pieces[i:]...), pieces[:i]...), "")
		out = append(out, strings.Repeat(rotated, 3), strings.Repeat(pieces[i], 20))
	}
	return out
}

// What is found around the strings that an expression cannot do without is what is found in the whole text.
func TestMatchesAroundNeedlesAreThoseOfTheWholeText(t *testing.T) {
	record, err := os.ReadFile("testdata/translations.txt")
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(string(record), "\n")
	for _, s := range []string{`(?i)\blaws?\b`, `(?i)(?:year|month)`, `(?<![\p{L}\d])agree(?:ment)?(?!s)`, `\bquoted\W+\(in`,
		`(?i)\bkelvin\b`, `(?iu)\bkelvin\b`,
		`(?iu)schlo`, `(?s)parties.*laws`, `(?<=laws of )New`, `(abc)+`, `foo|bar`, `[^.;]{0,90}?laws?\b[^.;]{0,30}`, `no such words`} {
		lines = append(lines, "0\t"+s)
	}
	tried := 0
	for _, line := range lines {
		number, source, ok := strings.Cut(line, "\t")
		flags, err := strconv.Atoi(number)
		if !ok || err != nil {
			continue
		}
		p, err := Compile(source, flags)
		if err != nil || p.analysis().reach == nil {
			continue
		}
		tried++
		for _, text := range longTexts() {
			want, err := p.findLimited(text, 0, -1)
			got, err2 := p.FindAll(text)
			if (err == nil) != (err2 == nil) || !reflect.DeepEqual(got, want) {
				t.Errorf("%q in %.20q…: %v, %v, want %v, %v", source, text, got, err2, want, err)
			}
		}
	}
	if tried < 40 {
		t.Errorf("only %d expressions with needles were tried, want at least 40", tried)
	}
}

// A class of many ranges is written by categories where it has them as a whole, and has the same characters.
func TestClassesByCategoriesHaveTheSameCharacters(t *testing.T) {
	for _, class := range []string{`\p{L}`, `[\p{Lu}\d]`, `[\p{L}\d&]`, `[\p{L}'’-]`, `\P{L}`, `[^\p{Lu}]`, `[\p{L}&&[^a]]`,
		`\p{Ll}`, `(?U)\w`, `(?U)\d`, `\p{P}`,
		`(?iu)[\p{Lu}]`, `[\p{L}\p{Mn}\p{Nd}_]`, `\p{IsAlphabetic}`, `\p{N}`, `\p{InGreek}`} {
		p, err := Compile(class, 0)
		if err != nil {
			t.Fatal(class, err)
		}
		back, err := p.backtrackingForm(anywhere)
		if err != nil {
			t.Fatal(class, err)
		}
		for r := rune(0); r < 0x30000; r++ {
			if r >= 0xD800 && r < 0xE000 || r > 0x3000 && r%7 > 0 {
				continue
			}
			got, err := back.MatchRunes([]rune{r})
			if want := p.linear.MatchString(string(r)); err != nil || got != want {
				t.Fatalf("%s: %U is in it: %t, %v; want %t", class, r, got, err, want)
			}
		}
	}
}
