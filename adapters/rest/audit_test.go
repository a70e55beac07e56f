package rest

import (
	"encoding/csv"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/seed-62a36931/docket/adapters/rest/exchange"
	"github.com/seed-62a36931/docket/adapters/rest/history"
	"github.com/seed-62a36931/docket/domain/user"
	"github.com/seed-62a36931/docket/queries"
)

const aPath = "/api/audit/events"

// someEvents are entries with all that makes trouble in a table.
func someEvents() []queries.HistoryEntry {
	return []queries.HistoryEntry{
		{Position: 9, Time: moment0, ActorUsername: "system", Type: "file.uploaded", FileID: fileID, CausedBy: 4,
			Summary: "=cmd(), \"x\"\nand more"},
		{Position: 5, Time: moment0, ActorID: userID, ActorUsername: "mira", TemplateID: templateID, DossierID: dossierID,
			Data: []byte(`{"b":1,"a":null}`)},
	}
}

func TestAuditAsks(t *testing.T) {
	s := newSite(t)
	s.do(request("GET",
		aPath+"?from=2024-05-01T02:00:00%2B02:00&to=2094-05-31T00:00:00.1239Z&actor=mira&type=file.&type=&type=dossier.created&dossierId="+
			strings.ToUpper(dossierID)+"&fileId="+fileID+"&order=asc&limit=7", ""))
	q, ok := s.asked.(queries.AskAudit)
	from, to := time.Date(2024, 5, 1, 0, 0, 0, 0, time.UTC), time.Date(2094, 5, 31, 0, 0, 0, 123_000_000, time.UTC)
	if !ok || !q.From.Equal(from) || !q.To.Equal(to) || q.Actor != "mira" || !slices.Equal(q.Types, []string{"file.", "dossier.created"}) ||
		q.DossierID != dossierID || q.FileID != fileID || !q.Ascending || q.Limit != 7 || q.Caller.ID != userID {
		t.Errorf("got %+v, want every filter of the request", s.asked)
	}
	s.do(request("GET", aPath+"?from=&type=&actor=&limit=", ""))
	if q := s.asked.(queries.AskAudit); q.From != nil || q.To != nil || q.Actor != "" || len(q.Types) > 0 || q.Limit != 50 || q.Ascending {
		t.Errorf("got %+v, want 50 of the newest, and no filter", q)
	}
}

func TestCursorsHoldForTheirQuestionOnly(t *testing.T) {
	s := newSite(t)
	s.history = queries.HistoryPage{More: true, Entries: someEvents()}
	next := func(path string) string {
		var page struct{ NextCursor string }
		if err := json.Unmarshal(s.do(request("GET", path, "")).body, &page); err != nil || page.NextCursor == "" {
			t.Fatal(err, page)
		}
		return page.NextCursor
	}
	audit, history := next(aPath+"?type=file.&actor=mira"), next(tPath+"/history")
	s.do(request("GET", aPath+"?type=file.&actor=mira&limit=3&cursor="+audit, ""))
	if q := s.asked.(queries.AskAudit); q.After != 5 || q.Limit != 3 {
		t.Errorf("%+v, want q.After = 5 and q.Limit = 3", q)
	}
	s.do(request("GET", tPath+"/history?cursor="+history, ""))
	if q := s.asked.(queries.AskTemplateHistory); q.After != 5 || q.TemplateID != templateID {
		t.Errorf("%+v, want q.After = 5 and q.TemplateID = %v", q, templateID)
	}
	for _, path := range []string{aPath + "?type=file.&cursor=" + audit, aPath + "?type=file.&actor=mira&order=asc&cursor=" + audit,
		aPath + "?cursor=" + history, tPath + "/history?cursor=" + audit, tPath + "/history?order=asc&cursor=" + history,
		aPath + "?from=2024-05-01T00:00:00Z&type=file.&actor=mira&cursor=" + audit, aPath + "?cursor=x", aPath + "?cursor=" + audit + "A"} {
		s.want(s.do(request("GET", path, "")), 400, "cursor is not valid")
	}
}

func TestAuditRefuses(t *testing.T) {
	for query, message := range map[string]string{
		"?from=2024-05": "from is not a date-time", "?to=yesterday": "to is not a date-time",
		"?from=2024-05-02T00:00:00Z&to=2024-05-01T00:00:00Z": "from must not be after to",
		"?dossierId=1": "dossierId is not a valid identifier", "?fileId=x": "fileId is not a valid identifier",
		"?limit=0": "limit is not valid", "?limit=501": "limit is not valid", "?limit=ten": "limit is not valid",
		"?order=up": "order is not valid", "?format=xml": "format is not valid", "?format=CSV": "format is not valid",
		"?limit=1&limit=2": "limit must be given once", "?from=2024-05-01T00:00:00Z&from=2024-05-01T00:00:00Z": "from must be given once",
		"?actor=a&actor=b": "actor must be given once",
		"?format=csv&from=2024-05-02T00:00:00Z&to=2024-05-01T00:00:00Z": "from must not be after to",
	} {
		s := newSite(t)
		s.want(s.do(request("GET", aPath+query, "")), 400, message)
		if s.asked != nil {
			t.Errorf("%s was asked: %+v, want s.asked = nil", query, s.asked)
		}
	}
	s := newSite(t)
	s.roles = []string{user.RoleManager, user.RoleUserAdmin}
	s.want(s.do(request("GET", aPath, "")), 403, "Access denied")
	s.want(s.do(request("GET", tPath+"/history", "")), 403, "Access denied")
	s.roles = []string{user.RoleAdmin}
	s.want(s.do(request("GET", "/api/dossier-templates/x/history", "")), 400, "dossierTemplateId is not a valid identifier")
	s.want(s.do(request("GET", tPath+"/history?limit=0", "")), 400, "limit is not valid")
}

func TestAuditExports(t *testing.T) {
	s := newSite(t)
	s.history.Entries = someEvents()
	a := s.do(request("GET", aPath+"?format=jsonl", ""))
	lines := strings.Split(strings.TrimSuffix(string(a.body), "\n"), "\n")
	if len(lines) != 2 || a.Header.Get("Content-Type") != "application/jsonl" ||
		!strings.HasPrefix(lines[1], `{"actor":{"id":"`+userID) && !strings.Contains(lines[1], `"data":{"b":1,"a":null}`) {
		t.Errorf("got %v %s, want the head and one event as application/jsonl", a.Header, a.body)
	}
	a = s.do(request("GET", aPath+"?format=csv&cursor=nonsense", ""))
	rows, err := csv.NewReader(strings.NewReader(string(a.body))).ReadAll()
	if err != nil || len(rows) != 3 || a.Header.Get("Content-Type") != "text/csv; charset=utf-8" {
		t.Fatal(err, a.Header, string(a.body))
	}
	for i, want := range []string{
		"[position time actorId actorUsername type dossierTemplateId dossierId fileId summary causedBy data]",
		"[9 2024-05-31T08:15:30.250+00:00  system file.uploaded   " + fileID + " =cmd(), \"x\"\nand more 4 {}]",
		"[5 2024-05-31T08:15:30.250+00:00 " + userID + " mira  " + templateID + " " + dossierID + `    {"b":1,"a":null}]`,
	} {
		if got := fmt.Sprint(rows[i]); got != want {
			t.Errorf("row %d\ngot  %s\nwant %s", i, got, want)
		}
	}
	s.history.Entries = nil
	for format, want := range map[string]string{"jsonl": "", "csv": strings.Join(history.Columns, ",") + "\n"} {
		if a := s.do(request("GET", aPath+"?format="+format, "")); a.StatusCode != 200 || string(a.body) != want {
			t.Errorf("nothing as %s: %d %q, want a.StatusCode = 200 and string(a.body) = %v", format, a.StatusCode, a.body, want)
		}
	}
	s.fail = errors.New("connection refused by 10.0.0.1")
	s.want(s.do(request("GET", aPath+"?format=csv", "")), 500, exchange.InternalMessage)
}

// An export that breaks off in the middle cuts the connection: half of it never looks
// like all.
func TestAuditExportBreaksOff(t *testing.T) {
	s := newSite(t)
	s.history.Entries, s.broken = someEvents(), errors.New("the database went away")
	defer func() {
		if cause := recover(); cause != http.ErrAbortHandler { //nolint:errorlint // the very value is asked for
			t.Errorf("it ended with %v, want %v", cause, http.ErrAbortHandler)
		}
	}()
	s.do(request("GET", aPath+"?format=csv", ""))
	t.Error("it was answered to its end")
}
