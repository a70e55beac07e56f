package ocr

import (
	"math"
	"slices"
	"strings"
	"unicode"

	"github.com/seed-62a36931/docket/document/layout"
)

// Proportions of most fonts, in sizes of type.
const (
	xHeight   = 0.48
	ascender  = 0.70 // also capitals and digits
	descender = 0.21
)

// A typeset is a word with the baseline and the size of its type, in pixels.
type typeset struct {
	word
	size, base float64
}

// typesetOf computes size and baseline of the words of a reading. Tesseract reports
// neither, but the height of a word follows from its letters; the words of a line share
// the most common result.
func typesetOf(words []word) []typeset {
	out := make([]typeset, len(words))
	for i, w := range words {
		up, down := letterReach(w.text)
		size := w.box.height() / (up + down)
		out[i] = typeset{w, size, w.box.y1 - down*size}
	}
	for start := 0; start < len(out); {
		end := start + 1
		for end < len(out) && out[end].line == out[start].line {
			end++
		}
		alignLine(out[start:end])
		start = end
	}
	snapSizes(out)
	return out
}

// letterReach returns how far the letters of a word extend above and below the baseline, in
// sizes of type.
func letterReach(text string) (up, down float64) {
	up = 0.2 // of dashes and points
	for _, r := range text {
		switch {
		case strings.ContainsRune("acemnorsuvwxz", r):
			up = max(up, xHeight)
		case strings.ContainsRune("gpqy", r):
			up, down = max(up, xHeight), max(down, descender)
		case r == ',' || r == ';':
			up, down = max(up, 0.1), max(down, descender/2)
		case strings.ContainsRune("()[]{}|/jQ§", r):
			up, down = max(up, ascender), max(down, descender*0.8)
		case strings.ContainsRune(".-–—_~:=+", r):
		default:
			up = max(up, ascender)
		}
	}
	return up, down
}

// alignLine gives the words of a line one size, and one baseline to those that nearly share
// it.
func alignLine(line []typeset) {
	size := weightedMedian(line, func(w typeset) float64 { return w.size })
	base := weightedMedian(line, func(w typeset) float64 { return w.base })
	for i := range line {
		w := &line[i]
		if math.Abs(w.base-base) < 0.25*size {
			w.base = base
		}
		if w.size > 0.6*size && w.size < 1.6*size {
			w.size = size
		} else if w.base == base {
			w.size = size // a box that caught a line or a stain
		}
	}
}

// weightedMedian returns the median of a value of the words, weighted by their letters.
func weightedMedian(line []typeset, of func(typeset) float64) float64 {
	var all []float64
	for _, w := range line {
		for range min(len([]rune(w.text)), 12) {
			all = append(all, of(w))
		}
	}
	slices.Sort(all)
	return all[len(all)/2]
}

// snapSizes makes nearly equal sizes of lines equal, beginning with the size of most
// letters: type comes in few sizes, measured heights do not.
func snapSizes(words []typeset) {
	done := make([]bool, len(words))
	for {
		var left []typeset
		for i, w := range words {
			if !done[i] {
				left = append(left, w)
			}
		}
		if len(left) == 0 {
			return
		}
		size := weightedMedian(left, func(w typeset) float64 { return w.size })
		for i := range words {
			if !done[i] && math.Abs(words[i].size-size) <= 0.12*size {
				words[i].size, done[i] = size, true
			}
		}
	}
}

// A placer puts words on a page.
type placer struct {
	toPage matrix // from pixels of the words to points of the unrotated page
	styles map[layout.Style]int32
	doc    *layout.Document
}

// placeGlyphs returns the characters of words, in the order in which they were read. Words
// of a line have a space between them unless their script has no spaces.
func (p placer) placeGlyphs(words []typeset) []layout.Glyph {
	var out []layout.Glyph
	for i, w := range words {
		style := p.styleNumber(w.size)
		if i > 0 && words[i-1].line == w.line && !(isSpaceless(lastRune(words[i-1].text)) && isSpaceless(firstRune(w.text))) {
			gap := box{words[i-1].box.x1, w.base - w.size, w.box.x0, w.base}
			out = append(out, layout.Glyph{Rune: ' ', Style: style, Loose: p.uprightBox(gap)})
		}
		out = append(out, p.placeLetters(w, style)...)
	}
	return out
}

// placeLetters returns the characters of a word, which divide its box as printed letters
// would.
func (p placer) placeLetters(w typeset, style int32) []layout.Glyph {
	runes := []rune(w.text)
	total := 0.0
	for _, r := range runes {
		total += runeWidth(r)
	}
	var out []layout.Glyph
	x, unit := w.box.x0, w.box.width()/total
	for _, r := range runes {
		next := x + runeWidth(r)*unit
		loose := box{x, w.base - 0.858*w.size, next, w.base + 0.242*w.size}
		out = append(out, layout.Glyph{Rune: r, Style: style, Loose: p.uprightBox(loose), Confidence: uint8(min(max(w.conf, 1), 100))})
		x = next
	}
	return out
}

// styleNumber returns the number of the style for recognised text of a size in pixels.
func (p placer) styleNumber(size float64) int32 {
	points := math.Round(size*p.toPage.stretchFactor()*4) / 4
	angle := int(math.Round(math.Atan2(p.toPage.b, p.toPage.a)/(math.Pi/2))) & 3 * 90
	s := layout.Style{Size: float32(max(points, 1)), Angle: angle}
	id, known := p.styles[s]
	if !known {
		id = int32(len(p.doc.Styles))
		p.doc.Styles = append(p.doc.Styles, s)
		p.styles[s] = id
	}
	return id
}

// textDirection returns the direction of the words on the page: the nearest quarter turn,
// and the difference from it, in degrees counter-clockwise.
func (p placer) textDirection() (angle int, skew float64) {
	degrees := math.Atan2(p.toPage.b, p.toPage.a) * 180 / math.Pi
	quarters := math.Round(degrees / 90)
	return int(quarters) & 3 * 90, degrees - 90*quarters
}

// uprightBox returns the box on the page for a box of the picture: its middle is mapped
// exactly, its extent by the nearest quarter turn, so that boxes of tilted text do not
// swell.
func (p placer) uprightBox(b box) layout.Box {
	x, y := p.toPage.applyTo((b.x0+b.x1)/2, (b.y0+b.y1)/2)
	k := p.toPage.stretchFactor() / 2
	w, h := max(b.width(), 0)*k, b.height()*k
	if math.Abs(p.toPage.b) > math.Abs(p.toPage.a) {
		w, h = h, w
	}
	return layout.Box{X0: float32(x - w), Y0: float32(y - h), X1: float32(x + w), Y1: float32(y + h)}
}

// runeWidth returns the width of a character in most fonts, in sizes of type.
func runeWidth(r rune) float64 {
	switch {
	case strings.ContainsRune("iljI.,:;'|!’‘`", r):
		return 0.28
	case strings.ContainsRune("ftr()[]-/\\\"“”", r):
		return 0.35
	case strings.ContainsRune("mwMW—%@", r):
		return 0.8
	case unicode.IsUpper(r):
		return 0.66
	case r >= 0x2E80 && r < 0xFE00:
		return 1
	}
	return 0.5
}

// isSpaceless reports whether the script of a character has no spaces between words.
func isSpaceless(r rune) bool {
	return unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Thai, unicode.Lao, unicode.Khmer, unicode.Myanmar) ||
		r >= 0x3000 && r < 0x3040 || r >= 0xFF00 && r < 0xFF65
}

func firstRune(s string) rune {
	for _, r := range s {
		return r
	}
	return 0
}

func lastRune(s string) rune {
	runes := []rune(s)
	return runes[len(runes)-1]
}

// pageMatrix returns the matrix from pixels of a page that was rendered w by h pixels,
// turned as a viewer shows it, to points of the unrotated page.
func pageMatrix(p *layout.Page, w, h int) matrix {
	shownW, shownH := p.Width, p.Height
	if p.Rotation%180 != 0 {
		shownW, shownH = shownH, shownW
	}
	m := matrix{a: shownW / float64(w), d: -shownH / float64(h), f: shownH}
	switch p.Rotation {
	case 90:
		return m.followedBy(matrix{b: 1, c: -1, e: p.Width})
	case 180:
		return m.followedBy(matrix{a: -1, d: -1, e: p.Width, f: p.Height})
	case 270:
		return m.followedBy(matrix{b: -1, c: 1, f: p.Height})
	}
	return m
}
