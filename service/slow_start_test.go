package service

import (
	"io"
	"log/slog"
	"strings"
	"testing"
	"time"

	"github.com/seed-62a36931/docket/service/settings"
)

// TestSlowStartSaysWhatItIsAt wants a line of the step that takes long.
func TestSlowStartSaysWhatItIsAt(t *testing.T) {
	t.Parallel()
	r, w := io.Pipe()
	a := newApp(settings.Config{}, slog.New(slog.NewTextHandler(w, nil)))
	stop := a.progress.watchStart(t.Context(), time.Microsecond)
	defer r.Close()
	defer stop()
	a.progress.stage.Store("broker")
	var seen strings.Builder
	for buffer := make([]byte, 1024); !strings.Contains(seen.String(), `msg="still starting" at=broker`); {
		n, err := r.Read(buffer)
		if err != nil {
			t.Fatal(err)
		}
		seen.Write(buffer[:n])
	}
}
