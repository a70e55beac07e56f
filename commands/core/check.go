package core

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"github.com/seed-62a36931/docket/domain"
)

// NormalizeName trims a name and puts it into normal form NFC; it has 1 to 255
// characters and no control characters.
func NormalizeName(field, s string) (string, error) {
	s = norm.NFC.String(strings.TrimSpace(s))
	switch {
	case s == "":
		return "", domain.Required(field)
	case strings.ContainsFunc(s, unicode.IsControl) || !utf8.ValidString(s):
		return "", domain.ControlCharacters(field)
	}
	return s, CheckLength(field, s, 255)
}

// CheckLength returns a fault of kind Invalid for a text of more than limit characters.
func CheckLength(field, s string, limit int) error {
	if utf8.RuneCountInString(s) > limit {
		return domain.LongerThan(limit, field)
	}
	return nil
}

// HasDuplicates reports whether a list has the same item twice.
func HasDuplicates(list []string) bool {
	sorted := slices.Sorted(slices.Values(list))
	return len(slices.Compact(sorted)) < len(list)
}
