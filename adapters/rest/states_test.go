package rest

import (
	"encoding/json"
	"reflect"
	"strings"
	"testing"

	"github.com/seed-62a36931/docket/commands"
	"github.com/seed-62a36931/docket/domain/file"
	"github.com/seed-62a36931/docket/domain/user"
	"github.com/seed-62a36931/docket/queries"
)

// What commands are told, without who asks.
func TestStatesAreAskedForAsWritten(t *testing.T) {
	upper := strings.ToUpper(fileID)
	for _, row := range []struct {
		method, path, body string
		want               any
	}{
		{"POST", sPath + "/archive", "", commands.ArchiveDossier{TemplateID: templateID, DossierID: dossierID}},
		{"POST", sPath + "/restore", "", commands.RestoreDossier{TemplateID: templateID, DossierID: dossierID}},
		{"POST", sPath + "/reanalyse", "", commands.ReanalyseDossier{TemplateID: templateID, DossierID: dossierID, OCR: false}},
		{"POST", sPath + "/reanalyse?ocr=", "", commands.ReanalyseDossier{TemplateID: templateID, DossierID: dossierID, OCR: false}},
		{"POST", sPath + "/reanalyse?ocr=true", "", commands.ReanalyseDossier{TemplateID: templateID, DossierID: dossierID, OCR: true}},
		{"POST", sPath + "/files/bulk-delete", `{"fileIds":["` + upper + `","` + fileID + `"],"more":1}`,
			commands.DeleteFiles{TemplateID: templateID, DossierID: dossierID, FileIDs: []string{fileID, fileID}, Permanently: false}},
		{"POST", sPath + "/files/bulk-delete?deletePermanently=true", `{"fileIds":["` + fileID + `"]}`,
			commands.DeleteFiles{TemplateID: templateID, DossierID: dossierID, FileIDs: []string{fileID}, Permanently: true}},
		{"POST", sPath + "/files/restore", `{"fileIds":["` + upper + `"]}`,
			commands.RestoreFiles{TemplateID: templateID, DossierID: dossierID, FileIDs: []string{fileID}}},
		{"POST", fPath + "/restore", "", commands.RestoreFile{TemplateID: templateID, DossierID: dossierID, FileID: fileID}},
		{"POST", fPath + "/restore?filename=b%202.pdf", "",
			commands.RestoreFile{TemplateID: templateID, DossierID: dossierID, FileID: fileID, Filename: "b 2.pdf"}},
		{"PUT", fPath + "/assignee", `{"assigneeId":"` + strings.ToUpper(userID) + `"}`,
			commands.SetFileAssignee{TemplateID: templateID, DossierID: dossierID, FileID: fileID, Assignee: userID}},
		{"PUT", fPath + "/extraction", `{"automatic":true}`,
			commands.SetFileExtraction{TemplateID: templateID, DossierID: dossierID, FileID: fileID, Automatic: true}},
		{"PUT", fPath + "/assignee", `{"assigneeId":null}`,
			commands.SetFileAssignee{TemplateID: templateID, DossierID: dossierID, FileID: fileID, Assignee: ""}},
		{"PUT", fPath + "/workflow-status", `{"workflowStatus":"UNDER_REVIEW","approverId":null}`,
			commands.SetFileWorkflowStatus{TemplateID: templateID, DossierID: dossierID, FileID: fileID, To: file.UnderReview,
				Approver: ""}},
		{"PUT", fPath + "/workflow-status", `{"workflowStatus":"UNDER_APPROVAL","approverId":"X"}`,
			commands.SetFileWorkflowStatus{TemplateID: templateID, DossierID: dossierID, FileID: fileID, To: file.UnderApproval,
				Approver: "x"}},
	} {
		s := newSite(t)
		s.lenient = true
		if a := s.do(request(row.method, row.path, row.body)); a.StatusCode >= 300 {
			t.Errorf("%s: %d %s, want less than 300", row.path, a.StatusCode, a.body)
			continue
		}
		got := reflect.New(reflect.TypeOf(s.wrote)).Elem()
		got.Set(reflect.ValueOf(s.wrote))
		if r := got.FieldByName("Request").Interface().(commands.Request); r.Caller.ID != userID || r.ExpectVersion != 0 {
			t.Errorf("%s: %+v, want r.Caller.ID = %v and r.ExpectVersion = 0", row.path, r, userID)
		}
		got.FieldByName("Request").SetZero()
		if !reflect.DeepEqual(got.Interface(), row.want) {
			t.Errorf("%s: %+v, want %+v", row.path, got.Interface(), row.want)
		}
	}
}

func TestBadStates(t *testing.T) {
	ids := func(n int) string { return `{"fileIds":["` + strings.Repeat(fileID+`","`, n-1) + fileID + `"]}` }
	for _, row := range []struct{ method, path, body, message string }{
		{"POST", sPath + "/files/bulk-delete", `{}`, "fileIds is required"},
		{"POST", sPath + "/files/bulk-delete", `{"fileIds":[]}`, "fileIds is required"},
		{"POST", sPath + "/files/bulk-delete", `{"fileIds":null}`, "fileIds is required"},
		{"POST", sPath + "/files/bulk-delete", `{"fileIds":"` + fileID + `"}`, "fileIds must be an array"},
		{"POST", sPath + "/files/bulk-delete", `{"fileIds":["x"]}`, "fileIds is not a valid identifier"},
		{"POST", sPath + "/files/bulk-delete", `{"fileIds":[7]}`, "fileIds must be a string"},
		{"POST", sPath + "/files/bulk-delete", `["` + fileID + `"]`, "The request body must be an object"},
		{"POST", sPath + "/files/bulk-delete", ids(10_001), "fileIds must not have more than 10000 items"},
		{"POST", sPath + "/files/bulk-delete?deletePermanently=yes", ids(1), "deletePermanently must be true or false"},
		{"POST", sPath + "/files/restore", `{"fileIds":[]}`, "fileIds is required"},
		{"POST", sPath + "/files/restore", ids(10_001), "fileIds must not have more than 10000 items"},
		{"POST", sPath + "/reanalyse?ocr=yes", "", "ocr must be true or false"},
		{"PUT", fPath + "/assignee", `{}`, "assigneeId is required"},
		{"PUT", fPath + "/extraction", `{}`, "automatic is required"},
		{"PUT", fPath + "/extraction", `{"automatic":"yes"}`, "automatic must be a boolean"},
		{"PUT", fPath + "/assignee", `{"assigneeId":7}`, "assigneeId must be a string"},
		{"PUT", fPath + "/workflow-status", `{}`, "workflowStatus is required"},
		{"PUT", fPath + "/workflow-status", `{"workflowStatus":null}`, "workflowStatus is required"},
		{"PUT", fPath + "/workflow-status", `{"workflowStatus":"new"}`,
			"workflowStatus must be one of NEW, UNDER_REVIEW, UNDER_APPROVAL, APPROVED"},
		{"PUT", fPath + "/workflow-status", `{"workflowStatus":"NEW","approverId":7}`, "approverId must be a string"},
		{"GET", fPath + "/entities?page=0", "", "page is not valid"},
		{"GET", fPath + "/entities?page=1.5", "", "page is not valid"},
		{"GET", fPath + "/entities?page=1&page=2", "", "page must be given once"},
		{"POST", strings.Replace(fPath, fileID, "x", 1) + "/restore", "", "fileId is not a valid identifier"},
	} {
		s := newSite(t)
		s.want(s.do(request(row.method, row.path, row.body)), 400, row.message)
		if s.asked != nil {
			t.Errorf("%s %s was asked for, want s.asked = nil", row.path, row.body)
		}
	}
	s := newSite(t)
	if a := s.do(request("POST", sPath+"/files/bulk-delete", ids(10_000))); a.StatusCode != 204 {
		t.Errorf("10,000 files: %d %s, want 204", a.StatusCode, a.body)
	}
}

// A manager who is no member may restore a file, and sees it in the answer.
func TestTheAnswerOfAChangeIsOfItsOperation(t *testing.T) {
	for path, op := range map[string]user.Operation{"/restore": user.RestoreFile, "/reanalyse": user.ReanalyseFile} {
		s := newSite(t)
		s.do(request("POST", fPath+path, ""))
		if q, ok := s.asked.(queries.AskFile); !ok || q.For != op || q.IncludeSoftDeleted {
			t.Errorf("%s: got %+v, want the file for %s, if it is not deleted", path, s.asked, op)
		}
	}
}

// If-Match names the record as 21 and 27 show it.
func TestStatesHeedIfMatch(t *testing.T) {
	for path, of := range map[string]string{sPath + "/archive": sPath, sPath + "/restore": sPath, fPath + "/restore": fPath,
		fPath + "/assignee": fPath, fPath + "/extraction": fPath, fPath + "/workflow-status": fPath} {
		method, body := "POST", ""
		if strings.HasSuffix(path, "/assignee") || strings.HasSuffix(path, "/extraction") || strings.HasSuffix(path, "-status") {
			method, body = "PUT", `{"assigneeId":null,"workflowStatus":"NEW","automatic":true}`
		}
		s := newSite(t)
		s.lenient = true
		tag := s.do(request("GET", of, "")).Header.Get("ETag")
		for header, want := range map[string]uint64{tag: map[string]uint64{sPath: 7, fPath: 3}[of],
			`"other"`: commands.NoVersion, "*": 0, "": 0} {
			r := request(method, path, body)
			if header != "" {
				r.Header.Set("If-Match", header)
			}
			s.do(r)
			got := reflect.ValueOf(s.wrote).FieldByName("Request").Interface().(commands.Request)
			if got.ExpectVersion != want {
				t.Errorf("%s with %q: expects %d, want %d", path, header, got.ExpectVersion, want)
			}
		}
	}
}

func TestReanalysedFilesAreNeverNull(t *testing.T) {
	s := newSite(t)
	s.outcome.IDs = nil
	if a := s.do(request("POST", sPath+"/reanalyse", "")); strings.TrimSpace(string(a.body)) != `{"fileIds":[]}` {
		t.Errorf(`got %s, want {"fileIds":[]}`, a.body)
	}
	s.outcome.IDs = []string{fileID}
	if a := s.do(request("POST", sPath+"/reanalyse", "")); strings.TrimSpace(string(a.body)) != `{"fileIds":["`+fileID+`"]}` {
		t.Errorf("got %s, want the ID %s alone", a.body, fileID)
	}
}

func TestEntitiesAsWritten(t *testing.T) {
	s := newSite(t)
	a := s.do(request("GET", fPath+"/entities?page=3", ""))
	if q, ok := s.asked.(queries.AskEntities); !ok || q.Page != 3 || q.FileID != fileID {
		t.Errorf("got %+v, want page 3 of %s", s.asked, fileID)
	}
	var got struct {
		Pages    []map[string]float64
		Entities []map[string]any
	}
	if err := json.Unmarshal(a.body, &got); err != nil || len(got.Entities) != 2 {
		t.Fatalf("%s, want no error and len(got.Entities) = 2", a.body)
	}
	if p := got.Pages[0]; p["width"] != 595.28 || p["rotation"] != 90 {
		t.Errorf(`got %v, want p["width"] = 595.28 and p["rotation"] = 90`, got.Pages)
	}
	if !strings.Contains(string(a.body), `"positions":[{"boxes":[{"height":11.2,"width":88.6,"x":312.4,"y":702.1}],"page":1}]`) {
		t.Errorf("got %s, want one position with its box", a.body)
	}
	if got.Entities[1]["componentNames"] == nil || got.Entities[1]["positions"] == nil {
		t.Errorf(`lists that are null: %s, want got.Entities[1]["componentNames"] != nil and got.Entities[1]["positions"] != nil`, a.body)
	}
}

// TestEntitiesStandAtHundredths: places come from numbers of 32 bits, whose digits
// behind the hundredth mean nothing.
func TestEntitiesStandAtHundredths(t *testing.T) {
	a := newSite(t).do(request("GET", fPath+"/entities", ""))
	if !strings.Contains(string(a.body), `{"height":11.2,"width":88.6,"x":312.4,"y":702.1}`) {
		t.Errorf("%s, want %q in it", a.body, `{"height":11.2,"width":88.6,"x":312.4,"y":702.1}`)
	}
}

// TestWorkThatNeedNotBeWaitedForIsAccepted sends each request that may be answered before its work is done with and without
// the preference for it, and with another one.
func TestWorkThatNeedNotBeWaitedForIsAccepted(t *testing.T) {
	accepted := 0
	for _, o := range stateOperations {
		route, _, err := newSite(t).routes.FindRoute(request(o.method, o.path, ""))
		if err != nil {
			t.Fatal(err)
		}
		if !loadContract(t).Find(o.method, route.Path).Deferrable {
			continue
		}
		for prefer, status := range map[string]int{"respond-async": 202, "wait=5, Respond-Async": 202, "return=minimal": o.status, "": o.status} {
			s := newSite(t)
			s.outcome.Later = status == 202
			r := good(o.method, o.path, o.body)
			r.Header.Set("Prefer", prefer)
			a := s.do(r)
			if a.StatusCode != status || (a.Header.Get("Preference-Applied") == "respond-async") != (status == 202) ||
				strings.HasPrefix(a.Header.Get("Location"), "/api/operations/") != (status == 202) {
				t.Errorf("%s with Prefer: %q: got %d, Preference-Applied %q and Location %q, want %d, and both for 202 alone", o.path, prefer,
					a.StatusCode, a.Header.Get("Preference-Applied"), a.Header.Get("Location"), status)
			}
		}
		accepted++
	}
	if accepted != 8 {
		t.Errorf("got %d operations that need not be waited for, want 8", accepted)
	}
}
