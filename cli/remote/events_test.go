package remote_test

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
)

// TestEventsFollow prints two pages of the feed across an outage, and says where to go on.
func TestEventsFollow(t *testing.T) {
	t.Setenv("DOCKET_TOKEN", "token")
	t.Setenv("DOCKET_CONFIG_DIR", t.TempDir())
	var asked []string
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		asked = append(asked, r.URL.Query().Get("after")+" "+strings.Join(r.URL.Query()["types"], "+"))
		w.Header().Set("Content-Type", "application/json")
		notice := `{"id":"5f0f4c1e-2f0b-4b5e-8c54-0c2d3c1e9a77","position":%d,"type":"file.uploaded","time":"2024-05-31T08:15:30.250+00:00",` +
			`"dossierTemplateId":null,"dossierId":null,"fileId":null,"components":[],"link":"https://x/y"}`
		switch len(asked) {
		case 1:
			fmt.Fprintf(w, `{"events":[`+notice+`],"nextAfter":9,"hasMore":true}`, 8)
		case 2:
			w.WriteHeader(http.StatusServiceUnavailable)
		default:
			fmt.Fprintf(w, `{"events":[`+notice+`],"nextAfter":12,"hasMore":false}`, 11)
		}
	}))
	t.Cleanup(s.Close)
	code, printed, said := runCommand(t, "", "events", "follow", "--server", s.URL, "--after", "7",
		"--types", "file.,user.updated", "--no-wait")
	lines := strings.Split(strings.TrimSpace(printed), "\n")
	if code != 0 || len(lines) != 2 || !strings.Contains(lines[0], `"position":8,`) || !strings.Contains(lines[1], `"position":11,`) ||
		!strings.Contains(said, "go on with --after 12\n") {
		t.Errorf("got %d, %q, %q; want 0, events 8 and 11, and to go on behind 12", code, printed, said)
	}
	if got, want := strings.Join(asked, "; "), "7 file.+user.updated; 9 file.+user.updated; 9 file.+user.updated"; got != want {
		t.Errorf("asked for %s, want %s", got, want)
	}
	if code, _, said := runCommand(t, "", "events", "follow", "--server", s.URL, "--after=-1"); code != 2 {
		t.Errorf("got %d, %q for a position below 0, want 2", code, said)
	}
}
