package main

import (
	"bytes"
	"os/exec"
	"strings"
	"testing"

	"github.com/seed-62a36931/docket/cli/operate"
	"github.com/seed-62a36931/docket/internal/terminal"
)

// run executes a command line and returns what it prints, and its exit code.
func run(t *testing.T, args ...string) (out string, code int) {
	t.Helper()
	var b bytes.Buffer
	code = runCLI(t.Context(), args, terminal.Streams{In: strings.NewReader(""), Out: &b, Err: &b})
	return b.String(), code
}

// TestHelpIsFound however it is asked for, and a wrong command says what was meant.
func TestHelpIsFound(t *testing.T) {
	for _, row := range []struct {
		args string
		code int
		want []string
	}{
		{"", 0, []string{"Usage: docket <command>", "The service:", "For authors of rules, without a service:",
			"For operators:", "Against a service:"}},
		{"help", 0, []string{"Usage: docket <command>"}},
		{"help rules check", 0, []string{"Usage: docket rules check"}},
		{"--version", 0, []string{"docket " + version}},
		{"uplaod", 2, []string{`did you mean "upload"`}},
	} {
		out, code := run(t, strings.Fields(row.args)...)
		if code != row.code {
			t.Errorf("docket %s: exit code %d, want %d", row.args, code, row.code)
		}
		for _, want := range row.want {
			if !strings.Contains(out, want) {
				t.Errorf("docket %s: got\n%s\nwant %q in it", row.args, out, want)
			}
		}
	}
}

// TestHelpOfServeIsInGroups wants every flag of serve below a heading, but those of all commands.
func TestHelpOfServeIsInGroups(t *testing.T) {
	out, code := run(t, "serve", "--help")
	if code != 0 {
		t.Fatalf("exit code %d: %s, want 0", code, out)
	}
	_, flags, _ := strings.Cut(out, "\nFlags:\n")
	loose, _, _ := strings.Cut(flags, "\nTrying out:\n")
	for _, line := range strings.Split(loose, "\n") {
		if strings.Contains(line, "--") && !strings.Contains(line, "--help") && !strings.Contains(line, "--version") {
			t.Errorf("no group has %s, want each flag in a group", line)
		}
	}
	at := 0
	for _, g := range operate.ServeFlagGroups() {
		next := strings.Index(out, "\n"+g.Title+"\n")
		if next <= at {
			t.Errorf("%s is not there, or not behind the group before it:\n%s, want next more than %v", g.Title, out, at)
		}
		at = next
		for _, name := range g.Flags {
			if !strings.Contains(out[at:], "--"+name) {
				t.Errorf("--%s is not below %s, want %v in it", name, g.Title, "--"+name)
			}
		}
	}
	if !strings.Contains(out, "$DOCKET_LISTEN") {
		t.Error("the variables are gone from the help")
	}
}

// TestBashCompletesCommandsAndFlags in a real shell.
func TestBashCompletesCommandsAndFlags(t *testing.T) {
	script, code := run(t, "completion", "bash")
	if code != 0 {
		t.Fatalf("exit code %d: %s, want 0", code, script)
	}
	for line, want := range map[string]string{
		"docket up": "upload", "docket rules ch": "check", "docket serve --publ": "--public-url", "docket --vers": "--version",
	} {
		words := strings.Fields(line)
		cmd := exec.CommandContext(t.Context(), "bash", "-c", script+`
COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _docket; printf '%s\n' "${COMPREPLY[@]}"`, "bash")
		cmd.Args = append(cmd.Args, words...)
		out, err := cmd.CombinedOutput()
		if err != nil || strings.TrimSpace(string(out)) != want {
			t.Errorf("%s: got %q, %v, want %q", line, out, err, want)
		}
	}
	for _, shell := range []string{"zsh", "fish"} {
		if out, code := run(t, "completion", shell); code != 0 || !strings.Contains(out, "public-url") {
			t.Errorf("%s: exit code %d: %.200s, want code = 0 and %q in out", shell, code, out, "public-url")
		}
	}
}
