package main

import (
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"

	"github.com/seed-62a36931/docket/internal/measure"
)

// A textShare is how much of a text was found: of its words, of its pairs of words that follow each
// other, and of its characters. Each counts at most as often as it stands in the text.
type textShare struct {
	Words, Pairs, Characters measure.Counts
}

// compareTexts compares a text that was read with the right one. Blanks count as one, soft hyphens do
// not count, words that are divided at the ends of lines are joined in the right text, and characters
// that can be written in two ways are equal. Pairs tell whether the order is right.
func compareTexts(found, right string) textShare {
	a, b := strings.Fields(comparableText(found)), strings.Fields(comparableText(right))
	return textShare{
		Words:      compareBags(a, b),
		Pairs:      compareBags(pairsOf(a), pairsOf(b)),
		Characters: compareBags(charactersOf(a), charactersOf(b)),
	}
}

// mean returns the mean of the recall of words and pairs and of the F1 of characters.
func (s textShare) mean() float64 {
	return (s.Words.Recall() + s.Pairs.Recall() + s.Characters.F1()) / 3
}

// comparableText writes a text in the one form that is compared.
func comparableText(s string) string {
	var out strings.Builder
	runes := []rune(norm.NFC.String(s))
	for i := 0; i < len(runes); i++ {
		r := runes[i]
		switch {
		case r == 0xAD:
			if i+1 < len(runes) && runes[i+1] == '\n' {
				i++
			}
		case r == '-' && i > 0 && i+2 < len(runes) && runes[i+1] == '\n' && unicode.IsLetter(runes[i-1]) && unicode.IsLower(runes[i+2]):
			i++
		case r == 0x200B, r == 0x200E, r == 0x200F, r == 0xFEFF:
		case r == 0x2010 || r == 0x2011:
			out.WriteByte('-')
		default:
			out.WriteRune(r)
		}
	}
	return out.String()
}

// pairsOf returns the words that follow each other, as pairs.
func pairsOf(words []string) []string {
	var out []string
	for i := 1; i < len(words); i++ {
		out = append(out, words[i-1]+" "+words[i])
	}
	return out
}

// charactersOf returns the characters of words.
func charactersOf(words []string) []string {
	var out []string
	for _, w := range words {
		for _, r := range w {
			out = append(out, string(r))
		}
	}
	return out
}

// compareBags counts what is in both of two bags.
func compareBags(found, right []string) measure.Counts {
	left := map[string]int{}
	for _, s := range right {
		left[s]++
	}
	out := measure.Counts{Found: len(found), Expected: len(right)}
	for _, s := range found {
		if left[s] > 0 {
			left[s]--
			out.Right++
		}
	}
	return out
}
