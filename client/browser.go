package client

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	_ "embed"
	"encoding/base64"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/url"
	"time"

	"github.com/seed-62a36931/docket/internal/webpage"
)

// RedirectURIs are the addresses that a browser returns to after a sign-in: the first one
// that is free on this machine is used. A client has to be registered with all of them.
var RedirectURIs = []string{"http://127.0.0.1:53180/callback", "http://127.0.0.1:53181/callback", "http://127.0.0.1:53182/callback"}

// Browser signs in through a browser (authorization code with PKCE, RFC 7636 and
// 8252). open shows an address to the person, in a browser or as text; the sign-in
// ends when the browser comes back, or with ctx. Errors: *OAuthError.
func (r Realm) Browser(ctx context.Context, open func(address string) error) (Tokens, error) {
	var out Tokens
	err := r.BrowserThen(ctx, open, func(t Tokens) error {
		out = t
		return nil
	})
	return out, err
}

// BrowserThen signs in as Browser does, and hands the tokens to finish. The page that the
// browser ends at says that the person is signed in only if finish returned nil; what it
// returned otherwise is shown there, and returned.
func (r Realm) BrowserThen(ctx context.Context, open func(address string) error, finish func(Tokens) error) error {
	e, err := r.discoverEndpoints(ctx)
	if err != nil {
		return err
	}
	listen, redirect, err := listenLoopback(ctx)
	if err != nil {
		return err
	}
	state, verifier := newSecret(), newSecret()
	back := make(chan browserReturn, 1)
	server := &http.Server{Handler: callbackHandler(state, back), ReadHeaderTimeout: 10 * time.Second, ReadTimeout: 30 * time.Second}
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
	opened := make(chan error, 1)
	go func() { opened <- open(e.Authorization + "?" + ask.Encode()) }() // it may wait for the page that waits for us
	for {
		select {
		case <-ctx.Done():
			return ctx.Err()
		case err := <-opened:
			if err != nil {
				return err
			}
			opened = nil
		case came := <-back:
			err := r.exchangeCode(ctx, e, came.answer, redirect, verifier, finish)
			came.outcome <- err
			return err
		}
	}
}

// exchangeCode requests the tokens for the code that a browser brought, and hands them to
// finish.
func (r Realm) exchangeCode(ctx context.Context, e endpoints, answer url.Values, redirect, verifier string,
	finish func(Tokens) error) error {
	code, err := codeIn(answer, e.Issuer)
	if err != nil {
		return err
	}
	tokens, err := r.requestTokens(ctx, e, url.Values{
		"grant_type": {"authorization_code"}, "code": {code}, "redirect_uri": {redirect},
		"code_verifier": {verifier},
	})
	if err != nil {
		return err
	}
	return finish(tokens)
}

// A browserReturn is a browser that came back, and waits for the outcome.
type browserReturn struct {
	answer  url.Values
	outcome chan<- error
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

//go:embed callback.html
var callbackSource string

var callbackPage = webpage.Parse(callbackSource)

// callbackHandler returns the handler of the redirect address. Requests without the state of this
// sign-in come from somebody else and are ignored. The page waits for the outcome of the sign-in.
func callbackHandler(state string, back chan<- browserReturn) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		q := r.URL.Query()
		if r.URL.Path != "/callback" || q.Get("state") != state {
			http.Error(w, "This is not the sign-in that is waited for.", http.StatusBadRequest)
			return
		}
		outcome := make(chan error, 1)
		select {
		case back <- browserReturn{q, outcome}:
		default: // the page was loaded again
			http.Error(w, "This sign-in has come back already.", http.StatusConflict)
			return
		}
		select {
		case err := <-outcome:
			showOutcome(w, err)
		case <-r.Context().Done():
		}
	})
}

// showOutcome answers the browser with what became of a sign-in.
func showOutcome(w http.ResponseWriter, outcome error) {
	status, problem := http.StatusOK, ""
	if outcome != nil {
		status, problem = http.StatusBadRequest, outcome.Error()
	}
	webpage.SetHeaders(w, "'none'")
	if err := webpage.Render(w, callbackPage, status, "callback", problem); err != nil {
		http.Error(w, err.Error(), http.StatusInternalServerError)
	}
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
