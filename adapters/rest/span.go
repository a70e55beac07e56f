package rest

import (
	"context"
	"net/http"

	"go.opentelemetry.io/otel/codes"
	"go.opentelemetry.io/otel/trace"

	"github.com/seed-62a36931/docket/adapters/rest/api"
	"github.com/seed-62a36931/docket/adapters/rest/exchange"
)

// followOperation starts a span for an operation, after all checks.
func followOperation(next api.StrictHandlerFunc, operation string) api.StrictHandlerFunc {
	return func(ctx context.Context, w http.ResponseWriter, r *http.Request, request any) (any, error) {
		ctx, span := trace.SpanFromContext(ctx).TracerProvider().Tracer(
			"github.com/seed-62a36931/docket/adapters/rest",
		).Start(ctx, operation)
		defer span.End()
		answer, err := next(ctx, w, r, request)
		if err != nil {
			if f := exchange.ToFault(err); f.Code.Status >= http.StatusInternalServerError {
				span.SetStatus(codes.Error, f.Message)
			}
		}
		return answer, err
	}
}
