// Package webpage is what the pages of Docket have in common: their frame and their styles.
// Pages run no scripts and load nothing.
package webpage

import (
	"bytes"
	"crypto/sha256"
	_ "embed"
	"encoding/base64"
	"html/template"
	"net/http"
)

//go:embed page.css
var styles string

//go:embed frame.html
var frame string

// Parse returns the pages of a source of templates. Each page begins with
// {{template "head" "its title"}} and ends with {{template "foot"}}. It panics on a mistake
// in the source, which is part of the program.
func Parse(source string) *template.Template {
	frames := template.New("frame").Funcs(template.FuncMap{
		"styles": func() template.CSS { return template.CSS(styles) }, //nolint:gosec // our own
	})
	return template.Must(template.Must(frames.Parse(frame)).Parse(source))
}

// Render answers with a page under a status. Headers must be set before.
func Render(w http.ResponseWriter, pages *template.Template, status int, name string, data any) error {
	var page bytes.Buffer
	if err := pages.ExecuteTemplate(&page, name, data); err != nil {
		return err
	}
	w.WriteHeader(status)
	_, _ = w.Write(page.Bytes()) // the browser may be gone; there is nobody to tell
	return nil
}

// styleSource lets browsers apply our styles and no others.
var styleSource = func() string {
	sum := sha256.Sum256([]byte(styles))
	return "'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'"
}()

// SetHeaders sets the headers of a page whose forms go to formAction, a source of a content
// security policy such as 'self' or 'none' with its quotes.
func SetHeaders(w http.ResponseWriter, formAction string) {
	h := w.Header()
	h.Set("Content-Type", "text/html; charset=utf-8")
	h.Set(
		"Content-Security-Policy",
		"default-src 'none'; style-src "+styleSource+"; frame-ancestors 'none'; base-uri 'none'; form-action "+formAction,
	)
	h.Set("X-Frame-Options", "DENY")
	h.Set("Referrer-Policy", "no-referrer")
}
