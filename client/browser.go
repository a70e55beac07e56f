package client

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"fmt"
	"html"
	"net"
	"net/http"
	"net/url"
	"time"
)

// RedirectURIs are the addresses that a browser returns to after a sign-in: the first one
// that is free on this machine is used. A client has to be registered with all of them.
var RedirectURIs = []string{"http://127.0.0.1:53180/callback", "http://127.0.0.1:53181/callback", "http://127.0.0.1:53182/callback"}

// Browser signs in through a browser (authorization code with PKCE, RFC 7636 and
// 8252). open shows an address to the person, in a browser or as text; the sign-in
// ends when the browser comes back, or with ctx. Errors: *OAuthError.
func (r Realm) Browser(ctx context.Context, open func(address string) error) (Tokens, error) {
	e, err := r.discoverEndpoints(ctx)
	if err != nil {
		return Tokens{}, err
	}
	listen, redirect, err := listenLoopback(ctx)
	if err != nil {
		return Tokens{}, err
	}
	state, verifier := newSecret(), newSecret()
	back := make(chan url.Values, 1)
	server := &http.Server{Handler: callbackHandler(state, back), ReadHeaderTimeout: 10 * time.Second}
	go func() { _ = server.Serve(listen) }()
	defer func() {
		brief, cancel := context.WithTimeout(context.WithoutCancel(ctx), time.Second)
		defer cancel()
		_ = server.Shutdown(brief) // lets the last page arrive
	}()
	challenge := sha256.Sum256([]byte(verifier))
	ask := url.Values{
		"client_id": {r.ClientID}, "redirect_uri": {redirect}, "response_type": {"code"},
		"scope": {"openid profile"}, "state": {state},
		"code_challenge":        {base64.RawURLEncoding.EncodeToString(challenge[:])},
		"code_challenge_method": {"S256"},
	}
	if err := open(e.Authorization + "?" + ask.Encode()); err != nil {
		return Tokens{}, err
	}
	select {
	case <-ctx.Done():
		return Tokens{}, ctx.Err()
	case answer := <-back:
		code, err := codeIn(answer, e.Issuer)
		if err != nil {
			return Tokens{}, err
		}
		return r.requestTokens(ctx, e, url.Values{
			"grant_type": {"authorization_code"}, "code": {code}, "redirect_uri": {redirect},
			"code_verifier": {verifier},
		})
	}
}

// listenLoopback listens on the first redirect address that is free.
func listenLoopback(ctx context.Context) (net.Listener, string, error) {
	var failed error
	for _, address := range RedirectURIs {
		u, err := url.Parse(address)
		if err != nil {
			return nil, "", err
		}
		l, err := new(net.ListenConfig).Listen(ctx, "tcp", u.Host)
		if err == nil {
			return l, address, nil
		}
		failed = err
	}
	return nil, "", fmt.Errorf("wait for the browser: %w", failed)
}

// newSecret returns 32 random bytes as text.
func newSecret() string {
	var b [32]byte
	_, _ = rand.Read(b[:]) // never fails: it ends the program instead
	return base64.RawURLEncoding.EncodeToString(b[:])
}

// callbackHandler returns the handler of the redirect address. Requests without the state of this
// sign-in come from somebody else and are ignored.
func callbackHandler(state string, back chan<- url.Values) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		q := r.URL.Query()
		if r.URL.Path != "/callback" || q.Get("state") != state {
			http.Error(w, "This is not the sign-in that is waited for.", http.StatusBadRequest)
			return
		}
		said := "You are signed in. You can close this window."
		if q.Get("error") != "" {
			said = "The sign-in failed: " + q.Get("error")
		}
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		w.Header().Set("Content-Security-Policy", "default-src 'none'")
		_, _ = fmt.Fprintf(w, "<!doctype html><title>Docket</title><p>%s</p>\n", html.EscapeString(said))
		select {
		case back <- q:
		default: // the page was loaded again
		}
	})
}

// codeIn returns the code of an answer if it comes from the expected issuer (RFC 9207).
func codeIn(answer url.Values, issuer string) (string, error) {
	switch iss := answer.Get("iss"); {
	case iss != "" && iss != issuer:
		return "", fmt.Errorf("the browser came back from %s, not from %s", iss, issuer)
	case answer.Get("error") != "":
		return "", &OAuthError{answer.Get("error"), answer.Get("error_description")}
	case answer.Get("code") == "":
		return "", errors.New("the browser came back without a code")
	}
	return answer.Get("code"), nil
}
