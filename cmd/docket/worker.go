package main

import (
	"github.com/seed-62a36931/docket/adapters/pdf"
	"github.com/seed-62a36931/docket/internal/terminal"
)

// Worker is the processes that the service starts itself, so that whatever a
// document does to them stays in them.
type Worker struct {
	PDF WorkerPDF `cmd:"" name:"pdf" help:"Read, mark and render PDFs, as told on standard input."`
}

// WorkerPDF works on PDFs.
type WorkerPDF struct{}

// Run serves jobs until its standard input ends.
func (WorkerPDF) Run(io terminal.Streams) error { return pdf.ServeWorker(io.In, io.Out) }
