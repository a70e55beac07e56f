package observe

import (
	"context"
	"errors"
	"net/http"
	"os"
	"strings"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"go.opentelemetry.io/contrib/instrumentation/net/http/otelhttp"
	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/codes"
	"go.opentelemetry.io/otel/exporters/otlp/otlptrace"
	"go.opentelemetry.io/otel/exporters/otlp/otlptrace/otlptracegrpc"
	"go.opentelemetry.io/otel/exporters/otlp/otlptrace/otlptracehttp"
	otelprom "go.opentelemetry.io/otel/exporters/prometheus"
	"go.opentelemetry.io/otel/propagation"
	sdkmetric "go.opentelemetry.io/otel/sdk/metric"
	"go.opentelemetry.io/otel/sdk/resource"
	sdktrace "go.opentelemetry.io/otel/sdk/trace"
	"go.opentelemetry.io/otel/trace"
	"go.opentelemetry.io/otel/trace/noop"
)

// Telemetry follows what the service does across its parts: from a request over the
// log and the broker to the worker. Without an exporter nothing is recorded, but what
// clients send of a trace is carried all the same.
type Telemetry struct {
	provider   trace.TracerProvider
	Tracer     trace.Tracer
	meters     *sdkmetric.MeterProvider
	propagator propagation.TraceContext
	Flush      func(context.Context) error
}

// NewTelemetry makes telemetry as the standard variables of OpenTelemetry say, with
// HTTP metrics in a registry. A nil exporter is none.
func NewTelemetry(ctx context.Context, version string, registry *prometheus.Registry, exporter sdktrace.SpanExporter) (*Telemetry, error) {
	t := &Telemetry{provider: noop.NewTracerProvider(), Flush: func(context.Context) error { return nil }}
	about, err := resource.New(ctx,
		resource.WithAttributes(attribute.String("service.name", "docket"), attribute.String("service.version", version)),
		resource.WithTelemetrySDK(), resource.WithFromEnv()) // the environment comes last, so it wins
	if err != nil && !errors.Is(err, resource.ErrPartialResource) {
		return nil, err
	}
	if exporter != nil {
		p := sdktrace.NewTracerProvider(sdktrace.WithBatcher(exporter), sdktrace.WithResource(about))
		t.provider, t.Flush = p, p.Shutdown
	}
	t.Tracer = t.provider.Tracer("github.com/seed-62a36931/docket")
	bridge, err := otelprom.New(otelprom.WithRegisterer(registry), otelprom.WithoutScopeInfo())
	if err != nil {
		return nil, err
	}
	t.meters = sdkmetric.NewMeterProvider(sdkmetric.WithReader(bridge), sdkmetric.WithResource(about),
		sdkmetric.WithCardinalityLimit(maxSeries), sdkmetric.WithView(requestViews()...))
	return t, nil
}

// maxSeries is how many series of one metric of requests there are. What would be more is counted together in one with
// otel_metric_overflow="true".
const maxSeries = 400

// requestViews say by what requests are measured: their time by route, method and status, their sizes by method and
// status. A client chooses the Host header: it must not make series.
func requestViews() []sdkmetric.View {
	measured := func(name string, by attribute.Filter, bounds ...float64) sdkmetric.View {
		return sdkmetric.NewView(sdkmetric.Instrument{Name: name}, sdkmetric.Stream{AttributeFilter: by,
			Aggregation: sdkmetric.AggregationExplicitBucketHistogram{Boundaries: bounds, NoMinMax: true}})
	}
	return []sdkmetric.View{
		measured("http.server.request.duration", attribute.NewDenyKeysFilter("server.address", "server.port", "network.protocol.name",
			"network.protocol.version"), 0.005, 0.025, 0.1, 0.5, 2.5, 10),
		measured("http.server.*.body.size", attribute.NewAllowKeysFilter("http.request.method", "http.response.status_code"),
			1e3, 1e5, 1e6, 1e7, 1e8),
	}
}

// ExporterByEnvironment is the OTLP exporter that the standard variables name: none
// unless an endpoint is set.
func ExporterByEnvironment(ctx context.Context) (sdktrace.SpanExporter, error) {
	variable := func(name string) string { return strings.TrimSpace(os.Getenv(name)) }
	endpoint := variable("OTEL_EXPORTER_OTLP_ENDPOINT") + variable("OTEL_EXPORTER_OTLP_TRACES_ENDPOINT")
	if endpoint == "" || strings.EqualFold(variable("OTEL_SDK_DISABLED"), "true") || variable("OTEL_TRACES_EXPORTER") == "none" {
		return nil, nil
	}
	protocol := variable("OTEL_EXPORTER_OTLP_TRACES_PROTOCOL")
	if protocol == "" {
		protocol = variable("OTEL_EXPORTER_OTLP_PROTOCOL")
	}
	client := otlptracehttp.NewClient()
	if protocol == "grpc" {
		client = otlptracegrpc.NewClient()
	}
	return otlptrace.New(ctx, client)
}

// TraceRequests follows HTTP requests. The handler below names the span by its route.
func (t *Telemetry) TraceRequests(h http.Handler) http.Handler {
	return otelhttp.NewHandler(h, "HTTP", otelhttp.WithTracerProvider(t.provider), otelhttp.WithMeterProvider(t.meters),
		otelhttp.WithPropagators(t.propagator), otelhttp.WithSpanNameFormatter(func(_ string, r *http.Request) string { return r.Method }),
		otelhttp.WithFilter(func(r *http.Request) bool { return !strings.HasPrefix(r.URL.Path, "/health/") }))
}

// ContinueTrace goes on with the trace that an event or a message names; "" is none.
func (t *Telemetry) ContinueTrace(ctx context.Context, traceparent string) context.Context {
	return t.propagator.Extract(ctx, propagation.MapCarrier{"traceparent": traceparent})
}

// TraceMetadata returns the metadata by which a message carries the trace of ctx, nil without a
// trace.
func (t *Telemetry) TraceMetadata(ctx context.Context) map[string]string {
	carrier := propagation.MapCarrier{}
	t.propagator.Inject(ctx, carrier)
	if carrier["traceparent"] == "" {
		return nil
	}
	return map[string]string{TraceHeader: carrier["traceparent"]}
}

// TraceHeader is the name in messages, in the form that the broker gives names.
const TraceHeader = "Traceparent"

// TraceWork follows the handling of a message.
func (t *Telemetry) TraceWork(ctx context.Context, topic, traceparent string, do func(context.Context) error) error {
	ctx, span := t.Tracer.Start(t.ContinueTrace(ctx, traceparent), "process "+topic, trace.WithSpanKind(trace.SpanKindConsumer),
		trace.WithAttributes(attribute.String("messaging.system", "jetstream"), attribute.String("messaging.destination.name", topic)))
	err := do(ctx)
	endSpan(span, err)
	return err
}

// TraceStage follows a step that has just ended.
func (t *Telemetry) TraceStage(ctx context.Context, name string, took time.Duration, err error) {
	now := time.Now()
	_, span := t.Tracer.Start(ctx, "stage "+name, trace.WithTimestamp(now.Add(-took)))
	if err != nil {
		span.SetStatus(codes.Error, "failed")
	}
	span.End(trace.WithTimestamp(now))
}

// endSpan ends a span. What went wrong is in the log: it may hold content.
func endSpan(span trace.Span, err error) {
	if err != nil {
		span.SetStatus(codes.Error, "failed")
	}
	span.End()
}
