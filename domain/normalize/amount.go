package normalize

import (
	"regexp"
	"slices"
	"strings"
	"unicode"

	"golang.org/x/text/currency"
)

// signs are the signs and names that stand for one currency, folded.
var signs = map[string]string{
	"€": "EUR", "eur": "EUR", "euro": "EUR", "euros": "EUR", "£": "GBP", "pound sterling": "GBP", "pounds sterling": "GBP",
	"us$": "USD", "usd$": "USD", "us dollar": "USD", "us dollars": "USD", "u.s. dollars": "USD", "a$": "AUD", "au$": "AUD",
	"c$": "CAD", "ca$": "CAD", "nz$": "NZD", "hk$": "HKD", "s$": "SGD", "r$": "BRL", "mx$": "MXN", "fr.": "CHF", "sfr": "CHF", "sfr.": "CHF",
	"zł": "PLN", "kč": "CZK", "kc": "CZK", "ft": "HUF", "₹": "INR", "rs.": "INR", "₩": "KRW", "₺": "TRY", "₽": "RUB", "₴": "UAH", "₪": "ILS",
	"฿": "THB", "₫": "VND", "₱": "PHP", "₦": "NGN", "rm": "MYR", "rp": "IDR", "元": "CNY", "円": "JPY",
}

// shared are signs of several currencies: those it may stand for, the first of which is meant
// where the document does not tell.
var shared = map[string][]string{
	"$":   {"USD", "CAD", "AUD", "NZD", "HKD", "SGD", "MXN", "ARS", "CLP", "COP", "TWD"},
	"¥":   {"JPY", "CNY"},
	"kr":  {"", "SEK", "NOK", "DKK", "ISK"},
	"kr.": {"", "SEK", "NOK", "DKK", "ISK"},
}

// readCurrency returns the code of the currency that a sign, name or code means; among: the
// currency of the document, where it is known.
func readCurrency(text, among string) (string, bool) {
	key := foldText(text)
	if codes, ok := shared[key]; ok {
		if slices.Contains(codes[1:], among) {
			return among, true
		}
		return codes[0], codes[0] != ""
	}
	if code, ok := signs[key]; ok {
		return code, true
	}
	if len(key) != 3 {
		return "", false
	}
	unit, err := currency.ParseISO(key)
	return unit.String(), err == nil && unit != currency.XXX // which stands for none
}

// number is a number between what may stand around it: signs, a currency, parentheses.
var number = regexp.MustCompile(`^([^0-9]*?)([.,]?[0-9](?:[0-9.,'’\s\x{a0}\x{202f}\x{2009}]*[0-9])?)((?:[.,][-–—]{1,2})?)([^0-9]*)$`)

// splitAmount returns the digits and separators of an amount, what is left of the text around
// them, which may be a currency, and whether it is below zero.
func splitAmount(text string) (digits, rest string, negative bool) {
	m := number.FindStringSubmatch(strings.TrimSpace(text))
	if m == nil {
		return "", "", false
	}
	before, after := strings.TrimSpace(m[1]), strings.TrimSpace(m[4])
	if strings.HasPrefix(before, "(") && strings.HasSuffix(after, ")") {
		before, after, negative = strings.TrimSpace(before[1:]), strings.TrimSpace(strings.TrimSuffix(after, ")")), true
	}
	const minus = "-−–"
	for _, side := range []*string{&before, &after} {
		if cut := strings.TrimSpace(strings.Trim(*side, minus)); cut != *side {
			*side, negative = cut, !negative
		}
	}
	if before = strings.TrimSpace(strings.TrimSuffix(before, "+")); before != "" && after != "" {
		if !strings.EqualFold(before, after) {
			return "", "", false
		}
		after = ""
	}
	return m[2], before + after, negative
}

// decimalOf returns the separator that surely stands before the decimals of a number; 0 where
// the number does not tell.
func decimalOf(digits string) rune {
	last := strings.LastIndexAny(digits, ".,")
	if last < 0 {
		return 0
	}
	sign, first := digits[last], strings.IndexAny(digits, ".,'’ \u00a0\u202f\u2009")
	switch {
	case strings.Count(digits, string(sign)) > 1: // it parts thousands, so the other one does not
		if sign == '.' {
			return ','
		}
		return '.'
	case first != last, len(digits)-last-1 != 3, strings.Trim(digits[:last], "0") == "":
		return rune(sign)
	}
	return 0
}

// parseNumber returns a number as a decimal: decimal is the separator of the document, 0
// where it is not known. One separator before three digits parts thousands in money; else
// a comma does and a point does not.
func parseNumber(text string, decimal rune, money bool) (string, bool) {
	digits, rest, negative := splitAmount(text)
	if digits == "" || rest != "" {
		return "", false
	}
	whole, fraction, ok := splitNumber(digits, decimal, money)
	if !ok {
		return "", false
	}
	whole = strings.TrimLeft(whole, "0")
	if whole == "" {
		whole = "0"
	}
	if fraction != "" {
		whole += "." + fraction
	}
	if negative && strings.Trim(whole, "0.") != "" {
		whole = "-" + whole
	}
	return whole, true
}

// splitNumber returns the digits before and behind the decimal separator.
func splitNumber(digits string, decimal rune, money bool) (whole, fraction string, ok bool) {
	sign := decimalOf(digits)
	if sign == 0 {
		if sign = decimal; sign == 0 && !money {
			sign = '.'
		}
	}
	whole = digits
	if at := strings.LastIndexByte(digits, byte(sign)); sign != 0 && at >= 0 {
		whole, fraction = digits[:at], digits[at+1:]
	}
	if strings.ContainsFunc(fraction, func(r rune) bool { return !unicode.IsDigit(r) }) {
		return "", "", false
	}
	groups := strings.FieldsFunc(whole, func(r rune) bool { return !unicode.IsDigit(r) })
	return strings.Join(groups, ""), fraction, isGrouped(whole, groups)
}

// isGrouped reports whether the separators of a whole number part groups of three digits, or of
// two before the last three, all by one separator.
func isGrouped(whole string, groups []string) bool {
	separators := strings.FieldsFunc(whole, unicode.IsDigit)
	for _, s := range separators {
		if s != separators[0] || len([]rune(s)) != 1 {
			return false
		}
	}
	if len(groups) < 2 {
		return len(separators) == 0
	}
	if len(separators) != len(groups)-1 || len(groups[0]) > 3 || len(groups[len(groups)-1]) != 3 {
		return false
	}
	size := len(groups[1])
	for _, g := range groups[1 : len(groups)-1] {
		if len(g) != size {
			return false
		}
	}
	return size == 3 || size == 2 && len(groups[0]) <= 2
}

// parseAmount returns an amount with its currency: the one beside it, else that of the document.
func parseAmount(text string, in Context) (Value, bool) {
	digits, beside, negative := splitAmount(text)
	out := Value{Currency: in.Currency}
	if beside != "" {
		code, ok := readCurrency(beside, in.Currency)
		if _, several := shared[foldText(beside)]; !ok && !several {
			return Value{}, false
		}
		out.Currency = code
	}
	if negative {
		digits = "-" + digits
	}
	decimal, ok := parseNumber(digits, in.Decimal, true)
	out.Text = decimal
	return out, ok
}
