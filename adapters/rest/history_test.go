package rest

import (
	"encoding/json"
	"reflect"
	"strings"
	"testing"

	"github.com/seed-62a36931/docket/queries"
)

func TestHistoryPages(t *testing.T) {
	s := newSite(t)
	s.history = queries.HistoryPage{More: true, Entries: []queries.HistoryEntry{{Position: 9, Time: moment0, ActorUsername: "system", Type: "file.uploaded",
		FileID: fileID, CausedBy: 4}, {Position: 5, Time: moment0, ActorID: userID, Data: []byte(`{"b":1,"a":null}`)}}}
	a := s.do(request("GET", sPath+"/history", ""))
	var page struct{ NextCursor string }
	_ = json.Unmarshal(a.body, &page)
	if !strings.Contains(string(a.body), `"data":{"b":1,"a":null}`) || !strings.Contains(string(a.body), `"actor":{"id":null,"username":"system"}`) {
		t.Errorf("%s", a.body)
	}
	s.do(request("GET", sPath+"/history?limit=2&cursor="+page.NextCursor, ""))
	if q := s.asked.(queries.AskHistory); q.After != 5 || q.Limit != 2 || q.Ascending || q.FileID != "" {
		t.Errorf("%+v", q)
	}
	for _, other := range []string{sPath + "/history?order=asc&cursor=", fPath + "/history?cursor="} {
		s.want(s.do(request("GET", other+page.NextCursor, "")), 400, "cursor is not valid")
	}
	s.history.More = false
	if a := s.do(request("GET", fPath+"/history", "")); !strings.Contains(string(a.body), `"nextCursor":null`) {
		t.Errorf("%s", a.body)
	}
}

// TestHistoryTellsProofs has each event of a page say how it is proven, where that is asked for, and nothing otherwise.
func TestHistoryTellsProofs(t *testing.T) {
	s := newSite(t)
	s.history = queries.HistoryPage{Entries: []queries.HistoryEntry{{Position: 4711, Time: moment0}, {Position: 9, Time: moment0}}}
	for _, path := range []string{sPath + "/history", fPath + "/history", tPath + "/history", "/api/audit/events"} {
		a := s.do(request("GET", path+"?evidence=true", ""))
		var page struct{ Events []map[string]any }
		if err := json.Unmarshal(a.body, &page); err != nil || a.StatusCode != 200 {
			t.Fatalf("%s: %d, %v: %s", path, a.StatusCode, err, a.body)
		}
		want := []any{map[string]any{"leafIndex": 4710.0}, map[string]any{"leafIndex": 8.0, "checkpoint": 4710.0,
			"witnessedBy": []any{"witness.example/legal"}, "timestampedAt": "2024-05-31T08:15:30.250+00:00"}}
		for i, e := range page.Events {
			if !reflect.DeepEqual(e["evidence"], want[i]) {
				t.Errorf("%s: event %d has %v, want %v", path, i, e["evidence"], want[i])
			}
		}
		if a := s.do(request("GET", path, "")); strings.Contains(string(a.body), "evidence") {
			t.Errorf("%s, not asked for: %s", path, a.body)
		}
	}
	s.want(s.do(request("GET", sPath+"/history?evidence=maybe", "")), 400, "evidence must be true or false")
}

// Whatever text comes as a cursor, it is refused or names a position.
func FuzzCursor(f *testing.F) {
	ask := queries.AskHistory{DossierID: dossierID}
	f.Add(formatCursor(cursorScope(ask), 7))
	f.Add("b3A6NDcxMQ")
	f.Fuzz(func(t *testing.T, text string) {
		if at, ok := readCursor(text, cursorScope(ask)); ok && (at == 0 || formatCursor(cursorScope(ask), at) == "") {
			t.Errorf("%q gives %d", text, at)
		}
	})
}
