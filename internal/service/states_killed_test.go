package service_test

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/seed-62a36931/docket/domain/es"
	"github.com/seed-62a36931/docket/internal/service/servicetest"
)

// TestABulkThatWasKilledIsFinished kills the service while it deletes, and then while
// it restores, many files, at moments that grow later. Once it runs again, all files are
// deleted or restored, or, when it had not begun, none.
func TestABulkThatWasKilledIsFinished(t *testing.T) {
	t.Parallel()
	servicetest.Engines(t, func(t *testing.T, args []string) {
		const number = 24
		s := servicetest.Serve(t, filepath.Join(t.TempDir(), "data"), args...)
		s.AddUser("mira", "Str0ng-enough", "MANAGER")
		c := s.SignIn("mira", "Str0ng-enough")
		d := c.NewDossier("Killed")
		var files []string
		for n := range number {
			files = append(files, d+"/files/"+c.Upload(d, fmt.Sprintf("%02d.pdf", n), []byte("%PDF-1.7 nothing")))
		}
		begun := 0
		for round, path := range []string{"/files/bulk-delete", "/files/restore"} {
			answered := make(chan bool, 1)
			go func() {
				a, err := c.Do("POST", d+path, "application/json", strings.NewReader(ids(files...)))
				answered <- err == nil && a.Status == 204
			}()
			select { // not to wait for something, but to come in between
			case <-answered:
				answered <- true
			case <-time.After(time.Duration(40*(round+1)) * time.Millisecond):
			}
			s.Kill()
			done := <-answered
			s.Start()
			c = s.SignIn("mira", "Str0ng-enough")
			begun = settled(t, c, d, path == "/files/restore", number, done, begun)
		}
		log := servicetest.OpenTools(t, s).Log
		started, finished := bulksOf(t, log)
		for deadline := time.Now().Add(3 * time.Minute); started != finished && time.Now().Before(deadline); time.Sleep(50 * time.Millisecond) {
			started, finished = bulksOf(t, log) // all its files may be done, and the end is missing
		}
		if started != finished || started < begun {
			t.Errorf("%d bulks were started, %d finished, %d were seen", started, finished, begun)
		}
	})
}

// bulksOf counts in the log how many bulks were started and finished.
func bulksOf(t *testing.T, log *es.Log) (started, finished int) {
	t.Helper()
	for r, err := range log.All(t.Context(), 0, es.Filter{Types: []string{"bulk.started", "bulk.finished"}}) {
		switch {
		case err != nil:
			t.Fatal(err)
		case r.Type == "bulk.started":
			started++
		default:
			finished++
		}
	}
	return started, finished
}

// settled waits until all files of a dossier are in the trash or none is. One that was
// answered is done; one that was not begun is asked for again, so that the next round
// finds what it needs.
func settled(t *testing.T, c *servicetest.Caller, d string, restored bool, number int, answered bool, begun int) int {
	t.Helper()
	want := 0
	if restored {
		want = number
	}
	var active, before int
	for deadline, still := time.Now().Add(3*time.Minute), 0; still < 10; time.Sleep(50 * time.Millisecond) { // a client that polls, as clients do
		active = len(strings.Fields(c.ListNames(d + "/files")))
		if still++; active != before || active != 0 && active != number {
			still = 0
		}
		before = active
		if time.Now().After(deadline) {
			t.Fatalf("%d of %d files are active", active, number)
		}
	}
	if active == want {
		return begun + 1
	}
	if answered {
		t.Errorf("it was answered, and %d of %d files are active", active, number)
	}
	var list struct{ FileStatus []struct{ ID string } }
	c.Want(200, "GET", d+"/files?includeSoftDeleted=true", nil).Decode(t, &list)
	var all []string
	for _, f := range list.FileStatus {
		all = append(all, f.ID)
	}
	path := "/files/bulk-delete"
	if restored {
		path = "/files/restore"
	}
	c.SendJSON(204, "POST", d+path, ids(all...))
	return begun
}
