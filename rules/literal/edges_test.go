package literal

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

func TestCharactersFoldByCaseOnly(t *testing.T) {
	for _, alike := range []string{"aA", "zZ", "äÄ", "éÉ", "kK\u212a", "sS\u017f", "σςΣ", "жЖ"} {
		runes := []rune(alike)
		for _, r := range runes[1:] {
			if FoldRune(r) != FoldRune(runes[0]) {
				t.Errorf("%q and %q do not fold to the same", r, runes[0])
			}
		}
	}
	for _, other := range []string{"ab", "`@", "{[", "aä", "zy", "\u007f\u005f", "\u0080\u0060", "1Q", "߀"} {
		runes := []rune(other)
		if len(runes) > 1 && FoldRune(runes[0]) == FoldRune(runes[1]) {
			t.Errorf("%q and %q fold to the same", runes[0], runes[1])
		}
	}
}

func TestIndexFoldAtTheEdges(t *testing.T) {
	for _, tt := range []struct {
		text, needle string
		from         int
		want         [2]int
	}{
		{"abc", "", 0, [2]int{-1, -1}},
		{"", "a", 0, [2]int{-1, -1}},
		{"abc", "ABC", 0, [2]int{0, 3}},
		{"abc", "abcd", 0, [2]int{-1, -1}},
		{"xabc", "bc", 2, [2]int{2, 4}},
		{"xabc", "bc", 3, [2]int{-1, -1}},
		{"aab", "ab", 0, [2]int{1, 3}},
		{"größe", "SSE", 0, [2]int{-1, -1}},
		{"GRÖSSE", "ö", 0, [2]int{2, 4}},
		{"\u212a", "k", 0, [2]int{0, 3}},
		{"\x00a", "\x00", 0, [2]int{0, 1}},
		{"a", "a\ufffd", 0, [2]int{-1, -1}},
		{"a\xff", "a\ufffd", 0, [2]int{0, 2}},
	} {
		if got := IndexFold(tt.text, FoldString(tt.needle), tt.from); got != tt.want {
			t.Errorf("%q in %q from %d: got %v, want %v", tt.needle, tt.text, tt.from, got, tt.want)
		}
	}
}

func TestASetHasEveryWordOnce(t *testing.T) {
	s := NewSet([]string{"Total", "", "total", "sum", "TOTAL", "x"})
	if s.Len() != 3 {
		t.Errorf("%d words, want 3", s.Len())
	}
	for word, want := range map[string]int{"tOtal": 0, "SUM": 1, "X": 2} {
		if got, ok := s.Number(word); !ok || got != want {
			t.Errorf("%s has number %d, %v", word, got, ok)
		}
	}
	for _, word := range []string{"", "tot", "totals", "y"} {
		if _, ok := s.Number(word); ok {
			t.Errorf("%q is in the set, want not ok", word)
		}
	}
}

// TestScanReportsWordsInsideOfWords has words that begin, end and lie in others,
// with a table and without.
func TestScanReportsWordsInsideOfWords(t *testing.T) {
	for _, table := range []bool{true, false} {
		s := newSet([]string{"he", "she", "hers", "is", "e", "ÄÖ", strings.Repeat("long", 20)}, table)
		var got []string
		text := "Ushers, äö" + strings.Repeat("LONG", 20)
		s.Scan(text, func(number, start, end int) { got = append(got, fmt.Sprint(number, text[start:end])) })
		want := []string{"1she", "0he", "4e", "2hers", "5äö", "6" + strings.Repeat("LONG", 20)}
		slices.Sort(got)
		slices.Sort(want)
		if !slices.Equal(got, want) {
			t.Errorf("table %v: got %q, want %q", table, got, want)
		}
	}
	NewSet(nil).Scan("text", func(int, int, int) { t.Error("an empty set finds something") })
}

// TestWordsOfWhichThereAreManyNeedNoTable has more states times classes than a
// table is made for.
func TestWordsOfWhichThereAreManyNeedNoTable(t *testing.T) {
	var words []string
	for i := range 26_000 {
		words = append(words, fmt.Sprintf("%c%c%05dabcdefghijklmnopq", 'a'+i%26, 'A'+i%26, i))
	}
	small, large := NewSet(words[:10]), NewSet(words)
	if small.dense == nil || large.dense != nil {
		t.Errorf("a table is made: %v, %v, want small.dense != nil and large.dense = nil", small.dense != nil, large.dense != nil)
	}
	if int64(len(small.dense)) > maxDense || small.sparse != nil {
		t.Error("the table of the small set is too large, or the sparse one is kept")
	}
	hits := 0
	large.Scan("a "+words[4711]+" b", func(number, start, end int) {
		if number == 4711 && start == 2 {
			hits++
		}
	})
	if hits != 1 {
		t.Errorf("%d hits, want 1", hits)
	}
}
