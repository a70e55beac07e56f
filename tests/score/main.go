// Command score measures how well documents are read, against what people say is right:
// tables, text and extracted values, by published measures on public data sets. It is a tool of
// the repository, run with
//
//	go run ./tests/score --help
//	go run ./tests/score tables DIR
//	go run ./tests/score nda DIR --template my-template
//
// It reads documents as the commands of rule authors do. The measures are in package
// measure, which reads no documents.
package main

import (
	"context"
	"os"
	"os/signal"
	"syscall"

	"github.com/alecthomas/kong"

	"github.com/seed-62a36931/docket/adapters/pdf"
	"github.com/seed-62a36931/docket/internal/terminal"
)

// A commandTree holds all commands of the program.
type commandTree struct {
	Tables   tablesCommand   `cmd:"" help:"Tables, by the measure of the ICDAR 2013 competition."`
	Sets     setsCommand     `cmd:"" help:"Tables of all sets in a folder, half by half."`
	NDA      ndaCommand      `cmd:"" name:"nda" help:"Values of non-disclosure agreements, by the measure of Kleister."`
	Receipts receiptsCommand `cmd:"" help:"Values of scanned receipts, by the measure of SROIE."`
	AdBuys   adBuysCommand   `cmd:"" name:"ad-buys" help:"Values of orders and invoices for advertising, by field."`
	Texts    textsCommand    `cmd:"" help:"The text of pages and its order, against the right text."`

	MakeTables makeTablesCommand `cmd:"" name:"make-tables" help:"Draw tables that are hard to read, with ground truth."`

	Worker struct {
		PDF pdfWorker `cmd:"" name:"pdf" help:"Read PDFs, as told on standard input."`
	} `cmd:"" hidden:"" help:"Be a process that reads documents for this program."`
}

// pdfWorker is the process that reads PDFs for another one of this program.
type pdfWorker struct{}

// Run serves jobs until standard input ends.
func (pdfWorker) Run(streams terminal.Streams) error { return pdf.ServeWorker(streams.In, streams.Out) }

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	os.Exit(run(ctx, os.Args[1:], terminal.Streams{In: os.Stdin, Out: os.Stdout, Err: os.Stderr}))
}

// run runs one command line and returns the exit code.
func run(ctx context.Context, args []string, streams terminal.Streams) int {
	return terminal.RunCommandLine(ctx, new(commandTree), args, streams,
		kong.Name("score"),
		kong.Description("Measures how well documents are read, against what people say is right."))
}
