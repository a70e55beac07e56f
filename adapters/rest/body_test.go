package rest

import (
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/seed-62a36931/docket/commands"
	"github.com/seed-62a36931/docket/document"
	"github.com/seed-62a36931/docket/domain/file"
)

func TestBodies(t *testing.T) {
	dossiers, definitions := tPath+"/dossiers", tPath+"/component-definitions"
	overrides, downloads, usage := fPath+"/component-overrides", fPath+"/downloads", "/api/license/usage-reports"
	chosen := sPath + "/files/bulk-download"
	many := func(n int, item string) string { return "[" + strings.Repeat(item+",", n-1) + item + "]" }
	rows := []struct {
		path, body string
		message    string
	}{
		{dossiers, `{"name":`, "The request body is not valid JSON"},
		{dossiers, `{"name":"n"}x`, "The request body is not valid JSON"},
		{dossiers, `{"name":"n"}{}`, "The request body is not valid JSON"},
		{dossiers, "{\"name\":\"\xff\"}", "The request body is not valid JSON"},
		{dossiers, `{"name":"\ud800"}`, "The request body is not valid JSON"},
		{dossiers, `{"name":"n","name":"m"}`, "The request body is not valid JSON"},
		{dossiers, ` `, "The request body is not valid JSON"},
		{dossiers, `[]`, "The request body must be an object"},
		{dossiers, `null`, "The request body is required"},
		{dossiers, `{}`, "name is required"},
		{dossiers, `{"Name":"n"}`, "name is required"},
		{dossiers, `{"name":null}`, "name is required"},
		{dossiers, `{"name":"  "}`, "name is required"},
		{dossiers, `{"name":7}`, "name must be a string"},
		{dossiers, `{"name":"n","description":"` + strings.Repeat("é", 4001) + `"}`, "description must not be longer than 4000"},
		{dossiers, `{"name":"n","memberIds":"x"}`, "memberIds must be an array"},
		{dossiers, `{"name":"n","memberIds":[1]}`, "memberIds must be a string"},
		{dossiers, `{"name":"n","memberIds":[null]}`, "memberIds must not contain null"},
		{dossiers, `{"name":"n","memberIds":["a","a"]}`, "memberIds must not contain duplicates"},
		{dossiers, `{"name":"n","approverIds":["a","a"]}`, "approverIds must not contain duplicates"},
		{dossiers, `{"name":"n","reportTemplateIds":` + many(1001, `"a"`) + `}`, "reportTemplateIds must not have more than 1000 items"},
		{dossiers, `{"name":"n","dueDate":"31.05.2024"}`, "dueDate is not a date-time"},
		{dossiers, `{"name":"n","dueDate":7}`, "dueDate must be a string"},
		{dossiers, `{"name":"n","id":""}`, "id is not a valid identifier"},
		{dossiers, `{"name":"n","id":"x"}`, "id is not a valid identifier"},
		{"/api/dossier-templates", `{"name":"n","description":null}`, "description must not be null; it may be left out"},
		{definitions, `{}`, "The request body must be an array"},
		{definitions, `[]`, "The request body must not be empty"},
		{definitions, `[{}]`, "technicalName is required"},
		{definitions, `[null]`, "The request body must not contain null"},
		{definitions, `[{"technicalName":null,"displayName":"d"}]`, "technicalName is required"},
		{definitions, `[{"technicalName":"t"}]`, "displayName is required"},
		{definitions, `[{"technicalName":" ","displayName":"d"}]`, "technicalName is required"},
		{definitions, `[{"technicalName":"t","displayName":7}]`, "displayName must be a string"},
		{definitions, many(1001, `{"technicalName":"t","displayName":"d"}`), "The request body must not have more than 1000 items"},
		{overrides, `{"componentValues":[]}`, "name is required"},
		{overrides, `{"name":"n"}`, "componentValues is required"},
		{overrides, `{"name":"n","componentValues":null}`, "componentValues is required"},
		{overrides, `{"name":"n","componentValues":[{}]}`, "value is required"},
		{overrides, `{"name":"n","componentValues":[{"value":1}]}`, "value must be a string"},
		{overrides, `{"name":"` + strings.Repeat("n", 256) + `","componentValues":[]}`, "name must not be longer than 255"},
		{overrides, `{"name":"n","componentValues":[{"value":"v","entityReferences":[{"page":1.5}]}]}`, "page must be an integer"},
		{overrides, `{"name":"n","componentValues":[],"note":7}`, "note must be a string"},
		{overrides, `{"name":"n","componentValues":[],"note":"` + strings.Repeat("n", 4001) + `"}`, "note must not be longer than 4000"},
		{overrides, `{"name":"n","componentValues":` + many(1001, `{"value":"v"}`) + `}`,
			"componentValues must not have more than 1000 items"},
		{overrides, `{"name":"n","componentValues":[{"value":"v","entityReferences":[{"page":-7}]}]}`, "page must not be less than 0"},
		{overrides, `{"name":"n","componentValues":[{"value":"v","entityReferences":[{"id":"e"}]}]}`, "id is not a valid identifier"},
		{overrides, `{"name":"n","componentValues":[{"value":"v","places":[{}]}]}`, "page is required"},
		{overrides, `{"name":"n","componentValues":[{"value":"v","places":[{"page":0}]}]}`, "page must not be less than 1"},
		{overrides, `{"name":"n","componentValues":[{"value":"v","places":[{"page":1,"boxes":[{"x":1,"y":1,"width":1}]}]}]}`,
			"height is required"},
		{overrides, `{"name":"n","componentValues":[{"value":"v","places":[{"page":1,"boxes":[{"x":1,"y":1,"width":-1,"height":1}]}]}]}`,
			"width must not be less than 0"},
		{overrides, `{"name":"n","componentValues":[{"value":"v","places":` + many(101, `{"page":1}`) + `}]}`,
			"places must not have more than 100 items"},
		{overrides + "/revert", `{}`, "components is required"},
		{overrides + "/revert", `{"components":["a","a"]}`, "components must not contain duplicates"},
		{overrides + "/revert", `{"components":"a"}`, "components must be an array"},
		{downloads, `{"downloadFileTypes":"PREVIEW"}`, "downloadFileTypes must be an array"},
		{downloads, `{"downloadFileTypes":[null]}`, "downloadFileTypes must be one of ORIGINAL, PREVIEW, EVIDENCE"},
		{downloads, `{"downloadFileTypes":["PDF"]}`, "downloadFileTypes must be one of ORIGINAL, PREVIEW, EVIDENCE"},
		{downloads, `{"downloadFileTypes":["PREVIEW","PREVIEW"]}`, "downloadFileTypes must not contain duplicates"},
		{downloads, `{"redactionPreviewColor":"red"}`, "redactionPreviewColor is not a color"},
		{downloads, `x`, "The request body is not valid JSON"},
		{chosen, `{}`, "fileIds is required"},
		{chosen, `{"fileIds":[]}`, "fileIds is required"},
		{chosen, `{"fileIds":null}`, "fileIds is required"},
		{chosen, `{"fileIds":["x"]}`, "fileIds is not a valid identifier"},
		{chosen, `{"fileIds":["` + fileID + `"],"downloadFileTypes":["X"]}`,
			"downloadFileTypes must be one of ORIGINAL, PREVIEW, EVIDENCE"},
		{usage, `{"endDate":"2024-05-31T00:00:00Z"}`, "startDate is required"},
		{usage, `{"startDate":7,"endDate":"2024-05-31T00:00:00Z"}`, "startDate must be a string"},
		{usage, `{"startDate":"yesterday","endDate":"2024-05-31T00:00:00Z"}`, "startDate is not a date-time"},
		{usage, `{"startDate":"2024-06-01T00:00:00Z","endDate":"2024-05-31T00:00:00Z"}`, "startDate must not be after endDate"},
		{usage, `{"startDate":"2014-05-31T00:00:00Z","endDate":"2024-05-31T00:00:00Z"}`, "The period must not touch more than 120 months"},
	}
	s := newSite(t)
	for _, row := range rows {
		s.wrote = nil
		s.want(s.do(request("POST", row.path, row.body)), 400, row.message)
		if s.wrote != nil {
			t.Errorf("%.60s reached the command, want s.wrote = nil", row.body)
		}
	}
}

func TestChecksOfComponents(t *testing.T) {
	s := newSite(t)
	for body, says := range map[string]string{
		`{"checked":"Total"}`:      "checked must be an array",
		`{"checked":[7]}`:          "checked must be a string",
		`{"unchecked":["a","a"]}`:  "unchecked must not contain duplicates",
		`{"unchecked":["a",null]}`: "unchecked must not contain null",
	} {
		s.want(s.do(request("PUT", fPath+"/component-checks", body)), 400, says)
	}
	s.do(request("PUT", fPath+"/component-checks", `{"checked":["Total","Date"]}`))
	c, ok := s.wrote.(commands.SetComponentChecks)
	if !ok || !slices.Equal(c.Checked, []string{"Total", "Date"}) || c.Unchecked != nil || c.FileID != fileID || c.DossierID != dossierID {
		t.Errorf("got %+v, want Total and Date of %s checked", s.wrote, fileID)
	}
	a := s.do(request("GET", fPath+"/components?includeDetails=true", ""))
	const told = `"attention":[{"code":"OVERRIDE_STALE","detail":"3"}],"checked":{"at":"2024-05-31T08:15:30.250+00:00","by":"` +
		userID + `"}`
	if !strings.Contains(string(a.body), told) || !strings.Contains(string(a.body), `"attention":[],"checked":null`) {
		t.Errorf(`%s does not have %s, want string(a.body) with %v and string(a.body) with "attention":[],"checked":null`,
			a.body, told, told)
	}
	a = s.do(request("GET", fPath, ""))
	if got := string(a.body); !strings.Contains(got, `"attention":null`) || !strings.Contains(got, `"checked":2`) ||
		!strings.Contains(got, `"components":4`) || !strings.Contains(got, `"overridden":1`) {
		t.Errorf(`got %s, want it with "attention":null, it with "checked":2, it with "components":4 and it with "overridden":1`, got)
	}
}

func TestBodySizeAndType(t *testing.T) {
	s := newSite(t)
	large := `{"name":"` + strings.Repeat("n", 1<<20) + `"}`
	s.want(s.do(request("POST", tPath+"/dossiers", large)), 413, "The request body is too large")
	s.want(s.do(request("POST", tPath+"/dossiers", `{"name":"n"}`, "Content-Type", "")), 415, "Content-Type must be application/json")
	s.want(s.do(request("POST", tPath+"/dossiers", large, "Content-Type", "text/plain")), 415, "Content-Type must be application/json")
	s.want(s.do(request("POST", tPath+"/dossiers", `{"name":"n"}`, "Content-Type", "application/json; charset=utf-8")), 201, "")
	s.want(s.do(request("POST", tPath+"/dossiers", "", "Content-Type", "application/json")), 400, "The request body is not valid JSON")
	s.want(s.do(request("POST", fPath+"/downloads", "")), 200, "")
	s.want(s.do(request("POST", fPath+"/downloads", "{}", "Content-Type", "text/plain")), 415, "Content-Type must be application/json")
}

// Absent, null and set are three things, and reach the command as such.
func TestFieldsReachTheCommand(t *testing.T) {
	s := newSite(t)
	s.outcome.Created = false
	a := s.do(request("POST", tPath+"/dossiers", `{"id":"`+strings.ToUpper(dossierID)+`","name":"n","date":1,"description":null,
		"dueDate":null,"dossierStatusId":"S","memberIds":[],"approverIds":["A"],"ownerId":"O"}`))
	if a.StatusCode != 200 || a.Header.Get("Location") != "" {
		t.Error(a.StatusCode, a.Header)
	}
	c := s.wrote.(commands.SaveDossier)
	if c.ID != dossierID || c.Description != nil || !c.DueDate.Given || c.DueDate.Value != nil || *c.StatusID.Value != "s" ||
		c.MemberIDs == nil || len(*c.MemberIDs) != 0 || (*c.ApproverIDs)[0] != "a" || c.ReportTemplateIDs != nil ||
		*c.OwnerID != "o" || c.ExpectVersion != 0 {
		t.Errorf("got %+v, want the fields of the request alone", c)
	}
	s.do(request("POST", tPath+"/dossiers", `{"id":null,"name":"n","dueDate":"2024-05-31T10:15:30.9999+02:00"}`))
	c = s.wrote.(commands.SaveDossier)
	if c.ID != "" || !c.DueDate.Value.Equal(time.Date(2024, 5, 31, 8, 15, 30, 999_000_000, time.UTC)) || c.StatusID.Given {
		t.Errorf("got %+v, want a new dossier with its due date", c)
	}
	if c.CommandID == [16]byte{} || c.Correlation == "" || c.Caller.Username != "mira" {
		t.Errorf(`got %+v, want c.CommandID other than {}, c.Correlation other than "" and c.Caller.Username = mira`, c.Request)
	}
}

func TestOtherBodiesReachTheCommand(t *testing.T) {
	s := newSite(t)
	s.do(request("POST", fPath+"/downloads", `{"downloadFileTypes":["PREVIEW"],"redactionPreviewColor":"f5c542"}`))
	d := s.wrote.(commands.RequestDownload)
	if (*d.FileTypes)[0] != "PREVIEW" || d.PreviewColor != "#F5C542" || d.ReportTemplateIDs != nil || d.FileIDs[0] != fileID {
		t.Errorf("got %+v, want previews of %s in F5C542", d, fileID)
	}
	s.do(request("POST", sPath+"/downloads", `{}`))
	if d := s.wrote.(commands.RequestDownload); d.FileIDs != nil || d.DossierID != dossierID || d.FileTypes != nil {
		t.Errorf("got %+v, want d.FileIDs = nil, d.DossierID = %v and d.FileTypes = nil", d, dossierID)
	}
	s.do(request("POST", sPath+"/files/bulk-download", `{"fileIds":["`+strings.ToUpper(fileID)+`","`+fileID+`"]}`))
	if d := s.wrote.(commands.RequestDownload); len(d.FileIDs) != 2 || d.FileIDs[0] != fileID {
		t.Errorf("%+v, want len(d.FileIDs) = 2 and d.FileIDs[0] = %v", d, fileID)
	}
	s.do(request("POST", fPath+"/component-overrides", `{"name":"Total","note":null,"componentValues":[]}`))
	if o := s.wrote.(commands.OverrideComponent); o.Note != "" {
		t.Errorf("%+v, want o.Note = nothing", o)
	}
	s.do(request("POST", fPath+"/component-overrides",
		`{"name":"Total","note":"as printed","componentValues":[{"value":"1","originalValue":null,
		"valueDescription":"","entityReferences":[{"id":"`+defID+`","page":2}],
		"places":[{"page":3},{"page":4,"boxes":[{"x":1,"y":2,"width":3,"height":4}]}]},{"value":"","places":null}]}`))
	o := s.wrote.(commands.OverrideComponent)
	if len(o.Values) != 2 || o.Note != "as printed" || o.Values[0].OriginalValue != nil || *o.Values[0].Description != "" ||
		(*o.Values[0].References)[0].Page != 2 || o.Values[1].References != nil {
		t.Errorf("got %+v, want two values, a note and the reference of page 2", o)
	}
	places := []file.Place{{Page: 3, Boxes: []document.Rect{}}, {Page: 4, Boxes: []document.Rect{{X: 1, Y: 2, Width: 3, Height: 4}}}}
	if !reflect.DeepEqual(o.Values[0].Places, places) || o.Values[1].Places != nil {
		t.Errorf("places: %+v, want %v and o.Values[1].Places = nil", o.Values, places)
	}
}

// TestChosenFilesAreRefusedWhereTheyWouldBeIgnored: in packages of all files, and of one.
func TestChosenFilesAreRefusedWhereTheyWouldBeIgnored(t *testing.T) {
	s := newSite(t)
	for _, path := range []string{sPath + "/downloads", sPath + "/files/" + fileID + "/downloads"} {
		s.want(s.do(request("POST", path, `{"fileIds":["`+fileID+`"]}`)), 400,
			"fileIds is not taken here: a package of chosen files is asked for at files/bulk-download")
		s.want(s.do(request("POST", path, `{"fileIds":[]}`)), 200, "")
	}
}
