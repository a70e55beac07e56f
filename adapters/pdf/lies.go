package pdf

import (
	"math"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"

	"github.com/seed-62a36931/docket/document/layout"
)

// What tells a font whose glyphs are other letters than it says.
const (
	leastKinds    = 12    // different letters of a font that can be judged
	leastSpread   = 0.12  // of their widths, by the mean; fonts of one width say nothing
	leastAlike    = 0.6   // correlation of their widths with those of the letters of common fonts
	surelyAlike   = 0.8   // from here on they are what they say
	leastLikely   = -4.65 // mean logarithm of how common the letters are; languages in Latin letters have about -4.2
	leastCounted  = 30    // letters that can be judged by how common they are
	othersAlike   = 0.25  // by how much a letter with a mark may be wider or narrower than the one without
	mostMeasured  = 20_000
	widthsUnknown = 0
)

// times holds the widths of the characters from blank to tilde in Times, of 1000 units.
var times = [...]uint16{
	250, 333, 408, 500, 500, 833, 778, 180, 333, 333, 500, 564, 250, 333, 250, 278, 500, 500, 500, 500, 500, 500, 500, 500, 500, 500,
	278, 278, 564, 564, 564, 444, 921, 722, 667, 667, 722, 611, 556, 722, 722, 333, 389, 722, 611, 889, 722, 722, 556, 722, 667, 556,
	611, 722, 722, 944, 722, 722, 611, 333, 278, 333, 469, 500, 333, 444, 500, 444, 500, 444, 333, 500, 500, 278, 278, 500, 278, 778,
	500, 500, 500, 500, 333, 389, 278, 500, 500, 722, 500, 500, 444, 480, 200, 480, 541,
}

// A fontWidths holds the width of each letter of a font, by its size, where it is known.
type fontWidths struct {
	plain  [128]float64
	marked map[rune]float64 // letters with marks
	counts ['z' - 'a' + 1]int
}

// measureFonts returns the widths of the letters on a page by font.
func measureFonts(glyphs []layout.Glyph, styles []layout.Style) map[string]*fontWidths {
	fonts := map[string]*fontWidths{}
	var now *fontWidths
	last := int32(-1)
	for i := range glyphs[:min(len(glyphs), mostMeasured)] {
		g := &glyphs[i]
		if g.Generated || g.Rune == ' ' || i+1 < len(glyphs) && g.Loose == glyphs[i+1].Loose || i > 0 && g.Loose == glyphs[i-1].Loose {
			continue // the letters of a ligature stand in one box
		}
		if i+1 < len(glyphs) && unicode.Is(unicode.Mn, glyphs[i+1].Rune) {
			continue // so may a letter and its mark, each with a part of it
		}
		s := &styles[g.Style]
		if g.Style != last {
			last = g.Style
			if now = fonts[s.Font]; now == nil {
				now = &fontWidths{}
				fonts[s.Font] = now
			}
		}
		plain := g.Rune < 128
		if low := g.Rune | 0x20; low >= 'a' && low <= 'z' {
			now.counts[low-'a']++
		}
		if plain && now.plain[g.Rune] != widthsUnknown || s.Size <= 0 || s.Direction%90 != 0 {
			continue
		}
		w := g.Loose.Width()
		if s.Angle%180 == 90 {
			w = g.Loose.Height()
		}
		switch {
		case plain:
			now.plain[g.Rune] = float64(w / s.Size)
		case unicode.Is(unicode.Latin, g.Rune):
			if now.marked == nil {
				now.marked = map[rune]float64{}
			}
			now.marked[g.Rune] = float64(w / s.Size)
		}
	}
	return fonts
}

// lies reports whether the letters of a font have widths as if they were others: what it says of its characters
// cannot be true.
func (f *fontWidths) lies() bool {
	alike, known := f.likeness()
	return known && (alike < leastAlike || alike < surelyAlike && f.isNoLanguage())
}

// common holds how often letters stand in languages of Latin letters, of 1000.
var common = [...]float64{82, 13, 33, 40, 120, 14, 18, 25, 75, 4, 12, 45, 27, 70, 65, 24, 3, 67, 65, 70, 40, 13, 10, 2, 9, 10}

// isNoLanguage reports whether the letters of a font are rare ones as no language has them.
func (f *fontWidths) isNoLanguage() bool {
	sum, all := 0.0, 0
	for i, n := range f.counts {
		sum += float64(n) * math.Log2(common[i]/1000)
		all += n
	}
	return all >= leastCounted && sum < leastLikely*float64(all)
}

// likeness returns how much the widths of the letters are like those in common fonts, 1 for the same; false when
// they say nothing.
func (f *fontWidths) likeness() (alike float64, known bool) {
	var ours, sans, serif []float64
	for r := 'A'; r <= 'z'; r++ {
		if w := f.plain[r]; w > 0 && unicode.IsLetter(r) {
			ours = append(ours, w)
			sans, serif = append(sans, float64(helvetica[r-' '])), append(serif, float64(times[r-' ']))
		}
	}
	if len(ours) < leastKinds {
		return 0, false
	}
	mean, spread := meanAndSpread(ours)
	if spread < leastSpread*mean {
		return 0, false
	}
	return max(correlation(ours, sans), correlation(ours, serif)), true
}

// meanAndSpread returns the mean of some numbers and their standard deviation.
func meanAndSpread(list []float64) (mean, spread float64) {
	for _, v := range list {
		mean += v / float64(len(list))
	}
	for _, v := range list {
		spread += (v - mean) * (v - mean) / float64(len(list))
	}
	return mean, math.Sqrt(spread)
}

// correlation returns that of two lists of equal length.
func correlation(a, b []float64) float64 {
	ma, sa := meanAndSpread(a)
	mb, sb := meanAndSpread(b)
	sum := 0.0
	for i := range a {
		sum += (a[i] - ma) * (b[i] - mb) / float64(len(a))
	}
	if sa*sb == 0 {
		return 1
	}
	return sum / (sa * sb)
}

// isOther reports whether a letter with a mark is not as wide as the letter below the mark.
func (f *fontWidths) isOther(r rune) bool {
	w := f.marked[r]
	if w == 0 {
		return false
	}
	base := []rune(norm.NFD.String(string(r)))
	const thin = "ijlIt" // marks may be wider than these
	if len(base) < 2 || base[0] >= 128 || strings.ContainsRune(thin, base[0]) || f.plain[base[0]] == widthsUnknown {
		return false
	}
	ratio := w / f.plain[base[0]]
	return ratio > 1+othersAlike || ratio < 1-othersAlike
}

// countOthers counts the letters on a page that are as wide as if they were others, one by one.
func countOthers(glyphs []layout.Glyph, styles []layout.Style, fonts map[string]*fontWidths) (n int) {
	for name, f := range fonts {
		for r := range f.marked {
			if !f.isOther(r) {
				continue
			}
			for i := range glyphs {
				if glyphs[i].Rune == r && styles[glyphs[i].Style].Font == name {
					n++
				}
			}
		}
	}
	return n
}
