package service_test

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/getkin/kin-openapi/openapi3"

	"github.com/seed-62a36931/docket/domain/user"
	"github.com/seed-62a36931/docket/service/servicetest"
)

// A probe is a request of an operation that goes through all checks of who may,
// and changes as little as it can: most meet a tag that does not match, or name
// something that is not there.
type probe struct {
	body   any               // JSON; nil: none
	text   string            // plain text; "": none
	form   bool              // a form without file
	upload string            // a form with a file of this name
	part   string            // of an upload
	header map[string]string // that the operation cannot do without
	ids    map[string]string // identifiers of the path, beside those of the place
	let    []int             // what those are answered who may; empty: anything but a refusal
	mend   func()            // undoes what a permitted request did
	own    bool              // the object is the subject's own
	only   func(place) bool  // places at which the case can be judged; nil: all
}

// A step is one operation of the contract on the walk.
type step struct {
	method, path string
	op           *openapi3.Operation
}

func (s step) takes(header string) bool {
	return slices.ContainsFunc(s.op.Parameters, func(p *openapi3.ParameterRef) bool { return p.Value.Name == header })
}

// steps are the operations that need a token; the one that ends packages is last.
func steps() []step {
	var out []step
	for path, item := range servicetest.Transport.Contract.Document.Paths.Map() {
		for method, op := range item.Operations() {
			if op.Security == nil {
				out = append(out, step{method, path, op})
			}
		}
	}
	slices.SortFunc(out, func(a, b step) int {
		last := func(s step) string { return fmt.Sprint(s.op.OperationID == "deleteDownload", s.path, s.method) }
		return strings.Compare(last(a), last(b))
	})
	return out
}

// TestPermissionWalk walks every operation with every role, relation and tenant,
// and compares who is let in, who is refused and who sees nothing with the table.
func TestPermissionWalk(t *testing.T) {
	t.Parallel()
	servicetest.OneEngine(t, func(t *testing.T, args []string) {
		g := newGround(servicetest.ServeInside(t, args...)).lay()
		g.walkAll()
		g.expectDisabled()
	})
}

// walkAll walks every operation as every subject.
func (g *ground) walkAll() {
	table := servicetest.PermissionTable(g.T)
	for _, s := range steps() {
		cases := slices.DeleteFunc(slices.Clone(table), func(c servicetest.Grant) bool { return c.Operation != s.op.OperationID })
		if len(cases) == 0 {
			g.T.Errorf("%s stands in no row of the table, want some cases", s.op.OperationID)
		}
		for _, c := range cases {
			for _, who := range g.subjects {
				g.walk(s, c, who)
			}
		}
	}
}

// walk tries one case of an operation as one walker, wherever that differs.
func (g *ground) walk(s step, c servicetest.Grant, who walker) {
	places := g.places(who)
	if !strings.Contains(s.path, "{dossierId}") && s.op.OperationID != "listDossiers" && s.op.OperationID != "createOrUpdateDossier" {
		places = places[:1]
	}
	for _, p := range places {
		for _, q := range g.probes(s, c, who, p) {
			if q.only != nil && !q.only(p) {
				continue
			}
			g.compare(s, c, who, p, q, "", want(s, c, who, p, q.own))
		}
	}
	q := g.probes(s, c, who, places[0])[0]
	g.compare(s, c, who, places[0], q, "other", http.StatusForbidden)
	if strings.Contains(s.path, "{") {
		outcome := http.StatusNotFound
		if len(c.Open(who.roles)) == 0 {
			outcome = http.StatusForbidden
		}
		q.ids = map[string]string{"downloadId": nothingsID, "operationId": nothingsID, "webhookId": nothingsID, "keyId": nothingsID, "clientId": "nothing",
			"secretId": nothingsID, "userId": g.foreigner, "position": g.foreignPosition, "tile": "999"}
		q.mend = nil
		g.compare(s, c, who, g.foreign, q, "", outcome)
	}
}

// want is what the table says: 403, 404, or 0 for being let in.
func want(s step, c servicetest.Grant, who walker, p place, own bool) int {
	words := c.Open(who.roles)
	if len(words) == 0 {
		return http.StatusForbidden
	}
	ofDossier := strings.Contains(s.path, "{dossierId}") || c.Case == "update" || c.Case == "people"
	if ofDossier && !p.visible(who.roles) {
		return http.StatusNotFound
	}
	if slices.ContainsFunc(words, func(w string) bool { return p.fits(w, own) }) || s.op.OperationID == "listDossiers" {
		return 0
	}
	ownKinds := []string{"{downloadId}", "{operationId}", "{webhookId}", "{keyId}"}
	isOwn := func(kind string) bool { return strings.Contains(s.path, kind) }
	if slices.Contains(words, "own") && slices.ContainsFunc(ownKinds, isOwn) {
		return http.StatusNotFound
	}
	return http.StatusForbidden
}

// compare sends a probe and compares what comes with what is wanted.
func (g *ground) compare(s step, c servicetest.Grant, who walker, p place, q probe, tenant string, want int) {
	g.T.Helper()
	a := g.send(s, who, p, q, tenant)
	let := a.Status != 401 && a.Status != 403 && a.Status < 500 && a.Status != 429
	if len(q.let) > 0 {
		let = slices.Contains(q.let, a.Status)
	}
	if (want == 0 && !let) || want != 0 && a.Status != want {
		g.T.Errorf("%s %s as %s at %+v (tenant %q): %d %s, want %d (0 is being let in: %v)", c.Operation, c.Case, who, p,
			tenant, a.Status, a.Body, want, q.let)
	}
	if want == 0 {
		g.expectListed(c.Operation, who, p, a.Body)
	}
	if a.Status < 300 && q.mend != nil {
		q.mend()
	}
}

// expectListed wants lists to hold what the account may see, and nothing else.
func (g *ground) expectListed(operation string, who walker, p place, body []byte) {
	g.T.Helper()
	switch operation {
	case "listDossiers":
		if shown := bytes.Contains(body, []byte(p.dossier)); shown != p.visible(who.roles) {
			g.T.Errorf("listDossiers as %s: %+v is shown: %v, want %v", who, p, shown, p.visible(who.roles))
		}
	case "listDownloads":
		for _, other := range g.subjects {
			if shown := bytes.Contains(body, []byte(`"`+other.download+`"`)); other.download != "" && shown != (other.id == who.id) {
				g.T.Errorf("listDownloads as %s: the package of %s is shown: %v, want %v",
					who, other, shown, other.id == who.id)
			}
		}
	}
}

// send makes the request of a probe.
func (g *ground) send(s step, who walker, p place, q probe, tenant string) servicetest.Answer {
	ids := map[string]string{"dossierTemplateId": p.template, "dossierId": p.dossier, "fileId": p.file, "page": "1", "list": "entries",
		"level": "0", "tile": "000.p%2F1", "position": "1"}
	for name, id := range q.ids {
		ids[name] = id
	}
	path := s.path
	for _, ref := range s.op.Parameters {
		if v, ok := ids[ref.Value.Name]; ok {
			path = strings.ReplaceAll(path, "{"+ref.Value.Name+"}", v)
		} else if ref.Value.In == openapi3.ParameterInPath {
			path = strings.ReplaceAll(path, "{"+ref.Value.Name+"}", nothingsID)
		}
	}
	body, contentType := q.content()
	ctx, cancel := context.WithCancel(g.T.Context())
	defer cancel()
	r, err := http.NewRequestWithContext(ctx, s.method, g.URLFor(path, contentType)+path, body)
	if err != nil {
		g.T.Fatal(err)
	}
	r.Header.Set("Authorization", "Bearer "+who.Token)
	if contentType != "" {
		r.Header.Set("Content-Type", contentType)
	}
	for name, value := range q.header {
		r.Header.Set(name, value)
	}
	if s.takes("If-Match") && !slices.Contains(q.let, 200) {
		r.Header.Set("If-Match", `"another"`)
	}
	if tenant != "" {
		r.Header.Set("X-TENANT-ID", tenant)
	}
	a, err := http.DefaultClient.Do(r)
	if err != nil {
		g.T.Fatal(err)
	}
	defer a.Body.Close()
	if a.Header.Get("Content-Type") == "text/event-stream" {
		return servicetest.Answer{Status: a.StatusCode, Header: a.Header} // it does not end
	}
	b, err := io.ReadAll(a.Body)
	if err != nil {
		g.T.Fatal(err)
	}
	return servicetest.Answer{Status: a.StatusCode, Header: a.Header, Body: b}
}

// expectDisabled wants an account without roles to be nobody, whatever it asks for.
func (g *ground) expectDisabled() {
	c, id := g.AddAccount("demo", "leaver", user.RoleManager, user.RoleAdmin)
	g.disable(id)
	for _, s := range steps() {
		a := g.send(s, walker{Caller: c, id: id}, g.shared[0], probe{}, "")
		if a.Status != http.StatusUnauthorized {
			g.T.Errorf("%s as a disabled account: %d, want %v", s.op.OperationID, a.Status, http.StatusUnauthorized)
		}
	}
}
