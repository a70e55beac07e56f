package identity

import (
	"context"
	"crypto/sha256"
	"errors"
	"net"
	"net/url"
	"strings"
)

// Clients that every workspace knows without a registration: they sign in through a browser
// with PKCE, and may not send passwords. All but the console's are public. A registered client of the same id takes
// their place.
const (
	APIPageClient = "docket-api-page" // the page of the API
	LoginClient   = "docket-login"    // docket login; the discovery document names it
	ConsoleClient = "docket-console"  // the web console; with a secret of its own in every workspace
)

// OwnClients finds registered clients, and those that come with the service.
type OwnClients struct {
	Registered Clients
	Own        []Client
	// Console is the client of the console without its secret; nil without a console.
	Console *Client
	// ConsoleSecret returns the secret of the console in a workspace.
	ConsoleSecret func(ctx context.Context, workspace string) (string, error)
}

// Client implements Clients.
func (o OwnClients) Client(ctx context.Context, workspace, id string) (Client, error) {
	if o.Console != nil && id == ConsoleClient {
		return o.consoleClient(ctx, workspace)
	}
	c, err := o.Registered.Client(ctx, workspace, id)
	if !errors.Is(err, ErrUnknown) {
		return c, err
	}
	for _, own := range o.Own {
		if own.ID == id {
			return own, nil
		}
	}
	return c, err
}

// consoleClient returns the client of the console in a workspace.
func (o OwnClients) consoleClient(ctx context.Context, workspace string) (Client, error) {
	secret, err := o.ConsoleSecret(ctx, workspace)
	sum := sha256.Sum256([]byte(secret))
	c := *o.Console
	c.SecretSHA256 = sum[:]
	return c, err
}

// NewConsoleClient returns the client of the console without its secret, for a callback at the
// public address.
func NewConsoleClient(public, callback string) *Client {
	c := NewAPIPageClient(public, callback)
	c.ID, c.Title, c.RequirePKCE = ConsoleClient, "Docket", true
	return &c
}

// NewAPIPageClient returns the client of the page of the API, which is opened at the public
// address. On the machine of the service that may be called localhost or by its number.
func NewAPIPageClient(public, path string) Client {
	c := Client{ID: APIPageClient, RedirectURIs: []string{public + path}}
	u, err := url.Parse(public)
	if err != nil {
		return c
	}
	names := []string{"localhost", "127.0.0.1", "[::1]"}
	for _, name := range names {
		if !strings.EqualFold(u.Hostname(), strings.Trim(name, "[]")) {
			continue
		}
		c.RedirectURIs = nil
		for _, other := range names {
			same := *u
			if same.Host = other; u.Port() != "" {
				same.Host = net.JoinHostPort(strings.Trim(other, "[]"), u.Port())
			}
			c.RedirectURIs = append(c.RedirectURIs, same.String()+path)
		}
		break
	}
	return c
}
