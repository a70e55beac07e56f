package rest

import (
	"context"

	"github.com/seed-62a36931/docket/adapters/rest/api"
)

// GetLiveness answers as long as the process runs.
func (s *server) GetLiveness(context.Context, api.GetLivenessRequestObject) (api.GetLivenessResponseObject, error) {
	return api.GetLiveness200JSONResponse{Status: api.UP}, nil
}

// GetReadiness reports whether requests can be answered, and if not, why.
func (s *server) GetReadiness(ctx context.Context, _ api.GetReadinessRequestObject) (api.GetReadinessResponseObject, error) {
	failed := s.Readiness.Ready(ctx)
	if s.Readiness.ClosedReason() != "" {
		failed = map[string]string{"server": "DOWN"}
	}
	if len(failed) > 0 {
		return api.GetReadiness503JSONResponse{Status: api.DOWN, Checks: failed}, nil
	}
	return api.GetReadiness200JSONResponse{Status: api.UP}, nil
}
