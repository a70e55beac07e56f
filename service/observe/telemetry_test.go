package observe

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/prometheus/client_golang/prometheus"
	"go.opentelemetry.io/contrib/instrumentation/net/http/otelhttp"
	"go.opentelemetry.io/otel/attribute"
)

// TestSeriesOfRequestsAreBounded asks many routes with many outcomes and host names: metrics stay small, and none is missing
// in their sum.
func TestSeriesOfRequestsAreBounded(t *testing.T) {
	registry := prometheus.NewRegistry()
	telemetry, err := NewTelemetry(t.Context(), "1", registry, nil)
	if err != nil {
		t.Fatal(err)
	}
	h := telemetry.TraceRequests(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if l, ok := otelhttp.LabelerFromContext(r.Context()); ok {
			l.Add(attribute.String("http.route", r.URL.Path))
		}
		w.WriteHeader(200 + len(r.Method))
	}))
	const routes = 150
	methods := []string{"GET", "POST", "DELETE", "OPTIONS"}
	for i := range routes {
		for _, method := range methods {
			r := httptest.NewRequest(method, fmt.Sprintf("/api/%d", i), strings.NewReader("x"))
			r.Host = fmt.Sprintf("host%d.example", i)
			h.ServeHTTP(httptest.NewRecorder(), r)
		}
	}
	families, err := registry.Gather()
	if err != nil {
		t.Fatal(err)
	}
	lines := 0
	for _, f := range families {
		var requests uint64
		overflow := false
		for _, m := range f.GetMetric() {
			lines += len(m.GetHistogram().GetBucket()) + 2
			requests += m.GetHistogram().GetSampleCount()
			for _, l := range m.GetLabel() {
				overflow = overflow || l.GetName() == "otel_metric_overflow"
			}
		}
		if f.GetType().String() == "HISTOGRAM" && requests != routes*uint64(len(methods)) {
			t.Errorf("%s: got %d requests, want %d", f.GetName(), requests, routes*len(methods))
		}
		if want := f.GetName() == "http_server_request_duration_seconds"; overflow != want {
			t.Errorf("%s: got series for the rest: %t, want %t", f.GetName(), overflow, want)
		}
		if n := len(f.GetMetric()); n > maxSeries {
			t.Errorf("%s: got %d series, want at most %d", f.GetName(), n, maxSeries)
		}
	}
	if lines > 4000 || lines < maxSeries {
		t.Errorf("got %d lines, want up to 4000", lines)
	}
}
