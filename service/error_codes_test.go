package service_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"mime/multipart"
	"net/http"
	"os"
	"path"
	"slices"
	"strings"
	"testing"

	"github.com/seed-62a36931/docket/domain"
	"github.com/seed-62a36931/docket/domain/workspace"
	"github.com/seed-62a36931/docket/service/servicetest"
)

// A provocation is a request that is refused.
type provocation struct {
	code, method, path, body string
	headers                  []string
	as                       *servicetest.Caller // nil: the administrator
}

// TestEveryErrorCodeIsProvoked by a request to a service, or in adapters/rest, and told with its status.
func TestEveryErrorCodeIsProvoked(t *testing.T) {
	t.Parallel()
	// Those that are provoked in adapters/rest alone: they need what is broken, busy, licensed or signed.
	list, err := os.ReadFile("service/servicetest/testdata/codes-of-failures.txt")
	if err != nil {
		t.Fatal(err)
	}
	codesOfFailures := strings.Fields(string(list))
	servicetest.OneEngine(t, func(t *testing.T, args []string) {
		r := servicetest.ServeInside(t, args...)
		p := &provoker{Room: r, seen: map[string]bool{}}
		p.admin, p.adminID = r.AddAccount("demo", "coded", servicetest.AllRoles...)
		p.member, p.memberID = r.AddAccount("demo", "codedmember", "MANAGER")
		p.lay()
		for _, row := range slices.Concat(p.malformed(), p.forbidden(), p.missing(), p.conflicts()) {
			p.provoke(row)
		}
		p.provokeUploads()
		p.provokeParts()
		for _, c := range domain.Codes() {
			if p.seen[c.Name] == slices.Contains(codesOfFailures, c.Name) {
				t.Errorf("code %s was provoked here: %v, and stands among those of adapters/rest, want exactly one", c.Name, p.seen[c.Name])
			}
		}
	})
}

// TestWorkspacesOfBeforeIgnoreUnknownNames until they are set to refuse them.
func TestWorkspacesOfBeforeIgnoreUnknownNames(t *testing.T) {
	t.Parallel()
	r := servicetest.ServeInside(t, servicetest.NewMasterKey(t)...)
	r.AddWorkspace("old")
	set := func(strict bool) {
		_, err := r.App.Commands.ChangeWorkspace(t.Context(), r.NewRequest("old"), func(s *workspace.Settings) { s.StrictNames = strict })
		if err != nil {
			t.Fatal(err)
		}
	}
	set(false) // as the events of before have it
	c, _ := r.AddAccount("old", "client", servicetest.AllRoles...)
	template := r.ImportTemplate("old", "Old invoices", "PUBLIC")
	for i, strict := range []bool{false, true, false} {
		set(strict)
		created, listed := 201, 200
		if strict {
			created, listed = 400, 400
		}
		c.Want(created, "POST", template+"/dossiers", map[string]any{"name": fmt.Sprint("old ", i), "visibilty": "PUBLIC"})
		c.Want(listed, "GET", template+"/dossiers?page=2", nil)
	}
}

// A provoker is a service with things that requests are about.
type provoker struct {
	*servicetest.Room
	admin, member                                          *servicetest.Caller
	adminID, memberID                                      string
	template, bare, dossier, empty, archived, broken, file string
	plain, approved                                        string
	seen                                                   map[string]bool
}

// nobodysID is an identifier of nothing.
const nobodysID = "11111111-2222-4333-8444-555555555555"

func (p *provoker) lay() {
	c := p.admin
	p.template = p.ImportTemplate("demo", "Coded invoices", "PUBLIC")
	var made struct{ ID string }
	c.Want(201, "POST", "/api/dossier-templates", map[string]any{"name": "Bare"}).Decode(p.T, &made)
	p.bare = "/api/dossier-templates/" + made.ID
	dossier := func(name string) string {
		c.Want(201, "POST", p.template+"/dossiers",
			map[string]any{"name": name, "memberIds": []string{p.adminID, p.memberID}}).Decode(p.T, &made)
		return p.template + "/dossiers/" + made.ID
	}
	p.dossier, p.empty, p.archived = dossier("full"), dossier("empty"), dossier("archived")
	p.file = p.dossier + "/files/" + c.UploadSmall(p.dossier+"/files", "a.pdf")
	p.broken = p.dossier + "/files/" + c.Upload(p.dossier, "broken.pdf", []byte("%PDF-1.7\nnothing"))
	c.AwaitDone(p.file)
	c.AwaitDone(p.broken)
	c.Want(200, "PUT", p.file+"/assignee", map[string]any{"assigneeId": p.adminID})
	c.Want(200, "POST", p.archived+"/archive", nil)
	p.approved = p.dossier + "/files/" + c.UploadSmall(p.dossier+"/files", "b.pdf")
	c.AwaitDone(p.approved)
	for _, status := range []string{"UNDER_REVIEW", "APPROVED"} {
		c.Want(200, "PUT", p.approved+"/workflow-status", map[string]any{"workflowStatus": status})
	}
	c.Want(201, "POST", p.template+"/entity-definitions", map[string]any{"displayName": "Plain entity"}).Decode(p.T, &made)
	p.plain = p.template + "/entity-definitions/" + made.ID
}

// provoke sends a request and wants its code.
func (p *provoker) provoke(row provocation) {
	p.T.Helper()
	as := row.as
	if as == nil {
		as = p.admin
	}
	req, err := http.NewRequestWithContext(p.T.Context(), row.method, as.Service.Base+row.path, strings.NewReader(row.body))
	if err != nil {
		p.T.Fatal(err)
	}
	req.Header.Set("Authorization", "Bearer "+as.Token)
	if row.body != "" {
		req.Header.Set("Content-Type", "application/json")
	}
	for i := 0; i < len(row.headers); i += 2 {
		req.Header.Set(row.headers[i], row.headers[i+1])
	}
	p.expect(row.code, req)
}

// told is what an answer tells of the place of a fault.
type told struct {
	Field, Entry string
	Row          int
}

// expect sends a request, wants its code and returns the place that it tells.
func (p *provoker) expect(code string, req *http.Request) told {
	p.T.Helper()
	answer, err := http.DefaultClient.Do(req)
	if err != nil {
		p.T.Errorf("%s: %v, want no error", code, err)
		return told{}
	}
	defer answer.Body.Close()
	raw, err := io.ReadAll(answer.Body)
	var body struct {
		Code, RequestID, Message string
		told
	}
	if err != nil || json.Unmarshal(raw, &body) != nil || body.RequestID != answer.Header.Get("X-Request-Id") {
		p.T.Errorf("%s: %s, %v, want an error with its request", code, raw, err)
	}
	known := slices.IndexFunc(domain.Codes(), func(c *domain.Code) bool { return c.Name == body.Code })
	if body.Code != code || known < 0 || domain.Codes()[known].Status != answer.StatusCode {
		p.T.Errorf("%s %.120s: %d %.300s, want code %s", req.Method, req.URL.Path, answer.StatusCode, raw, code)
		return told{}
	}
	p.seen[code] = true
	return body.told
}

func (p *provoker) malformed() []provocation {
	dossiers, downloads := p.template+"/dossiers", p.dossier+"/downloads"
	post := func(code, path, body string) provocation {
		return provocation{code: code, method: "POST", path: path, body: body}
	}
	get := func(code, path string, headers ...string) provocation {
		return provocation{code: code, method: "GET", path: path, headers: headers}
	}
	return []provocation{
		post("invalid_value", downloads, `{"redactionPreviewColor":"red"}`),
		post("invalid_json", dossiers, `{`),
		get("unreadable_request", dossiers+"?a=%zz"),
		post("unknown_field", dossiers, `{"name":"n","visibilty":"PUBLIC"}`),
		get("unknown_parameter", dossiers+"?offset=3"),
		post("required", dossiers, `{}`),
		post("wrong_type", dossiers, `{"name":7}`),
		post("too_long", dossiers, `{"name":"`+strings.Repeat("n", 256)+`"}`),
		post("out_of_range", p.template+"/entity-definitions", `{"displayName":"x","rank":0}`),
		post("not_listed", downloads, `{"downloadFileTypes":["PDF"]}`),
		get("invalid_identifier", dossiers+"/x"),
		post("invalid_date_time", dossiers, `{"name":"n","dueDate":"tomorrow"}`),
		post("duplicate", dossiers, `{"name":"n","memberIds":["a","a"]}`),
		post("invalid_characters", dossiers, `{"name":"a\u0007b"}`),
		get("given_twice", dossiers+"?includeActive=true&includeActive=true"),
		post("contradiction", dossiers, `{"name":"n","dossierTemplateId":"`+nobodysID+`"}`),
		post("wrong_order", "/api/license/usage-reports", `{"startDate":"2024-06-01T00:00:00Z","endDate":"2024-05-01T00:00:00Z"}`),
		get("not_together", p.dossier+"/files?asOf=2024-05-01T00:00:00Z&limit=5"),
		post("unknown_reference", dossiers, `{"name":"n","ownerId":"`+nobodysID+`"}`),
		post("read_only", downloads, `{"fileIds":["`+nobodysID+`"]}`),
		get("position_beyond_log", p.dossier, "Docket-Position", fmt.Sprint(p.Head()+1000)),
		{code: "digest_mismatch", method: "POST", path: dossiers, body: `{"name":"other"}`,
			headers: []string{"Content-Digest", "sha-256=:47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=:"}},
		get("invalid_cursor", p.dossier+"/history?cursor=x"),
		post("weak_password", "/api/users/"+p.memberID+"/password", `{"newPassword":"x"}`),
		post("wrong_password", "/api/users/"+p.adminID+"/password", `{"newPassword":"Str0ng-enough-too","currentPassword":"no"}`),
		post("nothing_to_download", downloads, `{"downloadFileTypes":[],"reportTemplateIds":[]}`),
	}
}

func (p *provoker) forbidden() []provocation {
	disabled, id := p.AddAccount("demo", "codeddisabled", "USER")
	p.admin.Want(200, "PUT", "/api/users/"+id, map[string]any{"active": false})
	return []provocation{
		{code: "authentication_required", method: "GET", path: "/api/downloads", headers: []string{"Authorization", "Bearer x"}},
		{code: "account_disabled", method: "GET", path: "/api/downloads", as: disabled},
		{code: "access_denied", method: "GET", path: "/api/audit/events", as: p.member},
		{code: "wrong_workspace", method: "GET", path: "/api/downloads", headers: []string{"X-TENANT-ID", "other"}},
		{code: "owner_only", method: "POST", path: p.template + "/dossiers", as: p.member,
			body: `{"id":"` + path.Base(p.dossier) + `","name":"full","description":"mine"}`},
	}
}

func (p *provoker) missing() []provocation {
	get := func(code, path string) provocation { return provocation{code: code, method: "GET", path: path} }
	return []provocation{
		get("route_not_found", "/api/nothing"),
		get("dossier_template_not_found", "/api/dossier-templates/"+nobodysID),
		get("dossier_not_found", p.template+"/dossiers/"+nobodysID),
		get("file_not_found", p.dossier+"/files/"+nobodysID),
		{code: "component_not_found", method: "DELETE", path: p.file + "/components/Nothing/values/9d2b7f4c"},
		get("page_not_found", p.file+"/pages/999.png"),
		get("download_not_found", "/api/downloads/"+nobodysID),
		get("operation_not_found", "/api/operations/"+nobodysID),
		get("user_not_found", "/api/users/"+nobodysID),
		get("webhook_not_found", "/api/webhooks/"+nobodysID),
		get("upload_not_found", p.dossier+"/uploads/"+nobodysID),
		{code: "unsupported_protocol_version", method: "GET", path: p.dossier + "/uploads/" + nobodysID, headers: []string{"Tus-Resumable", "2.0.0"}},
		{code: "api_key_not_found", method: "DELETE", path: "/api/api-keys/" + nobodysID},
		get("client_not_found", "/api/clients/nothing"),
		get("definition_not_found", p.template+"/component-definitions/"+nobodysID),
		get("rules_not_found", p.bare+"/entity-rules"),
		get("evidence_not_found", "/api/evidence/proofs/999999999"),
		{code: "method_not_allowed", method: "DELETE", path: "/api/downloads"},
	}
}

func (p *provoker) conflicts() []provocation {
	post := func(code, path, body string) provocation {
		return provocation{code: code, method: "POST", path: path, body: body}
	}
	put := func(code, path, body string) provocation {
		return provocation{code: code, method: "PUT", path: path, body: body}
	}
	key := func(code, name string) provocation {
		return provocation{code: code, method: "POST", path: p.template + "/dossiers", body: `{"name":"` + name + `"}`,
			headers: []string{"Idempotency-Key", "coded"}}
	}
	p.admin.SendKeyed("coded", p.template+"/dossiers", "application/json", []byte(`{"name":"keyed"}`))
	return []provocation{
		{code: "conflict", method: "PUT", path: p.plain + "/dictionaries/entries", body: "term",
			headers: []string{"Content-Type", "text/plain"}},
		post("name_taken", p.template+"/dossiers", `{"name":"full"}`),
		put("dossier_archived", p.archived+"/attributes", `{"attributeIdToValue":{}}`),
		post("dossier_without_files", p.empty+"/downloads", `{}`),
		post("file_approved", p.approved+"/component-overrides", `{"name":"Total","componentValues":[{"value":"1"}]}`),
		{code: "file_not_processed", method: "GET", path: p.broken + "/pages/1.png"},
		post("not_deleted", p.dossier+"/restore", ""),
		post("template_not_active", p.bare+"/dossiers", `{"name":"n"}`),
		put("status_change_not_allowed", p.approved+"/workflow-status", `{"workflowStatus":"NEW"}`),
		put("issuer_refused", "/api/workspace", `{"issuer":"https://id.example","issuerToken":"t"}`),
		put("own_account", "/api/users/"+p.adminID, `{"active":false}`),
		{code: "resource_changed", method: "DELETE", path: p.dossier, headers: []string{"If-Match", `"x"`}},
		post("body_too_large", p.template+"/dossiers", `{"name":"`+strings.Repeat("n", 1<<20)+`"}`),
		{code: "wrong_content_type", method: "POST", path: p.template + "/dossiers", body: "x",
			headers: []string{"Content-Type", "text/plain"}},
		{code: "range_not_satisfiable", method: "GET", path: p.file + "/content", headers: []string{"Range", "bytes=99999999-"}},
		key("idempotency_key_reused", "another"),
	}
}

// provokeParts provokes the codes of parts of an upload.
func (p *provoker) provokeParts() {
	up := tusCaller{p.admin}.begin(p.dossier, "coded.pdf", 100)
	part := []string{"Content-Type", "application/offset+octet-stream", "Upload-Offset"}
	p.provoke(provocation{code: "wrong_offset", method: "PATCH", path: up, body: "x", headers: append(part, "7")})
	p.provoke(provocation{code: "checksum_mismatch", method: "PATCH", path: up, body: "x",
		headers: append(part, "0", "Upload-Checksum", "sha1 2jmj7l5rSw0yVb/vlWAYkK/YBwk=")})
}

// provokeUploads sends forms.
func (p *provoker) provokeUploads() {
	files, mappings := p.dossier+"/files", p.template+"/component-mappings"
	many := make([]string, 0, 20002)
	for i := range 10001 {
		many = append(many, fmt.Sprintf("%d.csv", i), "")
	}
	places := map[string]told{"file_missing": {Field: "file"}, "invalid_text_file": {Field: "file", Row: 2},
		"invalid_archive": {Field: "file", Entry: "x.csv"}, "unsafe_archive": {Field: "file", Entry: "../x.csv"}}
	for _, row := range []struct {
		code, path string
		parts      []string // name of the part, of the file, content
	}{
		{"file_missing", files, nil},
		{"several_files", mappings, []string{"file", "a.csv", "search_value,mapped_value\n", "file", "b.csv", "x"}},
		{"invalid_file_name", files, []string{"file", "", "x"}},
		{"empty_file", files, []string{"file", "a.pdf", ""}},
		{"invalid_text_file", mappings, []string{"file", "a.csv", "search_value,mapped_value\na\n"}},
		{"invalid_archive", files, []string{"file", "a.zip", string(servicetest.Zip(p.T, "x.csv", "a", "x.csv", "b"))}},
		{"unsafe_archive", files, []string{"file", "a.zip", string(servicetest.Zip(p.T, "../x.csv", "a"))}},
		{"archive_too_large", files, []string{"file", "a.zip", string(servicetest.Zip(p.T, many...))}},
		{"nothing_in_archive", files, []string{"file", "a.zip", string(servicetest.Zip(p.T, "x.txt", "a"))}},
		{"file_too_large", p.template + "/date-formats", []string{"file", "a.txt", strings.Repeat("x", 3<<20)}},
		{"unsupported_file_type", files, []string{"file", "a.txt", "x"}},
		{"invalid_rules", p.template + "/entity-rules", []string{"file", "entity-rules.drl", "rule"}},
	} {
		got := p.expect(row.code, p.form(row.path, p.admin, row.parts, 0))
		if want, placed := places[row.code]; placed && got != want {
			p.T.Errorf("%s is told to be at %+v, want %+v", row.code, got, want)
		}
	}
	_, err := p.App.Commands.ChangeWorkspace(p.T.Context(), p.NewRequest("demo"), func(s *workspace.Settings) { s.RefuseDuplicates = true })
	if err != nil {
		p.T.Fatal(err)
	}
	p.expect("duplicate_file", p.form(files, p.admin, []string{"file", "copy of a.pdf", string(servicetest.SamplePDF(p.T))}, 0))
	p.expect("incomplete_upload", p.form(files, p.admin, []string{"file", "a.csv", "x"}, 30))
	p.expect("file_assigned", p.form(files, p.member, []string{"file", "a.pdf", string(servicetest.SamplePDF(p.T))}, 0))
}

// form is an upload whose last bytes are left out.
func (p *provoker) form(path string, as *servicetest.Caller, parts []string, cut int) *http.Request {
	p.T.Helper()
	var b bytes.Buffer
	w := multipart.NewWriter(&b)
	for i := 0; i < len(parts); i += 3 {
		part, err := w.CreateFormFile(parts[i], parts[i+1])
		if err == nil {
			_, err = io.WriteString(part, parts[i+2])
		}
		if err != nil {
			p.T.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		p.T.Fatal(err)
	}
	req, err := http.NewRequestWithContext(p.T.Context(), "POST", as.Service.Base+path, bytes.NewReader(b.Bytes()[:b.Len()-cut]))
	if err != nil {
		p.T.Fatal(err)
	}
	req.Header.Set("Authorization", "Bearer "+as.Token)
	req.Header.Set("Content-Type", w.FormDataContentType())
	return req
}
