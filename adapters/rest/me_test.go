package rest

import (
	"testing"

	"github.com/seed-62a36931/docket/commands"
)

func TestPreferencesAreAnyObject(t *testing.T) {
	s := newSite(t)
	a := s.do(request("PUT", "/api/me/preferences", `{ "z": [1, null, {"a": "<"}], "theme": "dark" }`))
	if a.StatusCode != 204 {
		t.Fatalf("%d %s, want 204", a.StatusCode, a.body)
	}
	if got, want := string(s.asked.(commands.UpdatePreferences).Preferences),
		"{\"theme\":\"dark\",\"z\":[1,null,{\"a\":\"\\u003c\"}]}"; got != want {
		t.Errorf("stored %s, want %s", got, want)
	}
	s.want(s.do(request("PUT", "/api/me/preferences", `[]`)), 400, "The request body must be an object")
	for _, body := range []string{`"x"`, `null`, `{`} {
		if a := s.do(request("PUT", "/api/me/preferences", body)); a.StatusCode != 400 {
			t.Errorf("%s: got %d %s, want 400", body, a.StatusCode, a.body)
		}
	}
}
