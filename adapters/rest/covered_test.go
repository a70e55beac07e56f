package rest

import (
	"context"
	"flag"
	"fmt"
	"maps"
	"net/http"
	"os"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/getkin/kin-openapi/openapi3"
	"github.com/getkin/kin-openapi/routers"

	"github.com/seed-62a36931/docket/adapters/rest/contract"
	"github.com/seed-62a36931/docket/adapters/rest/convert"
)

// TestMain fails a run of all tests that leaves out anything that the contract
// promises: a status of an operation, a parameter, a value of an enumeration. A
// run of some tests is free to.
func TestMain(m *testing.M) {
	code := m.Run()
	if code == 0 && wholeRun() {
		code = covered.report()
	}
	os.Exit(code)
}

// wholeRun reports whether no flag picks tests.
func wholeRun() bool {
	for _, name := range []string{"test.run", "test.skip", "test.list", "test.fuzz"} {
		if f := flag.Lookup(name); f != nil && f.Value.String() != "" {
			return false
		}
	}
	return true
}

// covered is what all tests together touched of the contract.
var covered = &coverage{seen: map[string]bool{}}

// A coverage is a set of things that the contract promises, such as
// "getDossier 404" or "listDossiers includeActive=false".
type coverage struct {
	mu   sync.Mutex
	seen map[string]bool
}

// watch notes what goes through a handler.
func (c *coverage) watch(next http.Handler, routes routers.Router) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		asked := r.Clone(context.Background()) // handlers tidy the query up
		o := &noting{ResponseWriter: w}
		next.ServeHTTP(o, r)
		c.note(asked, o.status, routes)
	})
}

// noting remembers the status of an answer.
type noting struct {
	http.ResponseWriter
	status int
}

// WriteHeader implements http.ResponseWriter.
func (n *noting) WriteHeader(status int) {
	if n.status == 0 {
		n.status = status
	}
	n.ResponseWriter.WriteHeader(status)
}

// Write implements http.ResponseWriter.
func (n *noting) Write(b []byte) (int, error) {
	if n.status == 0 {
		n.status = http.StatusOK
	}
	return n.ResponseWriter.Write(b)
}

// Unwrap lets controllers of responses through.
func (n *noting) Unwrap() http.ResponseWriter { return n.ResponseWriter }

// note adds one exchange. A parameter counts when the request that holds it, or
// leaves it out, was not refused.
func (c *coverage) note(r *http.Request, status int, routes routers.Router) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if status == http.StatusMethodNotAllowed {
		for _, method := range []string{"GET", "POST", "PUT", "PATCH", "DELETE"} {
			if op := operationOf(r, method, routes); op != nil {
				c.seen[fmt.Sprint(op.OperationID, " ", status)] = true
			}
		}
		return
	}
	op := operationOf(r, r.Method, routes)
	if op == nil {
		return
	}
	c.seen[fmt.Sprint(op.OperationID, " ", status)] = true
	if status >= 400 {
		return
	}
	for _, ref := range op.Parameters {
		c.seen[op.OperationID+" "+ref.Value.Name+formHeld(r, ref.Value)] = true
	}
}

// operationOf finds the operation that a request with another method would be.
func operationOf(r *http.Request, method string, routes routers.Router) *openapi3.Operation {
	probe := r.Clone(context.Background())
	if probe.Method = method; method == http.MethodHead {
		probe.Method = http.MethodGet
	}
	if route, _, err := routes.FindRoute(probe); err == nil {
		return route.Operation
	}
	return nil
}

// formHeld tells how a request holds a parameter: not, with a value that the
// contract lists, or with any other.
func formHeld(r *http.Request, p *openapi3.Parameter) string {
	var values []string
	switch p.In {
	case openapi3.ParameterInPath:
		return " given"
	case openapi3.ParameterInQuery:
		values = r.URL.Query()[p.Name]
	default:
		values = r.Header.Values(p.Name)
	}
	switch {
	case len(values) == 0:
		return " left out"
	case len(listValues(p)) > 0:
		return "=" + values[0]
	}
	return " given"
}

// listValues are the values of a parameter that has few.
func listValues(p *openapi3.Parameter) []string {
	s := p.Schema.Value
	if s.Type.Is("boolean") {
		return []string{"true", "false"}
	}
	if s.Items != nil {
		s = s.Items.Value
	}
	return convert.MapList(s.Enum, func(v any) string { return fmt.Sprint(v) })
}

// report names what was left out, and gives the code to exit with.
func (c *coverage) report() int {
	document, err := contract.LoadDocument()
	if err != nil {
		fmt.Println(err)
		return 1
	}
	missing := map[string]bool{}
	forEachOperation(document, func(_, _ string, op *openapi3.Operation) {
		for _, want := range listPromises(op) {
			if !c.seen[want] {
				missing[want] = true
			}
		}
	})
	if len(missing) == 0 {
		return 0
	}
	fmt.Printf("--- FAIL: the contract is not covered; no test made these happen:\n\t%s\n",
		strings.Join(slices.Sorted(maps.Keys(missing)), "\n\t"))
	return 1
}

// listPromises lists what tests have to make happen of an operation.
func listPromises(op *openapi3.Operation) []string {
	var out []string
	for status := range op.Responses.Map() {
		out = append(out, op.OperationID+" "+status)
	}
	for _, ref := range op.Parameters {
		name := op.OperationID + " " + ref.Value.Name
		if !ref.Value.Required {
			out = append(out, name+" left out")
		}
		for _, v := range listValues(ref.Value) {
			out = append(out, name+"="+v)
		}
		if len(listValues(ref.Value)) == 0 {
			out = append(out, name+" given")
		}
	}
	return out
}
