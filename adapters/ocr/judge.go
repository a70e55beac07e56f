package ocr

import (
	"slices"
	"strings"
	"unicode"
)

// A reading is the result of one attempt at a picture.
type reading struct {
	words  []word
	value  float64 // characters in words that can be believed, the surer the more
	conf   float64 // 0 to 100, of most characters
	seen   float64 // share of the letter-like ink that lies in words
	uprise float64 // share of the longer words that stand higher than wide
}

// judgeWords rates the words of an attempt by the ink of the picture.
func judgeWords(words []word, letters []box) reading {
	r := reading{words: words}
	var chars, sure, long, high float64
	for _, w := range words {
		n := float64(len([]rune(w.text)))
		chars += n
		sure += n * w.conf
		if isPlausible(w.text) {
			r.value += n * (w.conf / 100) * (w.conf / 100)
		}
		if n >= 4 {
			long++
			if w.box.height() > 1.5*w.box.width() {
				high++
			}
		}
	}
	if chars > 0 {
		r.conf = sure / chars
	}
	if long > 0 {
		r.uprise = high / long
	}
	r.seen = coveredShare(words, letters)
	return r
}

// Bounds of readings, found on scans with known text: confidence of most characters (0 to 100), and share of the
// letter-like ink in words.
const (
	goodConfidence, goodShare = 82, 0.85 // from here on, further attempts changed nothing
	lostConfidence, lostShare = 60, 0.2  // below, pages lay on their side or held no text
	lostUprise                = 0.5      // share of long words that stand higher than wide
)

// isGood reports whether another attempt could not improve the reading.
func (r reading) isGood() bool { return r.conf >= goodConfidence && r.seen >= goodShare }

// isLost reports whether hardly anything was recognised, as on a page that lies on its
// side.
func (r reading) isLost() bool {
	return r.conf < lostConfidence || r.uprise > lostUprise || r.seen < lostShare
}

// coveredShare returns the share of boxes whose middle lies in a word. Words and boxes are
// put into bands, so that this is fast.
func coveredShare(words []word, letters []box) float64 {
	const band = 64
	if len(letters) == 0 {
		return 1
	}
	bands := map[int][]box{}
	for _, w := range words {
		for b := int(w.box.y0) / band; b <= int(w.box.y1)/band; b++ {
			bands[b] = append(bands[b], w.box)
		}
	}
	hit := 0
	for _, l := range letters {
		x, y := (l.x0+l.x1)/2, (l.y0+l.y1)/2
		for _, b := range bands[int(y)/band] {
			if b.containsPoint(x, y) {
				hit++
				break
			}
		}
	}
	return float64(hit) / float64(len(letters))
}

// isPlausible reports whether a text looks like a word, a number or an amount of any
// language, rather than noise.
func isPlausible(s string) bool {
	core := strings.TrimFunc(s, func(r rune) bool { return unicode.IsPunct(r) || unicode.IsSymbol(r) })
	if core == "" {
		return false
	}
	letters, digits, others, vowels, latin := 0, 0, 0, 0, 0
	for _, r := range core {
		switch {
		case unicode.IsLetter(r):
			letters++
			if r < 0x250 {
				latin++
			}
			if strings.ContainsRune("aeiouyAEIOUYäöüÄÖÜàâáéèêëíìîïóòôøåæœúùûÁÉ", r) {
				vowels++
			}
		case unicode.IsDigit(r):
			digits++
		default:
			others++
		}
	}
	switch {
	case digits > 0 && letters == 0:
		return others <= digits+1
	case letters == 1 && digits == 0:
		return len(core) > 1 || strings.ContainsAny(core, "aAIàyoeu&")
	case digits > 0:
		return others <= 2
	case latin < letters:
		return others <= 2
	}
	return (vowels > 0 || letters <= 4) && others <= 2 && vowels*8 >= letters-4
}

// isWorthless reports whether a word is more likely a line, a stain or a picture.
func isWorthless(w word) bool {
	has := strings.ContainsFunc(w.text, func(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) })
	if !has {
		return w.conf < 50
	}
	return w.conf < 12 || w.conf < 30 && !isPlausible(w.text)
}

// dropWorthless drops the worthless words.
func dropWorthless(words []word) []word {
	var out []word
	for _, w := range words {
		if !isWorthless(w) {
			out = append(out, w)
		}
	}
	return out
}

// joinWords completes a reading by another: where both have the same word, the surer one
// counts, and where the first has none, the other's words are added. Their lines are
// numbered after those of the first.
func joinWords(a, b []word) []word {
	lines := 0
	for _, w := range a {
		lines = max(lines, w.line+1)
	}
	out := slices.Clone(a)
	for _, w := range b {
		free := true
		for i := range a {
			shared := out[i].box.overlapArea(w.box)
			if shared == 0 {
				continue
			}
			free = free && shared <= 0.15*min(w.box.area(), out[i].box.area())
			if w.box.isSamePlace(out[i].box) && w.conf > out[i].conf+surer {
				out[i].text, out[i].conf, out[i].box = w.text, w.conf, w.box
			}
		}
		if free && w.conf >= 50 && isPlausible(w.text) {
			w.line += lines
			out = append(out, w)
		}
	}
	return out
}

// fillWords adds to the words of the second recogniser those of Tesseract where it has none. Their lines
// are numbered after its own.
func fillWords(words, more []word) []word {
	lines := 0
	for _, w := range words {
		lines = max(lines, w.line+1)
	}
	out := slices.Clone(words)
	for _, w := range more {
		taken := func(o word) bool { return o.box.overlapArea(w.box) > 0.15*w.box.area() }
		if w.conf >= fillConfidence && isPlausible(w.text) && !slices.ContainsFunc(words, taken) {
			w.line += lines
			out = append(out, w)
		}
	}
	return out
}

// fillConfidence is how sure Tesseract must be of a word that it alone has, of 100.
const fillConfidence = 70

// surer is by how much a second reading of a word must be more confident to replace the
// first.
const surer = 5

// isSamePlace reports whether two boxes are those of one word in two readings: most of the area that they
// cover together is common to both.
func (b box) isSamePlace(o box) bool {
	shared := b.overlapArea(o)
	return shared > 0.6*(b.area()+o.area()-shared)
}

// voteTexts returns the words, each with the text that most readings have at its place, where at least
// two have one that it does not have. Its confidence is then that of the reading that has it first.
func voteTexts(words []word, all []reading) []word {
	out := slices.Clone(words)
	for i, own := range words {
		at := own.findInReadings(all)
		most := max(countTexts(at, own.text), 1)
		for _, w := range at {
			if n := countTexts(at, w.text); n > most {
				most, out[i] = n, w
				out[i].line = own.line
			}
		}
	}
	return out
}

// findInReadings returns what readings have at the place of a word, one word of each at most.
func (w word) findInReadings(all []reading) (found []word) {
	for _, r := range all {
		for _, other := range r.words {
			if w.box.isSamePlace(other.box) {
				found = append(found, other)
				break
			}
		}
	}
	return found
}

// countTexts returns how many words have a text.
func countTexts(words []word, text string) (n int) {
	for _, w := range words {
		if w.text == text {
			n++
		}
	}
	return n
}

// mapBoxes returns the reading with its words elsewhere in a picture that has these letters.
func (r reading) mapBoxes(to matrix, letters []box) reading {
	words := slices.Clone(r.words)
	for i := range words {
		words[i].box = words[i].box.mapBox(to)
	}
	return judgeWords(words, letters)
}
