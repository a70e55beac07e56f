package check

import (
	"strings"

	"github.com/seed-62a36931/docket/rules/syntax"
)

// SuggestName asks about the name that was probably meant: ", did you mean length?". It
// returns "" when no name is near.
func SuggestName(word string, names []string) string {
	if meant := NearestName(word, names); meant != "" {
		return ", did you mean " + meant + "?"
	}
	return ""
}

// NearestName returns the name that takes the fewest changes to become the word: a
// letter added, left out, replaced, or swapped with its neighbour. Letters that
// differ only in case are no change. It returns "" when every name takes more than a
// quarter of the word's letters, and more than three, or is the word itself.
func NearestName(word string, names []string) string {
	best, least := "", min(max(len(word)/4, 1), 3)+1
	if len(word) < 2 {
		return ""
	}
	folded := []rune(strings.ToLower(word))
	for _, name := range names {
		if name == word || name == "" {
			continue
		}
		candidate := []rune(strings.ToLower(name))
		if gap := len(candidate) - len(folded); gap > least || -gap > least {
			continue
		}
		if d := syntax.EditDistance(folded, candidate); d < least || d == least && best != "" && isCloser(word, name, best) {
			best, least = name, d
		}
	}
	return best
}

// isCloser decides between two names that take equally many changes: a shared first
// letter counts, then the alphabet.
func isCloser(word, name, best string) bool {
	a, b := word[0] == name[0], word[0] == best[0]
	if a != b {
		return a
	}
	return name < best
}
