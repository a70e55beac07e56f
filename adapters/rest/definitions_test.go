package rest

import (
	"net/http"
	"reflect"
	"strings"
	"testing"

	"github.com/seed-62a36931/docket/adapters/rest/templates"
	"github.com/seed-62a36931/docket/commands"
	"github.com/seed-62a36931/docket/domain"
	"github.com/seed-62a36931/docket/domain/template"
	"github.com/seed-62a36931/docket/queries"
)

// TestDefinitionsReachTheirCommand wants every field of every kind handed on.
func TestDefinitionsReachTheirCommand(t *testing.T) {
	for _, row := range []struct {
		method, path, body string
		of                 string
		want               template.Definition
	}{
		{"POST", statuses1, `{"name":"A","description":"d","rank":3,"color":"#aBcDeF","dossierCount":9}`, template.KindDossierStatus,
			template.Definition{Name: "A", Description: "d", Rank: 3, Color: "#aBcDeF"}},
		{"PUT", statuses1 + "/" + strings.ToUpper(defID), `{"name":"A","description":null,"rank":null,"color":null}`,
			template.KindDossierStatus, template.Definition{ID: defID, Name: "A"}},
		{"POST", ofDossiers,
			`{"name":"A","type":"IMAGE","editable":true,"displayedInDossierList":true,"filterable":true,"placeholder":"x"}`,
			template.KindDossierAttribute,
			template.Definition{Name: "A", Type: "IMAGE", Editable: true, Displayed: true, Filterable: true}},
		{"PUT", ofDossiers + "/" + defID, `{"name":"A","type":"TEXT","filterable":true}`, template.KindDossierAttribute,
			template.Definition{ID: defID, Name: "A", Type: "TEXT", Filterable: true}},
		{"POST", ofFiles,
			`{"name":"A","type":"DATE","csvColumnHeader":"c","editable":true,"primaryAttribute":true,"displayedInFileList":true,"filterable":true}`, template.KindFileAttribute,
			template.Definition{Name: "A", Type: "DATE", CSVColumn: "c", Editable: true, Primary: true, Displayed: true, Filterable: true}},
		{"PUT", ofFiles + "/" + defID, `{"name":"A","type":null,"csvColumnHeader":"c","primaryAttribute":true}`, template.KindFileAttribute,
			template.Definition{ID: defID, Name: "A", CSVColumn: "c", Primary: true}},
		{"POST", entities1,
			`{"displayName":"A","description":"d","rank":1000000000,"kind":"HINT","color":"#111111","recommendationColor":"#222222","hasDictionary":true,"caseSensitive":true,"technicalName":"x"}`,
			template.KindEntity, template.Definition{Name: "A", Description: "d", Rank: 1e9, Kind: "HINT", Color: "#111111",
				Recommended: "#222222", HasDictionary: true, CaseSensitive: true}},
		{"PUT", entities1 + "/" + defID, `{"displayName":"A","kind":null,"rank":2.0}`, template.KindEntity,
			template.Definition{ID: defID, Name: "A", Rank: 2}},
	} {
		s := newSite(t)
		a := s.do(request(row.method, row.path, row.body))
		c, _ := s.wrote.(commands.SaveDefinition)
		if c.TemplateID != templateID || c.Of != row.of || c.Definition != row.want || c.Caller.ID != userID {
			t.Errorf("%s %s: %+v, want c.TemplateID = %v, c.Of = %v, c.Definition = %v and c.Caller.ID = %v", row.method,
				row.body, c, templateID, row.of, row.want, userID)
		}
		status := map[string]int{"POST": 201, "PUT": 200}[row.method]
		if a.StatusCode != status || a.Header.Get("Docket-Position") != "42" || s.awaited != 42 ||
			!strings.Contains(string(a.body), `"id":"`+defID+`"`) {
			t.Errorf("%s %s: got %d %s, want %d with the definition, read at position 42",
				row.method, row.path, a.StatusCode, a.body, status)
		}
	}
}

// TestExpectationsReachTheirCommand wants what is named handed on, and nothing else.
func TestExpectationsReachTheirCommand(t *testing.T) {
	yes, no, format := true, false, "[0-9]+"
	full := template.ExpectationChange{Required: &yes, Multiple: &no, Format: &format}
	columns := template.ExpectationChange{Columns: &[]template.Column{
		{TechnicalName: "a", DisplayName: "A", Format: "DATE", Required: true}, {TechnicalName: "b", DisplayName: "B"}}}
	for said, want := range map[string]template.ExpectationChange{
		``: {}, `,"required":null,"multiple":null,"format":null`: {}, `,"required":true,"multiple":false,"format":"[0-9]+"`: full,
		`,"columns":[{"technicalName":"a","displayName":"A","format":"DATE","required":true},{"technicalName":"b","displayName":"B","required":null}]`: columns,
		`,"checks":["a = b"]`: {Checks: &[]string{"a = b"}}, `,"checks":null`: {},
		`,"columns":null`: {}, `,"columns":[]`: {Columns: &[]template.Column{}},
	} {
		s := newSite(t)
		a := s.do(request("POST", tPath+"/component-definitions", `[{"technicalName":"a","displayName":"A"`+said+`}]`))
		c, _ := s.wrote.(commands.CreateDefinitions)
		if a.StatusCode != 201 || len(c.Definitions) != 1 || !reflect.DeepEqual(c.Definitions[0].ExpectationChange, want) ||
			!strings.Contains(string(a.body), `"required":true`) || !strings.Contains(string(a.body), `"multiple":false`) ||
			!strings.Contains(string(a.body), `"format":"[0-9]+"`) {
			t.Errorf("%s: got %+v, %d %s, want 201 and %+v", said, c, a.StatusCode, a.body, want)
		}
		s = newSite(t)
		a = s.do(request("PUT", tPath+"/component-definitions", `[{"id":"`+defID+`","displayName":"A","description":""`+said+`}]`))
		u, _ := s.wrote.(commands.UpdateDefinitions)
		if a.StatusCode != 200 || len(u.Changes) != 1 || !reflect.DeepEqual(u.Changes[0].ExpectationChange, want) {
			t.Errorf("%s: %+v, %d %s, want a.StatusCode = 200, len(u.Changes) = 1 and u.Changes[0].ExpectationChange = %v",
				said, u, a.StatusCode, a.body, want)
		}
	}
	for said, message := range map[string]string{`"required":"yes"`: "required must be a boolean",
		`"multiple":1`: "multiple must be a boolean",
		`"format":7`:   "format must be a string", `"format":"` + strings.Repeat("a", 201) + `"`: "format must not be longer than 200",
		`"columns":[{"technicalName":"a"}]`: "displayName is required", `"columns":{}`: "columns must be an array"} {
		s := newSite(t)
		s.expectRefused(s.do(request("POST", tPath+"/component-definitions", `[{"technicalName":"a","displayName":"A",`+said+
			`}]`)), 400, message)
		s.expectRefused(s.do(request("PUT", tPath+"/component-definitions",
			`[{"id":"`+defID+`","displayName":"A","description":"",`+said+`}]`)), 400, message)
	}
	s := newSite(t)
	a := s.do(request("GET", fPath+"/components?includeDetails=true", ""))
	if !strings.Contains(string(a.body),
		`"missingComponents":[{"attention":[{"code":"MISSING","detail":""}],"checked":null,"componentValues":[],"name":"pear"`) {
		t.Errorf("got %s, want the missing component pear", a.body)
	}
	if a := s.do(request("GET", fPath+"/components", "")); strings.Contains(string(a.body), "missingComponents") {
		t.Errorf("without details: %s, want no %q in it", a.body, "missingComponents")
	}
}

func TestDeletionsReachTheirCommand(t *testing.T) {
	other := strings.ToUpper(fileID)
	for path, want := range map[string]commands.DeleteDefinition{
		statuses1 + "/" + defID:                             {Of: template.KindDossierStatus},
		statuses1 + "/" + defID + "?replacementId=":         {Of: template.KindDossierStatus},
		statuses1 + "/" + defID + "?replacementId=" + other: {Of: template.KindDossierStatus, Replacement: fileID},
		ofDossiers + "/" + defID + "?replacementId=no":      {Of: template.KindDossierAttribute},
		ofFiles + "/" + defID:                               {Of: template.KindFileAttribute},
		entities1 + "/" + defID:                             {Of: template.KindEntity},
	} {
		s := newSite(t)
		s.lenient = true
		a := s.do(request("DELETE", path, ""))
		c, _ := s.wrote.(commands.DeleteDefinition)
		if want.Request, want.TemplateID, want.ID = c.Request, templateID, defID; !reflect.DeepEqual(c, want) ||
			a.StatusCode != 204 || len(a.body) != 0 || a.Header.Get("Docket-Position") != "42" {
			t.Errorf(`%s: %+v, %d %s, want c = %v, a.StatusCode = 204, no a.body and a.Header.Get("Docket-Position") = 42`,
				path, c, a.StatusCode, a.body, want)
		}
	}
	s := newSite(t)
	s.expectRefused(s.do(request("DELETE", statuses1+"/"+defID+"?replacementId=1", "")), 400, "replacementId is not a valid identifier")
	s.expectRefused(s.do(request("DELETE", statuses1+"/"+defID+"?replacementId="+fileID+"&replacementId="+fileID, "")), 400,
		"replacementId must be given once")
}

func TestBadFieldsOfDefinitions(t *testing.T) {
	long := strings.Repeat("x", 4001)
	rows := map[string]map[string]string{
		statuses1: {`{}`: "name is required", `{"name":null}`: "name is required", `{"name":"  "}`: "name is required",
			`{"name":7}`: "name must be a string", `[]`: "The request body must be an object",
			`{"name":"A","description":7}`:              "description must be a string",
			`{"name":"A","description":"` + long + `"}`: "description must not be longer than 4000",
			`{"name":"A","rank":0}`:                     "rank must not be less than 1",
			`{"name":"A","rank":-1}`:                    "rank must not be less than 1",
			`{"name":"A","rank":1.5}`:                   "rank must be an integer",
			`{"name":"A","rank":"1"}`:                   "rank must be an integer",
			`{"name":"A","rank":1e20}`:                  "rank must not be more than 1000000000",
			`{"name":"A","color":"red"}`:                "color is not a color", `{"name":"A","color":"#12345"}`: "color is not a color",
			`{"name":"A","color":"123456"}`:    "color is not a color",
			`{"name":"A","color":"#123456\n"}`: "color is not a color", `{"name":"A","color":""}`: "color is not a color"},
		ofDossiers: {`{"name":"A"}`: "type is required", `{"name":"A","type":null}`: "type is required",
			`{"name":"A","type":"text"}`:                   "type must be one of DATE, IMAGE, NUMBER, TEXT",
			`{"name":"A","type":7}`:                        "type must be one of DATE, IMAGE, NUMBER, TEXT",
			`{"name":"A","type":"TEXT","editable":"true"}`: "editable must be a boolean",
			`{"name":"A","type":"TEXT","filterable":1}`:    "filterable must be a boolean"},
		ofFiles: {`{"name":"A","type":"IMAGE"}`: "type must be one of DATE, NUMBER, TEXT",
			`{"name":"A","type":"TEXT","csvColumnHeader":7}`:   "csvColumnHeader must be a string",
			`{"name":"A","type":"TEXT","primaryAttribute":[]}`: "primaryAttribute must be a boolean"},
		entities1: {`{"name":"A"}`: "displayName is required",
			`{"displayName":"A","kind":"NONE"}`:                "kind must be one of ENTITY, HINT",
			`{"displayName":"A","recommendationColor":"blue"}`: "recommendationColor is not a color",
			`{"displayName":"A","hasDictionary":{}}`:           "hasDictionary must be a boolean"},
	}
	for path, bodies := range rows {
		for body, message := range bodies {
			s := newSite(t)
			s.expectRefused(s.do(request("POST", path, body)), 400, message)
			if strings.HasPrefix(message, "type is required") {
				continue
			}
			s.expectRefused(s.do(request("PUT", path+"/"+defID, body)), 400, message)
		}
	}
}

func TestTermsAreReadAsText(t *testing.T) {
	s := newSite(t)
	s.content = "Acme\nÄpfel\n"
	a := s.do(request("GET", dictionary1, ""))
	if q := s.asked.(queries.AskDictionary); a.StatusCode != 200 || string(a.body) != s.content ||
		a.Header.Get("Content-Type") != "text/plain; charset=utf-8" ||
		q.EntityID != defID || q.List != template.ListEntries || q.TemplateID != templateID {
		t.Errorf("%d %q %v, asked %+v, want the list of %s as text", a.StatusCode, a.body, a.Header, q, defID)
	}
	for _, kind := range []string{"text/plain", "text/plain; charset=utf-8", "TEXT/PLAIN"} {
		s := newSite(t)
		a := s.do(request("PUT", entities1+"/"+defID+"/dictionaries/others", " Acme\r\n", "Content-Type", kind))
		if c, _ := s.wrote.(commands.SetDictionary); a.StatusCode != 204 || string(c.Content) != " Acme\r\n" ||
			c.EntityID != defID || c.List != "others" {
			t.Errorf("%s: got %d %s, %+v, want 204 and the list others of %s", kind, a.StatusCode, a.body, c, defID)
		}
	}
	s = newSite(t)
	if a := s.do(request("PUT", dictionary1, "", "Content-Type", "text/plain")); a.StatusCode != 204 || len(s.wrote.(commands.SetDictionary).Content) != 0 {
		t.Errorf("an empty list: %d %s, want 204 and no content", a.StatusCode, a.body)
	}
}

func TestTermsThatAreRefused(t *testing.T) {
	small := func(c *Config) { c.MaxTerms = 10 }
	for name, row := range map[string]struct {
		request *http.Request
		status  int
		message string
	}{
		"just fits": {request("PUT", dictionary1, strings.Repeat("x", 10), "Content-Type", "text/plain"), 204, ""},
		"too large": {request("PUT", dictionary1, strings.Repeat("x", 11), "Content-Type", "text/plain"), 413,
			"The file is too large"},
		"JSON":    {request("PUT", dictionary1, `["Acme"]`), 415, "Content-Type must be text/plain"},
		"no type": {request("PUT", dictionary1, "Acme", "Content-Type", ""), 415, "Content-Type must be text/plain"},
		"csv":     {request("PUT", dictionary1, "Acme", "Content-Type", "text/csv"), 415, "Content-Type must be text/plain"},
		"bad template": {request("PUT", strings.Replace(dictionary1, templateID, "1", 1), "Acme", "Content-Type",
			"text/plain"), 400, "dossierTemplateId is not a valid identifier"},
		"bad entity": {request("PUT", strings.Replace(dictionary1, defID, "1", 1), "Acme", "Content-Type", "text/plain"),
			400, "entityId is not a valid identifier"},
		"bad entity too": {request("GET", strings.Replace(dictionary1, defID, "1", 1), ""), 400, "entityId is not a valid identifier"},
	} {
		s := newSite(t, small)
		a := s.do(row.request)
		if a.StatusCode != row.status || a.message() != row.message || row.status != 204 && s.wrote != nil {
			t.Errorf("%s: got %d %s, want %d %s", name, a.StatusCode, a.body, row.status, row.message)
		}
	}
	unsized := request("PUT", dictionary1, strings.Repeat("x", 11), "Content-Type", "text/plain")
	unsized.ContentLength = -1
	s := newSite(t, small)
	s.expectRefused(s.do(unsized), 413, "The file is too large")
}

func TestReportTemplatesAreUploadedAndDownloaded(t *testing.T) {
	s := newSite(t)
	a := s.do(request("GET", reports1+"/"+defID, ""))
	if a.StatusCode != 200 || string(a.body) != s.content || a.Header.Get("Content-Type") != templates.OfficeTypes[".xlsx"] ||
		a.Header.Get("Content-Disposition") != `attachment; filename="_bersicht.xlsx"; filename*=utf-8''%C3%9Cbersicht.xlsx` {
		t.Errorf("got %d %q %v, want 200, the sheet and its name", a.StatusCode, a.body, a.Header)
	}
	sum := "Sum"
	for _, row := range []struct {
		request *http.Request
		status  int
		content string
		want    commands.StoreReportTemplate
	}{
		{sheetTo("POST", reports1, "file", "a/b.xlsx", "PK"), 201, "b.xlsx|PK", commands.StoreReportTemplate{}},
		{sheetTo("POST", reports1+"?name=Sum&multiFileReport=true&activeByDefault=true", "file", "b.docx", "PK"), 201, "b.docx|PK",
			commands.StoreReportTemplate{Name: &sum, Multi: true, ActiveByDefault: true}},
		{sheetTo("PUT", reports1+"/"+defID+"?name=Sum&multiFileReport=false"), 200, "no file",
			commands.StoreReportTemplate{ID: defID, Name: &sum}},
		{sheetTo("PUT", reports1+"/"+defID+"?name=&activeByDefault=true"), 200, "no file",
			commands.StoreReportTemplate{ID: defID, ActiveByDefault: true}},
		{sheetTo("PUT", reports1+"/"+defID, "file", "c.xlsx", "PK"), 200, "c.xlsx|PK", commands.StoreReportTemplate{ID: defID}},
	} {
		s := newSite(t)
		a := s.do(row.request)
		c, _ := s.wrote.(commands.StoreReportTemplate)
		row.want.Request, row.want.TemplateID = c.Request, templateID
		if c.Open, c.Complete = nil, nil; !reflect.DeepEqual(c, row.want) || string(s.uploaded) != row.content ||
			a.StatusCode != row.status || a.Header.Get("Docket-Position") != "42" {
			t.Errorf(`%+v, %q, %d %s, want c = %v, string(s.uploaded) = %v, a.StatusCode = %v and `+
				`a.Header.Get("Docket-Position") = 42`, c, s.uploaded, a.StatusCode, a.body, row.want, row.content, row.status)
		}
	}
	s = newSite(t)
	if a := s.do(request("DELETE", reports1+"/"+defID, "")); a.StatusCode != 204 || s.wrote.(commands.DeleteReportTemplate).ID != defID {
		t.Errorf("got %d %s, want 204 for %s", a.StatusCode, a.body, defID)
	}
	s.fail = domain.Faultf(domain.Unsupported, "Unsupported file type: a.xlsm")
	s.want(s.do(sheetTo("POST", reports1, "file", "a.xlsm", "PK")), 415, "Unsupported file type: a.xlsm")
}

// TestWrittenDefinitionsAreReadBack wants no answer that the views do not hold.
func TestWrittenDefinitionsAreReadBack(t *testing.T) {
	found := []string{"a", "b"}
	if got, err := templates.FindWritten(found, nil, func(s string) bool { return s == "b" }); got != "b" || err != nil {
		t.Errorf("%q, %v, want got = %q and no error", got, err, "b")
	}
	for _, failure := range []error{nil, domain.ErrTemplateNotFound} {
		if _, err := templates.FindWritten(found, failure, func(string) bool { return false }); domain.KindOf(err) != domain.Unavailable {
			t.Errorf("%v: %v, want Unavailable", failure, err)
		}
	}
}
