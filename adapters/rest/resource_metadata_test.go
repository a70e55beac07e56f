package rest

import (
	"context"
	"encoding/json"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/seed-62a36931/docket/domain/user"
)

// TestChallengesLeadToTheIssuer follows the challenge of a refused request to who gives tokens.
func TestChallengesLeadToTheIssuer(t *testing.T) {
	const public = "https://docket.example"
	f := newFake()
	handler, err := New(Config{Log: slog.New(slog.DiscardHandler), Workspace: "demo", PublicURL: public,
		Issuer: func(_ context.Context, ws string) (string, error) { return "https://issuer.example/" + ws, nil }}, f.ports())
	if err != nil {
		t.Fatal(err)
	}
	ask := func(path, token string) *http.Response {
		r := httptest.NewRequest("GET", path, nil)
		if token != "" {
			r.Header.Set("Authorization", "Bearer "+token)
		}
		w := httptest.NewRecorder()
		handler.ServeHTTP(w, r)
		return w.Result()
	}
	const where = `resource_metadata="` + public + ResourceMetadataPath + `"`
	for _, row := range []struct{ name, token, want string }{
		{"no token", "", "Bearer " + where},
		{"a wrong token", "bad", `Bearer error="invalid_token", ` + where},
		{"a key of another scope", "narrow", `Bearer error="insufficient_scope", scope="listUsers", ` + where},
	} {
		f.narrow = &user.KeyLimit{Scopes: []user.Operation{user.GetMe}}
		if got := ask("/api/users", row.token).Header.Get("WWW-Authenticate"); got != row.want {
			t.Errorf("%s: got %q, want %q", row.name, got, row.want)
		}
	}
	a := ask(strings.TrimPrefix(public+ResourceMetadataPath, public), "")
	var told resourceMetadata
	if err := json.NewDecoder(a.Body).Decode(&told); err != nil || told.Resource != public || len(told.Servers) != 1 ||
		told.Servers[0] != "https://issuer.example/demo" {
		t.Errorf("got %+v, %v, want the resource %s and its issuer", told, err, public)
	}
}
