package service_test

import (
	"net/http"
	"testing"

	"github.com/google/uuid"

	"github.com/seed-62a36931/docket/domain/es"
	"github.com/seed-62a36931/docket/domain/signin"
	"github.com/seed-62a36931/docket/domain/user"
	"github.com/seed-62a36931/docket/service/servicetest"
)

// TestReadsWriteNothing sends every GET of the contract, and what answers GET beside it, as every kind of account, to what is there
// and to what is not: none appends an event, but for denials, and for packages that are fetched, of which histories tell.
func TestReadsWriteNothing(t *testing.T) {
	t.Parallel()
	g := newGround(servicetest.ServeInside(t, servicetest.NewMasterKey(t)...)).lay()
	g.Settle()
	known, mark, sent := map[uuid.UUID]bool{}, es.Position(0), 0
	learn := func() { // what the test itself did, and work that goes on, which tells what it began with
		for e := range g.eventsAfter(mark) {
			mark, known[e.Correlation] = e.Position, true
		}
	}
	check := func(what string) {
		t.Helper()
		for e := range g.eventsAfter(mark) {
			mark = e.Position
			category, _, _ := e.Stream.Parts()
			goesOn := known[e.Correlation] || e.Actor == user.SystemID && e.Causation != 0
			if category != signin.Category && e.Type != "download.fetched" && !goesOn {
				t.Errorf("%s: got the event %s in %s, want none", what, e.Type, e.Stream)
			}
		}
	}
	read := func(s step, c servicetest.Grant, who walker, p place) {
		for _, q := range g.probes(s, c, who, p) {
			if q.only != nil && !q.only(p) {
				continue
			}
			learn()
			g.send(s, who, p, q, "")
			check("GET " + s.path)
			if sent++; q.mend != nil {
				q.mend()
			}
		}
	}
	for _, s := range steps() {
		for _, c := range servicetest.PermissionTable(t) {
			if s.method != http.MethodGet || c.Operation != s.op.OperationID {
				continue
			}
			for _, who := range g.subjects {
				for _, p := range append(g.places(who), g.foreign) {
					read(s, c, who, p)
				}
			}
		}
	}
	learn()
	if least := 20 * len(g.subjects); sent < least {
		t.Errorf("%d requests were sent, want %d at least", sent, least)
	}
	for path, answers := range g.readOthers() {
		if check("GET " + path); answers >= http.StatusInternalServerError {
			t.Errorf("GET %s: got %d, want an answer", path, answers)
		}
	}
}

// readOthers asks as every account for what answers GET beside the operations of the contract, and tells the highest status.
func (g *ground) readOthers() func(func(string, int) bool) {
	const oidc = "/auth/realms/demo/"
	return func(yield func(string, int) bool) {
		for _, path := range []string{"/", "/api", "/api/docs", "/openapi.yaml", "/console/", "/console/session", "/console/api/dossiers",
			oidc + ".well-known/openid-configuration", oidc + "protocol/openid-connect/certs", oidc + "protocol/openid-connect/userinfo",
			oidc + "protocol/openid-connect/auth?client_id=docket-cli&response_type=code", oidc + "protocol/openid-connect/logout",
			oidc + "protocol/openid-connect/token", oidc + "protocol/openid-connect/revoke", oidc + "backchannel-logout"} {
			highest := 0
			for _, who := range g.subjects {
				a, err := who.Do(http.MethodGet, path, "", nil)
				if err != nil {
					g.T.Fatal(err)
				}
				highest = max(highest, a.Status)
			}
			if !yield(path, highest) {
				return
			}
		}
	}
}

// eventsAfter returns the events after a position.
func (g *ground) eventsAfter(at es.Position) func(func(es.Envelope) bool) {
	return func(yield func(es.Envelope) bool) {
		for e, err := range g.App.Log.Store.All(g.T.Context(), at, es.Filter{}) {
			if err != nil {
				g.T.Fatal(err)
			}
			if !yield(e) {
				return
			}
		}
	}
}
