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
	"github.com/seed-62a36931/docket/internal/cli/remote"
	"github.com/seed-62a36931/docket/internal/cli/terminal"
)

// version is set by the build.
var version = "development"

// CLI is every command of the binary.
type CLI struct {
	Serve       Serve           `cmd:"" help:"Run the service."`
	Author      author.Commands `embed:""`
	User        User            `cmd:"" help:"Manage accounts."`
	Client      Client          `cmd:"" help:"Manage the applications that sign people in."`
	Workspace   Workspace       `cmd:"" help:"Manage workspaces and their settings."`
	Keys        Keys            `cmd:"" help:"Manage the keys that tokens are signed with."`
	Projections Projections     `cmd:"" help:"Look after views: rebuild them, and repair what they could not apply."`
	Messages    Messages        `cmd:"" help:"Look after messages that could not be handled."`
	MasterKey   MasterKey       `cmd:"" name:"master-key" help:"Manage the key that protects all content."`
	Backup      Backup          `cmd:"" help:"Write a backup, also beside a running service."`
	Restore     Restore         `cmd:"" help:"Restore a backup where nothing is, or only check it."`
	Migrate     Migrate         `cmd:"" help:"Move an installation to other engines."`
	Audit       Audit           `cmd:"" help:"Verify what is stored, and look at what was."`
	Health      Health          `cmd:"" help:"Ask a process of the service whether it is ready."`
	License     License         `cmd:"" help:"Show a license, or make one."`
	Openapi     Openapi         `cmd:"" help:"Print the contract of the HTTP interface."`

	Remote remote.Commands `embed:""`

	Worker  Worker  `cmd:"" hidden:"" help:"Be a worker process of the service."`
	Version Version `cmd:"" help:"Print the version."`
}

func main() {
	os.Exit(untilSignal(os.Args[1:]))
}

// untilSignal executes a command line in this process until it is done or told
// to stop.
func untilSignal(args []string) int {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	return run(ctx, args, terminal.Streams{In: os.Stdin, Out: os.Stdout, Err: os.Stderr})
}

// run executes one command line and gives the exit code.
func run(ctx context.Context, args []string, io terminal.Streams) int {
	return terminal.RunCommandLine(ctx, new(CLI), args, io,
		kong.Name("docket"),
		kong.Description("Dossiers of documents, analysed with your rules, on events.\n\nEvery flag is an environment variable too; the help of each command names it."))
}

// Version prints the version.
type Version struct{}

// Run prints it.
func (Version) Run(io terminal.Streams) error {
	_, err := fmt.Fprintln(io.Out, "docket", version)
	return err
}
