package model

import (
	"slices"
	"strings"
	"unicode"
)

// lakhs are the whole units of an amount in groups of two behind the thousands, as India writes them: 16,60,659.
const lakhs = `\d{1,2}(?:,\d{2})+,\d{3}`

// smallCurrencies are the signs of currencies that have small letters.
var smallCurrencies = []string{"zł", "Kč", "kr", "kr.", "Ft", "lei", "Rs", "Rs.", "Fr", "Fr.", "Euro", "euros"}

// isCurrency reports whether a text behind an amount is nothing, or the sign or code of a currency.
func isCurrency(text string) bool {
	text = strings.TrimSpace(text)
	return slices.Contains(smallCurrencies, text) || !strings.ContainsFunc(text, func(r rune) bool {
		return !unicode.IsSpace(r) && !unicode.IsUpper(r) && !unicode.Is(unicode.Sc, r)
	})
}
