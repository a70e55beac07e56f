package service

import (
	"bytes"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/seed-62a36931/docket/service/settings"
)

// TestTransportIsSecured where the public address says so, and told where it does not.
func TestTransportIsSecured(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		public   string
		told     string
		isWarned bool
	}{
		{"https://docket.example", "max-age=31536000", false},
		{"https://docket.example/base", "max-age=31536000", false},
		{"http://docket.example", "", true},
		{"http://192.0.2.7:8080", "", true},
		{"http://localhost:8080", "", false},
		{"http://127.0.0.1:8080", "", false},
		{"http://[::1]:8080", "", false},
	} {
		w, answered := httptest.NewRecorder(), false
		secureTransport(c.public, http.HandlerFunc(func(http.ResponseWriter, *http.Request) { answered = true })).
			ServeHTTP(w, httptest.NewRequest(http.MethodGet, "/", nil))
		if got := w.Header().Get("Strict-Transport-Security"); got != c.told || !answered {
			t.Errorf("%s: got %q, answered %t, want %q and an answer", c.public, got, answered, c.told)
		}
		var log bytes.Buffer
		a := &App{Config: settings.Config{}, logger: slog.New(slog.NewTextHandler(&log, nil))}
		a.Config.PublicURL = c.public
		warnOpenTransport(a.Config, a.logger)
		if got := strings.Contains(log.String(), "can be read and changed on their way"); got != c.isWarned {
			t.Errorf("%s: got warned %t, want %t: %s", c.public, got, c.isWarned, log.String())
		}
	}
}
