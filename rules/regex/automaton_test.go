package regex

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

// pieces are what expressions of these tests are made of, and letters what their texts are.
var (
	pieces  = []string{"a", "b", "ß", `[ab]`, `\d`, `\s`, "ab", "(?:a|bc)", "(a|b)+", "c*", "c?", "b{2,3}", "(?>ab*)", `\b`, "(?<!a)", "(?=b)", "^", "$", "(?i:B)", "a++", `\R`}
	letters = []string{"a", "b", "c", "B", "ß", "1", " ", "\n", "\r\n", "é", "\xff", "\u2028"}
)

func join(random *rand.Rand, parts []string, most int) string {
	var b strings.Builder
	for range random.IntN(most) {
		b.WriteString(parts[random.IntN(len(parts))])
	}
	return b.String()
}

// TestAnAutomatonTellsWhatTheMatcherFinds holds random expressions in random texts against the backtracking matcher: no
// match begins but where the automaton tells, and it refuses no text that matches as a whole.
func TestAnAutomatonTellsWhatTheMatcherFinds(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	told, refused, sureOnes := 0, 0, 0
	for range 800 {
		p, err := Compile(join(random, pieces, 6), 0)
		if err != nil {
			t.Fatal(err)
		}
		for range 10 {
			text := join(random, letters, 12)
			want, err := p.findBackwards(text, 0, -1)
			if err != nil {
				t.Fatal(err)
			}
			if a := p.searcher(); a != nil {
				places, ok := a.placesIn([]rune(text), 0)
				offsets := runeOffsets(text)
				for _, m := range want {
					at, _ := slices.BinarySearch(offsets, m.Groups[0][0])
					if !ok || !slices.Contains(places, int32(at)) {
						t.Fatalf("%q in %q: a match begins at %d, want one of %v", p.Source, text, at, places)
					}
				}
				told += len(text) - len(places)
			}
			m, err := p.singleBackwards(text, whole)
			if err != nil {
				t.Fatal(err)
			}
			if a := p.matcher(); a != nil {
				may, sure := a.mayMatch(text)
				if sure && may != (m != nil) || !may && m != nil {
					t.Fatalf("%q of all of %q: got %v, sure %v, want %v", p.Source, text, may, sure, m != nil)
				}
				if !may {
					refused++
				} else if sure {
					sureOnes++
				}
			}
		}
	}
	if told < 1000 || refused < 500 || sureOnes < 100 {
		t.Errorf("places left out, texts refused and accepted: got %d, %d and %d, want many", told, refused, sureOnes)
	}
}

// TestAnAutomatonOfManyStatesIsGivenUp: the expression needs a state for each set of the last twelve letters.
func TestAnAutomatonOfManyStatesIsGivenUp(t *testing.T) {
	p, err := Compile("x.{12}a", 0)
	if err != nil {
		t.Fatal(err)
	}
	random := rand.New(rand.NewPCG(3, 4))
	text := ""
	for range 20_000 {
		text += string("xa"[random.IntN(2)])
	}
	var all []Match
	err = p.FindIn(NewText(text), 0, len(text), func(m Match) bool { all = append(all, m); return true })
	want, err2 := p.findBackwards(text, 0, -1)
	if err != nil || err2 != nil || len(all) == 0 || fmt.Sprint(all) != fmt.Sprint(want) {
		t.Errorf("got %d matches, %v, want %d, %v", len(all), err, len(want), err2)
	}
	if a := p.searcher(); a.emptied <= mostEmptied || len(a.states) > mostStates+2 {
		t.Errorf("emptied %d times, %d states, want more than %d times and %d states", a.emptied, len(a.states), mostEmptied, mostStates)
	}
}

// TestStatesOfManyStepsAreFew: behind each letter the expression may be at any of its later letters, hundreds at once.
func TestStatesOfManyStepsAreFew(t *testing.T) {
	p, err := Compile("(?:[xy]{0,30}){0,30}z", 0)
	if err != nil {
		t.Fatal(err)
	}
	text := strings.Repeat("xy", 200) + "z"
	if is, err := p.IsMatch(text); err != nil || !is {
		t.Errorf("got %v, %v, want a match", is, err)
	}
	a := p.matcher()
	steps := 0
	for _, s := range a.states[1:] {
		steps += len(s.at)
	}
	if steps > mostSteps+mostInsts || a.emptied == 0 {
		t.Errorf("got states of %d steps together, emptied %d times, want at most %d steps", steps, a.emptied, mostSteps+mostInsts)
	}
}

// TestSearchesThatLookAtTheirBegin: what follows the last match is tried everywhere, also where it begins with a known text.
func TestSearchesThatLookAtTheirBegin(t *testing.T) {
	for _, source := range []string{`(?<=\Ga)bc`, `(?<=\Ga)b`, `\Gab`} {
		p, err := Compile(source, 0)
		if err != nil {
			t.Fatal(err)
		}
		const text = "abcabcab"
		want, err := p.findBackwards(text, 0, -1)
		if err != nil {
			t.Fatal(err)
		}
		var got []Match
		if err := p.FindIn(NewText(text), 0, len(text), func(m Match) bool { got = append(got, m); return true }); err != nil {
			t.Fatal(err)
		}
		if fmt.Sprint(got) != fmt.Sprint(want) || len(got) == 0 {
			t.Errorf("%s: got %v, want %v", source, got, want)
		}
	}
}
