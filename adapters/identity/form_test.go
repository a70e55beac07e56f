package identity_test

import (
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/seed-62a36931/docket/domain"
)

// Whatever is sent to the token endpoint, the answer is a client error with an
// OAuth error object, and never a token.
func FuzzTokenForm(f *testing.F) {
	f.Add("grant_type=password&client_id=app&client_secret=s3cret&username=mira&password=x")
	f.Add("grant_type=refresh_token&client_id=app&client_secret=s3cret&refresh_token=%00")
	f.Add("a=%zz;&&=&client_id=app&client_id=app")
	f.Fuzz(func(t *testing.T, body string) {
		if strings.Contains(body, password) {
			return
		}
		w := newWorld(t)
		r := httptest.NewRequest("POST", oidc+"/token", strings.NewReader(body))
		r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
		a := w.do(r)
		if a.StatusCode < 400 || a.StatusCode > 499 || a.field("error") == "" {
			t.Errorf(`%q: %d %s, want a.StatusCode at least 400, a.StatusCode at most 499 and a.field("error") other than ""`,
				body, a.StatusCode, a.body)
		}
	})
}

// Whatever an authorization request holds, the answer is a page or a redirect to the
// registered address, and never a code.
func FuzzAuthorizationRequest(f *testing.F) {
	f.Add("client_id=app&redirect_uri=https%3A%2F%2Fapp.example%2Fcb&response_type=code&scope=openid&state=x")
	f.Add("client_id=spa&redirect_uri=https://app.example/cb&response_type=code&code_challenge=x&code_challenge_method=S256&prompt=none&max_age=-1")
	f.Add("client_id=app&redirect_uri=https://app.example/cb%0d%0aLocation:x&state=%00%ff&login_hint=\"><script>")
	w := newWorld(f)
	f.Fuzz(func(t *testing.T, query string) {
		r := httptest.NewRequest("GET", oidc+"/auth", nil)
		r.URL.RawQuery = query
		a := w.do(r)
		to, err := a.Location()
		switch {
		case a.StatusCode == 302 && (err != nil || to.Scheme+"://"+to.Host+to.Path != callback ||
			to.Query().Get("error") == "" || to.Query().Get("code") != ""):
			t.Errorf("%q: to %v, %v, want an error and no code at the application", query, to, err)
		case a.StatusCode != 200 && a.StatusCode != 302 && a.StatusCode != 400:
			t.Errorf("%q: got %d %s, want 200, 302 or 400", query, a.StatusCode, a.body)
		case strings.Contains(a.body, "<script"):
			t.Errorf("%q is not escaped: %s, want it without <script", query, a.body)
		}
	})
}

// Whatever is shown as a token, it is refused, in the words of the interface.
func FuzzVerify(f *testing.F) {
	w := newAbroad(f)
	own, theirs := w.signIn().field("access_token"), w.access()
	f.Add(own[:len(own)-1])
	f.Add(theirs[:len(theirs)-1])
	f.Add("e30.e30.")
	f.Add(strings.Replace(own, ".", "..", 1))
	f.Fuzz(func(t *testing.T, token string) {
		// Spaces and the last bits of the last letter are not part of what is signed.
		bare := strings.Join(strings.Fields(token), "")
		same := strings.HasPrefix(bare, own[:len(own)-1]) && len(bare) == len(own) ||
			strings.HasPrefix(bare, theirs[:len(theirs)-1]) && len(bare) == len(theirs)
		if _, err := w.server.Verify(t.Context(), token); !same && domain.KindOf(err) != domain.Unauthenticated {
			t.Errorf("%q: got %v, want Unauthenticated", token, err)
		}
	})
}
