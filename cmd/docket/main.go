// Command docket is the whole product in one binary: the service, the tools of
// rule authors, and the worker processes that the service starts itself.
package main

import (
	"context"
	"fmt"
	"os"
	"os/signal"
	"syscall"

	"github.com/alecthomas/kong"

	"github.com/seed-62a36931/docket/internal/cli/author"
	"github.com/seed-62a36931/docket/internal/cli/operate"
	"github.com/seed-62a36931/docket/internal/cli/remote"
	"github.com/seed-62a36931/docket/internal/cli/terminal"
	"github.com/seed-62a36931/docket/internal/service"
)

// version is set by the build.
var version = "development"

// licenseKey is the vendor's public key, base64 of its 32 bytes, when the build sets one:
// then no other key is believed.
var licenseKey string

// CLI holds all commands of the binary.
type CLI struct {
	Serve   operate.Serve    `cmd:"" help:"Run the service."`
	Author  author.Commands  `embed:""`
	Operate operate.Commands `embed:""`

	Remote remote.Commands `embed:""`

	Worker  Worker  `cmd:"" hidden:"" help:"Be a worker process of the service."`
	Version Version `cmd:"" help:"Print the version."`
}

func main() {
	os.Exit(untilSignal(os.Args[1:], service.Program{Version: version, LicenseKey: licenseKey}))
}

// untilSignal executes a command line in this process until it is done or a signal stops it,
// and returns the exit code.
func untilSignal(args []string, program service.Program) int {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	return runCLI(service.WithProgram(ctx, program), args, terminal.Streams{In: os.Stdin, Out: os.Stdout, Err: os.Stderr})
}

// runCLI executes one command line and returns the exit code.
func runCLI(ctx context.Context, args []string, io terminal.Streams) int {
	return terminal.RunCommandLine(ctx, new(CLI), args, io,
		kong.Name("docket"),
		kong.Description("Dossiers of documents, analysed with your rules, on events.\n\n"+
			"Every flag is an environment variable too; the help of each command names it."))
}

// Version prints the version.
type Version struct{}

// Run prints the version.
func (Version) Run(io terminal.Streams) error {
	_, err := fmt.Fprintln(io.Out, "docket", version)
	return err
}
