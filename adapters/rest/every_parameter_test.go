package rest

import (
	"encoding/base64"
	"encoding/json"
	"fmt"
	"log/slog"
	"net/http/httptest"
	"strconv"
	"strings"
	"testing"

	"github.com/getkin/kin-openapi/openapi3"

	"github.com/seed-62a36931/docket/adapters/rest/contract"
	"github.com/seed-62a36931/docket/queries"
)

// headerValues are headers that are accepted by every operation that has them.
var headerValues = map[string]string{"X-TENANT-ID": "demo", "Docket-Position": "12", "If-Match": "*", "If-None-Match": `"x"`,
	"Idempotency-Key": "k-1", "Range": "bytes=0-1", "If-Range": `"x"`, "Last-Event-ID": "7"}

// queryValues are values of query parameters that the contract describes in words
// only, by name, or by operation and name.
var queryValues = map[string]string{
	"lastEventId": "7",
	"assignee":    "me",
	"attribute":   defID + ":South",
}

// historyPaths are where operations answer with cursors, which they take back.
var historyPaths = map[string]string{
	"getDossierHistory cursor":  sPath + "/history",
	"getFileHistory cursor":     fPath + "/history",
	"getTemplateHistory cursor": "/api/dossier-templates/" + templateID + "/history",
	"listAuditEvents cursor":    "/api/audit/events",
}

// listCursors are cursors of lists that are read whole: the name of the list, and an entry that it ends with.
var listCursors = map[string][2]string{
	"listDossierTemplates":            {"templates", templateID},
	"listComponentDefinitions":        {"definitions/" + templateID, defID},
	"listDossierStatusDefinitions":    {"statuses/" + templateID, defID},
	"listDossierAttributeDefinitions": {"dossierAttributes/" + templateID, defID},
	"listFileAttributeDefinitions":    {"fileAttributes/" + templateID, defID},
	"listReportTemplates":             {"reportTemplates/" + templateID, defID},
	"listComponentMappings":           {"mappings/" + templateID, defID},
	"listEntityDefinitions":           {"entities/" + templateID, defID},
	"listComponentOverrides":          {"overrides/" + fileID, "Zebra"},
	"getFileEntities":                 {"fileEntities/" + fileID, defID},
	"listDownloads":                   {"downloads", defID},
	"listOperations":                  {"operations", defID},
	"listUsers":                       {"users", userID},
	"listApiKeys":                     {"apiKeys", defID},
	"listClients":                     {"clients", "importer"},
	"listWebhooks":                    {"webhooks", defID},
	"listWebhookDeliveries":           {"deliveries/" + defID, defID},
}

// nextCursor returns the cursor that an operation answers with when there is more; "" without one.
func nextCursor(path string) string {
	f := newFake()
	f.history = queries.HistoryPage{More: true, Entries: []queries.HistoryEntry{{Position: 7, Time: moment0}}}
	c, err := contract.Load()
	if err != nil {
		return ""
	}
	h, err := newHandler(Config{Log: slog.New(slog.DiscardHandler), Rate: -1}, f.ports(), c)
	if err != nil {
		return ""
	}
	rec := httptest.NewRecorder()
	h.ServeHTTP(rec, request("GET", path, ""))
	var page struct{ NextCursor string }
	_ = json.Unmarshal(rec.Body.Bytes(), &page) // without a cursor, the operation refuses it
	return page.NextCursor
}

// acceptedValues are values that a parameter may have, each kind of them.
func acceptedValues(o trial, p *openapi3.Parameter) []string {
	s := p.Schema.Value
	if v, ok := queryValues[o.op.OperationID+" "+p.Name]; ok {
		return []string{v}
	}
	if path, ok := historyPaths[o.op.OperationID+" "+p.Name]; ok {
		return []string{nextCursor(path)}
	}
	if of, ok := listCursors[o.op.OperationID]; ok && p.Name == "cursor" {
		return []string{base64.RawURLEncoding.EncodeToString(fmt.Appendf(nil, `{"l":%q,"k":%q}`, of[0], of[1]))}
	}
	if v, ok := queryValues[p.Name]; ok {
		return []string{v}
	}
	if v, ok := headerValues[p.Name]; ok {
		return []string{v}
	}
	switch {
	case len(listValues(p)) > 0:
		return listValues(p)
	case p.Example != nil:
		return []string{fmt.Sprint(p.Example)}
	case s.Type.Is("integer"):
		return []string{number(s.Min, 1), number(s.Max, 1)}
	case s.Format == "date-time":
		return []string{"2024-05-31T08:15:30Z", "2024-05-31T10:15:30.123456789+02:00", "2024-05-31T10:15+0200", "2024-05-31"}
	case s.Format == "uuid" || s.Type.Is("array") && s.Items.Value.Format == "uuid":
		return []string{defID, strings.ToUpper(defID)}
	}
	return []string{"x"}
}

func number(limit *float64, otherwise float64) string {
	if limit != nil {
		otherwise = *limit
	}
	return strconv.FormatFloat(otherwise, 'f', -1, 64)
}

// Every parameter is accepted with each of its values, empty, and left out.
func TestEveryParameterIsAccepted(t *testing.T) {
	everyOperation(t, func(t *testing.T, o trial) {
		s := newSite(t)
		for _, p := range append(o.parameters("query"), o.parameters("header")...) {
			requests := []string{"left out"}
			answers := []answer{s.do(o.without(p))}
			for _, v := range acceptedValues(o, p) {
				requests, answers = append(requests, v), append(answers, s.do(o.with(p, v)))
			}
			if p.In == openapi3.ParameterInQuery && p.Name != "delimiter" {
				requests, answers = append(requests, "empty"), append(answers, s.do(o.with(p, "")))
			}
			for i, a := range answers {
				if a.StatusCode >= 400 && !(p.Required && i == 0) {
					t.Errorf("%s %s: got %d %s, want a status below 400", p.Name, requests[i], a.StatusCode, a.body)
				}
			}
		}
	})
}

// Every identifier and every query parameter that is malformed is named, and
// reaches no command.
func TestEveryMalformedParameterIsNamed(t *testing.T) {
	everyOperation(t, func(t *testing.T, o trial) {
		s := newSite(t)
		for _, p := range o.parameters("path") {
			s.malformedInPath(o, p)
		}
		for _, p := range o.parameters("query") {
			s.malformedInQuery(o, p)
		}
		for _, p := range o.parameters("header") {
			if p.Name == "Idempotency-Key" || p.Name == "Docket-Position" {
				for _, v := range []string{"", "no good", "é", strings.Repeat("7", 201)} {
					s.expectRefused(s.do(o.with(p, v)), 400, p.Name+" is not valid")
				}
			}
		}
	})
}

func (s *site) malformedInPath(o trial, p *openapi3.Parameter) {
	s.Helper()
	switch schema := p.Schema.Value; {
	case schema.Type.Is("integer"):
		for _, v := range []string{"0", "-1", "x", "1.5", "99999999999999999999"} {
			s.expectRefused(s.do(o.at(p.Name, v)), 400, p.Name+" is not valid")
		}
	case schema.Format == "uuid":
		for _, v := range []string{"x", defID + "0", "{" + defID + "}", strings.ReplaceAll(defID, "-", ""), "é"} {
			s.expectRefused(s.do(o.at(p.Name, v)), 400, p.Name+" is not a valid identifier")
		}
	}
}

func (s *site) malformedInQuery(o trial, p *openapi3.Parameter) {
	s.Helper()
	schema := p.Schema.Value
	if !schema.Type.Is("array") {
		r := o.with(p, acceptedValues(o, p)[0])
		r.URL.RawQuery += "&" + p.Name + "=" + acceptedValues(o, p)[0]
		s.expectRefused(s.do(r), 400, p.Name+" must be given once")
	}
	for value, message := range malformedValues(p) {
		a := s.do(o.with(p, value))
		if a.StatusCode != 400 || !strings.HasPrefix(a.message(), message) || s.wrote != nil {
			s.Errorf("%s=%s: %d %s, want 400 %s", p.Name, value, a.StatusCode, a.body, message)
			s.wrote = nil
		}
	}
}

// malformedValues are values that a query parameter may not have, and how the answer
// begins.
func malformedValues(p *openapi3.Parameter) map[string]string {
	s := p.Schema.Value
	switch {
	case s.Type.Is("boolean"):
		flag := p.Name + " must be true or false"
		return map[string]string{"maybe": flag, "1": flag, "T": flag, " true": flag}
	case s.Type.Is("integer"):
		out := map[string]string{"x": p.Name + " is not valid", "1.5": p.Name + " is not valid",
			"99999999999999999999": p.Name + " is not valid"}
		if s.Min != nil {
			out[strconv.FormatFloat(*s.Min-1, 'f', -1, 64)] = p.Name + " is not valid"
		}
		if s.Max != nil {
			out[strconv.FormatFloat(*s.Max+1, 'f', -1, 64)] = p.Name + " is not valid"
		}
		return out
	case s.Format == "date-time":
		moment := p.Name + " is not a date-time"
		return map[string]string{"2024-05": moment, "yesterday": moment, "2024-05-31T08": moment, "1717143330": moment}
	case s.Format == "uuid":
		return map[string]string{"x": p.Name + " is not a valid identifier"}
	case len(s.Enum) > 0 && p.Name == "encoding":
		return map[string]string{"EBCDIC": "Unknown encoding: EBCDIC"}
	case len(s.Enum) > 0:
		return map[string]string{"SOMETHING": p.Name + " "}
	}
	return nil
}
