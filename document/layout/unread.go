package layout

import (
	"slices"
	"strings"
	"unicode"
)

// An Unread holds what recognition of a page's image has to add to its glyphs.
type Unread int

const (
	// NothingUnread: the page's own text is all that is needed.
	NothingUnread Unread = iota
	// AllUnread: the page has no text that is worth keeping.
	AllUnread
	// ImageUnread: an image that covers most of the page may show text; the glyphs
	// that the page has stay.
	ImageUnread
	// Doubtful: the page has text that does not look like one, or it lies invisibly over the picture
	// of a scan and may be worse than that. What is recognised replaces it if it looks better.
	Doubtful
)

// Shares and counts by which a page is judged.
const (
	mostOfPage  = 0.5 // from this share of the page an image is one of a page
	fewGlyphs   = 250 // up to so many may be a stamp or a fax line over a scan
	fewBands    = 3   // of twelve, from top to bottom, that such a line may touch
	strangeRate = 0.3 // from this share of strange glyphs the text is of no use
	leastWords  = 12  // so many words it takes to say that they are none
	poorShare   = 0.1 // from this share of misspelt words the layer of a scan is poor
)

// UnreadOf reports whether a page should be recognised, and within which box in points
// of the unrotated page. A page without any glyph may also be blank, which only its
// image tells.
func UnreadOf(p *Page) (Unread, Box) {
	page := Box{0, 0, float32(p.Width), float32(p.Height)}
	drawn, strange := 0, p.Unmapped
	for i := range p.Glyphs {
		r := p.Glyphs[i].Rune
		if !isBlank(r) {
			drawn++
		}
		if unicode.Is(unicode.Co, r) || unicode.IsControl(r) && !isBlank(r) {
			strange++
		}
	}
	if drawn == 0 || float64(strange) > strangeRate*float64(drawn) {
		return AllUnread, page
	}
	if scan := largestImage(p, page); scan.area() > mostOfPage*page.area() && isMarginal(p, scan) {
		if p.Layered {
			return Doubtful, page
		}
		return ImageUnread, scan
	}
	if isNonsense(p.Glyphs) || p.Layered && (p.Distrusted || isMisspelt(p.Glyphs)) {
		return Doubtful, page
	}
	return NothingUnread, Box{}
}

// area returns the area in square points, 0 for an empty box.
func (b Box) area() float32 {
	if b.Empty() {
		return 0
	}
	return b.Width() * b.Height()
}

// largestImage returns the part of the page that its images cover, when they stand close
// together as the strips of a scan do, or the largest alone.
func largestImage(p *Page, page Box) Box {
	var largest, all Box
	var sum float32
	for _, m := range p.Images {
		b := Box{max(m.X0, page.X0), max(m.Y0, page.Y0), min(m.X1, page.X1), min(m.Y1, page.Y1)}
		if b.area() > largest.area() {
			largest = b
		}
		sum += b.area()
		all = all.Union(b)
	}
	if sum > 0.8*all.area() {
		return all
	}
	return largest
}

// isMarginal reports whether the glyphs over an image are few and stand in few places,
// as a stamp, a page number or a fax line, or all beside it, as a letterhead.
func isMarginal(p *Page, scan Box) bool {
	const bands = 12
	var touched [bands]bool
	over := 0
	for i := range p.Glyphs {
		g := &p.Glyphs[i]
		b := g.Loose.Union(g.Tight)
		x, y := (b.X0+b.X1)/2, (b.Y0+b.Y1)/2
		if isBlank(g.Rune) || !scan.containsPoint(x, y) {
			continue
		}
		over++
		touched[min(int(bands*(y-scan.Y0)/scan.Height()), bands-1)] = true
	}
	places := 0
	for _, t := range touched {
		if t {
			places++
		}
	}
	return over <= fewGlyphs && places <= fewBands
}

// isNonsense reports whether most words of Latin letters are unpronounceable: the font
// maps its glyphs to wrong characters, or the text layer of a scan is of poor
// quality.
func isNonsense(glyphs []Glyph) bool {
	words, odd := 0, 0
	for _, word := range wordsIn(glyphs) {
		letters := slices.DeleteFunc(word, func(r rune) bool { return unicode.IsDigit(r) || unicode.IsPunct(r) })
		if len(letters) >= 4 {
			words++
			if !isPronounceable(letters) {
				odd++
			}
		}
	}
	return words >= leastWords && odd*2 > words
}

// isMisspelt reports whether many words of Latin letters are none that people write: a digit or a capital
// amid small letters, or no vowels. That is what poor recognition leaves.
func isMisspelt(glyphs []Glyph) bool {
	words, odd := 0, 0
	for _, word := range wordsIn(glyphs) {
		word = []rune(strings.TrimFunc(string(word), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) }))
		if len(word) < 4 || !unicode.IsLower(word[1]) && !unicode.IsLower(word[len(word)-1]) {
			continue
		}
		words++
		if !isPronounceable(word) || hasStranger(word) {
			odd++
		}
	}
	return words >= leastWords && float64(odd) > poorShare*float64(words)
}

// hasStranger reports whether a digit or a capital stands between small letters, or a digit after one.
func hasStranger(word []rune) bool {
	for i := 1; i < len(word); i++ {
		after := unicode.IsLower(word[i-1])
		before := i+1 < len(word) && unicode.IsLower(word[i+1])
		if after && before && (unicode.IsDigit(word[i]) || unicode.IsUpper(word[i])) || unicode.IsDigit(word[i]) && before && i == 1 {
			return true
		}
	}
	return unicode.IsLower(word[len(word)-2]) && unicode.IsDigit(word[len(word)-1])
}

// CountWords returns how many words glyphs have, at least one.
func CountWords(glyphs []Glyph) int { return max(len(wordsIn(glyphs)), 1) }

// wordsIn returns the words of glyphs in the order in which they are drawn.
func wordsIn(glyphs []Glyph) (words [][]rune) {
	var word []rune
	for i := range glyphs {
		if r := glyphs[i].Rune; !isBlank(r) {
			word = append(word, r)
		} else if len(word) > 0 {
			words, word = append(words, word), nil
		}
	}
	if len(word) > 0 {
		words = append(words, word)
	}
	return words
}

// isPronounceable reports whether a run of characters could be a word. Only Latin letters can
// be judged; it returns true for other scripts.
func isPronounceable(word []rune) bool {
	letters, vowels := 0, 0
	for _, r := range word {
		switch {
		case unicode.Is(unicode.Latin, r):
			letters++
			if r > 0x7F || strings.ContainsRune("aeiouyAEIOUY", r) {
				vowels++
			}
		case unicode.IsLetter(r), unicode.IsMark(r):
			return true
		}
	}
	return letters*2 >= len(word) && vowels*6 >= letters
}
