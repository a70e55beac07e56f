package service_test

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/uuid"

	"github.com/seed-62a36931/docket/service/servicetest"
)

// A review is what a file's status says of its way among people.
type review struct {
	ID, WorkflowStatus, ProcessingStatus string
	Assignee, LastReviewer, LastApprover *string
	ApprovalDate, SoftDeletedTime        *string
	DossierArchived                      bool
}

// A workplace is a dossier in which people work on files.
type workplace struct {
	t                           *testing.T
	s                           *servicetest.Instance
	olga, rita, anna, mo, stray *servicetest.Caller // owner, two who approve or review, a member, and a manager who is none
	ids                         map[string]string
	template, dossier           string
}

// newWorkplace makes the people, and a dossier of olga's with the approvers.
func newWorkplace(t *testing.T, args []string, approvers ...string) *workplace {
	t.Helper()
	o := &workplace{t: t, s: servicetest.Serve(t, filepath.Join(t.TempDir(), "data"), args...), ids: map[string]string{}}
	for name, roles := range map[string][]string{"olga": {"MANAGER", "ADMIN"}, "rita": {"USER"}, "anna": {"USER"},
		"mo": {"USER"}, "stray": {"MANAGER"}} {
		o.s.AddUser(name, "Str0ng-enough", roles...)
	}
	o.olga, o.rita, o.anna = o.s.SignIn("olga", "Str0ng-enough"), o.s.SignIn("rita", "Str0ng-enough"), o.s.SignIn("anna", "Str0ng-enough")
	o.mo, o.stray = o.s.SignIn("mo", "Str0ng-enough"), o.s.SignIn("stray", "Str0ng-enough")
	o.dossier = o.olga.NewDossier("Office")
	o.template = filepath.Dir(filepath.Dir(o.dossier))
	for _, name := range []string{"olga", "rita", "anna", "mo", "stray"} {
		var u struct{ Sub string }
		o.callers()[name].Want(200, "GET", "/auth/realms/demo/protocol/openid-connect/userinfo", nil).Decode(t, &u)
		o.ids[name] = u.Sub
	}
	o.members(approvers...)
	return o
}

func (o *workplace) callers() map[string]*servicetest.Caller {
	return map[string]*servicetest.Caller{"olga": o.olga, "rita": o.rita, "anna": o.anna, "mo": o.mo, "stray": o.stray}
}

// members sets rita, anna and mo as members, and approvers among them.
func (o *workplace) members(approvers ...string) {
	o.t.Helper()
	ids := []string{}
	for _, a := range approvers {
		ids = append(ids, o.ids[a])
	}
	o.olga.Want(200, "POST", o.template+"/dossiers", map[string]any{"id": filepath.Base(o.dossier), "name": "Office", "approverIds": ids,
		"memberIds": []string{o.ids["rita"], o.ids["anna"], o.ids["mo"]}})
}

// uploadFile puts a processed file into the dossier.
func (o *workplace) uploadFile(name string) string {
	o.t.Helper()
	path := o.dossier + "/files/" + o.mo.Upload(o.dossier, name, servicetest.SamplePDF(o.t))
	o.mo.AwaitDone(path)
	return path
}

// stands tells where a file stands, by the names of people.
func (o *workplace) stands(a servicetest.Answer) string {
	o.t.Helper()
	var r review
	a.Decode(o.t, &r)
	name := func(id *string) string {
		if id == nil {
			return "-"
		}
		for n, i := range o.ids {
			if i == *id {
				return n
			}
		}
		return *id
	}
	approved := ""
	if r.ApprovalDate != nil {
		approved = " approved"
	}
	return fmt.Sprintf("%s %s/%s/%s%s", r.WorkflowStatus, name(r.Assignee), name(r.LastReviewer), name(r.LastApprover), approved)
}

// move asks for a workflow status.
func (o *workplace) move(c *servicetest.Caller, file, status, approver string) servicetest.Answer {
	o.t.Helper()
	body := `{"workflowStatus":"` + status + `"}`
	if approver != "" {
		body = `{"workflowStatus":"` + status + `","approverId":"` + approver + `"}`
	}
	a, err := c.Do("PUT", file+"/workflow-status", "application/json", strings.NewReader(body))
	if err != nil {
		o.t.Fatal(err)
	}
	return a
}

// moves wants a move to lead somewhere.
func (o *workplace) moves(who, file, status, approver, want string) {
	o.t.Helper()
	a := o.move(o.callers()[who], file, status, o.ids[approver])
	if a.Status != 200 || o.stands(a) != want {
		o.t.Errorf("%s moves to %s: %d %s, want %s", who, status, a.Status, a.Body, want)
	}
	if got := o.stands(o.olga.Want(200, "GET", file, nil)); got != want {
		o.t.Errorf("%s moved to %s, and it reads %s, want %s", who, status, got, want)
	}
}

// cannot wants a move to be refused.
func (o *workplace) cannot(who, file, status, approver string, code int, message string) {
	o.t.Helper()
	o.callers()[who].ExpectFailure(code, message, "PUT", file+"/workflow-status", "application/json",
		strings.NewReader(fmt.Sprintf(`{"workflowStatus":%q,"approverId":%q}`, status, approver)))
}

// TestAFileGoesThroughReviewAndApproval from upload to approval and back, with every
// refusal on the way.
func TestAFileGoesThroughReviewAndApproval(t *testing.T) {
	t.Parallel()
	servicetest.OneEngine(t, func(t *testing.T, args []string) {
		o := newWorkplace(t, args, "anna", "olga")
		f := o.uploadFile("a.pdf")
		denied, nobody := "Access denied", uuid.NewString()
		o.cannot("stray", f, "UNDER_REVIEW", "", 403, denied)
		o.cannot("mo", f, "UNDER_APPROVAL", o.ids["anna"], 409, "Workflow status cannot change from NEW to UNDER_APPROVAL")
		o.cannot("mo", f, "APPROVED", "", 409, "Workflow status cannot change from NEW to APPROVED")
		o.cannot("mo", f, "DONE", "", 400, "workflowStatus must be one of NEW, UNDER_REVIEW, UNDER_APPROVAL, APPROVED")
		o.moves("mo", f, "NEW", "", "NEW -/-/-")
		o.moves("rita", f, "UNDER_REVIEW", "", "UNDER_REVIEW rita/-/-")
		o.cannot("mo", f, "UNDER_APPROVAL", o.ids["anna"], 403, denied)
		o.cannot("rita", f, "UNDER_APPROVAL", "", 400, "approverId is required")
		o.cannot("rita", f, "UNDER_APPROVAL", o.ids["mo"], 400, "Unknown approver: "+o.ids["mo"])
		o.cannot("rita", f, "UNDER_APPROVAL", nobody, 400, "Unknown approver: "+nobody)
		o.cannot("rita", f, "UNDER_APPROVAL", "x", 400, "Unknown approver: x")
		o.cannot("rita", f, "APPROVED", "", 409, "Workflow status cannot change from UNDER_REVIEW to APPROVED")
		o.moves("rita", f, "UNDER_APPROVAL", "anna", "UNDER_APPROVAL anna/rita/-")
		o.cannot("rita", f, "APPROVED", "", 403, denied)
		o.cannot("olga", f, "APPROVED", "", 403, denied)
		o.cannot("anna", f, "NEW", "", 409, "Workflow status cannot change from UNDER_APPROVAL to NEW")
		o.moves("rita", f, "UNDER_REVIEW", "", "UNDER_REVIEW rita/rita/-")
		o.moves("olga", f, "UNDER_APPROVAL", "anna", "UNDER_APPROVAL anna/rita/-")
		o.moves("anna", f, "APPROVED", "", "APPROVED anna/rita/anna approved")
		o.expectClosed(f)
		o.cannot("rita", f, "UNDER_REVIEW", "", 403, denied)
		o.moves("anna", f, "UNDER_REVIEW", "", "UNDER_REVIEW rita/rita/anna")
		o.moves("mo", f, "NEW", "", "NEW -/rita/anna")
		o.expectTold(f)
	})
}

// expectClosed wants an approved file to be closed for changes of its components, and open
// for others.
func (o *workplace) expectClosed(f string) {
	o.t.Helper()
	for _, row := range [][3]string{
		{"POST", "/component-overrides", `{"name":"A","componentValues":[{"value":"1"}]}`},
		{"POST", "/component-overrides/revert", `{"components":["A"]}`},
		{"POST", "/reanalyse", ""},
		{"PUT", "/assignee", `{"assigneeId":"` + o.ids["anna"] + `"}`},
	} {
		o.anna.ExpectFailure(409, "File is approved", row[0], f+row[1], "application/json", strings.NewReader(row[2]))
	}
	var asked struct{ FileIDs []string }
	o.olga.Want(200, "POST", o.dossier+"/reanalyse", nil).Decode(o.t, &asked)
	if len(asked.FileIDs) != 0 {
		o.t.Errorf("an approved file is analysed again: %v, want 0", asked.FileIDs)
	}
	o.mo.Want(204, "PUT", f+"/attributes", map[string]any{"attributeIdToValue": map[string]string{}})
	o.anna.Want(200, "POST", f+"/downloads", map[string]any{})
	body, kind := servicetest.NewMultipartFile("a.pdf", servicetest.SamplePDF(o.t))
	o.rita.ExpectFailure(403, "The file is assigned to another user", "POST", o.dossier+"/files", kind, body)
}

// expectTold wants the history to tell of it.
func (o *workplace) expectTold(f string) {
	o.t.Helper()
	var h history
	o.mo.Want(200, "GET", f+"/history?order=asc&limit=500", nil).Decode(o.t, &h)
	var said []string
	for _, e := range h.Events {
		if e.Type == "file.workflow-changed" {
			said = append(said, e.Summary)
		}
	}
	want := []string{"rita moved a.pdf from NEW to UNDER_REVIEW", "rita moved a.pdf from UNDER_REVIEW to UNDER_APPROVAL",
		"rita moved a.pdf from UNDER_APPROVAL to UNDER_REVIEW", "olga moved a.pdf from UNDER_REVIEW to UNDER_APPROVAL",
		"anna moved a.pdf from UNDER_APPROVAL to APPROVED", "anna moved a.pdf from APPROVED to UNDER_REVIEW",
		"mo moved a.pdf from UNDER_REVIEW to NEW"}
	if strings.Join(said, "\n") != strings.Join(want, "\n") {
		o.t.Errorf("history: %s, want %s", strings.Join(said, "\n"), strings.Join(want, "\n"))
	}
}

// TestAssignees are members, and who leaves the dossier counts no more.
func TestAssignees(t *testing.T) {
	t.Parallel()
	servicetest.OneEngine(t, func(t *testing.T, args []string) {
		o := newWorkplace(t, args)
		f := o.uploadFile("a.pdf")
		assign := func(who, whom, want string) {
			t.Helper()
			var id any
			if whom != "" {
				id = o.ids[whom]
			}
			if got := o.stands(o.callers()[who].Want(200, "PUT", f+"/assignee", map[string]any{"assigneeId": id})); got != want {
				t.Errorf("%s assigns to %s: %s, want %s", who, whom, got, want)
			}
		}
		refused := func(who, body string, code int, message string) {
			t.Helper()
			o.callers()[who].ExpectFailure(code, message, "PUT", f+"/assignee", "application/json", strings.NewReader(body))
		}
		nobody := uuid.NewString()
		refused("mo", `{}`, 400, "assigneeId is required")
		refused("mo", `{"assigneeId":7}`, 400, "assigneeId must be a string")
		refused("mo", `{"assigneeId":"`+nobody+`"}`, 400, "Unknown user: "+nobody)
		refused("mo", `{"assigneeId":"`+o.ids["stray"]+`"}`, 400, "Unknown user: "+o.ids["stray"])
		refused("stray", `{"assigneeId":null}`, 403, "Access denied")
		assign("mo", "", "NEW -/-/-")
		assign("mo", "rita", "UNDER_REVIEW rita/-/-")
		assign("anna", "anna", "UNDER_REVIEW anna/-/-")
		body, kind := servicetest.NewMultipartFile("a.pdf", servicetest.SamplePDF(t))
		o.mo.ExpectFailure(403, "The file is assigned to another user", "POST", o.dossier+"/files", kind, body)
		o.mo.ExpectFailure(403, "Access denied", "DELETE", f, "", nil)
		o.mo.ExpectFailure(403, "Access denied", "POST", o.dossier+"/files/bulk-delete", "application/json",
			strings.NewReader(`{"fileIds":["`+filepath.Base(f)+`"]}`))
		o.olga.Want(200, "POST", o.template+"/dossiers",
			map[string]any{"id": filepath.Base(o.dossier), "name": "Office", "memberIds": []string{o.ids["rita"], o.ids["mo"]}})
		if got := o.stands(o.mo.Want(200, "GET", f, nil)); got != "UNDER_REVIEW anna/-/-" {
			t.Errorf("who left stays named: %s, want %q", got, "UNDER_REVIEW anna/-/-")
		}
		if got := filepath.Base(f); o.mo.Upload(o.dossier, "a.pdf", servicetest.SamplePDF(t)) != got {
			t.Error("the file of who left is replaced by nobody")
		}
		assign("mo", "", "NEW -/-/-")
		o.moves("rita", f, "UNDER_REVIEW", "", "UNDER_REVIEW rita/-/-")
		o.rita.AwaitDone(f)
		o.moves("rita", f, "APPROVED", "", "APPROVED rita/rita/rita approved")
		o.cannot("mo", f, "UNDER_REVIEW", "", 403, "Access denied")
		if got := filepath.Base(f); o.rita.Upload(o.dossier, "a.pdf", servicetest.SamplePDF(t)) != got {
			t.Error("another file")
		}
		if got := o.stands(o.mo.Want(200, "GET", f, nil)); got != "UNDER_REVIEW rita/rita/rita" {
			t.Errorf("after a replacement: %s, want %q", got, "UNDER_REVIEW rita/rita/rita")
		}
	})
}

// TestOnlyProcessedFilesAreApproved uploads what cannot be read.
func TestOnlyProcessedFilesAreApproved(t *testing.T) {
	t.Parallel()
	o := newWorkplace(t, servicetest.NewMasterKey(t))
	f := o.dossier + "/files/" + o.mo.Upload(o.dossier, "broken.pdf", []byte("%PDF-1.7 nothing"))
	o.mo.AwaitDone(f)
	o.moves("mo", f, "UNDER_REVIEW", "", "UNDER_REVIEW mo/-/-")
	o.cannot("mo", f, "APPROVED", "", 409, "File is not processed")
	tag := o.mo.Want(200, "GET", f, nil).Header.Get("ETag")
	o.moves("mo", f, "NEW", "", "NEW -/-/-")
	for path, body := range map[string]string{"/workflow-status": `{"workflowStatus":"UNDER_REVIEW"}`, "/assignee": `{"assigneeId":null}`} {
		a := o.mo.SendMatching(tag, "PUT", f+path, body)
		if a.Status != 412 || !strings.Contains(string(a.Body), "The resource has changed") {
			t.Errorf("%s with an old tag: %d %s, want a.Status = 412 and string(a.Body) with The resource has changed", path,
				a.Status, a.Body)
		}
	}
	tag = o.mo.Want(200, "GET", f, nil).Header.Get("ETag")
	if a := o.mo.SendMatching(tag, "PUT", f+"/workflow-status", `{"workflowStatus":"UNDER_REVIEW"}`); a.Status != 200 {
		t.Errorf("with the tag: %d %s, want 200", a.Status, a.Body)
	}
}
