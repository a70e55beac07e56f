package dates

import (
	"slices"
	"strings"
	"sync"
	"time"
)

// monthNames holds the months of languages other than English: the full names, then the
// usual abbreviations. A full stop after an abbreviation is skipped.
var monthNames = map[string][2]string{
	"de": {
		"Januar Februar März April Mai Juni Juli August September Oktober November Dezember",
		"Jan Feb Mär Apr Mai Jun Jul Aug Sep Okt Nov Dez",
	},
	"fr": {
		"janvier février mars avril mai juin juillet août septembre octobre novembre décembre",
		"janv févr mars avr mai juin juil août sept oct nov déc",
	},
	"es": {
		"enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre",
		"ene feb mar abr may jun jul ago sep oct nov dic",
	},
	"it": {
		"gennaio febbraio marzo aprile maggio giugno luglio agosto settembre ottobre novembre dicembre",
		"gen feb mar apr mag giu lug ago set ott nov dic",
	},
	"nl": {
		"januari februari maart april mei juni juli augustus september oktober november december",
		"jan feb mrt apr mei jun jul aug sep okt nov dec",
	},
	"pt": {
		"janeiro fevereiro março abril maio junho julho agosto setembro outubro novembro dezembro",
		"jan fev mar abr mai jun jul ago set out nov dez",
	},
}

// Locales returns the languages, besides English, whose months patterns can read.
func Locales() []string {
	var out []string
	for name := range monthNames {
		out = append(out, name)
	}
	slices.Sort(out)
	return out
}

// InLocale returns a pattern that also reads the months of a language, given as in "de" or
// "de-CH", and writes its names; ok is false when the language is not known. English
// is always read.
func (p *Pattern) InLocale(locale string) (in *Pattern, ok bool) {
	language, _, _ := strings.Cut(strings.ToLower(strings.ReplaceAll(locale, "_", "-")), "-")
	lists, ok := monthNames[language]
	if !ok {
		return p, language == "en"
	}
	copied := *p
	copied.months, copied.language = map[string]int{}, language
	addMonths(copied.months, lists, language)
	return &copied, true
}

// addMonths adds the names of the months of a language, in lower case.
func addMonths(months map[string]int, lists [2]string, language string) {
	for _, list := range []string{lists[0], lists[1], languages[language].months} {
		for i, name := range strings.Fields(list) {
			months[strings.ToLower(strings.TrimSuffix(name, "."))] = i + 1
		}
	}
}

// everyMonth holds the names of the months of all languages; none stands for two months.
var everyMonth = sync.OnceValue(func() map[string]int {
	months := map[string]int{}
	for language, lists := range monthNames {
		addMonths(months, lists, language)
	}
	return months
})

// InEveryLanguage returns a pattern that also reads the months of all languages that are known,
// and writes English names.
func (p *Pattern) InEveryLanguage() *Pattern {
	copied := *p
	copied.months, copied.language = everyMonth(), ""
	return &copied
}

// monthNumber returns the number of a month given its name in the language of the
// pattern or in English, -1 when it is none.
func (p *Pattern) monthNumber(name string) int {
	if n := p.months[strings.ToLower(name)]; n > 0 {
		return n
	}
	for m := time.January; m <= time.December; m++ {
		if strings.EqualFold(name, m.String()) || strings.EqualFold(name, m.String()[:3]) ||
			m == time.September && strings.EqualFold(name, "sept") {
			return int(m)
		}
	}
	return -1
}
