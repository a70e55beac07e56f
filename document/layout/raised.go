package layout

import (
	"slices"
	"strconv"
	"strings"
	"unicode"
)

// Limits of raised characters.
const (
	scriptSize  = 0.86 // of the size of the type beside them, at most
	scriptRaise = 0.12 // font sizes above its baseline, at least
	markGap     = 0.6  // font sizes from the number of a note to its text
	unitLetters = 3    // of a unit of measure or a symbol, at most
)

// measuredUnits are the units and symbols of several letters that stand with exponents.
var measuredUnits = map[string]bool{
	"m": true, "cm": true, "mm": true, "dm": true, "km": true, "nm": true, "µm": true, "μm": true, "Nm": true, "nmi": true,
	"ft": true, "in": true, "yd": true, "mi": true, "sec": true, "mc": true, "min": true, "kg": true, "hm": true,
}

// isRaised reports whether type of one size and baseline is raised above other type.
func isRaised(size, base, besideSize, besideBase float32) bool {
	return size <= scriptSize*besideSize && base-besideBase >= scriptRaise*besideSize
}

// isLowered reports whether type of one size and baseline stands lower than other type.
func isLowered(size, base, besideSize, besideBase float32) bool {
	return size <= scriptSize*besideSize && besideBase-base >= scriptRaise/2*besideSize
}

// isNoteMark reports whether raised runes are a mark that does not belong to the runes before it: the number or
// letter of a note, an exponent after a figure, cents, or a mark of trade. Endings do, as in 1st, and exponents of
// units and symbols, as in m2.
func isNoteMark(before, raised []rune) bool {
	n := len(before)
	last, figure := before[n-1], unicode.IsDigit(raised[0])
	afterFigure := n > 1 && unicode.IsDigit(before[n-2])
	switch {
	case unicode.IsDigit(last):
		return figure || strings.ContainsRune("(*†‡-−+", raised[0]) || isNoteLetter(raised, n == 1 || !afterFigure)
	case unicode.IsLetter(last):
		return isMarkOfWord(before, raised)
	case strings.ContainsRune("%‰€$£¥", last), afterFigure && (last == ')' || last == ']'):
		return figure || isNoteLetter(raised, false)
	case afterFigure && (last == '.' || last == ','):
		const cents = 2
		return figure && len(raised) != cents
	}
	return false
}

// isMarkOfWord reports whether raised runes after a letter are a mark of the word and no part of it.
func isMarkOfWord(before, raised []rune) bool {
	from := len(before)
	for from > 0 && unicode.IsLetter(before[from-1]) {
		from--
	}
	letters := string(before[from:])
	n := len(before) - from
	if !unicode.IsDigit(raised[0]) {
		mark := string(raised)
		return mark == "TM" || mark == "SM" || n > unitLetters && isNoteLetter(raised, false)
	}
	if strings.ContainsRune("+-−–", raised[len(raised)-1]) {
		return false // the charge of an ion
	}
	isFigure := !slices.ContainsFunc(raised, func(r rune) bool { return !unicode.IsDigit(r) })
	isDegree := from > 0 && before[from-1] == '°'
	return !isFigure || isDegree || raised[0] == '1' || n > 1 && !measuredUnits[letters]
}

// isNoteLetter reports whether raised runes are letters of notes, as in a,b. After a single digit an a may be an
// ending, as an e, an o and the h of hours are after any figure.
func isNoteLetter(raised []rune, afterDigit bool) bool {
	for i, r := range raised {
		isLast := i == len(raised)-1
		switch {
		case i%2 == 0 && strings.ContainsRune("abcdfgijk", r) && !(afterDigit && isLast && r == 'a'):
		case i%2 == 1 && (r == ',' || r == ')' && isLast):
		default:
			return false
		}
	}
	return true
}

// isParted reports whether two words of a row are apart however narrow the gap: a mark after a word or a figure, a
// lowered figure after a figure, and a raised mark, or the raised number of a note that begins the row, before its text.
func isParted(a, b *word, afterMark bool) bool {
	if isRaised(b.size, b.base, a.tailSize, a.tailBase) {
		return isNoteMark(a.runes, b.runes)
	}
	if isLowered(b.size, b.base, a.tailSize, a.tailBase) {
		return unicode.IsDigit(a.runes[len(a.runes)-1]) && unicode.IsDigit(b.runes[0])
	}
	return afterMark && isRaised(a.size, a.base, b.size, b.base) && unicode.IsDigit(a.runes[0]) && isAlnum(b.runes[0])
}

// noteNumbers returns the raised numbers with which rows begin.
func noteNumbers(rows []*row) map[string]bool {
	out := map[string]bool{}
	for _, r := range rows {
		if len(r.words) < 2 {
			continue
		}
		if a, b := r.words[0], r.words[1]; isRaised(a.size, a.base, b.size, b.base) && unicode.IsDigit(a.runes[0]) {
			out[strings.Trim(string(a.runes), ")")] = true
		}
	}
	return out
}

// isLikelyNote reports whether a figure raised at a ten, which nothing multiplies, is rather the number of a note
// than an exponent: it is that of a note of the page, or so low that nobody writes it as an exponent.
func isLikelyNote(raised []rune, notes map[string]bool) bool {
	number := string(raised)
	return notes[number] || number == "1" || number == "2"
}

// isMultiplied reports whether the last word is a factor, as in 5 × 10 or 5·10.
func isMultiplied(words []*word) bool {
	const signs = "×·⋅∙*"
	n := len(words)
	last := words[n-1].runes
	return len(last) > 2 && strings.ContainsRune(signs, last[len(last)-3]) ||
		len(last) == 2 && n > 1 && len(words[n-2].runes) == 1 && strings.ContainsRune(signs+"x", words[n-2].runes[0])
}

// takesPower reports whether a raised figure stands at a ten: it may be an exponent, which would be another number
// beside it or behind it.
func (w *word) takesPower(o *word) bool {
	const digits = 3
	n := len(w.runes)
	if n < 2 || string(w.runes[n-2:]) != "10" || n > 2 && !strings.ContainsRune("×·⋅∙*", w.runes[n-3]) ||
		len(o.runes) > digits || o.box.X0-w.box.X1 > gapOf('0', '0')*w.size || !isRaised(o.size, o.base, w.tailSize, w.tailBase) {
		return false
	}
	figure := strings.TrimLeft(string(o.runes), "-−+")
	return figure != "" && !strings.ContainsFunc(figure, func(r rune) bool { return !unicode.IsDigit(r) })
}

// looksGrouped reports whether a mark and the figure after it would be read as one number: Total 1 500.
func (w *word) looksGrouped(next *word) bool {
	const group = 3
	isNoDigit := func(r rune) bool { return !unicode.IsDigit(r) }
	end := slices.IndexFunc(next.runes, isNoDigit)
	return (end == group || end < 0 && len(next.runes) == group) && len(w.runes) <= group && !slices.ContainsFunc(w.runes, isNoDigit)
}

// withRaisedDigits returns the word with its digits as raised ones.
func (w *word) withRaisedDigits() *word {
	out := w.clone()
	for i, r := range out.runes {
		if r >= '0' && r <= '9' {
			out.runes[i] = []rune("⁰¹²³⁴⁵⁶⁷⁸⁹")[r-'0']
		}
	}
	return out
}

// writeMarks writes raised figures among the words of a row so that they are not taken for parts of other figures:
// cents behind a decimal sign, and numbers of notes before a figure in raised digits.
func writeMarks(words []*word, marks map[*word]bool, notes map[string]bool) []*word {
	var out []*word
	for i, w := range words {
		n := len(out)
		if marks[w] && n > 0 && len(notes) == 0 && isCents(w.runes) && isPriced(words, i) {
			out[n-1] = out[n-1].joinBy(decimalSign(out[n-1].runes), w)
			continue
		}
		if i+1 < len(words) {
			next := words[i+1]
			if (marks[w] || i == 0 && isRaised(w.size, w.base, next.size, next.base)) && w.looksGrouped(next) {
				w = w.withRaisedDigits()
			}
		}
		out = append(out, w)
	}
	return out
}

// isCents reports whether raised digits are rather cents than the number of a note.
func isCents(raised []rune) bool {
	n, err := strconv.Atoi(string(raised))
	const highestNote, smallCoin = 40, 5
	return err == nil && len(raised) == 2 && (raised[0] == '0' || n >= highestNote || n%smallCoin == 0)
}

// isPriced reports whether a currency stands at the figure before word i of a row, or after that word.
func isPriced(words []*word, i int) bool {
	figure := words[i-1].runes
	if !unicode.IsDigit(figure[len(figure)-1]) {
		return false
	}
	names := func(w *word) bool { return isCurrency(strings.TrimRight(string(w.runes), ".,;:)"), true) }
	return unicode.Is(unicode.Sc, figure[0]) || i > 1 && names(words[i-2]) || i+1 < len(words) && names(words[i+1])
}

// decimalSign returns the sign between an amount and its cents: a comma where points part its thousands.
func decimalSign(amount []rune) rune {
	if slices.Contains(amount, '.') {
		return ','
	}
	return '.'
}

// withPower returns the word with an exponent, as 10^6.
func (w *word) withPower(o *word) *word { return w.joinBy('^', o) }

// joinBy returns the word and another one behind it, with a sign between them.
func (w *word) joinBy(sign rune, o *word) *word {
	out := w.clone()
	at := out.hi[len(out.hi)-1]
	out.runes, out.lo, out.hi = append(out.runes, sign), append(out.lo, at), append(out.hi, at)
	out.appendWord(o)
	return out
}
