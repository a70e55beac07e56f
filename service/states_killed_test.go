package service_test

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"github.com/seed-62a36931/docket/commands"
	"github.com/seed-62a36931/docket/domain/dossier"
	"github.com/seed-62a36931/docket/domain/es"
	"github.com/seed-62a36931/docket/domain/user"
	"github.com/seed-62a36931/docket/service/servicetest"
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
			begun = awaitTrash(t, c, d, path == "/files/restore", number, done, begun)
		}
		log := servicetest.OpenTools(t, s).Log
		started, finished := bulksOf(t, log)
		for deadline := time.Now().Add(3 * time.Minute); started != finished && time.Now().Before(deadline); time.Sleep(50 * time.Millisecond) {
			started, finished = bulksOf(t, log) // all its files may be done, and the end is missing
		}
		if started != finished || started < begun {
			t.Errorf("%d bulks were started, %d finished, %d were seen, want started = %v and started at least %v", started,
				finished, begun, finished, begun)
		}
	})
}

// A dyingStore is a store whose process dies as soon as a bulk has begun.
type dyingStore struct {
	es.Store
	dead bool
}

var errProcessDied = errors.New("the process has died")

func (d *dyingStore) Append(ctx context.Context, stream es.StreamID, expect uint64, events []es.Envelope) (es.Receipt, error) {
	if d.dead {
		return es.Receipt{}, errProcessDied
	}
	at, err := d.Store.Append(ctx, stream, expect, events)
	if d.dead = err == nil && events[0].Type == "bulk.started"; d.dead {
		err = errProcessDied
	}
	return at, err
}

// TestABulkThatGoesOnLeavesAloneWhatCameBack begins to delete two files and dies. One of them is deleted and restored
// by commands that are answered. Then the service starts, and goes on: that file stays, and the history tells it.
func TestABulkThatGoesOnLeavesAloneWhatCameBack(t *testing.T) {
	t.Parallel()
	servicetest.EveryEngine(t, func(t *testing.T, args []string) {
		s := servicetest.Serve(t, filepath.Join(t.TempDir(), "data"), args...)
		s.AddUser("mira", "Str0ng-enough", "MANAGER")
		c := s.SignIn("mira", "Str0ng-enough")
		d := c.NewDossier("Came back")
		gone, back := c.Upload(d, "gone.pdf", servicetest.SamplePDF(t)), c.Upload(d, "back.pdf", servicetest.SamplePDF(t))
		c.AwaitDone(d + "/files/" + gone)
		c.AwaitDone(d + "/files/" + back)
		s.Stop()
		parts := strings.Split(d, "/") // /api/dossier-templates/T/dossiers/D
		template, dossierID := parts[3], parts[5]
		app := servicetest.OpenTools(t, s)
		state, _, err := es.Load(t.Context(), app.Log, dossier.Decider, dossier.StreamOf("demo", dossierID))
		if err != nil {
			t.Fatal(err)
		}
		mira := func() commands.Request {
			return commands.Request{CommandID: uuid.New(),
				Caller: user.Principal{Workspace: "demo", ID: state.Owner, Roles: []string{user.RoleManager}}}
		}
		app.Commands.Log = &es.Log{Store: &dyingStore{Store: app.Log.Store}, Codec: app.Log.Codec}
		_, err = app.Commands.DeleteFiles(t.Context(), commands.DeleteFiles{Request: mira(), TemplateID: template, DossierID: dossierID,
			FileIDs: []string{gone, back}})
		if !errors.Is(err, errProcessDied) {
			t.Fatalf("got %v, want %v", err, errProcessDied)
		}
		app.Commands.Log = app.Log
		_, err = app.Commands.DeleteFiles(t.Context(), commands.DeleteFiles{Request: mira(), TemplateID: template, DossierID: dossierID,
			FileIDs: []string{back}})
		if err == nil {
			_, err = app.Commands.RestoreFile(t.Context(), commands.RestoreFile{Request: mira(), TemplateID: template, DossierID: dossierID,
				FileID: back})
		}
		if err = errors.Join(err, app.Close()); err != nil {
			t.Fatal(err)
		}
		s.Start()
		c = s.SignIn("mira", "Str0ng-enough")
		const told = "mira deleted files; files left out: 1"
		servicetest.Await(t, 3*time.Minute, func() bool {
			return strings.Contains(string(c.Want(200, "GET", d+"/history", nil).Body), told) || c.ListNames(d+"/files") == ""
		})
		if got := c.ListNames(d + "/files"); got != "back.pdf" {
			t.Errorf("the files are %q, want back.pdf alone", got)
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

// awaitTrash waits until all files of a dossier are in the trash or none is. One that was
// answered is done; one that was not begun is asked for again, so that the next round
// finds what it needs.
func awaitTrash(t *testing.T, c *servicetest.Caller, d string, restored bool, number int, answered bool, begun int) int {
	t.Helper()
	want := 0
	if restored {
		want = number
	}
	var active, before int
	// a client that polls, as clients do
	for deadline, still := time.Now().Add(3*time.Minute), 0; still < 10; time.Sleep(50 * time.Millisecond) {
		active = len(strings.Fields(c.ListNames(d + "/files")))
		if still++; active != before || active != 0 && active != number {
			still = 0
		}
		before = active
		if time.Now().After(deadline) {
			t.Fatalf("%d of %d files are active, want all of them", active, number)
		}
	}
	if active == want {
		return begun + 1
	}
	if answered {
		t.Errorf("it was answered, and %d of %d files are active, want not answered", active, number)
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
