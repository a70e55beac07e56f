package regex

import (
	"fmt"
	"regexp/syntax"
	"runtime"
	"slices"
	"strings"
	"testing"
	"unicode"
)

// TestEverySearchStaysLinear asks every question of expressions that explode on the
// backtracking matcher, in texts in which the linear one agrees with Java.
func TestEverySearchStaysLinear(t *testing.T) {
	runtime.LockOSThread() // for the stopwatch
	defer runtime.UnlockOSThread()
	long := strings.Repeat("a", 3000)
	for _, tt := range []struct{ pattern, text string }{
		{`(a|a)*b`, long}, {`(?:a|a)+$b`, long + "!"}, {`(a|a)*b$`, long + "\n!"}, {`(?m)(a|a)*b$`, long + "\n!"},
		{`(?m)^(?:a|a)*b`, "\n" + long}, {`\b(?:a|a)*b`, long + " €"}, {`(?:a|a)*b\B`, long + "§"},
		{`(?d)(?:a|a)*b$`, long + "\r!"}, {`(?dm)(?:a|a)*b$`, long + "\n!"}, {`\A(?:a|a)*b`, long}, {`(?:a|a)*b\z`, long},
		{`(?:a|a)*b\Z`, long + "x"}, {`(?:a|a)*b\R`, long}, {`(?:a|a)*b\R+`, long},
	} {
		p, err := Compile(tt.pattern, 0)
		if err != nil {
			t.Fatal(err)
		}
		spent := startStopwatch()
		found, err := p.Find(tt.text)
		all, err2 := p.FindAll(tt.text)
		m, err3 := p.Matches(tt.text)
		n, err4 := p.LookingAt(tt.text)
		if found || len(all) > 0 || m != nil || n != nil || err != nil || err2 != nil || err3 != nil || err4 != nil {
			t.Errorf("%s: %v %v %v %v, %v %v %v %v", tt.pattern, found, all, m, n, err, err2, err3, err4)
		}
		if p.cautions&behind == 0 {
			if all, err := p.FindFrom(tt.text, 1); err != nil || len(all) > 0 {
				t.Errorf("%s from the second place: %v %v, want no error and len(all) = 0", tt.pattern, all, err)
			}
		}
		if used := spent(); used > MatchTimeout {
			t.Errorf("%s takes %v of the processor, want at most %v", tt.pattern, used, MatchTimeout)
		}
	}
}

// TestSearchesEndAtALimit asks both matchers for the first matches only.
func TestSearchesEndAtALimit(t *testing.T) {
	for _, pattern := range []string{`a`, `(a)`, `a|x*`, `a(?=a|b)`, `\ba?|a`, `(a|)`, `(?:(a)|x)*`} {
		p, err := Compile(pattern, 0)
		if err != nil {
			t.Fatal(err)
		}
		for _, from := range []int{0, 1} {
			every, err := p.findLimited("aaaab", from, -1)
			if err != nil || len(every) < 3 {
				t.Fatalf("%s from %d: %v %v, want no error and len(every) at least 3", pattern, from, every, err)
			}
			for limit := range 4 {
				some, err := p.findLimited("aaaab", from, limit)
				if err != nil || fmt.Sprint(some) != fmt.Sprint(every[:limit]) {
					t.Errorf("%s from %d, at most %d: %v, %v, want those of %v", pattern, from, limit, some, err, every)
				}
			}
		}
	}
}

// TestGroupsThatTookNoPartHaveNoPlace asks both matchers, for all matches and the whole.
func TestGroupsThatTookNoPartHaveNoPlace(t *testing.T) {
	for _, pattern := range []string{`(a)|b`, `(a)|b(?=$)`, `(?:(a)|b)+`} {
		p, err := Compile(pattern, 0)
		if err != nil {
			t.Fatal(err)
		}
		all, err := p.FindAll("b")
		whole, err2 := p.Matches("b")
		first, err3 := p.LookingAt("b")
		if got := fmt.Sprint(all, whole, first, err, err2, err3); got != "[{[[0 1] [-1 -1]]}] &{[[0 1] [-1 -1]]} &{[[0 1] [-1 -1]]} <nil> <nil> <nil>" {
			t.Errorf("%s: %s", pattern, got)
		}
	}
}

// TestLinearSearchesSeeWhereTheyAgreeWithJava says of texts whether the linear matcher
// may run expressions that look at ends, lines and words.
func TestLinearSearchesSeeWhereTheyAgreeWithJava(t *testing.T) {
	for _, tt := range []struct {
		text             string
		end, line, words bool
	}{
		{"", true, false, true}, {"a", true, true, true}, {"a\n", false, false, true}, {"\n", false, false, true},
		{"a\r", false, false, true}, {"a\u0085", false, false, true}, {"a\u2028", false, false, true}, {"a\u2029", false, false, true},
		{"a\nb", true, true, true}, {"a\rb", true, false, true}, {"a\u0085b", true, false, true},
		{"a\u2028b", true, false, true}, {"a\u2029b", true, false, true}, {"a\vb\f", true, true, true},
		{"ä", true, true, false}, {"€", true, true, true}, {"€ä", true, true, false}, {"x€§xä", true, true, false},
		{"1٣", true, true, false}, {"e\u0301", true, true, false}, {"\u007f\u0080", true, true, true},
		{"a\xff", true, true, true}, {"\xffé", true, true, false}, {"日", true, true, false},
	} {
		for _, of := range []struct {
			caution caution
			want    bool
		}{{atEnd, tt.end}, {atLine, tt.line}, {atWord, tt.words}, {behind, true}, {0, true},
			{atEnd | atWord, tt.end && tt.words}, {atLine | atWord | behind, tt.line && tt.words}} {
			if got := (&Pattern{cautions: of.caution}).suitsLinear(tt.text); got != of.want {
				t.Errorf("%q with caution %d: %v, want %v", tt.text, of.caution, got, of.want)
			}
		}
	}
}

func TestManyGroupsAndClassesAreNotNested(t *testing.T) {
	for _, piece := range []string{"(a)", "[a]", "[a&&b]", "[a[b]]", "(?i:a)", "a|", "(a|[b])"} {
		if _, err := Compile(strings.Repeat(piece, maxNesting+1), 0); err != nil {
			t.Error(err)
		}
	}
	for _, pair := range [][2]string{{"(", ")"}, {"[a", "]"}, {"(?:", ")"}, {"[a&&[b", "]]"}} {
		depth := maxNesting - 1
		if len(pair[1]) == 2 {
			depth = depth / 2 // two classes each
		}
		for more, want := range []bool{true, false} {
			if _, err := Compile(strings.Repeat(pair[0], depth+more)+strings.Repeat(pair[1], depth+more), 0); (err == nil) != want {
				t.Errorf("%d of %s: %v, want %v", depth+more, pair[0], err, want)
			}
		}
	}
}

func TestMessagesShowTheBeginningOfAnExpression(t *testing.T) {
	for n, want := range map[int]string{99: strings.Repeat("ä", 99) + ")", 100: strings.Repeat("ä", 100) + "…"} {
		_, err := Compile(strings.Repeat("ä", n)+")", 0)
		if err == nil || err.Error() != fmt.Sprintf("regular expression %q: ')' closes no group at position %d", want, n+1) {
			t.Errorf("%d characters: %v", n, err)
		}
	}
}

func TestSetsAreThoseOfTheirCharacters(t *testing.T) {
	if a, b := setOf("a-f"), setOf("a-f"); &a[0] != &b[0] {
		t.Error("a class is worked out twice")
	}
	sets := []set{nil, singleSet('a'), singleSet('b'), setOf("a-c"), setOf("b-d"), setOf("d-f"), setOf("ace"), setOf(`\x00-b`),
		setOf(`e-\x{10ffff}`), setOf("Aa"), setOf("a"), everything}
	in := func(s set, r rune) bool {
		for i := 0; i < len(s); i += 2 {
			if s[i] <= r && r <= s[i+1] {
				return true
			}
		}
		return false
	}
	for _, a := range sets {
		for _, b := range sets {
			for _, r := range []rune{0, 1, 'A', '`', 'a', 'b', 'c', 'd', 'e', 'f', 'g', unicode.MaxRune} {
				if u, c, both := union(a, b), a.complement(), intersect(a, b); a.has(r) != in(a, r) || u.has(r) != (in(a, r) || in(b, r)) || c.has(r) == in(a, r) || both.has(r) != (in(a, r) && in(b, r)) {
					t.Errorf("%v and %v at %q: %v %v %v", a, b, r, u, c, both)
				}
			}
		}
		if !slices.IsSorted(a) || fmt.Sprint(a.complement().complement()) != fmt.Sprint(a) {
			t.Errorf("%v is turned round twice to %v", a, a.complement().complement())
		}
	}
}

func TestAClassThatGoCannotReadIsADefect(t *testing.T) {
	defer func() {
		if _, ok := recover().(*syntax.Error); !ok {
			t.Error("it is taken")
		}
	}()
	setOf("z-a")
}

// TestWindowsEndAtCharactersThatNoMatchHas gives the window around the b of a text.
func TestWindowsEndAtCharactersThatNoMatchHas(t *testing.T) {
	r := &reach{}
	r.addRange('a', 'c')
	r.addRange('~', 'ä')
	r.addRange('λ', 'λ')
	for text, want := range map[string][3]int{"b": {0, 1, 1}, "xxabcxx": {1, 6, 5}, "xaba": {0, 4, 4}, "abx": {0, 3, 2},
		"xäbλλx": {0, 9, 8}, "öbμ": {0, 5, 3}, "xö~bäöx": {1, 9, 7}, "d\u007fbe": {0, 4, 3}} {
		at := strings.IndexByte(text, 'b')
		if from, to, end := r.matchWindow(text, [2]int{at, at + 1}, 0); [3]int{from, to, end} != want {
			t.Errorf("%q: %d to %d, which ends at %d, want %v", text, from, to, end, want)
		}
	}
	if from, _, _ := r.matchWindow("aaab", [2]int{3, 4}, 2); from != 2 {
		t.Errorf("the window begins at %d, before the least, want 2", from)
	}
	if from, _, _ := r.matchWindow("aaab", [2]int{3, 4}, 3); from != 3 {
		t.Errorf("the window begins at %d, before its place, want 3", from)
	}
	for c, want := range map[rune]bool{'a': true, 'c': true, 'd': false, '`': false, '}': false, '~': true, 0x7f: true,
		0x80: true, 'ä': true, 'å': false, 'λ': true, 'κ': false, 'μ': false} {
		if r.hasRune(c) != want {
			t.Errorf("%q: %v, want %v", c, !want, want)
		}
	}
}
