package identity_test

import (
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/seed-62a36931/docket/domain"
)

func TestRevokeAndLogout(t *testing.T) {
	creds := url.Values{"client_id": {"app"}, "client_secret": {"s3cret"}}
	with := func(k, v string) url.Values {
		f := url.Values{k: {v}}
		for n, x := range creds {
			f[n] = x
		}
		return f
	}
	rows := []struct {
		name   string
		path   string
		form   func(a answer) url.Values
		status int
		ends   bool
	}{
		{"revoke refresh token", "/revoke", func(a answer) url.Values { return with("token", a.field("refresh_token")) }, 200, true},
		{"revoke access token", "/revoke", func(a answer) url.Values { return with("token", a.field("access_token")) }, 200, true},
		{"revoke unknown token", "/revoke", func(answer) url.Values { return with("token", "x") }, 200, false},
		{"revoke another client's token", "/revoke", func(a answer) url.Values {
			f := with("token", a.field("refresh_token"))
			f.Set("client_id", "web")
			return f
		}, 200, false},
		{"revoke without client", "/revoke", func(a answer) url.Values {
			return url.Values{"token": {a.field("refresh_token")}}
		}, 400, false},
		{"logout", "/logout", func(a answer) url.Values { return with("refresh_token", a.field("refresh_token")) }, 204, true},
		{"logout by hint", "/logout", func(a answer) url.Values {
			return url.Values{"id_token_hint": {a.field("id_token")}, "post_logout_redirect_uri": {"https://app.example/bye"},
				"state": {"s"}}
		}, 302, true},
		{"logout to an unknown address", "/logout", func(a answer) url.Values {
			return url.Values{"id_token_hint": {a.field("id_token")}, "post_logout_redirect_uri": {"https://evil.example/"}}
		}, 400, false},
		{"logout with an access token as hint", "/logout", func(a answer) url.Values {
			return url.Values{"id_token_hint": {a.field("access_token")}, "post_logout_redirect_uri": {"https://app.example/bye"}}
		}, 400, false},
	}
	for _, row := range rows {
		t.Run(row.name, func(t *testing.T) {
			w := newWorld(t)
			a := w.signIn()
			got := w.post(oidc+row.path, row.form(a))
			if got.StatusCode != row.status {
				t.Errorf("%d %s, want %v", got.StatusCode, got.body, row.status)
			}
			if row.status == 302 && got.Header.Get("Location") != "https://app.example/bye?state=s" {
				t.Error(got.Header.Get("Location"))
			}
			_, err := w.server.Verify(t.Context(), a.field("access_token"))
			if ended := domain.KindOf(err) == domain.Unauthenticated; ended != row.ends {
				t.Errorf("session ended: %v (%v), want %v", ended, err, row.ends)
			}
			if row.ends != strings.Contains(w.kinds(), "auth.signed-out") {
				t.Error("events:", w.kinds())
			}
		})
	}
}

func TestGuessingIsSlowedDown(t *testing.T) {
	w := newWorld(t)
	guess := func(pw string) answer {
		return w.token("grant_type", "password", "username", "mira", "password", pw)
	}
	for range 4 {
		w.want(guess("wrong"), 400, "invalid_grant")
	}
	w.want(guess("wrong"), 400, "invalid_grant") // the fifth begins the wait
	for _, wait := range []time.Duration{1, 2, 4, 8} {
		a := guess(password)
		w.want(a, 429, "temporarily_unavailable")
		if d, _ := time.ParseDuration(a.Header.Get("Retry-After") + "s"); d != wait*time.Second {
			t.Errorf("Retry-After is %v, want %v", d, wait*time.Second)
		}
		w.pass(wait * time.Second)
		if wait < 8 {
			w.want(guess("wrong"), 400, "invalid_grant")
		}
	}
	if a := guess(password); a.StatusCode != 200 {
		t.Errorf("after the wait: %d %s, want 200", a.StatusCode, a.body)
	}
	if k := w.kinds(); strings.Count(k, "auth.failed") != 8 || strings.Count(k, "auth.locked") != 4 ||
		!strings.HasSuffix(k, "auth.signed-in") {
		t.Error("events:", k)
	}
}

func TestOldFailuresAreForgotten(t *testing.T) {
	w := newWorld(t)
	for range 12 {
		w.want(w.token("grant_type", "password", "username", "mira", "password", "wrong"), 400, "invalid_grant")
		w.pass(4 * time.Minute) // never five within 15 minutes
	}
}
