// Package conform holds answers of the service against the contract, for tests.
package conform

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"regexp"
	"strings"

	"github.com/getkin/kin-openapi/openapi3"
	"github.com/getkin/kin-openapi/openapi3filter"
	"github.com/getkin/kin-openapi/routers"
	"github.com/getkin/kin-openapi/routers/gorillamux"

	"github.com/seed-62a36931/docket/api"
)

// init makes the filter compare bodies that are not JSON with the contract as bytes.
func init() {
	for _, kind := range []string{"application/jsonl", "text/event-stream"} {
		openapi3filter.RegisterBodyDecoder(kind, openapi3filter.FileBodyDecoder)
	}
}

// A Contract knows what each operation may answer.
type Contract struct {
	Document *openapi3.T
	routes   routers.Router
}

// Load reads the contract that is built into the program.
func Load() (*Contract, error) {
	doc, err := openapi3.NewLoader().LoadFromData(api.Document())
	if err != nil {
		return nil, fmt.Errorf("the contract: %w", err)
	}
	doc.Servers = nil // any address will do
	routes, err := gorillamux.NewRouter(doc)
	return &Contract{doc, routes}, err
}

// FindOperation finds the operation of a method and a path, nil without one. HEAD is
// answered like GET, and what the contract shows as PUT may be sent as POST.
func (c *Contract) FindOperation(method string, target *url.URL) *openapi3.Operation {
	route := c.findRoute(method, target, false)
	if route == nil {
		return nil
	}
	return route.Operation
}

func (c *Contract) findRoute(method string, target *url.URL, form bool) *routers.Route {
	tries := []string{method}
	switch method {
	case http.MethodHead:
		tries = []string{http.MethodGet}
	case http.MethodPost:
		tries = append(tries, http.MethodPut)
	}
	if method == http.MethodPost && form && target.Path == templates {
		target = &url.URL{Path: templates + "/import"}
	}
	for _, m := range tries {
		probe := (&http.Request{Method: m, URL: withoutSlashes(target)}).WithContext(context.Background())
		if route, _, err := c.routes.FindRoute(probe); err == nil {
			return route
		}
	}
	return nil
}

// templates is where templates are created; a form sent there is imported.
const templates = "/api/dossier-templates"

// tiles begins the paths of tiles, which have slashes in their last parameter.
const tiles = "/api/evidence/tile/"

// withoutSlashes returns an address whose path the routes of the contract match.
func withoutSlashes(target *url.URL) *url.URL {
	path, isTile := strings.CutPrefix(target.Path, tiles)
	level, index, _ := strings.Cut(path, "/")
	if !isTile || index == "" {
		return target
	}
	out := *target
	out.Path, out.RawPath = tiles+level+"/"+strings.ReplaceAll(index, "/", "_"), ""
	return &out
}

// CoversPath reports whether the contract applies to answers at a path.
func CoversPath(path string) bool {
	return strings.HasPrefix(path, "/api") || strings.HasPrefix(path, "/health")
}

// CheckAnswer returns how the answer to a request violates the contract, or nil: a status
// that the contract does not list, a body or header of another form, or a failure
// that reveals internals. A nil body is not checked.
func (c *Contract) CheckAnswer(r *http.Request, status int, header http.Header, body []byte) error {
	err := checkCommonRules(status, header, body)
	if status == http.StatusMethodNotAllowed && header.Get("Allow") == "" {
		err = errors.Join(err, errors.New("no Allow"))
	}
	form := strings.HasPrefix(strings.ToLower(r.Header.Get("Content-Type")), "multipart/form-data")
	route := c.findRoute(r.Method, r.URL, form)
	preflight := r.Method == http.MethodOptions && status == http.StatusNoContent && header.Get("Access-Control-Allow-Methods") != ""
	switch {
	case preflight: // between a browser and the service, beside the operations
	case route == nil && CoversPath(r.URL.Path) && !strings.HasPrefix(r.URL.Path, "/api/docs/") && documents[r.URL.Path] == "":
		if status != http.StatusNotFound && status != http.StatusMethodNotAllowed {
			err = errors.Join(err, errors.New("the contract has no such operation"))
		}
	case route != nil:
		err = errors.Join(err, c.ofOperation(r, route, status, header, body))
	}
	if err != nil {
		return fmt.Errorf("%s %s answers %d against the contract: %w\n%.2000s", r.Method, r.URL.Path, status, err, body)
	}
	return nil
}

// documents are served beside the operations.
var documents = map[string]string{"/api/openapi.yaml": "the contract", "/api/openapi.json": "the contract", "/api/docs": "a page about it"}

// contractHeaders are the headers that an answer may only have when the contract lists them.
var contractHeaders = []string{"Accept-Ranges", "Allow", "Content-Disposition", "Content-Range", "Deprecation", "Docket-Parked",
	"Docket-Position", "ETag",
	"Location", "Retry-After", "WWW-Authenticate"}

// checkUnlistedHeaders refuses headers of an answer that the contract does not mention.
func checkUnlistedHeaders(op *openapi3.Operation, status int, header http.Header) error {
	ref := op.Responses.Status(status)
	if ref == nil {
		return nil
	}
	var err error
	for _, name := range contractHeaders {
		if header.Get(name) != "" && ref.Value.Headers[name] == nil {
			err = errors.Join(err, fmt.Errorf("the contract does not tell of %s", name))
		}
	}
	return err
}

func (c *Contract) ofOperation(r *http.Request, route *routers.Route, status int, header http.Header, body []byte) error {
	in := &openapi3filter.RequestValidationInput{Request: r, Route: route, QueryParams: url.Values{}}
	out := &openapi3filter.ResponseValidationInput{RequestValidationInput: in, Status: status, Header: header,
		Body: io.NopCloser(bytes.NewReader(body)), Options: &openapi3filter.Options{IncludeResponseStatus: true,
			AuthenticationFunc: openapi3filter.NoopAuthenticationFunc, ExcludeResponseBody: body == nil || r.Method == http.MethodHead}}
	return errors.Join(checkUnlistedHeaders(route.Operation, status, header), openapi3filter.ValidateResponse(context.Background(), out))
}

var (
	wholeSeconds = regexp.MustCompile(`^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$`)
	internals    = []string{"json:", "strconv", "github.com", "goroutine", "openapi", "sqlite", "SQLSTATE", "pgx", ".go:"}
)

// checkCommonRules checks the rules that hold for every answer.
func checkCommonRules(status int, header http.Header, body []byte) error {
	var err error
	for _, name := range []string{"X-Request-Id", "X-Content-Type-Options", "Cache-Control"} {
		if header.Get(name) == "" {
			err = errors.Join(err, fmt.Errorf("no %s", name))
		}
	}
	if status < 400 || len(body) == 0 {
		return err
	}
	for _, word := range internals {
		if bytes.Contains(body, []byte(word)) {
			err = errors.Join(err, fmt.Errorf("the failure tells internals: %s", word))
		}
	}
	var failure struct{ Timestamp, Message *string }
	if json.Unmarshal(body, &failure) == nil && failure.Timestamp != nil && !wholeSeconds.MatchString(*failure.Timestamp) {
		err = errors.Join(err, fmt.Errorf("timestamp %s", *failure.Timestamp))
	}
	return err
}
