// Package snakecase turns names that people choose into technical names, and reports which
// names mean one component.
package snakecase

import (
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// FromName returns the technical form of a name: letters and digits in lower case,
// marks dropped, joined by "_" where other characters stood and where a word begins with an
// upper-case letter: after a lower-case letter or a digit, and at the end of initials.
// "Größe (mm)" becomes "grosse_mm", "HTTPServer" "http_server", and "IDs" stays "ids".
// A name without letter or digit becomes "".
func FromName(name string) string { return convert(name, true) }

// FromNameUnbroken returns the technical form of a name as FromName does, but for initials,
// which go into one word with what follows: "HTTPServer" becomes "httpserver". Names that were
// made before initials ended a word have this form, and keep it.
func FromNameUnbroken(name string) string { return convert(name, false) }

func convert(name string, breakInitials bool) string {
	var b strings.Builder
	letters := withoutMarks(name)
	for i, r := range letters {
		if !unicode.IsLetter(r) && !unicode.IsDigit(r) {
			continue
		}
		if b.Len() > 0 && (beginsWord(letters, i) || breakInitials && endsInitials(letters, i)) {
			b.WriteByte('_')
		}
		b.WriteRune(unicode.ToLower(r))
	}
	return b.String()
}

func withoutMarks(name string) []rune {
	var out []rune
	for _, r := range norm.NFKD.String(strings.ReplaceAll(name, "ß", "ss")) {
		if !unicode.Is(unicode.Mn, r) {
			out = append(out, r)
		}
	}
	return out
}

// beginsWord reports whether a word begins at an index because of what stands before it.
func beginsWord(letters []rune, i int) bool {
	last := letters[i-1]
	return !unicode.IsLetter(last) && !unicode.IsDigit(last) || unicode.IsUpper(letters[i]) && !unicode.IsUpper(last)
}

// endsInitials reports whether a word begins at an index because initials end before it, as
// at the S of HTTPServer. The plural of initials, as IDs, is one word.
func endsInitials(letters []rune, i int) bool {
	if !unicode.IsUpper(letters[i]) || !unicode.IsUpper(letters[i-1]) || !isLower(letters, i+1) {
		return false
	}
	return letters[i+1] != 's' || isLower(letters, i+2)
}

func isLower(letters []rune, i int) bool { return i < len(letters) && unicode.IsLower(letters[i]) }

// Same reports whether two names mean one component: whether they have equal technical
// forms, or had before initials ended a word.
func Same(a, b string) bool {
	return FromName(a) == FromName(b) || FromNameUnbroken(a) == FromNameUnbroken(b)
}

// An Index finds what belongs to the component that a name means. A name with an equal
// technical form goes before one that only had it before initials ended a word.
type Index[T any] map[string]T

// Add puts what belongs to a name into the index, unless another name of the same form did.
func (x Index[T]) Add(name string, value T) {
	for _, form := range [...]string{FromName(name), FromNameUnbroken(name)} {
		if _, taken := x[form]; !taken {
			x[form] = value
		}
	}
}

// Find returns what belongs to the component that a name means, and whether there is any.
func (x Index[T]) Find(name string) (T, bool) {
	if value, ok := x[FromName(name)]; ok {
		return value, true
	}
	value, ok := x[FromNameUnbroken(name)]
	return value, ok
}
