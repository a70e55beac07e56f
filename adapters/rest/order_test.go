package rest

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/seed-62a36931/docket/adapters/rest/exchange"
	"github.com/seed-62a36931/docket/commands"
	"github.com/seed-62a36931/docket/domain"
	"github.com/seed-62a36931/docket/domain/user"
)

// The checks of every operation come in the order of the interface: a request
// with all faults at once gets the answer of the first, and of the next when
// that one is mended.
func TestOrderOfChecks(t *testing.T) {
	for _, op := range allOperations {
		t.Run(op.method+op.path, func(t *testing.T) {
			s := newSite(t, func(c *Config) { c.Rate, c.Burst = 1, 2 })
			s.drain, s.roles = true, nil
			r := request(op.method, op.path+"?includeDetails=maybe", "no JSON", "X-TENANT-ID", "other", "Authorization", "",
				"Content-Type", "text/plain", "Docket-Position", "x")
			s.want(s.do(r.Clone(t.Context())), 503, "The service is not available")
			s.drain = false
			s.want(s.do(r.Clone(t.Context())), 401, "Authentication is required")
			r.Header.Set("Authorization", "Bearer good")
			s.want(s.do(r.Clone(t.Context())), 403, "X-TENANT-ID does not match the token")
			r.Header.Set("X-TENANT-ID", "demo")
			s.want(s.do(r.Clone(t.Context())), 403, "Access denied")
			s.want(s.do(r.Clone(t.Context())), 403, "Access denied")
			s.want(s.do(r.Clone(t.Context())), 429, "Too many requests")
		})
	}
}

func TestAuthentication(t *testing.T) {
	rows := []struct {
		name, header string
		status       int
		message      string
		challenge    string
	}{
		{"none", "", 401, "Authentication is required", "Bearer"},
		{"other scheme", "Basic Zzp6", 401, "Authentication is required", `Bearer error="invalid_token"`},
		{"no token", "Bearer ", 401, "Authentication is required", `Bearer error="invalid_token"`},
		{"bad token", "Bearer bad", 401, "Authentication is required", `Bearer error="invalid_token"`},
		{"disabled", "Bearer disabled", 401, "The account is disabled", `Bearer error="invalid_token"`},
		{"store away", "Bearer broken", 500, "An error occurred while processing the request.", ""},
		{"any case", "bearer good", 200, "", ""},
	}
	for _, row := range rows {
		t.Run(row.name, func(t *testing.T) {
			s := newSite(t)
			a := s.do(request("GET", "/api/downloads", "", "Authorization", row.header))
			s.want(a, row.status, row.message)
			if got := a.Header.Get("WWW-Authenticate"); got != row.challenge {
				t.Errorf("WWW-Authenticate is %q, want %v", got, row.challenge)
			}
		})
	}
}

// Each operation is open to exactly the roles of the permission table.
func TestRoles(t *testing.T) {
	s := newSite(t)
	for _, op := range allOperations {
		route, _, err := s.routes.FindRoute(request(op.method, op.path, ""))
		if err != nil {
			t.Fatal(err)
		}
		for _, role := range []string{user.RoleUser, user.RoleManager, user.RoleUserAdmin, user.RoleAdmin} {
			s.roles = []string{role}
			may := user.MayCall(user.Principal{ID: userID, Roles: s.roles}, user.Operation(route.Operation.OperationID))
			a := s.do(good(op.method, op.path, op.body))
			if denied := a.StatusCode == 403; denied == may {
				t.Errorf("%s as %s: %d, want other than %v", route.Operation.OperationID, role, a.StatusCode, may)
			}
		}
	}
}

func TestRateIsPerAccountAndRefills(t *testing.T) {
	now := moment0
	s := newSite(t, func(c *Config) { c.Rate, c.Burst, c.Now = 2, 3, func() time.Time { return now } })
	wantQuota := func(a answer, want string) {
		t.Helper()
		if policy := a.Header.Get("RateLimit-Policy"); policy != `"account";q=3;w=2` || a.Header.Get("RateLimit") != want {
			t.Errorf("got RateLimit %s of %s, want %s of 3 in 2 s", a.Header.Get("RateLimit"), policy, want)
		}
	}
	for _, left := range []string{`"account";r=2;t=1`, `"account";r=1;t=1`, `"account";r=0;t=2`} {
		a := s.do(request("GET", "/api/downloads", ""))
		s.want(a, 200, "")
		wantQuota(a, left)
	}
	a := s.do(request("GET", "/api/downloads", ""))
	s.want(a, 429, "Too many requests")
	wantQuota(a, `"account";r=0;t=2`)
	if a.Header.Get("Retry-After") != "1" {
		t.Error("Retry-After is", a.Header.Get("Retry-After"))
	}
	now = now.Add(500 * time.Millisecond)
	s.want(s.do(request("GET", "/api/downloads", "")), 200, "")
	s.want(s.do(request("GET", "/api/downloads", "")), 429, "Too many requests")
}

// Whoever is refused is told when the next request is taken; asking costs nothing.
func TestRetryAfterTellsWhenTheNextRequestIsTaken(t *testing.T) {
	now := moment0
	s := newSite(t, func(c *Config) { c.Rate, c.Burst, c.Now = 0.1, 1, func() time.Time { return now } })
	s.want(s.do(request("GET", "/api/downloads", "")), 200, "")
	for _, row := range []struct {
		later time.Duration
		want  string
	}{{0, "10"}, {0, "10"}, {2500 * time.Millisecond, "8"}, {7 * time.Second, "1"}} {
		now = now.Add(row.later)
		a := s.do(request("GET", "/api/downloads", ""))
		if s.want(a, 429, "Too many requests"); a.Header.Get("Retry-After") != row.want {
			t.Errorf("%s later Retry-After is %s, want %s", row.later, a.Header.Get("Retry-After"), row.want)
		}
	}
	now = now.Add(500 * time.Millisecond)
	s.want(s.do(request("GET", "/api/downloads", "")), 200, "")
}

// Every kind of failure of commands and queries has its status, on every operation.
func TestKindsOfFailure(t *testing.T) {
	rows := []struct {
		err     error
		status  int
		message string
	}{
		{domain.Faultf(domain.Invalid, "Unknown owner: x"), 400, "Unknown owner: x"},
		{domain.ErrAccessDenied, 403, "Access denied"},
		{domain.ErrTemplateNotFound, 404, "Dossier template not found"},
		{domain.ErrDossierNotFound, 404, "Dossier not found"},
		{domain.ErrFileNotFound, 404, "File not found"},
		{domain.ErrDownloadNotFound, 404, "Download not found"},
		{domain.ErrArchived, 409, "Dossier is archived"},
		{domain.Faultf(domain.NotReady, "Download not ready"), 409, "Download not ready"},
		{domain.ErrContended, 409, "The resource has changed, try again"},
		{domain.ErrChanged, 412, "The resource has changed"},
		{domain.Faultf(domain.TooLarge, "The file is too large"), 413, "The file is too large"},
		{domain.Faultf(domain.Unsupported, "Unsupported file type: a.txt"), 415, "Unsupported file type: a.txt"},
		{domain.Faultf(domain.Unavailable, "The service is not available"), 503, "The service is not available"},
		{&domain.Fault{Message: "secret"}, 500, "An error occurred while processing the request."},
		{errors.New("dial 10.0.0.1: refused"), 500, "An error occurred while processing the request."},
	}
	for _, row := range rows {
		if f := exchange.ToFault(row.err); f.Code.Status != row.status || f.Message != row.message {
			t.Errorf("%v: %d %q, want %d %q", row.err, f.Code.Status, f.Message, row.status, row.message)
		}
	}
	s := newSite(t)
	s.fail = errors.New("dial 10.0.0.1: refused")
	for _, op := range allOperations {
		s.want(s.do(good(op.method, op.path, op.body)), 500, "An error occurred while processing the request.")
	}
	if !strings.Contains(s.log.String(), "dial 10.0.0.1") {
		t.Error("the cause is not in the log")
	}
}

// Not found reaches the outside in the words of the query or command.
func TestNotFoundOfEveryOperation(t *testing.T) {
	for _, op := range allOperations {
		if !strings.Contains(op.path, dossierID) {
			continue
		}
		s := newSite(t)
		s.fail = domain.ErrDossierNotFound
		s.want(s.do(good(op.method, op.path, op.body)), 404, "Dossier not found")
	}
}

func TestPanicIsAnswered(t *testing.T) {
	s := newSite(t)
	s.check = func(commands.UploadFile) { panic("nil map of 10.0.0.1") }
	s.want(s.do(good("POST", sPath+"/files", "")), 500, "An error occurred while processing the request.")
	if !strings.Contains(s.log.String(), "handler panicked") {
		t.Error("the panic is not in the log")
	}
}

// TestAFailureOfTheDatabaseIsNotAFault tells callers to come back.
func TestAFailureOfTheDatabaseIsNotAFault(t *testing.T) {
	away := errors.New("dial 10.0.0.1: refused")
	s := newSite(t, func(c *Config) { c.Unavailable = func(err error) bool { return errors.Is(err, away) } })
	s.fail = fmt.Errorf("read the log: %w", away)
	for _, op := range allOperations {
		a := s.do(good(op.method, op.path, op.body))
		s.want(a, 503, "The service is not available")
		if a.Header.Get("Retry-After") == "" {
			t.Errorf(`%s %s: no Retry-After, want other than ""`, op.method, op.path)
		}
	}
	if !strings.Contains(s.log.String(), "dial 10.0.0.1") {
		t.Error("the cause is not in the log")
	}
}

// TestConflictsThatPassSayWhenToTryAgain, and others do not.
func TestConflictsThatPassSayWhenToTryAgain(t *testing.T) {
	for _, row := range []struct {
		err  error
		want string
	}{{domain.ErrContended, "1"}, {commands.ErrStillRunning, "1"}, {domain.ErrArchived, ""}} {
		s := newSite(t)
		s.fail = row.err
		a := s.do(request("POST", fPath+"/component-overrides", `{"name":"Total","componentValues":[]}`))
		if got := a.Header.Get("Retry-After"); a.StatusCode != 409 || got != row.want {
			t.Errorf("%v: got %d with Retry-After %q, want 409 with %q", row.err, a.StatusCode, got, row.want)
		}
	}
}
