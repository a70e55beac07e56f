package service_test

import (
	"encoding/json"
	"fmt"
	"path/filepath"
	"regexp"
	"strconv"
	"testing"
	"time"

	"github.com/seed-62a36931/docket/adapters/postgres/pgtest"
	"github.com/seed-62a36931/docket/projections/upkeep"
	"github.com/seed-62a36931/docket/service/servicetest"
)

// TestNumbersForPeopleCountEvents wants tools and metrics to tell of events where positions are
// no numbers of events.
func TestNumbersForPeopleCountEvents(t *testing.T) {
	t.Run("protocol server", func(t *testing.T) {
		_, address := eventStore(t)
		numbersCountEvents(t, append(servicetest.NewMasterKey(t), "--eventstore", address))
	})
	t.Run("sqlite", func(t *testing.T) {
		t.Setenv(servicetest.SparsePositions, "1")
		numbersCountEvents(t, servicetest.NewMasterKey(t))
	})
	t.Run("postgres", func(t *testing.T) {
		t.Setenv(servicetest.SparsePositions, "1")
		numbersCountEvents(t, append(servicetest.NewMasterKey(t), "--postgres", pgtest.DSN(t)))
	})
}

var (
	verifiedEvents = regexp.MustCompile(`(?m)^(\d+) events in \d+ streams`)
	builtEvents    = regexp.MustCompile(`(\d+) of (\d+) events, \d+/s`)
)

func numbersCountEvents(t *testing.T, args []string) {
	s := servicetest.Serve(t, filepath.Join(t.TempDir(), "data"), args...)
	s.AddUser("mira", "Str0ng-enough", "MANAGER", "ADMIN")
	c := s.SignIn("mira", "Str0ng-enough")
	for i := range 100 { // more events than a page of the tree has
		c.NewDossier(fmt.Sprintf("Dossier %d", i))
	}
	var serving upkeep.Status
	servicetest.Await(t, 5*time.Minute, func() bool { // the view takes in what was just written
		serving = statusOfFiles(t, s)
		lag := serving.ServedBuild().Lag
		return lag >= 0 && lag <= 20
	})
	s.MustRunTool("projections", "rebuild", "files", "--manual", "--detach")
	servicetest.Await(t, 5*time.Minute, func() bool { return statusOfFiles(t, s).Progress.State == upkeep.Ready })
	built := *statusOfFiles(t, s).Progress
	s.Stop()

	found := verifiedEvents.FindStringSubmatch(s.MustRunTool("audit", "verify"))
	if found == nil {
		t.Fatal("audit verify tells of no events")
	}
	events, _ := strconv.Atoi(found[1])
	if events <= 300 {
		t.Fatalf("the log has %d events, want more than 300", events)
	}
	// What the service does by itself, such as noting a sign-in, may come in between.
	near := func(what string, n upkeep.Count) {
		if int(n) < events-20 || int(n) > events {
			t.Errorf("%s: got %v events, and the log has %d, want int(n) at least %v and int(n) at most %v", what, n, events,
				events-20, events)
		}
	}
	near("log of a running service", serving.Events)
	near("build", built.Events)
	if int(built.Lag) > 20 || built.Lag < 0 {
		t.Errorf("lag: got %v of the build, want int(built.Lag) at most 20 and built.Lag at least 0", built.Lag)
	}
	if at := statusOfFiles(t, s); int(at.Events) != events || at.ServedBuild().Lag > 20 {
		t.Errorf("without a service: got %d events, lag %v, want %d events", at.Events, at.ServedBuild().Lag, events)
	}
	for _, line := range builtEvents.FindAllStringSubmatch(s.MustRunTool("projections", "rebuild", "files", "--anew"), -1) {
		if n, _ := strconv.Atoi(line[2]); n != events {
			t.Errorf("progress: %s, and the log has %d events, want %v", line[0], events, events)
		}
	}
}

// statusOfFiles returns what is told of the view of files.
func statusOfFiles(t *testing.T, s *servicetest.Instance) upkeep.Status {
	t.Helper()
	var status upkeep.Status
	if err := json.Unmarshal([]byte(s.MustRunTool("projections", "status", "files", "--json")), &status); err != nil {
		t.Fatal(err)
	}
	return status
}
