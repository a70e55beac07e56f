package service_test

import (
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/seed-62a36931/docket/adapters/eventstoredb/protocoltest"
	"github.com/seed-62a36931/docket/service/servicetest"
)

const (
	// linesOfAKill is how many warnings and errors a process may log that starts after a kill.
	linesOfAKill = 2
	// linesOfAnOutage is how many it may log of an outage of the server.
	linesOfAnOutage = 2
)

// killRounds is how often the service is killed, and then the server.
func killRounds() int {
	if os.Getenv("DOCKET_TEST_FULL") != "" {
		return 50
	}
	return 2
}

// TestKillLoopOnEventStoreDB kills the service under load, round after round, and then the
// server: nothing that was acknowledged is lost, and the log stays short.
func TestKillLoopOnEventStoreDB(t *testing.T) {
	t.Parallel()
	n, address := eventStore(t)
	killLoop(t, append(servicetest.NewMasterKey(t), "--eventstore", address), n)
}

// killLoop kills a service round after round, and then the server of its log, if that is one
// of this process. At the end every file that was acknowledged is processed, once, the audit finds
// nothing, and views that are built anew are the same.
func killLoop(t *testing.T, args []string, n *protocoltest.Node) {
	t.Helper()
	s := servicetest.Serve(t, filepath.Join(t.TempDir(), "data"), args...)
	s.AddUser("mira", "Str0ng-enough", "MANAGER", "ADMIN")
	u := &uploads{c: s.SignIn("mira", "Str0ng-enough")}
	u.dossier = u.c.NewDossier("Kill loop")
	settled := 0 // files that a kill before the last one met
	for range killRounds() {
		stop := u.goOn(t.Context())
		met := u.listAcknowledged()
		u.await(t, len(met)+1)
		for _, file := range met[settled:] { // one that met a kill in each of its tries is given up, rightly
			u.c.AwaitDone(file)
		}
		settled = len(met)
		s.Kill()
		stop()
		checkFewLines(t, s, linesOfAKill)
		s.Start()
		u.c = s.SignIn("mira", "Str0ng-enough") // it has another address
	}
	if n != nil {
		for range killRounds() {
			killServer(t, s, u, n)
		}
	}
	u.c = s.SignIn("mira", "Str0ng-enough") // tokens live for minutes
	for _, file := range u.listAcknowledged() {
		if f := u.c.AwaitDone(file); f.ProcessingStatus != "PROCESSED" {
			t.Errorf("%s: got %s %v, want %q", file, f.ProcessingStatus, f.FileErrorInfo, "PROCESSED")
		}
	}
	if out := s.MustRunTool("messages", "list"); strings.Count(out, "\n") > 1 {
		t.Errorf("dead letters:, want at most 1\n%s", out)
	}
	s.Stop()
	checkFewLines(t, s, linesOfAKill+linesOfAnOutage*killRounds())
	checkAnalysedOnce(t, s, u.listAcknowledged())
	if out := s.Verify(); !strings.Contains(out, "problems: 0") {
		t.Errorf("the audit found:\n%s, want %q in it", out, "problems: 0")
	}
	servicetest.CompareRebuilt(t, servicetest.OpenTools(t, s))
}

// killServer stops the server under load until the service notices, and starts it again.
func killServer(t *testing.T, s *servicetest.Instance, u *uploads, n *protocoltest.Node) {
	t.Helper()
	u.c = s.SignIn("mira", "Str0ng-enough") // tokens live for minutes
	stop := u.goOn(t.Context())
	defer stop()
	u.await(t, len(u.listAcknowledged())+1)
	if err := n.Stop(); err != nil {
		t.Fatal(err)
	}
	servicetest.Await(t, 5*time.Minute, func() bool {
		r, err := (&http.Client{Transport: &http.Transport{}}).Get(s.Admin + "/health/ready")
		if err != nil {
			return false
		}
		_ = r.Body.Close()
		return r.StatusCode == http.StatusServiceUnavailable
	})
	if err := n.Restart(); err != nil {
		t.Fatal(err)
	}
	s.AwaitReady()
	u.await(t, len(u.listAcknowledged())+1)
}

// lineMessage matches a line that tells operators of something.
var lineMessage = regexp.MustCompile(`level=(WARN|ERROR) `)

// firstStart matches what a first start tells: of the key that signs checkpoints, which nobody outside
// knows yet, of a workspace that nobody has named, and of a database of tests.
var firstStart = regexp.MustCompile("a key that signs checkpoints of the log was made|the first workspace is called|PostgreSQL may lose")

// checkFewLines wants a process that has ended to have logged so many warnings and errors at most.
func checkFewLines(t *testing.T, s *servicetest.Instance, most int) {
	t.Helper()
	var found []string
	for line := range strings.Lines(s.Log.String()) {
		if lineMessage.MatchString(line) && !firstStart.MatchString(line) {
			found = append(found, line)
		}
	}
	if len(found) > most {
		t.Errorf("got %d warnings and errors, want at most %d:\n%s", len(found), most, strings.Join(found, ""))
	}
}
