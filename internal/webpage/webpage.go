// Package webpage holds the frame and the styles that all pages of Docket share.
// Pages run no scripts and load nothing.
package webpage

import (
	"bytes"
	"crypto/sha256"
	_ "embed"
	"encoding/base64"
	"html/template"
	"net/http"
	"strconv"
	"strings"
)

//go:embed page.css
var styles string

//go:embed frame.html
var frame string

// Parse returns the pages of a source of templates. Each page begins with
// {{template "head" "its title"}} and ends with {{template "foot"}}; one in several languages
// begins with {{template "head" (page .Lang "title" "Titel")}} and says
// {{say .Lang "words" "Wörter"}}. It panics on a mistake in the source, which is part of the
// program.
func Parse(source string) *template.Template {
	frames := template.New("frame").Funcs(template.FuncMap{
		"styles":  func() template.CSS { return template.CSS(styles) }, //nolint:gosec // our own
		"page":    newFrame,
		"frameOf": frameOf,
		"say":     say,
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

// A frameData fills the frame of a page.
type frameData struct{ Lang, Title string }

// newFrame returns the frame of a page in a language, with its title in English and German.
func newFrame(lang, english, german string) frameData {
	return frameData{lang, say(lang, english, german)}
}

// frameOf returns the frame of a page that gives its title alone, or all of it.
func frameOf(head any) frameData {
	if f, ok := head.(frameData); ok {
		return f
	}
	title, _ := head.(string)
	return frameData{"en", title}
}

// say returns the words of a language.
func say(lang, english, german string) string {
	if lang == "de" {
		return german
	}
	return english
}

// Language returns the language that a browser prefers of those that pages have, en or de.
func Language(r *http.Request) string {
	best, weight := "en", 0.0
	for _, part := range strings.Split(r.Header.Get("Accept-Language"), ",") {
		tag, parameter, _ := strings.Cut(part, ";")
		tag, _, _ = strings.Cut(strings.ToLower(strings.TrimSpace(tag)), "-")
		q := 1.0
		if value, ok := strings.CutPrefix(strings.TrimSpace(parameter), "q="); ok {
			q, _ = strconv.ParseFloat(value, 64) // what cannot be read is not wanted
		}
		if (tag == "en" || tag == "de") && q > weight {
			best, weight = tag, q
		}
	}
	return best
}
