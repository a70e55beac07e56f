package main

import (
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"strings"
	"testing"

	"github.com/seed-62a36931/docket/internal/service"
)

// TestHealthCommand asks a service that is ready, one that starts, and none.
func TestHealthCommand(t *testing.T) {
	s := serve(t, filepath.Join(t.TempDir(), "data"), masterKey(t)...)
	at := strings.TrimPrefix(s.admin, "http://")
	_, port, _ := strings.Cut(at, ":")
	for _, address := range []string{at, ":" + port, "0.0.0.0:" + port} {
		if out := docketOut(t, "health", "--admin-listen", address); !strings.Contains(out, `"status":"UP"`) {
			t.Error(out)
		}
	}
	docketOut(t, "health", "--live", "--admin-listen", at)
	s.stop()
	docketFails(t, "connection refused", "health", "--admin-listen", at)
	docketFails(t, "--admin-listen", "health", "--admin-listen", "nowhere")
	starting := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		service.WriteHealth(w, map[string]string{"views": "being built"})
	}))
	defer starting.Close()
	docketFails(t, "being built", "health", "--admin-listen", starting.Listener.Addr().String())
}
