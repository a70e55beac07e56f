package layout

import (
	"slices"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// wordGap is the gap between two glyphs, in font sizes, from which they belong to
// different words. Spaces are a quarter in most fonts, squeezed ones a sixth.
const wordGap = 0.15

// descent is the usual reach of type below its baseline, in font sizes.
const descent = 0.22

// A word is a run of glyphs without white space. lo[i] and hi[i] are where rune i
// begins and ends.
type word struct {
	box    Box // loose boxes, upright
	size   float32
	style  int32
	spaced bool // the file itself has a space in front of it
	drawn  int  // its place in the order in which the file draws
	// tailSpaced and tailDrawn say so of the piece that was joined to it last.
	tailSpaced bool
	tailDrawn  int
	leftward   bool  // some letter of it runs from right to left
	confidence uint8 // the least of its glyphs, see Glyph
	mark       *tagMark
	// tracking is the space that a letter-spaced word has between its letters.
	tracking float32
	runes    []rune
	lo, hi   []float32
}

// estimateBaseline estimates where the word stands, from the usual share of descenders.
func (w *word) estimateBaseline() float32 { return w.box.Y0 + descent*w.box.Height() }

// clone returns a copy that can be changed: the words of a view are read several times.
func (w *word) clone() *word {
	out := *w
	out.runes, out.lo, out.hi = slices.Clone(w.runes), slices.Clone(w.lo), slices.Clone(w.hi)
	return &out
}

// appendWord adds the runes of the next word.
func (w *word) appendWord(o *word) {
	w.box = w.box.Union(o.box)
	w.runes = append(w.runes, o.runes...)
	w.lo, w.hi = append(w.lo, o.lo...), append(w.hi, o.hi...)
	w.tailSpaced, w.tailDrawn = o.spaced, o.drawn
	w.leftward = w.leftward || o.leftward
	w.lowerConfidence(o.confidence)
	if o.size > w.size {
		w.size, w.style = o.size, o.style
	}
}

// lowerConfidence takes the confidence of another part of the word over when it is lower.
func (w *word) lowerConfidence(c uint8) {
	if c > 0 && (w.confidence == 0 || c < w.confidence) {
		w.confidence = c
	}
}

// A wordBuilder collects words from glyphs in the order in which they are drawn.
type wordBuilder struct {
	styles []Style
	tags   *structure
	turn   turn
	words  []*word
	cur    *word
	space  bool // the file has a space in front of the next glyph
	guess  bool // the reader thinks that there is one
	last   Box  // of the last glyph
	shared int  // letters of the current word that stand in it
}

// wordsOf groups the glyphs of one direction of writing to words, or parts of words
// where a file draws in pieces; rows put the pieces together.
func wordsOf(p *Page, styles []Style, tags *structure, turns []turn, t turn) []*word {
	b := wordBuilder{styles: styles, tags: tags, turn: t}
	for i := range p.Glyphs {
		if turns[i] == t {
			b.addGlyph(&p.Glyphs[i])
		}
	}
	return b.words
}

// addGlyph adds one glyph.
func (b *wordBuilder) addGlyph(g *Glyph) {
	r := readableBullet(g.Rune)
	switch {
	case isBlank(r):
		b.guess = b.guess || g.Generated
		if !g.Generated {
			b.space, b.cur = true, nil
		}
		return
	case r == 0, unicode.IsControl(r), r == 0x200B, r == 0x200C, r == 0x200D, r == 0x2060, r == 0xFEFF:
		return
	}
	style := &b.styles[g.Style]
	box := advanceBox(g, style, b.turn)
	mark := b.tags.markOf(g)
	if !b.space && b.combineAccent(r, box) {
		return
	}
	if b.cur != nil && box == b.last && box.Width() > 0 && !b.guess && !unicode.Is(unicode.Mn, r) {
		b.shareBox(r)
		return
	}
	if b.cur == nil || !b.continuesWord(r, box, style.Size) || mark.cell != b.cur.mark.cell {
		spaced := b.space || b.guess
		n := len(b.words)
		const usual = 8
		places := make([]float32, 2*usual)
		b.cur = &word{runes: make([]rune, 0, usual), lo: places[:0:usual], hi: places[usual:usual], box: box, size: style.Size,
			style: g.Style, spaced: spaced, tailSpaced: spaced, drawn: n, tailDrawn: n, mark: mark}
		b.words = append(b.words, b.cur)
	}
	b.space, b.guess = false, false
	b.addRune(r, box, style.Size, g.Style)
	b.cur.lowerConfidence(g.Confidence)
}

// continuesWord reports whether a glyph stands directly after the current word.
func (b *wordBuilder) continuesWord(r rune, box Box, size float32) bool {
	em := max(size, b.cur.size)
	gap := box.X0 - b.cur.box.X1
	shift := box.Y0 + descent*box.Height() - b.cur.estimateBaseline()
	last := b.cur.runes[len(b.cur.runes)-1]
	if unicode.Is(unicode.Mn, r) {
		return gap < em && box.X1 > b.cur.box.X0-em && abs(shift) < em
	}
	if readsLeftward(r) || b.cur.leftward {
		return false // rows put letters together that are drawn from right to left
	}
	most := gapOf(last, r)
	if b.guess {
		most = 0 // squeezed type: the font's own widths hide the space
	}
	return gap < most*em && gap > -0.5*em && abs(shift) < 0.4*em
}

// gapOf returns the gap between two runes, in font sizes, from which they belong to
// different words; ideographs are often set apart to fill a line.
func gapOf(a, b rune) float32 {
	if isEastAsian(a) && isEastAsian(b) {
		return 0.7
	}
	return wordGap
}

// addRune puts a rune, or the letters of a ligature, at the end of the current word.
func (b *wordBuilder) addRune(r rune, box Box, size float32, style int32) {
	w := b.cur
	if n := len(w.runes); n > 0 && unicode.Is(unicode.Mn, r) {
		if joined := []rune(norm.NFC.String(string([]rune{w.runes[n-1], r}))); len(joined) == 1 {
			w.runes[n-1] = joined[0]
			return
		}
	}
	w.box = w.box.Union(box)
	if size > w.size {
		w.size, w.style = size, style
	}
	if r < 0x2010 && !readsLeftward(r) {
		w.runes, w.lo, w.hi = append(w.runes, r), append(w.lo, box.X0), append(w.hi, box.X1)
		b.last, b.shared = box, 1
		return
	}
	letters := spellLigature(r)
	if readsLeftward(letters[0]) {
		w.leftward = true
		slices.Reverse(letters) // words hold their letters from left to right
	}
	b.last, b.shared = box, len(letters)
	step := box.Width() / float32(len(letters))
	for i, l := range letters {
		w.runes = append(w.runes, l)
		w.lo = append(w.lo, box.X0+step*float32(i))
		w.hi = append(w.hi, box.X0+step*float32(i+1))
	}
}

// shareBox adds a letter that stands in the same box as the one in front of it: a font's
// ligature, which the reader has spelled out. Each letter gets its part of the box.
func (b *wordBuilder) shareBox(r rune) {
	w := b.cur
	w.runes = append(w.runes, r)
	w.lo, w.hi = append(w.lo, 0), append(w.hi, 0)
	b.shared++
	step := b.last.Width() / float32(b.shared)
	first := len(w.runes) - b.shared
	for i := range b.shared {
		w.lo[first+i] = b.last.X0 + step*float32(i)
		w.hi[first+i] = b.last.X0 + step*float32(i+1)
	}
}

// spellLigature replaces ligatures and other presentation forms by plain letters.
func spellLigature(r rune) []rune {
	switch {
	case r >= 0x2F00 && r <= 0x2FD5 || r >= 0xFB00 && r <= 0xFDFF || r >= 0xFE70 && r <= 0xFEFC || r >= 0xFF01 && r <= 0xFF5E:
		return []rune(norm.NFKC.String(string(r)))
	case r == 0x2010 || r == 0x2011:
		return []rune{'-'}
	}
	return []rune{r}
}

// isBlank reports whether a rune is white space of any width.
func isBlank(r rune) bool { return unicode.IsSpace(r) || unicode.Is(unicode.Zs, r) }

// advanceBox returns the upright loose box of a glyph, or one made from the tight
// box where the font gives no usable measures.
func advanceBox(g *Glyph, s *Style, t turn) Box {
	loose := t.toUpright(g.Loose)
	tight := t.toUpright(g.Tight)
	size := max(s.Size, 1)
	if g.Tight.Empty() {
		return extendBox(loose, g.Rune, size)
	}
	if h := loose.Height(); h < 0.5*size || h > 2.5*size {
		loose.Y0 = tight.Y0 - 0.2*size
		loose.Y1 = loose.Y0 + 1.1*size
	}
	if loose.Width() <= 0.01*size || loose.Width() > 4*size {
		loose.X0, loose.X1 = tight.X0, max(tight.X1, tight.X0+0.1*size)
	}
	return loose
}

// extendBox extends a box that covers little more than the ink, as readers give where the
// font does not say how tall its type is, to the usual height of a line.
func extendBox(b Box, r rune, size float32) Box {
	if b.Height() >= 0.85*size || b.Width() <= 0 {
		return b
	}
	base := b.Y0
	switch {
	case strings.ContainsRune("gjpqyQçß()[]{}|/@$§µ", r):
		base += descent * size
	case r == ',' || r == ';':
		base += descent / 2 * size
	}
	b.Y0 = min(b.Y0, base-descent*size)
	b.Y1 = max(b.Y1, base+0.88*size)
	return b
}

// abs returns the absolute value.
func abs(v float32) float32 {
	if v < 0 {
		return -v
	}
	return v
}
