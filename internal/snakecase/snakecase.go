// Package snakecase turns names that people choose into technical names.
package snakecase

import (
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// FromName returns the technical form of a name: letters and digits in lower case,
// marks dropped, joined by "_" where other characters stood and where an
// upper-case letter follows a lower-case letter or a digit. "Größe (mm)" becomes
// "grosse_mm". A name without letter or digit becomes "".
func FromName(name string) string {
	var b strings.Builder
	var last rune // the last rune seen, 0 after a break
	for _, r := range norm.NFKD.String(strings.ReplaceAll(name, "ß", "ss")) {
		switch {
		case unicode.Is(unicode.Mn, r):
			continue
		case !unicode.IsLetter(r) && !unicode.IsDigit(r):
			last = 0
			continue
		case b.Len() > 0 && (last == 0 || unicode.IsUpper(r) && !unicode.IsUpper(last)):
			b.WriteByte('_')
		}
		last = r
		b.WriteRune(unicode.ToLower(r))
	}
	return b.String()
}
