//go:build !unix

package main

import (
	"context"

	"github.com/alecthomas/kong"

	"github.com/seed-62a36931/docket/author"
	"github.com/seed-62a36931/docket/author/publish"
	"github.com/seed-62a36931/docket/cli/remote"
	"github.com/seed-62a36931/docket/internal/terminal"
)

// CLI holds the commands that need no service on this machine: its locks, its socket and
// its limits of processes are those of Unix.
type CLI struct {
	ShowVersion versionFlag `name:"version" help:"Print the version."`

	Remote  remote.Commands  `embed:""`
	Publish publish.Commands `embed:""`
	Author  author.Commands  `embed:"" group:"For authors of rules, without a service:"`

	Worker     Worker              `cmd:"" hidden:"" help:"Run a worker process."`
	Version    Version             `cmd:"" group:"This program:" help:"Print the version."`
	Completion terminal.Completion `cmd:"" group:"This program:" help:"Print the completion script of a shell."`
}

// commandOptions returns what the commands of this system add to the command line.
func commandOptions() []kong.Option { return nil }

// withProgram returns the context itself: no command here asks what the build has set.
func withProgram(ctx context.Context) context.Context { return ctx }
