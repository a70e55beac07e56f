package service_test

import (
	"encoding/csv"
	"fmt"
	"net/http"
	"net/url"
	"path"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/seed-62a36931/docket/service/servicetest"
)

// next waits for an event.
func next(t *testing.T, from <-chan servicetest.StreamedEvent) servicetest.StreamedEvent {
	t.Helper()
	select {
	case e, ok := <-from:
		if ok {
			return e
		}
		t.Fatal("the stream ended")
	case <-time.After(2 * time.Minute):
		t.Fatal("no event comes")
	}
	return servicetest.StreamedEvent{}
}

// ends waits for the end of a stream and gives what came before it.
func ends(t *testing.T, from <-chan servicetest.StreamedEvent) (out []servicetest.StreamedEvent) {
	t.Helper()
	late := time.After(2 * time.Minute)
	for {
		select {
		case e, ok := <-from:
			if !ok {
				return out
			}
			out = append(out, e)
		case <-late:
			t.Fatal("the stream does not end")
		}
	}
}

// TestEventsAndAudit lets people hear what happens while it happens, go on where they
// were after a restart, and search it all afterwards.
func TestEventsAndAudit(t *testing.T) {
	t.Parallel()
	servicetest.Engines(t, func(t *testing.T, args []string) {
		s := servicetest.Serve(t, path.Join(t.TempDir(), "data"), append(args, "--stop-time", "1h")...)
		s.AddUser("mira", "Str0ng-enough", "MANAGER")
		s.AddUser("paul", "Str0ng-enough", "USER")
		s.AddUser("anna", "Str0ng-enough", "ADMIN")
		mira, anna := s.SignIn("mira", "Str0ng-enough"), s.SignIn("anna", "Str0ng-enough")
		paul, refresh := s.Session("paul")
		hearsMira, hearsPaul, hearsAnna := mira.Events("", ""), paul.Events("", ""), anna.Events("", "")
		dossier := mira.NewDossier("Claims")
		created := next(t, hearsMira)
		if created.Type != "dossier.created" || created.Data.Summary != "mira created Claims" ||
			created.ID != fmt.Sprint(created.Data.Position) {
			t.Errorf("got %+v, want mira's creation of Claims", created)
		}
		id := mira.Upload(dossier, "first.pdf", servicetest.SamplePDF(t))
		mira.AwaitDone(dossier + "/files/" + id)
		before := time.Now()
		name := strings.Repeat("x", 300)
		mira.Want(204, "POST", dossier+"/files/"+id+"/component-overrides",
			map[string]any{"name": "Note", "componentValues": []map[string]any{{"value": name}}})
		readable := time.Now() // a write is answered when it can be read
		var types []string
		for e := next(t, hearsMira); ; e = next(t, hearsMira) {
			if types = append(types, e.Type); e.Type == "component.overridden" {
				if late := e.At.Sub(readable); late > time.Second || e.At.Before(before) {
					t.Errorf("told %v after it could be read, want a second at most", late)
				}
				break
			}
		}
		if !slices.Contains(types, "file.uploaded") || !slices.Contains(types, "file.analysed") {
			t.Errorf("told of %v, want %q in types and %q in types", types, "file.uploaded", "file.analysed")
		}
		s.AddUser("nora", "Str0ng-enough", "USER")
		if e := next(t, hearsAnna); e.Type != "user.created" || e.Data.Summary != "somebody created the account nora" &&
			e.Data.Summary != "system created the account nora" {
			t.Errorf("got %+v, want the account nora without who made it", e)
		}
		auditSearch(t, anna, mira, dossier, id)

		// The end of a sign-in ends its streams, and the end of the service all others.
		logout := url.Values{"client_id": {"docket-cli"}, "refresh_token": {refresh}}
		r, err := http.PostForm(s.Base+"/auth/realms/demo/protocol/openid-connect/logout", logout)
		if err != nil {
			t.Fatal(err)
		}
		if _ = r.Body.Close(); r.StatusCode != http.StatusNoContent {
			t.Fatal(r.StatusCode)
		}
		if heard := ends(t, hearsPaul); len(heard) > 0 {
			t.Errorf("a stranger was told of %+v, want none", heard)
		}
		s.Stop() // would take an hour if it waited for those who listen
		ends(t, hearsMira)
		s.Start()
		mira = s.SignIn("mira", "Str0ng-enough")
		again := mira.Events("?dossierId="+path.Base(dossier), created.ID)
		for i, want := range types {
			if e := next(t, again); e.Type != want {
				t.Errorf("event %d behind %s is %s, want %s", i, created.ID, e.Type, want)
			}
		}
		if a := anna.BadEvents("?lastEventId=999999999999", ""); a != 401 {
			t.Errorf("a token of a session that is gone: %d, want 401", a)
		}
	})
}

// auditSearch looks for what happened, in pages and in one stream, and is refused what
// makes no sense.
func auditSearch(t *testing.T, anna, mira *servicetest.Caller, dossier, file string) {
	t.Helper()
	var all, joined history
	anna.Want(200, "GET", "/api/audit/events?limit=500&order=asc", nil).Decode(t, &all)
	for cursor := ""; ; {
		var page history
		anna.Want(200, "GET", "/api/audit/events?limit=7&order=asc&cursor="+cursor, nil).Decode(t, &page)
		joined.Events = append(joined.Events, page.Events...)
		if page.NextCursor == nil {
			break
		}
		cursor = *page.NextCursor
	}
	if len(all.Events) < 20 || !slices.Equal(all.types(), joined.types()) {
		t.Errorf("in one: %v, in pages: %v, want the same", all.types(), joined.types())
	}
	a := anna.Want(200, "GET", "/api/audit/events?format=csv&type=component.&type=dossier.created&actor=mira", nil)
	rows, err := csv.NewReader(strings.NewReader(string(a.Body))).ReadAll()
	if err != nil || len(rows) != 3 || rows[1][4] != "component.overridden" || rows[2][8] != "mira created Claims" {
		t.Errorf("%v %v, want len(rows) = 3, rows[1][4] = component.overridden, rows[2][8] = mira created Claims and no error", rows, err)
	}
	a = anna.Want(200, "GET", "/api/audit/events?format=jsonl&fileId="+file, nil)
	if lines := strings.Count(string(a.Body), "\n"); lines < 5 || strings.Count(string(a.Body), file) < lines {
		t.Errorf("got %s, want lines at least 5 and strings.Count(string(a.Body), file) at least %v", a.Body, lines)
	}
	var templates struct{ DossierTemplates []struct{ ID string } }
	anna.Want(200, "GET", "/api/dossier-templates", nil).Decode(t, &templates)
	var h history
	anna.Want(200, "GET", "/api/dossier-templates/"+templates.DossierTemplates[0].ID+"/history?order=asc", nil).Decode(t, &h)
	if len(h.Events) == 0 || h.Events[0].Type != "template.created" {
		t.Errorf("got %v, want some h.Events and h.Events[0].Type = template.created", h.types())
	}
	for query, want := range map[string]int{"?actor=nobody": 200, "?type=nothing.": 200, "?actor=" + path.Base(dossier): 200} {
		var none history
		anna.Want(want, "GET", "/api/audit/events"+query, nil).Decode(t, &none)
		if len(none.Events) > 0 {
			t.Errorf("%s finds %v, want len(none.Events) = 0", query, none.types())
		}
	}
	for _, query := range []string{"?from=yesterday", "?from=2024-06-01T00:00:00Z&to=2024-05-01T00:00:00Z", "?dossierId=1",
		"?fileId=1", "?limit=0", "?cursor=x", "?order=x", "?format=x"} {
		anna.Want(400, "GET", "/api/audit/events"+query, nil)
	}
	mira.Want(403, "GET", "/api/audit/events", nil)
	for query, want := range map[string]int{"?lastEventId=x": 400, "?lastEventId=999999999999": 400, "?dossierId=1": 400,
		"?dossierId=" + file: 404} {
		if got := mira.BadEvents(query, ""); got != want {
			t.Errorf("events%s: %d, want %d", query, got, want)
		}
	}
}
