package user

import (
	"cmp"
	"net/mail"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/seed-62a36931/docket/domain"
)

// The longest texts of a person, in characters.
const (
	maxName  = 255
	maxEmail = 254 // RFC 5321, section 4.5.3.1

	maxIssuedUsername = 255
)

// CheckRoles sorts roles and refuses unknown and repeated ones.
func CheckRoles(roles []string) ([]string, error) {
	out := slices.Sorted(slices.Values(roles))
	for i, r := range out {
		switch {
		case !slices.Contains(Roles, r):
			return nil, domain.NoneOf("roles", RoleUser, RoleManager, RoleUserAdmin, RoleAdmin, RoleAuditor)
		case i > 0 && out[i-1] == r:
			return nil, domain.Repeated("roles")
		}
	}
	return out, nil
}

// CheckPerson refuses usernames that are not 1 to 100 letters, digits or . _ - @,
// names that are too long or no text, and what is no e-mail address.
func CheckPerson(p Person) error {
	ok := len(p.Username) >= 1 && len(p.Username) <= 100
	for _, r := range p.Username {
		ok = ok && (r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || strings.ContainsRune("._-@", r))
	}
	if !ok {
		return domain.Faultf(domain.Invalid, "username must be 1 to 100 letters, digits or . _ - @").At("username")
	}
	if err := checkNames(p); err != nil {
		return err
	}
	if p.Email != "" && !isEmail(p.Email) {
		return domain.Faultf(domain.Invalid, "email is not an e-mail address").At("email")
	}
	return nil
}

// CheckIssuedPerson is CheckPerson for an account of another issuer, which has rules of its
// own for what a username or an address looks like: here it is text, and not too long.
func CheckIssuedPerson(p Person) error {
	if p.Username == "" {
		return domain.Required("username")
	}
	if err := checkText("username", p.Username, maxIssuedUsername); err != nil {
		return err
	}
	if err := checkText("email", p.Email, maxEmail); err != nil {
		return err
	}
	return checkNames(p)
}

func checkNames(p Person) error {
	if err := checkText("firstName", p.FirstName, maxName); err != nil {
		return err
	}
	return checkText("lastName", p.LastName, maxName)
}

// checkVisible refuses names that deceive, where they take the place of others.
func checkVisible(p, was Person) error {
	return cmp.Or(domain.CheckVisibleChange("username", p.Username, was.Username),
		domain.CheckVisibleChange("email", p.Email, was.Email),
		domain.CheckVisibleChange("firstName", p.FirstName, was.FirstName),
		domain.CheckVisibleChange("lastName", p.LastName, was.LastName))
}

// checkText refuses what is longer than so many characters, or no printable text.
func checkText(name, value string, longest int) error {
	switch {
	case utf8.RuneCountInString(value) > longest:
		return domain.LongerThan(longest, name)
	case !utf8.ValidString(value) || strings.ContainsFunc(value, unicode.IsControl):
		return domain.ControlCharacters(name)
	}
	return nil
}

// isEmail reports whether a text is a single address without a display name (RFC
// 5322, addr-spec).
func isEmail(s string) bool {
	a, err := mail.ParseAddress(s)
	return err == nil && a.Address == s && len(s) <= maxEmail && !strings.ContainsFunc(s, unicode.IsSpace)
}
