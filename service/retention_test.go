package service_test

import (
	"encoding/json"
	"fmt"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/seed-62a36931/docket/domain/es"
	"github.com/seed-62a36931/docket/service/servicetest"
)

// TestTheTrashEmptiesItself keeps deleted things for 96 hours, also while the service
// does not run, and leaves nothing of them afterwards but what happened.
func TestTheTrashEmptiesItself(t *testing.T) {
	t.Parallel()
	servicetest.Engines(t, func(t *testing.T, args []string) {
		s := servicetest.Serve(t, filepath.Join(t.TempDir(), "data"), args...)
		s.AddUser("mira", "Str0ng-enough", "MANAGER", "ADMIN")
		c := s.SignIn("mira", "Str0ng-enough")
		first, second := servicetest.CanaryDossier(t, c, 1), servicetest.CanaryDossier(t, c, 2)
		back := first.Dossier + "/files/" + c.Upload(first.Dossier, "back.pdf", servicetest.SamplePDF(t))
		c.AwaitDone(back)
		for _, path := range []string{first.File, back, second.Dossier} {
			c.Want(204, "DELETE", path, nil)
		}
		s.RestartAhead(95*time.Hour + 55*time.Minute)
		c = s.SignIn("mira", "Str0ng-enough")
		c.Want(200, "POST", back+"/restore", nil)
		for _, path := range []string{first.File, second.Dossier} {
			c.Want(200, "GET", path+"?includeSoftDeleted=true", nil)
		}
		s.RestartAhead(96 * time.Hour)
		c = s.SignIn("mira", "Str0ng-enough")
		for _, path := range []string{first.File, second.Dossier} {
			c.AwaitGone(path)
		}
		c.Want(200, "GET", back, nil)
		c.Want(404, "GET", second.File+"?includeSoftDeleted=true", nil)
		if got := c.ListNames(filepath.Dir(first.Dossier) + "?includeSoftDeleted=true"); got != servicetest.CanaryWords["dossier name"]+" 1" {
			t.Errorf("dossiers: %q, want %v", got, servicetest.CanaryWords["dossier name"]+" 1")
		}
		byItself(t, c, first.Dossier, filepath.Base(first.File))
		var packs struct{ DownloadStatus []struct{ ID string } }
		c.Want(200, "GET", "/api/downloads", nil).Decode(t, &packs)
		if len(packs.DownloadStatus) != 0 {
			t.Errorf("packages of what is gone: %+v, want len(packs.DownloadStatus) = 0", packs)
		}
		c.Want(201, "POST", filepath.Dir(first.Dossier), map[string]any{"name": servicetest.CanaryWords["dossier name"] + " 2"})
		s.Stop()
		nothingLeft(t, s, filepath.Base(second.Dossier), filepath.Base(first.File))
	})
}

// byItself wants the history to tell that the service deleted a file.
func byItself(t *testing.T, c *servicetest.Caller, dossier, fileID string) {
	t.Helper()
	var h struct {
		Events []struct {
			Type, FileID, Summary string
			Position              uint64
			CausedBy              *uint64
			Actor                 struct {
				ID       *string
				Username string
			}
			Data map[string]json.RawMessage
		}
	}
	c.Want(200, "GET", dossier+"/history?order=asc&limit=500", nil).Decode(t, &h)
	var thrown uint64
	for _, e := range h.Events {
		switch {
		case e.FileID != fileID:
		case e.Type == "file.soft-deleted":
			thrown = e.Position
			if e.Actor.Username != "mira" || len(e.Data["purgeTime"]) == 0 {
				t.Errorf(`got %+v, want e.Actor.Username = mira and some e.Data["purgeTime"]`, e)
			}
		case e.Type == "file.permanently-deleted":
			if e.Actor.ID != nil || e.Actor.Username != "system" || e.CausedBy == nil || *e.CausedBy != thrown ||
				!strings.HasPrefix(e.Summary, "system permanently deleted") {
				t.Errorf("%+v, caused by %v, thrown away at %d, want the system, caused by the deletion",
					e, e.CausedBy, thrown)
			}
			return
		}
	}
	t.Errorf("the history does not tell of it: %+v", h)
}

// nothingLeft looks for what can still be opened of a dossier and a file, and for their
// rows.
func nothingLeft(t *testing.T, s *servicetest.Instance, dossierID, fileID string) {
	t.Helper()
	a := servicetest.OpenTools(t, s)
	defer a.Close()
	for r, err := range a.Log.All(t.Context(), 0, es.Filter{}) {
		if err != nil {
			t.Fatal(err)
		}
		if key := r.Stream.Key(); key != dossierID && key != fileID {
			continue
		}
		if seen := servicetest.FindSightings(r.Type, fmt.Appendf(nil, "%+v", r.Event)); len(seen) > 0 {
			t.Errorf("still open: %v, want none", seen)
		}
		for _, ref := range servicetest.FindBlobRefs(t, r.Body) {
			if in, err := a.Commands.Blobs.Open(t.Context(), ref); err == nil {
				_ = in.Close()
				t.Errorf("bytes of %s can be read, want an error", r.Type)
			}
		}
	}
	for table, dump := range servicetest.DumpViews(t, a) {
		for line := range strings.Lines(dump) {
			if (strings.Contains(line, dossierID) || strings.Contains(line, fileID)) && !strings.HasPrefix(table, "history") &&
				!strings.HasPrefix(table, "usage") {
				t.Errorf("a row of %s: %.200s, want rows of history and usage alone", table, line)
			}
		}
	}
}

// TestWhatIsKeptForNoTimeIsGoneAtOnce with a workspace that keeps nothing, on two
// processes where there can be two.
func TestWhatIsKeptForNoTimeIsGoneAtOnce(t *testing.T) {
	for name, start := range pair(t) {
		t.Run(name, func(t *testing.T) {
			t.Setenv("DOCKET_RETENTION_HOURS", "0")
			services := start(t)
			services[0].AddUser("mira", "Str0ng-enough", "MANAGER", "ADMIN")
			callers := signedIn(services)
			c := callers[0]
			d := c.NewDossier("Brief")
			var files []string
			for n := range 6 {
				files = append(files, d+"/files/"+c.Upload(d, fmt.Sprintf("%d.pdf", n), servicetest.SamplePDF(t)))
			}
			c.Want(204, "POST", d+"/files/bulk-delete", json.RawMessage(ids(files[:4]...)))
			callers[len(callers)-1].Want(204, "DELETE", files[4], nil)
			for _, f := range files[:5] {
				callers[len(callers)-1].AwaitGone(f)
				c.AwaitGone(f)
			}
			c.Want(200, "GET", files[5], nil)
			c.Want(204, "DELETE", d, nil)
			c.AwaitGone(d)
			for _, s := range services {
				s.Stop()
			}
			times := map[es.StreamID]int{}
			for r, err := range servicetest.OpenTools(t, services[0]).Log.All(t.Context(), 0,
				es.Filter{Types: []string{"file.permanently-deleted", "dossier.permanently-deleted"}}) {
				if err != nil {
					t.Fatal(err)
				}
				times[r.Stream]++
			}
			if len(times) != 6 {
				t.Errorf("deleted for good: %v, want 6", times)
			}
			for s, n := range times {
				if n != 1 {
					t.Errorf("%s was deleted %d times, want 1", s, n)
				}
			}
		})
	}
}
