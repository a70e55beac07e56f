package client

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strings"
	"time"
)

// A Realm says where the accounts of a workspace sign in, and as which application: at the
// service itself, or at any OpenID provider that the workspace trusts.
type Realm struct {
	Issuer   string // such as https://docket.example/auth/realms/demo
	ClientID string
	Secret   string // of the client; "" for a public one
	HTTP     *http.Client
}

// Tokens are the result of a sign-in.
type Tokens struct {
	Access  string    `json:"access"`
	Refresh string    `json:"refresh"` // "" for a program that signs in by itself
	Expires time.Time `json:"expires"` // of the access token
	Ends    time.Time `json:"ends"`    // of the refresh token
}

// An OAuthError is a refusal of an authorization server (RFC 6749, section 5.2).
type OAuthError struct {
	Code        string `json:"error"`
	Description string `json:"error_description"`
}

// Error returns the description.
func (e *OAuthError) Error() string {
	if e.Description == "" {
		return e.Code
	}
	return e.Description + " (" + e.Code + ")"
}

// endpoints are the parts of a discovery document that are used.
type endpoints struct {
	Issuer        string `json:"issuer"`
	Authorization string `json:"authorization_endpoint"`
	Token         string `json:"token_endpoint"`
	UserInfo      string `json:"userinfo_endpoint"`
	EndSession    string `json:"end_session_endpoint"`
	LoginClient   string `json:"docket_login_client"`
}

func (r Realm) httpClient() *http.Client {
	if r.HTTP == nil {
		return http.DefaultClient
	}
	return r.HTTP
}

// discoverEndpoints reads the endpoints from the issuer.
func (r Realm) discoverEndpoints(ctx context.Context) (endpoints, error) {
	var e endpoints
	address := strings.TrimRight(r.Issuer, "/") + "/.well-known/openid-configuration"
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, address, nil)
	if err == nil {
		err = r.callEndpoint(req, &e)
	}
	switch {
	case err != nil:
		return e, fmt.Errorf("ask %s how to sign in: %w", r.Issuer, err)
	case e.Issuer != r.Issuer:
		return e, fmt.Errorf("%s calls itself %s: sign in at that address", r.Issuer, e.Issuer)
	}
	return e, nil
}

// CheckReachable returns an error unless the issuer can be reached for a sign-in.
func (r Realm) CheckReachable(ctx context.Context) error {
	_, err := r.discoverEndpoints(ctx)
	return err
}

// LoginClient returns the id of the client that the issuer offers to command lines and other
// programs of people: a public one, for Browser. It is "" where the issuer names none, as other
// providers and older services do.
func (r Realm) LoginClient(ctx context.Context) (string, error) {
	e, err := r.discoverEndpoints(ctx)
	return e.LoginClient, err
}

// callEndpoint sends a request and decodes the object of the answer.
func (r Realm) callEndpoint(req *http.Request, into any) error {
	resp, err := r.httpClient().Do(req)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	body, err := io.ReadAll(io.LimitReader(resp.Body, 1<<20))
	if err != nil {
		return err
	}
	if resp.StatusCode >= http.StatusMultipleChoices {
		e := &OAuthError{}
		if json.Unmarshal(body, e) == nil && e.Code != "" {
			return e
		}
		return parseRefusal(resp, body)
	}
	if into == nil {
		return nil
	}
	return json.Unmarshal(body, into)
}

// postForm sends a form as the client.
func (r Realm) postForm(ctx context.Context, to string, form url.Values, into any) error {
	form.Set("client_id", r.ClientID)
	if r.Secret != "" {
		form.Set("client_secret", r.Secret)
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, to, strings.NewReader(form.Encode()))
	if err != nil {
		return err
	}
	req.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	return r.callEndpoint(req, into)
}

// requestTokens requests tokens.
func (r Realm) requestTokens(ctx context.Context, e endpoints, form url.Values) (Tokens, error) {
	var a struct {
		Access    string `json:"access_token"`
		Refresh   string `json:"refresh_token"`
		ExpiresIn int    `json:"expires_in"`
		EndsIn    int    `json:"refresh_expires_in"`
	}
	asked := time.Now()
	if err := r.postForm(ctx, e.Token, form, &a); err != nil {
		return Tokens{}, err
	}
	if a.Access == "" {
		return Tokens{}, errors.New("the authorization server gave no token")
	}
	return Tokens{Access: a.Access, Refresh: a.Refresh, Expires: asked.Add(time.Duration(a.ExpiresIn) * time.Second),
		Ends: asked.Add(time.Duration(a.EndsIn) * time.Second)}, nil
}

// Password signs in with a username or e-mail address and the password of an account,
// where workspace and client allow it. Errors: *OAuthError.
func (r Realm) Password(ctx context.Context, username, password string) (Tokens, error) {
	e, err := r.discoverEndpoints(ctx)
	if err != nil {
		return Tokens{}, err
	}
	return r.requestTokens(ctx, e, url.Values{
		"grant_type": {"password"}, "username": {username}, "password": {password},
		"scope": {"openid profile"},
	})
}

// ClientCredentials signs a program in to the service account of the client: there is no person,
// and no refresh token. ServiceSession does it whenever a token is needed. Errors: *OAuthError.
func (r Realm) ClientCredentials(ctx context.Context) (Tokens, error) {
	e, err := r.discoverEndpoints(ctx)
	if err != nil {
		return Tokens{}, err
	}
	t, err := r.requestTokens(ctx, e, url.Values{"grant_type": {"client_credentials"}})
	t.Ends = time.Time{}
	return t, err
}

// Refresh returns new tokens for a refresh token. The service's own are used up by that; a
// provider that returns no new one keeps the old one valid (RFC 6749, section 6). Errors:
// *OAuthError.
func (r Realm) Refresh(ctx context.Context, refresh string) (Tokens, error) {
	e, err := r.discoverEndpoints(ctx)
	if err != nil {
		return Tokens{}, err
	}
	t, err := r.requestTokens(ctx, e, url.Values{"grant_type": {"refresh_token"}, "refresh_token": {refresh}})
	if err == nil {
		t.Refresh = cmp.Or(t.Refresh, refresh)
	}
	return t, err
}

// Logout ends the session of a refresh token.
func (r Realm) Logout(ctx context.Context, refresh string) error {
	e, err := r.discoverEndpoints(ctx)
	if err != nil {
		return err
	}
	return r.postForm(ctx, e.EndSession, url.Values{"refresh_token": {refresh}}, nil)
}

// A Person holds what the authorization server says about the account that signed in.
type Person struct {
	ID        string `json:"sub"`
	Username  string `json:"preferred_username"`
	FirstName string `json:"given_name"`
	LastName  string `json:"family_name"`
}

// PersonOf returns the person to whom an access token belongs.
func (r Realm) PersonOf(ctx context.Context, access string) (Person, error) {
	var p Person
	e, err := r.discoverEndpoints(ctx)
	if err != nil {
		return p, err
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, e.UserInfo, nil)
	if err != nil {
		return p, err
	}
	req.Header.Set("Authorization", "Bearer "+access)
	return p, r.callEndpoint(req, &p)
}
