package main

import (
	"encoding/json"
	"testing"
)

// leastText is the part of each page's text, its order included, that must be read; less where named.
const leastText = 0.999

var leastTexts = map[string]float64{
	"chromium_hindi":       0.91, // a guessed space after a vowel sign, whose box shows its ink alone
	"chromium_superscript": 0.97, // 10 with a raised 6 is two words
}

func TestTextsOfOtherMakersAreRead(t *testing.T) {
	out, err := startScore(t.Context(), "texts", "--json", "--cache", pdfCache(t), "tests/score/testdata/texts").Output()
	if err != nil {
		t.Fatalf("%v: %s, want no error", err, out)
	}
	var got []scoredText
	if err := json.Unmarshal(out, &got); err != nil {
		t.Fatal(err)
	}
	if len(got) < 10 {
		t.Fatalf("got %d documents, want 10 at least", len(got))
	}
	for _, s := range got {
		least := leastText
		if named, ok := leastTexts[s.Name]; ok {
			least = named
		}
		if mean := s.Docket.mean(); mean < least {
			t.Errorf("%s: got %.3f of the text, want %.3f at least", s.Name, mean, least)
		}
	}
}
