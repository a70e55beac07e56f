package contract

import (
	_ "embed"
	"fmt"
	"maps"
	"net/http"
	"path"
	"regexp"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/getkin/kin-openapi/openapi3"

	"github.com/seed-62a36931/docket/api"
	"github.com/seed-62a36931/docket/domain"
	"github.com/seed-62a36931/docket/domain/user"
)

// An Operation holds what the contract says about one method on one route, prepared for
// checking requests.
type Operation struct {
	ID         user.Operation
	Free       bool        // needs no token
	Path       []string    // identifiers
	Numbers    []Parameter // of the path
	Query      []Parameter
	Headers    []Parameter // that every request has
	Idempotent bool        // takes an Idempotency-Key
	Awaits     bool        // takes a Docket-Position: waits until the views hold it
	Matches    bool        // takes an If-Match
	Deferrable bool        // takes a Prefer: need not be waited for
	Cacheable  bool        // a cache may keep the answer and ask whether it still holds
	Body       *openapi3.Schema
	BodyNeeded bool
	record     *openapi3.Schema // what is read of what is written; nil for nothing
	own        string           // the parameter that names the record itself, "" where none does
	ids        bool             // the body is a list of ids, which may come without its name, or in the query
	Multipart  bool
	Deprecated string // since when, as a header (RFC 9745); "" as long as it is offered
	Sunset     string // when it is no longer answered, as a header (RFC 8594); "" while nobody decided
	Text       bool   // the body is plain text
	Stream     bool   // the body is a part of a resumable upload
	Resumable  bool   // of the tus protocol
}

// A Parameter is a parameter of the query or the path.
type Parameter struct {
	Name     string
	Kind     string // boolean, integer, string
	Format   string
	Values   []any // of an enumeration, also of the entries of an array
	min, max *float64
}

// What the tus protocol names.
const (
	TusResumable = "Tus-Resumable"
	TusVersion   = "1.0.0"
	PartType     = "application/offset+octet-stream" // of the body
)

// A Contract holds the operations by method and route template.
type Contract struct {
	paths      *openapi3.Paths
	Operations map[string]*Operation
	formats    []openapi3.SchemaValidationOption // of texts
}

// What requests are checked against: the document without words, examples and refusals, which takes a third of the
// time to read.
//
//go:generate go test . -run TestRequestsAreOfTheContract -update
//go:embed requests.gen.yaml
var requests []byte

// Load returns the contract, which is read at its first call. Nobody may change it.
func Load() (*Contract, error) { return loadOnce() }

var loadOnce = sync.OnceValues(func() (*Contract, error) {
	doc, err := openapi3.NewLoader().LoadFromData(requests)
	if err != nil {
		return nil, fmt.Errorf("the contract: %w", err)
	}
	c := &Contract{doc.Paths, map[string]*Operation{}, TextFormats()}
	for path, item := range doc.Paths.Map() {
		for method, op := range item.Operations() {
			c.Operations[method+" "+path] = NewOperation(doc, path, op)
		}
	}
	return c, nil
})

// LoadDocument returns the whole document, which is read at its first call. Nobody may change it.
func LoadDocument() (*openapi3.T, error) { return loadDocument() }

var loadDocument = sync.OnceValues(func() (*openapi3.T, error) { return openapi3.NewLoader().LoadFromData(api.Document()) })

// DocumentAsJSON returns the whole document as JSON. That of the program has nothing that JSON cannot say.
func DocumentAsJSON() []byte { return documentAsJSON() }

var documentAsJSON = sync.OnceValue(func() []byte {
	var out []byte
	doc, err := LoadDocument()
	if err == nil {
		out, err = doc.MarshalJSON()
	}
	if err != nil {
		panic(fmt.Errorf("the contract as JSON: %w", err))
	}
	return out
})

// Find returns the operation of a method and a route; HEAD is answered like GET.
func (c *Contract) Find(method, route string) *Operation {
	if method == http.MethodHead {
		method = http.MethodGet
	}
	return c.Operations[method+" "+route]
}

// NewOperation returns what a document says about an operation of a path.
func NewOperation(doc *openapi3.T, path string, op *openapi3.Operation) *Operation {
	o := &Operation{ID: user.Operation(op.OperationID), own: ownParameter(path), Free: op.Security != nil && len(*op.Security) == 0,
		Deprecated: deprecationHeader(op), Sunset: sunsetHeader(op)}
	for _, ref := range op.Parameters {
		p := ref.Value
		switch {
		case p.In == openapi3.ParameterInPath && p.Schema.Value.Type.Is("integer"):
			o.Numbers = append(o.Numbers, prepareParameter(p))
		case p.In == openapi3.ParameterInPath && p.Schema.Value.Format == "uuid":
			o.Path = append(o.Path, p.Name)
		case p.In == openapi3.ParameterInQuery:
			o.Query = append(o.Query, prepareParameter(p))
		case p.Name == TusResumable:
			o.Resumable = true
		case p.In == openapi3.ParameterInHeader && p.Required:
			o.Headers = append(o.Headers, prepareParameter(p))
		case p.Name == "Idempotency-Key":
			o.Idempotent = true
		case p.Name == "Docket-Position":
			o.Awaits = true
		case p.Name == "Prefer":
			o.Deferrable = true
		case p.Name == "If-Match":
			o.Matches = true
		case p.Name == "If-None-Match":
			o.Cacheable = true
		}
	}
	if op.RequestBody != nil {
		o.BodyNeeded = op.RequestBody.Value.Required
		content := op.RequestBody.Value.Content
		o.Multipart, o.Text = content["multipart/form-data"] != nil, content["text/plain"] != nil
		o.Stream = content[PartType] != nil
		if json := content["application/json"]; json != nil {
			o.Body = json.Schema.Value
			o.ids = o.Body.Properties[IDsField] != nil
			o.record = recordOf(doc, op, o.Body)
		}
	}
	return o
}

// ownParameter returns the parameter at the end of a route, "" without one.
func ownParameter(route string) string {
	_, last := path.Split(route)
	if name, ok := strings.CutPrefix(last, "{"); ok {
		return strings.TrimSuffix(name, "}")
	}
	return ""
}

// Identifiers returns those of a path by the names that the record has for them.
func (op *Operation) Identifiers(vars map[string]string) map[string]string {
	ids := maps.Clone(vars)
	if op.own != "" {
		ids["id"] = vars[op.own]
	}
	return ids
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

// sunsetHeader returns the header of a deprecated operation that the contract offers until the day in x-sunset.
func sunsetHeader(op *openapi3.Operation) string {
	day, _ := op.Extensions["x-sunset"].(string)
	end, err := time.Parse(time.DateOnly, day)
	if !op.Deprecated || err != nil {
		return ""
	}
	return end.UTC().Format(http.TimeFormat)
}

func prepareParameter(p *openapi3.Parameter) Parameter {
	s := p.Schema.Value
	out := Parameter{Name: p.Name, Kind: slices.Concat(*s.Type, []string{""})[0], Format: s.Format,
		Values: s.Enum, min: s.Min, max: s.Max}
	if s.Items != nil {
		out.Values, out.Format = s.Items.Value.Enum, s.Items.Value.Format
	}
	return out
}

// IsShadowed reports whether a route that ends with an identifier was matched by a path that
// another route names literally: /component-definitions/order is no definition, and
// methods that it does not offer are refused as such.
func (c *Contract) IsShadowed(route, target string) bool {
	folder, last := path.Split(route)
	name := path.Base(target)
	return strings.HasPrefix(last, "{") && !strings.HasPrefix(name, "{") && c.paths.Value(folder+name) != nil
}

// CheckBody checks a decoded body against the schema of its operation. The failure has all faults, further
// ones that were found before included; the first one of the schema leads.
func (c *Contract) CheckBody(op *Operation, value any, further ...*domain.Fault) error {
	if err := op.Body.VisitJSON(value, c.formats...); err != nil {
		first := fieldFault(op.Body, err)
		all := op.Body.VisitJSON(value, append([]openapi3.SchemaValidationOption{openapi3.MultiErrors()}, c.formats...)...)
		return first.With(append(fieldFaults(op.Body, all), further...))
	}
	if len(further) > 0 {
		return further[0].With(further[1:])
	}
	return nil
}

// IsUUID reports whether a text is an identifier.
func IsUUID(s string) bool { return uuidShape.MatchString(s) }

var (
	uuidShape = regexp.MustCompile(`^[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}$`)
	cropShape = regexp.MustCompile(`^-?\d{1,5}(\.\d{1,3})?,-?\d{1,5}(\.\d{1,3})?,\d{1,5}(\.\d{1,3})?,\d{1,5}(\.\d{1,3})?$`)
)
