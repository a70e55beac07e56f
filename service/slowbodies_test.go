package service_test

import (
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/seed-62a36931/docket/service/servicetest"
)

// TestSlowBodiesEndOnEveryListener sends a byte of bodies that then stay away, to addresses that
// read them and to some that do not.
func TestSlowBodiesEndOnEveryListener(t *testing.T) {
	t.Parallel()
	s := servicetest.Serve(t, filepath.Join(t.TempDir(), "data"), append(servicetest.NewMasterKey(t), "--body-wait=100ms")...)
	public, admin := strings.TrimPrefix(s.Origin, "http://"), strings.TrimPrefix(s.Admin, "http://")
	var all sync.WaitGroup
	for _, row := range []struct{ network, address, request, kind string }{
		{"tcp", public, "POST /auth/realms/demo/protocol/openid-connect/token", "application/x-www-form-urlencoded"},
		{"tcp", public, "POST /auth/realms/demo/protocol/openid-connect/auth", "application/x-www-form-urlencoded"},
		{"tcp", public, "GET /auth/realms/demo/.well-known/openid-configuration", "text/plain"},
		{"tcp", public, "POST /api/dossiers", "application/json"}, // without a token
		{"tcp", public, "GET /health/live", "text/plain"},
		{"tcp", public, "POST /nowhere", "text/plain"},
		{"tcp", admin, "GET /metrics", "text/plain"},
		{"unix", filepath.Join(s.Data, "control.sock"), "POST /nowhere", "text/plain"},
	} {
		for range 10 {
			all.Go(func() {
				conn, err := net.Dial(row.network, row.address)
				if err != nil {
					t.Errorf("%s: %v, want no error", row.request, err)
					return
				}
				defer conn.Close()
				fmt.Fprintf(conn, "%s HTTP/1.1\r\nHost: localhost\r\nContent-Type: %s\r\nContent-Length: 1000\r\n\r\nx",
					row.request, row.kind)
				_ = conn.SetReadDeadline(time.Now().Add(time.Minute))
				if _, err := io.Copy(io.Discard, conn); errors.Is(err, os.ErrDeadlineExceeded) {
					t.Errorf("%s: the connection is still open, want it closed", row.request)
				}
			})
		}
	}
	all.Wait()
}
