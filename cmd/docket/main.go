// Command docket is the whole product in one binary: the service, the tools of
// rule authors, and the worker processes that the service starts itself.
package main

import (
	"context"
	"fmt"
	"os"
	"os/signal"
	"runtime/debug"
	"strings"
	"syscall"

	"github.com/alecthomas/kong"

	"github.com/seed-62a36931/docket/internal/terminal"
)

// version is the release that this is, or becomes; a build may set another.
var version = "0.1.0"

// commit and date are what it was built from, where the build says so.
var commit, date string

// licenseKey is the vendor's public key, base64 of its 32 bytes, when the build sets one:
// then no other key is believed.
var licenseKey string

// versionFlag prints the version in place of running a command.
type versionFlag bool

// BeforeReset implements the hook of kong that runs before anything else.
func (versionFlag) BeforeReset(app *kong.Kong, io terminal.Streams) error {
	if err := (Version{}).Run(io); err != nil {
		return err
	}
	app.Exit(0)
	return nil
}

func main() {
	os.Exit(untilSignal(os.Args[1:]))
}

// untilSignal executes a command line in this process until it is done or a signal stops it,
// and returns the exit code.
func untilSignal(args []string) int {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	return runCLI(withProgram(ctx), args, terminal.Streams{In: os.Stdin, Out: os.Stdout, Err: os.Stderr})
}

// runCLI executes one command line and returns the exit code.
func runCLI(ctx context.Context, args []string, io terminal.Streams) int {
	return terminal.RunCommandLine(ctx, new(CLI), args, io, append(commandOptions(),
		kong.Name("docket"),
		kong.Description("Dossiers of documents, analysed with your rules, on events.\n\n"+
			"Every flag is an environment variable too; the help of each command names it."))...)
}

// Version prints the version.
type Version struct{}

// Run prints the release, and the commit and date that it was built from.
func (Version) Run(io terminal.Streams) error {
	settings := []debug.BuildSetting{{Key: "vcs.revision", Value: commit}, {Key: "vcs.time", Value: date}}
	if info, ok := debug.ReadBuildInfo(); ok && commit == "" {
		settings = info.Settings
	}
	_, err := fmt.Fprintln(io.Out, describeVersion(version, settings))
	return err
}

// describeVersion returns a line such as "docket 0.1.0 (commit 1f0c2ab94d3e, 2026-11-23,
// changed since)". What the build does not know is left out.
func describeVersion(release string, settings []debug.BuildSetting) string {
	var known []string
	for _, s := range settings {
		switch {
		case s.Key == "vcs.revision" && len(s.Value) >= 12:
			known = append(known, "commit "+s.Value[:12])
		case s.Key == "vcs.time" && len(s.Value) >= 10:
			known = append(known, s.Value[:10])
		case s.Key == "vcs.modified" && s.Value == "true":
			known = append(known, "changed since")
		}
	}
	if len(known) == 0 {
		return "docket " + release
	}
	return "docket " + release + " (" + strings.Join(known, ", ") + ")"
}
