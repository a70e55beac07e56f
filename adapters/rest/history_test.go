package rest

import (
	"encoding/json"
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
