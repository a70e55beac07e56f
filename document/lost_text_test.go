package document

import (
	"strings"
	"testing"
)

// TestLostText wants the words told that a tree lacks, and none that it has in another form.
func TestLostText(t *testing.T) {
	at := func(texts ...string) (out []PlacedText) {
		for i, s := range texts {
			out = append(out, PlacedText{Place: "p" + string(rune('0'+i)), Text: s})
		}
		return out
	}
	long := strings.Repeat("abcdef", 10)
	for _, tt := range []struct {
		name, tree string
		texts      []PlacedText
		count      int
		place      string
	}{
		{"all there", "One two\nthree", at("one Two", "three"), 0, ""},
		{"in another order", "three one two", at("one two", "three"), 0, ""},
		{"cut by a line", "com-\npany ltd", at("company ltd."), 0, ""},
		{"joined", "900EUR", at("900 EUR"), 0, ""},
		{"ligatures and wide letters", "ﬁle １２３", at("file 123"), 0, ""},
		{"signs alone", "a", at("— • ☒"), 0, ""},
		{"a long word in pieces", long[:30] + "\nfooter\n" + long[30:], at(long), 0, ""},
		{"Chinese over two pages", "合計金額\n1\n五千円", at("合計金額五千円"), 0, ""},
		{"a word", "one three", at("one", "two three"), 1, "p1"},
		{"a word that is there once", "card payment card", at("card payment", "card payment"), 1, "p1"},
		{"a figure", "total 30", at("total 301"), 1, "p0"},
		{"all", "", at("one two", "three"), 3, "p0"},
	} {
		got := FindLostText(&Tree{Text: tt.tree}, tt.texts)
		if tt.count == 0 {
			if got != nil {
				t.Errorf("%s: got %v, want none", tt.name, got)
			}
			continue
		}
		if len(got) != 1 || got[0].Kind != FindingTextLost || got[0].Count != tt.count || got[0].Place != tt.place || !got[0].Values {
			t.Errorf("%s: got %v, want %d from %s", tt.name, got, tt.count, tt.place)
		}
	}
}
