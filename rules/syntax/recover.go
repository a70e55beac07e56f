package syntax

import "slices"

var statementWords = []string{"package", "unit", "import", "global", "declare", "function", "rule", "query"}

// recoverFrom skips to the next word that begins a statement, or to the end when the file
// has too many problems.
func (p *parser) recoverFrom(start int) {
	p.at = max(p.at, start+1)
	if len(p.problems) >= maxProblems {
		p.at = len(p.tokens)
	}
	for p.at < len(p.tokens)-1 && !p.startsStatement(p.at) {
		p.at++
	}
	p.at = min(p.at, len(p.tokens)-1)
}

// startsStatement reports whether the token with index i is the first word of a statement
// and not a name: it is the first of its line, and what follows fits.
func (p *parser) startsStatement(i int) bool {
	t, n := p.tokens[i], p.tokens[min(i+1, len(p.tokens)-1)]
	if t.Kind != Ident || !t.FirstOnRow {
		return false
	}
	switch t.Text {
	case "rule", "query":
		return n.canNameRule()
	case "declare", "import", "global", "function":
		return n.Kind == Ident
	}
	return false
}

// suggestWord returns ", did you mean …?" for the known word that is most similar to word,
// or "" when none is similar enough.
func suggestWord(word string, known []string) string {
	best, limit := "", 1+len(word)/4
	if len(word) > 40 {
		return ""
	}
	for _, k := range known {
		if gap := len(k) - len(word); k == word || gap > limit || -gap > limit {
			continue
		}
		if d := EditDistance([]rune(word), []rune(k)); d <= limit {
			best, limit = k, d-1
		}
	}
	if best == "" {
		return ""
	}
	return ", did you mean '" + best + "'?"
}

// EditDistance returns the number of edits that turn a into b: letters inserted, dropped,
// replaced or swapped with their neighbours (Damerau 1964, restricted).
func EditDistance(a, b []rune) int {
	first := make([]int, len(b)+1)
	for j := range first {
		first[j] = j
	}
	rows := [3][]int{first, slices.Clone(first), slices.Clone(first)}
	for i := 1; i <= len(a); i++ {
		row, above, twoAbove := rows[i%3], rows[(i+2)%3], rows[(i+1)%3]
		row[0] = i
		for j := 1; j <= len(b); j++ {
			cost := 1
			if a[i-1] == b[j-1] {
				cost = 0
			}
			row[j] = min(above[j]+1, row[j-1]+1, above[j-1]+cost)
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				row[j] = min(row[j], twoAbove[j-2]+1)
			}
		}
	}
	return rows[len(a)%3][len(b)]
}

// suggestAt returns the suggestion for the token with index i, or "" when it is no word.
func (p *parser) suggestAt(i int, known []string) string {
	if t := p.tokens[i]; t.Kind == Ident && !slices.Contains(known, t.Text) {
		return suggestWord(t.Text, known)
	}
	return ""
}
