package remote_test

import (
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
)

// TestKeysAreMadeForPatternsOfScopes wants the key alone on standard output, and patterns to name the
// operations of the API.
func TestKeysAreMadeForPatternsOfScopes(t *testing.T) {
	var sent struct {
		Scopes, Addresses []string
		ExpiresAt         string
	}
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		b, _ := io.ReadAll(r.Body)
		_ = json.Unmarshal(b, &sent)
		w.Header().Set("Content-Type", "application/json")
		w.WriteHeader(201)
		_, _ = io.WriteString(w, `{"key":"dkt_demo_x","apiKey":{"id":"0c8e2a51-4a35-4b4e-9f2d-6a1f0a7c5b10",`+
			`"createdAt":"2024-05-31T08:15:30Z","expiresAt":"2025-05-31T08:15:30Z"}}`)
	}))
	t.Cleanup(s.Close)
	t.Setenv("DOCKET_TOKEN", "token")
	code, printed, said := runCommand(t, "", "key", "create", "reader", "--scope", "list*,getMe,unheardOf", "--address", "192.0.2.0/24",
		"--server", s.URL)
	if code != 0 || printed != "dkt_demo_x\n" || !strings.Contains(said, "0c8e2a51") {
		t.Fatalf("got %d, %q, %q, want the key alone on standard output", code, printed, said)
	}
	for _, want := range []string{"getMe", "listUsers", "listApiKeys", "unheardOf"} {
		if !slices.Contains(sent.Scopes, want) {
			t.Errorf("sent the scopes %v, want %s among them", sent.Scopes, want)
		}
	}
	if slices.Contains(sent.Scopes, "getLiveness") || slices.Contains(sent.Scopes, "getUser") || len(sent.Addresses) != 1 || sent.ExpiresAt != "" {
		t.Errorf("sent %+v, want lists, one address and no end", sent)
	}
	for _, scope := range []string{"no*", "["} {
		if code, _, said := runCommand(t, "", "key", "create", "x", "--scope", scope, "--server", s.URL); code != 2 || !strings.Contains(said, scope) {
			t.Errorf("--scope %s: got %d, %q, want 2 and the pattern", scope, code, said)
		}
	}
}

// TestRefusedKeysSayWhatToDoNext wants of a refused key another step than of a session that has ended.
func TestRefusedKeysSayWhatToDoNext(t *testing.T) {
	t.Setenv("DOCKET_TOKEN", "dkt_demo_x")
	for _, row := range []struct {
		status     int
		body, want string
	}{
		{401, `{"message":"Authentication is required","code":"authentication_required"}`, "has expired or was revoked"},
		{403, `{"message":"The API key does not have the scope listUsers","code":"out_of_scope"}`, "docket key create"},
		{403, `{"message":"The API key is not for the address","code":"address_not_allowed"}`, "docket key create"},
	} {
		server := serveTemplates(t, row.status, row.body)
		if code, _, said := runCommand(t, "", "dossiers", "--server", server); code == 0 || !strings.Contains(said, row.want) {
			t.Errorf("%s: got %d, %q, want %q", row.body, code, said, row.want)
		}
	}
}
