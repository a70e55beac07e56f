package service_test

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/seed-62a36931/docket/service/servicetest"
)

// TestFiguresAreThereFromTheStart wants the gauges of views, work and disks in the first answer
// of a service that is ready: alerts judge what is missing otherwise.
func TestFiguresAreThereFromTheStart(t *testing.T) {
	t.Parallel()
	s := servicetest.Serve(t, filepath.Join(t.TempDir(), "data"), servicetest.NewMasterKey(t)...)
	text := s.MetricsText()
	for _, gauge := range []string{"docket_work_open{", "docket_work_oldest_seconds{", "docket_disk_free_bytes{", `view="files"`} {
		if !strings.Contains(text, gauge) {
			t.Errorf("there is no %s", gauge)
		}
	}
}
