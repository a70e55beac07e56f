package service

import (
	"context"
	"time"

	"github.com/seed-62a36931/docket/adapters/ocr"
	"github.com/seed-62a36931/docket/adapters/office"
	"github.com/seed-62a36931/docket/adapters/pdf"
	"github.com/seed-62a36931/docket/adapters/picture"
	"github.com/seed-62a36931/docket/processes"
)

// officeOptions is how office files are converted, by flags.
func (o OfficeTools) officeOptions(workers int) office.Options {
	return office.Options{Command: o.Soffice, Workers: workers, Timeout: o.OfficeTimeout, MemoryMiB: o.OfficeMemory}
}

// OfficeTools is where optional tools are, and what they may use.
type OfficeTools struct {
	Soffice       string        `env:"DOCKET_SOFFICE" placeholder:"FILE" help:"LibreOffice. Default: soffice or libreoffice on the PATH."`
	OfficeTimeout time.Duration `default:"5m" env:"DOCKET_OFFICE_TIMEOUT" help:"Time to convert one office file."`
	OfficeMemory  int           `default:"2048" env:"DOCKET_OFFICE_MEMORY_MIB" help:"MiB of memory for one process of LibreOffice."`
	Tesseract     string        `env:"DOCKET_TESSERACT" placeholder:"FILE" help:"Tesseract, for scans. Default: tesseract on the PATH."`
	OCRModels     string        `name:"ocr-models" env:"DOCKET_OCR_MODELS" placeholder:"DIR" help:"Models of the second recogniser of scans. Default: docket/ocr in the user's cache directory, or /usr/share/docket/ocr."`

	PictureMegapixels int `default:"100" env:"DOCKET_PICTURE_MEGAPIXELS" help:"Million pixels of a photo or scan, or of one page of a TIFF; all its pages may have 40 times as many."`
}

// documentsOf puts together what reads documents.
func documentsOf(pool *pdf.Pool, converter *office.Converter, reader *ocr.Recogniser, pictures picture.Limits) processes.Documents {
	return processes.Documents{PDF: pool, OCR: ocr.Engine{Recogniser: reader}, Office: converter,
		Pictures: picture.Converter{Limits: pictures}}
}

// logCapabilities tells the log which optional tools are there.
func (a *App) logCapabilities(ctx context.Context, d processes.Documents) {
	conversion, recognition := d.Office.Version(), "OCR is not installed"
	if conversion == "" {
		conversion = "Office conversion is not installed"
	}
	if r, ok := d.OCR.(ocr.Engine); ok {
		if able, err := r.Capability(ctx); err == nil {
			recognition = able.String()
		}
	}
	a.logger.Info("optional tools", "office", conversion, "ocr", recognition)
}
