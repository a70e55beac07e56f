package identity

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/seed-62a36931/docket/domain"
)

// CheckPassword checks a new password against the rules: 8 to 128 characters with an
// upper-case and a lower-case letter, a digit and another character, and neither the
// username nor the e-mail address. The error is domain.Invalid and names the rule. Whoever
// stores the last three passwords checks that it is none of them.
func CheckPassword(plain string, a Account) error {
	n := utf8.RuneCountInString(plain)
	has := func(f func(rune) bool) bool { return strings.IndexFunc(plain, f) >= 0 }
	other := func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) }
	rules := []struct {
		ok   bool
		rule string
	}{
		{n >= 8, "at least 8 characters"},
		{n <= 128 && len(plain) <= maxPassword, "at most 128 characters"},
		{utf8.ValidString(plain), "text in UTF-8"},
		{has(unicode.IsUpper), "an upper-case letter"},
		{has(unicode.IsLower), "a lower-case letter"},
		{has(unicode.IsDigit), "a digit"},
		{has(other), "a character that is neither letter nor digit"},
		{!strings.EqualFold(plain, a.Username), "not the username"},
		{a.Email == "" || !strings.EqualFold(plain, a.Email), "not the e-mail address"},
	}
	for _, r := range rules {
		if !r.ok {
			return domain.Refuse(domain.WeakPassword, "The password does not meet the rules: %s", r.rule).At("password")
		}
	}
	return nil
}
