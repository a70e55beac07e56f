package service

import (
	"context"
	"log/slog"
	"sync/atomic"

	"github.com/seed-62a36931/docket/adapters/ocr"
	"github.com/seed-62a36931/docket/adapters/office"
	"github.com/seed-62a36931/docket/adapters/pdf"
	"github.com/seed-62a36931/docket/adapters/picture"
	"github.com/seed-62a36931/docket/internal/walls"
	"github.com/seed-62a36931/docket/processes"
	"github.com/seed-62a36931/docket/service/settings"
)

// officeOptions is how office files are converted, by flags.
func officeOptions(o settings.OfficeTools, workers int, around walls.Policy) office.Options {
	return office.Options{Command: o.Soffice, Workers: workers, Timeout: o.OfficeTimeout, MemoryMiB: o.OfficeMemory, Walls: around,
		Limits: office.Limits{Characters: int64(o.OfficeCharacters) * 1_000_000}}
}

// documentsOf puts together what reads documents.
func documentsOf(pool *pdf.Pool, converter *office.Converter, reader *ocr.Recogniser, pictures picture.Limits) processes.Documents {
	return processes.Documents{PDF: pool, OCR: ocr.Engine{Recogniser: reader}, Office: converter,
		Pictures: picture.Converter{Limits: pictures}}
}

// logCapabilities tells the log which optional tools are there.
func logCapabilities(ctx context.Context, logger *slog.Logger, d processes.Documents) {
	conversion, recognition := d.Office.Version(), "OCR is not installed"
	if conversion == "" {
		conversion = "Office conversion is not installed"
	}
	if r, ok := d.OCR.(ocr.Engine); ok {
		if able, err := r.Capability(ctx); err == nil {
			recognition = able.String()
		}
	}
	logger.Info("optional tools", "office", conversion, "ocr", recognition)
}

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
