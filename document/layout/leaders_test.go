package layout

import (
	"strings"
	"testing"
)

// newWord returns a word of letters that are each one point wide.
func newWord(s string) *word {
	w := &word{box: Box{X0: 10, Y0: 0, X1: 10 + float32(len([]rune(s))), Y1: 10}}
	for i, r := range []rune(s) {
		w.runes = append(w.runes, r)
		w.lo, w.hi = append(w.lo, 10+float32(i)), append(w.hi, 11+float32(i))
	}
	return w
}

func TestLeadersAreDropped(t *testing.T) {
	for text, want := range map[string]string{
		"Total": "Total", "Total......": "Total", "......12.00": "12.00", "Total.......12.00": "Total|12.00",
		"etc...": "etc...", "1.234.567,00": "1.234.567,00", "........": "", "a....b.....c": "a|b|c", "…………": "",
	} {
		var got []string
		for _, w := range withoutLeaders([]*word{newWord(text)}) {
			got = append(got, string(w.runes))
			at := strings.Index(text, string(w.runes))
			if w.box.X0 != 10+float32(at) || w.box.X1 != w.box.X0+float32(len(w.runes)) {
				t.Errorf("%s of %s stands at %v", string(w.runes), text, w.box)
			}
		}
		if strings.Join(got, "|") != want {
			t.Errorf("%s: %q, want %q", text, got, want)
		}
	}
}
