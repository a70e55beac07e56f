package layout

import (
	"regexp"
	"strings"
	"unicode"
)

// currencyReach is the distance, in font sizes, at which a currency may stand from
// its amount, as where signs are aligned in a column of their own.
const currencyReach = 8

// plainAmount is a figure without currency; currencyCode a code as in ISO 4217.
var (
	plainAmount  = regexp.MustCompile(`^[-+(]?\d[\d.,'’ ]*[\d)-]*$`)
	currencyCode = regexp.MustCompile(`^(AUD|BRL|CAD|CHF|CNY|CZK|DKK|EUR|GBP|HKD|HUF|INR|JPY|MXN|NOK|NZD|PLN|RON|SEK|SGD|TRY|USD|ZAR)$`)
)

// joinCurrencies reads a currency that is set apart together with its amount: the
// signs of all lines, and the codes as well where they follow or lead an amount and
// codes says so.
func joinCurrencies(rows [][]*line, codes bool, styles []Style) {
	for i, lines := range rows {
		rows[i] = joinCurrency(lines, codes, styles)
	}
}

// joinCurrency does so for the lines of one row. A currency in front of an amount
// goes with it, unless it directly follows one.
func joinCurrency(lines []*line, codes bool, styles []Style) []*line {
	var out []*line
	for i := 0; i < len(lines); i++ {
		l := lines[i]
		if isCurrency(l.text, codes) {
			n := len(out)
			after := n > 0 && isNear(out[n-1], l) && plainAmount.MatchString(out[n-1].text)
			before := i+1 < len(lines) && isNear(l, lines[i+1]) && plainAmount.MatchString(lines[i+1].text)
			if before && (!after || lines[i+1].box.X0-l.box.X1 <= l.box.X0-out[n-1].box.X1) {
				out = append(out, mergeLines(l, lines[i+1], styles))
				i++
				continue
			}
			if after {
				out[n-1] = mergeLines(out[n-1], l, styles)
				continue
			}
		}
		out = append(out, l)
	}
	return out
}

// isNear reports whether two lines of a row are close enough for one to be the
// currency of the other.
func isNear(a, b *line) bool { return b.box.X0-a.box.X1 < currencyReach*max(a.size, b.size) }

// isCurrency reports whether a text is a currency and nothing else.
func isCurrency(s string, codes bool) bool {
	if codes && currencyCode.MatchString(s) {
		return true
	}
	return s != "" && len([]rune(s)) <= 3 && strings.ContainsFunc(s, func(r rune) bool { return unicode.Is(unicode.Sc, r) }) && !hasDigit(s)
}
