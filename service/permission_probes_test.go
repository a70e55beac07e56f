package service_test

import (
	"bytes"
	"encoding/json"
	"io"
	"net/http"
	"strings"

	"github.com/getkin/kin-openapi/openapi3"

	"github.com/seed-62a36931/docket/domain/user"
	"github.com/seed-62a36931/docket/service/servicetest"
)

// content is the body of a probe.
func (q probe) content() (io.Reader, string) {
	switch {
	case q.upload != "":
		return servicetest.NewMultipartFile(q.upload, []byte("%PDF-1.4 that cannot be read"))
	case q.part != "":
		return strings.NewReader(q.part), "application/offset+octet-stream"
	case q.form:
		return strings.NewReader("--b--\r\n"), "multipart/form-data; boundary=b"
	case q.text != "":
		return strings.NewReader(q.text), "text/plain"
	case q.body != nil:
		b, err := json.Marshal(q.body)
		if err != nil {
			panic(err)
		}
		return bytes.NewReader(b), "application/json"
	}
	return nil, ""
}

// probes are the requests by which a case of an operation is judged at a place.
func (g *ground) probes(s step, c servicetest.Grant, who walker, p place) []probe {
	if special := g.special(c, who, p); special != nil {
		return special
	}
	q := probe{}
	switch {
	case s.takes("If-Match") && strings.Contains(s.path, "{dossierId}"):
		q.let = []int{http.StatusPreconditionFailed}
	case s.method == http.MethodGet && strings.Contains(s.path, "{dossierId}"):
		q.let = []int{http.StatusOK}
	}
	if body := s.op.RequestBody; body != nil {
		q.fill(c.Operation, body.Value.Content)
	}
	return []probe{q}
}

// fill gives a probe a body that is well-formed.
func (q *probe) fill(operation string, content openapi3.Content) {
	switch json := content["application/json"]; {
	case bodies[operation] != nil:
		q.body = bodies[operation]
	case json != nil:
		q.body = minimal(json.Schema.Value)
	case content["text/plain"] != nil:
		q.text = "term"
	default:
		q.form = true
	}
}

// minimal is the least that a schema takes.
func minimal(s *openapi3.Schema) any {
	switch {
	case len(s.Enum) > 0:
		return s.Enum[0]
	case s.Type.Is("object"):
		out := map[string]any{}
		for _, name := range s.Required {
			out[name] = minimal(s.Properties[name].Value)
		}
		return out
	case s.Type.Is("array"):
		return []any{minimal(s.Items.Value)}
	case s.Type.Is("boolean"):
		return false
	case s.Type.Is("integer"):
		return 1
	case s.Format == "uuid":
		return nothingsID
	case s.Format == "date-time":
		return "2024-01-01T00:00:00Z"
	case strings.Contains(s.Pattern, "0-9"):
		return "#3C8DBC"
	}
	return "Walk"
}

// bodies are those of which the schema does not tell all.
var bodies = map[string]any{
	"setDossierAttributes": map[string]any{"attributeIdToValue": map[string]string{}},
	"setFileAttributes":    map[string]any{"attributeIdToValue": map[string]string{}},
	"setFileAssignee":      map[string]any{"assigneeId": nil},
	"updateClient":         map[string]any{},
	"setFileExtraction":    map[string]any{"automatic": true},
}

// special are the probes of operations without If-Match, and of those that are
// judged in several cases.
func (g *ground) special(c servicetest.Grant, who walker, p place) []probe {
	nothing := map[string]any{"reportTemplateIds": []string{nothingsID}}
	files := map[string]any{"fileIds": []string{p.file}}
	inReview := func(p place) bool { return p.mine || p.taken }
	switch strings.TrimSpace(c.Operation + " " + c.Case) {
	case "createOrUpdateDossier create":
		return []probe{{body: map[string]any{"name": "host", "ownerId": nothingsID}, let: []int{400}}}
	case "createOrUpdateDossier update":
		return []probe{{body: map[string]any{"id": p.dossier, "name": "another name"}, let: []int{412}}}
	case "createOrUpdateDossier people":
		return []probe{{body: map[string]any{"id": p.dossier, "name": g.nameOf(p), "memberIds": []string{}}, let: []int{412}}}
	case "createDossierDownload", "createFileDownload":
		return []probe{{body: nothing, let: []int{400}}}
	case "createFilesDownload":
		return []probe{{body: map[string]any{"reportTemplateIds": []string{nothingsID}, "fileIds": []string{p.file}}, let: []int{400}}}
	case "uploadFile new":
		return []probe{{form: true, let: []int{400}}}
	case "createUpload": // a name of no type that files may have
		return []probe{{header: map[string]string{"Upload-Length": "4", "Upload-Metadata": "filename YS50eHQ="}, let: []int{415}}}
	case "appendToUpload":
		return []probe{{part: "test", header: map[string]string{"Upload-Offset": "0"}, let: []int{404}}}
	case "getUpload", "deleteUpload":
		return []probe{{let: []int{404}}}
	case "uploadFile replace":
		return []probe{{upload: "a.pdf", let: []int{201}}}
	case "deleteFiles":
		return []probe{{body: files, let: []int{204}, mend: func() { g.host.Want(204, "POST", p.path()+"/files/restore", files) }}}
	case "assignFiles": // to somebody who is no member
		return []probe{{body: map[string]any{"fileIds": []string{p.file}, "assigneeId": nothingsID}, let: []int{400}}}
	case "setFilesAttributes":
		return []probe{{body: map[string]any{"fileIds": []string{p.file}, "attributeIdToValue": map[string]string{}}, let: []int{200}}}
	case "retryFiles": // the file is not in ERROR, and left out
		return []probe{{body: files, let: []int{200}}}
	case "reanalyseFiles":
		return []probe{{body: files, let: []int{200}}}
	case "setFilesWorkflowStatus take":
		return []probe{{body: map[string]any{"fileIds": []string{p.file}, "workflowStatus": "NEW"}, let: []int{200},
			only: func(p place) bool { return !inReview(p) }}}
	case "setFilesWorkflowStatus approve": // by approvers, of which there are none
		return []probe{{body: map[string]any{"fileIds": []string{p.file}, "workflowStatus": "UNDER_APPROVAL"}, let: []int{409},
			only: inReview}}
	case "restoreFiles":
		return []probe{{body: files, let: []int{409}}}
	case "reanalyseDossier", "reanalyseFile":
		return []probe{{let: []int{200}}}
	case "addComponentOverrides":
		return []probe{{body: map[string]any{"name": "Total", "componentValues": []any{}}, let: []int{412}}}
	case "revertComponentOverrides":
		return []probe{{body: map[string]any{"components": []string{"Nothing"}}, let: []int{412}}}
	case "setComponentValue", "addComponentValue":
		return []probe{{body: map[string]any{"value": "x"}, let: []int{412}}}
	case "removeComponentValue", "revertComponentValue":
		return []probe{{let: []int{412}}}
	case "setComponentChecks":
		return []probe{{body: map[string]any{"checked": []string{}}, let: []int{204}}}
	case "setFileWorkflowStatus take":
		return []probe{{body: map[string]any{"workflowStatus": "UNDER_REVIEW"}, let: []int{412},
			only: func(p place) bool { return !inReview(p) }}}
	case "setFileWorkflowStatus approve":
		return []probe{{body: map[string]any{"workflowStatus": "APPROVED"}, let: []int{412}, only: inReview}}
	case "getFilePageImage", "getFilePageText", "getFileTree":
		return []probe{{let: []int{200, 409}}} // what was replaced has no pages
	case "listDownloads", "listOperations":
		return []probe{{own: true, let: []int{200}}}
	case "getOperation", "cancelOperation": // of nobody: TestOperationsOverHTTP has those of others
		return []probe{{ids: map[string]string{"operationId": nothingsID}}}
	case "listWebhooks":
		return []probe{{own: true, let: []int{200}}}
	case "createWebhook":
		return []probe{{body: map[string]any{"url": "ftp://walk"}, let: []int{400}}}
	case "getWebhook", "updateWebhook", "deleteWebhook", "rollWebhookSecret", "testWebhook", "listWebhookDeliveries",
		"resendWebhookDelivery":
		return g.webhooks(c, who)
	case "getDownloadStatus", "deleteDownload", "fetchDownload":
		return g.packages(who)
	case "getUser":
		return []probe{{ids: map[string]string{"userId": g.victim}, let: []int{200}}}
	case "eraseUser": // named wrongly, so that the account stays
		return []probe{{ids: map[string]string{"userId": g.victim}, body: map[string]any{"username": "somebody-else"}, let: []int{400}}}
	case "setUserPassword":
		return g.passwords(who)
	case "listApiKeys":
		return []probe{{own: true, let: []int{200}}}
	case "createApiKey":
		return []probe{{own: true, body: map[string]any{"name": "walk", "scopes": []string{"unheardOf"}}, let: []int{400}}}
	case "createClient":
		return []probe{{body: map[string]any{"id": "a/b"}, let: []int{400}}}
	case "getClient", "updateClient", "deleteClient", "addClientSecret", "removeClientSecret":
		return []probe{{body: bodies[c.Operation], ids: map[string]string{"clientId": "nothing", "secretId": nothingsID}, let: []int{404}}}
	case "revokeApiKey":
		return g.keys(who)
	}
	return nil
}

// packages are the subject's own package, and somebody else's.
func (g *ground) packages(who walker) []probe {
	others := nothingsID
	for _, s := range g.subjects {
		if s.download != "" && s.id != who.id {
			others = s.download
		}
	}
	out := []probe{{ids: map[string]string{"downloadId": others}}}
	if who.download != "" {
		out = append(out, probe{ids: map[string]string{"downloadId": who.download}, own: true, let: []int{200, 204}})
	}
	return out
}

// quietWebhook is the body of a webhook that sends nothing.
var quietWebhook = map[string]any{"url": "https://walk.example/hooks", "active": false}

// webhooks are the subject's own webhook, and somebody else's. What is deleted was made for that.
func (g *ground) webhooks(c servicetest.Grant, who walker) []probe {
	others := g.hostsWebhook()
	let := map[string][]int{"testWebhook": {409}, "resendWebhookDelivery": {404}, "deleteWebhook": {204}}[c.Operation]
	if let == nil {
		let = []int{200}
	}
	var body any
	if c.Operation == "updateWebhook" {
		body = quietWebhook
	}
	out := []probe{{ids: map[string]string{"webhookId": others}, body: body, let: let}}
	if who.webhook != "" {
		own := who.webhook
		if c.Operation == "deleteWebhook" {
			own = who.newWebhook()
		}
		out = append(out, probe{ids: map[string]string{"webhookId": own}, body: body, own: true, let: let})
	}
	return out
}

// keys are the subject's own API key, and one that is not there.
func (g *ground) keys(who walker) []probe {
	out := []probe{{ids: map[string]string{"keyId": nothingsID}, let: []int{404}}}
	if len(who.roles) > 0 {
		_, made := createKey(who.Caller, map[string]any{"scopes": []string{"getMe"}})
		out = append(out, probe{ids: map[string]string{"keyId": made.ID}, own: true, let: []int{204}})
	}
	return out
}

// hostsWebhook makes a webhook of the host, in place of the one before.
func (g *ground) hostsWebhook() string {
	host := walker{Caller: g.host}
	var all struct{ Webhooks []struct{ ID string } }
	host.Want(200, "GET", "/api/webhooks", nil).Decode(g.T, &all)
	if len(all.Webhooks) > 0 {
		return all.Webhooks[0].ID
	}
	return host.newWebhook()
}

// passwords are an attempt at one's own with a wrong current one, and one at
// somebody else's.
func (g *ground) passwords(who walker) []probe {
	own := map[string]string{"newPassword": "An0ther-enough", "currentPassword": "Wr0ng-enough"}
	wrong, done := []int{400, 412}, []int{204, 400, 412}
	if g.external {
		wrong, done = []int{409}, []int{409}
	}
	return []probe{
		{ids: map[string]string{"userId": who.id}, body: own, own: true, let: wrong},
		{ids: map[string]string{"userId": g.victim}, body: map[string]string{"newPassword": "N3w-enough!"}, let: done},
	}
}

// nameOf is what the dossier of a place is called.
func (g *ground) nameOf(p place) string {
	var d struct{ Name string }
	if p.dossier == g.foreign.dossier {
		return "abroad"
	}
	g.host.Want(200, "GET", p.path(), nil).Decode(g.T, &d)
	return d.Name
}

// disable takes all roles from an account.
func (g *ground) disable(id string) {
	admin, _ := g.AddAccount("demo", "admin", user.RoleAdmin)
	admin.Want(200, "PUT", "/api/users/"+id, map[string]any{"roles": []string{}})
	g.Settle()
}
