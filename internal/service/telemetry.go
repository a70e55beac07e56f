package service

import (
	"context"
	"errors"
	"log/slog"
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

// telemetry follows what the service does across its parts: from a request over the
// log and the broker to the worker. Without an exporter nothing is recorded, but what
// clients send of a trace is carried all the same.
type telemetry struct {
	provider   trace.TracerProvider
	Tracer     trace.Tracer
	meters     *sdkmetric.MeterProvider
	propagator propagation.TraceContext
	flush      func(context.Context) error
}

// newTelemetry makes telemetry as the standard variables of OpenTelemetry say, with
// HTTP metrics in a registry. A nil exporter is none.
func newTelemetry(ctx context.Context, version string, registry *prometheus.Registry, exporter sdktrace.SpanExporter) (*telemetry, error) {
	t := &telemetry{provider: noop.NewTracerProvider(), flush: func(context.Context) error { return nil }}
	about, err := resource.New(ctx,
		resource.WithAttributes(attribute.String("service.name", "docket"), attribute.String("service.version", version)),
		resource.WithTelemetrySDK(), resource.WithFromEnv()) // the environment comes last, so it wins
	if err != nil && !errors.Is(err, resource.ErrPartialResource) {
		return nil, err
	}
	if exporter != nil {
		p := sdktrace.NewTracerProvider(sdktrace.WithBatcher(exporter), sdktrace.WithResource(about))
		t.provider, t.flush = p, p.Shutdown
	}
	t.Tracer = t.provider.Tracer("github.com/seed-62a36931/docket")
	bridge, err := otelprom.New(otelprom.WithRegisterer(registry), otelprom.WithoutScopeInfo())
	if err != nil {
		return nil, err
	}
	// A client chooses the Host header: it must not make series.
	ofClients := attribute.NewDenyKeysFilter("server.address", "server.port", "network.protocol.name", "network.protocol.version")
	t.meters = sdkmetric.NewMeterProvider(sdkmetric.WithReader(bridge), sdkmetric.WithResource(about),
		sdkmetric.WithView(sdkmetric.NewView(sdkmetric.Instrument{Name: "http.server.*"}, sdkmetric.Stream{AttributeFilter: ofClients})))
	return t, nil
}

// exporterByEnvironment is the OTLP exporter that the standard variables name: none
// unless an endpoint is set.
func exporterByEnvironment(ctx context.Context) (sdktrace.SpanExporter, error) {
	set := func(name string) string { return strings.TrimSpace(os.Getenv(name)) }
	endpoint := set("OTEL_EXPORTER_OTLP_ENDPOINT") + set("OTEL_EXPORTER_OTLP_TRACES_ENDPOINT")
	if endpoint == "" || strings.EqualFold(set("OTEL_SDK_DISABLED"), "true") || set("OTEL_TRACES_EXPORTER") == "none" {
		return nil, nil
	}
	protocol := set("OTEL_EXPORTER_OTLP_TRACES_PROTOCOL")
	if protocol == "" {
		protocol = set("OTEL_EXPORTER_OTLP_PROTOCOL")
	}
	client := otlptracehttp.NewClient()
	if protocol == "grpc" {
		client = otlptracegrpc.NewClient()
	}
	return otlptrace.New(ctx, client)
}

// openTelemetry opens what the environment asks for.
func (a *App) openTelemetry(ctx context.Context) error {
	exporter, err := exporterByEnvironment(ctx)
	if err != nil {
		return err
	}
	if a.telemetry, err = newTelemetry(ctx, a.Config.Program.Version, a.metrics.Registry, exporter); err != nil {
		return err
	}
	a.onClose(func() error {
		brief, cancel := context.WithTimeout(context.Background(), 5*time.Second)
		defer cancel()
		if err := a.telemetry.flush(brief); err != nil {
			a.logger.Warn("the last traces were not exported", "error", err)
		}
		return nil
	})
	return nil
}

// traceRequests follows HTTP requests. The handler below names the span by its route.
func (t *telemetry) traceRequests(h http.Handler) http.Handler {
	return otelhttp.NewHandler(h, "HTTP", otelhttp.WithTracerProvider(t.provider), otelhttp.WithMeterProvider(t.meters),
		otelhttp.WithPropagators(t.propagator), otelhttp.WithSpanNameFormatter(func(_ string, r *http.Request) string { return r.Method }),
		otelhttp.WithFilter(func(r *http.Request) bool { return !strings.HasPrefix(r.URL.Path, "/health/") }))
}

// ContinueTrace goes on with the trace that an event or a message names; "" is none.
func (t *telemetry) ContinueTrace(ctx context.Context, traceparent string) context.Context {
	return t.propagator.Extract(ctx, propagation.MapCarrier{"traceparent": traceparent})
}

// TraceMetadata returns the metadata by which a message carries the trace of ctx, nil without a
// trace.
func (t *telemetry) TraceMetadata(ctx context.Context) map[string]string {
	carrier := propagation.MapCarrier{}
	t.propagator.Inject(ctx, carrier)
	if carrier["traceparent"] == "" {
		return nil
	}
	return map[string]string{traceHeader: carrier["traceparent"]}
}

// traceHeader is the name in messages, in the form that the broker gives names.
const traceHeader = "Traceparent"

// traceWork follows the handling of a message.
func (t *telemetry) traceWork(ctx context.Context, topic, traceparent string, do func(context.Context) error) error {
	ctx, span := t.Tracer.Start(t.ContinueTrace(ctx, traceparent), "process "+topic, trace.WithSpanKind(trace.SpanKindConsumer),
		trace.WithAttributes(attribute.String("messaging.system", "jetstream"), attribute.String("messaging.destination.name", topic)))
	err := do(ctx)
	endSpan(span, err)
	return err
}

// traceStage follows a step that has just ended.
func (t *telemetry) traceStage(ctx context.Context, name string, took time.Duration, err error) {
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

// tracing adds the span that a line of the log was written in.
type tracing struct{ slog.Handler }

// Handle adds the span.
func (h tracing) Handle(ctx context.Context, r slog.Record) error {
	if s := trace.SpanContextFromContext(ctx); s.IsValid() {
		r.AddAttrs(slog.String("trace_id", s.TraceID().String()), slog.String("span_id", s.SpanID().String()))
	}
	return h.Handler.Handle(ctx, r)
}

// WithAttrs keeps adding spans.
func (h tracing) WithAttrs(attrs []slog.Attr) slog.Handler {
	return tracing{h.Handler.WithAttrs(attrs)}
}

// WithGroup keeps adding spans.
func (h tracing) WithGroup(name string) slog.Handler { return tracing{h.Handler.WithGroup(name)} }
