package service

import (
	"context"
	"log/slog"
	"sync/atomic"

	"github.com/seed-62a36931/docket/internal/walls"
	"github.com/seed-62a36931/docket/service/settings"
)

// A wallCheck knows behind which walls programs that read strangers' files are started.
type wallCheck struct {
	policy walls.Policy
	logger *slog.Logger
	report atomic.Pointer[walls.Report] // nil until it is known
}

// newWallCheck makes the check, with the secrets that no such program may read.
func newWallCheck(c settings.Config, logger *slog.Logger) *wallCheck {
	return &wallCheck{policy: walls.Policy{Secrets: c.SecretPlaces(), Demand: c.RequireWalls}, logger: logger}
}

// findWalls raises the walls once around a process that does nothing, and tells the log which of them stand.
func (c *wallCheck) findWalls(ctx context.Context) {
	report, err := c.policy.Probe(ctx)
	switch missing := report.Missing(); {
	case err != nil && ctx.Err() == nil:
		c.logger.Error("it could not be found out which walls stand around LibreOffice, Tesseract and readers of PDFs", "error", err)
		return
	case err != nil:
		return
	case missing != nil && c.policy.Demand:
		c.logger.Error("LibreOffice, Tesseract and readers of PDFs are not started", "error", missing)
	case missing != nil:
		c.logger.Warn("not all walls stand around LibreOffice, Tesseract and readers of PDFs", "stand", report.Stand,
			"refused", report.Refused)
	default:
		c.logger.Info("walls around LibreOffice, Tesseract and readers of PDFs", "stand", report.Stand, "refused", report.Refused)
	}
	c.report.Store(&report)
}

// findings returns the report for health checks, nil until it is known.
func (c *wallCheck) findings() *walls.Report {
	if c == nil {
		return nil
	}
	return c.report.Load()
}
