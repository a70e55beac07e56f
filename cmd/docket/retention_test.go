package main

import (
	"encoding/json"
	"fmt"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/seed-62a36931/docket/domain/es"
)

// ahead restarts a service with the clock of the trash ahead.
func (s *instance) ahead(by time.Duration) {
	s.t.Helper()
	s.stop()
	s.t.Setenv(clockAhead, by.String())
	s.start()
}

// gone waits until what was to be deleted for good is.
func (c *caller) gone(path string) {
	c.t.Helper()
	for deadline := time.Now().Add(60 * time.Second); ; time.Sleep(50 * time.Millisecond) { // a client that polls, as clients do
		a, err := c.do("GET", path+"?includeSoftDeleted=true", "", nil)
		if err != nil {
			c.t.Fatal(err)
		}
		if a.status == 404 {
			return
		}
		if time.Now().After(deadline) {
			c.t.Fatalf("%s is still there: %d %s", path, a.status, a.body)
		}
	}
}

// TestTheTrashEmptiesItself keeps deleted things for 96 hours, also while the service
// does not run, and leaves nothing of them afterwards but what happened.
func TestTheTrashEmptiesItself(t *testing.T) {
	engines(t, func(t *testing.T, args []string) {
		s := serve(t, filepath.Join(t.TempDir(), "data"), args...)
		s.user("mira", "Str0ng-enough", "MANAGER", "ADMIN")
		c := s.as("mira", "Str0ng-enough")
		first, second := canaryDossier(t, c, 1), canaryDossier(t, c, 2)
		back := first.dossier + "/files/" + c.upload(first.dossier, "back.pdf", sample(t))
		c.awaitDone(back)
		for _, path := range []string{first.file, back, second.dossier} {
			c.want(204, "DELETE", path, nil)
		}
		s.ahead(95*time.Hour + 55*time.Minute)
		c = s.as("mira", "Str0ng-enough")
		c.want(200, "POST", back+"/restore", nil)
		for _, path := range []string{first.file, second.dossier} {
			c.want(200, "GET", path+"?includeSoftDeleted=true", nil)
		}
		s.ahead(96 * time.Hour)
		c = s.as("mira", "Str0ng-enough")
		for _, path := range []string{first.file, second.dossier} {
			c.gone(path)
		}
		c.want(200, "GET", back, nil)
		c.want(404, "GET", second.file+"?includeSoftDeleted=true", nil)
		if got := c.listed(filepath.Dir(first.dossier) + "?includeSoftDeleted=true"); got != canaries["dossier name"]+" 1" {
			t.Errorf("dossiers: %q", got)
		}
		byItself(t, c, first.dossier, filepath.Base(first.file))
		var packs struct{ DownloadStatus []struct{ ID string } }
		c.want(200, "GET", "/api/downloads", nil).into(t, &packs)
		if len(packs.DownloadStatus) != 0 {
			t.Errorf("packages of what is gone: %+v", packs)
		}
		c.want(201, "POST", filepath.Dir(first.dossier), map[string]any{"name": canaries["dossier name"] + " 2"})
		s.stop()
		nothingLeft(t, s, filepath.Base(second.dossier), filepath.Base(first.file))
	})
}

// byItself wants the history to tell that the service deleted a file.
func byItself(t *testing.T, c *caller, dossier, fileID string) {
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
	c.want(200, "GET", dossier+"/history?order=asc&limit=500", nil).into(t, &h)
	var thrown uint64
	for _, e := range h.Events {
		switch {
		case e.FileID != fileID:
		case e.Type == "file.soft-deleted":
			thrown = e.Position
			if e.Actor.Username != "mira" || len(e.Data["purgeTime"]) == 0 {
				t.Errorf("%+v", e)
			}
		case e.Type == "file.permanently-deleted":
			if e.Actor.ID != nil || e.Actor.Username != "system" || e.CausedBy == nil || *e.CausedBy != thrown || !strings.HasPrefix(e.Summary, "system permanently deleted") {
				t.Errorf("%+v, caused by %v, thrown away at %d", e, e.CausedBy, thrown)
			}
			return
		}
	}
	t.Errorf("the history does not tell of it: %+v", h)
}

// nothingLeft looks for what can still be opened of a dossier and a file, and for their
// rows.
func nothingLeft(t *testing.T, s *instance, dossierID, fileID string) {
	t.Helper()
	a := tools(t, s)
	defer a.Close()
	for r, err := range a.Log.All(t.Context(), 0, es.Filter{}) {
		if err != nil {
			t.Fatal(err)
		}
		if key := r.Stream.Key(); key != dossierID && key != fileID {
			continue
		}
		if seen := sightings(r.Type, fmt.Appendf(nil, "%+v", r.Event)); len(seen) > 0 {
			t.Errorf("still open: %v", seen)
		}
		for _, ref := range refs(t, r.Body) {
			if in, err := a.Commands.Blobs.Open(t.Context(), ref); err == nil {
				_ = in.Close()
				t.Errorf("bytes of %s can be read", r.Type)
			}
		}
	}
	for table, dump := range dumps(t, a) {
		for line := range strings.Lines(dump) {
			if (strings.Contains(line, dossierID) || strings.Contains(line, fileID)) && !strings.HasPrefix(table, "history") && !strings.HasPrefix(table, "usage") {
				t.Errorf("a row of %s: %.200s", table, line)
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
			services[0].user("mira", "Str0ng-enough", "MANAGER", "ADMIN")
			callers := signedIn(services)
			c := callers[0]
			d := c.newDossier("Brief")
			var files []string
			for n := range 6 {
				files = append(files, d+"/files/"+c.upload(d, fmt.Sprintf("%d.pdf", n), sample(t)))
			}
			c.want(204, "POST", d+"/files/bulk-delete", json.RawMessage(ids(files[:4]...)))
			callers[len(callers)-1].want(204, "DELETE", files[4], nil)
			for _, f := range files[:5] {
				callers[len(callers)-1].gone(f)
				c.gone(f)
			}
			c.want(200, "GET", files[5], nil)
			c.want(204, "DELETE", d, nil)
			c.gone(d)
			for _, s := range services {
				s.stop()
			}
			times := map[es.StreamID]int{}
			for r, err := range tools(t, services[0]).Log.All(t.Context(), 0, es.Filter{Types: []string{"file.permanently-deleted", "dossier.permanently-deleted"}}) {
				if err != nil {
					t.Fatal(err)
				}
				times[r.Stream]++
			}
			if len(times) != 6 {
				t.Errorf("deleted for good: %v", times)
			}
			for s, n := range times {
				if n != 1 {
					t.Errorf("%s was deleted %d times", s, n)
				}
			}
		})
	}
}
