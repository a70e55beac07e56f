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

// guessedGap is that of clusters of letters whose boxes show their ink alone, where the reader thinks that
// there is a space.
const guessedGap = 0.1

// The usual reach of type below its baseline, and its usual height, in font sizes.
const (
	descent    = 0.22
	typeHeight = 1.1
)

// A word is a run of glyphs without white space. lo[i] and hi[i] are where rune i
// begins and ends.
type word struct {
	box    Box     // loose boxes, upright
	base   float32 // where it stands, see Glyph
	size   float32
	style  int32
	spaced bool // the file itself has a space in front of it
	// guessed means that only the reader thinks so, of what was drawn before it.
	guessed bool
	// spaceAt is where the space of the file stands that is in front of it; 0 for none.
	spaceAt float32
	// amongLeftward means that most words of the page run from right to left.
	amongLeftward bool
	drawn         int // its place in the order in which the file draws
	// tailSpaced and tailDrawn say so of the piece that was joined to it last.
	tailSpaced bool
	tailDrawn  int
	// tailSize, tailBase and tailStyle are of its last rune.
	tailSize, tailBase float32
	tailStyle          int32
	leftward           bool  // some letter of it runs from right to left
	confidence         uint8 // the least of its glyphs, see Glyph
	mark               *tagMark
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
	w.dropSoftHyphen()
	w.box = w.box.Union(o.box)
	w.runes = append(w.runes, o.runes...)
	w.lo, w.hi = append(w.lo, o.lo...), append(w.hi, o.hi...)
	w.tailSpaced, w.tailDrawn, w.tailSize, w.tailBase, w.tailStyle = o.spaced, o.drawn, o.tailSize, o.tailBase, o.tailStyle
	w.leftward = w.leftward || o.leftward
	w.lowerConfidence(o.confidence)
	if o.size > w.size {
		w.size, w.style, w.base = o.size, o.style, o.base
	}
}

// dropSoftHyphen takes a soft hyphen away after which the word goes on in its line.
func (w *word) dropSoftHyphen() {
	if n := len(w.runes) - 1; n > 0 && w.runes[n] == 0xAD {
		w.runes, w.lo, w.hi = w.runes[:n], w.lo[:n], w.hi[:n]
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
	styles  []Style
	tags    *structure
	turn    turn
	based   bool // the baselines of glyphs can be trusted
	words   []*word
	cur     *word
	space   bool    // the file has a space in front of the next glyph
	spaceAt float32 // where it is
	guess   bool    // the reader thinks that there is one
	last    Box     // of the last glyph
	shared  int     // letters of the current word that stand in it
	square  Box     // of the character above, see squareOf
}

// wordsOf groups the glyphs of one direction of writing to words, or parts of words
// where a file draws in pieces; rows put the pieces together.
func wordsOf(p *Page, styles []Style, tags *structure, turns []turn, t turn) []*word {
	b := wordBuilder{styles: styles, tags: tags, turn: t, based: !p.Recognised && !p.Layered}
	letters := lettersOfAm(p, styles)
	for i := range p.Glyphs {
		if turns[i] != t {
			continue
		}
		g := &p.Glyphs[i]
		if r := letters[i]; r != 0 {
			named := *g
			named.Rune, g = r, &named
		}
		b.addGlyph(g)
	}
	markLeftward(b.words)
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
			box := b.turn.toUpright(g.Loose)
			b.spaceAt = (box.X0 + box.X1) / 2
		}
		return
	case r == 0x200B, r == 0x200C, r == 0x200D, r == 0x2060, r == 0xFEFF:
		return
	}
	style := &b.styles[g.Style]
	box, base := b.placeGlyph(g, style)
	if r == 0 || unicode.IsControl(r) {
		b.widenWord(box, base, style.Size)
		return
	}
	if !b.space && b.insertMark(r, box, base, style.Size) {
		return
	}
	mark := b.tags.markOf(g)
	if !b.space && b.combineAccent(r, box) {
		return
	}
	if b.cur != nil && box == b.last && box.Width() > 0 && !b.guess && !unicode.Is(unicode.Mn, r) {
		b.shareBox(r)
		return
	}
	if b.cur == nil || !b.continuesWord(r, box, base, style.Size) || mark.cell != b.cur.mark.cell {
		spaced, guessed := b.space || b.guess, !b.space
		n := len(b.words)
		const usual = 8
		places := make([]float32, 2*usual)
		b.cur = &word{runes: make([]rune, 0, usual), lo: places[:0:usual], hi: places[usual:usual], box: box, base: base,
			size: style.Size, style: g.Style, spaced: spaced, guessed: guessed, tailSpaced: spaced, drawn: n, tailDrawn: n, mark: mark}
		if b.space {
			b.cur.spaceAt = b.spaceAt
		}
		b.words = append(b.words, b.cur)
	}
	b.space, b.guess = false, false
	b.addRune(r, box, base, style.Size, g.Style)
	b.cur.lowerConfidence(g.Confidence)
}

// continuesWord reports whether a glyph stands directly after the current word.
func (b *wordBuilder) continuesWord(r rune, box Box, base, size float32) bool {
	em := max(size, b.cur.size)
	gap := box.X0 - b.cur.box.X1
	shift := base - b.cur.base
	last := b.cur.runes[len(b.cur.runes)-1]
	if unicode.Is(unicode.Mn, r) {
		return gap < em && box.X1 > b.cur.box.X0-em && abs(shift) < em
	}
	if readsLeftward(r) || b.cur.leftward {
		return false // rows put letters together that are drawn from right to left
	}
	if isRaised(b.cur.tailSize, b.cur.tailBase, size, base) || isRaised(size, base, b.cur.tailSize, b.cur.tailBase) ||
		isLowered(size, base, b.cur.tailSize, b.cur.tailBase) && unicode.IsDigit(last) {
		return false // rows join it again where it is no mark
	}
	most := gapOf(last, r)
	switch {
	case b.guess && isBrahmic(r) && isBrahmic(last):
		most = guessedGap // clusters are boxed by their ink
	case b.guess:
		most = 0 // squeezed type: the font's own widths hide the space
	}
	return gap < most*em && gap > -leastOverlap(last, r)*em && abs(shift) < 0.4*em
}

// leastOverlap returns how far two runes that follow each other may overlap, in font sizes, and stand in one
// word: Arabic letters reach under each other, and signs of full width are drawn together.
func leastOverlap(a, b rune) float32 {
	switch {
	case readsLeftward(a) && readsLeftward(b):
		return 1
	case isEastAsian(a) && isEastAsian(b):
		return 0.7
	}
	return 0.5
}

// isBrahmic reports whether a rune is of a script of South or Southeast Asia that writes vowels as marks.
func isBrahmic(r rune) bool { return r >= 0x900 && r <= 0x109F || r >= 0x1780 && r <= 0x17FF }

// gapOf returns the gap between two runes, in font sizes, from which they belong to
// different words; ideographs are often set apart to fill a line.
func gapOf(a, b rune) float32 {
	switch {
	case isEastAsian(a) && isEastAsian(b):
		return 0.7
	case unicode.Is(unicode.Arabic, a) && unicode.Is(unicode.Arabic, b):
		return 0.22 // boxes of their ink leave more between letters
	}
	return wordGap
}

// addRune puts a rune, or the letters of a ligature, at the end of the current word.
func (b *wordBuilder) addRune(r rune, box Box, base, size float32, style int32) {
	w := b.cur
	w.dropSoftHyphen()
	if n := len(w.runes); n > 0 && unicode.Is(unicode.Mn, r) {
		if joined := []rune(norm.NFC.String(string([]rune{w.runes[n-1], r}))); len(joined) == 1 {
			w.runes[n-1] = joined[0]
			if box.X0 >= w.box.X1-wordGap*size && box.X1 > w.box.X1 { // they share the box of a cluster
				w.box.X1, w.hi[n-1] = box.X1, box.X1
			}
			return
		}
	}
	w.box = w.box.Union(box)
	w.tailSize, w.tailBase, w.tailStyle = size, base, style
	if size > w.size {
		w.size, w.style, w.base = size, style, base
	}
	if r < 0x2010 && !readsLeftward(r) {
		w.runes, w.lo, w.hi = append(w.runes, r), append(w.lo, box.X0), append(w.hi, box.X1)
		b.last, b.shared = box, 1
		return
	}
	letters := spellLigature(r)
	if n := len(w.runes); n > 1 && r >= 0xFF10 && r <= 0xFF19 && unicode.IsDigit(w.runes[n-2]) && isWideSeparator(w.runes[n-1]) {
		w.runes[n-1] -= 0xFEE0 // inside of a number, which is written in usual digits
	}
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
	first := len(w.runes) - b.shared
	if isAlef(r) && w.runes[len(w.runes)-1] == 'ل' {
		w.runes = slices.Insert(w.runes, first, r) // words hold their letters from left to right
	} else {
		w.runes = append(w.runes, r)
	}
	w.lo, w.hi = append(w.lo, 0), append(w.hi, 0)
	b.shared++
	step := b.last.Width() / float32(b.shared)
	for i := range b.shared {
		w.lo[first+i] = b.last.X0 + step*float32(i)
		w.hi[first+i] = b.last.X0 + step*float32(i+1)
	}
}

// isWideSeparator reports whether a rune is a sign of full width that stands inside of numbers, dates and times.
func isWideSeparator(r rune) bool {
	return r == '，' || r == '．' || r == '：' || r == '／' || r == '－'
}

// isAlef reports whether an Arabic letter is an alef, which makes a ligature with the lam before it.
func isAlef(r rune) bool { return r == 0x622 || r == 0x623 || r == 0x625 || r == 0x627 || r == 0x671 }

// spellLigature replaces ligatures and other presentation forms by plain letters, and letters and digits of
// full width by usual ones; signs of full width stay, because Chinese and Japanese are written with them.
func spellLigature(r rune) []rune {
	switch {
	case r >= 0x2F00 && r <= 0x2FD5 || r >= 0xFB00 && r <= 0xFDFF || r >= 0xFE70 && r <= 0xFEFC ||
		r >= 0xFF10 && r <= 0xFF19 || r >= 0xFF21 && r <= 0xFF3A || r >= 0xFF41 && r <= 0xFF5A:
		return []rune(norm.NFKC.String(string(r)))
	case r == 0x2010 || r == 0x2011:
		return []rune{'-'}
	}
	return []rune{r}
}

// isBlank reports whether a rune is white space of any width.
func isBlank(r rune) bool { return unicode.IsSpace(r) || unicode.Is(unicode.Zs, r) }

// Limits beyond which what a font says of the height of its type is in doubt, in font sizes.
const (
	leastHeight = 0.85
	mostHeight  = 2
	mostAside   = 0.25 // from the baseline that the height lets expect
)

// placeGlyph returns the upright box of a glyph and its baseline, which is estimated from the usual share of
// descenders where the reader does not tell it.
func (b *wordBuilder) placeGlyph(g *Glyph, s *Style) (Box, float32) {
	if square, ok := b.squareOf(g, s); ok {
		return square, square.Y0 + descent*square.Height()
	}
	box := advanceBox(g, s, b.turn)
	estimate := box.Y0 + descent*box.Height()
	if g.Base == 0 || b.turn != turn(s.Angle) || !b.based {
		return box, estimate
	}
	if size := max(s.Size, 1); box.Width() > 0 && (box.Height() > mostHeight*size || abs(estimate-g.Base) > mostAside*size) {
		box.Y0 = g.Base - descent*size
		box.Y1 = box.Y0 + typeHeight*size
	}
	return box, g.Base
}

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
		loose.Y1 = loose.Y0 + typeHeight*size
	}
	if loose.Width() <= 0.01*size || loose.Width() > 4*size {
		loose.X0, loose.X1 = tight.X0, max(tight.X1, tight.X0+0.1*size)
	}
	return loose
}

// extendBox extends a box that covers little more than the ink, as readers give where the
// font does not say how tall its type is, to the usual height of a line.
func extendBox(b Box, r rune, size float32) Box {
	if b.Height() >= leastHeight*size || b.Width() <= 0 {
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
