package model

import (
	"regexp"
	"strings"
)

// placeLine is the line of a postal address that names the place: a postal code and a town, in the
// orders of Europe, America and Australia. The street may stand before it, its number behind a comma.
var placeLine = regexp.MustCompile(`^(?:[^,·•|–:@]{4,40}(?:, ?(?:n[.º°]? ?)?\d{1,4} ?\p{L}?(?:, ?\d{1,2}[º°ª])?)?(?:,| ?[·•|–]| -) ?)?` +
	`(?:(?:[A-Z]{1,3}(?:[- ]| - ))?\d{4,5}(?: ?[A-Z]{2})?,? \p{Lu}[\p{L}.'’/ -]{1,40}(?: \(\p{Lu}[\p{L} ]{1,24}\)| \p{Lu}{2}| CEDEX ?\d*| \d{1,2})?` +
	`|(?:[A-Z]{2}[- ])?\d{3} \d{2} \p{Lu}[\p{L}.'’/ -]{1,40}(?: \d{1,2})?` + // Czechia, Slovakia, Sweden, Greece
	`|(?:[A-Z]{2}-)?(?:\d{2,4}-\d{2,3}|\d{5}-\d{3}) \p{Lu}[\p{L}.'’ -]{1,40}` +
	`|\d{4} \p{Lu}\p{L}{2,24}, \p{Lu}[\p{L}. ]{2,30} \d{1,4}[\p{L}/.-]{0,4}` + // Hungary: the street stands behind the place
	`|\p{Lu}[\p{L}.'’ -]{1,40}, (?:[A-Z]{2}-)?\d{4,5}` +
	`|\p{Lu}[\p{L}.'’ -]{1,40},? [A-Z]{2,3},? \d{4,5}(?:-\d{4})?` +
	`|(?:\p{Lu}[\p{L}.'’ -]{1,40},? (?:[A-Z]{2},? )?)?[A-Z]{1,2}\d[A-Z\d]? ?\d[A-Z]{2}` +
	`|\p{Lu}[\p{L}.'’ -]{1,40},?(?: \(\p{L}+\))? (?:[A-Z]{2},? )?[A-Z]\d[A-Z] ?\d[A-Z]\d` +
	`|(?:\p{Lu}[\p{L}.'’ -]{1,40},? )?(?:\p{Lu}\p{L}+ ?\d{1,2},? )?[A-Z]\d[\dW] ?[A-Z\d]{4})` +
	`(?:,? \p{Lu}[\p{L} ]{2,24}|, \p{Lu}{2})?[,.]?$`)

// numberedPlace is a line of a place whose code could be any number: India, Singapore, Romania, Brazil, New Zealand,
// Malta, Japan. It is the place of an address only below a street.
var numberedPlace = regexp.MustCompile(`^(?:\p{Lu}[\p{L}.'’ -]{1,40}(?:, ?| ?[-–] ?| ))(?:\p{Lu}\p{L}+(?: \p{L}+)?(?:, ?| ?[-–] ?| ))?` +
	`(?:\d{6}|\d{3} \d{3}|\d{5}-\d{3}|\d{3}-\d{4}|\d{4}|[A-Z]{3} \d{4})(?:,? \p{Lu}[\p{L} ]{2,24})?[,.]?$` +
	`|^\d{6},? \p{Lu}[\p{L}.'’ -]{1,40}(?: \d)?(?:,? \p{Lu}[\p{L} ]{2,24})?[,.]?$`)

// isPlaceLine reports whether a text is such a line. Each has a digit.
func isPlaceLine(text string) bool {
	return strings.ContainsAny(text, "0123456789") && placeLine.MatchString(text)
}

// labelWord begins lines that have a number and are no place.
var labelWord = regexp.MustCompile(`(?i)^(?:tax |vat )?(?:invoice|inv|rechnung|facture|factura|fattura|factuur|faktura|fatura|lasku|bill|order|auftrag|` +
	`customer|kunde|client|account|phone|tel|fax|mobile|page|seite|total|date|datum|ref|code|no|nr|po|box|id|reg)\b`)

// isNumberedPlace reports whether a line is a place whose code could be any number, below a name and a street.
func isNumberedPlace(pieces []*linePiece, p *linePiece) bool {
	if p.numbered == nil {
		is := standsBelowStreet(pieces, p)
		p.numbered = &is
	}
	return *p.numbered
}

// standsBelowStreet reports whether a line has the form of such a place, and a name and a street above it.
func standsBelowStreet(pieces []*linePiece, p *linePiece) bool {
	if !strings.ContainsAny(p.text, "0123456789") || !numberedPlace.MatchString(p.text) || labelWord.MatchString(p.text) {
		return false
	}
	street, ok := pieceAbove(pieces, p, maxAddressGap)
	if !ok || !strings.ContainsAny(street.text, "0123456789,") || isOutsideAddress(street.text) {
		return false
	}
	name, ok := pieceAbove(pieces, street, 2*maxAddressGap)
	return ok && !isOutsideAddress(name.text)
}

// notOfAddress is a line that no address has: a label with its colon, a mail address, a long number,
// an amount, or an address on one line.
var notOfAddress = regexp.MustCompile(`[:@=]\s*$|@|www\.|https?://|\d{7}|^\d+([.,]\d+)*$|\d[.,]\d{2}\b|[:]\s|[·•|]|,.*\d.*,|\d.*,.*\d{4} `)

// isOutsideAddress reports whether a text is such a line. The number of a house may have a label: "Cad. No: 5".
func isOutsideAddress(text string) bool {
	return notOfAddress.MatchString(strings.Replace(text, " No: ", " ", 1))
}
