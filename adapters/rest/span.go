package rest

import (
	"context"
	"net/http"

	"go.opentelemetry.io/contrib/instrumentation/net/http/otelhttp"
	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/codes"
	"go.opentelemetry.io/otel/trace"

	"github.com/seed-62a36931/docket/adapters/rest/api"
)

// nameSpan names the span and the metrics of a request by the template of its route: their
// number is that of routes, not of addresses.
func nameSpan(r *http.Request, route string) {
	at := attribute.String("http.route", route)
	if l, ok := otelhttp.LabelerFromContext(r.Context()); ok {
		l.Add(at)
	}
	span := trace.SpanFromContext(r.Context())
	span.SetName(r.Method + " " + route)
	span.SetAttributes(at)
}

// followOperation starts a span for an operation, after all checks.
func followOperation(next api.StrictHandlerFunc, operation string) api.StrictHandlerFunc {
	return func(ctx context.Context, w http.ResponseWriter, r *http.Request, request any) (any, error) {
		ctx, span := trace.SpanFromContext(ctx).TracerProvider().Tracer(
			"github.com/seed-62a36931/docket/adapters/rest",
		).Start(ctx, operation)
		defer span.End()
		answer, err := next(ctx, w, r, request)
		if err != nil {
			if status, message := statusAndMessage(err); status >= http.StatusInternalServerError {
				span.SetStatus(codes.Error, message)
			}
		}
		return answer, err
	}
}
