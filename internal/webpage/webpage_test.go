package webpage

import (
	"net/http/httptest"
	"strings"
	"testing"
)

func TestLanguage(t *testing.T) {
	for accepted, want := range map[string]string{
		"": "en", "de": "de", "de-AT,de;q=0.9,en;q=0.8": "de", "en-GB,en;q=0.9,de;q=0.8": "en", "fr,de;q=0.5,en;q=0.7": "en",
		"fr, de-CH ; q=0.3": "de", "de;q=0": "en", "de;q=x": "en", "es": "en",
	} {
		r := httptest.NewRequest("GET", "/", nil)
		r.Header.Set("Accept-Language", accepted)
		if got := Language(r); got != want {
			t.Errorf("%q: got %s, want %s", accepted, got, want)
		}
	}
}

func TestFrameHasTheLanguageOfItsPage(t *testing.T) {
	pages := Parse(`{{define "both"}}{{template "head" (page . "Sign in" "Anmelden")}}{{say . "words" "Wörter"}}{{template "foot"}}{{end}}
{{define "one"}}{{template "head" "Alone"}}{{template "foot"}}{{end}}`)
	for _, c := range []struct{ page, lang, want string }{
		{"both", "de", `<html lang="de">`}, {"both", "de", "<title>Anmelden · Docket</title>"}, {"both", "de", "Wörter"},
		{"both", "en", "<title>Sign in · Docket</title>"}, {"one", "", `<html lang="en">`}, {"one", "", "<title>Alone · Docket</title>"},
	} {
		w := httptest.NewRecorder()
		if err := Render(w, pages, 200, c.page, c.lang); err != nil || !strings.Contains(w.Body.String(), c.want) {
			t.Errorf("%s in %q: %v, want %q in:\n%s", c.page, c.lang, err, c.want, w.Body)
		}
	}
}
