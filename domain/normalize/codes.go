package normalize

import (
	"regexp"
	"strings"
	"sync"
	"unicode"

	"golang.org/x/text/language"
	"golang.org/x/text/language/display"
)

// compact returns the letters and digits of a code in capitals.
func compact(code string) string {
	return keepOnly(strings.ToUpper(code), func(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) })
}

var (
	ibanForm = regexp.MustCompile(`^[A-Z]{2}[0-9]{2}[A-Z0-9]{11,30}$`)
	blanks   = regexp.MustCompile(`[\s\x{a0}]+`)
)

// ibanLengths are the lengths of account numbers by country; those of others are not checked.
var ibanLengths = map[string]int{
	"AT": 20, "BE": 16, "BG": 22, "CH": 21, "CY": 28, "CZ": 24, "DE": 22, "DK": 18, "EE": 20, "ES": 24, "FI": 18,
	"FR": 27, "GB": 22, "GR": 27, "HR": 21, "HU": 28, "IE": 22, "IS": 26, "IT": 27, "LI": 21, "LT": 20, "LU": 20,
	"LV": 21, "MC": 27, "MT": 31, "NL": 18, "NO": 15, "PL": 28, "PT": 25, "RO": 24, "SE": 24, "SI": 19, "SK": 24,
	"SM": 27, "TR": 26,
}

// parseIBAN returns an account number without blanks, and false where its check digits do not fit.
func parseIBAN(text string) (string, bool) {
	code := strings.TrimPrefix(strings.ToUpper(blanks.ReplaceAllString(text, "")), "IBAN")
	code = strings.TrimPrefix(code, ":")
	if !ibanForm.MatchString(code) {
		return "", false
	}
	if length, ok := ibanLengths[code[:2]]; ok && length != len(code) {
		return "", false
	}
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

// vatForms are the forms of VAT ids behind the code of the country.
var vatForms = map[string]*regexp.Regexp{}

func init() {
	for country, form := range map[string]string{
		"AT": `U[0-9]{8}`, "BE": `[01][0-9]{9}`, "BG": `[0-9]{9,10}`, "CY": `[0-9]{8}[A-Z]`, "CZ": `[0-9]{8,10}`, "DE": `[0-9]{9}`, "DK": `[0-9]{8}`,
		"EE": `[0-9]{9}`, "EL": `[0-9]{9}`, "ES": `[A-Z0-9][0-9]{7}[A-Z0-9]`, "FI": `[0-9]{8}`, "FR": `[A-Z0-9]{2}[0-9]{9}`, "GB": `[0-9]{9}(?:[0-9]{3})?`,
		"HR": `[0-9]{11}`, "HU": `[0-9]{8}`, "IE": `[0-9][A-Z0-9][0-9]{5}[A-Z]{1,2}`, "IT": `[0-9]{11}`, "LT": `(?:[0-9]{9}|[0-9]{12})`, "LU": `[0-9]{8}`,
		"LV": `[0-9]{11}`, "MT": `[0-9]{8}`, "NL": `[0-9]{9}B[0-9]{2}`, "PL": `[0-9]{10}`, "PT": `[0-9]{9}`, "RO": `[0-9]{2,10}`, "SE": `[0-9]{12}`,
		"SI": `[0-9]{8}`, "SK": `[0-9]{10}`, "XI": `[0-9]{9}(?:[0-9]{3})?`, "CHE": `[0-9]{9}(?:MWST|TVA|IVA)?`, "NO": `[0-9]{9}(?:MVA)?`,
	} {
		vatForms[country] = regexp.MustCompile(`^` + country + form + `$`)
	}
}

// parseVATID returns a VAT id without blanks, points and hyphens, and false where it does not
// have the form of its country. Check digits are not looked at.
func parseVATID(text string) (string, bool) {
	code := compact(text)
	for _, form := range vatForms {
		if form.MatchString(code) {
			return code, true
		}
	}
	return "", false
}

// countryAliases are names of countries that lists of names do not have, folded.
var countryAliases = map[string]string{
	"usa": "US", "u.s.a.": "US", "u.s.": "US", "united states of america": "US", "uk": "GB", "u.k.": "GB",
	"great britain": "GB", "england": "GB", "scotland": "GB", "wales": "GB", "northern ireland": "GB", "grossbritannien": "GB", "holland": "NL",
	"the netherlands": "NL", "czech republic": "CZ", "republic of ireland": "IE", "turkey": "TR", "korea": "KR", "south korea": "KR",
	"bundesrepublik deutschland": "DE", "federal republic of germany": "DE", "p.r. china": "CN", "pr china": "CN", "russian federation": "RU",
}

// countryNames are the codes of countries by their folded names in English, German, French,
// Spanish, Italian and Dutch.
var countryNames = sync.OnceValue(func() map[string]string {
	out := map[string]string{}
	for _, in := range []language.Tag{language.English, language.German, language.French, language.Spanish, language.Italian, language.Dutch} {
		names := display.Regions(in)
		for first := 'A'; first <= 'Z'; first++ {
			for second := 'A'; second <= 'Z'; second++ {
				region, err := language.ParseRegion(string([]rune{first, second}))
				if err != nil || !region.IsCountry() || region.Canonicalize() != region {
					continue
				}
				if name := foldText(names.Name(region)); name != "" {
					out[name] = region.String()
				}
			}
		}
	}
	for name, code := range countryAliases {
		out[name] = code
	}
	return out
})

// parseCountry returns the code with two letters of a country, given by its name or a code.
func parseCountry(text string) (string, bool) {
	if code, ok := countryNames()[strings.Trim(foldText(text), " ,;")]; ok {
		return code, true
	}
	if text != strings.ToUpper(text) || len(text) != 2 && len(text) != 3 {
		return "", false
	}
	region, err := language.ParseRegion(text)
	if err != nil || !region.IsCountry() {
		return "", false
	}
	return region.Canonicalize().String(), true
}
