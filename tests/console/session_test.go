package console

import (
	"io"
	"net/http"
	"net/http/cookiejar"
	"net/url"
	"regexp"
	"strings"
	"testing"

	"github.com/seed-62a36931/docket/service/servicetest"
)

// A visitor is a browser without scripts.
type visitor struct {
	t      *testing.T
	origin string
	client *http.Client
}

func newVisitor(t *testing.T, s *site) *visitor {
	t.Helper()
	jar, err := cookiejar.New(nil)
	if err != nil {
		t.Fatal(err)
	}
	return &visitor{t, s.PublicURL(), &http.Client{Jar: jar}}
}

func (v *visitor) send(method, path string, form url.Values) (status int, body string, at *url.URL) {
	v.t.Helper()
	address := path
	if strings.HasPrefix(path, "/") {
		address = v.origin + path
	}
	r, err := http.NewRequestWithContext(v.t.Context(), method, address, strings.NewReader(form.Encode()))
	if err != nil {
		v.t.Fatal(err)
	}
	r.Header.Set("Accept", "text/html,*/*")
	if form != nil {
		r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	}
	a, err := v.client.Do(r)
	if err != nil {
		v.t.Fatal(err)
	}
	defer func() { _ = a.Body.Close() }()
	b, err := io.ReadAll(a.Body)
	if err != nil {
		v.t.Fatal(err)
	}
	return a.StatusCode, string(b), a.Request.URL
}

// signIn goes through the pages of the sign-in to the console.
func (v *visitor) signIn(username, with string) {
	v.t.Helper()
	_, form, at := v.send("GET", "/", nil)
	action := regexp.MustCompile(`action="([^"]+)"`).FindStringSubmatch(form)
	if action == nil {
		v.t.Fatalf("no form at %s:, want action != nil\n%s", at, form)
	}
	status, page, at := v.send("POST", strings.ReplaceAll(action[1], "&amp;", "&"), url.Values{"username": {username}, "password": {with}})
	if status != 200 || at.Path != "/console/" {
		v.t.Fatalf("the sign-in of %s ends with %d at %s:\n%s, want status = 200 and at.Path = %q",
			username, status, at, page, "/console/")
	}
}

func (v *visitor) want(status int, method, path string) string {
	v.t.Helper()
	got, body, _ := v.send(method, path, nil)
	if got != status {
		v.t.Errorf("%s %s: got %d, want %d: %s", method, path, got, status, body)
	}
	return body
}

// TestSessionsEndWithTheAccount changes a password and disables an account while sessions of the
// console run.
func TestSessionsEndWithTheAccount(t *testing.T) {
	s := openSite(t)
	root, _ := s.AddAccount("demo", "keeper", "USER_ADMIN")
	for _, c := range []struct {
		what, path string
		body       map[string]any
		status     int
		method     string
	}{
		{"another password", "/password", map[string]any{"newPassword": "An0ther-enough"}, 204, "POST"},
		{"a disabled account", "", map[string]any{"active": false}, 200, "PUT"},
	} {
		t.Run(c.what, func(t *testing.T) {
			_, id := s.AddAccount("demo", "leaver"+c.method, "USER")
			v := newVisitor(t, s)
			v.signIn("leaver"+c.method, password)
			v.want(200, "GET", "/console/api/dossier-templates")
			if body := v.want(200, "GET", "/console/session"); !strings.Contains(body, id) {
				t.Errorf("the session is %s, want %v in it", body, id)
			}
			root.Want(c.status, c.method, "/api/users/"+id+c.path, c.body)
			v.want(401, "GET", "/console/api/dossier-templates")
			v.want(401, "GET", "/console/session")
		})
	}
}

func TestCookiesMeanNothingToTheAPI(t *testing.T) {
	s := openSite(t)
	v := newVisitor(t, s)
	v.signIn("ada", password)
	v.want(401, "GET", "/api/dossier-templates")
	if body := v.want(200, "GET", "/console/about"); !strings.Contains(body, "/api/openapi.yaml") {
		t.Errorf("the page about the service is\n%s, want %q in it", body, "/api/openapi.yaml")
	}
	if status, _, _ := v.send("POST", "/console/sign-out", nil); status != 204 {
		t.Errorf("the sign-out is answered with %d, want 204", status)
	}
	v.want(401, "GET", "/console/session")
	if _, page, _ := v.send("GET", "/console/", nil); !strings.Contains(page, "password") {
		t.Error("the browser is still signed in at the issuer")
	}
}

func TestConsoleCanBeLeftOut(t *testing.T) {
	s := &site{Room: servicetest.ServeInside(t, append(servicetest.NewMasterKey(t), "--console=false")...)}
	v := newVisitor(t, s)
	v.want(404, "GET", "/console/")
	if _, page, at := v.send("GET", "/", nil); at.Path != "/" || !strings.Contains(page, "This is a Docket service") {
		t.Errorf("the root leads to %s:\n%s, want at.Path = %q and %q in page", at, page, "/", "This is a Docket service")
	}
	if status, _, _ := v.send("GET", "/auth/realms/demo/protocol/openid-connect/auth?client_id=docket-console&redirect_uri="+
		url.QueryEscape(v.origin+"/console/callback"), nil); status != 400 {
		t.Errorf("its client is known: %d, want 400", status)
	}
}

func TestDemoShowsItsAccount(t *testing.T) {
	demo := newVisitor(t, &site{Room: servicetest.ServeInside(t, append(servicetest.NewMasterKey(t), "--demo")...)})
	if _, page, _ := demo.send("GET", "/", nil); !strings.Contains(page, "Docket-demo-1") || !strings.Contains(page, "/console/about") {
		t.Errorf("the sign-in of a demo is\n%s, want %q in page and %q in page", page, "Docket-demo-1", "/console/about")
	}
	other := newVisitor(t, openSite(t))
	if _, page, _ := other.send("GET", "/", nil); strings.Contains(page, "Docket-demo-1") || strings.Contains(page, "demo</h2>") {
		t.Errorf("the sign-in of a service that is no demo is\n%s, want no %q in page and no %q in page", page, "Docket-demo-1",
			"demo</h2>")
	}
}
