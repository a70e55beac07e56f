package candidates

import (
	"math"
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"
)

// nameBreaks is what parts a line of sender, address and bank into its pieces.
var nameBreaks = regexp.MustCompile(`\s*[·|•;]\s*|\s+[-–—*/]\s+|,\s+|:\s*`)

// What a name has.
const (
	minNameLetters = 3
	maxNameDigits  = 5
	maxNameRunes   = 70
	maxNamePieces  = 8 // of a segment
)

// findNames finds what may be a name in a segment: all of it, its pieces, two of them, the rest behind a
// label, and it with the line below.
func (f *finder) findNames(s *segment) {
	if s.numeric {
		return
	}
	seen := map[piece]bool{}
	add := func(p piece) {
		text := s.text[p.from:p.to]
		p.from += len(text) - len(strings.TrimLeft(text, " ,;:·|-"))
		p.to = p.from + len(strings.Trim(text, " ,;:·|-"))
		if p.from < p.to && isNameLike(s.text[p.from:p.to]) && !seen[p] {
			seen[p] = true
			f.add(Name, s, p, s.text[p.from:p.to], form{})
		}
	}
	pieces := cutPieces(s.text)
	add(piece{0, len(s.text)})
	for i, p := range pieces {
		add(p)
		if i+1 < len(pieces) {
			add(piece{p.from, pieces[i+1].to})
		}
		add(piece{p.from, len(s.text)})
	}
	for k := 1; k <= 2 && k < len(s.words); k++ {
		if len(f.reader.meaningsOf(labelForm(s.text[:s.starts[k]]))) > 0 {
			add(piece{s.starts[k], len(s.text)})
		}
	}
	f.findLongName(s)
}

// cutPieces returns the pieces of a text between what parts them.
func cutPieces(text string) (out []piece) {
	if !strings.ContainsAny(text, "·|•;–—*/,:-") {
		return []piece{{0, len(text)}}
	}
	from := 0
	for _, m := range nameBreaks.FindAllStringIndex(text, -1) {
		out, from = append(out, piece{from, m[0]}), m[1]
		if len(out) == maxNamePieces {
			break
		}
	}
	return append(out, piece{from, len(text)})
}

// isNameLike reports whether a text has enough letters, and not too many digits.
func isNameLike(text string) bool {
	letters, digits := 0, 0
	for _, r := range text {
		switch {
		case unicode.IsLetter(r):
			letters++
		case unicode.IsDigit(r):
			digits++
		}
	}
	return letters >= minNameLetters && digits <= maxNameDigits && utf8.RuneCountInString(text) < maxNameRunes
}

// findLongName finds a name that goes on in the line below.
func (f *finder) findLongName(s *segment) {
	below := f.continuationOf(s)
	if below == nil || len(s.text)+len(below.text) >= 90 || countDigits(s.text+below.text) > 0 || math.Abs(below.size-s.size) >= 0.5 {
		return
	}
	if !isNameLike(s.text) || f.left[Name] >= maxOfKind {
		return
	}
	f.add(Name, s, piece{0, len(s.text)}, strings.Trim(s.text+" "+below.text, " ,;"), form{twoLines: true})
	c := &f.found[len(f.found)-1]
	c.Text = c.Value
	c.Spans = append(c.Spans, f.spansOf(below, piece{0, len(below.text)})...)
}

// continuationOf returns the segment right below that begins at the same place, nil for none.
func (f *finder) continuationOf(s *segment) (best *segment) {
	for _, q := range f.segments[s.page] {
		gap := q.y0 - s.y1
		if q != s && math.Abs(q.x0-s.x0) < 2 && gap > -0.3*s.size && gap < 0.9*s.size && (best == nil || q.y0 < best.y0) {
			best = q
		}
	}
	return best
}
