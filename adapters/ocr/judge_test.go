package ocr

import (
	"reflect"
	"testing"
)

// TestTextsThatMostReadingsHaveCount reads one line three times: where two readings agree the third is
// corrected, however sure it is, and where all differ, or only one has a word, the first stays.
func TestTextsThatMostReadingsHaveCount(t *testing.T) {
	line := func(conf float64, texts ...string) (words []word) {
		for i, text := range texts {
			x := float64(100 * i)
			words = append(words, word{text: text, conf: conf, box: box{x, 10, x + 80, 40}})
		}
		return words
	}
	first := line(95, "T0TAL", "12.80", "EUR", "cash")
	all := []reading{{words: first}, {words: line(80, "TOTAL", "12.30", "EUR")}, {words: line(70, "TOTAL", "12.60", "FUR")}}
	var texts []string
	for _, w := range voteTexts(first, all) {
		texts = append(texts, w.text)
	}
	if want := []string{"TOTAL", "12.80", "EUR", "cash"}; !reflect.DeepEqual(texts, want) {
		t.Errorf("got %q, want %q", texts, want)
	}
	if first[0].text != "T0TAL" {
		t.Error("the words that were given have changed")
	}
	if got := voteTexts(first, all)[0]; got.conf != 80 {
		t.Errorf("the confidence is %v, want that of the first reading with the text", got.conf)
	}
}
