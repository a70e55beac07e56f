package upgrade

import (
	"maps"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// Flags are the flags of a command, each with its environment variable, "" without one.
type flags map[string]string

// leftBinary are commands that a version has left out on purpose.
var leftBinary = []string{"score"}

// TestEveryFlagIsKnown wants the program to have every command, flag and
// environment variable of the version before.
func TestEveryFlagIsKnown(t *testing.T) {
	var want map[string]flags
	readJSON(t, filepath.Join(fixtures, "flags.json"), &want)
	if len(want) < 40 || len(want["serve"]) < 50 {
		t.Fatalf("flags of %d commands were kept, %d of serve, want at least 40 and 50", len(want), len(want["serve"]))
	}
	got := listFlags(t, findBinary(t))
	for _, command := range slices.Sorted(maps.Keys(want)) {
		if first, _, _ := strings.Cut(command, " "); slices.Contains(leftBinary, first) {
			continue
		}
		if got[command] == nil {
			t.Errorf("got no command %q, want got[command] != nil", command)
			continue
		}
		for flag, env := range want[command] {
			if have, is := got[command][flag]; !is || have != env {
				t.Errorf("docket %s: got %s with variable %q (%v), want %q", command, flag, have, is, env)
			}
		}
	}
}

// notStarted are flags of serve that TestAnInstallationGoesOn gives no value to:
// services that are not there, programs that stand elsewhere on each machine.
var notStarted = []string{"--help", "--postgres", "--eventstore", "--nats", "--nats-credentials", "--nats-ca", "--nats-replicas",
	"--s3", "--s3-region",
	"--s3-access-key", "--s3-secret-key", "--s3-credentials-file", "--soffice", "--tesseract", "--demo"}

// TestSettingsAreWhole wants the fixtures to have been made with every setting of
// the version before.
func TestSettingsAreWhole(t *testing.T) {
	var want map[string]flags
	readJSON(t, filepath.Join(fixtures, "flags.json"), &want)
	set := flags{}
	for _, s := range loadSettings(t) {
		set[s.Flag] = s.Env
	}
	for flag, env := range want["serve"] {
		if have := set[flag]; have != env && !slices.Contains(notStarted, flag) {
			t.Errorf("settings.json: got %s with variable %q, want %q", flag, have, env)
		}
	}
}

var (
	commandLine = regexp.MustCompile(`^  ([a-z][a-z -]*?)(?: [<\[-].*)?$`)
	flagLine    = regexp.MustCompile(`^ {2,6}(?:-\w, {2})?( *)(--[\w\[\]-]+)`)
	variable    = regexp.MustCompile(`\(\$(\w+)\)`)
)

// listFlags returns the flags of all commands, as the program tells them.
func listFlags(t testing.TB, binary string) map[string]flags {
	t.Helper()
	out := map[string]flags{}
	for line := range strings.Lines(askHelp(t, binary)) {
		if m := commandLine.FindStringSubmatch(strings.TrimRight(line, "\n")); m != nil {
			out[m[1]] = readFlags(askHelp(t, binary, strings.Fields(m[1])...))
		}
	}
	return out
}

// askHelp returns the help of a command, in wide lines.
func askHelp(t testing.TB, binary string, command ...string) string {
	t.Helper()
	out, err := exec.Command(binary, append(command, "--help")...).Output()
	if err != nil {
		t.Fatalf("docket %s --help: %v, want no error", strings.Join(command, " "), err)
	}
	return string(out)
}

// readFlags reads flags and their variables out of a help text, whose lines may be
// broken anywhere.
func readFlags(help string) flags {
	out := flags{}
	_, help, _ = strings.Cut(help, "\nFlags:\n")
	last := ""
	text := map[string]string{}
	for line := range strings.Lines(help) {
		if m := flagLine.FindStringSubmatch(line); m != nil {
			last = m[2]
		}
		text[last] += strings.TrimSpace(line) + " "
	}
	for flag, about := range text {
		if flag == "" {
			continue
		}
		out[flag] = ""
		if m := variable.FindStringSubmatch(about); m != nil {
			out[flag] = m[1]
		}
	}
	return out
}
