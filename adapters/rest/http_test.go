package rest

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/getkin/kin-openapi/openapi3"
	"github.com/getkin/kin-openapi/routers"
	"github.com/getkin/kin-openapi/routers/gorillamux"

	"github.com/seed-62a36931/docket/adapters/rest/contract"
	"github.com/seed-62a36931/docket/api/conform"
	"github.com/seed-62a36931/docket/commands/answertest"
)

const (
	tPath = "/api/dossier-templates/" + templateID
	sPath = tPath + "/dossiers/" + dossierID
	fPath = sPath + "/files/" + fileID
	pPath = "/api/downloads/" + downloadID
	oPath = "/api/operations/" + defID
)

// A site is the handler over a fake. Every answer that it gives is held against
// the contract.
type site struct {
	*testing.T
	*fake
	handler http.Handler
	routes  routers.Router
	log     *bytes.Buffer
	shelf   *answertest.Shelf // of first answers
}

func newSite(t *testing.T, change ...func(*Config)) *site {
	t.Helper()
	s := &site{T: t, fake: newFake(), log: &bytes.Buffer{}}
	c := Config{Log: slog.New(slog.NewTextHandler(s.log, &slog.HandlerOptions{Level: slog.LevelDebug})), Rate: -1,
		Freshness: 50 * time.Millisecond,
		Now:       func() time.Time { return moment0.Add(time.Hour) }}
	for _, f := range change {
		f(&c)
	}
	ports := s.ports()
	s.shelf, ports.FirstAnswers = answertest.NewShelf()
	ports.Identity = http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusTeapot) })
	var err error
	if s.handler, err = newHandler(c, ports, loadContract(t)); err != nil {
		t.Fatal(err)
	}
	if s.routes, err = contractRoutes(); err != nil {
		t.Fatal(err)
	}
	s.handler = covered.watch(s.handler, s.routes)
	return s
}

// loadContract returns the contract.
func loadContract(t *testing.T) *contract.Contract {
	t.Helper()
	c, err := contract.Load()
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// loadDocument returns the document of the contract.
func loadDocument(t *testing.T) *openapi3.T {
	t.Helper()
	document, err := contract.LoadDocument()
	if err != nil {
		t.Fatal(err)
	}
	return document
}

// contractRoutes finds the operation of a request, to hold its answer against.
var contractRoutes = sync.OnceValues(func() (routers.Router, error) {
	known, err := contract.LoadDocument()
	if err != nil {
		return nil, err
	}
	document := *known
	document.Servers = nil
	return gorillamux.NewRouter(&document)
})

// An answer is a response with its body read.
type answer struct {
	*http.Response
	body []byte
}

func (a answer) message() string {
	var b struct{ Timestamp, Message string }
	_ = json.Unmarshal(a.body, &b)
	return b.Message
}

func request(method, target string, body string, headers ...string) *http.Request {
	r := httptest.NewRequest(method, target, strings.NewReader(body))
	r.Header.Set("Authorization", "Bearer good")
	if body != "" {
		r.Header.Set("Content-Type", "application/json")
	}
	for i := 0; i < len(headers); i += 2 {
		if r.Header.Del(headers[i]); headers[i+1] != "" {
			r.Header.Set(headers[i], headers[i+1])
		}
	}
	return r
}

func (s *site) do(r *http.Request) answer {
	s.Helper()
	rec := httptest.NewRecorder()
	s.handler.ServeHTTP(rec, r)
	b, _ := io.ReadAll(rec.Result().Body)
	a := answer{rec.Result(), b}
	s.conforms(r, a)
	return a
}

// conforms holds an answer against the contract.
func (s *site) conforms(r *http.Request, a answer) {
	s.Helper()
	if a.StatusCode == http.StatusTeapot { // the authorization server's
		return
	}
	contract, err := answers()
	if err == nil {
		err = contract.CheckAnswer(r, a.StatusCode, a.Header, a.body)
	}
	if err == nil && a.StatusCode >= 400 && bytes.Contains(a.body, []byte("10.0.0.1")) {
		err = fmt.Errorf("the answer tells internals: %s", a.body)
	}
	if err != nil {
		s.Error(err)
	}
}

// answers holds the contract that answers are checked against.
var answers = sync.OnceValues(conform.Load)

func (s *site) want(a answer, status int, message string) {
	s.Helper()
	if a.StatusCode != status || a.message() != message {
		s.Errorf("answer is %d %s, want %d %q", a.StatusCode, a.body, status, message)
	}
}

// A sample is a request of an operation that succeeds.
type sample struct {
	method, path, body string
	status             int
}

// allOperations lists every operation of the contract, the areas one after the other.
var allOperations = slices.Concat(
	coreOperations,
	historyOperations,
	evidenceOperations,
	templateOperations,
	stateOperations,
	definitionOperations,
	userOperations, webhookOperations, resumableOperations,
)

var coreOperations = []sample{
	{"GET", "/api/dossier-templates", "", 200},
	{"GET", tPath, "", 200},
	{"GET", tPath + "/entity-rules", "", 200},
	{"POST", tPath + "/entity-rules", "", 200},
	{"GET", tPath + "/component-rules", "", 200},
	{"POST", tPath + "/component-rules", "", 200},
	{"GET", tPath + "/date-formats", "", 200},
	{"POST", tPath + "/date-formats", "", 200},
	{"GET", tPath + "/component-definitions", "", 200},
	{"POST", tPath + "/component-definitions", `[{"technicalName":"Invoice Number","displayName":"Invoice number"}]`, 201},
	{"GET", tPath + "/component-definitions/" + defID, "", 200},
	{"GET", tPath + "/dossier-status-definitions", "", 200},
	{"GET", tPath + "/dossier-attribute-definitions", "", 200},
	{"GET", tPath + "/file-attribute-definitions", "", 200},
	{"GET", tPath + "/report-templates", "", 200},
	{"PUT", sPath + "/attributes", `{"attributeIdToValue":{}}`, 204},
	{"GET", tPath + "/dossiers", "", 200},
	{"GET", "/api/dossiers", "", 200},
	{"GET", "/api/files", "", 200},
	{"GET", "/api/trash", "", 200},
	{"POST", tPath + "/dossiers", `{"name":"Invoices May"}`, 201},
	{"GET", sPath, "", 200},
	{"DELETE", sPath, "", 204},
	{"GET", sPath + "/files", "", 200},
	{"POST", sPath + "/files", "", 201},
	{"GET", fPath, "", 200},
	{"DELETE", fPath, "", 204},
	{"PUT", fPath + "/attributes", `{"attributeIdToValue":{}}`, 204},
	{"POST", fPath + "/reanalyse", "", 200},
	{"POST", fPath + "/downloads", `{}`, 200},
	{"POST", sPath + "/downloads", ``, 200},
	{"POST", sPath + "/files/bulk-download", `{"fileIds":["` + fileID + `"]}`, 200},
	{"DELETE", pPath, "", 204},
	{"GET", fPath + "/components", "", 200},
	{"GET", fPath + "/components.xml", "", 200},
	{"GET", sPath + "/components.xml", "", 200},
	{"GET", tPath + "/components/export", "", 200},
	{"GET", fPath + "/content", "", 200},
	{"GET", fPath + "/pages/1.png", "", 200},
	{"GET", sPath + "/components", "", 200},
	{"GET", fPath + "/component-overrides", "", 200},
	{"POST", fPath + "/component-overrides", `{"name":"Total","componentValues":[{"value":"1"}]}`, 204},
	{"POST", fPath + "/component-overrides/revert", `{"components":["Total"]}`, 204},
	{"PUT", fPath + "/components/Total/values/9d2b7f4c", `{"cells":[{"column":"quantity","value":"3"}],"note":"as delivered"}`, 204},
	{"POST", fPath + "/components/Total/values", `{"value":"17","before":"9d2b7f4c"}`, 204},
	{"DELETE", fPath + "/components/Total/values/9d2b7f4c", "", 204},
	{"DELETE", fPath + "/components/Total/values/9d2b7f4c/override", "", 204},
	{"PUT", fPath + "/component-checks", `{"checked":["Total"],"unchecked":["Date"]}`, 204},
	{"GET", "/api/operations", "", 200},
	{"GET", oPath, "", 200},
	{"POST", oPath + "/cancel", "", 200},
	{"GET", "/api/downloads", "", 200},
	{"GET", pPath, "", 200},
	{"GET", pPath + "/content", "", 200},
	{"POST", "/api/license/usage-reports", `{"startDate":"2024-05-01T00:00:00Z","endDate":"2024-05-31T23:59:59.999Z"}`, 200},
	{"GET", sPath + "/history", "", 200},
	{"GET", fPath + "/history", "", 200},
}

// good makes the request of an operation that succeeds.
func good(method, path, body string) *http.Request {
	if strings.HasPrefix(path, partsPath) {
		return goodUpload(method, path)
	}
	if path == sPath+"/files" && method == "POST" {
		return upload("", "file", "a.pdf", "%PDF")
	}
	if method == "POST" && (strings.HasSuffix(path, "-rules") || strings.HasSuffix(path, "/date-formats") ||
		path == allPath+"/import") {
		return uploadTo(path, "file", "a.drl", "rule")
	}
	if (method == "POST" || method == "PUT") && strings.HasPrefix(path, mPath) {
		return csvTo(method, path, "file", "c.csv", body)
	}
	if r := goodPart(method, path, body); r != nil {
		return r
	}
	return request(method, path, body)
}

func TestEveryOperationAnswersByTheContract(t *testing.T) {
	s := newSite(t)
	seen := map[string]bool{}
	for _, op := range allOperations {
		a := s.do(good(op.method, op.path, op.body))
		if a.StatusCode != op.status {
			t.Errorf("%s %s: %d %s, want %v", op.method, op.path, a.StatusCode, a.body, op.status)
		}
		if route, _, err := s.routes.FindRoute(request(op.method, op.path, "")); err == nil {
			seen[route.Operation.OperationID] = true
		}
	}
	forEachOperation(loadDocument(t), func(_, _ string, op *openapi3.Operation) {
		if op.Security == nil && !seen[op.OperationID] {
			t.Errorf("no request for %s, want one for each public operation", op.OperationID)
		}
	})
}

func forEachOperation(doc *openapi3.T, f func(method, path string, op *openapi3.Operation)) {
	for path, item := range doc.Paths.Map() {
		for method, op := range item.Operations() {
			f(method, path, op)
		}
	}
}
