package service_test

import (
	"context"
	"encoding/json"
	"errors"
	"html"
	"io"
	"net/http"
	"net/url"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/coreos/go-oidc/v3/oidc"
	"golang.org/x/oauth2"

	"github.com/seed-62a36931/docket/service/servicetest"
)

// TestForeignClients lets golang.org/x/oauth2 and coreos/go-oidc, untouched, sign
// somebody in at a real service.
func TestForeignClients(t *testing.T) {
	t.Parallel()
	servicetest.OneEngine(t, func(t *testing.T, args []string) {
		s := servicetest.Serve(t, filepath.Join(t.TempDir(), "data"), args...)
		s.AddUser("mira", "Str0ng-enough", "USER")
		const callback = "https://app.example/callback"
		secret := s.Operate(false, "", "client", "add", "--redirect-uri", callback, "--password-grant", "app")
		s.Operate(false, "", "client", "add", "--public", "--redirect-uri", callback, "phone")
		s.Base = strings.Replace(s.Base, "127.0.0.1", "localhost", 1) // as the issuer names it
		provider, err := oidc.NewProvider(t.Context(), s.Base+"/auth/realms/demo")
		if err != nil {
			t.Fatal(err)
		}
		for id, secret := range map[string]string{"app": secret, "phone": ""} {
			f := &foreign{s, provider, oauth2.Config{ClientID: id, ClientSecret: secret, RedirectURL: callback,
				Endpoint: provider.Endpoint(),
				Scopes:   []string{oidc.ScopeOpenID, "profile", "email"}}}
			f.signsIn(t)
		}
		app := oauth2.Config{ClientID: "app", ClientSecret: secret, Endpoint: provider.Endpoint(), Scopes: []string{oidc.ScopeOpenID}}
		if token, err := app.PasswordCredentialsToken(t.Context(), "mira", "Str0ng-enough"); err != nil || token.Extra("id_token") == nil {
			t.Errorf(`%+v %v, want token.Extra("id_token") != nil and no error`, token, err)
		}
		var refused *oauth2.RetrieveError
		if _, err := app.PasswordCredentialsToken(t.Context(), "mira", "wrong"); !errors.As(err, &refused) ||
			refused.ErrorCode != "invalid_grant" || refused.Response.StatusCode != 400 {
			t.Errorf("a wrong password: %v, want 400 invalid_grant", err)
		}
		servicetest.CheckLog(t, s)
	})
}

// foreign is a client that others wrote.
type foreign struct {
	s        *servicetest.Instance
	provider *oidc.Provider
	config   oauth2.Config
}

func (f *foreign) signsIn(t *testing.T) {
	t.Helper()
	f.s.Operate(false, "", "workspace", "set", "--refresh-grace", "0s", "demo")
	verifier := oauth2.GenerateVerifier()
	code, iss := throughThePage(t, f.config.AuthCodeURL("state", oidc.Nonce("n-1"), oauth2.S256ChallengeOption(verifier)))
	if iss != f.s.Base+"/auth/realms/demo" {
		t.Errorf("the answer is of %s, want %v", iss, f.s.Base+"/auth/realms/demo")
	}
	if _, err := f.config.Exchange(t.Context(), code, oauth2.VerifierOption(oauth2.GenerateVerifier())); err == nil {
		t.Error("a code without its verifier")
	}
	token, err := f.config.Exchange(t.Context(), code, oauth2.VerifierOption(verifier))
	if err != nil {
		t.Fatal(err)
	}
	raw, _ := token.Extra("id_token").(string)
	id, err := f.provider.Verifier(&oidc.Config{ClientID: f.config.ClientID}).Verify(t.Context(), raw)
	if err != nil || id.Nonce != "n-1" || id.VerifyAccessToken(token.AccessToken) != nil {
		t.Errorf("%+v %v, want id.Nonce = n-1, id.VerifyAccessToken(token.AccessToken) = nil and no error", id, err)
	}
	f.asks(t, token, id.Subject)
	token.Expiry = token.Expiry.AddDate(-1, 0, 0) // the library refreshes by itself
	next, err := f.config.TokenSource(t.Context(), token).Token()
	if err != nil || next.RefreshToken == token.RefreshToken {
		t.Fatalf("%+v %v, want next.RefreshToken other than %v and no error", next, err, token.RefreshToken)
	}
	f.asks(t, next, id.Subject)
	if _, err := f.config.TokenSource(t.Context(), token).Token(); err == nil {
		t.Error("a refresh token was good twice")
	}
	if _, err := f.provider.UserInfo(t.Context(), oauth2.StaticTokenSource(next)); err == nil {
		t.Error("the session goes on after that")
	}
}

// asks reads the claims and a list with a token.
func (f *foreign) asks(t *testing.T, token *oauth2.Token, subject string) {
	t.Helper()
	info, err := f.provider.UserInfo(t.Context(), oauth2.StaticTokenSource(token))
	if err != nil || info.Subject != subject {
		t.Errorf("%+v %v, want no error and info.Subject = %v", info, err, subject)
	}
	r, err := f.config.Client(context.WithoutCancel(t.Context()), token).Get(f.s.Base + "/api/users?username=mira")
	if err != nil {
		t.Fatal(err)
	}
	defer r.Body.Close()
	var found struct{ Users []person }
	if err := json.NewDecoder(r.Body).Decode(&found); err != nil || len(found.Users) != 1 || found.Users[0].ID != subject {
		t.Errorf("%d %+v %v, want len(found.Users) = 1, found.Users[0].ID = %v and no error", r.StatusCode, found, err, subject)
	}
}

var signInForm = regexp.MustCompile(`<form method="post" action="([^"]+)"`)

// throughThePage signs mira in as a browser without scripts does.
func throughThePage(t *testing.T, address string) (code, iss string) {
	t.Helper()
	still := &http.Client{CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	page, err := still.Get(address)
	if err != nil {
		t.Fatal(err)
	}
	body, _ := io.ReadAll(page.Body)
	_ = page.Body.Close()
	form := signInForm.FindSubmatch(body)
	if form == nil {
		t.Fatalf("%d %s, want form != nil", page.StatusCode, body)
	}
	action := strings.SplitN(address, "/auth/", 2)[0] + html.UnescapeString(string(form[1]))
	answer, err := still.PostForm(action, url.Values{"username": {"mira"}, "password": {"Str0ng-enough"}})
	if err != nil {
		t.Fatal(err)
	}
	_ = answer.Body.Close()
	to, err := answer.Location()
	if err != nil || to.Query().Get("state") != "state" {
		t.Fatalf(`%d to %v: %v, want to.Query().Get("state") = state and no error`, answer.StatusCode, to, err)
	}
	return to.Query().Get("code"), to.Query().Get("iss")
}
