package service_test

import (
	"bytes"
	"html"
	"io"
	"net/http"
	"net/http/cookiejar"
	"net/url"
	"regexp"
	"strings"
	"testing"

	"github.com/google/uuid"

	"github.com/seed-62a36931/docket/domain/user"
	"github.com/seed-62a36931/docket/service/servicetest"
)

// A pathProxy stands for a proxy in front of a service: it answers below a path of its host alone, and takes the
// path away or leaves it.
type pathProxy struct {
	t      *testing.T
	base   string
	to     string
	strips bool
	seen   []string // paths that were asked for
}

// RoundTrip implements http.RoundTripper.
func (p *pathProxy) RoundTrip(r *http.Request) (*http.Response, error) {
	p.seen = append(p.seen, r.URL.Path)
	if r.URL.Host != "docket.test" || r.URL.Path != p.base && !strings.HasPrefix(r.URL.Path, p.base+"/") {
		p.t.Errorf("%s leads out of %s", r.URL, p.base)
	}
	inner := r.Clone(r.Context())
	target, err := url.Parse(p.to)
	if err != nil {
		return nil, err
	}
	inner.URL.Scheme, inner.URL.Host, inner.Host = target.Scheme, target.Host, r.URL.Host
	if p.strips {
		inner.URL.Path = strings.TrimPrefix(r.URL.Path, p.base)
	}
	answer, err := http.DefaultTransport.RoundTrip(inner)
	if err == nil {
		answer.Request = r
	}
	return answer, err
}

var (
	pathForm  = regexp.MustCompile(`<form[^>]* action="([^"]*)"`)
	addresses = regexp.MustCompile(`(?:src|href|action)="([^"#]*)"`)
	outside   = regexp.MustCompile("[\"'`]/(?:console|api|auth)/")
)

// TestAServiceBelowAPathStaysThere signs in to the console of a service whose public address has a path, and wants
// nothing to lead out of it.
func TestAServiceBelowAPathStaysThere(t *testing.T) {
	t.Parallel()
	const base = "/tools/docket"
	r := servicetest.ServeInside(t, append(servicetest.NewMasterKey(t), "--public-url", "https://docket.test"+base)...)
	password := "Str0ng-enough-" + uuid.NewString()[:8]
	if _, err := r.App.Accounts.CreateUser(t.Context(), r.NewRequest("demo"), user.Person{Username: "ada"}, []string{"MANAGER"},
		password); err != nil {
		t.Fatal(err)
	}
	r.Settle()
	for _, strips := range []bool{false, true} {
		jar, err := cookiejar.New(nil)
		if err != nil {
			t.Fatal(err)
		}
		proxy := &pathProxy{t: t, base: base, to: r.Base, strips: strips}
		browser := &http.Client{Transport: proxy, Jar: jar}
		read := func(answer *http.Response, err error) []byte {
			t.Helper()
			if err != nil {
				t.Fatal(err)
			}
			defer answer.Body.Close()
			body, err := io.ReadAll(answer.Body)
			if err != nil || answer.StatusCode != http.StatusOK {
				t.Fatalf("%s: %s %v\n%.300s, want no error and answer.StatusCode = %v",
					answer.Request.URL, answer.Status, err, body, http.StatusOK)
			}
			return body
		}
		form := pathForm.FindSubmatch(read(browser.Get("https://docket.test" + base + "/console/dossiers")))
		if form == nil {
			t.Fatalf("strips %v: no page to sign in at, but %v, want form != nil", strips, proxy.seen)
		}
		action := html.UnescapeString(string(form[1]))
		page := read(browser.PostForm("https://docket.test"+action, url.Values{"username": {"ada"}, "password": {password}}))
		if at := proxy.seen[len(proxy.seen)-1]; at != base+"/console/dossiers" {
			t.Errorf("strips %v: the sign-in leads to %s, want back to the dossiers", strips, at)
		}
		scripts := 0
		for _, found := range addresses.FindAllSubmatch(page, -1) {
			address := html.UnescapeString(string(found[1]))
			if !strings.HasPrefix(address, base+"/") {
				t.Errorf("strips %v: the page leads to %s, want %v at its beginning", strips, address, base+"/")
				continue
			}
			body := read(browser.Get("https://docket.test" + address))
			if strings.HasSuffix(address, ".js") {
				scripts++
				if out := outside.Find(body); out != nil {
					t.Errorf("strips %v: %s leads to %s, want out = nil", strips, address, out)
				}
			}
		}
		if scripts == 0 {
			t.Errorf("strips %v: the page has no scripts:\n%.500s", strips, page)
		}
		if body := read(browser.Get("https://docket.test" + base + "/console/session")); !bytes.Contains(body, []byte("ada")) {
			t.Errorf("strips %v: session %s, want that of ada", strips, body)
		}
		read(browser.Get("https://docket.test" + base + "/console/api/dossiers"))
	}
}
