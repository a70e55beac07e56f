package service_test

import (
	"io"
	"net/http"
	"strings"
	"testing"

	"github.com/seed-62a36931/docket/service/servicetest"
)

// A guardedChange is a change that is made only to what its sender has seen.
type guardedChange struct {
	method, path, body string
	file               string // name of a file in the form, whose content body is
}

// TestChangesOfTemplatesAndAccountsAreMadeOnlyToWhatWasSeen: with a tag from before the last change, and with another one,
// each is refused and nothing changes; with the present tag it is made.
func TestChangesOfTemplatesAndAccountsAreMadeOnlyToWhatWasSeen(t *testing.T) {
	t.Parallel()
	r := servicetest.ServeInside(t, servicetest.NewMasterKey(t)...)
	p := &provoker{Room: r, seen: map[string]bool{}}
	p.admin, p.adminID = r.AddAccount("demo", "guarded", servicetest.AllRoles...)
	p.template = p.ImportTemplate("demo", "Guarded invoices", "PUBLIC")
	_, other := r.AddAccount("demo", "guardedother", "USER")
	for _, c := range p.templateChanges() {
		p.guards(p.template, c)
	}
	account := "/api/users/" + other
	for _, c := range []guardedChange{
		{"PUT", account, `{"firstName":"Other"}`, ""},
		{"POST", account + "/erase", `{"username":"guardedother"}`, ""},
	} {
		p.guards(account, c)
	}
}

// templateChanges are one change of each kind of what a template defines.
func (p *provoker) templateChanges() []guardedChange {
	p.T.Helper()
	made := func(path, body string) string {
		var d struct{ ID string }
		p.admin.SendJSON(201, "POST", p.template+path, body).Decode(p.T, &d)
		return p.template + path + "/" + d.ID
	}
	status := made("/dossier-status-definitions", `{"name":"Seen"}`)
	ofDossiers := made("/dossier-attribute-definitions", `{"name":"Seen","type":"TEXT"}`)
	ofFiles := made("/file-attribute-definitions", `{"name":"Seen","type":"TEXT"}`)
	entity := made("/entity-definitions", `{"displayName":"Seen entity","hasDictionary":true}`)
	mapping, _ := p.admin.SendMapping(201, "POST", p.template+"/component-mappings?name=seen", "m.csv", "search_value,mapped_value\n1,2\n")
	var defined []struct{ ID string }
	p.admin.Want(200, "GET", p.template+"/component-definitions", nil).Decode(p.T, &defined)
	first := `{"componentIds":["` + defined[0].ID + `"]}`
	rules := func(part string) string { return string(p.admin.Want(200, "GET", p.template+part, nil).Body) + "\n" }
	return []guardedChange{
		{"PUT", status, `{"name":"Seen again"}`, ""},
		{"DELETE", status, "", ""},
		{"PUT", ofDossiers, `{"name":"Seen again","type":"TEXT"}`, ""},
		{"DELETE", ofDossiers, "", ""},
		{"PUT", ofFiles, `{"name":"Seen again","type":"TEXT"}`, ""},
		{"DELETE", ofFiles, "", ""},
		{"PUT", entity, `{"displayName":"Seen again","hasDictionary":true}`, ""},
		{"DELETE", entity, "", ""},
		{"PUT", p.template + "/component-mappings/" + mapping.ID + "?name=seen", "search_value,mapped_value\n1,3\n", "m.csv"},
		{"DELETE", p.template + "/component-mappings/" + mapping.ID, "", ""},
		{"PUT", p.template + "/component-definitions", `[{"id":"` + defined[0].ID + `","displayName":"Seen again","description":""}]`, ""},
		{"POST", p.template + "/component-definitions/bulk-delete", first, ""},
		{"POST", p.template + "/component-definitions/restore", first, ""},
		{"POST", p.template + "/entity-rules", rules("/entity-rules"), "entity-rules.drl"},
		{"POST", p.template + "/component-rules", rules("/component-rules"), "component-rules.drl"},
		{"POST", p.template + "/date-formats", rules("/date-formats"), "date-formats.txt"},
	}
}

// guards makes a change with the tag of another state, with the present one, and again with what is then the former one.
func (p *provoker) guards(record string, c guardedChange) {
	p.T.Helper()
	tag := func() string { return p.admin.Want(200, "GET", record, nil).Header.Get("ETag") }
	seen := tag()
	if a := p.sendGuarded(c, `"none"`); a.Status != http.StatusPreconditionFailed || !strings.Contains(string(a.Body), "resource_changed") {
		p.T.Errorf("%s %s with another tag: got %d %s, want 412 and resource_changed", c.method, c.path, a.Status, a.Body)
	}
	if now := tag(); now != seen {
		p.T.Errorf("%s %s was refused: the tag of %s is %s, was %s, want it as it was", c.method, c.path, record, now, seen)
	}
	if a := p.sendGuarded(c, seen); a.Status >= 300 {
		p.T.Errorf("%s %s with the present tag: got %d %s, want it done", c.method, c.path, a.Status, a.Body)
	}
	if strings.HasSuffix(c.path, "/erase") {
		return
	}
	done := tag()
	if done == seen {
		p.T.Errorf("%s %s was done: the tag of %s is still %s, want another", c.method, c.path, record, done)
	}
	again := p.sendGuarded(c, seen)
	// The same file once more changes nothing, and may be taken.
	if taken := c.file != "" && again.Status < 300; !taken && again.Status != http.StatusPreconditionFailed && again.Status != http.StatusNotFound {
		p.T.Errorf("%s %s with the former tag: got %d %s, want 412", c.method, c.path, again.Status, again.Body)
	}
	if now := tag(); now != done {
		p.T.Errorf("%s %s with the former tag: the tag of %s is %s, was %s, want it as it was", c.method, c.path, record, now, done)
	}
}

func (p *provoker) sendGuarded(c guardedChange, tag string) servicetest.Answer {
	p.T.Helper()
	var body io.Reader = strings.NewReader(c.body)
	header := http.Header{"If-Match": {tag}}
	switch {
	case c.file != "":
		form, contentType := servicetest.NewMultipartFile(c.file, []byte(c.body))
		body = form
		header.Set("Content-Type", contentType)
	case c.body != "":
		header.Set("Content-Type", "application/json")
	}
	a, err := p.admin.AskUnchecked(c.method, c.path, body, header)
	if err != nil {
		p.T.Fatal(err)
	}
	return a
}
