// Package basepath serves a handler that knows addresses from the root of a host below a path of it.
package basepath

import (
	"bytes"
	"net/http"
	"net/url"
	"regexp"
	"strings"
)

// Of returns the path of an address, "" for the root of its host.
func Of(address string) string {
	u, err := url.Parse(address)
	if err != nil {
		return ""
	}
	return strings.TrimRight(u.EscapedPath(), "/")
}

// Serve returns a handler that answers requests below a path of a host, and those of a proxy that has taken
// the path away. Redirects, paths of cookies, and the addresses in pages, scripts and styles are put below the
// path. Everything else is answered as it is. The path "" changes nothing.
func Serve(base string, h http.Handler) http.Handler {
	if base == "" {
		return h
	}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.EscapedPath() == base {
			http.Redirect(w, r, base+"/", http.StatusPermanentRedirect)
			return
		}
		a := &answer{ResponseWriter: w, base: base}
		h.ServeHTTP(a, stripPath(base, r))
		a.close()
	})
}

// stripPath returns the request with addresses from the root.
func stripPath(base string, r *http.Request) *http.Request {
	out := r.Clone(r.Context())
	if rest, ok := strings.CutPrefix(r.URL.EscapedPath(), base+"/"); ok {
		if path, err := url.PathUnescape("/" + rest); err == nil {
			out.URL.Path, out.URL.RawPath = path, "/"+rest
		}
	}
	if q := out.URL.Query(); strings.HasPrefix(q.Get("to"), base+"/") { // where a sign-in leads back to
		q.Set("to", strings.TrimPrefix(q.Get("to"), base))
		out.URL.RawQuery = q.Encode()
	}
	out.RequestURI = out.URL.RequestURI()
	out.Header.Del("Accept-Encoding") // what is packed could not be changed
	return out
}

// An answer puts the addresses in what it is given below a path.
type answer struct {
	http.ResponseWriter
	base    string
	begun   bool
	address *regexp.Regexp // in the body; nil where it is passed on as it is
	body    bytes.Buffer
	status  int
}

var (
	inPages   = regexp.MustCompile(`((?:href|src|action|formaction|content|srcset|data-[a-z-]+)=["']?)(/(?:[^/"'])|/["'])`)
	inScripts = regexp.MustCompile("([\"'`(=])(/(?:console|api|auth|realms|docs)\\b)")
)

// Unwrap lets http.ResponseController reach the connection.
func (a *answer) Unwrap() http.ResponseWriter { return a.ResponseWriter }

// Flush implements http.Flusher, for live updates.
func (a *answer) Flush() {
	if f, ok := a.ResponseWriter.(http.Flusher); ok && a.address == nil {
		f.Flush()
	}
}

// WriteHeader implements http.ResponseWriter.
func (a *answer) WriteHeader(status int) {
	if status >= 100 && status < 200 {
		a.ResponseWriter.WriteHeader(status)
		return
	}
	if a.begun {
		return
	}
	a.begun, a.status = true, status
	h := a.Header()
	if at := h.Get("Location"); strings.HasPrefix(at, "/") && !strings.HasPrefix(at, "//") {
		h.Set("Location", a.base+at)
	}
	for i, c := range h["Set-Cookie"] {
		h["Set-Cookie"][i] = cookiePath.ReplaceAllString(c, "${1}"+a.base+"${2}")
	}
	kind, _, _ := strings.Cut(h.Get("Content-Type"), ";")
	switch kind {
	case "text/html":
		a.address = inPages
	case "text/javascript", "application/javascript", "text/css", "application/manifest+json":
		a.address = inScripts
	}
	if a.address == nil || h.Get("Content-Encoding") != "" {
		a.address = nil
		a.ResponseWriter.WriteHeader(status)
		return
	}
	h.Del("Content-Length")
}

// cookiePath matches the path of a cookie. That of the root stays: some names of cookies demand it.
var cookiePath = regexp.MustCompile(`(; Path=)(/[^;]+)`)

// Write implements http.ResponseWriter.
func (a *answer) Write(b []byte) (int, error) {
	if !a.begun {
		if a.Header().Get("Content-Type") == "" {
			a.Header().Set("Content-Type", http.DetectContentType(b))
		}
		a.WriteHeader(http.StatusOK)
	}
	if a.address == nil {
		return a.ResponseWriter.Write(b)
	}
	return a.body.Write(b)
}

// close writes what was held back.
func (a *answer) close() {
	if a.address == nil {
		return
	}
	a.ResponseWriter.WriteHeader(a.status)
	_, _ = a.ResponseWriter.Write(a.address.ReplaceAll(a.body.Bytes(), []byte("${1}"+a.base+"${2}"))) // the client may be gone
}
