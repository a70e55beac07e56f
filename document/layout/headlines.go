package layout

import (
	"regexp"
	"slices"
	"sort"
	"strings"
	"unicode"

	"github.com/seed-62a36931/docket/document"
)

// Limits of headlines.
const (
	largerType    = 1.15 // times the size of the body
	maxHeadline   = 140  // runes
	headlineLines = 3
	maxLevel      = 6
)

var (
	clauseNumber = regexp.MustCompile(`^\d{1,2}(\.\d{1,2})+`)
	chapterWord  = regexp.MustCompile(`(?i)^(article|section|exhibit|schedule|annex|appendix|chapter|part|kapitel|anlage|anhang)\b`)
	// titleYear matches a title that ends with its year: behind a preposition, or as a report's.
	titleYear = regexp.MustCompile(`(?i)(?:(?:^|\s)(?:of|in|for|since|until|im|von|für|vom|seit|bis|de|en|du|del|pour|para)` +
		`|report|bericht|rapport|informe|year|jahr)\s+(?:19|20)\d\d$`)
)

// A typeface holds the properties of type that rank a headline.
type typeface struct {
	size float32 // rounded to half a point
	bold bool
}

// faceOf returns the typeface of a line.
func faceOf(l *line) typeface {
	return typeface{float32(int(l.size*2+0.5)) / 2, l.bold}
}

// outranks reports whether headlines in this typeface stand above those in the other.
func (f typeface) outranks(o typeface) bool {
	if f.size != o.size {
		return f.size > o.size
	}
	return f.bold && !o.bold
}

// markHeadlines finds the paragraphs that are headlines: those that the file's tags or
// bookmarks name, and, where tags name none, those in larger or bolder type than the
// body, short, and no sentence; larger type ranks higher.
func markHeadlines(items []*item, outline []Bookmark) {
	tagged := markTagged(items)
	markBookmarked(items, outline)
	if tagged < enoughTagged {
		markByType(items)
	}
}

// markByType finds the headlines that stand out by their type.
func markByType(items []*item) {
	body := bodyFace(items)
	known := map[typeface]int{}
	for _, it := range items {
		if it.kind == document.KindHeadline && known[faceOf(it.lines[0])] == 0 {
			known[faceOf(it.lines[0])] = it.level
		}
	}
	var found []*item
	for i, it := range items {
		if it.kind != document.KindParagraph || !isHeadline(it, body) || isLastText(items, i) || isLabelOfNext(items, i) {
			continue
		}
		it.kind = document.KindHeadline
		found = append(found, it)
	}
	found = dropBylines(items, found)
	ranks := map[typeface]int{}
	var faces []typeface
	for _, it := range found {
		f := faceOf(it.lines[0])
		if _, ok := ranks[f]; !ok {
			ranks[f] = 0
			faces = append(faces, f)
		}
	}
	sort.Slice(faces, func(i, j int) bool { return faces[i].outranks(faces[j]) })
	for i, f := range faces {
		ranks[f] = i + 1
	}
	for _, it := range found {
		f := faceOf(it.lines[0])
		if it.level = known[f]; it.level == 0 {
			depth := strings.Count(clauseNumber.FindString(it.lines[0].text), ".")
			it.level = min(ranks[f]+depth, maxLevel)
		}
	}
}

// maxByline is the number of paragraphs that may stand between a title and what it heads.
const maxByline = 8

// dropBylines turns headlines back into paragraphs that stand right under the title and above
// a headline of higher rank, with nothing but short lines around them: authors, whom they
// work for, a date. They head nothing. It returns the headlines that are left.
func dropBylines(items, found []*item) []*item {
	if len(found) < 3 {
		return found
	}
	start := slices.Index(items, found[0])
	for k := 1; k+1 < len(found) && k <= maxByline; k++ {
		next := found[k+1]
		end := slices.Index(items, next)
		if end-start-1 > maxByline || !areShortLines(items[start+1:end]) {
			break
		}
		title, byline := faceOf(found[0].lines[0]), found[1:k+1]
		below := func(it *item) bool {
			f := faceOf(it.lines[0])
			return title.outranks(f) && faceOf(next.lines[0]).outranks(f) && !listMark.MatchString(it.lines[0].text)
		}
		if slices.ContainsFunc(byline, func(it *item) bool { return !below(it) }) {
			continue
		}
		for _, it := range byline {
			it.kind = document.KindParagraph
		}
		return slices.Delete(found, 1, k+1)
	}
	return found
}

// areShortLines reports whether all items are paragraphs or headlines of a line that is no sentence.
func areShortLines(items []*item) bool {
	for _, it := range items {
		if it.kind != document.KindParagraph && it.kind != document.KindHeadline || len(it.lines) != 1 ||
			len([]rune(it.lines[0].text)) > maxHeadline/2 || endsSentence(it.lines[0].text) {
			return false
		}
	}
	return true
}

// bodyFace returns the typeface of most of the text.
func bodyFace(items []*item) typeface {
	count := map[typeface]int{}
	var best typeface
	for _, it := range items {
		for _, l := range it.lines {
			f := faceOf(l)
			count[f] += len(l.text)
			if n := count[f]; n > count[best] || best == (typeface{}) {
				best = f
			}
		}
	}
	return best
}

// isHeadline reports whether a paragraph looks like a headline.
func isHeadline(it *item, body typeface) bool {
	if len(it.lines) > headlineLines || it.lines[0].turn != it.turn {
		return false
	}
	text := ""
	for _, l := range it.lines {
		text += " " + l.text
	}
	text = strings.TrimSpace(text)
	if n := len([]rune(text)); n > maxHeadline || countLetters(text) < 3 || countLetters(text)*2 < n {
		return false
	}
	if strings.ContainsRune(",;:-&", rune(text[len(text)-1])) {
		return false
	}
	f := faceOf(it.lines[0])
	if larger := f.size >= largerType*body.size; larger {
		return !isAmountLine(text) || titleYear.MatchString(text)
	}
	bolder := f.bold && !body.bold && f.size >= 0.9*body.size
	return bolder && !isAmountLine(text) && (!strings.HasSuffix(text, ".") || listMark.MatchString(text))
}

// isAmountLine reports whether a text ends with a figure, as sums do.
func isAmountLine(s string) bool {
	words := strings.Fields(s)
	return len(words) > 1 && isValue(words[len(words)-1]) && !chapterWord.MatchString(s)
}

// countLetters counts the letters of a text.
func countLetters(s string) int {
	n := 0
	for _, r := range s {
		if unicode.IsLetter(r) {
			n++
		}
	}
	return n
}

// isLabelOfNext reports whether a paragraph is the label of a value right under it: a
// figure, a date or a code, which no headline heads.
func isLabelOfNext(items []*item, i int) bool {
	if i+1 == len(items) || items[i+1].kind != document.KindParagraph || len(items[i].lines) > 1 {
		return false
	}
	a, b := items[i].lines[0], items[i+1].lines[0]
	return a.page == b.page && a.turn == b.turn && isLabel(a.text) && isValue(b.text) &&
		a.box.overlapX(b.box) > 0 && a.box.Y0 > b.box.Y0 && a.box.Y0-b.box.Y1 < 0.5*b.size
}

// isLastText reports whether nothing with text follows; a headline heads something.
func isLastText(items []*item, i int) bool {
	for _, it := range items[i+1:] {
		if it.kind != document.KindImage {
			return false
		}
	}
	return i > 0
}
