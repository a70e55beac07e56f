package layout

import (
	"slices"
	"strings"
	"unicode"
)

// A spot is where a line repeats: its text without figures and its height on the page.
type spot struct {
	text   string
	top    bool
	height int // distance from the margin in steps of sameHeight
}

// A sighting is a line at a spot.
type sighting struct {
	page    int
	line    *line
	spot    spot  // of the line itself, which may be a step away
	figures []int // the numbers in it, from left to right
	repeats bool  // on the page before or after it that has the spot
	rises   bool  // but for numbers that rise as those of the pages do
}

// A repeatedLines holds lines that repeat in the margins of pages; true for those that do so but
// for the number of the page.
type repeatedLines map[*line]bool

// findRepeated finds the lines that repeat in the margins: with all their figures, or but for such
// as rise by one from page to page. Two rows of a list that differ in other figures are two rows.
func findRepeated(sheets []*sheet) repeatedLines {
	spots := map[spot][]*sighting{}
	for _, s := range sheets {
		s.takeFromMargins(func(sp spot, l *line) bool {
			figures := figuresOf(l.text)
			for d := -1; d <= 1; d++ { // neighbours, so that steps do not divide a spot
				near := spot{sp.text, sp.top, sp.height + d}
				spots[near] = append(spots[near], &sighting{page: s.number, line: l, spot: sp, figures: figures})
			}
			return false
		})
	}
	least := max(2, int(repeatShare*float64(len(sheets))+0.5))
	out := repeatedLines{}
	for sp, seen := range spots {
		if markRepeats(seen) < least {
			continue
		}
		markRestarts(seen)
		for _, s := range seen {
			if s.repeats && s.spot == sp {
				out[s.line] = s.rises
			}
		}
	}
	return out
}

// markRepeats marks the sightings of one spot, in the order of their pages, that repeat on the next
// page that has the spot, or on the one before, and returns on how many pages there are any.
func markRepeats(seen []*sighting) (pages int) {
	begin := 0 // of the page before
	for from := 0; from < len(seen); {
		to := from
		for to < len(seen) && seen[to].page == seen[from].page {
			to++
		}
		for _, a := range seen[begin:from] {
			for _, b := range seen[from:to] {
				if same, rises := a.compareFigures(b); same || rises {
					a.repeats, b.repeats = true, true
					a.rises, b.rises = a.rises || rises, b.rises || rises
				}
			}
		}
		begin, from = from, to
	}
	last := 0
	for _, s := range seen {
		if s.repeats && s.page != last {
			pages, last = pages+1, s.page
		}
	}
	return pages
}

// markRestarts marks the sightings of the number of the page that do not go on with those of their
// neighbours, as where another document begins, when most sightings of the spot do.
func markRestarts(seen []*sighting) {
	const least = 3 // that do
	n := 0
	for _, s := range seen {
		if s.rises {
			n++
		}
	}
	if n < least || n*2 < len(seen) {
		return
	}
	for _, s := range seen {
		s.rises = s.rises || !s.repeats
		s.repeats = true
	}
}

// compareFigures reports whether two sightings of a spot have the same figures, or those of the
// later one differ only by as many as there are pages between them.
func (s *sighting) compareFigures(later *sighting) (same, rises bool) {
	if len(s.figures) != len(later.figures) {
		return false, false
	}
	for i, n := range s.figures {
		switch later.figures[i] - n {
		case 0:
		case later.page - s.page:
			rises = true
		default:
			return false, false
		}
	}
	return !rises, rises
}

// figuresOf returns the numbers in a text, a run of digits each. Of long ones the last digits count.
func figuresOf(s string) []int {
	const most = 1e15
	var out []int
	inside := false
	for _, r := range s {
		if !unicode.IsDigit(r) {
			inside = false
			continue
		}
		if !inside {
			out = append(out, 0)
		}
		inside = true
		n := &out[len(out)-1]
		*n = (*n*10 + digitOf(r)) % most
	}
	return out
}

// digitOf returns the value of a decimal digit of any script: digits stand in a row from 0 to 9.
func digitOf(r rune) int {
	n := 0
	for n < 9 && unicode.IsDigit(r-1) {
		r--
		n++
	}
	return n
}

// withoutFigures replaces digits, so that page numbers are equal on all pages.
func withoutFigures(s string) string {
	var b strings.Builder
	digit := false
	for _, r := range s {
		if unicode.IsDigit(r) {
			if !digit {
				b.WriteByte('#')
			}
			digit = true
			continue
		}
		digit = false
		b.WriteRune(unicode.ToLower(r))
	}
	return b.String()
}

// has reports whether all lines of a row repeat.
func (r repeatedLines) has(row []*line) bool {
	return !slices.ContainsFunc(row, func(l *line) bool { _, ok := r[l]; return !ok })
}

// hasAny reports whether a line of a row repeats.
func (r repeatedLines) hasAny(row []*line) bool {
	return slices.ContainsFunc(row, func(l *line) bool { _, ok := r[l]; return ok })
}

// rises reports whether a line of a row has the number of the page.
func (r repeatedLines) rises(row []*line) bool {
	return slices.ContainsFunc(row, func(l *line) bool { return r[l] })
}

// drop leaves lines on their page.
func (r repeatedLines) drop(lines []*line) {
	for _, l := range lines {
		delete(r, l)
	}
}

// dropUnlessAll leaves lines that belong together on their page unless all of them repeat, as in a
// frame with the title of the document that is drawn on each page.
func (r repeatedLines) dropUnlessAll(lines []*line) {
	if !r.has(lines) {
		r.drop(lines)
	}
}
