package service_test

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/uuid"

	"github.com/seed-62a36931/docket/service/servicetest"
)

// dictionaryTemplate is a template without definitions, whose files follow its
// dictionaries or not.
const dictionaryTemplate = `format: 1
name: %s
applyDictionaryUpdatesToAllDossiersByDefault: %v
`

// termRule marks terms of dictionaries.
const termRule = `
rule "Word.0.0: terms of dictionaries"
when
  $term: TextEntity(dictionaryEntry)
then
  $term.apply("Word.0.0", "A term");
end
`

// partBundle writes a template with the rules of the stock one.
func partBundle(t *testing.T, name string, follows bool) string {
	t.Helper()
	dir := t.TempDir()
	files := map[string]string{"template.yaml": fmt.Sprintf(dictionaryTemplate, name, follows)}
	for _, rules := range []string{"entity-rules.drl", "component-rules.drl"} {
		b, err := os.ReadFile("templates/invoice/" + rules)
		if err != nil {
			t.Fatal(err)
		}
		files[rules] = string(b)
	}
	files["entity-rules.drl"] += termRule
	for name, content := range files {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// A partSite is a service with templates whose parts are changed.
type partSite struct {
	*servicetest.Caller
	template string // path
}

func newPartSite(t *testing.T, args []string) *partSite {
	t.Helper()
	s := servicetest.Serve(t, filepath.Join(t.TempDir(), "data"),
		append(slices.Clone(args), "--import", partBundle(t, "Follows", true), "--import", partBundle(t, "Stays", false))...)
	s.AddUser("mira", "Str0ng-enough", "MANAGER", "ADMIN")
	c := s.SignIn("mira", "Str0ng-enough")
	return &partSite{c, c.TemplateNamed("Follows")}
}

// createDefinition creates a definition and gives its id.
func (s *partSite) createDefinition(path string, body map[string]any) string {
	s.T.Helper()
	var d struct{ ID string }
	s.Want(201, "POST", s.template+path, body).Decode(s.T, &d)
	return d.ID
}

// shows lists some fields of the definitions at a path, in their order.
func (s *partSite) shows(path, want string, fields ...string) {
	s.T.Helper()
	var list map[string][]map[string]any
	s.Want(200, "GET", s.template+path, nil).Decode(s.T, &list)
	var out []string
	for _, all := range list {
		for _, d := range all {
			var values []string
			for _, f := range fields {
				values = append(values, fmt.Sprint(d[f]))
			}
			out = append(out, strings.Join(values, ":"))
		}
	}
	if got := strings.Join(out, " "); got != want {
		s.T.Errorf("%s: %s, want %s", path, got, want)
	}
}

// fields are some fields of a record.
func (s *partSite) fields(path string, names ...string) string {
	s.T.Helper()
	var record map[string]any
	s.Want(200, "GET", path, nil).Decode(s.T, &record)
	var out []any
	for _, n := range names {
		out = append(out, record[n])
	}
	b, err := json.Marshal(out)
	if err != nil {
		s.T.Fatal(err)
	}
	return string(b)
}

// A refusal is a request that is refused.
type refusal struct {
	method, path, body string
	status             int
	message            string
}

// refuses sends what is refused, and wants a list to stay as it is.
func (s *partSite) refuses(list string, rows ...refusal) {
	s.T.Helper()
	before := string(s.Want(200, "GET", s.template+list, nil).Body)
	for _, r := range rows {
		path := r.path
		if !strings.HasPrefix(path, "/api") {
			path = s.template + path
		}
		kind := ""
		if r.body != "" {
			kind = "application/json"
		}
		s.ExpectFailure(r.status, r.message, r.method, path, kind, strings.NewReader(r.body))
	}
	if after := string(s.Want(200, "GET", s.template+list, nil).Body); after != before {
		s.T.Errorf("refused requests left\n%s\nafter\n%s, want no change", after, before)
	}
}

// identifiers are the names of the last part of a path, by list.
var identifiers = map[string]string{"/dossier-status-definitions": "dossierStatusId", "/dossier-attribute-definitions": "attributeId",
	"/file-attribute-definitions": "attributeId", "/entity-definitions": "entityId"}

// common are the refusals that every kind of definition has; body is one that would
// do.
func (s *partSite) common(at, id, body, missing string) []refusal {
	elsewhere, other := "/api/dossier-templates/"+uuid.NewString()+at, s.TemplateNamed("Stays")+at
	rows := []refusal{{"POST", elsewhere, body, 404, "Dossier template not found"},
		{"POST", at, "{", 400, "The request body is not valid JSON"},
		{"PUT", at + "/" + id, body + "x", 400, "The request body is not valid JSON"},
		{"DELETE", at, "", 405, "Method not allowed"}, {"PATCH", at + "/" + id, body, 405, "Method not allowed"}}
	for path, refused := range map[string]refusal{
		elsewhere + "/" + id:        {status: 404, message: "Dossier template not found"},
		other + "/" + id:            {status: 404, message: missing},
		at + "/" + uuid.NewString(): {status: 404, message: missing},
		at + "/" + id[1:]:           {status: 400, message: identifiers[at] + " is not a valid identifier"},
	} {
		refused.path, refused.method = path, "DELETE"
		rows = append(rows, refused)
		refused.method, refused.body = "PUT", body
		rows = append(rows, refused)
	}
	return rows
}
