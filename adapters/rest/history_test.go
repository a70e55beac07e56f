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
	s.history = queries.HistoryPage{More: true, Entries: []queries.HistoryEntry{
		{Position: 9, Time: moment0, ActorUsername: "system", Type: "file.uploaded",
			FileID: fileID, CausedBy: 4}, {Position: 5, Time: moment0, ActorID: userID, Data: []byte(`{"b":1,"a":null}`)}}}
	a := s.do(request("GET", sPath+"/history", ""))
	var page struct{ NextCursor string }
	_ = json.Unmarshal(a.body, &page)
	if !strings.Contains(string(a.body), `"data":{"b":1,"a":null}`) ||
		!strings.Contains(string(a.body), `"actor":{"id":null,"username":"system"}`) {
		t.Errorf(`got %s, want string(a.body) with "data":{"b":1,"a":null} and string(a.body) with `+
			`"actor":{"id":null,"username":"system"}`, a.body)
	}
	s.do(request("GET", sPath+"/history?limit=2&cursor="+page.NextCursor, ""))
	if q := s.asked.(queries.AskHistory); q.After != 5 || q.Limit != 2 || q.Ascending || q.FileID != "" {
		t.Errorf("got %+v, want 2 events after 5, newest first", q)
	}
	for _, other := range []string{sPath + "/history?order=asc&cursor=", fPath + "/history?cursor="} {
		s.want(s.do(request("GET", other+page.NextCursor, "")), 400, "cursor is not valid")
	}
	s.history.More = false
	if a := s.do(request("GET", fPath+"/history", "")); !strings.Contains(string(a.body), `"nextCursor":null`) {
		t.Errorf("%s, want %q in it", a.body, `"nextCursor":null`)
	}
}

// TestHistoryIsNarrowed hands what narrows a history on, tells the names of files, and takes no cursor of another narrowing.
func TestHistoryIsNarrowed(t *testing.T) {
	s := newSite(t)
	s.history = queries.HistoryPage{More: true, Entries: []queries.HistoryEntry{
		{Position: 9, Time: moment0, Type: "file.uploaded", FileID: fileID, Filename: "march.pdf"},
		{Position: 5, Time: moment0, Type: "file.soft-deleted", FileID: fileID}}}
	narrowed := "?from=2024-05-31T00:00:00Z&to=2024-05-31T23:59:59.999Z&actor=mira&type=file.&type=component.checked"
	for _, path := range []string{sPath + "/history" + narrowed + "&fileId=" + fileID, fPath + "/history" + narrowed} {
		a := s.do(request("GET", path, ""))
		var page struct {
			NextCursor string
			Events     []struct{ Filename *string }
		}
		if err := json.Unmarshal(a.body, &page); err != nil || page.Events[0].Filename == nil ||
			*page.Events[0].Filename != "march.pdf" || page.Events[1].Filename != nil {
			t.Errorf("%v: got %s, want march.pdf, and no name for the second", err, a.body)
		}
		q := s.asked.(queries.AskHistory)
		n := q.Narrow
		if n.From == nil || n.To == nil || n.To.Sub(*n.From).Hours() < 23 || n.Actor != "mira" ||
			strings.Join(n.Types, " ") != "file. component.checked" ||
			n.FileID+q.FileID != fileID {
			t.Errorf("%s asks for %+v, want the day, mira, both types and %s", path, q, fileID)
		}
		s.want(s.do(request("GET", path+"&cursor="+page.NextCursor, "")), 200, "")
		s.want(s.do(request("GET", strings.Replace(path, "mira", "ada", 1)+"&cursor="+page.NextCursor, "")), 400, "cursor is not valid")
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
			t.Fatalf("%s: %d, %v: %s, want no error and a.StatusCode = 200", path, a.StatusCode, err, a.body)
		}
		want := []any{map[string]any{"leafIndex": 4710.0, "version": 3.0}, map[string]any{"leafIndex": 8.0, "checkpoint": 4710.0,
			"version": 3.0, "streamEvents": 7.0, "missingEvents": 2.0,
			"witnessedBy": []any{"witness.example/legal"}, "timestampedAt": "2024-05-31T08:15:30.250+00:00"}}
		for i, e := range page.Events {
			if !reflect.DeepEqual(e["evidence"], want[i]) {
				t.Errorf("%s: event %d has %v, want %v", path, i, e["evidence"], want[i])
			}
		}
		if a := s.do(request("GET", path, "")); strings.Contains(string(a.body), "evidence") {
			t.Errorf("%s, not asked for: %s, want no %q in it", path, a.body, "evidence")
		}
	}
	s.want(s.do(request("GET", sPath+"/history?evidence=maybe", "")), 400, "evidence must be true or false")
}
