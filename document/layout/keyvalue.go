package layout

import (
	"regexp"
	"strings"
	"unicode"
)

// Limits of pairs.
const (
	maxLabel  = 45 // runes
	maxValue  = 60 // runes
	maxPasses = 20 // along a list of pairs
)

// dateWithWords is a date with the month in letters.
var dateWithWords = regexp.MustCompile(
	`^(\p{L}+,? )?(\d{1,2}(st|nd|rd|th)?\.? \p{L}{3,}\.?,? \d{2,4}|\p{L}{3,}\.? \d{1,2}(st|nd|rd|th)?,? \d{2,4})$`)

// money is an amount with a decimal fraction or a currency sign.
var money = regexp.MustCompile(`^-?(\p{Sc}|[A-Z]{3})? ?-?\d[\d.,'’ ]*[.,]\d{2} ?(\p{Sc}|[A-Z]{3})?$|^\p{Sc} ?-?\d[\d.,]*$`)

// wordsFirst is a text that begins with two words, such as a label with its value.
var wordsFirst = regexp.MustCompile(`^\p{L}{2,}[.:]? \p{L}{2,}[.:]? `)

// pairUp makes one line of a label and the value far to its right, so that they
// are read together.
func pairUp(rows [][]*line, styles []Style) {
	paired := make([][]bool, len(rows))
	for i, lines := range rows {
		rows[i], paired[i] = pairRow(lines, make([]bool, len(lines)), styles, func(a, b *line) bool {
			return isPair(a.text, b.text) && !hasLabelAbove(rows, i, b)
		})
	}
	// A value in words under or over a pair with the same edges is a value as well, and
	// so on along the list.
	for changed, pass := true, 0; changed && pass < maxPasses; pass++ {
		changed = false
		for i, lines := range rows {
			n := len(lines)
			rows[i], paired[i] = pairRow(lines, paired[i], styles, func(a, b *line) bool {
				return isLabel(a.text) && len([]rune(b.text)) <= maxValue && hasAlignedPair(rows, paired, i, a, b)
			})
			changed = changed || len(rows[i]) < n
		}
	}
}

// hasLabelAbove reports whether a label that ends with a colon stands right above a
// line of row i, which is its value then.
func hasLabelAbove(rows [][]*line, i int, b *line) bool {
	for j := i - 1; j >= max(0, i-2); j-- {
		for _, l := range rows[j] {
			if endsLabel(l.text) && l.box.overlapX(b.box) > 0 && l.box.Y0-b.box.Y1 < lineGap*b.size {
				return true
			}
		}
	}
	return false
}

// pairRow merges neighbours of a row for which the test holds, and says which of
// the resulting lines are pairs; were says which have been before.
func pairRow(lines []*line, were []bool, styles []Style, test func(a, b *line) bool) (out []*line, paired []bool) {
	for i := 0; i < len(lines); i++ {
		if i+1 < len(lines) && !were[i] && !were[i+1] && !lines[i+1].column && test(lines[i], lines[i+1]) && !firstIsLabel(lines[i+1:], test) {
			out, paired = append(out, mergeLines(lines[i], lines[i+1], styles)), append(paired, true)
			i++
			continue
		}
		out, paired = append(out, lines[i]), append(paired, were[i])
	}
	return out, paired
}

// firstIsLabel reports whether the first line, in words, is itself the label of the next one.
func firstIsLabel(lines []*line, test func(a, b *line) bool) bool {
	return len(lines) > 1 && isLabel(lines[0].text) && isValue(lines[1].text) && test(lines[0], lines[1])
}

// endsLabel reports whether a text ends with a colon, of any width.
func endsLabel(s string) bool { return strings.HasSuffix(s, ":") || strings.HasSuffix(s, "：") }

// isPair reports whether the left text is a label and the right one its value.
func isPair(label, value string) bool {
	if len([]rune(label)) > maxLabel || len([]rune(value)) > maxValue {
		return false
	}
	if endsLabel(label) {
		return !strings.Contains(value, ": ") && !endsLabel(value)
	}
	if money.MatchString(value) {
		return countLetters(label) >= 2 && countLetters(label)*2 > len([]rune(label))
	}
	return isLabel(label) && isValue(value)
}

// isLabel reports whether a text is letters rather than a value.
func isLabel(s string) bool {
	letters := 0
	for _, r := range s {
		if unicode.IsLetter(r) {
			letters++
		}
	}
	percent := strings.Contains(s, "%") // VAT 19 %
	return letters >= 2 && len([]rune(s)) <= maxLabel && (!hasDigit(s) || percent)
}

// isValue reports whether a text is an amount, a date, a number or a code.
func isValue(s string) bool {
	if dateWithWords.MatchString(s) {
		return true
	}
	if wordsFirst.MatchString(s) || leadingLabel.MatchString(s) {
		return false
	}
	digits, all := 0, 0
	for _, r := range s {
		if unicode.IsDigit(r) {
			digits++
		}
		if !unicode.IsSpace(r) && !unicode.IsPunct(r) && !unicode.IsSymbol(r) {
			all++
		}
	}
	return digits > 0 && (digits*10 >= all*4 || !strings.Contains(s, " ") && digits*10 >= all*2)
}

// hasAlignedPair reports whether a row close to row i has a pair whose label starts where a does
// and whose value starts or ends where b does.
func hasAlignedPair(rows [][]*line, paired [][]bool, i int, a, b *line) bool {
	for _, step := range []int{-1, 1} {
		for j := i + step; j >= 0 && j < len(rows); j += step {
			if len(rows[j]) > 0 && abs(rows[j][0].box.Y0-a.box.Y0) > 3*a.size {
				break
			}
			for k, l := range rows[j] {
				if paired[j][k] && hasSameEdges(l, a, b) {
					return true
				}
			}
		}
	}
	return false
}

// hasSameEdges reports whether a pair begins where the label a does and its value
// starts or ends where b does.
func hasSameEdges(pair, a, b *line) bool {
	const slack = 2
	if abs(pair.box.X0-a.box.X0) > slack {
		return false
	}
	if abs(pair.box.X1-b.box.X1) < slack {
		return true
	}
	for _, w := range pair.words {
		if abs(w.box.X0-b.box.X0) < slack {
			return true
		}
	}
	return false
}
