package service_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/getkin/kin-openapi/openapi3"

	"github.com/seed-62a36931/docket/api"
	"github.com/seed-62a36931/docket/service/servicetest"
)

// A walkedList is a list of the contract, at an address where it has entries.
type walkedList struct {
	path string // with the parameters by which its pages are in the order of whole
	key  string // of the entries in the answer; "": the answer is a bare array
	sort string // another order, and how its cursor is told from the first
	// whole is where the whole list is read; "": at path, without parameters of pages.
	whole string
	grows bool // events of the service itself come behind
}

// TestListsAreWalkedByCursors has every list of the contract walked by pages of several sizes, which together are the
// list without parameters, and wants cursors that are none of the list refused.
func TestListsAreWalkedByCursors(t *testing.T) {
	t.Parallel()
	r := servicetest.ServeInside(t, servicetest.NewMasterKey(t)...)
	p := &provoker{Room: r, seen: map[string]bool{}}
	p.admin, p.adminID = r.AddAccount("demo", "walker", servicetest.AllRoles...)
	p.member, p.memberID = r.AddAccount("demo", "walkermember", "MANAGER")
	p.lay()
	lists := p.layLists()
	r.Settle()
	cursors := map[string]string{}
	for _, op := range slices.Sorted(maps.Keys(lists)) {
		l := lists[op]
		want := p.readWhole(l)
		if len(want) < 2 {
			t.Errorf("%s: %d entries, want two at least to walk", op, len(want))
			continue
		}
		for _, limit := range []int{1, 2, 500} {
			if limit == 1 && len(want) > 60 {
				continue
			}
			got, first := p.walk(l, limit)
			if l.grows && len(got) > len(want) {
				got = got[:len(want)]
			}
			if !slices.Equal(got, want) {
				t.Errorf("%s, limit %d: got %d entries\n%s\nwant %d\n%s", op, limit, len(got), strings.Join(got, "\n"), len(want),
					strings.Join(want, "\n"))
			}
			if limit == 1 || cursors[op] == "" {
				cursors[op] = first
			}
		}
	}
	p.refuseForeignCursors(lists, cursors)
	p.exportIsResumed()
	for _, op := range contractLists(t) {
		if _, ok := lists[op]; !ok {
			t.Errorf("%s answers a list, and nobody walks it", op)
		}
	}
}

// contractLists returns the operations that answer a list: those with nextCursor, and those that are named after it. It
// reports those that take no cursor.
func contractLists(t *testing.T) (out []string) {
	t.Helper()
	doc, err := openapi3.NewLoader().LoadFromData(api.Document())
	if err != nil {
		t.Fatal(err)
	}
	for path, item := range doc.Paths.Map() {
		op := item.Get
		if op == nil || op.Responses.Status(200) == nil {
			continue
		}
		answer := op.Responses.Status(200).Value.Content["application/json"]
		if answer == nil || answer.Schema.Value.Properties["nextCursor"] == nil && !strings.HasPrefix(op.OperationID, "list") {
			continue
		}
		out = append(out, op.OperationID)
		for _, name := range []string{"limit", "cursor"} {
			if op.Parameters.GetByInAndName("query", name) == nil {
				t.Errorf("%s (%s) answers a list and does not take %s", op.OperationID, path, name)
			}
		}
	}
	return out
}

// layLists makes two entries at least for each list, and returns the lists by operation.
func (p *provoker) layLists() map[string]walkedList {
	c := p.admin
	for i := range 3 {
		c.Want(201, "POST", p.template+"/dossier-status-definitions", map[string]any{"name": fmt.Sprint("Status ", i)})
		c.Want(201, "POST", p.template+"/dossier-attribute-definitions",
			map[string]any{"name": fmt.Sprint("Of dossiers ", i), "type": "TEXT"})
		c.Want(201, "POST", p.template+"/file-attribute-definitions", map[string]any{"name": fmt.Sprint("Of files ", i), "type": "TEXT"})
		c.SendMapping(201, "POST", p.template+"/component-mappings?name="+fmt.Sprint("mapping", i), "m.csv", "search_value,mapped_value\n1,2\n")
		c.Want(204, "POST", p.file+"/component-overrides", map[string]any{"name": []string{"Total amount", "Due date", "IBAN"}[i],
			"componentValues": []any{map[string]any{"value": "1"}}})
		begin(c, "", p.dossier+"/files/bulk-assign", strings.TrimSuffix(ids(p.file), "}")+`,"assigneeId":null}`)
		c.Want(200, "POST", p.dossier+"/downloads", map[string]any{"downloadFileTypes": []string{"ORIGINAL"}})
		var made struct{ ID string }
		c.Want(201, "POST", p.template+"/dossiers", map[string]any{"name": fmt.Sprint("trashed ", i)}).Decode(p.T, &made)
		c.Want(204, "DELETE", p.template+"/dossiers/"+made.ID, nil)
	}
	var defined []struct{ ID string }
	c.Want(200, "GET", p.template+"/component-definitions", nil).Decode(p.T, &defined)
	c.Want(204, "POST", p.template+"/component-definitions/bulk-delete", map[string]any{"componentIds": []string{defined[0].ID}})
	c.Want(204, "POST", p.template+"/component-definitions/bulk-delete", map[string]any{"componentIds": []string{defined[1].ID}})
	hook := p.layCredentials()
	t := p.template
	return map[string]walkedList{
		"listDossierTemplates":            {path: "/api/dossier-templates", key: "dossierTemplates", sort: "-dateAdded"},
		"listComponentDefinitions":        {path: t + "/component-definitions?includeSoftDeleted=true", sort: "technicalName"},
		"listComponentMappings":           {path: t + "/component-mappings", key: "componentMappingList", sort: "-name"},
		"listDossierAttributeDefinitions": {path: t + "/dossier-attribute-definitions", key: "dossierAttributeDefinitions", sort: "-name"},
		"listFileAttributeDefinitions":    {path: t + "/file-attribute-definitions", key: "fileAttributeDefinitions", sort: "-name"},
		"listDossierStatusDefinitions":    {path: t + "/dossier-status-definitions", key: "dossierStatusDefinitions", sort: "name"},
		"listEntityDefinitions":           {path: t + "/entity-definitions", key: "entityDefinitions", sort: "displayName"},
		"listReportTemplates":             {path: t + "/report-templates", key: "reportTemplates", sort: "uploadDate"},
		"listComponentOverrides":          {path: p.file + "/component-overrides", key: "componentOverrideModels"},
		"getFileEntities":                 {path: p.file + "/entities", key: "entities"},
		"listDownloads":                   {path: "/api/downloads", key: "downloadStatus", sort: "creationDate"},
		"listOperations":                  {path: "/api/operations", key: "operations", sort: "created"},
		"listUsers":                       {path: "/api/users", key: "users", sort: "-username"},
		"listApiKeys":                     {path: "/api/api-keys", key: "apiKeys"},
		"listClients":                     {path: "/api/clients", key: "clients"},
		"listWebhooks":                    {path: "/api/webhooks", key: "webhooks"},
		"listWebhookDeliveries":           {path: "/api/webhooks/" + hook + "/deliveries", key: "deliveries"},
		"listDossiers":                    {path: t + "/dossiers", key: "dossiers", sort: "name"},
		"listAllDossiers":                 {path: "/api/dossiers", key: "dossiers", sort: "name", whole: "/api/dossiers?limit=500"},
		"listFileStatuses": {path: p.dossier + "/files?sort=filename", key: "fileStatus", sort: "-added",
			whole: p.dossier + "/files"},
		"listFiles": {path: "/api/files", key: "files", sort: "-added", whole: "/api/files?limit=500"},
		"listTrash": {path: "/api/trash", key: "entries", whole: "/api/trash?limit=500"},
		"getDossierComponents": {path: p.dossier + "/components?sort=filename", key: "files", sort: "-added",
			whole: p.dossier + "/components"},
		"listAuditEvents": {path: "/api/audit/events?order=asc", key: "events", whole: "/api/audit/events?order=asc&limit=500", grows: true},
		"getFileHistory":  {path: p.file + "/history?order=asc", key: "events", whole: p.file + "/history?order=asc&limit=500", grows: true},
		"getDossierHistory": {path: p.dossier + "/history?order=asc", key: "events",
			whole: p.dossier + "/history?order=asc&limit=500", grows: true},
		"getTemplateHistory": {path: t + "/history?order=asc", key: "events", whole: t + "/history?order=asc&limit=500", grows: true},
	}
}

// layCredentials makes API keys, OAuth clients, and webhooks, and returns the address of a webhook with two deliveries.
func (p *provoker) layCredentials() (hook string) {
	p.T.Helper()
	var made struct{ Webhook struct{ ID string } }
	for i := range 3 {
		p.admin.Want(201, "POST", "/api/api-keys", map[string]any{"name": fmt.Sprint("key ", i), "scopes": []string{"getMe"}})
		p.admin.Want(201, "POST", "/api/clients", map[string]any{"id": fmt.Sprint("client", i)})
		p.admin.Want(201, "POST", "/api/webhooks", map[string]any{"url": "https://walk.example/hooks", "types": []string{"file.renamed"}}).
			Decode(p.T, &made)
		p.Settle()
		if i < 2 {
			p.admin.Want(202, "POST", "/api/webhooks/"+made.Webhook.ID+"/test", nil)
		}
	}
	p.admin.Want(202, "POST", "/api/webhooks/"+made.Webhook.ID+"/test", nil)
	p.admin.Want(202, "POST", "/api/webhooks/"+made.Webhook.ID+"/test", nil)
	return made.Webhook.ID
}

// exportIsResumed wants an export that goes on behind each of its cursors to be the same as the one that did not stop.
func (p *provoker) exportIsResumed() {
	p.T.Helper()
	at := p.template + "/components/export?dossierId=" + p.dossier[strings.LastIndex(p.dossier, "/")+1:]
	read := func(cursor string) []string {
		return strings.Split(strings.TrimSpace(string(p.admin.Want(200, "GET", withParameter(at, "cursor", cursor), nil).Body)), "\n")
	}
	whole := read("")
	var in struct{ FileStatus []struct{ ID string } }
	p.admin.Want(200, "GET", p.dossier+"/files", nil).Decode(p.T, &in)
	if len(whole) != len(in.FileStatus) || len(whole) < 2 {
		p.T.Errorf("got %d lines, want one for each of %d files", len(whole), len(in.FileStatus))
	}
	for i, line := range whole {
		var f struct{ Cursor string }
		if err := json.Unmarshal([]byte(line), &f); err != nil || f.Cursor == "" {
			p.T.Fatalf("got the line %s, %v, want one with a cursor", line, err)
		}
		rest := []string{""}
		if i < len(whole)-1 {
			rest = whole[i+1:]
		}
		if got := read(f.Cursor); !slices.Equal(got, rest) {
			p.T.Errorf("behind line %d: got %d lines, want %d", i, len(got), len(rest))
		}
	}
}

// readWhole reads the whole list.
func (p *provoker) readWhole(l walkedList) []string {
	p.T.Helper()
	at := l.whole
	if at == "" {
		at = l.path
	}
	a := p.admin.Want(200, "GET", at, nil)
	entries, next := p.entries(l, a)
	if next != "" {
		p.T.Errorf("%s: has a next page, want all of it", at)
	}
	if l.whole == "" && (bytes.Contains(a.Body, []byte(`"nextCursor"`)) || a.Header.Get("Link") != "") {
		p.T.Errorf("%s: got the answer of a page %s, want that of a whole list", at, a.Body)
	}
	return entries
}

// entries returns the entries of an answer, and the cursor of the next page.
func (p *provoker) entries(l walkedList, a servicetest.Answer) (out []string, next string) {
	p.T.Helper()
	var list []json.RawMessage
	if l.key == "" {
		a.Decode(p.T, &list)
		next = a.Header.Get("Docket-Next-Cursor")
	} else {
		var body map[string]json.RawMessage
		a.Decode(p.T, &body)
		if err := json.Unmarshal(body[l.key], &list); err != nil {
			p.T.Fatalf("%s in %s: %v", l.key, a.Body, err)
		}
		if raw := body["nextCursor"]; raw != nil {
			if err := json.Unmarshal(raw, &next); err != nil {
				p.T.Fatal(err)
			}
		}
	}
	for _, e := range list {
		out = append(out, passing.ReplaceAllString(string(e), `"$1":0`))
	}
	return out, next
}

// passing are fields that change between two reads.
var passing = regexp.MustCompile(
	`"(lastDownload|status|tries|lastTry|nextTry|failure|answer|waiting|sentUpTo|deadLetters|lastUsedAt)":("[^"]*"|null|\d+)`)

// walk reads a list page by page, and returns the first cursor too.
func (p *provoker) walk(l walkedList, limit int) (out []string, first string) {
	p.T.Helper()
	at := withParameter(l.path, "limit", fmt.Sprint(limit))
	for cursor := ""; ; {
		to := at
		if cursor != "" {
			to = withParameter(at, "cursor", cursor)
		}
		a := p.admin.Want(200, "GET", to, nil)
		entries, next := p.entries(l, a)
		if len(entries) > limit {
			p.T.Errorf("%s: got %d entries on a page, want %d at most", to, len(entries), limit)
		}
		p.checkLink(l, a, next)
		out = append(out, entries...)
		if first == "" {
			first = next
		}
		if next == "" || len(out) > 2000 {
			return out, first
		}
		cursor = next
	}
}

// checkLink wants a bare array to name its next page in Link, too.
func (p *provoker) checkLink(l walkedList, a servicetest.Answer, next string) {
	p.T.Helper()
	if l.key != "" {
		return
	}
	link := a.Header.Get("Link")
	if next == "" {
		if link != "" {
			p.T.Errorf("%s: the last page has the link %s, want none", l.path, link)
		}
		return
	}
	target, isNext := strings.CutSuffix(strings.TrimPrefix(link, "<?"), `>; rel="next"`)
	query, err := url.ParseQuery(target)
	if !isNext || err != nil || query.Get("cursor") != next || query.Get("limit") == "" || query.Get("includeSoftDeleted") != "true" {
		p.T.Errorf("%s: got the link %s, want one to the page behind %s", l.path, link, next)
	}
}

// refuseForeignCursors wants each list to refuse what is no cursor, cursors of other lists, and its own in another order.
func (p *provoker) refuseForeignCursors(lists map[string]walkedList, cursors map[string]string) {
	p.T.Helper()
	refuse := func(op, what, at string) {
		var told struct{ Code, Field string }
		a, err := p.admin.Do("GET", at, "", nil)
		if err == nil {
			a.Decode(p.T, &told)
		}
		if err != nil || a.Status != 400 || told.Code != "invalid_cursor" || told.Field != "cursor" {
			p.T.Errorf("%s with %s: got %d %s, %v, want 400 and invalid_cursor", op, what, a.Status, a.Body, err)
		}
	}
	for op, l := range lists {
		for _, broken := range []string{"x", "!", cursors[op] + "A", strings.ToUpper(cursors[op])} {
			refuse(op, "the cursor "+broken, withParameter(l.path, "cursor", broken))
		}
		for other, cursor := range cursors {
			if other != op {
				refuse(op, "a cursor of "+other, withParameter(l.path, "cursor", cursor))
			}
		}
		if l.sort != "" {
			refuse(op, "a cursor of another order", withParameter(withParameter(l.path, "sort", l.sort), "cursor", cursors[op]))
		}
	}
}

// withParameter sets a parameter of an address.
func withParameter(at, name, value string) string {
	path, query, _ := strings.Cut(at, "?")
	values, _ := url.ParseQuery(query)
	values.Set(name, value)
	return path + "?" + values.Encode()
}
