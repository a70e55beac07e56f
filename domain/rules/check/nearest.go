package check

import "strings"

// Hint asks about the name that was probably meant: ", did you mean length?", or ""
// when no name is near.
func Hint(word string, names []string) string {
	if meant := Nearest(word, names); meant != "" {
		return ", did you mean " + meant + "?"
	}
	return ""
}

// Nearest is the name that takes the fewest changes to become the word: a letter
// added, left out, replaced, or swapped with its neighbour; letters that differ in
// case only are no change. It is "" when every name takes more than a quarter of the
// word's letters, and more than three, or is the word itself.
func Nearest(word string, names []string) string {
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
		if d := distance(folded, candidate); d < least || d == least && best != "" && closer(word, name, best) {
			best, least = name, d
		}
	}
	return best
}

// closer decides between two names that take equally many changes: a shared first
// letter counts, then the alphabet.
func closer(word, name, best string) bool {
	a, b := word[0] == name[0], word[0] == best[0]
	if a != b {
		return a
	}
	return name < best
}

// distance counts the changes between two words.
func distance(a, b []rune) int {
	before, above, row := make([]int, len(b)+1), make([]int, len(b)+1), make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := 1; i <= len(a); i++ {
		before, above, row = above, row, before
		row[0] = i
		for j := 1; j <= len(b); j++ {
			cost := 1
			if a[i-1] == b[j-1] {
				cost = 0
			}
			row[j] = min(above[j]+1, row[j-1]+1, above[j-1]+cost)
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				row[j] = min(row[j], before[j-2]+1)
			}
		}
	}
	return row[len(b)]
}
