package rest

import (
	"encoding/json"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/seed-62a36931/docket/queries"
)

func TestPagesOfFilesAskForWhatTheQuerySays(t *testing.T) {
	var filters = "limit=7&cursor=x&sort=-added&workflowStatus=NEW&workflowStatus=APPROVED&processingStatus=ERROR&assignee=ME&hasUpdates=true&attention=true&hasFindings=true&duplicates=false&sha256=" + strings.Repeat("0A", 32) + "&q=inv&counts=true"
	for _, path := range []string{"/api/files", sPath + "/files"} {
		s := newSite(t)
		a := s.do(request("GET", path+"?"+filters, ""))
		asked, ok := s.asked.(queries.AskFilePage)
		if a.StatusCode != 200 || !ok {
			t.Fatalf("%s: %d %s, asked %T, want 200 of the list", path, a.StatusCode, a.body, s.asked)
		}
		yes, no := true, false
		want := queries.AskFilePage{Caller: asked.Caller, TemplateID: asked.TemplateID, DossierID: asked.DossierID, Groups: asked.Groups,
			FileFilter: queries.FileFilter{WorkflowStatus: []string{"NEW", "APPROVED"}, ProcessingStatus: []string{"ERROR"},
				Assignee: "me", HasUpdates: &yes, Attention: &yes,
				HasFindings: &yes, Duplicates: &no, SHA256: strings.Repeat("0a", 32), Query: "inv"},
			Sort: "-added", Limit: 7, Cursor: "x", Counts: true}
		if !reflect.DeepEqual(asked, want) {
			t.Errorf("%s: asked for %+v, want %+v", path, asked, want)
		}
		var page struct {
			NextCursor *string
			Total      *int
			Counts     struct{ Assignee struct{ None int } }
		}
		if err := json.Unmarshal(a.body, &page); err != nil || *page.NextCursor != "more" || *page.Total != 1 ||
			page.Counts.Assignee.None != 1 {
			t.Errorf("%s: got %s, %v, want the cursor more, 1 in total and 1 without assignee", path, a.body, err)
		}
	}
}

// Without the parameters of pages a list is what it was before there were pages.
func TestWholeListsHaveNoFieldsOfPages(t *testing.T) {
	s := newSite(t)
	for _, path := range []string{sPath + "/files", tPath + "/dossiers"} {
		if a := s.do(request("GET", path+"?includeArchived=true", "")); strings.Contains(string(a.body), "nextCursor") ||
			strings.Contains(string(a.body), "total") || strings.Contains(string(a.body), `"counts"`) {
			t.Errorf(`%s: got %s, want it without nextCursor, it without total and it without "counts"`, path, a.body)
		}
	}
}

func TestPagesOfDossiersAskForWhatTheQuerySays(t *testing.T) {
	for _, path := range []string{"/api/dossiers", tPath + "/dossiers"} {
		s := newSite(t)
		s.dossier.Counts = &queries.DossierCounts{Files: 3, LastChange: moment0, WorkflowStatus: map[string]int64{"NEW": 3},
			ProcessingStatus: map[string]int64{}}
		a := s.do(request("GET", path+"?limit=7&cursor=x&sort=name&dossierStatusId="+defID+"&ownerId="+userID+"&memberId="+
			userID+"&q=may&includeCounts=true"+
			"&dossierId="+dossierID+"&dossierId="+fileID+"&attribute="+defID+
			":a:B&dueBefore=2024-05-31T10:15:30%2B02:00&processingStatus=ERROR&hasUpdates=true&counts=true", ""))
		asked, ok := s.asked.(queries.AskDossierPage)
		want := queries.DossierFilter{IDs: []string{dossierID, fileID}, StatusID: defID, OwnerID: userID, MemberID: userID,
			DueBefore:        asked.DueBefore,
			ProcessingStatus: []string{"ERROR"}, HasUpdates: new(true), Query: "may",
			Attributes: []queries.AttributeFilter{{ID: defID, Part: "a:B"}}}
		if !ok || asked.DueBefore == nil || !asked.DueBefore.Equal(time.Date(2024, 5, 31, 8, 15, 30, 0, time.UTC)) || !asked.Total {
			t.Errorf("%s: %d %s, asked for %+v, want the due date with its total", path, a.StatusCode, a.body, asked)
		}
		if a.StatusCode != 200 || !reflect.DeepEqual(asked.DossierFilter, want) || asked.Limit != 7 || asked.Cursor != "x" ||
			asked.Sort != "name" || !asked.Counts {
			t.Errorf("%s: %d %s, asked for %+v, want 200 and %+v", path, a.StatusCode, a.body, asked, want)
		}
		if body := string(a.body); !strings.Contains(body, `"nextCursor":"more"`) || !strings.Contains(body, `"files":3`) ||
			!strings.Contains(body, `"total":7`) {
			t.Errorf(`%s: got %s, want body with "nextCursor":"more", body with "files":3 and body with "total":7`, path, a.body)
		}
	}
}

func TestPagesOfTheTrash(t *testing.T) {
	s := newSite(t)
	a := s.do(request("GET", "/api/trash?limit=7&cursor=x&kind=FILE&purgeBefore=2024-05-31T08:15:30Z&dossierId="+dossierID+
		"&dossierTemplateId="+templateID, ""))
	asked, ok := s.asked.(queries.AskTrash)
	want := queries.AskTrash{Caller: asked.Caller, TemplateID: templateID, DossierID: dossierID, Kind: queries.KindFile,
		Limit: 7, Cursor: "x",
		Before: new(time.Date(2024, 5, 31, 8, 15, 30, 0, time.UTC))}
	if a.StatusCode != 200 || !ok || !reflect.DeepEqual(asked, want) {
		t.Errorf("%d %s, asked for %+v, want %+v", a.StatusCode, a.body, s.asked, want)
	}
	for _, part := range []string{`"nextCursor":"more"`, `"total":7`, `"kind":"FILE"`, `"size":3`, `"files":null`,
		`"mayRestore":true`, `"mayDeletePermanently":false`} {
		if !strings.Contains(string(a.body), part) {
			t.Errorf("got %s, want %s in it", a.body, part)
		}
	}
	s.want(s.do(request("GET", "/api/trash?kind=PAGE", "")), 400, "kind is not valid")
	s.want(s.do(request("GET", "/api/trash?purgeBefore=soon", "")), 400, "purgeBefore is not a date-time")
	s.want(s.do(request("GET", "/api/trash?limit=501", "")), 400, "limit is not valid")
}

func TestCountsOfDossiers(t *testing.T) {
	s := newSite(t)
	s.dossier.Counts = &queries.DossierCounts{Files: 3, LastChange: moment0, WorkflowStatus: map[string]int64{"NEW": 3},
		ProcessingStatus: map[string]int64{}}
	a := s.do(request("GET", sPath+"?includeCounts=true", ""))
	if a.StatusCode != 200 || a.Header.Get("ETag") != "" || !strings.Contains(string(a.body), `"counts":{`) {
		t.Errorf("got %d %s with the tag %q, want counts and no tag", a.StatusCode, a.body, a.Header.Get("ETag"))
	}
	if asked := s.asked.(queries.AskDossier); !asked.Counts {
		t.Errorf("asked for %+v, want asked.Counts", asked)
	}
	a = s.do(request("GET", tPath+"/dossiers?includeCounts=true", ""))
	if asked := s.asked.(queries.AskDossiers); a.StatusCode != 200 || !asked.Counts {
		t.Errorf("%d, asked for %+v, want a.StatusCode = 200 and asked.Counts", a.StatusCode, asked)
	}
}

func TestListsRefuse(t *testing.T) {
	s := newSite(t)
	for target, message := range map[string]string{
		"/api/files?assignee=nobody":                    "assignee is not valid",
		"/api/files?workflowStatus=NEW&workflowStatus=": "",
		"/api/files?workflowStatus=OLD":                 "workflowStatus is not valid",
		"/api/files?processingStatus=new":               "processingStatus is not valid",
		"/api/files?limit=501":                          "limit is not valid",
		"/api/files?hasUpdates=1":                       "hasUpdates must be true or false",
		"/api/files?attention=2":                        "attention must be true or false",
		"/api/files?limit=1&limit=2":                    "limit must be given once",
		"/api/dossiers?ownerId=me":                      "ownerId is not a valid identifier",
		"/api/dossiers?dossierId=me":                    "dossierId is not a valid identifier",
		"/api/dossiers?attribute=region:south":          "attribute is not valid",
		"/api/dossiers?attribute=" + defID:              "attribute is not valid",
		"/api/dossiers?dueBefore=today":                 "dueBefore is not a date-time",
		"/api/dossiers?processingStatus=new":            "processingStatus is not valid",
		"/api/dossiers?hasUpdates=1":                    "hasUpdates must be true or false",
		"/api/dossiers?counts=1":                        "counts must be true or false",
		"/api/dossiers?memberId=me":                     "memberId is not a valid identifier",
		"/api/dossiers?includeCounts=2":                 "includeCounts must be true or false",
		sPath + "/files?assignee=nobody":                "assignee is not valid",
		sPath + "/files?counts=2":                       "counts must be true or false",
		sPath + "/files?limit=1&asOf=2024-05-31":        "asOf cannot be used with parameters of pages",
		sPath + "?includeCounts=true&asOf=2024-05-31":   "asOf cannot be used with includeCounts",
	} {
		a := s.do(request("GET", target, ""))
		if message == "" && a.StatusCode != 200 || message != "" && (a.StatusCode != 400 || a.message() != message) {
			t.Errorf("%s: got %d %s, want %q", target, a.StatusCode, a.body, message)
		}
	}
}

func TestPagesOfComponents(t *testing.T) {
	s := newSite(t)
	a := s.do(request("GET", sPath+"/components?limit=7&cursor=x&sort=filename&includeDetails=true", ""))
	asked, ok := s.asked.(queries.AskFilePage)
	if a.StatusCode != 200 || !ok || asked.Limit != 7 || asked.Cursor != "x" || asked.Sort != "filename" || asked.DossierID != dossierID {
		t.Errorf("%d %s, asked for %+v, want 200 and 7 of %s by filename, after x",
			a.StatusCode, a.body, s.asked, dossierID)
	}
	if !strings.Contains(string(a.body), `"nextCursor":"more"`) || !strings.Contains(string(a.body), `"total":7`) {
		t.Errorf(`got %s, want string(a.body) with "nextCursor":"more" and string(a.body) with "total":7`, a.body)
	}
	s.want(s.do(request("GET", sPath+"/components?limit=7&asOf=2024-05-31", "")), 400, "asOf cannot be used with parameters of pages")
	s.want(s.do(request("GET", sPath+"/components?limit=7", "", "Accept", "application/xml")), 400, "An answer in XML has no pages")
	if a := s.do(request("GET", sPath+"/components", "")); strings.Contains(string(a.body), "nextCursor") {
		t.Errorf("without parameters of pages: got %s, want no %q in it", a.body, "nextCursor")
	}
}
