package service_test

import (
	"io"
	"net/url"
	"path"
	"strconv"
	"strings"
	"testing"

	"github.com/google/uuid"

	"github.com/seed-62a36931/docket/service/servicetest"
)

// mappedRule makes a component of what a mapping says.
const mappedRule = `
rule "Sector.0.0: as the mapping says"
when
then
  componentCreationService.create("Sector.0.0", "Sector", componentMappingService.getMappedValue("Sectors", "x").orElse("none"), "");
end
`

// TestMappingsReachTheRules uploads, changes and deletes a mapping, and looks each
// time at what the rules make of it.
func TestMappingsReachTheRules(t *testing.T) {
	t.Parallel()
	servicetest.OneEngine(t, func(t *testing.T, args []string) {
		s := newRuleSite(t, args)
		at := s.template + "/component-mappings"
		m, a := s.SendMapping(201, "POST", at+"?delimiter=%3B&encoding=UTF-16&name=%20Sectors%20", "sectors.csv",
			"\xff\xfes\x00e\x00a\x00r\x00c\x00h\x00_\x00v\x00a\x00l\x00u\x00e\x00;\x00m\x00a\x00p\x00p\x00e\x00d\x00_\x00v\x00a\x00l\x00u\x00e\x00\n\x00x\x00;\x00A\x00\n\x00")
		if m.Name != "Sectors" || m.FileName != "sectors.csv" || m.NumberOfLines != 1 || m.Encoding != "UTF-16" || m.Delimiter != ";" ||
			strings.Join(m.ColumnLabels, "|") != "search_value|mapped_value" || a.Header.Get("Location") != at+"/"+m.ID {
			t.Fatalf("got %+v, %v, want Sectors in UTF-16 with ; and its place", m, a.Header)
		}
		rules := s.Want(200, "GET", s.template+"/component-rules", nil).Body
		s.storeRules(s.template+"/component-rules", append(rules, mappedRule...))
		file := s.dossier + "/files/" + s.Upload(s.dossier, "a.pdf", servicetest.SamplePDF(t))
		s.ExpectComponent(file, `"Sector":["A"]`)

		one := at + "/" + m.ID
		now, _ := s.SendMapping(200, "PUT", one+"?name=Sectors", "other.csv", "mapped_value,search_value,note\r\n\r\nB,x,\"a\r\nb\"\r\n")
		if now.ID != m.ID || now.FileName != "other.csv" || now.Delimiter != "," || now.Encoding != "UTF-8" || len(now.ColumnLabels) != 3 {
			t.Errorf("got %+v, want now.ID = %v, now.FileName = other.csv, now.Delimiter = ,, now.Encoding = UTF-8 and "+
				"len(now.ColumnLabels) = 3", now, m.ID)
		}
		s.ExpectComponent(file, `"Sector":["B"]`)
		back := s.Want(200, "GET", one, nil)
		if string(back.Body) != "mapped_value,search_value,note\r\n\r\nB,x,\"a\r\nb\"\r\n" ||
			back.Header.Get("Content-Type") != "text/csv" {
			t.Errorf("got %q %v, want the csv as it was sent", back.Body, back.Header)
		}
		if a := s.Want(200, "GET", at, nil); !strings.Contains(string(a.Body), `"componentMappingList":[{`) ||
			!strings.Contains(string(a.Body), one[len(at)+1:]) {
			t.Errorf("got %s, want the mapping %s", a.Body, one[len(at)+1:])
		}
		s.Want(204, "DELETE", one, nil)
		f := s.awaitFile(path.Base(file))
		if f.ProcessingStatus != "PROCESSED" || len(f.RuleFailures) != 1 || !strings.Contains(f.RuleFailures[0].Rule, "Sector.0.0") ||
			!strings.Contains(f.RuleFailures[0].Message, "Sectors") {
			t.Errorf("without the mapping: %+v, want one failed rule about Sectors", f)
		}
		s.Want(404, "GET", one, nil)
		s.Want(404, "DELETE", one, nil)
		s.SendMapping(201, "POST", at, "Sectors", "search_value,mapped_value\nx,C\n")
		s.ExpectComponent(file, `"Sector":["C"]`)
		s.refusesMappings(at)
		servicetest.CheckLog(t, s.Service)
	})
}

// refusesMappings sends what is no mapping, and wants the list to stay as it is.
func (s *ruleSite) refusesMappings(at string) {
	s.T.Helper()
	const head = "search_value,mapped_value\n"
	before := string(s.Want(200, "GET", at, nil).Body)
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
		body, contentType := servicetest.NewMultipartFile("c.csv", []byte(row.content))
		s.ExpectFailure(400, row.message, "POST", at+row.query, contentType, body)
	}
	taken := func() (io.Reader, string) { return servicetest.NewMultipartFile("c.csv", []byte(head)) }
	other, _ := s.SendMapping(201, "POST", at, "other.csv", head)
	body, contentType := taken()
	s.ExpectFailure(409, "Component mapping name already exists", "POST", at+"?name=Sectors", contentType, body)
	body, contentType = taken()
	s.ExpectFailure(409, "Component mapping name already exists", "PUT", at+"/"+other.ID+"?name=Sectors", contentType, body)
	s.Want(204, "DELETE", at+"/"+other.ID, nil)
	body, contentType = taken()
	s.ExpectFailure(404, "Component mapping not found", "PUT", at+"/"+uuid.NewString()+"?name="+url.QueryEscape("Ä"), contentType, body)
	body, contentType = taken()
	s.ExpectFailure(404, "Dossier template not found", "POST", "/api/dossier-templates/"+uuid.NewString()+"/component-mappings",
		contentType, body)
	s.ExpectFailure(415, "Content-Type must be multipart/form-data", "POST", at, "text/csv", strings.NewReader(head))
	s.ExpectFailure(400, "componentMappingId is not a valid identifier", "GET", at+"/1", "", nil)
	s.Service.AddUser("ugo", "Str0ng-enough", "MANAGER")
	ugo := s.Service.SignIn("ugo", "Str0ng-enough")
	ugo.Want(200, "GET", at, nil)
	if a := ugo.SendCSV("POST", at, "c.csv", head); a.Status != 403 {
		s.T.Errorf("a manager uploads: %d %s, want 403", a.Status, a.Body)
	}
	if after := string(s.Want(200, "GET", at, nil).Body); after != before {
		s.T.Errorf("refused requests left\n%s\nafter\n%s, want no change", after, before)
	}
}

// TestMappingsUpToTheirLimits sends mappings that are just small enough, and some that
// are not.
func TestMappingsUpToTheirLimits(t *testing.T) {
	t.Parallel()
	s := newRuleSite(t, servicetest.NewMasterKey(t))
	at := s.template + "/component-mappings"
	const head = "search_value,mapped_value\n"
	rows := strings.Repeat("abc,de\n", 1_000_000)
	if m, _ := s.SendMapping(201, "POST", at, "rows.csv", head+rows); m.NumberOfLines != 1_000_000 {
		t.Errorf("%+v, want m.NumberOfLines = 1_000_000", m)
	}
	wide := head[:len(head)-1]
	for i := range 98 {
		wide += ",c" + strconv.Itoa(i)
	}
	if m, _ := s.SendMapping(201, "POST", at, "columns.csv", wide); len(m.ColumnLabels) != 100 {
		t.Errorf("%+v, want len(m.ColumnLabels) = 100", m)
	}
	for message, content := range map[string]string{
		"The mapping has more than 1000000 rows": head + rows + "x,y\n",
		"The mapping has more than 100 columns":  wide + ",one more",
	} {
		body, contentType := servicetest.NewMultipartFile("c.csv", []byte(content))
		s.ExpectFailure(400, message, "POST", at, contentType, body)
	}
	full := head + strings.Repeat(strings.Repeat("x", 99)+",\n", (50<<20-len(head))/101)
	full += strings.Repeat("\n", 50<<20-len(full))
	s.SendMapping(201, "POST", at, "bytes.csv", full)
	body, contentType := servicetest.NewMultipartFile("c.csv", []byte(full+"\n"))
	s.ExpectFailure(413, "The file is too large", "POST", at, contentType, body)
	servicetest.CheckLog(t, s.Service)
}
