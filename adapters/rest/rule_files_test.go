package rest

import (
	"errors"
	"net/http"
	"strings"
	"testing"

	"github.com/seed-62a36931/docket/adapters/rest/exchange"
	"github.com/seed-62a36931/docket/commands"
	"github.com/seed-62a36931/docket/domain"
	"github.com/seed-62a36931/docket/domain/template"
	"github.com/seed-62a36931/docket/queries"
	"github.com/seed-62a36931/docket/rules"
)

// uploadsOf are the three paths to which rule files are sent, with their files.
var uploadsOf = map[string]template.RuleFile{
	tPath + "/entity-rules": template.EntityRules, tPath + "/component-rules": template.ComponentRules,
	tPath + "/date-formats": template.DateFormats,
}

func TestRuleFilesComeBackByteForByte(t *testing.T) {
	for target, file := range uploadsOf {
		s := newSite(t)
		s.content = "\ufeffrule \"a\"\r\n\tend \n"
		a := s.do(request("GET", target, ""))
		if a.StatusCode != 200 || string(a.body) != s.content {
			t.Errorf("%s: %d %q, want a.StatusCode = 200 and string(a.body) = %v", target, a.StatusCode, a.body, s.content)
		}
		if got := a.Header.Get("Content-Type"); got != "text/plain; charset=utf-8" {
			t.Errorf("%s: Content-Type %q, want %q", target, got, "text/plain; charset=utf-8")
		}
		if got := a.Header.Get("Content-Disposition"); got != `attachment; filename="`+string(file)+`"` {
			t.Errorf("%s: Content-Disposition %q, want an attachment of %s", target, got, file)
		}
		if got := a.Header.Get("Cache-Control"); got != "no-store" || a.Header.Get("ETag") != "" {
			t.Errorf(`%s: Cache-Control %q, ETag %q, want no-store and a.Header.Get("ETag") = ""`, target, got, a.Header.Get("ETag"))
		}
		if q := s.asked.(queries.AskRuleFile); q.File != file || q.TemplateID != templateID {
			t.Errorf("%s: asked %+v, want q.File = %v and q.TemplateID = %v", target, q, file, templateID)
		}
		s.content = ""
		if a := s.do(request("GET", target, "")); a.StatusCode != 200 || len(a.body) != 0 {
			t.Errorf("%s of an empty file: %d %q, want a.StatusCode = 200 and len(a.body) = 0", target, a.StatusCode, a.body)
		}
		s.fail = domain.Faultf(domain.NotFound, "Entity rules not found")
		s.want(s.do(request("GET", target, "")), 404, "Entity rules not found")
	}
}

func TestRuleUploadsAreReadByTheRulesOfMultipart(t *testing.T) {
	for target, file := range uploadsOf {
		for name, row := range map[string]struct {
			request *http.Request
			status  int
			message string
		}{
			"one file":             {uploadTo(target, "file", "any name", "rule"), 200, ""},
			"name with slashes":    {uploadTo(target, "file", "a/..", "rule"), 200, ""},
			"empty form":           {uploadTo(target), 400, "file is required"},
			"two files":            {uploadTo(target, "file", "a.drl", "x", "file", "b.drl", "y"), 400, "Exactly one file is expected"},
			"no name":              {uploadTo(target, "file", "", "x"), 400, "The file has no name"},
			"just under the limit": {uploadTo(target, "file", "a.drl", strings.Repeat("x", 100)), 200, ""},
			"over the limit":       {uploadTo(target, "file", "a.drl", strings.Repeat("x", 101)), 413, "The file is too large"},
			"says that it is huge": {uploadTo(target, "file", "a.drl", strings.Repeat("x", 2<<20)), 413, "The file is too large"},
			"JSON":                 {request("POST", target, "{}"), 415, "Content-Type must be multipart/form-data"},
			"text": {request("POST", target, "rule", "Content-Type", "text/plain"), 415,
				"Content-Type must be multipart/form-data"},
			"no boundary": {request("POST", target, "x", "Content-Type", "multipart/form-data"), 400, "file is required"},
			"bad template": {uploadTo(strings.Replace(target, templateID, "1", 1), "file", "a.drl", "x"), 400,
				"dossierTemplateId is not a valid identifier"},
		} {
			s := newSite(t, func(c *Config) { c.MaxRules, c.MaxDates = 100, 100 })
			if a := s.do(row.request); a.StatusCode != row.status || a.message() != row.message {
				t.Errorf("%s, %s: %d %s, want a.StatusCode = %v and a.message() = %v", file, name, a.StatusCode, a.body,
					row.status, row.message)
			}
		}
	}
}

func TestADryRunIsTrueOrFalse(t *testing.T) {
	for _, target := range []string{tPath + "/entity-rules", tPath + "/component-rules"} {
		for query, want := range map[string]struct {
			status  int
			message string
			dry     bool
		}{
			"":                          {200, "", false},
			"?dryRun=":                  {200, "", false},
			"?dryRun=true":              {200, "", true},
			"?dryRun=false":             {200, "", false},
			"?dryRun=1":                 {400, "dryRun must be true or false", false},
			"?dryRun=YES":               {400, "dryRun must be true or false", false},
			"?dryRun=true&dryRun=false": {400, "dryRun must be given once", false},
		} {
			s := newSite(t)
			s.want(s.do(uploadTo(target+query, "file", "a.drl", "x")), want.status, want.message)
			if want.status == 200 && s.wrote.(commands.StoreRuleFile).DryRun != want.dry {
				t.Errorf("%s: got %+v, want dry run: %v", query, s.wrote, want.dry)
			}
		}
	}
	s := newSite(t)
	s.want(s.do(uploadTo(tPath+"/date-formats?dryRun=true", "file", "a.txt", "x")), 400,
		"Unknown parameter: dryRun; this upload takes file")
}

func TestErrorsOfRulesAreTold(t *testing.T) {
	problems := []rules.Problem{{Line: 12, Column: 5, Message: "unknown \"x\""}, {Line: 13, Column: 1, Message: "y"}}
	const body = `"errors":[{"column":5,"line":12,"message":"unknown \"x\""},{"column":1,"line":13,"message":"y"}]`
	for _, target := range []string{tPath + "/entity-rules", tPath + "/component-rules"} {
		s := newSite(t)
		s.rules = commands.RuleFileOutcome{Problems: problems}
		for query, status := range map[string]int{"": 422, "?dryRun=false": 422, "?dryRun=true": 200} {
			a := s.do(uploadTo(target+query, "file", "a.drl", "x"))
			want := "{" + body + "}\n"
			if status == 422 {
				want = `{"code":"invalid_rules",` + body + `,"requestId":"` + a.Header.Get("X-Request-Id") + "\"}\n"
			}
			if a.StatusCode != status || string(a.body) != want || a.Header.Get("Docket-Position") != "" {
				t.Errorf(`%s%s: %d %s, want a.StatusCode = %v, string(a.body) = %v and a.Header.Get("Docket-Position") = ""`,
					target, query, a.StatusCode, a.body, status, want)
			}
		}
		s.rules = commands.RuleFileOutcome{Position: 43}
		a := s.do(uploadTo(target, "file", "a.drl", "x"))
		if a.StatusCode != 200 || strings.TrimSpace(string(a.body)) != `{"errors":[]}` ||
			a.Header.Get("Docket-Position") != "43" || s.awaited != 43 {
			t.Errorf("%s: %d %s, position %s, want 200 without errors, read at position 43",
				target, a.StatusCode, a.body, a.Header.Get("Docket-Position"))
		}
	}
}

func TestErrorsOfDateFormatsAreABareList(t *testing.T) {
	s := newSite(t)
	s.rules = commands.RuleFileOutcome{Formats: []rules.DateFormatProblem{
		{Line: 3, Pattern: "dd.bb.yyyy", Message: "Unknown pattern letter: b"}}}
	a := s.do(uploadTo(tPath+"/date-formats", "file", "a.txt", "x"))
	if want := `[{"line":3,"message":"Unknown pattern letter: b","pattern":"dd.bb.yyyy"}]`; a.StatusCode != 400 || strings.TrimSpace(string(a.body)) != want {
		t.Errorf("%d %s, want a.StatusCode = 400 and strings.TrimSpace(string(a.body)) = %v", a.StatusCode, a.body, want)
	}
	s.rules = commands.RuleFileOutcome{Position: 43}
	if a := s.do(uploadTo(tPath+"/date-formats", "file", "a.txt", "x")); a.StatusCode != 200 || strings.TrimSpace(string(a.body)) != `[]` || a.Header.Get("Docket-Position") != "43" {
		t.Errorf(`%d %s, want a.StatusCode = 200, strings.TrimSpace(string(a.body)) = [] and a.Header.Get("Docket-Position") = `+
			`43`, a.StatusCode, a.body)
	}
	s.fail = errors.New("away")
	s.want(s.do(uploadTo(tPath+"/date-formats", "file", "a.txt", "x")), 500, exchange.InternalMessage)
}
