package rest

import (
	"net/http"
	"strings"
	"testing"

	"github.com/seed-62a36931/docket/commands"
	"github.com/seed-62a36931/docket/queries"
)

// csvTo is an upload of the file of a mapping.
func csvTo(method, target string, parts ...string) *http.Request {
	r := uploadTo(target, parts...)
	r.Method = method
	return r
}

func TestMappingsTakeTheirParametersFromTheQuery(t *testing.T) {
	s := newSite(t)
	for query, want := range map[string]commands.StoreMapping{
		"":                     {Encoding: "UTF-8", Delimiter: ","},
		"?name=&encoding=":     {Encoding: "UTF-8", Delimiter: ","},
		"?encoding=US-ASCII":   {Encoding: "US-ASCII", Delimiter: ","},
		"?delimiter=;":         {Encoding: "UTF-8", Delimiter: ";"},
		"?delimiter=%3B&name=": {Encoding: "UTF-8", Delimiter: ";"},
		"?delimiter=%09":       {Encoding: "UTF-8", Delimiter: "\t"},
		"?delimiter=%E2%82%AC": {Encoding: "UTF-8", Delimiter: "€"},
	} {
		for method, id := range map[string]string{"POST": "", "PUT": mappingID} {
			a := s.do(csvTo(method, strings.TrimSuffix(mPath+"/"+id, "/")+query, "file", "c.csv", csvSample))
			if c, ok := s.wrote.(commands.StoreMapping); !ok || c.Encoding != want.Encoding || c.Delimiter != want.Delimiter ||
				c.Name != nil || c.MappingID != id || c.TemplateID != templateID {
				t.Errorf("%s %s: got %d %s, %+v, want %+v", method, query, a.StatusCode, a.body, s.wrote, want)
			}
		}
	}
	a := s.do(csvTo("POST", mPath+"?name=%20Units", "file", "c.csv", csvSample))
	if c := s.wrote.(commands.StoreMapping); c.Name == nil || *c.Name != " Units" || string(s.uploaded) != "c.csv|"+csvSample {
		t.Errorf("got %+v, %q, want the name and the csv as sent", c, s.uploaded)
	}
	if got := a.Header.Get("Location"); a.StatusCode != 201 || got != mPath+"/"+mappingID || a.Header.Get("Docket-Position") != "44" {
		t.Errorf("%d, location %q, position %q, want 201, %q and position 44",
			a.StatusCode, got, a.Header.Get("Docket-Position"), mPath+"/"+mappingID)
	}
}

func TestMappingsRefuseBadParametersBeforeTheyAreLookedAt(t *testing.T) {
	s := newSite(t, func(c *Config) { c.MaxMapping = 100 })
	for name, row := range map[string]struct {
		request *http.Request
		status  int
		message string
	}{
		"encoding": {csvTo("POST", mPath+"?encoding=utf-8", "file", "c.csv", csvSample), 400, "Unknown encoding: utf-8"},
		"encoding twice": {csvTo("POST", mPath+"?encoding=UTF-8&encoding=UTF-8", "file", "c.csv", csvSample), 400,
			"encoding must be given once"},
		"empty delimiter": {csvTo("POST", mPath+"?delimiter=", "file", "c.csv", csvSample), 400, "delimiter must be exactly 1 character"},
		"long delimiter": {csvTo("PUT", mPath+"/"+mappingID+"?delimiter=,,", "file", "c.csv", csvSample), 400,
			"delimiter must be exactly 1 character"},
		"quote": {csvTo("POST", mPath+"?delimiter=%22", "file", "c.csv", csvSample), 400,
			"delimiter must not be a quote or a line break"},
		"line feed": {csvTo("POST", mPath+"?delimiter=%0A", "file", "c.csv", csvSample), 400,
			"delimiter must not be a quote or a line break"},
		"no part":        {csvTo("POST", mPath), 400, "file is required"},
		"two files":      {csvTo("POST", mPath, "file", "c.csv", "a", "file", "d.csv", "b"), 400, "Exactly one file is expected"},
		"no name":        {csvTo("PUT", mPath+"/"+mappingID, "file", "", csvSample), 400, "The file has no name"},
		"a name of dots": {csvTo("POST", mPath, "file", "..", csvSample), 400, "The file name is not allowed"},
		"over the limit": {csvTo("POST", mPath, "file", "c.csv", strings.Repeat("x", 101)), 413, "The file is too large"},
		"JSON":           {request("POST", mPath, "{}"), 415, "Content-Type must be multipart/form-data"},
		"CSV": {request("PUT", mPath+"/"+mappingID, csvSample, "Content-Type", "text/csv"), 415,
			"Content-Type must be multipart/form-data"},
		"malformed mapping": {csvTo("PUT", mPath+"/1", "file", "c.csv", csvSample), 400, "componentMappingId is not a valid identifier"},
		"delete malformed":  {request("DELETE", mPath+"/1", ""), 400, "componentMappingId is not a valid identifier"},
	} {
		t.Run(name, func(t *testing.T) {
			s.T = t
			s.want(s.do(row.request), row.status, row.message)
		})
	}
	if s.wrote != nil {
		t.Errorf("wrote %+v, want s.wrote = nil", s.wrote)
	}
}

func TestMappingFilesComeBackByteForByte(t *testing.T) {
	s := newSite(t)
	s.content = "\ufeffsearch_value;mapped_value\r\n"
	a := s.do(request("GET", mPath+"/"+strings.ToUpper(mappingID), ""))
	if a.StatusCode != 200 || string(a.body) != s.content || a.Header.Get("Content-Type") != "text/csv" ||
		a.Header.Get("Content-Disposition") != `attachment; filename="W_hrungen.csv"; filename*=utf-8''W%C3%A4hrungen.csv` {
		t.Errorf("got %d %q %v, want 200 and the csv under its name", a.StatusCode, a.body, a.Header)
	}
	if q := s.asked.(queries.AskMapping); q.MappingID != mappingID || q.TemplateID != templateID {
		t.Errorf("asked %+v, want q.MappingID = %v and q.TemplateID = %v", q, mappingID, templateID)
	}
	s.roles = []string{"MANAGER"}
	s.want(s.do(request("GET", mPath+"/"+mappingID, "")), 403, "Access denied")
	if a := s.do(request("GET", mPath, "")); a.StatusCode != 200 ||
		!strings.Contains(string(a.body), `"dossierTemplateId":"`+templateID+`"`) {
		t.Errorf("got %d %s, want 200 and the mappings of %s", a.StatusCode, a.body, templateID)
	}
	s.roles = []string{"USER"}
	s.want(s.do(request("GET", mPath, "")), 403, "Access denied")
}
