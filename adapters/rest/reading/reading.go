// Package reading is the page on which people read the contract: Scalar, built into
// the program, over the contract of the service itself. It asks no other host for
// anything, and its content security policy sees to that.
//
// scalar-1.72.1.js.gz is dist/browser/standalone.js of the npm package
// @scalar/api-reference of that version (npm pack, gzip -9n), under the MIT license
// (LICENSE-scalar.txt).
package reading

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	_ "embed"
	"encoding/hex"
	"io"
	"net/http"
	"strings"

	"github.com/seed-62a36931/docket/internal/webpage"
)

//go:embed scalar-1.72.1.js.gz
var scalar []byte

//go:embed start.js
var start []byte

// Addresses of the page and its scripts.
const (
	Path       = "/api/docs"
	ScalarPath = "/api/docs/scalar-1.72.1.js"
	StartPath  = "/api/docs/start.js"
	// SignedInPath is where a sign-in of the page ends: in a window that the page closes.
	SignedInPath = "/api/docs/signed-in"
)

const page = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Docket API</title>
</head>
<body>
<noscript>This page needs JavaScript. The contract itself is at /api/openapi.yaml.</noscript>
<div id="docket"></div>
<script src="` + ScalarPath + `"></script>
<script src="` + StartPath + `"></script>
</body>
</html>
`

// policy lets the page run its own scripts and call this service alone. Its script writes
// styles into the page, which no nonce or hash covers; styles run nothing, and can fetch
// from this service only.
const policy = "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; " +
	"font-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

// ServePage answers with the page.
func ServePage(w http.ResponseWriter, _ *http.Request) {
	w.Header().Set("Content-Security-Policy", policy)
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	_, _ = io.WriteString(w, page)
}

var signedIn = webpage.Parse(`{{define "signed-in"}}{{template "head" "Signed in"}}<h1>Signed in</h1>
<p>This window closes by itself, and the page of the API goes on.</p>
{{template "foot"}}{{end}}`)

// ServeSignedIn answers the window of a sign-in. The page reads the code from its address.
func ServeSignedIn(w http.ResponseWriter, _ *http.Request) {
	webpage.SetHeaders(w, "'none'")
	if err := webpage.Render(w, signedIn, http.StatusOK, "signed-in", nil); err != nil {
		panic(err) // the page is part of the program
	}
}

// ServeStart answers with the script that begins the page.
func ServeStart(w http.ResponseWriter, r *http.Request) { serveScript(w, r, start, "") }

// ServeScalar answers with the script that renders the page, compressed where the client
// accepts that.
func ServeScalar(w http.ResponseWriter, r *http.Request) {
	w.Header().Add("Vary", "Accept-Encoding")
	if strings.Contains(r.Header.Get("Accept-Encoding"), "gzip") {
		serveScript(w, r, scalar, "gzip")
		return
	}
	unpacked, err := unpackScript()
	if err != nil { // the program was built from a broken file
		panic(err)
	}
	serveScript(w, r, unpacked, "")
}

func unpackScript() ([]byte, error) {
	z, err := gzip.NewReader(bytes.NewReader(scalar))
	if err != nil {
		return nil, err
	}
	return io.ReadAll(z)
}

// serveScript answers with bytes that a browser may cache and revalidate.
func serveScript(w http.ResponseWriter, r *http.Request, body []byte, encoding string) {
	sum := sha256.Sum256(body)
	tag := `"` + hex.EncodeToString(sum[:16]) + `"`
	h := w.Header()
	h.Set("ETag", tag)
	h.Set("Cache-Control", "private, no-cache")
	if r.Header.Get("If-None-Match") == tag {
		w.WriteHeader(http.StatusNotModified)
		return
	}
	h.Set("Content-Type", "text/javascript; charset=utf-8")
	if encoding != "" {
		h.Set("Content-Encoding", encoding)
	}
	_, _ = w.Write(body) // the client may be gone; there is nobody to tell
}
