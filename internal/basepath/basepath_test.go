package basepath

import (
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
)

func TestOf(t *testing.T) {
	for address, want := range map[string]string{
		"https://host": "", "https://host/": "", "https://host/docket": "/docket", "http://host:8080/a/b/": "/a/b",
		"https://host/a%20b": "/a%20b", "::": "",
	} {
		if got := Of(address); got != want {
			t.Errorf("%s: %q, want %q", address, got, want)
		}
	}
}

// serveRoot is a handler that knows addresses from the root.
func serveRoot(w http.ResponseWriter, r *http.Request) {
	switch r.URL.Path {
	case "/page":
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		w.Header().Set("Content-Length", "9999")
		fmt.Fprint(w, `<a href="/">x</a><a href="/console/about"><img src='/console/assets/a.png'><form `+
			`action="/auth/realms/w"><a href="//other/x"><a href="https://h/">`)
	case "/script":
		w.Header().Set("Content-Type", "text/javascript")
		fmt.Fprint(w, "fetch('/console/api/x'); const a = `/api/y`; const r = '/other'; b / api / c")
	case "/data":
		w.Header().Set("Content-Type", "application/json")
		fmt.Fprint(w, `{"path": "/console/x"}`)
	case "/go":
		http.SetCookie(w, &http.Cookie{Name: "a", Value: "1", Path: "/auth/realms/w"})
		http.SetCookie(w, &http.Cookie{Name: "__Host-b", Value: "1", Path: "/", Secure: true})
		http.Redirect(w, r, "/console/sign-in", http.StatusFound)
	case "/away":
		http.Redirect(w, r, "https://issuer/auth", http.StatusFound)
	case "/live":
		w.Header().Set("Content-Type", "text/event-stream")
		fmt.Fprint(w, "data: 1\n\n")
		w.(http.Flusher).Flush()
	default:
		fmt.Fprintf(w, "plain %s %s %s", r.URL.Path, r.RequestURI, r.URL.Query().Get("to"))
	}
}

// TestServe wants what the browser sees to stay below the path, whether a proxy has taken it away or not.
func TestServe(t *testing.T) {
	h := Serve("/docket", http.HandlerFunc(serveRoot))
	for _, before := range []string{"/docket", ""} {
		for path, want := range map[string]string{
			"/page": `<a href="/docket/">x</a><a href="/docket/console/about"><img src='/docket/console/assets/a.png'>` +
				`<form action="/docket/auth/realms/w"><a href="//other/x"><a href="https://h/">`,
			"/script":                  "fetch('/docket/console/api/x'); const a = `/docket/api/y`; const r = '/other'; b / api / c",
			"/data":                    `{"path": "/console/x"}`,
			"/live":                    "data: 1\n\n",
			"/a%2Fb?x=1":               "plain /a/b /a%2Fb?x=1 ",
			"/s?to=/docket/console/me": "plain /s /s?to=%2Fconsole%2Fme /console/me",
		} {
			w := httptest.NewRecorder()
			h.ServeHTTP(w, httptest.NewRequest(http.MethodGet, before+path, http.NoBody))
			body, _ := io.ReadAll(w.Result().Body)
			if string(body) != want || w.Code != http.StatusOK || w.Header().Get("Content-Length") != "" {
				t.Errorf("%s: %d %q, want %q", before+path, w.Code, body, want)
			}
		}
		w := httptest.NewRecorder()
		h.ServeHTTP(w, httptest.NewRequest(http.MethodGet, before+"/go", http.NoBody))
		if at := w.Header().Get("Location"); at != "/docket/console/sign-in" {
			t.Errorf("%s: leads to %s, want /docket/console/sign-in", before, at)
		}
		cookies := strings.Join(w.Header()["Set-Cookie"], "\n")
		if !strings.Contains(cookies, "a=1; Path=/docket/auth/realms/w") || !strings.Contains(cookies, "__Host-b=1; Path=/;") {
			t.Errorf("%s: cookies %s, want the one below the path, and the other for all of the host", before, cookies)
		}
		w = httptest.NewRecorder()
		h.ServeHTTP(w, httptest.NewRequest(http.MethodGet, before+"/away", http.NoBody))
		if at := w.Header().Get("Location"); at != "https://issuer/auth" {
			t.Errorf("%s: leads to %s, want the issuer", before, at)
		}
	}
	w := httptest.NewRecorder()
	h.ServeHTTP(w, httptest.NewRequest(http.MethodGet, "/docket", http.NoBody))
	if at := w.Header().Get("Location"); at != "/docket/" {
		t.Errorf("the path itself leads to %q, want /docket/", at)
	}
	plain := http.HandlerFunc(serveRoot)
	w = httptest.NewRecorder()
	Serve("", plain).ServeHTTP(w, httptest.NewRequest(http.MethodGet, "/go", http.NoBody))
	if at := w.Header().Get("Location"); at != "/console/sign-in" {
		t.Errorf("without a path: leads to %s, want it unchanged", at)
	}
}
