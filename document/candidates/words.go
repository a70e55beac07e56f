package candidates

import (
	"cmp"
	"math"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/seed-62a36931/docket/document"
)

// What is read of a document at most. Invoices have their values on the first and the last pages.
const (
	firstPages     = 6
	lastPages      = 2
	maxPageWords   = 3000
	maxPageParts   = 1200 // segments
	maxOfKind      = 600  // candidates of a kind in a document
	maxSegmentText = 400  // bytes of a segment; a longer one holds prose
)

// A word is a word of a page, upright: y grows downwards from the top of the page as people see it.
type word struct {
	text           string
	span           document.Span
	x0, y0, x1, y1 float64
	size           float64 // height of its line
	node           int     // leaf that holds it, -1 for none
}

// A page is the words of a page, and its size as people see it.
type page struct {
	number        int // from 1
	width, height float64
	words         []word
}

// readPages returns the first and the last pages that have words.
func readPages(t *document.Tree) []page {
	leaves := leafNodes(t)
	var out []page
	at := map[int]int{}
	for i, p := range t.Pages {
		if i >= firstPages && i < len(t.Pages)-lastPages {
			continue
		}
		at[p.Number] = len(out)
		out = append(out, page{number: p.Number, width: p.Width, height: p.Height})
	}
	angles := mainAngles(t)
	for i := range t.Lines {
		l := &t.Lines[i]
		k, chosen := at[l.Page]
		if !chosen || l.Angle != angles[l.Page] || len(out[k].words) >= maxPageWords {
			continue
		}
		out[k].words = append(out[k].words, wordsOf(t, l, &out[k], leafAt(leaves, l.Start))...)
	}
	for i := range out {
		if a := angles[out[i].number]; a == 90 || a == 270 {
			out[i].width, out[i].height = out[i].height, out[i].width
		}
	}
	return slices.DeleteFunc(out, func(p page) bool { return len(p.words) == 0 || p.width <= 0 || p.height <= 0 })
}

// mainAngles returns the direction in which most letters of each page are written.
func mainAngles(t *document.Tree) map[int]int {
	letters := map[[2]int]int{}
	for _, l := range t.Lines {
		letters[[2]int{l.Page, l.Angle}] += l.Len()
	}
	best := map[int]int{}
	for _, angle := range []int{270, 180, 90, 0} { // upright text wins where both have as much
		for key, n := range letters {
			if key[1] == angle && n >= letters[[2]int{key[0], best[key[0]]}] {
				best[key[0]] = angle
			}
		}
	}
	return best
}

// wordsOf cuts a line at its white space.
func wordsOf(t *document.Tree, l *document.Line, p *page, node int) (out []word) {
	text := t.TextOf(l.Span)
	at, runes := 0, 0
	for at < len(text) {
		n := strings.IndexFunc(text[at:], func(r rune) bool { return !unicode.IsSpace(r) })
		if n < 0 {
			break
		}
		runes += utf8.RuneCountInString(text[at : at+n])
		at += n
		end := len(text)
		if k := strings.IndexFunc(text[at:], unicode.IsSpace); k >= 0 {
			end = at + k
		}
		count := utf8.RuneCountInString(text[at:end])
		if runes+count >= len(l.Edges) {
			break
		}
		w := placeWord(l, p, float64(l.Edges[runes]), float64(l.Edges[runes+count]))
		w.text, w.node = text[at:end], node
		w.span = document.Span{Start: l.Start + at, End: l.Start + end}
		out = append(out, w)
		at, runes = end, runes+count
	}
	return out
}

// placeWord returns a word without text between two places along its line.
func placeWord(l *document.Line, p *page, from, to float64) word {
	from, to = min(from, to), max(from, to)
	b := l.Box
	var w word
	switch l.Angle {
	case 90: // upwards: people see it after a quarter turn clockwise
		w = word{x0: from, x1: to, y0: b.X, y1: b.X + b.Width}
	case 180:
		w = word{x0: p.width - to, x1: p.width - from, y0: b.Y, y1: b.Y + b.Height}
	case 270:
		w = word{x0: p.height - to, x1: p.height - from, y0: p.width - b.X - b.Width, y1: p.width - b.X}
	default:
		w = word{x0: from, x1: to, y0: p.height - b.Y - b.Height, y1: p.height - b.Y}
	}
	w.size = math.Max(w.y1-w.y0, 1)
	return w
}

// A leafNode is a node with text of its own.
type leafNode struct {
	document.Span
	node int
}

func leafNodes(t *document.Tree) (out []leafNode) {
	for i, n := range t.Nodes {
		if len(n.Children) == 0 && n.Len() > 0 {
			out = append(out, leafNode{n.Span, i})
		}
	}
	slices.SortFunc(out, func(a, b leafNode) int { return cmp.Compare(a.Start, b.Start) })
	return out
}

// leafAt returns the node whose text holds an offset, -1 for none.
func leafAt(leaves []leafNode, offset int) int {
	i, found := slices.BinarySearchFunc(leaves, offset, func(l leafNode, at int) int { return cmp.Compare(l.Start, at) })
	if !found {
		i--
	}
	if i < 0 || offset >= leaves[i].End {
		return -1
	}
	return leaves[i].node
}
