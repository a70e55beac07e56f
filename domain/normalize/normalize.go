// Package normalize writes values of documents in the one form that programs compare and
// compute with: days as ISO 8601, amounts as decimals, codes as their standards write them.
package normalize

import (
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// A Type is the kind of value that a text is read as.
type Type string

// The types. Values of one Type have one normalised form.
const (
	Number         Type = "NUMBER"           // a decimal such as -1234.50
	Amount         Type = "AMOUNT"           // a decimal, and the currency where it is known
	Date           Type = "DATE"             // yyyy-MM-dd; dates of digits are read day first
	DateMonthFirst Type = "DATE_MONTH_FIRST" // yyyy-MM-dd; dates of digits are read month first
	Currency       Type = "CURRENCY"         // a code of ISO 4217
	IBAN           Type = "IBAN"             // without blanks, checked
	VATID          Type = "VAT_ID"           // with the code of its country, without blanks and signs
	Country        Type = "COUNTRY"          // a code of ISO 3166 with two letters
)

// Types are all types, in the order in which messages list them.
var Types = []Type{Number, Amount, Date, DateMonthFirst, Currency, IBAN, VATID, Country}

// A Value is the normalised form of a text.
type Value struct {
	Text     string
	Currency string // of an Amount, where it is known
}

// A Context is what the other values of a document say about how to read one. The zero
// Context says nothing.
type Context struct {
	Decimal  rune   // '.' or ',', which the document writes before decimals; 0: not known
	Order    Order  // of day and month in dates of digits
	Currency string // of the document, by its code; empty: not known
}

// A Text is a text and the type that it is to be read as.
type Text struct {
	Type Type
	Text string
}

// FindContext returns what the texts of one document tell about each other. What they
// contradict each other in is not known.
func FindContext(texts []Text) Context {
	decimals, orders, currencies := map[rune]bool{}, map[Order]bool{}, map[string]bool{}
	for _, t := range texts {
		switch t.Type {
		case Number, Amount:
			digits, currency, _ := splitAmount(t.Text)
			if sign := decimalOf(digits); sign != 0 {
				decimals[sign] = true
			}
			if code, ok := readCurrency(currency, ""); ok && shared[foldText(currency)] == nil {
				currencies[code] = true
			}
		case Date, DateMonthFirst:
			if order := orderOf(t.Text); order != AnyOrder {
				orders[order] = true
			}
		case Currency:
			if code, ok := readCurrency(t.Text, ""); ok {
				currencies[code] = true
			}
		}
	}
	return Context{onlyKey(decimals), onlyKey(orders), onlyKey(currencies)}
}

// onlyKey returns the key of a set of one, and the zero value for any other.
func onlyKey[K comparable](set map[K]bool) (only K) {
	if len(set) == 1 {
		for only = range set {
		}
	}
	return only
}

// Parse returns the normalised form of a text, and false where it is not certain that
// the text is of the type.
func Parse(t Type, text string, in Context) (Value, bool) {
	text = strings.TrimSpace(norm.NFC.String(text))
	switch t {
	case Number:
		n, ok := parseNumber(text, in.Decimal, false)
		return Value{Text: n}, ok
	case Amount:
		return parseAmount(text, in)
	case Date, DateMonthFirst:
		order := in.Order
		if order == AnyOrder && t == DateMonthFirst {
			order = MonthFirst
		}
		d, ok := parseDate(text, order)
		return Value{Text: d}, ok
	case Currency:
		code, ok := readCurrency(text, "")
		return Value{Text: code}, ok
	case IBAN:
		code, ok := parseIBAN(text)
		return Value{Text: code}, ok
	case VATID:
		code, ok := parseVATID(text)
		return Value{Text: code}, ok
	case Country:
		code, ok := parseCountry(text)
		return Value{Text: code}, ok
	}
	return Value{}, false
}

// keepOnly returns the characters of a text that are wanted.
func keepOnly(text string, wanted func(rune) bool) string {
	return strings.Map(func(r rune) rune {
		if wanted(r) {
			return r
		}
		return -1
	}, text)
}

// foldText returns a text in lower case and without accents, to find it in lists.
func foldText(text string) string {
	return keepOnly(norm.NFD.String(strings.ToLower(strings.TrimSpace(text))), func(r rune) bool { return !unicode.Is(unicode.Mn, r) })
}
