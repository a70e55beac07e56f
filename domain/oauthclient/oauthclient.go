// Package oauthclient determines what OAuth clients of a workspace are, and records who changed them.
// Their records, with the hashes of secrets, are kept beside the log.
package oauthclient

import (
	"maps"
	"net/url"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/seed-62a36931/docket/domain"
	"github.com/seed-62a36931/docket/domain/es"
)

// A Client is an application that signs in: people, or itself.
type Client struct {
	ID             string
	Title          string // what the sign-in page calls it; "": its ID
	RedirectURIs   []string
	PostLogoutURIs []string
	PasswordGrant  bool   // may send passwords, where the workspace allows it
	RequirePKCE    bool   // although it has a secret
	ServiceAccount string // id of the account that it acts as without a person; "" for none
	Secrets        []Secret
	Keys           []byte // a JSON Web Key Set of public keys, by which it signs assertions; nil for none
}

// A Secret proves a client.
type Secret struct {
	ID      string
	Created time.Time // zero for one of before
	Hash    []byte    // SHA-256
}

// IsPublic reports whether the client proves itself by nothing.
func (c Client) IsPublic() bool { return len(c.Secrets) == 0 && len(c.Keys) == 0 }

// MaxSecrets is how many secrets a client has at most: a second one, so that it rolls without a gap.
const MaxSecrets = 2

// Failures of clients.
var (
	ErrNotFound = domain.Refuse(domain.NoClient, "OAuth client not found")
	ErrNoSecret = domain.Refuse(domain.NoClient, "The client has no such secret")
	ErrTaken    = domain.Refuse(domain.NameTaken,
		"A client of this id is registered, or its making was interrupted: delete it first").At("id")
	ErrMostSecrets = domain.Refuse(domain.Conflicting, "The client has two secrets: remove the one that is not used any more first")
	ErrLastSecret  = domain.Refuse(domain.Conflicting, "The client would have nothing to prove itself by: add another secret or keys first")
	ErrPublic      = domain.Refuse(domain.Conflicting, "A public client has no service account: give it a secret or keys first")
)

const (
	maxID, maxTitle, maxAddresses = 100, 100, 50
	letters                       = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789._-@"
)

// Check refuses what no client can be.
func (c Client) Check() error {
	switch {
	case c.ID == "" || len(c.ID) > maxID || strings.Trim(c.ID, letters) != "" || strings.Trim(c.ID, ".") == "":
		return domain.Faultf(domain.Invalid, "id must be 1 to 100 letters, digits or . _ - @").At("id")
	case utf8.RuneCountInString(c.Title) > maxTitle:
		return domain.LongerThan(maxTitle, "title")
	}
	if err := domain.CheckVisible("title", c.Title); err != nil {
		return err
	}
	if err := checkAddresses("redirectUris", c.RedirectURIs); err != nil {
		return err
	}
	return checkAddresses("postLogoutUris", c.PostLogoutURIs)
}

func checkAddresses(field string, addresses []string) error {
	if len(addresses) > maxAddresses {
		return domain.MoreThan(maxAddresses, field)
	}
	for i, a := range addresses {
		u, err := url.Parse(a)
		switch {
		case slices.Contains(addresses[:i], a):
			return domain.Repeated(field)
		case err != nil || !u.IsAbs() || u.Fragment != "" || u.User != nil, (u.Scheme == "http" || u.Scheme == "https") && u.Host == "",
			slices.Contains([]string{"javascript", "data", "file"}, u.Scheme):
			return domain.Faultf(domain.Invalid, "%s must have absolute addresses without fragment, to which a browser can be sent", field).At(field)
		}
	}
	return nil
}

// Public is what everybody may know of a client, as events hold it.
type Public struct {
	Client         string   `json:"client"`
	Title          string   `json:"title,omitempty"`
	RedirectURIs   []string `json:"redirectUris,omitempty"`
	PostLogoutURIs []string `json:"postLogoutUris,omitempty"`
	PasswordGrant  bool     `json:"passwordGrant"`
	RequirePKCE    bool     `json:"requirePkce"`
	Signs          bool     `json:"signsAssertions"` // has keys
	ServiceAccount string   `json:"serviceAccount,omitempty"`
}

// ToPublic returns what everybody may know.
func (c Client) ToPublic() Public {
	return Public{c.ID, c.Title, c.RedirectURIs, c.PostLogoutURIs, c.PasswordGrant, c.RequirePKCE, len(c.Keys) > 0, c.ServiceAccount}
}

type (
	// Created registers a client.
	Created struct{ Public }
	// Changed holds a client after a change.
	Changed struct{ Public }
	// Removed forgets a client.
	Removed struct {
		Client string `json:"client"`
	}
	// SecretAdded names a new secret, not what it is.
	SecretAdded struct {
		Client string `json:"client"`
		Secret string `json:"secret"`
	}
	// SecretRemoved names a secret that is accepted no more.
	SecretRemoved SecretAdded
)

// Category is the first part of the name of the stream of a workspace's clients.
const Category = "clients"

// StreamOf names the stream of all clients of a workspace.
func StreamOf(workspace string) es.StreamID { return es.StreamOf(Category, workspace, "registry") }

// RegisterEvents names the events on the wire.
func RegisterEvents(c *es.Codec) {
	es.RegisterEvent[Created](c, "client.created")
	es.RegisterEvent[Changed](c, "client.changed")
	es.RegisterEvent[Removed](c, "client.removed")
	es.RegisterEvent[SecretAdded](c, "client.secret-added")
	es.RegisterEvent[SecretRemoved](c, "client.secret-removed")
}

// State knows which clients were made and not removed; those of before events are not in it.
type State struct{ made map[string]bool }

// Decider is the aggregate: of two that register a client of one id, one comes first.
var Decider = es.Decider[State]{Evolve: func(s State, e es.Event) State {
	id, made := "", false
	switch e := e.(type) {
	case Created:
		id, made = e.Client, true
	case Removed:
		id = e.Client
	default:
		return s
	}
	s.made = maps.Clone(s.made)
	if s.made == nil {
		s.made = map[string]bool{}
	}
	if s.made[id] = made; !made {
		delete(s.made, id)
	}
	return s
}}

// Create registers a client, unless one of its id was made.
func Create(c Client) es.Decision[State] {
	return func(s State) ([]es.Event, error) {
		if s.made[c.ID] {
			return nil, ErrTaken
		}
		return []es.Event{Created{c.ToPublic()}}, nil
	}
}

// WasMade reports whether a client was made and not removed.
func (s State) WasMade(id string) bool { return s.made[id] }

// Record records a change.
func Record(e es.Event) es.Decision[State] {
	return func(State) ([]es.Event, error) { return []es.Event{e}, nil }
}
