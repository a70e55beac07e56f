// Command learned writes what a model that scores candidates is trained from, and measures such a model. It
// is a tool of the repository; make train runs it:
//
//	go run ./tests/learned features DIR --out candidates
//	go run ./tests/learned scores candidates --model model.bin --out scores.f32
//
// # The format of features
//
// features writes two files. candidates.json is one object:
//
//	format     1
//	features   the name of each number of a vector, see candidates.FeatureNames
//	documents  in the order of their names: name, and candidates, each with kind, value, text, page
//	           and spans, its ranges of bytes of the document's text
//
// candidates.f32 holds the vectors of all candidates in the same order, as 32-bit floating point numbers,
// little endian, one vector after the other.
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
	Features featuresCommand `cmd:"" help:"Write the candidates of documents and their features."`
	Scores   scoresCommand   `cmd:"" help:"Score written candidates with a model."`
	Memory   memoryCommand   `cmd:"" help:"Measure what a memory of approved files is worth."`

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
		kong.Name("learned"), kong.Description("Writes what a scorer of candidates is trained from, and measures it."))
}
