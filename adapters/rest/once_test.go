package rest

import (
	"bytes"
	"errors"
	"fmt"
	"mime/multipart"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/google/uuid"

	"github.com/seed-62a36931/docket/adapters/rest/contract"
	"github.com/seed-62a36931/docket/commands"
	"github.com/seed-62a36931/docket/domain"
)

// uploadWithKey is an upload as clients send it: each time with another boundary.
func uploadWithKey(key, name, content string) *http.Request {
	var b bytes.Buffer
	w := multipart.NewWriter(&b)
	part, err := w.CreateFormFile("file", name)
	if err == nil {
		_, err = part.Write([]byte(content))
	}
	if err != nil || w.Close() != nil {
		panic(err)
	}
	r := httptest.NewRequest("POST", sPath+"/files", &b)
	r.Header.Set("Authorization", "Bearer good")
	r.Header.Set("Content-Type", w.FormDataContentType())
	r.Header.Set("Idempotency-Key", key)
	return r
}

func commandOf(t *testing.T, c any) uuid.UUID {
	t.Helper()
	switch c := c.(type) {
	case commands.SaveDossier:
		return c.CommandID
	case commands.UploadFile:
		return c.CommandID
	}
	t.Fatalf("no command: %T, want one", c)
	return uuid.Nil
}

func TestARepeatedRequestGetsTheFirstAnswer(t *testing.T) {
	s := newSite(t)
	create := func(body string, headers ...string) answer {
		return s.do(request("POST", tPath+"/dossiers", body, append([]string{"Idempotency-Key", "k-1"}, headers...)...))
	}
	first := create(`{"name":"Invoices","description":"May"}`)
	s.want(first, 201, "")
	s.wrote = nil
	s.dossier.Name = "renamed meanwhile"
	again := create(`{ "description": "May", "name": "Invoices" }`)
	if s.wrote != nil || again.StatusCode != 201 || !bytes.Equal(again.body, first.body) {
		t.Errorf("the repetition did %+v and got %d %s, want s.wrote = nil, again.StatusCode = 201 and again.body = %v",
			s.wrote, again.StatusCode, again.body, first.body)
	}
	for _, name := range []string{"Location", "Docket-Position", "Content-Type", "Cache-Control"} {
		if again.Header.Get(name) != first.Header.Get(name) || first.Header.Get(name) == "" {
			t.Errorf("%s is %q, was %q, want the same in both", name, again.Header.Get(name), first.Header.Get(name))
		}
	}
	if was, is := first.Header.Get("Idempotency-Replayed"), again.Header.Get("Idempotency-Replayed"); was != "" || is != "true" {
		t.Errorf("Idempotency-Replayed is %q, and %q of the repetition, want none and true", was, is)
	}
	if again.Header.Get("X-Request-Id") == first.Header.Get("X-Request-Id") {
		t.Error("the repetition has the id of the first request")
	}
	s.want(create(`{"name":"Receipts"}`), 422, "The Idempotency-Key was used for another request")
	s.roles = nil
	s.want(create(`{"name":"Invoices","description":"May"}`), 403, "Access denied")
}

func TestARepeatedUploadGetsTheFirstAnswer(t *testing.T) {
	s := newSite(t)
	s.want(s.do(uploadWithKey("k-1", "a.pdf", "%PDF 1")), 201, "")
	s.wrote = nil
	s.want(s.do(uploadWithKey("k-1", "a.pdf", "%PDF 1")), 201, "")
	for _, other := range []*http.Request{uploadWithKey("k-1", "a.pdf", "%PDF 2"), uploadWithKey("k-1", "b.pdf", "%PDF 1")} {
		s.want(s.do(other), 422, "The Idempotency-Key was used for another request")
	}
	flagged := uploadWithKey("k-1", "a.pdf", "%PDF 1")
	flagged.URL.RawQuery = "keepManualChanges=true"
	s.want(s.do(flagged), 422, "The Idempotency-Key was used for another request")
	if s.wrote != nil {
		t.Errorf("a repetition did %+v, want s.wrote = nil", s.wrote)
	}
	s.want(s.do(uploadWithKey("k-2", "a.pdf", "%PDF 1")), 201, "")
	if s.wrote == nil {
		t.Error("another key did nothing")
	}
}

// An upload that broke off is no request: the next one with its key is done.
func TestAnUploadThatBreaksOffFreesItsKey(t *testing.T) {
	s := newSite(t)
	r := uploadWithKey("k-1", "a.pdf", strings.Repeat("x", 10000))
	whole := new(bytes.Buffer)
	_, _ = whole.ReadFrom(r.Body)
	cut := httptest.NewRequest("POST", sPath+"/files", bytes.NewReader(whole.Bytes()[:5000]))
	cut.Header = r.Header
	s.want(s.do(cut), 400, "The upload is incomplete")
	s.want(s.do(uploadWithKey("k-1", "a.pdf", "%PDF")), 201, "")
}

// What an attempt answers decides whether its key is used up, free, or to be tried
// again as the same command.
func TestWhatAKeyRemembersOfFailures(t *testing.T) {
	body := `{"name":"Invoices"}`
	rows := []struct {
		name    string
		failure error
		status  int
		kept    bool // the failure is the first answer
		same    bool // the next attempt is the same command
	}{
		{"taken", domain.Faultf(domain.Conflict, "Dossier name already exists"), 409, true, false},
		{"unknown owner", domain.Faultf(domain.Invalid, "Unknown owner: x"), 400, true, false},
		{"not there", domain.ErrTemplateNotFound, 404, false, false},
		{"not allowed", domain.ErrAccessDenied, 403, false, false},
		{"race", domain.ErrContended, 409, false, false},
		{"our fault", errors.New("disk on fire"), 500, false, true},
		{"away", domain.Faultf(domain.Unavailable, "The service is not available"), 503, false, true},
	}
	for _, row := range rows {
		t.Run(row.name, func(t *testing.T) {
			s := newSite(t)
			s.fail = row.failure
			create := func() answer {
				return s.do(request("POST", tPath+"/dossiers", body, "Idempotency-Key", "k-1"))
			}
			if a := create(); a.StatusCode != row.status {
				t.Fatalf("%d %s, want %v", a.StatusCode, a.body, row.status)
			}
			first := commandOf(t, s.wrote)
			s.fail, s.wrote = nil, nil
			a := create()
			if row.kept {
				if a.StatusCode != row.status || s.wrote != nil {
					t.Errorf("the repetition: %d %s, %+v, want a.StatusCode = %v and s.wrote = nil", a.StatusCode, a.body,
						s.wrote, row.status)
				}
				return
			}
			if s.want(a, 201, ""); (commandOf(t, s.wrote) == first) != row.same {
				t.Errorf("the same command: %t, want %v", !row.same, row.same)
			}
		})
	}
}

// TestAKeyIsNotFreedBehindAFailure of ours: what that attempt did must be recognised,
// whatever the attempts between it and the answer come to.
func TestAKeyIsNotFreedBehindAFailure(t *testing.T) {
	for name, between := range map[string]error{"race": domain.ErrContended, "running": commands.ErrStillRunning,
		"not there": domain.ErrTemplateNotFound, "not allowed": domain.ErrAccessDenied} {
		t.Run(name, func(t *testing.T) {
			s := newSite(t)
			create := func(failure error) (answer, uuid.UUID) {
				s.fail, s.wrote = failure, nil
				a := s.do(request("POST", tPath+"/dossiers", `{"name":"Invoices"}`, "Idempotency-Key", "k-1"))
				return a, commandOf(t, s.wrote)
			}
			_, first := create(errors.New("disk on fire"))
			for range 2 {
				if _, next := create(between); next != first {
					t.Error("an attempt is another command than the first")
				}
			}
			a, last := create(nil)
			if s.want(a, 201, ""); last != first {
				t.Error("the last attempt is another command than the first")
			}
		})
	}
}

func TestARunningRequestIsToldOf(t *testing.T) {
	s := newSite(t)
	s.check = func(commands.UploadFile) {
		s.check = nil
		s.want(s.do(uploadWithKey("k-1", "a.pdf", "%PDF")), 409, "The request is still running")
	}
	s.want(s.do(uploadWithKey("k-1", "a.pdf", "%PDF")), 201, "")
}

// An update is no creation: its key is looked at and counts for nothing.
func TestAnUpdateHasNoKey(t *testing.T) {
	s := newSite(t)
	s.outcome.Created = false
	update := func(key string) answer {
		return s.do(request("POST", tPath+"/dossiers", `{"id":"`+dossierID+`","name":"n"}`, "Idempotency-Key", key))
	}
	s.want(update("k-1"), 200, "")
	s.wrote = nil
	if s.want(update("k-1"), 200, ""); s.wrote == nil {
		t.Error("the second update did nothing")
	}
	s.want(update("k 1"), 400, "Idempotency-Key is not valid")
}

// Every operation with a key keeps its answer under the key of what it tells of.
func TestAnswersEndWithWhatTheyTellOf(t *testing.T) {
	of := map[string]string{
		"POST " + tPath + "/dossiers":                          "demo/dossier." + plain(dossierID),
		"POST " + sPath + "/files":                             "demo/dossier." + plain(dossierID) + "/file." + plain(fileID),
		"POST " + sPath + "/downloads":                         "demo/download." + plain(dossierID),
		"POST " + fPath + "/downloads":                         "demo/download." + plain(dossierID),
		"POST " + sPath + "/files/bulk-download":               "demo/download." + plain(dossierID),
		"POST " + sPath + "/files/bulk-assign":                 "demo/dossier." + plain(dossierID),
		"POST " + sPath + "/files/bulk-attributes":             "demo/dossier." + plain(dossierID),
		"POST " + sPath + "/files/bulk-reanalyse":              "demo/dossier." + plain(dossierID),
		"POST " + sPath + "/files/bulk-workflow-status":        "demo/dossier." + plain(dossierID),
		"POST " + fPath + "/component-overrides":               "demo/dossier." + plain(dossierID) + "/file." + plain(fileID),
		"POST " + fPath + "/components/Total/values":           "demo/dossier." + plain(dossierID) + "/file." + plain(fileID),
		"POST " + tPath + "/component-definitions":             "demo",
		"POST " + tPath + "/component-mappings":                "demo",
		"POST /api/dossier-templates":                          "demo",
		"POST /api/users":                                      "demo/user." + plain(userID),
		"POST /api/webhooks":                                   "demo/webhook." + plain(defID),
		"POST " + hPath + "/secret":                            "demo/webhook." + plain(defID),
		"POST " + hPath + "/test":                              "demo",
		"POST " + hPath + "/deliveries/" + fileID + "/resend":  "demo",
		"POST /api/dossier-templates/import":                   "demo",
		"POST " + tPath + "/entity-rules":                      "demo",
		"POST " + tPath + "/component-rules":                   "demo",
		"POST " + tPath + "/date-formats":                      "demo",
		"POST " + tPath + "/clone":                             "demo",
		"POST " + tPath + "/component-definitions/bulk-delete": "demo",
		"POST " + tPath + "/component-definitions/restore":     "demo",
		"POST " + tPath + "/dossier-status-definitions":        "demo",
		"POST " + tPath + "/dossier-attribute-definitions":     "demo",
		"POST " + tPath + "/file-attribute-definitions":        "demo",
		"POST " + tPath + "/entity-definitions":                "demo",
		"POST " + tPath + "/report-templates":                  "demo",
		"POST /api/license/usage-reports":                      "demo",
		"POST /api/users/" + userID + "/password":              "demo",
		"POST /api/users/" + userID + "/erase":                 "demo",
		"POST " + oPath + "/cancel":                            "demo/dossier." + plain(dossierID),
		"POST " + sPath + "/archive":                           "demo/dossier." + plain(dossierID),
		"POST " + sPath + "/restore":                           "demo/dossier." + plain(dossierID),
		"POST " + sPath + "/reanalyse":                         "demo/dossier." + plain(dossierID),
		"POST " + partsPath:                                    "demo/dossier." + plain(dossierID),
		"POST " + sPath + "/files/bulk-delete":                 "demo/dossier." + plain(dossierID),
		"POST " + sPath + "/files/restore":                     "demo/dossier." + plain(dossierID),
		"POST " + fPath + "/reanalyse":                         "demo/dossier." + plain(dossierID) + "/file." + plain(fileID),
		"POST " + fPath + "/restore":                           "demo/dossier." + plain(dossierID) + "/file." + plain(fileID),
		"POST " + fPath + "/component-overrides/revert":        "demo/dossier." + plain(dossierID) + "/file." + plain(fileID),
		"POST " + sPath + "/files/bulk-retry":                  "demo/dossier." + plain(dossierID),
	}
	s := newSite(t)
	for _, op := range allOperations {
		route, _, err := s.routes.FindRoute(request(op.method, op.path, ""))
		if err != nil || !s.contract(op.method, route.Path).Idempotent {
			continue
		}
		s.shelf.Last = ""
		r := good(op.method, op.path, op.body)
		r.Header.Set("Idempotency-Key", fmt.Sprint(op.method, strings.ReplaceAll(op.path, "/", "-")))
		if a := s.do(r); a.StatusCode != op.status {
			t.Errorf("%s %s: %d %s, want %v", op.method, op.path, a.StatusCode, a.body, op.status)
		}
		if want, ok := of[op.method+" "+op.path]; !ok || string(s.shelf.Last) != want {
			t.Errorf("%s %s: kept under %q, want %q", op.method, op.path, s.shelf.Last, want)
		}
	}
}

func plain(id string) string { return strings.ReplaceAll(id, "-", "") }

func (s *site) contract(method, path string) *contract.Operation {
	return loadContract(s.T).Find(method, path)
}
