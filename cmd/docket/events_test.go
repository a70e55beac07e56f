package main

import (
	"bufio"
	"context"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"path"
	"slices"
	"strings"
	"testing"
	"time"
)

// A told event is one frame of a stream, and when it came.
type told struct {
	ID   string
	Type string
	At   time.Time
	Data struct {
		Position          uint64
		Type, Summary     string
		DossierID, FileID *string
		DossierTemplateID *string
		Data              json.RawMessage
		Actor             struct{ Username string }
	}
}

// events opens a stream and hands its frames over until it ends.
func (c *caller) events(query, last string) <-chan told {
	c.t.Helper()
	ctx, cancel := context.WithCancel(c.t.Context())
	c.t.Cleanup(cancel)
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, c.s.base+"/api/events"+query, nil)
	if err != nil {
		c.t.Fatal(err)
	}
	r.Header.Set("Authorization", "Bearer "+c.token)
	r.Header.Set("Last-Event-ID", last)
	a, err := http.DefaultClient.Do(r)
	if err != nil {
		c.t.Fatal(err)
	}
	c.t.Cleanup(func() { _ = a.Body.Close() })
	if a.StatusCode != http.StatusOK || a.Header.Get("Content-Type") != "text/event-stream" {
		c.t.Fatal(a.StatusCode, a.Header)
	}
	out := make(chan told, 1000)
	go func() {
		defer close(out)
		in := bufio.NewReader(a.Body)
		for e := (told{}); ; {
			line, err := in.ReadString('\n')
			if err != nil {
				return
			}
			name, value, _ := strings.Cut(strings.TrimSuffix(line, "\n"), ": ")
			switch name {
			case "id":
				e.ID = value
			case "event":
				e.Type = value
			case "data":
				e.At = time.Now()
				if json.Unmarshal([]byte(value), &e.Data) == nil {
					out <- e
				}
				e = told{}
			}
		}
	}()
	return out
}

// next waits for an event.
func next(t *testing.T, from <-chan told) told {
	t.Helper()
	select {
	case e, ok := <-from:
		if ok {
			return e
		}
		t.Fatal("the stream ended")
	case <-time.After(20 * time.Second):
		t.Fatal("no event comes")
	}
	return told{}
}

// ends waits for the end of a stream and gives what came before it.
func ends(t *testing.T, from <-chan told) (out []told) {
	t.Helper()
	late := time.After(20 * time.Second)
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
	engines(t, func(t *testing.T, args []string) {
		s := serve(t, path.Join(t.TempDir(), "data"), args...)
		s.user("mira", "Str0ng-enough", "MANAGER")
		s.user("paul", "Str0ng-enough", "USER")
		s.user("anna", "Str0ng-enough", "ADMIN")
		mira, anna := s.as("mira", "Str0ng-enough"), s.as("anna", "Str0ng-enough")
		paul, refresh := s.session("paul")
		hearsMira, hearsPaul, hearsAnna := mira.events("", ""), paul.events("", ""), anna.events("", "")
		dossier := mira.newDossier("Claims")
		created := next(t, hearsMira)
		if created.Type != "dossier.created" || created.Data.Summary != "mira created Claims" || created.ID != fmt.Sprint(created.Data.Position) {
			t.Errorf("%+v", created)
		}
		id := mira.upload(dossier, "first.pdf", sample(t))
		mira.awaitDone(dossier + "/files/" + id)
		before := time.Now()
		name := strings.Repeat("x", 300)
		mira.want(204, "POST", dossier+"/files/"+id+"/component-overrides", map[string]any{"name": "Note", "componentValues": []map[string]any{{"value": name}}})
		readable := time.Now() // a write is answered when it can be read
		var types []string
		for e := next(t, hearsMira); ; e = next(t, hearsMira) {
			if types = append(types, e.Type); e.Type == "component.overridden" {
				if late := e.At.Sub(readable); late > time.Second || e.At.Before(before) {
					t.Errorf("told %v after it could be read", late)
				}
				break
			}
		}
		if !slices.Contains(types, "file.uploaded") || !slices.Contains(types, "file.analysed") {
			t.Errorf("told of %v", types)
		}
		s.user("nora", "Str0ng-enough", "USER")
		if e := next(t, hearsAnna); e.Type != "user.created" || e.Data.Summary != "somebody created the account nora" && e.Data.Summary != "system created the account nora" {
			t.Errorf("%+v", e)
		}
		auditSearch(t, anna, mira, dossier, id)

		// The end of a sign-in ends its streams, and the end of the service all others.
		logout := url.Values{"client_id": {"docket-cli"}, "refresh_token": {refresh}}
		r, err := http.PostForm(s.base+"/auth/realms/demo/protocol/openid-connect/logout", logout)
		if err != nil {
			t.Fatal(err)
		}
		if _ = r.Body.Close(); r.StatusCode != http.StatusNoContent {
			t.Fatal(r.StatusCode)
		}
		if heard := ends(t, hearsPaul); len(heard) > 0 {
			t.Errorf("a stranger was told of %+v", heard)
		}
		began := time.Now()
		s.stop()
		ends(t, hearsMira)
		if took := time.Since(began); took > 15*time.Second {
			t.Errorf("the stop took %v", took)
		}
		s.start()
		mira = s.as("mira", "Str0ng-enough")
		again := mira.events("?dossierId="+path.Base(dossier), created.ID)
		for i, want := range types {
			if e := next(t, again); e.Type != want {
				t.Errorf("event %d behind %s is %s, want %s", i, created.ID, e.Type, want)
			}
		}
		if a := anna.badEvents("?lastEventId=999999999999", ""); a != 401 {
			t.Errorf("a token of a session that is gone: %d", a)
		}
	})
}

// session signs somebody in, and gives the token that ends the session, too.
func (s *instance) session(username string) (c *caller, refresh string) {
	s.t.Helper()
	form := url.Values{"grant_type": {"password"}, "client_id": {"docket-cli"}, "username": {username}, "password": {"Str0ng-enough"}}
	r, err := http.PostForm(s.base+"/auth/realms/demo/protocol/openid-connect/token", form)
	if err != nil {
		s.t.Fatal(err)
	}
	defer r.Body.Close()
	var answer struct {
		Access  string `json:"access_token"`
		Refresh string `json:"refresh_token"`
	}
	if err := json.NewDecoder(r.Body).Decode(&answer); err != nil || answer.Refresh == "" {
		s.t.Fatal(err)
	}
	return &caller{s.t, s, answer.Access}, answer.Refresh
}

// auditSearch looks for what happened, in pages and in one stream, and is refused what
// makes no sense.
func auditSearch(t *testing.T, anna, mira *caller, dossier, file string) {
	t.Helper()
	var all, joined history
	anna.want(200, "GET", "/api/audit/events?limit=500&order=asc", nil).into(t, &all)
	for cursor := ""; ; {
		var page history
		anna.want(200, "GET", "/api/audit/events?limit=7&order=asc&cursor="+cursor, nil).into(t, &page)
		joined.Events = append(joined.Events, page.Events...)
		if page.NextCursor == nil {
			break
		}
		cursor = *page.NextCursor
	}
	if len(all.Events) < 20 || !slices.Equal(all.types(), joined.types()) {
		t.Errorf("in one: %v, in pages: %v", all.types(), joined.types())
	}
	a := anna.want(200, "GET", "/api/audit/events?format=csv&type=component.&type=dossier.created&actor=mira", nil)
	rows, err := csv.NewReader(strings.NewReader(string(a.body))).ReadAll()
	if err != nil || len(rows) != 3 || rows[1][4] != "component.overridden" || rows[2][8] != "mira created Claims" {
		t.Errorf("%v %v", rows, err)
	}
	a = anna.want(200, "GET", "/api/audit/events?format=jsonl&fileId="+file, nil)
	if lines := strings.Count(string(a.body), "\n"); lines < 5 || strings.Count(string(a.body), file) < lines {
		t.Errorf("%s", a.body)
	}
	var templates struct{ DossierTemplates []struct{ ID string } }
	anna.want(200, "GET", "/api/dossier-templates", nil).into(t, &templates)
	var h history
	anna.want(200, "GET", "/api/dossier-templates/"+templates.DossierTemplates[0].ID+"/history?order=asc", nil).into(t, &h)
	if len(h.Events) == 0 || h.Events[0].Type != "template.created" {
		t.Errorf("%v", h.types())
	}
	for query, want := range map[string]int{"?actor=nobody": 200, "?type=nothing.": 200, "?actor=" + path.Base(dossier): 200} {
		var none history
		anna.want(want, "GET", "/api/audit/events"+query, nil).into(t, &none)
		if len(none.Events) > 0 {
			t.Errorf("%s finds %v", query, none.types())
		}
	}
	for _, query := range []string{"?from=yesterday", "?from=2024-06-01T00:00:00Z&to=2024-05-01T00:00:00Z", "?dossierId=1", "?fileId=1", "?limit=0", "?cursor=x", "?order=x", "?format=x"} {
		anna.want(400, "GET", "/api/audit/events"+query, nil)
	}
	mira.want(403, "GET", "/api/audit/events", nil)
	for query, want := range map[string]int{"?lastEventId=x": 400, "?lastEventId=999999999999": 400, "?dossierId=1": 400, "?dossierId=" + file: 404} {
		if got := mira.badEvents(query, ""); got != want {
			t.Errorf("events%s: %d, want %d", query, got, want)
		}
	}
}

// badEvents asks for a stream and gives the status.
func (c *caller) badEvents(query, last string) int {
	c.t.Helper()
	ctx, cancel := context.WithTimeout(c.t.Context(), 10*time.Second)
	defer cancel()
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, c.s.base+"/api/events"+query, nil)
	if err != nil {
		c.t.Fatal(err)
	}
	r.Header.Set("Authorization", "Bearer "+c.token)
	r.Header.Set("Last-Event-ID", last)
	a, err := http.DefaultClient.Do(r)
	if err != nil {
		c.t.Fatal(err)
	}
	defer a.Body.Close()
	if a.StatusCode != http.StatusOK {
		_, _ = io.Copy(io.Discard, a.Body)
	}
	return a.StatusCode
}
