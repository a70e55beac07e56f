package service_test

import (
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/uuid"

	"github.com/seed-62a36931/docket/service/servicetest"
)

type definition struct {
	ID, DossierTemplateID, TechnicalName, DisplayName, Description string
	Rank                                                           int
	SoftDeleteTime                                                 *string
}

// A defSite is a service with a template whose component definitions are changed.
type defSite struct {
	*servicetest.Caller
	at string
}

// shows wants definitions, each written as name:rank, with a dash behind those that
// are soft-deleted.
func (s *defSite) shows(a servicetest.Answer, want string) (ids []string) {
	s.T.Helper()
	var list []definition
	a.Decode(s.T, &list)
	got := []string{}
	for _, d := range list {
		name := fmt.Sprintf("%s:%d", d.TechnicalName, d.Rank)
		if d.SoftDeleteTime != nil {
			name += "-"
		}
		got, ids = append(got, name), append(ids, d.ID)
	}
	if strings.Join(got, " ") != want {
		s.T.Errorf("got %v, want %s", got, want)
	}
	return ids
}

func (s *defSite) expectListed(query, want string) {
	s.T.Helper()
	s.shows(s.Want(200, "GET", s.at+query, nil), want)
}

// TestComponentDefinitionsAreRankedHiddenAndRestored goes through the life of the
// definitions of a template.
func TestComponentDefinitionsAreRankedHiddenAndRestored(t *testing.T) {
	t.Parallel()
	servicetest.OneEngine(t, func(t *testing.T, args []string) {
		empty := t.TempDir()
		write(t, filepath.Join(empty, "template.yaml"), "format: 1\nname: The definitions\n")
		r := newRuleSite(t, append(args, "--import", empty))
		s := &defSite{r.Caller, r.TemplateNamed("The definitions") + "/component-definitions"}
		ids := s.shows(s.Want(201, "POST", s.at, []map[string]string{{"technicalName": "First Name", "displayName": " First "},
			{"technicalName": "StudyTitle", "displayName": "S"},
			{"technicalName": "Größe (mm)", "displayName": "G"},
			{"technicalName": "d", "displayName": "D", "description": " d "}, {"technicalName": "e", "displayName": "E"}}),
			"first_name:1 study_title:2 grosse_mm:3 d:4 e:5")
		s.Want(204, "POST", s.at+"/bulk-delete", map[string]any{"componentIds": ids[2:3]})
		s.expectListed("", "first_name:1 study_title:2 d:4 e:5")
		s.expectListed("?includeSoftDeleted=true", "first_name:1 study_title:2 d:4 e:5 grosse_mm:3-")
		s.shows(s.Want(200, "GET", s.at+"/"+ids[2], nil), "grosse_mm:3-")
		s.Want(204, "POST", s.at+"/bulk-delete", []string{ids[2]})
		s.shows(s.Want(200, "POST", s.at+"/restore?componentIds="+ids[2]+"&componentIds="+ids[0], nil), "grosse_mm:6 first_name:1")
		s.expectListed("", "first_name:1 study_title:2 d:4 e:5 grosse_mm:6")
		s.shows(s.Want(200, "PUT", s.at+"/order", []string{ids[4], strings.ToUpper(ids[2])}),
			"e:1 grosse_mm:2 first_name:3 study_title:4 d:5")
		a := s.Want(200, "PUT", s.at, []map[string]any{
			{"id": ids[3], "displayName": " Dee ", "description": "", "technicalName": "x", "rank": 1},
			{"id": ids[0], "displayName": "F", "description": "f"}})
		s.shows(a, "d:5 first_name:3")
		var now []definition
		a.Decode(t, &now)
		if now[0].DisplayName != "Dee" || now[0].Description != "" || now[1].Description != "f" ||
			now[0].DossierTemplateID != filepath.Base(filepath.Dir(s.at)) {
			t.Errorf("got %+v, want Dee without a description, then f", now)
		}
		s.refusesDefinitions(ids)
		s.Want(204, "POST", s.at+"/bulk-delete", map[string]any{"componentIds": []string{ids[3], ids[0]}})
		s.expectListed("?includeSoftDeleted=true", "e:1 grosse_mm:2 study_title:4 first_name:3- d:5-")
		s.shows(s.Want(201, "POST", s.at, []map[string]string{{"technicalName": "f", "displayName": "F"}}), "f:5")
		s.refusesDeleted(ids)
		servicetest.CheckLog(t, r.Service)
	})
}

// refusesDefinitions sends what is refused, and wants the definitions to stay.
func (s *defSite) refusesDefinitions(ids []string) {
	s.T.Helper()
	before := string(s.Want(200, "GET", s.at+"?includeSoftDeleted=true", nil).Body)
	nobody, elsewhere := uuid.NewString(), "/api/dossier-templates/"+uuid.NewString()+"/component-definitions"
	def := func(name, display string) string {
		return `[{"technicalName":"` + name + `","displayName":"` + display + `"}]`
	}
	for _, row := range []struct {
		method, path, body string
		status             int
		message            string
	}{
		{"POST", s.at, def("first-name", "F"), 409, "Technical name already exists: first_name"},
		{"POST", s.at, `[{"technicalName":"n","displayName":"N"},{"technicalName":"N ","displayName":"N"}]`, 409,
			"Technical name already exists: n"},
		{"POST", s.at, def("--", "F"), 400, "technicalName must contain a letter or a digit"},
		{"POST", s.at, def(" ", "F"), 400, "technicalName is required"},
		{"POST", s.at, def(strings.Repeat("n", 101), "F"), 400, "technicalName must not be longer than 100"},
		{"POST", s.at, def("n", strings.Repeat("n", 256)), 400, "displayName must not be longer than 255"},
		{"POST", elsewhere, def("--", "F"), 400, "technicalName must contain a letter or a digit"},
		{"POST", elsewhere, def("n", "N"), 404, "Dossier template not found"},
		{"POST", s.at, `{}`, 400, "The request body must be an array"},
		{"PUT", s.at, `[{"id":"` + nobody + `","displayName":"N","description":""}]`, 404, "Component definition not found"},
		{"PUT", elsewhere, `[{"id":"` + nobody + `","displayName":"N","description":""}]`, 404, "Dossier template not found"},
		{"PUT", s.at, `[{"id":"` + ids[0] + `","displayName":"N","description":""},{"id":"` + strings.ToUpper(ids[0]) +
			`","displayName":"N","description":""}]`, 400, "id must not contain duplicates"},
		{"PUT", s.at, `[{"id":"` + ids[0] + `","displayName":"` + strings.Repeat("ä", 256) + `","description":""}]`, 400,
			"displayName must not be longer than 255"},
		{"PUT", s.at + "/order", `["` + ids[0] + `","` + strings.ToUpper(ids[0]) + `"]`, 400, "componentIds must not contain duplicates"},
		{"PUT", s.at + "/order?componentIds=" + ids[0], `["` + ids[0] + `"]`, 400, "componentIds must be given once"},
		{"PUT", s.at + "/order", `["` + ids[0] + `","` + nobody + `"]`, 404, "Component definition not found"},
		{"POST", s.at + "/bulk-delete", `["` + ids[0] + `","` + nobody + `"]`, 404, "Component definition not found"},
		{"POST", s.at + "/restore", `["` + nobody + `"]`, 404, "Component definition not found"},
		{"POST", elsewhere + "/restore", `["` + nobody + `"]`, 404, "Dossier template not found"},
		{"GET", s.at + "/" + nobody, "", 404, "Component definition not found"},
		{"GET", s.at + "/1", "", 400, "componentId is not a valid identifier"},
		{"GET", s.at + "?includeSoftDeleted=1", "", 400, "includeSoftDeleted must be true or false"},
	} {
		contentType := ""
		if row.body != "" {
			contentType = "application/json"
		}
		s.ExpectFailure(row.status, row.message, row.method, row.path, contentType, strings.NewReader(row.body))
	}
	s.ExpectFailure(415, "Content-Type must be application/json", "POST", s.at+"/restore", "text/plain", strings.NewReader("[]"))
	s.Service.AddUser("ugo", "Str0ng-enough", "MANAGER")
	ugo := s.Service.SignIn("ugo", "Str0ng-enough")
	ugo.Want(200, "GET", s.at+"/"+ids[0], nil)
	ugo.Want(403, "POST", s.at+"/bulk-delete?componentIds="+url.QueryEscape(ids[0]), nil)
	if after := string(s.Want(200, "GET", s.at+"?includeSoftDeleted=true", nil).Body); after != before {
		s.T.Errorf("refused requests left\n%s\nafter\n%s, want no change", after, before)
	}
}

// refusesDeleted wants soft-deleted definitions to be neither changed nor ranked, and
// their technical names to stay taken.
func (s *defSite) refusesDeleted(ids []string) {
	s.T.Helper()
	s.ExpectFailure(404, "Component definition not found", "PUT", s.at, "application/json",
		strings.NewReader(`[{"id":"`+ids[0]+`","displayName":"N","description":""}]`))
	s.ExpectFailure(404, "Component definition not found", "PUT", s.at+"/order", "application/json", strings.NewReader(`["`+ids[0]+`"]`))
	s.ExpectFailure(409, "Technical name already exists: first_name. The soft-deleted definition "+ids[0]+
		" holds it for good: restore that one, or choose another name",
		"POST", s.at, "application/json", strings.NewReader(`[{"technicalName":"First name","displayName":"N"}]`))
}

func write(t *testing.T, name, content string) {
	t.Helper()
	if err := os.WriteFile(name, []byte(content), 0o600); err != nil {
		t.Fatal(err)
	}
}
