package candidates

import (
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

var (
	ibanForm = regexp.MustCompile(`[A-Z]{2}\d{2}(?: ?[A-Z0-9]){11,30}`)
	vatForm  = regexp.MustCompile(`(?:AT ?U|BE|BG|CY|CZ|DE|DK|EE|EL|ES|FI|FR|GB|HR|HU|IE|IT|LT|LU|LV|MT|NL|PL|PT|RO|SE|SI|SK|CHE[- ]?) ?` +
		`[A-Z0-9](?:[ .\-]?[0-9A-Z]){6,13}`)
	localVAT     = regexp.MustCompile(`[A-Z]\d{8}|\d{9,11}`)
	currencyForm = regexp.MustCompile(`\b(?:EUR|USD|GBP|CHF|PLN|CZK|DKK|SEK|NOK|HUF|JPY|CNY|AUD|CAD|INR)\b|€|\$|£|zł|₹`)
)

// currencySigns has the codes of signs.
var currencySigns = map[string]string{"€": "EUR", "$": "USD", "£": "GBP", "zł": "PLN", "₹": "INR"}

// ibanLengths has how many characters the IBANs of countries have.
var ibanLengths = map[string]int{"DE": 22, "AT": 20, "CH": 21, "FR": 27, "ES": 24, "IT": 27, "NL": 18, "PL": 28, "PT": 25, "GB": 22,
	"BE": 16, "LU": 20, "DK": 18, "SE": 24, "CZ": 24, "IE": 22, "FI": 18, "NO": 15, "HU": 28, "RO": 24, "SK": 24, "SI": 19, "EE": 20,
	"LT": 20, "LV": 21, "HR": 21, "GR": 27, "BG": 22, "LI": 21, "MT": 31, "CY": 28}

func isCurrencyCode(text string) bool { return currencyForm.FindString(text) == text && text != "" }

// compact returns a text without anything but letters and digits.
func compact(text string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			return r
		}
		return -1
	}, text)
}

// joinsWord reports whether a letter or digit stands right before or behind a piece.
func joinsWord(text string, p piece) bool {
	before, _ := utf8.DecodeLastRuneInString(text[:p.from])
	after, _ := utf8.DecodeRuneInString(text[p.to:])
	is := func(r rune) bool { return r != utf8.RuneError && (unicode.IsLetter(r) || unicode.IsDigit(r)) }
	return is(before) || is(after)
}

// minCodeDigits is how many digits a VAT id has at least; an IBAN has more.
const minCodeDigits = 7

// findCodes finds IBANs and VAT ids beside dates, and returns the IBANs.
func (f *finder) findCodes(s *segment, dates []piece) (ibans []piece) {
	if countDigits(s.text) < minCodeDigits {
		return nil
	}
	for _, m := range ibanForm.FindAllStringIndex(s.text, -1) {
		p := piece{m[0], m[1]}
		code, valid := ibanOf(s.text[p.from:p.to])
		if code != "" && !joinsWord(s.text[:p.to], p) {
			f.add(IBAN, s, p, code, form{valid: valid})
			ibans = append(ibans, p)
		}
	}
	f.findVATIDs(s, vatForm, slices.Concat(ibans, dates), true)
	f.findVATIDs(s, localVAT, slices.Concat(ibans, dates), false)
	return ibans
}

// findVATIDs finds what has the form of a VAT id, with or without its country.
func (f *finder) findVATIDs(s *segment, shape *regexp.Regexp, taken []piece, country bool) {
	for _, m := range shape.FindAllStringIndex(s.text, -1) {
		p := piece{m[0], m[1]}
		for joinsWord(s.text, p) || strings.Count(s.text[p.from:p.to], " ") > 4 { // a word more than the id
			i := strings.LastIndexByte(s.text[p.from:p.to], ' ')
			if i < 0 {
				break
			}
			p.to = p.from + i
		}
		if joinsWord(s.text, p) || p.touchesAny(taken) || countDigits(s.text[p.from:p.to]) < minCodeDigits {
			continue
		}
		f.add(VATID, s, p, strings.ToUpper(compact(s.text[p.from:p.to])), form{valid: country})
	}
}

// ibanOf returns an IBAN without blanks, "" for none, and whether its check digits are right. What stands
// behind it on the line is cut off by the length that its country has.
func ibanOf(text string) (code string, valid bool) {
	code = strings.ReplaceAll(text, " ", "")
	n, known := ibanLengths[code[:2]]
	if !known {
		return code, false
	}
	if len(code) < n {
		return "", false
	}
	code = code[:n]
	rest := 0
	for _, r := range code[4:] + code[:4] {
		if r >= 'A' {
			rest = (rest*100 + int(r-'A') + 10) % 97
		} else {
			rest = (rest*10 + int(r-'0')) % 97
		}
	}
	return code, rest == 1
}

// findCurrencies finds each currency of the document once, where it stands first.
func (f *finder) findCurrencies() {
	type place struct {
		seg *segment
		piece
		form
	}
	places, order, all := map[string]*place{}, []string{}, 0
	for _, s := range f.all {
		for _, m := range currencyForm.FindAllStringIndex(s.text, -1) {
			text := s.text[m[0]:m[1]]
			code := currencySigns[text]
			sign := code != ""
			if !sign {
				code = text
			}
			p := places[code]
			if p == nil {
				p = &place{seg: s, piece: piece{m[0], m[1]}}
				places[code], order = p, append(order, code)
			}
			if all++; sign {
				p.signs++
			} else {
				p.codes++
			}
		}
	}
	for _, code := range order {
		p := places[code]
		p.others, p.of = len(order), all
		f.add(Currency, p.seg, p.piece, code, p.form)
	}
}

func countDigits(text string) (n int) {
	for _, r := range text {
		if unicode.IsDigit(r) {
			n++
		}
	}
	return n
}

// punctuation is what may stand around a number.
const punctuation = `[]()"'#:;.,-`

// findNumbers finds what may be a number of a document, an order or a customer: words with a digit, and two
// or three of them together. Taken are pieces that are something else, closed those that no number overlaps.
func (f *finder) findNumbers(s *segment, taken, closed []piece) {
	for i := range s.words {
		for k := 1; k <= 3 && i+k <= len(s.words); k++ {
			if p, ok := numberAt(s, i, k); ok && !p.touchesAny(closed) && !slices.Contains(taken, p) {
				f.add(Number, s, p, s.text[p.from:p.to], form{words: k})
			}
		}
	}
}

// numberAt returns the number that k words from the i-th on may be.
func numberAt(s *segment, i, k int) (p piece, ok bool) {
	last := i + k - 1
	p = piece{s.starts[i], s.starts[last] + len(s.words[last].text)}
	text := s.text[p.from:p.to]
	if k > 1 && (len(text) > 24 || countDigits(s.words[last].text) == 0) {
		return p, false
	}
	p.from += len(text) - len(strings.TrimLeft(text, punctuation))
	text = strings.TrimLeft(text, punctuation)
	text = strings.TrimRight(text, `])"':;,.`)
	if j := strings.LastIndexByte(text, ':'); k == 1 && j >= 0 && countDigits(text[j:]) > 0 {
		p.from, text = p.from+j+1, text[j+1:]
	}
	p.to = p.from + len(text)
	if len(text) == 0 || len(text) > 32 || countDigits(text) == 0 || strings.ContainsAny(text, "%@") || strings.Contains(text, "www") {
		return p, false
	}
	return p, k == 1 || !strings.ContainsAny(text, ":,;") && !hasLongWord(s.words[i:last+1])
}

// hasLongWord reports whether a word is one of prose rather than a part of a number.
func hasLongWord(words []word) bool {
	return slices.ContainsFunc(words, func(w word) bool { return len(w.text) > 9 && countDigits(w.text) == 0 })
}
