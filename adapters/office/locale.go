package office

import (
	"cmp"
	"html"
	"strconv"
	"strings"
)

// A workbook seldom tells its language, but numbers are shown with the marks of the program that opens it: 1,234.50
// or 1.234,50. Office programs call the groups of sheets in the language that they run in.

// groupTitles are those titles, by which the language of a workbook is known.
var groupTitles = map[string]string{
	"Arbeitsblätter": "de", "Feuilles de calcul": "fr", "Hojas de cálculo": "es", "Fogli di lavoro": "it", "Werkbladen": "nl",
	"Arkusze": "pl", "Planilhas": "pt-br", "Folhas de cálculo": "pt", "Kalkylblad": "sv", "Laskentataulukot": "fi", "Листы": "ru",
	"Çalışma Sayfaları": "tr", "Munkalapok": "hu",
}

// groupLanguage returns the language of the program that wrote the part of properties, "" when that does not tell.
func groupLanguage(properties []byte) string {
	for t, ok := nextTag(properties, 0); ok; t, ok = nextTag(properties, t.end) {
		if _, local, _ := strings.Cut(t.name, ":"); local != "lpstr" || t.closing || t.empty {
			continue
		}
		if language, known := groupTitles[plainText(contentOf(properties, t))]; known {
			return language
		}
	}
	return ""
}

// numberLocales are the identifiers of languages whose numbers look otherwise than in English, as formats hold them.
var numberLocales = map[string]string{
	"de": "407", "de-at": "C07", "de-ch": "807", "fr": "40C", "fr-be": "80C", "fr-ca": "C0C", "fr-ch": "100C", "es": "40A", "it": "410", "nl": "413",
	"nl-be": "813", "pl": "415", "pt-br": "416", "pt": "816", "sv": "41D", "fi": "40B", "ru": "419", "uk": "422", "tr": "41F", "hu": "40E",
	"cs": "405", "sk": "41B", "da": "406", "nb": "414", "no": "414", "ro": "418",
}

// numberLocale returns the identifier of a language, "" where its numbers look as in English or it is not known.
func numberLocale(language string) string {
	language = strings.ToLower(language)
	before, _, _ := strings.Cut(language, "-")
	return cmp.Or(numberLocales[language], numberLocales[before])
}

// stockFormats are the formats of numbers that files refer to by number only.
var stockFormats = map[int]string{
	0: "General", 1: "0", 2: "0.00", 3: "#,##0", 4: "#,##0.00", 9: "0%", 10: "0.00%", 11: "0.00E+00", 12: "# ?/?", 13: "# ??/??",
	37: "#,##0;-#,##0", 38: "#,##0;[Red]-#,##0", 39: "#,##0.00;-#,##0.00", 40: "#,##0.00;[Red]-#,##0.00", 48: "##0.0E+0",
}

// localFormats are formats that say in which language their numbers are written.
type localFormats struct {
	locale string
	next   int         // number of the next one
	added  map[int]int // by the number of the format that the file refers to
	codes  strings.Builder
}

// use returns the number of a format with the language, the given one where that is not known or said already.
func (f *localFormats) use(look cellLook) int {
	code := cmp.Or(look.code, stockFormats[look.number])
	if f.locale == "" || code == "" || code == "@" || strings.Contains(code, "[$-") {
		return look.number
	}
	n, ok := f.added[look.number]
	if !ok {
		n = f.next
		f.next++
		f.added[look.number] = n
		f.add(n, "[$-"+f.locale+"]"+code)
	}
	return n
}

// add adds a format.
func (f *localFormats) add(number int, code string) {
	f.codes.WriteString(`<numFmt numFmtId="` + strconv.Itoa(number) + `" formatCode="` + html.EscapeString(code) + `"/>`)
}

// isGeneral reports whether whole numbers look in the format as they are.
func (l cellLook) isGeneral() bool {
	return l.number == 0 || strings.HasPrefix(l.code, "[$-") && strings.HasSuffix(l.code, "]General")
}
