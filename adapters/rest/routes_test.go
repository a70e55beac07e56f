package rest

import (
	"encoding/json"
	"errors"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"

	"github.com/getkin/kin-openapi/openapi3"
	"go.opentelemetry.io/contrib/instrumentation/net/http/otelhttp"
	"go.opentelemetry.io/otel/propagation"
	sdktrace "go.opentelemetry.io/otel/sdk/trace"
	"go.opentelemetry.io/otel/sdk/trace/tracetest"

	"github.com/seed-62a36931/docket/commands"
)

func TestRouterFailures(t *testing.T) {
	rows := []struct {
		method, path  string
		status        int
		message       string
		allow, header string
	}{
		{"GET", "/index.html", 404, "Not found", "", ""},
		{"GET", "/api/nothing", 404, "Not found", "", ""},
		{"GET", "/api/dossier-templates/", 404, "Not found", "", ""},
		{"GET", tPath + "//dossiers", 404, "Not found", "", ""},
		{"POST", "/api/dossier-templates/../downloads", 404, "Not found", "", ""},
		{"GET", "/api/dossier-templates/a%2Fb", 404, "Not found", "", ""},
		{"PUT", tPath + "/dossiers", 405, "Method not allowed", "GET, HEAD, POST", ""},
		{"OPTIONS", tPath + "/dossiers", 405, "Method not allowed", "GET, HEAD, POST", ""},
		{"PATCH", sPath, 405, "Method not allowed", "GET, HEAD, DELETE", ""},
		{"POST", "/health/live", 405, "Method not allowed", "GET, HEAD", ""},
		{"DELETE", "/health/ready", 405, "Method not allowed", "GET, HEAD", ""},
		{"GET", tPath + "/component-definitions/order", 405, "Method not allowed", "PUT", ""},
		{"BREW", sPath + "/attributes", 405, "Method not allowed", "PUT", ""},
		{"DELETE", sPath + "/files/bulk-download", 405, "Method not allowed", "POST", ""},
		{"GET", sPath + "/files/restores", 401, "Authentication is required", "", ""},
		{"BREW", "/api/downloads", 405, "Method not allowed", "GET, HEAD", ""},
	}
	for _, row := range rows {
		t.Run(row.method+" "+row.path, func(t *testing.T) {
			s := newSite(t)
			a := s.do(request(row.method, row.path, "", "Authorization", ""))
			s.want(a, row.status, row.message)
			if a.Header.Get("Allow") != row.allow || a.Header.Get("Content-Type") != "application/json" {
				t.Error("headers", a.Header)
			}
			var body map[string]string
			if err := json.Unmarshal(a.body, &body); err != nil || body["timestamp"] != "2024-05-31T09:15:30Z" || body["code"] == "" ||
				body["requestId"] != a.Header.Get("X-Request-Id") || len(body) != 4 {
				t.Errorf("body %s, want time, code, message and the request's ID", a.body)
			}
		})
	}
}

func TestHeadIsGetWithoutBody(t *testing.T) {
	s := newSite(t)
	for _, op := range allOperations {
		if op.method != "GET" {
			continue
		}
		get, head := s.do(request("GET", op.path, "")), s.do(request("HEAD", op.path, ""))
		if head.StatusCode != get.StatusCode || len(head.body) != 0 || head.Header.Get("Content-Type") != get.Header.Get("Content-Type") ||
			head.Header.Get("ETag") != get.Header.Get("ETag") {
			t.Errorf("HEAD %s: %d %v, want %d %v without a body",
				op.path, head.StatusCode, head.Header, get.StatusCode, get.Header)
		}
	}
}

// Every operation of the contract is reached by its own address: no route hides
// another.
func TestNoRouteIsHidden(t *testing.T) {
	s := newSite(t)
	fill := strings.NewReplacer("{dossierTemplateId}", templateID, "{dossierId}", dossierID, "{fileId}", fileID,
		"{downloadId}", downloadID, "{componentId}", defID,
		"{dossierStatusId}", defID, "{attributeId}", defID, "{entityId}", defID, "{list}", "entries", "{reportTemplateId}", defID)
	forEachOperation(loadDocument(t), func(method, path string, _ *openapi3.Operation) {
		s.log.Reset()
		s.do(request(method, fill.Replace(path), ""))
		if line := s.log.String(); !strings.Contains(line, "route="+path+" ") {
			t.Errorf("%s %s: got %s, want the route %s", method, path, line, path)
		}
	})
}

func TestHealth(t *testing.T) {
	s := newSite(t)
	if a := s.do(request("GET", "/health/ready", "", "Authorization", "")); a.StatusCode != 200 || strings.TrimSpace(string(a.body)) != `{"status":"UP"}` {
		t.Errorf(`%d %s, want a.StatusCode = 200 and strings.TrimSpace(string(a.body)) = {"status":"UP"}`, a.StatusCode, a.body)
	}
	s.down = map[string]string{"database": "DOWN"}
	if a := s.do(request("GET", "/health/ready", "", "Authorization", "")); a.StatusCode != 503 || !strings.Contains(string(a.body), `"database":"DOWN"`) {
		t.Errorf(`%d %s, want a.StatusCode = 503 and string(a.body) with "database":"DOWN"`, a.StatusCode, a.body)
	}
	s.down, s.drain = nil, true
	if a := s.do(request("GET", "/health/ready", "", "Authorization", "")); a.StatusCode != 503 {
		t.Errorf("%d %s, want 503", a.StatusCode, a.body)
	}
	if a := s.do(request("GET", "/health/live", "", "Authorization", "")); a.StatusCode != 200 {
		t.Errorf("%d %s, want 200", a.StatusCode, a.body)
	}
}

func TestDocumentsNeedNoToken(t *testing.T) {
	s := newSite(t)
	a := s.do(request("GET", "/api/openapi.json", "", "Authorization", ""))
	var doc map[string]any
	if err := json.Unmarshal(a.body, &doc); err != nil || doc["openapi"] != "3.0.3" {
		t.Error(a.StatusCode, err)
	}
	if a := s.do(request("GET", "/api/openapi.yaml", "", "Authorization", "")); !strings.HasPrefix(string(a.body), "openapi: 3.0.3") {
		t.Error(a.StatusCode)
	}
}

func TestIdentityIsMounted(t *testing.T) {
	s := newSite(t)
	for _, path := range []string{"/auth/realms/demo/x", "/realms/demo/x"} {
		if a := s.do(request("PUT", path, "")); a.StatusCode != http.StatusTeapot {
			t.Error(path, a.StatusCode)
		}
	}
}

func TestTraceAndRequestID(t *testing.T) {
	s := newSite(t)
	const trace = "4bf92f3577b34da6a3ce929d0e0e4736"
	a := s.do(request("DELETE", sPath, "", "Traceparent", "00-"+trace+"-00f067aa0ba902b7-01", "X-Request-Id", "r-1"))
	if a.Header.Get("X-Request-Id") != "r-1" || !strings.Contains(s.log.String(), "trace="+trace) ||
		!strings.Contains(s.log.String(), "user="+userID) {
		t.Error(a.Header, s.log.String())
	}
	if c, ok := s.wrote.(commands.DeleteDossier); !ok || c.Trace != "00-"+trace+"-00f067aa0ba902b7-01" {
		t.Errorf("the command goes on with %+v, want the trace %s", s.wrote, trace)
	}
	if a := s.do(request("DELETE", sPath, "", "X-Request-Id", "a b\n", "Traceparent", "00-x")); a.Header.Get("X-Request-Id") == "a b\n" || len(a.Header.Get("X-Request-Id")) != 36 {
		t.Error(a.Header)
	}
}

// A span is named by the route, and what the operation does is a span below it.
func TestSpansAreNamedByRoute(t *testing.T) {
	s := newSite(t)
	exporter := tracetest.NewInMemoryExporter()
	provider := sdktrace.NewTracerProvider(sdktrace.WithSyncer(exporter))
	s.handler = otelhttp.NewHandler(s.handler, "HTTP", otelhttp.WithTracerProvider(provider),
		otelhttp.WithPropagators(propagation.TraceContext{}))
	s.want(s.do(request("DELETE", sPath, "")), 204, "")
	s.fail = errors.New("dial 10.0.0.1: refused")
	s.want(s.do(request("DELETE", sPath, "")), 500, "An error occurred while processing the request.")
	var told []string
	for _, span := range exporter.GetSpans() {
		told = append(told, span.Name+" "+span.Status.Code.String())
		for _, kv := range span.Attributes {
			if strings.Contains(kv.Value.String(), "refused") {
				t.Errorf("a span tells internals: %v, want no %q in it", kv, "refused")
			}
		}
	}
	const route = "DELETE /api/dossier-templates/{dossierTemplateId}/dossiers/{dossierId} "
	if want := []string{"DeleteDossier Unset", route + "Unset", "DeleteDossier Error", route + "Error"}; !slices.Equal(told, want) {
		t.Errorf("spans %q, want %q", told, want)
	}
}

func TestConditionalReads(t *testing.T) {
	for _, path := range []string{tPath, sPath, fPath} {
		s := newSite(t)
		etag := s.do(request("GET", path, "")).Header.Get("ETag")
		if len(etag) != 34 {
			t.Errorf("%s: ETag %q, want 34", path, etag)
		}
		for _, sent := range []string{etag, "W/" + etag, `"x", ` + etag, "*"} {
			a := s.do(request("GET", path, "", "If-None-Match", sent))
			if a.StatusCode != 304 || len(a.body) != 0 || a.Header.Get("ETag") != etag ||
				a.Header.Get("Cache-Control") != "private, no-cache" {
				t.Errorf("%s with %s: %d %v, want 304, no body and the tag %s",
					path, sent, a.StatusCode, a.Header, etag)
			}
		}
		if a := s.do(request("GET", path, "", "If-None-Match", `"x"`)); a.StatusCode != 200 {
			t.Error(path, a.StatusCode)
		}
	}
}

func TestIfMatch(t *testing.T) {
	const never = ^uint64(0)
	s := newSite(t)
	etag := s.do(request("GET", sPath, "")).Header.Get("ETag")
	fileTag := s.do(request("GET", fPath, "")).Header.Get("ETag")
	rows := []struct {
		method, path, body, ifMatch string
		want                        uint64
	}{
		{"DELETE", sPath, "", "", 0},
		{"DELETE", sPath, "", "*", 0},
		{"DELETE", sPath, "", etag, 7},
		{"DELETE", sPath, "", `"x", ` + etag, 7},
		{"DELETE", sPath, "", "W/" + etag, never},
		{"DELETE", sPath, "", `"x"`, never},
		{"DELETE", fPath, "", fileTag, 3},
		{"DELETE", fPath, "", etag, never},
		{"PUT", fPath + "/attributes", `{"attributeIdToValue":{}}`, fileTag, 3},
		{"POST", fPath + "/attributes", `{"attributeIdToValue":{}}`, etag, never},
		{"POST", tPath + "/dossiers", `{"name":"n","id":"` + dossierID + `"}`, etag, 7},
		{"POST", tPath + "/dossiers", `{"name":"n"}`, etag, 0},
	}
	for _, row := range rows {
		s.do(request(row.method, row.path, row.body, "If-Match", row.ifMatch))
		if got := requestIn(s.wrote); got != row.want {
			t.Errorf("%s %s with %s expects version %d, want %d", row.method, row.path, row.ifMatch, got, row.want)
		}
	}
}

func TestAnswersInOrderAndForm(t *testing.T) {
	s := newSite(t)
	a := s.do(request("GET", fPath+"/components?includeDetails=true", ""))
	if !strings.Contains(string(a.body), `"components":{"Zebra":["2"],"Apple":[]}`) ||
		!strings.Contains(string(a.body), `"componentDetails":[{`) {
		t.Errorf(`got %s, want string(a.body) with "components":{"Zebra":["2"],"Apple":[]} and string(a.body) with `+
			`"componentDetails":[{`, a.body)
	}
	if a := s.do(request("GET", fPath+"/components", "")); strings.Contains(string(a.body), "componentDetails") {
		t.Errorf("%s, want no %q in it", a.body, "componentDetails")
	}
	a = s.do(request("GET", sPath, ""))
	for _, want := range []string{`"date":"2024-05-31T08:15:30.250+00:00"`, `"memberIds":[]`, `"startDate":null`,
		`"hardDeletedTime":null`, `"attributeIdToValue":{}`} {
		if !strings.Contains(string(a.body), want) {
			t.Errorf("no %s in %s", want, a.body)
		}
	}
	a = s.do(request("POST", tPath+"/dossiers", `{"name":"n"}`))
	if a.Header.Get("Location") != sPath || a.Header.Get("Docket-Position") != "42" {
		t.Error(a.Header)
	}
}

func TestNewReadsTheBuiltInContract(t *testing.T) {
	h, err := New(Config{}, newFake().ports())
	if err != nil {
		t.Fatal(err)
	}
	rec := httptest.NewRecorder()
	h.ServeHTTP(rec, request("GET", "/health/live", ""))
	if rec.Code != http.StatusOK {
		t.Error(rec.Code)
	}
}
