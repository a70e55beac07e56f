package rest

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/seed-62a36931/docket/queries"
)

func TestParameters(t *testing.T) {
	const bad = "not-a-uuid"
	rows := []struct {
		method, target string
		status         int
		message        string
	}{
		{"GET", "/api/dossier-templates/" + bad, 400, "dossierTemplateId is not a valid identifier"},
		{"GET", tPath + "/dossiers/" + bad, 400, "dossierId is not a valid identifier"},
		{"GET", sPath + "/files/" + bad, 400, "fileId is not a valid identifier"},
		{"GET", "/api/dossier-templates/" + bad + "/dossiers/" + bad, 400, "dossierTemplateId is not a valid identifier"},
		{"GET", "/api/downloads/" + bad, 400, "downloadId is not a valid identifier"},
		{"GET", tPath + "/component-definitions/" + bad, 400, "componentId is not a valid identifier"},
		{"GET", strings.ToUpper(templateID), 404, "Not found"},
		{"GET", "/api/dossier-templates/" + strings.ToUpper(templateID), 200, ""},
		{"GET", tPath + "/dossiers?includeActive=maybe", 400, "includeActive must be true or false"},
		{"GET", tPath + "/dossiers?includeArchived=1", 400, "includeArchived must be true or false"},
		{"GET", tPath + "/dossiers?includeSoftDeleted=T", 400, "includeSoftDeleted must be true or false"},
		{"GET", tPath + "/dossiers?includeActive=true&includeActive=true", 400, "includeActive must be given once"},
		{"GET", tPath + "/dossiers?includeArchived=true&includeArchivedDossiers=false", 400, "includeArchived must be given once"},
		{"GET", tPath + "/dossiers?includeArchived=true&includeArchivedDossiers=true", 200, ""},
		{"GET", tPath + "/dossiers?includeActive=&unknown=1&unknown=2", 400,
			"Unknown parameter: unknown; the contract lists those of the operation"},
		{"GET", tPath + "/dossiers?a=%zz", 400, "The query cannot be read"},
		{"DELETE", sPath + "?deletePermanently=yes", 400, "deletePermanently must be true or false"},
		{"DELETE", fPath + "?deletePermanently=yes", 400, "deletePermanently must be true or false"},
		{"GET", fPath + "/components?includeDetails=no", 400, "includeDetails must be true or false"},
		{"GET", sPath + "?asOf=2024-05-31", 200, ""},
		{"GET", sPath + "?asOf=2024-05-31T10:15:30%2B0200", 200, ""},
		{"GET", sPath + "?includeSoftDeleted=True", 200, ""},
		{"GET", sPath + "?includeSoftDeleted=FALSE", 200, ""},
		{"GET", sPath + "?asOf=2024-05", 400, "asOf is not a date-time"},
		{"GET", sPath + "?asOf=2024-05-31T10", 400, "asOf is not a date-time"},
		{"GET", sPath + "?asOf=2034-05-31T10:15:30Z", 400, "asOf lies in the future"},
		{"GET", sPath + "?asOf=2024-05-31T10:15:30.123456789%2B02:00", 200, ""},
		{"GET", sPath + "/history?limit=0", 400, "limit is not valid"},
		{"GET", sPath + "/history?limit=501", 400, "limit is not valid"},
		{"GET", sPath + "/history?limit=x", 400, "limit is not valid"},
		{"GET", sPath + "/history?order=up", 400, "order is not valid"},
		{"GET", sPath + "/history?cursor=x", 400, "cursor is not valid"},
		{"GET", sPath + "/history?limit=500&order=asc&cursor=", 200, ""},
	}
	for _, row := range rows {
		t.Run(row.method+" "+row.target, func(t *testing.T) {
			target := row.target
			if !strings.HasPrefix(target, "/") {
				target = "/" + target
			}
			s := newSite(t)
			s.want(s.do(request(row.method, target, "")), row.status, row.message)
		})
	}
}

func TestHeaders(t *testing.T) {
	rows := []struct {
		name, method, path, body, header, value string
		status                                  int
		message                                 string
	}{
		{"position", "GET", sPath, "", "Docket-Position", "12", 200, ""},
		{"malformed position", "GET", sPath, "", "Docket-Position", "-1", 400, "Docket-Position is not valid"},
		{"position of a write is not read", "DELETE", sPath, "", "Docket-Position", "x", 204, ""},
		{"idempotency key", "POST", tPath + "/dossiers", `{"name":"n"}`, "Idempotency-Key", "k-1", 201, ""},
		{"key with a space", "POST", tPath + "/dossiers", `{"name":"n"}`, "Idempotency-Key", "k 1", 400, "Idempotency-Key is not valid"},
		{"long key", "POST", tPath + "/dossiers", `{"name":"n"}`, "Idempotency-Key", strings.Repeat("k", 201), 400,
			"Idempotency-Key is not valid"},
		{"key where there is none", "DELETE", sPath, "", "Idempotency-Key", "k 1", 204, ""},
		{"tenant", "GET", sPath, "", "X-Tenant-Id", "demo", 200, ""},
		{"empty tenant", "GET", sPath, "", "X-Tenant-Id", " ", 403, "X-TENANT-ID does not match the token"},
	}
	for _, row := range rows {
		t.Run(row.name, func(t *testing.T) {
			s := newSite(t)
			s.want(s.do(request(row.method, row.path, row.body, row.header, row.value)), row.status, row.message)
		})
	}
}

func TestTenantIsNamedOnce(t *testing.T) {
	s := newSite(t)
	r := request("GET", sPath, "", "X-Tenant-Id", "demo")
	r.Header.Add("X-Tenant-Id", "demo")
	s.want(s.do(r), 400, "The request cannot be read")
}

func TestReadsWaitForTheirPosition(t *testing.T) {
	s := newSite(t)
	s.do(request("GET", sPath, "", "Docket-Position", "12"))
	if s.awaited != 12 {
		t.Error("awaited", s.awaited)
	}
	usage := "/api/license/usage-reports"
	s.do(request("POST", usage, `{"startDate":"2024-05-01T00:00:00Z","endDate":"2024-05-31T00:00:00Z"}`, "Docket-Position", "13"))
	if s.awaited != 13 || len(s.further) != 1 || s.further[0] != "usage" {
		t.Error("a report awaits", s.awaited, s.further)
	}
	s.slow = true
	a := s.do(request("GET", sPath, "", "Docket-Position", "13"))
	s.want(a, 503, "The service is not available")
	if a.Header.Get("Retry-After") == "" {
		t.Error("no Retry-After")
	}
	// A write is answered all the same: it is done.
	if a := s.do(request("DELETE", sPath, "")); a.StatusCode != 204 || a.Header.Get("Docket-Position") != "42" {
		t.Error(a.StatusCode, a.Header)
	}
}

func TestDefaultsOfFlags(t *testing.T) {
	rows := []struct {
		query string
		want  queries.Groups
	}{
		{"", queries.Groups{Active: true}},
		{"?includeActive=false&includeArchived=true", queries.Groups{Archived: true}},
		{"?includeArchivedDossiers=true", queries.Groups{Active: true, Archived: true}},
		{"?includeArchived=&includeArchivedDossiers=true&includeSoftDeleted=true",
			queries.Groups{Active: true, Archived: true, SoftDeleted: true}},
	}
	for _, row := range rows {
		s := newSite(t)
		s.do(request("GET", tPath+"/dossiers"+row.query, ""))
		if got := s.asked.(queries.AskDossiers).Groups; got != row.want {
			t.Errorf("%s: %+v, want %v", row.query, got, row.want)
		}
	}
}

func TestAsOfReachesTheQuery(t *testing.T) {
	s := newSite(t)
	a := s.do(request("GET", sPath+"?asOf=2024-05-31T10:15:30.1239%2B02:00&includeSoftDeleted=true", "", "If-None-Match", "*"))
	q := s.asked.(queries.AskDossier)
	if want := time.Date(2024, 5, 31, 8, 15, 30, 123_000_000, time.UTC); q.AsOf == nil || !q.AsOf.Equal(want) || !q.IncludeSoftDeleted {
		t.Errorf("got %+v, want q.AsOf != nil, q.AsOf.Equal(want) and q.IncludeSoftDeleted", q)
	}
	if a.StatusCode != http.StatusOK || a.Header.Get("ETag") != "" {
		t.Error("time travel sends an ETag:", a.StatusCode, a.Header)
	}
}
