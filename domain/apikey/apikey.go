// Package apikey determines the life of API keys: secrets by which programs act as an account, with
// fewer rights than it has. Each key has a stream.
package apikey

import (
	"cmp"
	"net/netip"
	"slices"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/seed-62a36931/docket/domain"
	"github.com/seed-62a36931/docket/domain/es"
	"github.com/seed-62a36931/docket/domain/user"
)

// Category is the first part of the name of a stream of a key.
const Category = "apikey"

// StreamOf names the stream of a key.
func StreamOf(workspace, id string) es.StreamID { return es.StreamOf(Category, workspace, id) }

// Details are what is personal of a key, and what proves it. They are sealed for the owner of the
// account, so that erasing the account leaves no key behind.
type Details struct {
	Name      string   `json:"name"`
	Addresses []string `json:"addresses,omitempty"` // networks that requests may come from; none: any
	Hash      []byte   `json:"hash"`                // SHA-256 of the text of the key
}

type (
	// Created begins a key of an account.
	Created struct {
		User    string             `json:"user"`
		Scopes  []string           `json:"scopes"` // operations, sorted
		Expires time.Time          `json:"expires"`
		Details es.Sealed[Details] `json:"details" seal:"details"`
	}
	// Revoked ends a key before it expires.
	Revoked struct {
		User string `json:"user"`
	}
)

// RegisterEvents names the events on the wire.
func RegisterEvents(c *es.Codec) {
	es.RegisterEvent[Created](c, "api-key.created")
	es.RegisterEvent[Revoked](c, "api-key.revoked")
}

// State is what decisions and verification know of a key.
type State struct {
	Exists    bool
	User      string
	Scopes    []string
	Expires   time.Time
	Hash      []byte // nil once its owner is erased
	Addresses []string
	Revoked   bool
}

// Decider is the aggregate.
var Decider = es.Decider[State]{Evolve: applyEvent}

func applyEvent(s State, e es.Event) State {
	switch e := e.(type) {
	case Created:
		s = State{Exists: true, User: e.User, Scopes: e.Scopes, Expires: e.Expires}
		if !e.Details.IsErased() {
			s.Hash, s.Addresses = e.Details.Value.Hash, e.Details.Value.Addresses
		}
	case Revoked:
		s.Revoked = true
	}
	return s
}

// Failures of keys.
var (
	ErrNotFound = domain.Refuse(domain.NoKey, "API key not found")
	errExpires  = domain.Refuse(domain.OutOfRange, "expiresAt must be in the future").At("expiresAt")
)

// Limits of a key.
const (
	maxName      = 100
	maxAddresses = 20
)

// Create begins a key at a time, which lives for a limit at most.
func Create(c Created, now time.Time, limit time.Duration) es.Decision[State] {
	return func(s State) ([]es.Event, error) {
		if s.Exists {
			return nil, domain.ErrContended
		}
		d := c.Details.Value
		scopes, err := CheckScopes(c.Scopes)
		if err := cmp.Or(err, checkName(d.Name), checkExpiry(c.Expires, now, limit)); err != nil {
			return nil, err
		}
		if d.Addresses, err = checkAddresses(d.Addresses); err != nil {
			return nil, err
		}
		c.Scopes, c.Details = scopes, es.Seal(c.Details.Subject, d)
		return []es.Event{c}, nil
	}
}

// Revoke ends a key; one that has ended is no error. ErrNotFound without the key.
func Revoke() es.Decision[State] {
	return func(s State) ([]es.Event, error) {
		switch {
		case !s.Exists:
			return nil, ErrNotFound
		case s.Revoked:
			return nil, nil
		}
		return []es.Event{Revoked{User: s.User}}, nil
	}
}

func checkName(name string) error {
	switch {
	case strings.TrimSpace(name) == "":
		return domain.Required("name")
	case utf8.RuneCountInString(name) > maxName:
		return domain.LongerThan(maxName, "name")
	case !utf8.ValidString(name) || strings.ContainsFunc(name, unicode.IsControl):
		return domain.ControlCharacters("name")
	}
	return domain.CheckVisible("name", name)
}

func checkExpiry(at, now time.Time, limit time.Duration) error {
	if !at.After(now) {
		return errExpires
	}
	// Clocks of callers may be ahead a little.
	if latest := now.Add(limit + time.Minute); at.After(latest) {
		return domain.Refuse(domain.OutOfRange, "expiresAt must not be later than %s: keys live for %s at most",
			latest.UTC().Format(time.RFC3339), limit).At("expiresAt")
	}
	return nil
}

// CheckScopes returns scopes sorted, and refuses those that name no operation that keys can be for.
func CheckScopes(scopes []string) ([]string, error) {
	if len(scopes) == 0 {
		return nil, domain.Required("scopes")
	}
	out := slices.Sorted(slices.Values(scopes))
	for i, s := range out {
		switch {
		case !user.IsScope(user.Operation(s)):
			return nil, domain.Refuse(domain.NotListed, "scopes has %q, which is no operation that a key can be for: "+
				"docket user permissions lists them", shorten(s)).At("scopes")
		case i > 0 && out[i-1] == s:
			return nil, domain.Repeated("scopes")
		}
	}
	return out, nil
}

func shorten(s string) string {
	if len(s) > 64 {
		s = strings.ToValidUTF8(s[:64], "") + "…"
	}
	return s
}

// checkAddresses returns networks in their usual form; a single address is the network of it alone.
func checkAddresses(addresses []string) ([]string, error) {
	if len(addresses) > maxAddresses {
		return nil, domain.MoreThan(maxAddresses, "addresses")
	}
	var out []string
	for _, text := range addresses {
		network, ok := parseNetwork(text)
		if !ok {
			return nil, domain.Faultf(domain.Invalid,
				"addresses has %q, which is neither an address nor a network, such as 192.0.2.0/24 or 2001:db8::/32",
				shorten(text)).At("addresses")
		}
		if slices.Contains(out, network.String()) {
			return nil, domain.Repeated("addresses")
		}
		out = append(out, network.String())
	}
	return out, nil
}

func parseNetwork(text string) (netip.Prefix, bool) {
	if a, err := netip.ParseAddr(text); err == nil && a.Zone() == "" {
		a = a.Unmap()
		return netip.PrefixFrom(a, a.BitLen()), true
	}
	n, err := netip.ParsePrefix(text)
	return n.Masked(), err == nil && !n.Addr().Is4In6()
}

// Limit returns what the key leaves of the rights of its account.
func (s State) Limit(id string) *user.KeyLimit {
	out := &user.KeyLimit{ID: id}
	for _, scope := range s.Scopes {
		out.Scopes = append(out.Scopes, user.Operation(scope))
	}
	for _, text := range s.Addresses {
		if n, ok := parseNetwork(text); ok {
			out.Networks = append(out.Networks, n)
		}
	}
	out.Bound = len(s.Addresses) > 0
	return out
}
