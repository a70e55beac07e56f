package regex

import (
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/seed-62a36931/docket/rules/literal"
)

// bounds limit what is known about the beginnings of matches.
type bounds struct {
	shortest, longest int // characters of a beginning
	most              int // beginnings of an expression
	letters           int // of a class that is taken apart
}

// A text is searched at the places of each beginning: there are too many places of single characters. Whether a match
// may begin where a text does is told at once of many beginnings, and of those of one character.
var (
	searched = bounds{shortest: 2, longest: 6, most: 96, letters: 8}
	anchored = bounds{shortest: 1, longest: 2, most: 1000, letters: 24}
)

// An opening is what a match of a piece of an expression may begin with, folded. Behind one that is open,
// more may follow that is not known; otherwise it is the whole match of the piece.
type opening struct {
	text string
	open bool
}

var (
	unknownOpening = []opening{{"", true}}
	emptyOpening   = []opening{{"", false}}
)

// starts are texts one of which each match of an expression begins with.
type starts struct {
	words   [][]rune            // folded; none begins with another one
	byFirst map[rune][][]rune   // the same by their first character
	ascii   [utf8.RuneSelf]bool // the characters of ASCII that a match may begin with
}

// newStarts returns the starts of an expression; nil when they are not known.
func newStarts(words [][]rune) *starts {
	if words == nil {
		return nil
	}
	s := &starts{words: words, byFirst: map[rune][][]rune{}}
	for _, w := range words {
		s.byFirst[w[0]] = append(s.byFirst[w[0]], w)
	}
	for c := range s.ascii {
		s.ascii[c] = s.byFirst[literal.FoldRune(rune(c))] != nil
	}
	return s
}

// canBegin reports whether a match could begin where a text does.
func (s *starts) canBegin(text string) bool {
	if text == "" || text[0] < utf8.RuneSelf && !s.ascii[text[0]] {
		return false
	}
	first, _ := utf8.DecodeRuneInString(text)
	for _, word := range s.byFirst[literal.FoldRune(first)] {
		if literal.HasPrefixFold(text, word) {
			return true
		}
	}
	return false
}

// startsOf returns texts, folded, one of which every match of an expression begins with; nil when they are
// not known within bounds. None begins with another one.
func startsOf(n node, b bounds) (out [][]rune) {
	list := openingsOf(n, b)
	slices.SortFunc(list, func(a, b opening) int { return strings.Compare(a.text, b.text) })
	last := "\xff"
	for _, o := range list {
		if strings.HasPrefix(o.text, last) {
			continue
		}
		runes := []rune(o.text)
		if len(runes) < b.shortest {
			return nil
		}
		out, last = append(out, runes), o.text
	}
	return out
}

// openingsOf returns the openings of a piece of an expression.
func openingsOf(n node, b bounds) []opening {
	switch n := n.(type) {
	case chars:
		return n.openings(b)
	case sequence:
		return n.openings(b)
	case choice:
		return n.openings(b)
	case group:
		if n.isLookAround() {
			return emptyOpening
		}
		return openingsOf(n.body, b)
	case repeat:
		return n.openings(b)
	case anchor:
		if n != lastMatch {
			return emptyOpening
		}
	}
	return unknownOpening
}

// openings returns each character of a small class.
func (n chars) openings(b bounds) (out []opening) {
	for i := 0; i < len(n.set); i += 2 {
		if n.set[i+1]-n.set[i] > 4*rune(b.letters) {
			return unknownOpening
		}
		for r := n.set[i]; r <= n.set[i+1]; r++ {
			out = append(out, opening{string(literal.FoldRune(r)), false})
		}
	}
	if out = distinctOpenings(out); len(out) > b.letters || len(out) == 0 {
		return unknownOpening
	}
	return out
}

// openings returns those of all branches.
func (n choice) openings(b bounds) (all []opening) {
	for _, branch := range n {
		all = append(all, openingsOf(branch, b)...)
		if len(all) > 2*b.most {
			if all = distinctOpenings(all); len(all) > b.most {
				return unknownOpening
			}
		}
	}
	if all = distinctOpenings(all); len(all) > b.most {
		return unknownOpening
	}
	return all
}

// openings joins the openings of the pieces, as far as they are known.
func (n sequence) openings(b bounds) []opening {
	all := emptyOpening
	for _, piece := range n {
		if !slices.ContainsFunc(all, func(o opening) bool { return !o.open }) {
			break
		}
		next := joinOpenings(all, openingsOf(piece, b), b.longest)
		if len(next) > b.most {
			all = markOpen(all)
			break
		}
		all = next
	}
	return all
}

// openings returns the openings of what is repeated, and none where it may be left out.
func (n repeat) openings(b bounds) []opening {
	all := openingsOf(n.body, b)
	if n.most != 1 {
		all = markOpen(all)
	}
	if n.least == 0 {
		all = distinctOpenings(append(slices.Clone(all), emptyOpening...))
	}
	return all
}

// joinOpenings puts the openings of the next piece behind those that are not open, up to a length.
func joinOpenings(all, next []opening, longest int) (out []opening) {
	for _, o := range all {
		if o.open {
			out = append(out, o)
			continue
		}
		for _, more := range next {
			runes := []rune(o.text + more.text)
			cut := len(runes) > longest
			out = append(out, opening{string(runes[:min(len(runes), longest)]), more.open || cut})
		}
	}
	return distinctOpenings(out)
}

// markOpen returns the openings as such behind which more may follow.
func markOpen(all []opening) (out []opening) {
	for _, o := range all {
		out = append(out, opening{o.text, true})
	}
	return distinctOpenings(out)
}

// distinctOpenings returns the openings without what is said twice.
func distinctOpenings(all []opening) []opening {
	out := slices.Clone(all)
	slices.SortFunc(out, func(a, b opening) int {
		if c := strings.Compare(a.text, b.text); c != 0 || a.open == b.open {
			return c
		}
		if a.open {
			return -1
		}
		return 1
	})
	return slices.Compact(out)
}
