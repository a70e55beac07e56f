package rest

import (
	"context"

	"github.com/seed-62a36931/docket/adapters/rest/api"
)

// Readiness reports whether the service can answer.
type Readiness interface {
	// Ready returns nil when it can, else the checks that failed, by name.
	Ready(ctx context.Context) map[string]string
	// ClosedReason returns why no requests are answered now, such as that the service is
	// stopping; empty when they are.
	ClosedReason() string
}

// health answers the probes of orchestrators.
type health struct{ readiness Readiness }

// GetLiveness answers as long as the process runs.
func (h health) GetLiveness(context.Context, api.GetLivenessRequestObject) (api.GetLivenessResponseObject, error) {
	return api.GetLiveness200JSONResponse{Status: api.UP}, nil
}

// GetReadiness reports whether requests can be answered, and if not, why.
func (h health) GetReadiness(
	ctx context.Context, _ api.GetReadinessRequestObject,
) (api.GetReadinessResponseObject, error) {
	failed := h.readiness.Ready(ctx)
	if h.readiness.ClosedReason() != "" {
		failed = map[string]string{"server": "DOWN"}
	}
	if len(failed) > 0 {
		return api.GetReadiness503JSONResponse{Status: api.DOWN, Checks: failed}, nil
	}
	return api.GetReadiness200JSONResponse{Status: api.UP}, nil
}
