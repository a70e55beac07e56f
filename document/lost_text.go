package document

import (
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// A PlacedText is a text of a file before it was converted, with its place in the file.
type PlacedText struct {
	Place string
	Text  string
}

const (
	// A word of more letters than longestWord, or of signs that are written without blanks, may be cut by the end of a
	// line or a page, so its pieces are looked for.
	longestWord = 24
	pieceSize   = 6
	signPieces  = 2
	firstSign   = 0x1100
	// At most mostSearched words are looked for in all of the text; of more, those that do not stand in it as words count.
	mostSearched = 5000
)

// FindLostText returns a finding when words of a file are not in its tree as often as in the file, with their count
// and the place of the first; nil when all are there. Case, marks and the forms of letters do not count, and a word
// may be cut or joined with others in the tree.
func FindLostText(t *Tree, texts []PlacedText) []Finding {
	has := map[string]int{}
	for w := range strings.FieldsSeq(t.Text) {
		has[foldWord(w)]++
	}
	all := ""
	searched := 0
	lost := Finding{Kind: FindingTextLost, Values: true}
	wanted := map[string]int{}
	for _, text := range texts {
		for w := range strings.FieldsSeq(text.Text) {
			word := foldWord(w)
			if len(word) < 2 {
				continue
			}
			wanted[word]++
			if wanted[word] <= has[word] {
				continue
			}
			if all == "" {
				all = foldWord(t.Text)
			}
			if searched++; searched <= mostSearched && isIn(all, word, wanted[word]) {
				continue
			}
			if lost.Count++; lost.Place == "" {
				lost.Place = text.Place
			}
		}
	}
	if lost.Count == 0 {
		return nil
	}
	return []Finding{lost}
}

// isIn reports whether a word is so many times in a text; most pieces of a long one, once.
func isIn(all, word string, times int) bool {
	letters := []rune(word)
	size := pieceSize
	switch {
	case letters[0] >= firstSign:
		size = signPieces
	case len(letters) <= longestWord:
		return strings.Count(all, word) >= times
	}
	pieces, found := 0, 0
	for len(letters) > 0 {
		n := min(size, len(letters))
		pieces++
		if strings.Contains(all, string(letters[:n])) {
			found++
		}
		letters = letters[n:]
	}
	return found*10 >= pieces*7
}

// foldWord returns the letters and digits of a text in one form.
func foldWord(s string) string {
	plain := true
	for i := range len(s) {
		if c := s[i]; c >= 0x80 || !(c >= 'a' && c <= 'z' || c >= '0' && c <= '9') {
			plain = false
			break
		}
	}
	if plain {
		return s
	}
	return strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			return unicode.ToLower(r)
		}
		return -1
	}, norm.NFKC.String(s))
}
