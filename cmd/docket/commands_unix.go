//go:build unix

package main

import (
	"context"

	"github.com/alecthomas/kong"

	"github.com/seed-62a36931/docket/author"
	"github.com/seed-62a36931/docket/author/publish"
	"github.com/seed-62a36931/docket/cli/operate"
	"github.com/seed-62a36931/docket/cli/remote"
	"github.com/seed-62a36931/docket/internal/terminal"
	"github.com/seed-62a36931/docket/service/settings"
)

// CLI holds all commands of the binary.
type CLI struct {
	ShowVersion versionFlag `name:"version" help:"Print the version."`

	Serve   operate.Serve    `cmd:"" group:"The service:" help:"Run the service."`
	Remote  remote.Commands  `embed:""`
	Publish publish.Commands `embed:""`
	Author  author.Commands  `embed:"" group:"For authors of rules, without a service:"`
	Operate operate.Commands `embed:"" group:"For operators:"`

	Worker     Worker              `cmd:"" hidden:"" help:"Run a worker process of the service."`
	Version    Version             `cmd:"" group:"This program:" help:"Print the version."`
	Completion terminal.Completion `cmd:"" group:"This program:" help:"Print the completion script of a shell."`
}

// commandOptions returns what the commands of this system add to the command line.
func commandOptions() []kong.Option {
	return []kong.Option{terminal.GroupFlags("serve", operate.ServeFlagGroups())}
}

// withProgram returns a context whose commands know what the build has set.
func withProgram(ctx context.Context) context.Context {
	return settings.WithProgram(ctx, settings.Program{Version: version, LicenseKey: licenseKey})
}
