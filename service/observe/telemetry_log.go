package observe

import (
	"context"

	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/trace"

	"github.com/seed-62a36931/docket/domain/es"
	"github.com/seed-62a36931/docket/domain/es/cache"
)

// TracedLog is a log whose appends are followed: every command ends in them. Events get
// the trace that they came about in, so that whoever reads them goes on with it.
type TracedLog struct {
	es.Store
	Telemetry *Telemetry
}

// RecentAppends implements cache.Remembering, where the log does.
func (f TracedLog) RecentAppends(after es.Position) []es.Envelope {
	if s, ok := f.Store.(cache.Remembering); ok {
		return s.RecentAppends(after)
	}
	return nil
}

// Append appends, and notes what was appended to which kind of stream.
func (f TracedLog) Append(ctx context.Context, stream es.StreamID, expect uint64, events []es.Envelope) (es.Receipt, error) {
	category, _, _ := stream.Parts()
	ctx, span := f.Telemetry.Tracer.Start(ctx, "append "+category, trace.WithAttributes(attribute.Int("docket.events", len(events))))
	if here := f.Telemetry.TraceMetadata(ctx)[TraceHeader]; here != "" {
		for i := range events {
			events[i].Trace = here
		}
	}
	at, err := f.Store.Append(ctx, stream, expect, events)
	if len(events) > 0 {
		span.SetAttributes(attribute.String("docket.type", events[0].Type), attribute.Int64("docket.position", int64(at.Position)))
	}
	endSpan(span, err)
	return at, err
}
