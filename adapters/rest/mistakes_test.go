package rest

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/getkin/kin-openapi/openapi3"

	"github.com/seed-62a36931/docket/adapters/rest/exchange"
	"github.com/seed-62a36931/docket/commands"
	"github.com/seed-62a36931/docket/domain"
	"github.com/seed-62a36931/docket/domain/es"
	"github.com/seed-62a36931/docket/domain/license"
	"github.com/seed-62a36931/docket/evidence"
)

// A mistake is what an answer tells of a fault.
type mistake struct{ Message, Code, Field, Entry string }

// mistakes are all that an answer tells: the leading one, and the list of all.
func (a answer) mistakes(t *testing.T) (leading mistake, all []mistake) {
	t.Helper()
	var body struct {
		mistake
		RequestID string
		Errors    []mistake
	}
	if err := json.Unmarshal(a.body, &body); err != nil {
		t.Fatalf("%s: %v, want no error", a.body, err)
	}
	if want := a.Header.Get("X-Request-Id"); body.RequestID != want || want == "" {
		t.Errorf("requestId is %q, want %q", body.RequestID, want)
	}
	return body.mistake, body.Errors
}

// A written is the JSON body of an operation, with the place of its fields.
type written struct {
	schema *openapi3.Schema // of the object, or of the items
	fields map[string]any
	at     string
	wrap   func(map[string]any) any
}

// written gives the body that an operation is sent; false when it takes none with fields.
func (o trial) written() (written, bool) {
	if !o.takes("application/json") {
		return written{}, false
	}
	w := written{o.op.RequestBody.Value.Content["application/json"].Schema.Value, firstObject(o.body), "/",
		func(fields map[string]any) any { return fields }}
	if w.schema.Type.Is("array") {
		w.schema, w.at, w.wrap = w.schema.Items.Value, "/0/", func(fields map[string]any) any { return []any{fields} }
	}
	return w, len(w.schema.Properties) > 0
}

// TestEveryMistakeInABodyIsTold sends each operation a field that nobody knows, one of another type, and both at
// once. That the answers conform is checked with every answer.
func TestEveryMistakeInABodyIsTold(t *testing.T) {
	sent := 0
	everyOperation(t, func(t *testing.T, o trial) {
		w, ok := o.written()
		if !ok {
			return
		}
		sent++
		s := newSite(t)
		send := func(fields map[string]any) answer {
			body, err := json.Marshal(w.wrap(fields))
			if err != nil {
				t.Fatal(err)
			}
			return s.do(o.saying(string(body), "application/json"))
		}
		expect := func(fields map[string]any, want ...mistake) {
			t.Helper()
			a := send(fields)
			_, all := a.mistakes(t)
			for i := range all {
				all[i].Message = ""
			}
			if a.StatusCode != 400 || len(all) != len(want) ||
				slices.ContainsFunc(want, func(m mistake) bool { return !slices.Contains(all, m) }) {
				t.Errorf("%v: %d %s, want 400 with %v", fields, a.StatusCode, a.body, want)
			}
			if s.wrote != nil {
				t.Errorf("%v reached a command, want s.wrote = nil", fields)
				s.wrote = nil
			}
		}
		name := slices.Sorted(maps.Keys(w.schema.Properties))[0]
		unknown, wrong := mistake{"", "unknown_field", w.at + "qqqq", ""}, mistake{"", "wrong_type", w.at + name, ""}
		expect(with(w.fields, "qqqq", 1), unknown)
		expect(with(w.fields, name, 7.5), wrong)
		expect(with(with(w.fields, name, 7.5), "qqqq", 1), wrong, unknown)
		s.lenient = true
		if a := send(with(w.fields, "qqqq", 1)); a.StatusCode != o.status {
			t.Errorf("in a workspace that ignores unknown fields: %d %s, want %d", a.StatusCode, a.body, o.status)
		}
	})
	if sent < 30 {
		t.Errorf("%d bodies were tried, want at least 30", sent)
	}
}

// TestUnknownParametersAreRefused by every operation, unless the workspace ignores them.
func TestUnknownParametersAreRefused(t *testing.T) {
	everyOperation(t, func(t *testing.T, o trial) {
		s := newSite(t)
		r := o.good()
		r.URL.RawQuery += "&qqqq=1"
		a := s.do(r)
		if leading, _ := a.mistakes(t); a.StatusCode != 400 || leading.Code != "unknown_parameter" || leading.Field != "qqqq" {
			t.Errorf("%d %s, want 400 unknown_parameter of qqqq", a.StatusCode, a.body)
		}
		s.lenient = true
		r = o.good()
		r.URL.RawQuery += "&qqqq=1"
		a = s.do(r)
		if upload := strings.HasPrefix(r.Header.Get("Content-Type"), "multipart/"); upload != (a.StatusCode == 400) {
			t.Errorf("where the workspace ignores them: %d %s, want a refusal for uploads alone", a.StatusCode, a.body)
		}
	})
}

// TestMistakes are told with the nearest name and the place.
func TestMistakes(t *testing.T) {
	s := newSite(t)
	dossiers := tPath + "/dossiers"
	const other = "11111111-2222-4333-8444-555555555555"
	for _, row := range []struct {
		method, path, body string
		want               []mistake
	}{
		{"POST", dossiers, `{"name":"n","memberId":[]}`,
			[]mistake{{"Unknown field: memberId, did you mean memberIds?", "unknown_field", "/memberId", ""}}},
		{"POST", dossiers, `{"name":"n","visibilty":"PUBLIC"}`,
			[]mistake{{"Unknown field: visibilty, did you mean visibility? That can only be read", "unknown_field", "/visibilty", ""}}},
		{"POST", dossiers, `{"Name":"n"}`, []mistake{{"name is required", "required", "/name", ""},
			{"Unknown field: Name, did you mean name?", "unknown_field", "/Name", ""}}},
		{"POST", dossiers, `{"name":7,"memberIds":[1],"dueDate":"x"}`,
			[]mistake{{"dueDate is not a date-time", "invalid_date_time", "/dueDate", ""},
				{"memberIds must be a string", "wrong_type", "/memberIds/0", ""}, {"name must be a string", "wrong_type", "/name", ""}}},
		{"POST", dossiers, `{"name":"n","dossierTemplateId":"` + other + `"}`,
			[]mistake{{"dossierTemplateId is \"" + other + "\" in the body and \"" +
				templateID + "\" in the path", "contradiction", "/dossierTemplateId", ""}}},
		{"PUT", fPath + "/assignee", `{"assigneeId":null,"fileID":"` + fileID + `","dossierId":"` + other + `"}`, []mistake{
			{"dossierId is \"" + other + "\" in the body and \"" + dossierID + "\" in the path", "contradiction", "/dossierId", ""},
			{"Unknown field: fileID; the operation takes assigneeId", "unknown_field", "/fileID", ""}}},
		{"PUT", "/api/users/" + userID, `{"firstName":"A","id":"` + other + `"}`,
			[]mistake{{"id is \"" + other + "\" in the body and \"" + userID +
				"\" in the path", "contradiction", "/id", ""}}},
		{"POST", fPath + "/component-overrides", `{"name":"n","componentValues":[{"value":"v","a/b~":1}]}`, []mistake{{
			"Unknown field: a/b~; the operation takes basedOn, cells, componentRuleId, entityReferences, originalValue, places, " +
				"value, valueDescription", "unknown_field",
			"/componentValues/0/a~1b~0", ""}}},
		{"GET", dossiers + "?includeArchivd=true", "", []mistake{{"Unknown parameter: includeArchivd, did you mean includeArchived?",
			"unknown_parameter", "includeArchivd", ""}}},
		{"GET", "/api/downloads?page=2", "", []mistake{
			{"Unknown parameter: page; the operation takes limit, cursor, sort, q, counts", "unknown_parameter", "page", ""}}},
	} {
		a := s.do(request(row.method, row.path, row.body))
		leading, all := a.mistakes(t)
		if a.StatusCode != 400 || !slices.Equal(all, row.want) || leading != row.want[0] {
			t.Errorf("%s %s: %d %s, want %v", row.path, row.body, a.StatusCode, a.body, row.want)
		}
	}
}

// TestARecordThatWasReadCanBeSentBack with all that only answers have.
func TestARecordThatWasReadCanBeSentBack(t *testing.T) {
	s := newSite(t)
	for read, write := range map[string]string{
		sPath:                  "POST " + tPath + "/dossiers",
		tPath:                  "PUT " + tPath,
		"/api/users/" + userID: "PUT /api/users/" + userID,
	} {
		method, path, _ := strings.Cut(write, " ")
		record := s.do(request("GET", read, ""))
		s.wrote = nil
		if a := s.do(request(method, path, string(record.body))); a.StatusCode > 201 || s.wrote == nil {
			t.Errorf("%s with %s: %d %s, want success", write, record.body, a.StatusCode, a.body)
		}
	}
	var values struct{ ComponentDetails []json.RawMessage }
	if err := json.Unmarshal(s.do(request("GET", fPath+"/components?includeDetails=true", "")).body, &values); err != nil || len(values.ComponentDetails) == 0 {
		t.Fatal("no details of components", err)
	}
	a := s.do(request("POST", fPath+"/component-overrides", string(values.ComponentDetails[0])))
	if o, ok := s.wrote.(commands.OverrideComponent); !ok || a.StatusCode != 204 {
		t.Errorf("%s: %d %s %v, want 204", values.ComponentDetails[0], a.StatusCode, a.body, o)
	}
}

// TestAPositionBeyondTheLogIsRefusedAtOnce, and one within it is waited for.
func TestAPositionBeyondTheLogIsRefusedAtOnce(t *testing.T) {
	s := newSite(t)
	s.slow = true // a request that waits is answered with 503
	for at, want := range map[string]int{"1000": 503, "1001": 400, "18446744073709551615": 400} {
		a := s.do(request("GET", sPath, "", "Docket-Position", at))
		leading, _ := a.mistakes(t)
		if a.StatusCode != want || want == 400 && (leading.Code != "position_beyond_log" || leading.Field != "Docket-Position") {
			t.Errorf("%s: %d %s, want %d", at, a.StatusCode, a.body, want)
		}
	}
}

// TestManyFaultsOfABodyAreBounded keeps answers small.
func TestManyFaultsOfABodyAreBounded(t *testing.T) {
	s := newSite(t)
	a := s.do(request("POST", tPath+"/dossiers", `{"name":"n","memberIds":[`+strings.Repeat("1,", 900)+`1]}`))
	if _, all := a.mistakes(t); a.StatusCode != 400 || len(all) != 101 {
		t.Errorf("%d with %d faults, want 400 with 101", a.StatusCode, len(all))
	}
}

// TestExamplesOfFailuresHaveTheirCode compares the contract with the table of codes.
func TestExamplesOfFailuresHaveTheirCode(t *testing.T) {
	known := map[string]*domain.Code{}
	var names []any
	for _, c := range domain.Codes() {
		known[c.Name] = c
		names = append(names, c.Name)
	}
	doc := loadDocument(t)
	if listed := doc.Components.Schemas["ErrorCode"].Value.Extensions["x-extensible-enum"].([]any); !slices.Equal(listed, names) {
		t.Errorf("the contract lists %v, want %v", listed, names)
	}
	seen := 0
	forEachOperation(doc, func(_, _ string, op *openapi3.Operation) {
		for status, ref := range op.Responses.Map() {
			content := ref.Value.Content["application/json"]
			if content == nil {
				continue
			}
			for name, example := range content.Examples {
				body, _ := example.Value.Value.(map[string]any)
				code, told := body["code"].(string)
				if !told {
					continue
				}
				seen++
				if c := known[code]; c == nil || status != strconv.Itoa(c.Status) {
					t.Errorf("%s %s %s has code %s, want one of that status", op.OperationID, status, name, code)
				}
			}
		}
	})
	if seen < 500 {
		t.Errorf("%d examples have a code, want at least 500", seen)
	}
}

// TestCodesOfFailures provokes the codes that need what is broken, busy, licensed or signed; the others are provoked
// in service.
func TestCodesOfFailures(t *testing.T) {
	list, err := os.ReadFile("../../service/servicetest/testdata/codes-of-failures.txt")
	if err != nil {
		t.Fatal(err)
	}
	failures := map[string]error{
		"not_found":               domain.Faultf(domain.NotFound, "Not found"),
		"license_expired":         license.ErrExpired,
		"not_licensed":            fmt.Errorf("upload: %w", license.ErrNoOffice),
		"download_not_ready":      domain.Refuse(domain.NotReadyYet, "Download not ready"),
		"not_yet_proven":          evidence.ErrNotCovered,
		"too_many_api_keys":       domain.Refuse(domain.TooManyKeys, "The account has as many API keys as it may have: revoke one first"),
		"too_many_uploads":        domain.Refuse(domain.TooManyUploads, "The account has too many uploads in progress"),
		"out_of_scope":            domain.Refuse(domain.OutOfScope, "The API key does not have the scope listUsers"),
		"address_not_allowed":     domain.Refuse(domain.WrongAddress, "The API key is not for the address that the request comes from"),
		"users_managed_elsewhere": domain.Refuse(domain.UsersElsewhere, "Users are managed by the identity provider"),
		"request_running":         commands.ErrStillRunning,
		"contended":               fmt.Errorf("append: %w", domain.ErrContended),
		"events_removed":          fmt.Errorf("load: %w", es.ErrCut),
		"unprocessable":           domain.Faultf(domain.Unprocessable, "The notary or its witnesses have not signed the evidence"),
		"too_many_requests":       &exchange.RateFault{Wait: time.Second},
		"internal_error":          errors.New("dial 10.0.0.1: refused"),
		"content_lost":            fmt.Errorf("open: %w", es.ErrDamaged),
		"unavailable":             context.DeadlineExceeded,
		"awaits_repair":           domain.Refuse(domain.AwaitsRepair, "The dossier is not available until it is repaired"),
	}
	for _, code := range strings.Fields(string(list)) {
		s := newSite(t)
		s.fail = failures[code]
		if delete(failures, code); s.fail == nil {
			t.Errorf("nothing provokes %s, want s.fail != nil", code)
			continue
		}
		r := request("POST", fPath+"/component-overrides", `{"name":"Total","componentValues":[]}`)
		if code == "not_yet_proven" {
			r = request("GET", "/api/evidence/proofs/7", "")
		}
		a := s.do(r)
		if leading, _ := a.mistakes(t); leading.Code != code {
			t.Errorf("%d %s, want code %s", a.StatusCode, a.body, code)
		}
	}
	if len(failures) > 0 {
		t.Errorf("%v stand not in the list, want no failures", slices.Sorted(maps.Keys(failures)))
	}
}
