package operate_test

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/seed-62a36931/docket/internal/freeport"
	"github.com/seed-62a36931/docket/service"
	"github.com/seed-62a36931/docket/service/servicetest"
)

// TestHealthCommand asks a service that is ready, one that starts, and none.
func TestHealthCommand(t *testing.T) {
	s := servicetest.Serve(t, filepath.Join(t.TempDir(), "data"), servicetest.NewMasterKey(t)...)
	at := strings.TrimPrefix(s.Admin, "http://")
	_, port, _ := strings.Cut(at, ":")
	for _, address := range []string{at, ":" + port, "0.0.0.0:" + port} {
		if out := servicetest.RunDocket(t, "health", "--admin-listen", address); !strings.Contains(out, `"status":"UP"`) {
			t.Error(out)
		}
	}
	out := ""
	for end := time.Now().Add(time.Minute); !strings.Contains(out, `"walls":{"stand":[`) && time.Now().Before(end); {
		out = servicetest.RunDocket(t, "health", "--admin-listen", at)
	}
	if runtime.GOOS == "linux" && !strings.Contains(out, `"privileges"`) {
		t.Errorf("got %s, want the walls that stand", out)
	}
	servicetest.RunDocket(t, "health", "--live", "--admin-listen", at)
	s.Stop()
	servicetest.ExpectFailure(t, "connection refused", "health", "--admin-listen", at)
	servicetest.ExpectFailure(t, "--admin-listen", "health", "--admin-listen", "nowhere")
	starting := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		service.WriteHealth(w, map[string]string{"views": "being built"}, nil, nil)
	}))
	defer starting.Close()
	servicetest.ExpectFailure(t, "being built", "health", "--admin-listen", starting.Listener.Addr().String())
	servicetest.ExpectFailure(t, "being built", "health", "--wait", "300ms", "--admin-listen", starting.Listener.Addr().String())
}

// TestHealthWaitsForAStart asks where nobody listens yet, as right behind systemctl start.
func TestHealthWaitsForAStart(t *testing.T) {
	at := freeport.Find(t)
	asked := make(chan string, 1)
	go func() {
		out, err := servicetest.NewCommand(t.Context(), "health", "--wait", "10m", "--admin-listen", at).CombinedOutput()
		asked <- fmt.Sprintf("%s%v", out, err)
	}()
	data := filepath.Join(t.TempDir(), "data")
	servicetest.Serve(t, data, append(servicetest.NewMasterKey(t), "--admin-listen", at)...)
	if out := <-asked; !strings.HasPrefix(out, `{"status":"UP"`) || !strings.HasSuffix(out, "\n<nil>") {
		t.Errorf("got %q, want that it is up", out)
	}
}
