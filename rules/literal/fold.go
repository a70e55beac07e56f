// Package literal finds fixed strings in text: one string at a time, and many in
// one pass.
package literal

import (
	"unicode"
	"unicode/utf8"
)

// FoldRune maps a character to the representative of all characters that differ from it
// only by case, by Unicode's simple folding.
func FoldRune(r rune) rune {
	if r < utf8.RuneSelf {
		if 'a' <= r && r <= 'z' {
			r -= 'a' - 'A'
		}
		return r
	}
	least := r
	for next := unicode.SimpleFold(r); next != r; next = unicode.SimpleFold(next) {
		least = min(least, next)
	}
	return least
}

// FoldString returns the folded characters of a string.
func FoldString(s string) []rune {
	out := make([]rune, 0, len(s))
	for _, r := range s {
		out = append(out, FoldRune(r))
	}
	return out
}

// IndexFold returns the byte range of the first place at or after from where text
// has the folded characters, in any case, or -1, -1 when there is none. An empty
// needle is never found.
func IndexFold(text string, needle []rune, from int) [2]int {
	if len(needle) == 0 {
		return [2]int{-1, -1}
	}
	for at := from; at < len(text); {
		r, size := utf8.DecodeRuneInString(text[at:])
		if FoldRune(r) == needle[0] {
			if end := prefixFold(text[at:], needle); end >= 0 {
				return [2]int{at, at + end}
			}
		}
		at += size
	}
	return [2]int{-1, -1}
}

// HasPrefixFold reports whether a text begins with the folded characters, in any case.
func HasPrefixFold(text string, needle []rune) bool { return prefixFold(text, needle) >= 0 }

// prefixFold returns the length in bytes of the prefix of text that folds to the
// needle, -1 when text has no such prefix.
func prefixFold(text string, needle []rune) int {
	at := 0
	for _, want := range needle {
		if at >= len(text) {
			return -1
		}
		r, size := utf8.DecodeRuneInString(text[at:])
		if FoldRune(r) != want {
			return -1
		}
		at += size
	}
	return at
}
