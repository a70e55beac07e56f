package service_test

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/seed-62a36931/docket/service/servicetest"
)

// TestAFirstStartWithoutAWorkspaceWarns: the name is for ever, and the default is for demos. A
// start that names one, and a later one, say nothing.
func TestAFirstStartWithoutAWorkspaceWarns(t *testing.T) {
	t.Parallel()
	const warning = `level=WARN msg="the first workspace is called demo, since nothing names another`
	key := servicetest.NewMasterKey(t)
	start := func(data string, args ...string) string {
		t.Helper()
		s := servicetest.Serve(t, data, append(key, args...)...)
		s.Stop()
		return s.Log.String()
	}
	data := filepath.Join(t.TempDir(), "data")
	for _, c := range []struct {
		name, data string
		args       []string
		warns      bool
	}{
		{"the first start without a name", data, nil, true},
		{"the second start", data, nil, false},
		{"a first start with a name", filepath.Join(t.TempDir(), "data"), []string{"--workspace", "acme"}, false},
	} {
		if log := start(c.data, c.args...); strings.Contains(log, warning) != c.warns ||
			strings.Contains(log, "(DOCKET_WORKSPACE)") != c.warns {
			t.Errorf("%s: warns %v, want %v:\n%s", c.name, !c.warns, c.warns, log)
		}
	}
}

// TestAStartWithoutItsWorkspaceWarns: a start that has lost the name makes a second workspace, in
// which nothing of the first one is seen.
func TestAStartWithoutItsWorkspaceWarns(t *testing.T) {
	t.Parallel()
	const warning = `level=WARN msg="this start has made the workspace demo beside others`
	data, key := filepath.Join(t.TempDir(), "data"), servicetest.NewMasterKey(t)
	for i, c := range []struct {
		args  []string
		warns bool
	}{{[]string{"--workspace", "acme"}, false}, {nil, true}, {nil, false}} {
		s := servicetest.Serve(t, data, append(key, c.args...)...)
		s.Stop()
		if log := s.Log.String(); strings.Contains(log, warning) != c.warns || c.warns && !strings.Contains(log, "others=[acme]") {
			t.Errorf("start %d: warns %v, want %v:\n%s", i+1, !c.warns, c.warns, log)
		}
	}
}
