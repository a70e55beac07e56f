package service_test

import (
	"encoding/json"
	"io"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/seed-62a36931/docket/projections"
	"github.com/seed-62a36931/docket/projections/store"
	"github.com/seed-62a36931/docket/service/servicetest"
)

// readiness returns what /health/ready says at the admin address.
func readiness(t *testing.T, s *servicetest.Instance) (status int, checks, warnings map[string]string) {
	t.Helper()
	r, err := servicetest.UncheckedClient.Get(s.Admin + "/health/ready")
	if err != nil {
		t.Fatal(err)
	}
	defer r.Body.Close()
	b, err := io.ReadAll(r.Body)
	var body struct{ Checks, Warnings map[string]string }
	if err == nil {
		err = json.Unmarshal(b, &body)
	}
	if err != nil {
		t.Fatalf("%v: %s, want no error", err, b)
	}
	return r.StatusCode, body.Checks, body.Warnings
}

// TestABlindLog has the log of a service yield nothing of what is appended. That is said where people look, and once in
// the log; nobody moves over it; and when the log yields it everything is there, and nothing was built anew.
func TestABlindLog(t *testing.T) {
	t.Parallel()
	servicetest.EveryEngine(t, func(t *testing.T, args []string) {
		t.Parallel()
		s := servicetest.ServeBlind(t, args...)
		s.AddUser("ada", "Str0ng-enough", "MANAGER")
		s.SignIn("ada", "Str0ng-enough")
		last := s.HideAfterHead()
		began := time.Now()
		s.AddUser("bea", "Str0ng-enough", "MANAGER")

		servicetest.Await(t, 5*time.Minute, func() bool {
			status, checks, _ := readiness(t, s.Instance)
			return status == http.StatusServiceUnavailable && checks["eventLog"] == "DOWN"
		})
		t.Logf("not ready after %s", time.Since(began).Round(10*time.Millisecond))
		if _, _, warnings := readiness(t, s.Instance); !strings.Contains(warnings["eventLog"], "does not yield all its events") {
			t.Errorf("got warnings %v, want what is wrong with the log", warnings)
		}
		failures := s.Metric("docket_background_failures_total")
		servicetest.Await(t, 5*time.Minute, func() bool { return s.Metric("docket_background_failures_total") >= failures+20 })
		for _, v := range s.Views() {
			for _, b := range v.Builds {
				if b.At > last || v.Head <= last || v.LogFault == "" {
					t.Errorf("%s: got %d of head %d, fault %q; want at most %d, and a fault", b.Key, b.At, v.Head, v.LogFault, last)
				}
			}
		}
		if out := s.MustRunTool("projections", "list"); !strings.Contains(out, "does not yield all its events") {
			t.Errorf("projections list says nothing of the log:\n%s, want %q in it", out, "does not yield all its events")
		}
		if out, err := s.RunTool("audit", "verify"); err == nil || !strings.Contains(out, "does not yield all its events") {
			t.Errorf("audit verify: got %v, want the error\n%s", err, out)
		}
		if n := strings.Count(s.Log.String(), "level=ERROR"); n != 1 {
			t.Errorf("got %d lines of ERROR, want 1:\n%s", n, s.Log)
		}

		s.HideNothing()
		s.AwaitReady()
		servicetest.Await(t, 5*time.Minute, func() bool {
			return !slices.ContainsFunc(s.Views(), servicetest.ViewStatus.IsBehind)
		})
		s.SignIn("bea", "Str0ng-enough")
		log := s.Log.String()
		if n := strings.Count(log, "yields all its events again"); n != 1 || strings.Contains(log, "a view is being built") {
			t.Errorf("got %d lines that all is seen again, want 1, and nothing built anew:\n%s", n, log)
		}
		for _, v := range s.Views() {
			if v.LogFault != "" || len(v.Builds) != 1 {
				t.Errorf("%s: got %+v, want one build and no fault", v.View, v)
			}
		}
		if out, err := s.RunTool("audit", "verify"); err != nil || !strings.Contains(out, "problems: 0") {
			t.Errorf("audit verify: %v\n%s, want no error and %q in out", err, out, "problems: 0")
		}
	})
}

// TestViewsOfProgramsThatSkippedEvents have a row less than the log has accounts, as programs left them that moved over events
// which they were not given. With the log in EventStoreDB, where that happened, a start builds each view anew, once;
// elsewhere it leaves them alone.
func TestViewsOfProgramsThatSkippedEvents(t *testing.T) {
	t.Parallel()
	servicetest.EveryEngine(t, func(t *testing.T, args []string) {
		t.Parallel()
		onEventStore := strings.Contains(strings.Join(args, " "), "--eventstore")
		s := servicetest.Serve(t, t.TempDir()+"/data", args...)
		s.AddUser("ada", "Str0ng-enough", "MANAGER")
		s.SignIn("ada", "Str0ng-enough")
		s.Stop()
		s.RaiseVersions(t, "views", "UPDATE docket_build SET gapless = false")
		for _, v := range projections.All(nil) {
			if v.Name == "users" {
				s.RaiseVersions(t, "views", "DELETE FROM "+store.PhysicalName("users", v.Version, 0))
			}
		}
		for _, again := range []bool{onEventStore, false} {
			s.Start()
			servicetest.Await(t, 5*time.Minute, func() bool {
				return !again || strings.Count(s.Log.String(), "queries read the new build of a view") == len(projections.All(nil))
			})
			log := s.Log.String()
			if n := strings.Count(log, "an earlier program may have skipped events"); again != (n == len(projections.All(nil))) || !again && n > 0 {
				t.Errorf("got %d views that are built anew, want all: %t\n%s", n, again, log)
			}
			if status, _ := s.TrySignIn("ada", "Str0ng-enough"); onEventStore != (status == http.StatusOK) {
				t.Errorf("sign-in: got %d, want 200: %t", status, onEventStore)
			}
			s.Stop()
		}
	})
}
