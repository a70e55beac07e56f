package api_test

import (
	"encoding/csv"
	"fmt"
	"maps"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/getkin/kin-openapi/openapi3"
)

// A decided operation is a row of the table that was written by hand.
type decided struct {
	number, tag, operation, method, path string
	success, query, headers, failure     []string
}

func decidedOperations(t *testing.T) []decided {
	t.Helper()
	f, err := os.Open("testdata/operations.csv")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	in := csv.NewReader(f)
	in.Comment = '#'
	rows, err := in.ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	var out []decided
	for _, r := range rows[1:] {
		out = append(out, decided{r[0], r[1], r[2], r[3], r[4], strings.Fields(r[5]), strings.Fields(r[6]),
			strings.Fields(r[7]), strings.Fields(r[8])})
	}
	return out
}

// The contract has exactly the operations that are decided, each where it belongs,
// with its parameters, their defaults and its statuses.
func TestTheContractHoldsWhatIsDecided(t *testing.T) {
	doc := load(t)
	there := map[string]bool{}
	for path, item := range doc.Paths.Map() {
		for method, op := range item.Operations() {
			there[method+" "+path+" "+op.OperationID] = true
		}
	}
	for _, d := range decidedOperations(t) {
		name := d.method + " " + d.path + " " + d.operation
		if !there[name] {
			t.Errorf("%s: no %s", d.number, name)
			continue
		}
		delete(there, name)
		for _, fault := range d.against(doc.Paths.Value(d.path).GetOperation(d.method)) {
			t.Errorf("%s %s: %s", d.number, d.operation, fault)
		}
	}
	for name := range there {
		t.Errorf("nobody decided on %s", name)
	}
}

// against tells how an operation of the contract differs from what is decided.
func (d decided) against(op *openapi3.Operation) []string {
	var out []string
	differ := func(what string, want, got []string) {
		if slices.Sort(want); !slices.Equal(want, got) {
			out = append(out, fmt.Sprintf("%s are %v, want %v", what, got, want))
		}
	}
	differ("tags", []string{d.tag}, op.Tags)
	var success, failure []string
	for _, status := range slices.Sorted(maps.Keys(op.Responses.Map())) {
		if status < "400" {
			success = append(success, status)
		} else {
			failure = append(failure, status)
		}
	}
	differ("statuses of success", d.success, success)
	if op.Security == nil {
		d.failure = append(d.failure, "401", "403", "405", "429", "500", "503")
	}
	for _, status := range d.failure {
		if !slices.Contains(failure, status) {
			out = append(out, "no "+status)
		}
	}
	differ("query parameters", d.query, parametersIn(op, openapi3.ParameterInQuery))
	own := slices.DeleteFunc(parametersIn(op, openapi3.ParameterInHeader), func(h string) bool {
		return h == "Docket-Position" && (d.method == "GET" || d.operation == "createUsageReport")
	})
	differ("headers", d.headers, own)
	return out
}

// parametersIn lists the parameters in one place, with defaults.
func parametersIn(op *openapi3.Operation, in string) []string {
	var out []string
	for _, ref := range op.Parameters {
		if p := ref.Value; p.In == in {
			text := p.Name
			if fallback := p.Schema.Value.Default; fallback != nil {
				text += fmt.Sprint("=", fallback)
			}
			out = append(out, text)
		}
	}
	slices.Sort(out)
	return out
}
