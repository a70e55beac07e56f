package rest

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/google/uuid"

	"github.com/seed-62a36931/docket/commands"
)

// idRequests are the operations that take a list of ids of definitions.
var idRequests = map[string]string{cPath + "/bulk-delete": "POST", cPath + "/order": "PUT", cPath + "/restore": "POST"}

func TestIdsOfDefinitionsComeInThreeForms(t *testing.T) {
	other := "0d2b7f5e-8a5c-4a52-9a0e-3f6f7d0c1b11"
	for path, method := range idRequests {
		s := newSite(t)
		s.lenient = true
		for name, r := range map[string]*http.Request{
			"object": request(method, path, `{"componentIds":["`+defID+`","`+other+`"],"x":1}`),
			"array":  request(method, path, ` ["`+strings.ToUpper(defID)+`","`+other+`"]`),
			"query":  request(method, path+"?componentIds="+defID+"&componentIds=&componentIds="+other, ""),
			"query too": request(method, path+"?componentIds="+strings.ToUpper(defID)+"&x=1&componentIds="+other, "",
				"Content-Type", "text/plain"),
		} {
			s.wrote = nil
			s.do(r)
			if c, ok := s.wrote.(commands.ChangeDefinitions); !ok || fmt.Sprint(c.IDs) != fmt.Sprint([]string{defID, other}) ||
				c.TemplateID != templateID {
				t.Errorf("%s as %s: %+v, want %q of %s", path, name, s.wrote, []string{defID, other}, templateID)
			}
		}
	}
}

func TestIdsOfDefinitionsAreChecked(t *testing.T) {
	many := func(n int) string {
		ids := make([]string, n)
		for i := range ids {
			ids[i] = `"` + uuid.NewString() + `"`
		}
		return "[" + strings.Join(ids, ",") + "]"
	}
	for path, method := range idRequests {
		s := newSite(t)
		for _, row := range []struct{ query, body, message string }{
			{"?componentIds=" + defID, idsSample, "componentIds must be given once"},
			{"?componentIds=" + defID, "{}", "componentIds must be given once"},
			{"?componentIds=x", "", "componentIds is not a valid identifier"},
			{"?componentIds=" + defID + "&componentIds=" + defID, "", "componentIds must not contain duplicates"},
			{"", `{"componentIds":["` + defID + `","` + defID + `"]}`, "componentIds must not contain duplicates"},
			{"", `["x"]`, "componentIds is not a valid identifier"},
			{"", `[7]`, "componentIds must be a string"},
			{"", `[]`, "componentIds is required"},
			{"", `{"componentIds":[]}`, "componentIds is required"},
			{"", `{"componentIds":null}`, "componentIds is required"},
			{"", `{}`, "componentIds is required"},
			{"", `{"componentIds":"` + defID + `"}`, "componentIds must be an array"},
			{"", `"x"`, "The request body must be an object"},
			{"", `[`, "The request body is not valid JSON"},
			{"", many(1001), "componentIds must not have more than 1000 items"},
		} {
			s.want(s.do(request(method, path+row.query, row.body)), 400, row.message)
		}
		s.want(s.do(request(method, path, "", "Content-Type", "")), 415, "Content-Type must be application/json")
		s.want(s.do(request(method, path, "["+strings.Repeat(" ", 1<<20)+"]")), 413, "The request body is too large")
		if s.wrote != nil {
			t.Errorf("%s wrote %+v, want s.wrote = nil", path, s.wrote)
		}
		if a := s.do(request(method, path, many(1000))); a.StatusCode >= 400 && a.StatusCode != 503 {
			t.Errorf("%s: 1000 ids: %d %s, want a.StatusCode less than 400 or a.StatusCode = 503", path, a.StatusCode, a.body)
		}
	}
}

func TestChangesOfDefinitionsAreChecked(t *testing.T) {
	s := newSite(t)
	for body, message := range map[string]string{
		`{}`:                                     "The request body must be an array",
		`[]`:                                     "The request body must not be empty",
		`[{"displayName":"a","description":""}]`: "id is required",
		`[{"id":"x","displayName":"a","description":""}]`:                               "id is not a valid identifier",
		`[{"id":"` + defID + `","description":""}]`:                                     "displayName is required",
		`[{"id":"` + defID + `","displayName":" ","description":""}]`:                   "displayName is required",
		`[{"id":"` + defID + `","displayName":7,"description":""}]`:                     "displayName must be a string",
		`[{"id":"` + defID + `","displayName":"a"}]`:                                    "description is required",
		`[{"id":"` + defID + `","displayName":"a","description":null}]`:                 "description is required",
		`[{"id":"` + defID + `","displayName":"a","description":"` + long(4001) + `"}]`: "description must not be longer than 4000",
		`[7]`: "The request body must be an object",
	} {
		s.want(s.do(request("PUT", cPath, body)), 400, message)
	}
	if s.wrote != nil {
		t.Errorf("wrote %+v, want s.wrote = nil", s.wrote)
	}
	s.do(request("PUT", cPath, `[{"id":"`+strings.ToUpper(defID)+`","displayName":"a","description":"","rank":9}]`))
	if c := s.wrote.(commands.UpdateDefinitions); len(c.Changes) != 1 || c.Changes[0].ID != defID || c.Changes[0].DisplayName != "a" {
		t.Errorf("got %+v, want len(c.Changes) = 1, c.Changes[0].ID = %v and c.Changes[0].DisplayName = a", c, defID)
	}
}

func long(n int) string { return strings.Repeat("ä", n) }
