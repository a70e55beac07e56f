package layout

import (
	"regexp"
	"slices"
	"strings"
	"unicode"

	"github.com/seed-62a36931/docket/document"
)

// An item is a leaf of the tree, or a table.
type item struct {
	kind  document.Kind
	page  int
	lines []*line
	table *grid
	turn  turn
	image Box
	// imageType and transparent are of an image, see document.Image.
	imageType   string
	transparent bool
	level       int    // of a headline
	role        string // of a paragraph, see document.Node
}

// bulletMark opens a list item without a number.
var bulletMark = regexp.MustCompile(`^[` + bulletSigns + `]\s+\S`)

// listMark opens a list item or a numbered clause.
var listMark = regexp.MustCompile(`^(\(?([0-9]{1,2}|[a-zA-Z]|[ivx]{1,4})[.)]|[` + bulletSigns + `–—*-]|\d{1,2}(\.\d{1,2})+\.?)\s+\S`)

// itemsOf cuts a block into paragraphs.
func itemsOf(b *block, t turn, page int) []*item {
	if b.table != nil {
		return []*item{{kind: document.KindTable, page: page, table: b.table, turn: t}}
	}
	usual := usualGap(b.lines)
	var out []*item
	for i, l := range b.lines {
		if i == 0 || startsParagraph(b, i, usual) {
			out = append(out, &item{kind: document.KindParagraph, page: page, turn: t})
		}
		last := out[len(out)-1]
		last.lines = append(last.lines, l)
	}
	return out
}

// usualGap returns the median of the white space between a block's lines.
func usualGap(lines []*line) float32 {
	var gaps []float32
	for i := 1; i < len(lines); i++ {
		gaps = append(gaps, lines[i-1].box.Y0-lines[i].box.Y1)
	}
	if len(gaps) == 0 {
		return 0
	}
	slices.Sort(gaps)
	return gaps[len(gaps)/2]
}

// startsParagraph reports whether line i of a block begins a new paragraph: more white
// space than usual, other type, a list mark, or an indent after a line that ended early.
func startsParagraph(b *block, i int, usual float32) bool {
	prev, l := b.lines[i-1], b.lines[i]
	if p, q := prev.mark, l.mark; p.block > 0 && q.block > 0 {
		if p.block == q.block {
			return false
		}
		if p.parts || p.item != q.item {
			return true
		}
	}
	if prev.box.Y0-l.box.Y1 > usual+0.3*l.size {
		return true
	}
	if prev.bold != l.bold || abs(prev.size-l.size) > 0.1*l.size {
		return true
	}
	if listMark.MatchString(l.text) && !strings.HasSuffix(prev.text, ",") && !endsMidPhrase(prev.text) {
		return true
	}
	short := prev.box.X1 < b.box.X1-4*l.size
	indented := l.box.X0 > prev.box.X0+0.8*l.size && l.box.X0 < prev.box.X0+6*l.size
	return indented && short && endsSentence(prev.text)
}

// endsMidPhrase reports whether a text ends in the middle of a phrase.
func endsMidPhrase(s string) bool {
	for _, w := range []string{" of", " to", " and", " or", " the", " in", " Section", " Article", " No."} {
		if strings.HasSuffix(s, w) {
			return true
		}
	}
	return false
}

// endsSentence reports whether a text ends with a full stop or the like.
func endsSentence(s string) bool {
	s = strings.TrimRight(s, `"'”’)`)
	return s != "" && strings.ContainsRune(".;:!?", rune(s[len(s)-1]))
}

// joinColumns joins paragraphs that go on at the top of the next column of their page.
func joinColumns(items []*item) []*item {
	var out []*item
	for _, it := range items {
		if last := lastParagraph(out); last != nil && goesOnInColumn(last, it) {
			last.lines = append(last.lines, it.lines...)
			continue
		}
		out = append(out, it)
	}
	return out
}

// columnLines is the number of lines that a paragraph has in one of two columns at least: less
// may be labels that stand side by side.
const columnLines = 3

// goesOnInColumn reports whether b continues the paragraph a in the next column: higher up,
// beside it, about as wide, and as the next page would.
func goesOnInColumn(a, b *item) bool {
	if b.kind != document.KindParagraph || a.turn != b.turn || a.role != "" && a.role != document.RoleListItem || b.role != "" ||
		max(len(a.lines), len(b.lines)) < columnLines {
		return false
	}
	from, to := extentOf(columnOf(a.lines)), extentOf(b.lines)
	end, start := a.lines[len(a.lines)-1], b.lines[0]
	if end.page != start.page || start.box.Y0 < end.box.Y1 || from.overlapX(to) > 0 {
		return false
	}
	if end.box.Width() < 0.7*from.Width() || to.Width() > 1.1*from.Width() || len(b.lines) > 1 && to.Width() < 0.7*from.Width() {
		return false
	}
	return continuesParagraph(a, b)
}

// columnOf returns the last lines of a paragraph that stand in one column.
func columnOf(lines []*line) []*line {
	for i := len(lines) - 1; i > 0; i-- {
		if lines[i-1].page != lines[i].page || lines[i-1].box.Y1 < lines[i].box.Y0 {
			return lines[i:]
		}
	}
	return lines
}

// extentOf returns the box around lines of a page.
func extentOf(lines []*line) Box {
	var b Box
	for _, l := range lines {
		b = b.Union(l.box)
	}
	return b
}

// appendPage adds the items of the next page; a paragraph or a table that runs over the
// break stays one, but for a table where a part of the document begins, as a sheet of a workbook.
func appendPage(items, next []*item, opensPart bool) []*item {
	if !opensPart {
		if rest, ok := continueTable(items, next); ok {
			return append(items, rest...)
		}
	}
	last := lastParagraph(items)
	if last == nil {
		return append(items, next...)
	}
	for i, it := range next {
		if it.kind == document.KindImage {
			continue
		}
		if it.kind == document.KindParagraph && it.turn == last.turn && continuesParagraph(last, it) {
			last.lines = append(last.lines, it.lines...)
			next = slices.Delete(slices.Clone(next), i, i+1)
		}
		break
	}
	return append(items, next...)
}

// lastParagraph returns the last item when it is a paragraph, images left aside.
func lastParagraph(items []*item) *item {
	for i := len(items) - 1; i >= 0; i-- {
		switch items[i].kind {
		case document.KindImage:
		case document.KindParagraph:
			if items[i].role == document.RoleFootnote {
				continue
			}
			return items[i]
		default:
			return nil
		}
	}
	return nil
}

// continuesParagraph reports whether b continues the paragraph a: a stops in the middle of a
// sentence and b goes on in small letters and the same type.
func continuesParagraph(a, b *item) bool {
	end, start := a.lines[len(a.lines)-1], b.lines[0]
	first, ok := firstRune(start.text)
	if !ok || endsSentence(end.text) || !unicode.IsLower(first) && !endsMidPhrase(end.text) {
		return false
	}
	return abs(end.size-start.size) < 0.1*end.size && len(end.text) > 20
}

// firstRune returns the first rune of a text.
func firstRune(s string) (rune, bool) {
	for _, r := range s {
		return r, true
	}
	return 0, false
}
