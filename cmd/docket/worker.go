package main

import (
	"context"

	"github.com/seed-62a36931/docket/adapters/pdf"
	"github.com/seed-62a36931/docket/internal/terminal"
)

// Worker is the processes that the service starts itself, so that whatever a
// document does to them stays in them.
type Worker struct {
	PDF WorkerPDF `cmd:"" name:"pdf" help:"Read, mark and render PDFs, as told on standard input."`
}

// WorkerPDF works on PDFs.
type WorkerPDF struct {
	Compile string `placeholder:"DIR" help:"Only compile the reader into this folder, for --pdf-cache or share/docket/pdf beside the program."`
}

// Run serves jobs until its standard input ends, or compiles.
func (w WorkerPDF) Run(ctx context.Context, io terminal.Streams) error {
	if w.Compile != "" {
		return pdf.Compile(ctx, w.Compile)
	}
	return pdf.ServeWorker(io.In, io.Out)
}
