package service_test

import (
	"bytes"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"os"
	"path"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/prometheus/client_golang/prometheus"
	"go.opentelemetry.io/otel/sdk/trace/tracetest"
	collector "go.opentelemetry.io/proto/otlp/collector/trace/v1"
	spans "go.opentelemetry.io/proto/otlp/trace/v1"
	"google.golang.org/protobuf/proto"

	"github.com/seed-62a36931/docket/service"
	"github.com/seed-62a36931/docket/service/servicetest"
)

// A traceCollector takes spans in as OpenTelemetry's own collector does.
type traceCollector struct {
	mu      sync.Mutex
	spans   []*spans.Span
	service string
}

func (c *traceCollector) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	body, err := io.ReadAll(r.Body)
	var got collector.ExportTraceServiceRequest
	if err != nil || r.URL.Path != "/v1/traces" || proto.Unmarshal(body, &got) != nil {
		w.WriteHeader(http.StatusBadRequest)
		return
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, rs := range got.ResourceSpans {
		for _, kv := range rs.Resource.Attributes {
			if kv.Key == "service.name" {
				c.service = kv.Value.GetStringValue()
			}
		}
		for _, ss := range rs.ScopeSpans {
			c.spans = append(c.spans, ss.Spans...)
		}
	}
}

// in gives the spans of a trace by name, each with the name of its parent.
func (c *traceCollector) in(trace []byte) map[string]string {
	names, parents := map[string]string{}, map[string]string{}
	for _, s := range c.spans {
		names[string(s.SpanId)] = s.Name
	}
	for _, s := range c.spans {
		if bytes.Equal(s.TraceId, trace) {
			parents[s.Name] = names[string(s.ParentSpanId)]
		}
	}
	return parents
}

// TestOneTraceFromTheRequestToTheWorker: an upload, what it appends, the message that
// wakes a worker, and every step of the worker are one trace.
func TestOneTraceFromTheRequestToTheWorker(t *testing.T) {
	c := &traceCollector{}
	server := httptest.NewServer(c)
	defer server.Close()
	t.Setenv("OTEL_EXPORTER_OTLP_ENDPOINT", server.URL)
	t.Setenv("OTEL_SERVICE_NAME", "docket-under-test")
	s := servicetest.Serve(t, path.Join(t.TempDir(), "data"), servicetest.NewMasterKey(t)...)
	s.AddUser("mira", "Str0ng-enough", "MANAGER", "ADMIN")
	mira := s.SignIn("mira", "Str0ng-enough")
	dossier := mira.NewDossier("Claims 2024")
	mira.AwaitDone(dossier + "/files/" + mira.Upload(dossier, "first.pdf", servicetest.SamplePDF(t)))
	s.Stop() // flushes
	c.mu.Lock()
	defer c.mu.Unlock()
	const upload = "POST /api/dossier-templates/{dossierTemplateId}/dossiers/{dossierId}/files"
	at := slices.IndexFunc(c.spans, func(s *spans.Span) bool { return s.Name == upload })
	if at < 0 || c.service != "docket-under-test" {
		t.Fatalf("%d spans of %s, none of the upload, want at at least 0 and c.service = %q", len(c.spans), c.service, "docket-under-test")
	}
	got := c.in(c.spans[at].TraceId)
	for name, parent := range map[string]string{upload: "", "UploadFile": upload, "process file-processing": "append file",
		"stage read": "process file-processing", "stage layout": "process file-processing", "stage analyse": "process file-processing"} {
		if p, ok := got[name]; !ok || p != parent {
			t.Errorf("%q hangs below %q (%t), want %q", name, p, ok, parent)
		}
	}
	for _, s := range c.spans {
		for _, kv := range s.Attributes {
			if text := kv.Value.GetStringValue(); strings.Contains(text, "first.pdf") || strings.Contains(text, "Str0ng") {
				t.Errorf("a span of %s tells content: %s=%s, want no %q in text and no %q in text", s.Name, kv.Key, text,
					"first.pdf", "Str0ng")
			}
		}
	}
}

// TestTracesWithoutAnExporter: nothing is recorded, and what a client sends of a trace
// is carried to the message of its work all the same.
func TestTracesWithoutAnExporter(t *testing.T) {
	if e, err := service.ExporterByEnvironment(t.Context()); e != nil || err != nil {
		t.Fatalf("an exporter that nobody asked for: %v %v, want e = nil and no error", e, err)
	}
	tel, err := service.NewTelemetry(t.Context(), "test", prometheus.NewRegistry(), nil)
	if err != nil {
		t.Fatal(err)
	}
	const sent = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01"
	if m := tel.TraceMetadata(tel.ContinueTrace(t.Context(), sent)); m[service.TraceHeader] != sent {
		t.Errorf("carried: %v, want m[service.TraceHeader] = %v", m, sent)
	}
	if m := tel.TraceMetadata(tel.ContinueTrace(t.Context(), "")); m != nil {
		t.Errorf("carried without a trace: %v, want m = nil", m)
	}
	for name, value := range map[string]string{"OTEL_SDK_DISABLED": "true", "OTEL_TRACES_EXPORTER": "none"} {
		t.Setenv("OTEL_EXPORTER_OTLP_ENDPOINT", "http://127.0.0.1:1")
		t.Setenv(name, value)
		if e, err := service.ExporterByEnvironment(t.Context()); e != nil || err != nil {
			t.Errorf("%s=%s: %v %v, want e = nil and no error", name, value, e, err)
		}
		_ = os.Unsetenv(name)
	}
}

// TestMetricsByRoute: series are as many as routes, whatever addresses and hosts
// clients send.
func TestMetricsByRoute(t *testing.T) {
	t.Parallel()
	s := servicetest.Serve(t, path.Join(t.TempDir(), "data"), servicetest.NewMasterKey(t)...)
	s.AddUser("mira", "Str0ng-enough", "MANAGER")
	mira := s.SignIn("mira", "Str0ng-enough")
	mira.Want(200, "GET", "/api/dossier-templates", nil)
	r, err := http.NewRequest("GET", s.Base+"/api/nothing/nobody-4711-knows", nil)
	if err != nil {
		t.Fatal(err)
	}
	r.Host = "evil.example"
	if a, err := http.DefaultClient.Do(r); err == nil {
		a.Body.Close()
	}
	a, err := http.Get(s.Admin + "/metrics")
	if err != nil {
		t.Fatal(err)
	}
	defer a.Body.Close()
	b, err := io.ReadAll(a.Body)
	if err != nil {
		t.Fatal(err)
	}
	text := string(b)
	for _, want := range []string{
		`http_server_request_duration_seconds_count{http_request_method="GET",http_response_status_code="200",http_route="/api/dossier-templates"`, "docket_http_request_seconds_count"} {
		if !strings.Contains(text, want) {
			t.Errorf("no %s", want)
		}
	}
	for _, foreign := range []string{"evil.example", "nobody-4711-knows", "server_address"} {
		if strings.Contains(text, foreign) {
			t.Errorf("a client made a series: %s, want none", foreign)
		}
	}
}

// TestLinesOfTheLogNameTheirSpan finds the line of a log from a trace.
func TestLinesOfTheLogNameTheirSpan(t *testing.T) {
	exporter := tracetest.NewInMemoryExporter()
	tel, err := service.NewTelemetry(t.Context(), "test", prometheus.NewRegistry(), exporter)
	if err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	log := slog.New(service.Tracing{Handler: slog.NewTextHandler(&out, nil)}).With("part", "x")
	ctx, span := tel.Tracer.Start(t.Context(), "work")
	log.InfoContext(ctx, "inside")
	log.Info("outside")
	span.End()
	inside, outside, _ := strings.Cut(out.String(), "\n")
	if id := span.SpanContext().TraceID().String(); !strings.Contains(inside, "trace_id="+id) || strings.Contains(outside, "trace_id") {
		t.Errorf("%s, want %v in inside and no %q in outside", out.String(), "trace_id="+id, "trace_id")
	}
}
