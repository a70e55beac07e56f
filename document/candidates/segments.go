package candidates

import (
	"cmp"
	"math"
	"slices"
	"strings"
	"unicode"

	"github.com/seed-62a36931/docket/document"
)

// A segment is a run of words on one visual line without a wide gap: a label, a value, or both.
type segment struct {
	words          []word
	text           string // words parted by one blank
	starts         []int  // offset of each word in text
	x0, y0, x1, y1 float64
	size           float64
	page           int        // index of the page that was read
	line           []*segment // of its visual line, from left to right
	at             int        // in line
	kind           document.Kind
	header         bool // of a table
	numeric        bool
	key            string // text in the form of labels
	address        int    // see addressShape; -1 until it is asked for
}

// cutSegments returns the segments of a page, from top to bottom and from left to right.
func cutSegments(t *document.Tree, p *page, number int) []*segment {
	var out []*segment
	for _, line := range groupLines(p.words) {
		var row []*segment
		for start, i := 0, 1; i <= len(line); i++ {
			if i < len(line) && !parts(t, line[i-1], line[i]) {
				continue
			}
			row = append(row, newSegment(t, line[start:i], number))
			start = i
		}
		for i, s := range row {
			s.line, s.at = row, i
		}
		out = append(out, row...)
		if len(out) >= maxPageParts {
			break
		}
	}
	return out
}

// groupLines puts words of about the same height on one line, each from left to right.
func groupLines(words []word) [][]word {
	words = slices.Clone(words)
	middle := func(w word) float64 { return (w.y0 + w.y1) / 2 }
	slices.SortStableFunc(words, func(a, b word) int {
		return cmp.Or(cmp.Compare(middle(a), middle(b)), cmp.Compare(a.x0, b.x0))
	})
	var lines [][]word
next:
	for _, w := range words {
		for i := len(lines) - 1; i >= max(0, len(lines)-6); i-- {
			if first := lines[i][0]; math.Abs(middle(first)-middle(w)) < 0.35*max(w.size, first.size) {
				lines[i] = append(lines[i], w)
				continue next
			}
		}
		lines = append(lines, []word{w})
	}
	for _, line := range lines {
		slices.SortStableFunc(line, func(a, b word) int { return cmp.Compare(a.x0, b.x0) })
	}
	return lines
}

// parts reports whether a new segment begins between two words of a line.
func parts(t *document.Tree, a, b word) bool {
	gap := b.x0 - a.x1
	if gap > 0.95*max(a.size, b.size) || gap > 0.6*b.size && strings.HasSuffix(a.text, ":") {
		return true
	}
	return a.node != b.node && isCell(t, a.node) && isCell(t, b.node)
}

func isCell(t *document.Tree, node int) bool { return node >= 0 && t.Nodes[node].Cell != nil }

// newSegment makes a segment of words that stand beside each other.
func newSegment(t *document.Tree, words []word, page int) *segment {
	s := &segment{words: words, page: page, address: -1, x0: words[0].x0, y0: words[0].y0, y1: words[0].y1}
	var b strings.Builder
	for i, w := range words {
		if i > 0 {
			b.WriteByte(' ')
		}
		s.starts = append(s.starts, b.Len())
		b.WriteString(w.text)
		s.x1, s.y0, s.y1, s.size = max(s.x1, w.x1), min(s.y0, w.y0), max(s.y1, w.y1), max(s.size, w.size)
	}
	s.text = b.String()
	s.kind = document.KindParagraph
	if n := words[0].node; n >= 0 {
		node := &t.Nodes[n]
		s.kind, s.header = node.Kind, node.Cell != nil && node.Cell.Header
	}
	s.numeric = isNumeric(s.text)
	s.key = labelForm(s.text)
	return s
}

// isNumeric reports whether more than half of the characters are digits.
func isNumeric(text string) bool {
	digits, all := 0, 0
	for _, r := range text {
		if unicode.IsSpace(r) {
			continue
		}
		all++
		if unicode.IsDigit(r) {
			digits++
		}
	}
	return 2*digits > all
}

// wordsIn returns the words of a range of the text of a segment.
func (s *segment) wordsIn(from, to int) []word {
	first := len(s.words)
	for i, start := range s.starts {
		if start < to && start+len(s.words[i].text) > from {
			first = min(first, i)
			continue
		}
		if first < len(s.words) {
			return s.words[first:i]
		}
	}
	return s.words[first:]
}
