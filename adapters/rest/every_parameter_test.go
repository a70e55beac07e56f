package rest

import (
	"fmt"
	"strconv"
	"strings"
	"testing"

	"github.com/getkin/kin-openapi/openapi3"

	"github.com/seed-62a36931/docket/domain/user"
	"github.com/seed-62a36931/docket/queries"
)

// headerValues are headers that are accepted by every operation that has them.
var headerValues = map[string]string{"X-TENANT-ID": "demo", "Docket-Position": "12", "If-Match": "*", "If-None-Match": `"x"`,
	"Idempotency-Key": "k-1", "Range": "bytes=0-1", "If-Range": `"x"`, "Last-Event-ID": "7"}

// queryValues are values of query parameters that the contract describes in words
// only, by name, or by operation and name.
var queryValues = map[string]string{
	"lastEventId":               "7",
	"assignee":                  "me",
	"attribute":                 defID + ":South",
	"getDossierHistory cursor":  formatCursor(cursorScope(queries.AskHistory{DossierID: dossierID}), 7),
	"getFileHistory cursor":     formatCursor(cursorScope(queries.AskHistory{DossierID: dossierID, FileID: fileID}), 7),
	"getTemplateHistory cursor": formatCursor("template/"+templateID+"/false/", 7),
	"listAuditEvents cursor":    formatCursor(auditScope(queries.AskAudit{Caller: user.Principal{Workspace: "demo", ID: userID}}), 7),
}

// accepted are values that a parameter may have, each kind of them.
func accepted(o trial, p *openapi3.Parameter) []string {
	s := p.Schema.Value
	if v, ok := queryValues[o.op.OperationID+" "+p.Name]; ok {
		return []string{v}
	}
	if v, ok := queryValues[p.Name]; ok {
		return []string{v}
	}
	if v, ok := headerValues[p.Name]; ok {
		return []string{v}
	}
	switch {
	case len(listed(p)) > 0:
		return listed(p)
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
			for _, v := range accepted(o, p) {
				requests, answers = append(requests, v), append(answers, s.do(o.with(p, v)))
			}
			if p.In == openapi3.ParameterInQuery && p.Name != "delimiter" {
				requests, answers = append(requests, "empty"), append(answers, s.do(o.with(p, "")))
			}
			for i, a := range answers {
				if a.StatusCode >= 400 && !(p.Required && i == 0) {
					t.Errorf("%s %s: %d %s", p.Name, requests[i], a.StatusCode, a.body)
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
					s.refused(s.do(o.with(p, v)), 400, p.Name+" is not valid")
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
			s.refused(s.do(o.at(p.Name, v)), 400, p.Name+" is not valid")
		}
	case schema.Format == "uuid":
		for _, v := range []string{"x", defID + "0", "{" + defID + "}", strings.ReplaceAll(defID, "-", ""), "é"} {
			s.refused(s.do(o.at(p.Name, v)), 400, p.Name+" is not a valid identifier")
		}
	}
}

func (s *site) malformedInQuery(o trial, p *openapi3.Parameter) {
	s.Helper()
	schema := p.Schema.Value
	if !schema.Type.Is("array") {
		r := o.with(p, accepted(o, p)[0])
		r.URL.RawQuery += "&" + p.Name + "=" + accepted(o, p)[0]
		s.refused(s.do(r), 400, p.Name+" must be given once")
	}
	for value, message := range malformed(p) {
		a := s.do(o.with(p, value))
		if a.StatusCode != 400 || !strings.HasPrefix(a.message(), message) || s.wrote != nil {
			s.Errorf("%s=%s: %d %s, want 400 %s", p.Name, value, a.StatusCode, a.body, message)
			s.wrote = nil
		}
	}
}

// malformed are values that a query parameter may not have, and how the answer
// begins.
func malformed(p *openapi3.Parameter) map[string]string {
	s := p.Schema.Value
	switch {
	case s.Type.Is("boolean"):
		flag := p.Name + " must be true or false"
		return map[string]string{"maybe": flag, "1": flag, "T": flag, " true": flag}
	case s.Type.Is("integer"):
		out := map[string]string{"x": p.Name + " is not valid", "1.5": p.Name + " is not valid", "99999999999999999999": p.Name + " is not valid"}
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
