package rest

import (
	"fmt"
	"net/http"
	"path"
	"slices"
	"strings"
	"time"

	"github.com/getkin/kin-openapi/openapi3"

	"github.com/seed-62a36931/docket/api"
	"github.com/seed-62a36931/docket/domain/user"
)

// An operation holds what the contract says about one method on one route, prepared for
// checking requests.
type operation struct {
	id         user.Operation
	free       bool        // needs no token
	path       []string    // identifiers
	numbers    []parameter // of the path
	query      []parameter
	idempotent bool // takes an Idempotency-Key
	awaits     bool // takes a Docket-Position: waits until the views hold it
	cacheable  bool // a cache may keep the answer and ask whether it still holds
	body       *openapi3.Schema
	bodyNeeded bool
	ids        bool // the body is a list of ids, which may come without its name, or in the query
	multipart  bool
	deprecated string // since when, as a header (RFC 9745); "" as long as it is offered
	text       bool   // the body is plain text
}

// A parameter is a parameter of the query or the path.
type parameter struct {
	name     string
	kind     string // boolean, integer, string
	format   string
	values   []any // of an enumeration, also of the entries of an array
	min, max *float64
}

// A contract holds the operations by method and route template.
type contract struct {
	document   *openapi3.T
	json       []byte // the document as JSON
	operations map[string]*operation
}

// loadContract reads the document that is embedded in the program.
func loadContract() (*contract, error) {
	doc, err := openapi3.NewLoader().LoadFromData(api.Document())
	if err != nil {
		return nil, fmt.Errorf("the contract: %w", err)
	}
	json, err := doc.MarshalJSON()
	if err != nil {
		return nil, fmt.Errorf("the contract as JSON: %w", err)
	}
	c := &contract{doc, json, map[string]*operation{}}
	for path, item := range doc.Paths.Map() {
		for method, op := range item.Operations() {
			c.operations[method+" "+path] = newOperation(op)
		}
	}
	return c, nil
}

// findOperation returns the operation of a method and a route; HEAD is answered like GET.
func (c *contract) findOperation(method, route string) *operation {
	if method == http.MethodHead {
		method = http.MethodGet
	}
	return c.operations[method+" "+route]
}

func newOperation(op *openapi3.Operation) *operation {
	o := &operation{id: user.Operation(op.OperationID), free: op.Security != nil && len(*op.Security) == 0,
		deprecated: deprecationHeader(op)}
	for _, ref := range op.Parameters {
		p := ref.Value
		switch {
		case p.In == openapi3.ParameterInPath && p.Schema.Value.Type.Is("integer"):
			o.numbers = append(o.numbers, prepareParameter(p))
		case p.In == openapi3.ParameterInPath && p.Schema.Value.Format == "uuid":
			o.path = append(o.path, p.Name)
		case p.In == openapi3.ParameterInQuery:
			o.query = append(o.query, prepareParameter(p))
		case p.Name == "Idempotency-Key":
			o.idempotent = true
		case p.Name == "Docket-Position":
			o.awaits = true
		case p.Name == "If-None-Match":
			o.cacheable = true
		}
	}
	if op.RequestBody != nil {
		o.bodyNeeded = op.RequestBody.Value.Required
		content := op.RequestBody.Value.Content
		o.multipart, o.text = content["multipart/form-data"] != nil, content["text/plain"] != nil
		if json := content["application/json"]; json != nil {
			o.body = json.Schema.Value
			o.ids = o.body.Properties[idsField] != nil
		}
	}
	return o
}

// deprecationHeader returns the header of an operation that the contract marks deprecated since
// the day in x-deprecated-since.
func deprecationHeader(op *openapi3.Operation) string {
	day, _ := op.Extensions["x-deprecated-since"].(string)
	since, err := time.Parse(time.DateOnly, day)
	if !op.Deprecated || err != nil {
		return ""
	}
	return fmt.Sprintf("@%d", since.Unix())
}

func prepareParameter(p *openapi3.Parameter) parameter {
	s := p.Schema.Value
	out := parameter{name: p.Name, kind: slices.Concat(*s.Type, []string{""})[0], format: s.Format,
		values: s.Enum, min: s.Min, max: s.Max}
	if s.Items != nil {
		out.values, out.format = s.Items.Value.Enum, s.Items.Value.Format
	}
	return out
}

// isShadowed reports whether a route that ends with an identifier was matched by a path that
// another route names literally: /component-definitions/order is no definition, and
// methods that it does not offer are refused as such.
func (c *contract) isShadowed(route, target string) bool {
	folder, last := path.Split(route)
	name := path.Base(target)
	return strings.HasPrefix(last, "{") && !strings.HasPrefix(name, "{") && c.document.Paths.Value(folder+name) != nil
}
