package layout

import (
	"strings"
	"unicode"

	"github.com/seed-62a36931/docket/document"
)

// Limits of headlines that a file names.
const (
	enoughTagged   = 3   // tagged headlines, from which type tells no more
	maxNamed       = 300 // runes
	bookmarksFound = 0.5 // of those that lead to a page, from which they are believed
)

// markTagged marks the paragraphs that tags call headings, and counts them.
func markTagged(items []*item) int {
	n := 0
	for _, it := range items {
		if it.kind != document.KindParagraph || len(it.lines) == 0 || it.lines[0].mark.heading == 0 {
			continue
		}
		if text := it.joinedText(); countLetters(text) > 0 && len([]rune(text)) <= maxNamed {
			it.kind, it.level = document.KindHeadline, it.lines[0].mark.heading
			n++
		}
	}
	return n
}

// markBookmarked marks the paragraphs that bookmarks lead to, when most bookmarks lead
// to one with their title.
func markBookmarked(items []*item, outline []Bookmark) {
	type place struct {
		page  int
		title string
	}
	at := map[place]*item{}
	for _, it := range items {
		if it.kind != document.KindParagraph && it.kind != document.KindHeadline || len(it.lines) > headlineLines {
			continue
		}
		if p := (place{it.lines[0].page, bareTitle(it.joinedText())}); at[p] == nil && p.title != "" {
			at[p] = it
		}
	}
	found, leading := 0, 0
	levels := map[*item]int{}
	for _, b := range outline {
		title := bareTitle(b.Title)
		if b.Page < 1 || title == "" {
			continue
		}
		leading++
		if it := at[place{b.Page, title}]; it != nil {
			found++
			if levels[it] == 0 {
				levels[it] = min(max(b.Level, 1), maxLevel)
			}
		}
	}
	if found == 0 || float64(found) < bookmarksFound*float64(leading) {
		return
	}
	for it, level := range levels {
		if it.kind == document.KindParagraph {
			it.kind, it.level = document.KindHeadline, level
		}
	}
}

// joinedText returns the text of all lines.
func (it *item) joinedText() string {
	parts := make([]string, len(it.lines))
	for i, l := range it.lines {
		parts[i] = l.text
	}
	return strings.Join(parts, " ")
}

// bareTitle returns a title in lower case, without white space, signs and the number in
// front.
func bareTitle(s string) string {
	s = strings.TrimLeftFunc(s, func(r rune) bool { return !unicode.IsLetter(r) })
	return strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			return unicode.ToLower(r)
		}
		return -1
	}, s)
}
