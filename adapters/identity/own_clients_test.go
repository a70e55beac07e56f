package identity

import (
	"context"
	"errors"
	"slices"
	"testing"
)

// clientsOf are registered clients by id.
type clientsOf map[string]Client

func (c clientsOf) Client(_ context.Context, _, id string) (Client, error) {
	if found, ok := c[id]; ok {
		return found, nil
	}
	return Client{}, ErrUnknown
}

func TestOwnClientsStandBehindRegisteredOnes(t *testing.T) {
	registered := clientsOf{"app": {ID: "app"}}
	o := OwnClients{Registered: registered, Own: []Client{{ID: LoginClient, RedirectURIs: []string{"http://127.0.0.1:53180/callback"}}}}
	if c, err := o.Client(t.Context(), "acme", LoginClient); err != nil || len(c.RedirectURIs) != 1 || c.PasswordGrant ||
		len(c.SecretSHA256) > 0 {
		t.Errorf("got %+v, %v, want one redirect address, no password grant and no secret", c, err)
	}
	if c, err := o.Client(t.Context(), "acme", "app"); err != nil || c.ID != "app" {
		t.Errorf("got %+v, %v, want no error and c.ID = %q", c, err, "app")
	}
	if _, err := o.Client(t.Context(), "acme", "other"); !errors.Is(err, ErrUnknown) {
		t.Errorf("got %v, want ErrUnknown", err)
	}
	registered[LoginClient] = Client{ID: LoginClient, SecretSHA256: []byte("hash")}
	if c, err := o.Client(t.Context(), "acme", LoginClient); err != nil || len(c.SecretSHA256) == 0 {
		t.Errorf("a registered client of the same id: got %+v, %v, want some c.SecretSHA256 and no error", c, err)
	}
}

func TestAddressesOfTheAPIPage(t *testing.T) {
	for public, want := range map[string][]string{
		"https://docket.example": {"https://docket.example/x"},
		"http://localhost:8080":  {"http://localhost:8080/x", "http://127.0.0.1:8080/x", "http://[::1]:8080/x"},
		"http://127.0.0.1":       {"http://localhost/x", "http://127.0.0.1/x", "http://[::1]/x"},
	} {
		if got := NewAPIPageClient(public, "/x").RedirectURIs; !slices.Equal(got, want) {
			t.Errorf("%s: got %q, want %q", public, got, want)
		}
	}
}
