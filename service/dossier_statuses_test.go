package service_test

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"github.com/seed-62a36931/docket/service/servicetest"
)

// TestStatusesOfDossiers orders statuses, deletes some that dossiers are in, and
// wants each dossier to show and to tell what became of it.
func TestStatusesOfDossiers(t *testing.T) {
	t.Parallel()
	servicetest.OneEngine(t, func(t *testing.T, args []string) {
		s := newPartSite(t, args)
		const at = "/dossier-status-definitions"
		one := s.createDefinition(at, map[string]any{"name": " Open "})
		two := s.createDefinition(at, map[string]any{"name": "Waiting", "description": "for somebody", "color": "#e0A030"})
		three := s.createDefinition(at, map[string]any{"name": "Done", "rank": 1})
		s.shows(at, "Done:1::#808080:0 Open:2::#808080:0 Waiting:3:for somebody:#e0A030:0", "name", "rank", "description",
			"color", "dossierCount")
		s.Want(200, "PUT", s.template+at+"/"+strings.ToUpper(three), map[string]any{"name": "Done", "rank": 2})
		s.shows(at, "Done:2 Open:3 Waiting:4", "name", "rank")
		s.Want(200, "PUT", s.template+at+"/"+one, map[string]any{"name": "Open"})
		s.shows(at, "Done:2 Waiting:4 Open:5", "name", "rank")

		path := map[string]string{}
		for name, status := range map[string]string{"active": one, "archived": one, "trashed": one, "other": two} {
			var d struct{ ID string }
			s.Want(201, "POST", s.template+"/dossiers", map[string]any{"name": name, "dossierStatusId": status}).Decode(t, &d)
			path[name] = s.template + "/dossiers/" + d.ID
		}
		file := path["active"] + "/files/" + s.Upload(path["active"], "a.pdf", []byte("%PDF-1.4 broken"))
		s.AwaitDone(file)
		s.Want(200, "POST", path["archived"]+"/archive", nil)
		s.Want(204, "DELETE", path["trashed"], nil)
		s.shows(at, "Done:0 Waiting:1 Open:2", "name", "dossierCount")
		before := time.Now().UTC().Format("2006-01-02T15:04:05.000Z")
		s.refusesStatuses(at, one, two)
		s.Want(204, "DELETE", s.template+at+"/"+one+"?replacementId="+strings.ToUpper(two), nil)
		s.shows(at, "Done:0 Waiting:3", "name", "dossierCount")
		for _, name := range []string{"active", "archived", "trashed"} {
			at := path[name] + "?includeSoftDeleted=true"
			if got := s.fields(at, "dossierStatusId"); got != `["`+two+`"]` {
				t.Errorf("%s: got %s, want %s", name, got, two)
			}
			if got := s.fields(at+"&asOf="+before, "dossierStatusId"); got != `["`+one+`"]` {
				t.Errorf("%s before: %s, want %s", name, got, one)
			}
		}
		if got := s.fields(file, "dossierStatusId", "dossierArchived"); got != `["`+two+`",false]` {
			t.Errorf("the file: %s, want %s, not archived", got, two)
		}
		s.toldOfStatus(path["active"], one, two)
		s.Want(204, "DELETE", s.template+at+"/"+two, nil)
		if got := s.fields(path["other"], "dossierStatusId") + s.fields(path["active"], "dossierStatusId"); got != "[null][null]" {
			t.Errorf("without replacement: %s, want %q", got, "[null][null]")
		}
		s.Want(200, "POST", s.template+"/dossiers",
			map[string]any{"id": filepath.Base(path["other"]), "name": "other", "dossierStatusId": three})
		s.shows(at, "Done:1", "name", "dossierCount")
		servicetest.CheckLog(t, s.Service)
	})
}

// toldOfStatus wants the history of a dossier to name the change of its status.
func (s *partSite) toldOfStatus(dossier, one, two string) {
	s.T.Helper()
	var h struct {
		Events []struct {
			Type, Summary string
			Actor         struct{ Username string }
			CausedBy      *uint64
			Data          map[string]any
		}
	}
	s.Want(200, "GET", dossier+"/history", nil).Decode(s.T, &h)
	for _, e := range h.Events {
		if e.Type == "dossier.updated" {
			if e.Actor.Username != "system" || e.CausedBy == nil || e.Data["dossierStatusId"] != two ||
				e.Data["previousDossierStatusId"] != one {
				s.T.Errorf("got %+v, want the system, from %s to %s", e, one, two)
			}
			return
		}
	}
	s.T.Errorf("no dossier.updated in %+v", h)
}

func (s *partSite) refusesStatuses(at, one, two string) {
	s.T.Helper()
	long := strings.Repeat("é", 101)
	rows := append(s.common(at, one, `{"name":"New"}`, "Dossier status definition not found"),
		refusal{"POST", at, `{"name":"Open"}`, 409, "Name already exists"},
		refusal{"PUT", at + "/" + two, `{"name":"Open"}`, 409, "Name already exists"},
		refusal{"POST", at, `{"name":"` + long + `"}`, 400, "name must not be longer than 100"},
		refusal{"POST", at, `{"name":" "}`, 400, "name is required"},
		refusal{"POST", at, `{"name":"a\u0000"}`, 400, "name must not contain control characters"},
		refusal{"PUT", at + "/" + one, `{"name":"Open","rank":0}`, 400, "rank must not be less than 1"},
		refusal{"POST", at, `{"name":"A","color":"blue"}`, 400, "color is not a color"},
		refusal{"DELETE", at + "/" + one + "?replacementId=" + one, "", 400, "Unknown dossier status: " + one},
		refusal{"DELETE", at + "/" + one + "?replacementId=" + uuid.Nil.String(), "", 400, "Unknown dossier status: " + uuid.Nil.String()},
		refusal{"DELETE", at + "/" + one + "?replacementId=none", "", 400, "replacementId is not a valid identifier"})
	s.refuses(at, rows...)
	s.ExpectFailure(415, "Content-Type must be application/json", "POST", s.template+at, "text/plain", strings.NewReader(`{"name":"A"}`))
	s.ExpectFailure(413, "The request body is too large", "POST", s.template+at, "application/json",
		strings.NewReader(`{"name":"`+strings.Repeat("x", 1<<20)+`"}`))
	s.Service.AddUser("ugo", "Str0ng-enough", "MANAGER", "USER_ADMIN")
	ugo := s.Service.SignIn("ugo", "Str0ng-enough")
	for _, method := range []string{"PUT", "DELETE"} {
		ugo.ExpectFailure(403, "Access denied", method, s.template+at+"/"+one, "application/json", strings.NewReader(`{"name":"A"}`))
	}
	ugo.Want(200, "GET", s.template+at, nil)
}

// TestStatusesOutliveTheirServer kills the service while the dossiers of a deleted
// status get another one, and wants each to tell of it, once, after it was started
// again. What they show is right all the time.
func TestStatusesOutliveTheirServer(t *testing.T) {
	t.Parallel()
	const dossiers = 200
	servicetest.Engines(t, func(t *testing.T, args []string) {
		s := newPartSite(t, append(slices.Clone(args), "--request-rate", "0"))
		const at = "/dossier-status-definitions"
		from, to := s.createDefinition(at, map[string]any{"name": "From"}), s.createDefinition(at, map[string]any{"name": "To"})
		for i := range dossiers {
			s.Want(201, "POST", s.template+"/dossiers", map[string]any{"name": fmt.Sprint("D", i), "dossierStatusId": from})
		}
		answered := make(chan error)
		go func() {
			_, err := s.Do("DELETE", s.template+at+"/"+from+"?replacementId="+to, "", nil)
			answered <- err
		}()
		told := func() int {
			var page struct{ Events []struct{ DossierID string } }
			s.Want(200, "GET", "/api/audit/events?type=dossier.updated&limit=500", nil).Decode(t, &page)
			seen := map[string]bool{}
			for _, e := range page.Events {
				seen[e.DossierID] = true
			}
			if len(seen) < len(page.Events) {
				t.Errorf("%d events of %d dossiers, want each once", len(page.Events), len(seen))
			}
			return len(seen)
		}
		for told() < 3 {
			time.Sleep(time.Millisecond) // a client that looks on
		}
		s.Service.Kill()
		if <-answered == nil {
			t.Log("all dossiers had told before the service was killed")
		}
		s.Service.Start()
		s.Caller = s.Service.SignIn("mira", "Str0ng-enough")
		s.shows(at, fmt.Sprint("To:", dossiers), "name", "dossierCount")
		n := told()
		for deadline := time.Now().Add(3 * time.Minute); n < dossiers && time.Now().Before(deadline); n = told() {
			time.Sleep(50 * time.Millisecond) // a client that polls, as clients do
		}
		if n != dossiers {
			t.Errorf("%d dossiers tell of their new status, want %d", n, dossiers)
		}
		s.shows(at, fmt.Sprint("To:", dossiers), "name", "dossierCount")
	})
}
