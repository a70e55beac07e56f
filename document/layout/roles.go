package layout

import (
	"regexp"

	"github.com/seed-62a36931/docket/document"
)

// noteMark opens a footnote.
var noteMark = regexp.MustCompile(`^(\(?\d{1,3}\)?|[*†‡§]{1,3}|[a-z]\))\s*\S`)

// smallType is the largest size of footnotes, as part of the size of the body.
const smallType = 0.93

// markRoles marks the list items, footnotes and captions among the paragraphs.
func markRoles(items []*item) {
	body := bodyFace(items)
	for i, it := range items {
		if it.kind != document.KindParagraph || len(it.lines) == 0 {
			continue
		}
		first := it.lines[0]
		switch {
		case first.mark.note || isFootnote(items, i, body):
			it.role = document.RoleFootnote
		case captionStart.MatchString(first.text) && isBesideFigure(items, i):
			it.role = document.RoleCaption
		case first.mark.item || listMark.MatchString(first.text):
			it.role = document.RoleListItem
		}
	}
}

// isFootnote reports whether a paragraph stands at the end of its page, in small
// type and after a mark, with only footnotes below it.
func isFootnote(items []*item, i int, body typeface) bool {
	first := items[i].lines[0]
	if first.size > smallType*body.size || !noteMark.MatchString(first.text) {
		return false
	}
	for _, it := range items[i+1:] {
		if it.page != items[i].page {
			break
		}
		if it.kind == document.KindTable || it.kind == document.KindParagraph && it.lines[0].size > smallType*body.size {
			return false
		}
	}
	return i > 0 && items[i-1].page == items[i].page
}

// isBesideFigure reports whether a table or an image stands right before or after an
// item.
func isBesideFigure(items []*item, i int) bool {
	figure := func(it *item) bool { return it.kind == document.KindTable || it.kind == document.KindImage }
	return i > 0 && figure(items[i-1]) || i+1 < len(items) && figure(items[i+1])
}

// bulletSigns are the signs that open an item of a list without a number and are nothing else.
const bulletSigns = "•·▪●◦➢✓"

// readableBullet returns the sign that stands at a place of a font of symbols, from which files take the
// bullets of their lists; other runes as they are.
func readableBullet(r rune) rune {
	switch r {
	case 0xF0B7:
		return '•'
	case 0xF0A7:
		return '▪'
	case 0xF0D8:
		return '➢'
	case 0xF0FC:
		return '✓'
	}
	return r
}
