package evidence

import (
	"crypto/sha256"
	_ "embed"
	"encoding/base64"
	"fmt"
	"strings"
)

// bundlePage is the verifier for browsers, without the digests that BundlePage fills in.
//
//go:embed verify.html
var bundlePage string

// BundlePage returns a page that verifies bundles in a browser, without Docket, a service or a network. Its policy
// (Content-Security-Policy) lets the browser run no other script, and open no connection.
func BundlePage() string {
	page := strings.NewReplacer("{{readme}}", fmt.Sprintf("%x", sha256.Sum256([]byte(bundleReadme()))),
		"{{program}}", fmt.Sprintf("%x", sha256.Sum256([]byte(bundleProgram)))).Replace(bundlePage)
	return strings.NewReplacer("{{script}}", digestOfElement(page, "script"), "{{style}}", digestOfElement(page, "style")).Replace(page)
}

// digestOfElement returns the SHA-256 of what an element holds, in base64.
func digestOfElement(page, name string) string {
	_, text, _ := strings.Cut(page, "<"+name+">")
	text, _, _ = strings.Cut(text, "</"+name+">")
	sum := sha256.Sum256([]byte(text))
	return base64.StdEncoding.EncodeToString(sum[:])
}
