package regex

import (
	"fmt"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"
)

func TestNeedles(t *testing.T) {
	tests := []struct {
		source string
		flags  int
		want   string
	}{
		{`batch (B-\d{4}) of`, 0, "[batch ]"},
		{`ab`, 0, "none"},
		{`abc`, 0, "[abc]"},
		{`abc`, CaseInsensitive, "[abc] fold"},
		{`(?i)Über`, 0, "[ber] fold"},
		{`x?y*(?:long)?`, 0, "none"},
		{`x(?:lot|batch)\s+\d+`, 0, "[lot batch]"},
		{`x(?:lot|b)\s+\d+`, 0, "none"},
		{`(?:one){2}`, 0, "[one]"},
		{`(?:one){0,2}`, 0, "none"},
		{`(?:one)+two`, 0, "[one]"},
		{`(?<=before )value`, 0, "[value]"},
		{`value(?! after(?:wards)?\))x`, 0, "[valuex]"},
		{`[(?=abc)]value`, 0, "[value]"},
		{`(\w+) and \1`, 0, "[ and ]"},
		{`(?<word>\w+) and \k<word>`, 0, "[ and ]"},
		{`\\1234`, 0, `[\1234]`},
		{`sho|longer text`, 0, "[sho longer text]"},
		{`abc|longest of them`, 0, "[abc longest of them]"},
		{`abcd.*longer text`, 0, "[longer text]"},
		{"line\\nbreak", 0, "none"},
		{`a++bcd`, 0, "[bcd]"},
		{`a|b|c`, 0, "none"},
		{`aaa|bbb|ccc|ddd|eee|fff|ggg|hhh|iii`, 0, "none"},
		{`aaa|bbb|ccc|ddd|eee|fff|ggg|hhh`, 0, "[aaa bbb ccc ddd eee fff ggg hhh]"},
	}
	for _, tt := range tests {
		p, err := Compile(tt.source, tt.flags)
		if err != nil {
			t.Errorf("%s: %v, want no error", tt.source, err)
			continue
		}
		got := "none"
		if n := p.Needle(); n != nil {
			got = strings.ToLower(fmt.Sprint(n.Any))
			if n.Fold {
				got += " fold"
			}
		}
		if got != tt.want {
			t.Errorf("%s: got %s, want %s", tt.source, got, tt.want)
		}
	}
}

// TestFindNearFindsWhatFindAllFinds compares the matches around the places of the
// needle with those in the whole text, on random text.
func TestFindNearFindsWhatFindAllFinds(t *testing.T) {
	sources := []string{`abc`, `abc\d+`, `\d+\s*abc`, `(\w+) abc`, `\babc\b`, `a.*abc`, `(?:abc|bca)+x?`, `[^a]abc[^b]*`,
		`(?i)abc[a-z]*\b`, `(?<=a )abc`, `abc(?!\d)`,
		`abc$`, `^abc`, `(?m)^abc.*$`, `(\w)\1abc`, `[\s\S]*abc`, `x*+abc`, `(?<!x)abc(?=b|\s)`, `ä+abc`, `(?s)abc.{0,3}x`,
		`(?=x)x?abc`, `abc\B.`, `abc|xx`, `abc\R?x`}
	pieces := []string{"a", "b", "c", "abc", "ABC", " ", "1", "22", "\n", "x", "ä", "é", ".", "\xff", "aabc"}
	random := rand.New(rand.NewPCG(5, 6))
	hits := 0
	for round := range 3000 {
		var b strings.Builder
		for range random.IntN(60) {
			b.WriteString(pieces[random.IntN(len(pieces))])
		}
		text, source := b.String(), sources[round%len(sources)]
		p, err := Compile(source, 0)
		if err != nil {
			t.Fatal(err)
		}
		want, err := p.FindAll(text)
		if err != nil {
			t.Fatal(err)
		}
		if p.Needle() == nil {
			if source != `abc|xx` {
				t.Fatalf("%s has no needle, want %q", source, `abc|xx`)
			}
			continue
		}
		var places [][2]int
		for i := range text {
			for _, s := range p.Needle().Any {
				if len(text[i:]) >= len(s) && (text[i:i+len(s)] == s || p.Needle().Fold && strings.EqualFold(text[i:i+len(s)], s)) {
					places = append(places, [2]int{i, i + len(s)})
				}
			}
		}
		var got []Match
		if err := p.FindNear(text, places, func(m Match) bool { got = append(got, m); return true }); err != nil {
			t.Fatal(err)
		}
		if !reflect.DeepEqual(got, want) {
			t.Fatalf("%s in %q: got %v, want %v", source, text, got, want)
		}
		hits += len(want)
	}
	if hits < 1000 {
		t.Errorf("only %d matches: the text is too weak a test, want at least 1000", hits)
	}
}

func TestAVisitCanEndTheSearch(t *testing.T) {
	p, _ := Compile(`abc\d`, 0)
	seen := 0
	err := p.FindNear("abc1 abc2 abc3", [][2]int{{0, 3}, {5, 8}, {10, 13}}, func(Match) bool { seen++; return seen < 2 })
	if err != nil || seen != 2 {
		t.Errorf("visited %d, %v, want no error and seen = 2", seen, err)
	}
	if err := p.FindNear("abc1", nil, func(Match) bool { t.Error("a match without a place"); return true }); err != nil {
		t.Error(err)
	}
}

// TestClosingBracketsAreFound has the offset behind the bracket that closes the first one.
func TestClosingBracketsAreFound(t *testing.T) {
	for body, want := range map[string]int{
		"[a]b": 3, "[]a]b": 4, "[^]a]b": 5, "[^a]b": 4, `[\]]b`: 4, `[\\]]b`: 4, "[a": 2, "(a)b": 3, "((a)b)c": 6, "([)])b": 5,
		`(\))b`: 4, `(\\))b`: 4, "(a": 2, "(a[b]c)d": 7, "()b": 2, "(a)(b)": 3, "[a][b]": 3,
	} {
		if got := closingOffset(body, 0); got != want {
			t.Errorf("%s: got %d, want %d", body, got, want)
		}
	}
	if got := closingOffset("a[b]c", 1); got != 4 {
		t.Errorf("from the second character: got %d, want 4", got)
	}
}

// TestExpressionsAreMadePlain: what Go's syntax has not is left out, or a group when all
// that it matches has to stay.
func TestExpressionsAreMadePlain(t *testing.T) {
	for _, tt := range []struct{ body, kept, dropped string }{
		{"abc", "abc", "abc"}, {`a\u00e9b`, `a\x{00e9}b`, `a\x{00e9}b`}, {`[\u00e9-z]`, `[\x{00e9}-z]`, `[\x{00e9}-z]`},
		{`(a)\1b`, "(a)b", "(a)b"}, {`(?<n>a)\k<n>b`, "(?<n>a)b", "(?<n>a)b"}, {`\d\\`, `\d\\`, `\d\\`},
		{"(?=ab)c", "(?:ab)c", "c"}, {"(?!ab)c", "(?:ab)c", "c"}, {"(?<=ab)c", "(?:ab)c", "c"},
		{"(?<!a(b))c", "(?:a(b))c", "c"}, {"(?>ab)c", "(?:ab)c", "(?:ab)c"}, {"(?:ab)c", "(?:ab)c", "(?:ab)c"}, {"(ab)c", "(ab)c", "(ab)c"},
	} {
		if kept, dropped := simplifyBody(tt.body, true), simplifyBody(tt.body, false); kept != tt.kept || dropped != tt.dropped {
			t.Errorf("%s: got %s and %s, want %s and %s", tt.body, kept, dropped, tt.kept, tt.dropped)
		}
	}
}
