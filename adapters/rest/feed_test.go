package rest

import (
	"encoding/json"
	"net/http"
	"reflect"
	"strings"
	"testing"

	"github.com/google/uuid"

	"github.com/seed-62a36931/docket/adapters/rest/history"
	"github.com/seed-62a36931/docket/domain"
	"github.com/seed-62a36931/docket/queries"
)

const feedPath = ePath + "/feed"

// aNotice is an event of a component.
func aNotice() queries.Notice {
	return queries.Notice{ID: uuid.MustParse(defID), Position: 9, Time: moment0, Type: "component.checked", TemplateID: templateID,
		DossierID: dossierID, FileID: fileID, Components: []string{"Total"}}
}

func TestFeedPages(t *testing.T) {
	s := newSite(t, func(c *Config) { c.PublicURL = "https://docket.example/" })
	s.page = queries.FeedPage{Notices: []queries.Notice{aNotice(), {ID: uuid.MustParse(userID), Position: 11, Time: moment0,
		Type: "user.updated", UserID: userID}}, NextAfter: 12, More: true}
	a := s.do(request("GET", feedPath+"?after=7&types=component.&types=user.updated&limit=2", ""))
	q, ok := s.asked.(queries.AskFeed)
	want := queries.AskFeed{Caller: q.Caller, After: 7, Types: []string{"component.", "user.updated"}, Limit: 2}
	if !ok || q.Caller.ID != userID || !reflect.DeepEqual(q, want) {
		t.Errorf("asked for %+v, want %+v", s.asked, want)
	}
	body := string(a.body)
	for _, part := range []string{`"nextAfter":12`, `"hasMore":true`, `"id":"` + defID + `"`, `"components":["Total"]`, `"components":[]`,
		`"link":"https://docket.example/api/dossier-templates/` + templateID + `/dossiers/` + dossierID + `/files/` + fileID,
		`"link":"https://docket.example/api/users/` + userID + `"`, `"dossierId":null`, `"position":11`} {
		if !strings.Contains(body, part) {
			t.Errorf("got %s, want %s in it", body, part)
		}
	}
}

func TestFeedRefuses(t *testing.T) {
	s := newSite(t)
	for target, message := range map[string]string{
		"?after=10001": "after is beyond the log", "?after=-1": "after is not valid", "?after=x": "after is not valid",
		"?after=1&after=2": "after must be given once", "?wait=61": "wait is not valid", "?wait=-1": "wait is not valid",
		"?limit=501": "limit is not valid",
	} {
		s.want(s.do(request("GET", feedPath+target, "")), 400, message)
	}
	var told struct{ Code, Field string }
	if err := json.Unmarshal(s.do(request("GET", feedPath+"?after=10001", "")).body, &told); err != nil ||
		told.Code != domain.BeyondLog.Name || told.Field != "after" {
		t.Errorf("got %+v, %v, want %s at after", told, err, domain.BeyondLog.Name)
	}
}

// TestFeedWaits answers as soon as there is an event, when the service stops, and when the time is over; and not to
// who is signed out meanwhile.
func TestFeedWaits(t *testing.T) {
	s := newSite(t)
	s.pages = []queries.FeedPage{{NextAfter: 5}, {NextAfter: 6}}
	s.page = queries.FeedPage{Notices: []queries.Notice{aNotice()}, NextAfter: 9}
	s.pages = append(s.pages, s.page)
	s.waits = make(chan struct{})
	answers := make(chan answer)
	go func() { answers <- s.do(request("GET", feedPath+"?wait=60", "")) }()
	s.waits <- struct{}{} // of others, and moves the place
	s.waits <- struct{}{}
	if body := string((<-answers).body); !strings.Contains(body, `"position":9`) || !strings.Contains(body, `"nextAfter":9`) {
		t.Errorf("got %s, want the event at 9", body)
	}
	if q := s.asked.(queries.AskFeed); q.After != 6 {
		t.Errorf("went on behind %d, want 6", q.After)
	}
	s.pages, s.page = nil, queries.FeedPage{NextAfter: 7}
	if a := s.do(request("GET", feedPath+"?wait=1", "")); a.StatusCode != 200 || !strings.Contains(string(a.body), `"events":[]`) {
		t.Errorf("got %d %s, want no events when the time is over", a.StatusCode, a.body)
	}
	go func() { answers <- s.do(request("GET", feedPath+"?wait=60", "")) }()
	s.waits <- struct{}{} // it waits
	s.mu.Lock()
	s.signedOut = true
	s.mu.Unlock()
	close(s.waits)
	if a := <-answers; a.StatusCode != http.StatusUnauthorized {
		t.Errorf("got %d for who is signed out, want 401", a.StatusCode)
	}
	s.signedOut, s.waits = false, nil
	if a := s.do(request("GET", feedPath+"?wait=60", "")); a.StatusCode != 200 {
		t.Errorf("got %d when the service stops, want 200", a.StatusCode)
	}
}

func TestWaitingReadsOfTheFeedAreStreams(t *testing.T) {
	s := newSite(t)
	s.waits, s.entered = make(chan struct{}), make(chan struct{})
	done := make(chan answer)
	for range history.MaxStreams {
		go func() { done <- s.do(request("GET", feedPath+"?wait=60", "")) }()
	}
	for range history.MaxStreams {
		<-s.entered
	}
	full := s.do(request("GET", feedPath+"?wait=60", ""))
	if full.StatusCode != http.StatusTooManyRequests || full.Header.Get("Retry-After") == "" {
		t.Errorf("got %d %v for one stream too many, want 429 and Retry-After", full.StatusCode, full.Header)
	}
	if a := s.do(request("GET", feedPath, "")); a.StatusCode != http.StatusOK {
		t.Errorf("got %d for a read that does not wait, want 200", a.StatusCode)
	}
	s.mu.Lock()
	s.page = queries.FeedPage{Notices: []queries.Notice{aNotice()}, NextAfter: 9}
	s.mu.Unlock()
	close(s.waits)
	for range history.MaxStreams {
		if a := <-done; a.StatusCode != http.StatusOK {
			t.Errorf("got %d, want 200", a.StatusCode)
		}
	}
}
