package main

import (
	"io"
	"net/url"
	"strconv"
	"strings"
	"testing"

	"github.com/google/uuid"
)

// mappedRule makes a component of what a mapping says.
const mappedRule = `
rule "Sector.0.0: as the mapping says"
when
then
  componentCreationService.create("Sector.0.0", "Sector", componentMappingService.getMappedValue("Sectors", "x").orElse("none"), "");
end
`

type mappingRecord struct {
	ID, Name, FileName  string
	ColumnLabels        []string
	NumberOfLines       int
	Encoding, Delimiter string
}

// sendCSV sends the file of a mapping.
func (c *caller) sendCSV(method, path, name, content string) answer {
	c.t.Helper()
	body, contentType := multipartFile(name, []byte(content))
	a, err := c.do(method, path, contentType, body)
	if err != nil {
		c.t.Fatal(err)
	}
	return a
}

// mapped sends the file of a mapping and wants it taken.
func (c *caller) mapped(status int, method, path, name, content string) (m mappingRecord, a answer) {
	c.t.Helper()
	if a = c.sendCSV(method, path, name, content); a.status != status {
		c.t.Fatalf("%s %s: %d %s", method, path, a.status, a.body)
	}
	a.into(c.t, &m)
	return m, a
}

// TestMappingsReachTheRules uploads, changes and deletes a mapping, and looks each
// time at what the rules make of it.
func TestMappingsReachTheRules(t *testing.T) {
	engines(t, func(t *testing.T, args []string) {
		s := newRuleSite(t, args)
		at := s.template + "/component-mappings"
		m, a := s.mapped(201, "POST", at+"?delimiter=%3B&encoding=UTF-16&name=%20Sectors%20", "sectors.csv", "\xff\xfes\x00e\x00a\x00r\x00c\x00h\x00_\x00v\x00a\x00l\x00u\x00e\x00;\x00m\x00a\x00p\x00p\x00e\x00d\x00_\x00v\x00a\x00l\x00u\x00e\x00\n\x00x\x00;\x00A\x00\n\x00")
		if m.Name != "Sectors" || m.FileName != "sectors.csv" || m.NumberOfLines != 1 || m.Encoding != "UTF-16" || m.Delimiter != ";" ||
			strings.Join(m.ColumnLabels, "|") != "search_value|mapped_value" || a.header.Get("Location") != at+"/"+m.ID {
			t.Fatalf("%+v, %v", m, a.header)
		}
		rules := s.want(200, "GET", s.template+"/component-rules", nil).body
		s.stored(s.template+"/component-rules", append(rules, mappedRule...))
		file := s.dossier + "/files/" + s.upload(s.dossier, "a.pdf", sample(t))
		s.extracts(file, `"Sector":["A"]`)

		one := at + "/" + m.ID
		now, _ := s.mapped(200, "PUT", one+"?name=Sectors", "other.csv", "mapped_value,search_value,note\r\n\r\nB,x,\"a\r\nb\"\r\n")
		if now.ID != m.ID || now.FileName != "other.csv" || now.Delimiter != "," || now.Encoding != "UTF-8" || len(now.ColumnLabels) != 3 {
			t.Errorf("%+v", now)
		}
		s.extracts(file, `"Sector":["B"]`)
		back := s.want(200, "GET", one, nil)
		if string(back.body) != "mapped_value,search_value,note\r\n\r\nB,x,\"a\r\nb\"\r\n" || back.header.Get("Content-Type") != "text/csv" {
			t.Errorf("%q %v", back.body, back.header)
		}
		if a := s.want(200, "GET", at, nil); !strings.Contains(string(a.body), `"componentMappingList":[{`) || !strings.Contains(string(a.body), one[len(at)+1:]) {
			t.Errorf("%s", a.body)
		}
		s.want(204, "DELETE", one, nil)
		f := s.awaitDone(file)
		if f.ProcessingStatus != "ERROR" || f.FileErrorInfo == nil || f.FileErrorInfo.Service != "analysis" ||
			!strings.Contains(f.FileErrorInfo.Cause, "Sector.0.0") || !strings.Contains(f.FileErrorInfo.Cause, "Sectors") {
			t.Errorf("without the mapping: %+v %+v", f, f.FileErrorInfo)
		}
		s.want(404, "GET", one, nil)
		s.want(404, "DELETE", one, nil)
		s.mapped(201, "POST", at, "Sectors", "search_value,mapped_value\nx,C\n")
		s.extracts(file, `"Sector":["C"]`)
		s.refusesMappings(at)
		noScandal(t, s.s)
	})
}

// refusesMappings sends what is no mapping, and wants the list to stay as it is.
func (s *ruleSite) refusesMappings(at string) {
	s.t.Helper()
	const head = "search_value,mapped_value\n"
	before := string(s.want(200, "GET", at, nil).body)
	for _, row := range []struct{ query, content, message string }{
		{"", "", "The file is empty"},
		{"", head + "a,b\nc\n", "Line 3 has 1 columns, expected 2"},
		{"", head + "a,\"b\n", "Line 2 is not valid csv"},
		{"", head + "a,\xff\n", "Line 2 is not valid UTF-8"},
		{"?encoding=US-ASCII", head + "a,ä\n", "Line 2 is not valid US-ASCII"},
		{"?encoding=UTF_16LE", head, "The header must contain the columns search_value and mapped_value"},
		{"?delimiter=;", head, "The header must contain the columns search_value and mapped_value"},
		{"", "mapped_value,search_value,x,x\n", "The header contains the column x twice"},
		{"", strings.Repeat("x,", 99) + head, "The header contains the column x twice"},
		{"?encoding=EBCDIC", head, "Unknown encoding: EBCDIC"},
		{"?delimiter=", head, "delimiter must be exactly 1 character"},
		{"?delimiter=ab", head, "delimiter must be exactly 1 character"},
		{"?name=%20", head, "name is required"},
		{"?name=" + strings.Repeat("n", 256), head, "name must not be longer than 255"},
		{"?name=a&name=b", head, "name must be given once"},
	} {
		body, contentType := multipartFile("c.csv", []byte(row.content))
		s.failed(400, row.message, "POST", at+row.query, contentType, body)
	}
	taken := func() (io.Reader, string) { return multipartFile("c.csv", []byte(head)) }
	other, _ := s.mapped(201, "POST", at, "other.csv", head)
	body, contentType := taken()
	s.failed(409, "Component mapping name already exists", "POST", at+"?name=Sectors", contentType, body)
	body, contentType = taken()
	s.failed(409, "Component mapping name already exists", "PUT", at+"/"+other.ID+"?name=Sectors", contentType, body)
	s.want(204, "DELETE", at+"/"+other.ID, nil)
	body, contentType = taken()
	s.failed(404, "Component mapping not found", "PUT", at+"/"+uuid.NewString()+"?name="+url.QueryEscape("Ä"), contentType, body)
	body, contentType = taken()
	s.failed(404, "Dossier template not found", "POST", "/api/dossier-templates/"+uuid.NewString()+"/component-mappings", contentType, body)
	s.failed(415, "Content-Type must be multipart/form-data", "POST", at, "text/csv", strings.NewReader(head))
	s.failed(400, "componentMappingId is not a valid identifier", "GET", at+"/1", "", nil)
	s.s.user("ugo", "Str0ng-enough", "MANAGER")
	ugo := s.s.as("ugo", "Str0ng-enough")
	ugo.want(200, "GET", at, nil)
	if a := ugo.sendCSV("POST", at, "c.csv", head); a.status != 403 {
		s.t.Errorf("a manager uploads: %d %s", a.status, a.body)
	}
	if after := string(s.want(200, "GET", at, nil).body); after != before {
		s.t.Errorf("refused requests left\n%s\nafter\n%s", after, before)
	}
}

// TestMappingsUpToTheirLimits sends mappings that are just small enough, and some that
// are not.
func TestMappingsUpToTheirLimits(t *testing.T) {
	s := newRuleSite(t, masterKey(t))
	at := s.template + "/component-mappings"
	const head = "search_value,mapped_value\n"
	rows := strings.Repeat("abc,de\n", 1_000_000)
	if m, _ := s.mapped(201, "POST", at, "rows.csv", head+rows); m.NumberOfLines != 1_000_000 {
		t.Errorf("%+v", m)
	}
	wide := head[:len(head)-1]
	for i := range 98 {
		wide += ",c" + strconv.Itoa(i)
	}
	if m, _ := s.mapped(201, "POST", at, "columns.csv", wide); len(m.ColumnLabels) != 100 {
		t.Errorf("%+v", m)
	}
	for message, content := range map[string]string{
		"The mapping has more than 1000000 rows": head + rows + "x,y\n",
		"The mapping has more than 100 columns":  wide + ",one more",
	} {
		body, contentType := multipartFile("c.csv", []byte(content))
		s.failed(400, message, "POST", at, contentType, body)
	}
	full := head + strings.Repeat(strings.Repeat("x", 99)+",\n", (50<<20-len(head))/101)
	full += strings.Repeat("\n", 50<<20-len(full))
	s.mapped(201, "POST", at, "bytes.csv", full)
	body, contentType := multipartFile("c.csv", []byte(full+"\n"))
	s.failed(413, "The file is too large", "POST", at, contentType, body)
	noScandal(t, s.s)
}
