package candidates

import (
	"fmt"
	"math"
	"regexp"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

var amounts = regexp.MustCompile(`[-−]?(?:\d{1,3}(?:[.,'’]\d{3})+(?:[.,]\d{2,4})?` +
	`|\d{1,2}(?:,\d{2})+,\d{3}(?:\.\d{2})?|\d{1,3}(?: \d{3})+[.,]\d{2}|\d+[.,]\d{2,4}|\d+,-)`)

// findAmounts finds the amounts in a segment beside its dates.
func (f *finder) findAmounts(s *segment, dates []piece) (out []piece) {
	for _, m := range amounts.FindAllStringIndex(s.text, -1) {
		p := piece{m[0], m[1]}
		if p.touchesAny(dates) || !standsAlone(s.text, p) {
			continue
		}
		n := numberOf(s.text[p.from:p.to])
		if math.Abs(n) >= 1e12 {
			continue
		}
		f.add(Amount, s, p, fmt.Sprintf("%.2f", n), form{amount: n})
		out = append(out, p)
	}
	return out
}

// standsAlone reports whether an amount is no part of a longer number, a word, a rate or a fraction.
func standsAlone(text string, p piece) bool {
	before, _ := utf8.DecodeLastRuneInString(text[:p.from])
	if p.from > 0 && (unicode.IsLetter(before) || unicode.IsDigit(before) || strings.ContainsRune(".,+/-_", before)) {
		return isCurrencyCode(text[max(0, p.from-3):p.from])
	}
	rest := strings.TrimPrefix(text[p.to:], " ")
	if strings.HasPrefix(rest, "%") {
		return false
	}
	after, n := utf8.DecodeRuneInString(text[p.to:])
	switch {
	case n == 0:
		return true
	case unicode.IsDigit(after), after == '/', after == '_':
		return false
	case unicode.IsLetter(after):
		return len(text) >= p.to+3 && isCurrencyCode(text[p.to:p.to+3]) || strings.HasPrefix(text[p.to:], "zł")
	case after == '.' || after == ',':
		next, _ := utf8.DecodeRuneInString(text[p.to+n:])
		return !unicode.IsDigit(next)
	}
	return true
}

// numberOf returns the value of an amount as printed: the last point or comma begins the cents unless three
// digits follow it that can only be thousands.
func numberOf(text string) float64 {
	negative := strings.HasPrefix(text, "-") || strings.HasPrefix(text, "−")
	text = strings.TrimRight(keepRunes(text, "0123456789.,"), ".,")
	whole, cents := text, ""
	if i := strings.LastIndexAny(text, ".,"); i >= 0 {
		point := text[i : i+1]
		mixed := strings.Contains(text, ".") && strings.Contains(text, ",")
		thousands := len(text)-i-1 == 3 && (strings.Count(text, point) > 1 || !mixed && len(text) <= 7)
		if !thousands {
			whole, cents = text[:i], text[i+1:]
		}
	}
	n, _ := strconv.ParseFloat(keepRunes(whole, "0123456789")+"."+cents+"0", 64)
	if negative {
		return -n
	}
	return n
}

// keepRunes returns the runes of a text that are among some.
func keepRunes(text, kept string) string {
	return strings.Map(func(r rune) rune {
		if strings.ContainsRune(kept, r) {
			return r
		}
		return -1
	}, text)
}
