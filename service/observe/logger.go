package observe

import (
	"context"
	"io"
	"log/slog"

	"go.opentelemetry.io/otel/trace"

	"github.com/seed-62a36931/docket/service/damped"
	"github.com/seed-62a36931/docket/service/settings"
)

// NewLogger returns what writes the log lines of the service, as its settings say; those of an outage are damped.
func NewLogger(s settings.Config, w io.Writer) *slog.Logger {
	level := slog.LevelInfo
	if s.LogLevel == "" && s.Demo {
		level = slog.LevelWarn
	} else if err := level.UnmarshalText([]byte(s.LogLevel)); err != nil {
		level = slog.LevelInfo
	}
	opts := &slog.HandlerOptions{Level: level}
	outage := func(err error) string { return outageOf(s, err) }
	if s.LogFormat == "json" {
		return slog.New(Tracing{damped.New(slog.NewJSONHandler(w, opts), outage)})
	}
	return slog.New(Tracing{damped.New(slog.NewTextHandler(w, opts), outage)})
}

// Tracing adds the span that a line of the log was written in.
type Tracing struct{ slog.Handler }

// Handle adds the span.
func (h Tracing) Handle(ctx context.Context, r slog.Record) error {
	if s := trace.SpanContextFromContext(ctx); s.IsValid() {
		r.AddAttrs(slog.String("trace_id", s.TraceID().String()), slog.String("span_id", s.SpanID().String()))
	}
	return h.Handler.Handle(ctx, r)
}

// WithAttrs keeps adding spans.
func (h Tracing) WithAttrs(attrs []slog.Attr) slog.Handler {
	return Tracing{h.Handler.WithAttrs(attrs)}
}

// WithGroup keeps adding spans.
func (h Tracing) WithGroup(name string) slog.Handler { return Tracing{h.Handler.WithGroup(name)} }
