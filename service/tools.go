package service

import (
	"context"
	"log/slog"

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
