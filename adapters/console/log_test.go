package console

import (
	"bytes"
	"context"
	"errors"
	"log/slog"
	"net/http/httptest"
	"strings"
	"testing"
	"time"
)

// TestBrowsersThatLeaveAreNoErrors lets requests fail whose browsers wait, and whose browsers have left.
func TestBrowsersThatLeaveAreNoErrors(t *testing.T) {
	var log bytes.Buffer
	s := &server{now: time.Now, log: slog.New(slog.NewTextHandler(&log, &slog.HandlerOptions{Level: slog.LevelDebug}))}
	left, leave := context.WithCancel(t.Context())
	leave()
	for want, ctx := range map[string]context.Context{"ERROR": t.Context(), "DEBUG": left} {
		log.Reset()
		s.refuseRequest(httptest.NewRecorder(), httptest.NewRequestWithContext(ctx, "GET", "/console/api/me", nil), errors.New("no answer"))
		if got := log.String(); !strings.Contains(got, "level="+want) || !strings.Contains(got, "no answer") {
			t.Errorf("the log has %s, want level %s", got, want)
		}
	}
}
