package rest

import (
	"bytes"
	"io"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/getkin/kin-openapi/openapi3"

	"github.com/seed-62a36931/docket/adapters/rest/contract"
)

// A trial is one operation of the contract with a request of it that succeeds.
type trial struct {
	sample
	op *openapi3.Operation
}

// everyOperation runs a test for each operation that needs a token, on its first
// sample. An operation without sample fails TestEveryOperationAnswersByTheContract.
func everyOperation(t *testing.T, test func(t *testing.T, o trial)) {
	t.Helper()
	routes, err := contractRoutes()
	if err != nil {
		t.Fatal(err)
	}
	seen := map[string]bool{}
	for _, sm := range allOperations {
		route, _, err := routes.FindRoute(request(sm.method, strings.SplitN(sm.path, "?", 2)[0], ""))
		if err != nil || route.Operation.Security != nil || seen[route.Operation.OperationID] {
			continue
		}
		seen[route.Operation.OperationID] = true
		t.Run(route.Operation.OperationID, func(t *testing.T) { test(t, trial{sm, route.Operation}) })
	}
}

// good is the request that succeeds.
func (o trial) good() *http.Request { return good(o.method, o.path, o.body) }

// with is the good request with a parameter added to its query, or a header set.
func (o trial) with(p *openapi3.Parameter, value string) *http.Request {
	r := o.good()
	if p.In == openapi3.ParameterInHeader {
		r.Header.Set(p.Name, value)
		return r
	}
	q := r.URL.Query()
	q.Set(p.Name, value)
	r.URL.RawQuery = q.Encode()
	return r
}

// without is the good request with a parameter left out.
func (o trial) without(p *openapi3.Parameter) *http.Request {
	r := o.good()
	r.Header.Del(p.Name)
	if q := r.URL.Query(); p.In == openapi3.ParameterInQuery {
		q.Del(p.Name)
		r.URL.RawQuery = q.Encode()
	}
	return r
}

// at is the good request with an identifier or number of its path replaced.
func (o trial) at(name, value string) *http.Request {
	r := o.good()
	place := map[string]int{}
	for i, part := range strings.Split(o.route(), "/") {
		place[strings.TrimSuffix(strings.Trim(part, "{}"), "}.png")] = i
	}
	parts := strings.Split(r.URL.Path, "/")
	at := place[name]
	if suffix := ".png"; strings.HasSuffix(parts[at], suffix) {
		value += suffix
	}
	parts[at] = value
	r.URL.Path = strings.Join(parts, "/")
	return r
}

// route is the template of the operation's path.
func (o trial) route() string {
	document, err := contract.LoadDocument()
	if err != nil {
		panic(err)
	}
	route := ""
	forEachOperation(document, func(_, path string, op *openapi3.Operation) {
		if op.OperationID == o.op.OperationID {
			route = path
		}
	})
	return route
}

// saying is the good request with another body.
func (o trial) saying(body, contentType string) *http.Request {
	r := o.good()
	r.Body, r.ContentLength = io.NopCloser(bytes.NewReader([]byte(body))), int64(len(body))
	if r.Header.Del("Content-Type"); contentType != "" {
		r.Header.Set("Content-Type", contentType)
	}
	return r
}

// takes reports whether the operation's body can be of a content type.
func (o trial) takes(contentType string) bool {
	return o.op.RequestBody != nil && o.op.RequestBody.Value.Content[contentType] != nil
}

// parameters are the operation's parameters in one place.
func (o trial) parameters(in string) []*openapi3.Parameter {
	var out []*openapi3.Parameter
	for _, ref := range o.op.Parameters {
		if ref.Value.In == in {
			out = append(out, ref.Value)
		}
	}
	return out
}

// withoutKey are the POSTs whose answers are not kept: a bundle of evidence changes nothing and may be of any size, the
// others show a secret once.
var withoutKey = []string{"createEvidenceBundle", "createApiKey", "createClient", "addClientSecret"}

// TestEveryPostIsRepeatedUnderAKey without doing it again, and the second answer is the first one, marked.
func TestEveryPostIsRepeatedUnderAKey(t *testing.T) {
	everyOperation(t, func(t *testing.T, o trial) {
		if o.method != http.MethodPost {
			return
		}
		if takes := o.op.Parameters.GetByInAndName("header", "Idempotency-Key") != nil; takes == slices.Contains(withoutKey, o.op.OperationID) {
			t.Errorf("takes an Idempotency-Key: %v, want it of all but %v", takes, withoutKey)
			return
		} else if !takes {
			return
		}
		s := newSite(t)
		send := func(key string) answer {
			r := o.good()
			r.Header.Set("Idempotency-Key", key)
			return s.do(r)
		}
		first := send("k-1")
		if first.StatusCode >= 300 || first.Header.Get("Idempotency-Replayed") != "" {
			t.Fatalf("got %d %s, replayed %q, want success for the first time", first.StatusCode, first.body,
				first.Header.Get("Idempotency-Replayed"))
		}
		s.wrote, s.asked = nil, nil
		again := send("k-1")
		if again.StatusCode != first.StatusCode || !bytes.Equal(again.body, first.body) || s.wrote != nil || s.asked != nil {
			t.Errorf("the repetition got %d %s and did %v, %v, want %d %s and nothing done", again.StatusCode, again.body, s.wrote, s.asked,
				first.StatusCode, first.body)
		}
		if got := again.Header.Get("Idempotency-Replayed"); got != "true" {
			t.Errorf("Idempotency-Replayed is %q, want true", got)
		}
		if third := send("k-2"); third.Header.Get("Idempotency-Replayed") != "" {
			t.Errorf("another key: Idempotency-Replayed is %q, want none", third.Header.Get("Idempotency-Replayed"))
		}
	})
}

// expectRefused wants a failure that reached no command.
func (s *site) expectRefused(a answer, status int, message string) {
	s.Helper()
	s.want(a, status, message)
	if s.wrote != nil {
		s.Errorf("%d %s, and a command ran, want s.wrote = nil", a.StatusCode, a.body)
		s.wrote = nil
	}
}
