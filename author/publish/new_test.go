package publish

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/alecthomas/kong"

	"github.com/seed-62a36931/docket/internal/terminal"
)

// runCommand runs a command line and returns its exit code and what it printed.
func runCommand(t *testing.T, args ...string) (code int, printed string) {
	t.Helper()
	var commands Commands
	var out bytes.Buffer
	streams := terminal.Streams{In: strings.NewReader(""), Out: &out, Err: &out}
	parser, err := kong.New(&commands, kong.BindTo(t.Context(), (*context.Context)(nil)), kong.Bind(streams))
	if err != nil {
		t.Fatal(err)
	}
	parsed, err := parser.Parse(args)
	if err != nil {
		t.Fatal(err)
	}
	code = terminal.ExitCode(parsed.Run(), streams)
	return code, out.String()
}

func TestANewTemplateIsSound(t *testing.T) {
	for _, name := range []string{"", "Letters", `Tom's "letters": a #1`, "true", "レター"} {
		folder := filepath.Join(t.TempDir(), "new", "letters")
		args := []string{"templates", "new", folder}
		if name != "" {
			args = append(args, "--name", name)
		}
		if code, printed := runCommand(t, args...); code != 0 || !strings.Contains(printed, "docket templates check") {
			t.Fatalf("%q: got %d, %s, want code = 0 and %q in printed", name, code, printed, "docket templates check")
		}
		if code, printed := runCommand(t, "template", "check", folder); code != 0 || !strings.Contains(printed, "2 cases, 2 passed, 0 failed") {
			t.Errorf("%q: got %d, %s, want code = 0 and %q in printed", name, code, printed, "2 cases, 2 passed, 0 failed")
		}
		readme, err := os.ReadFile(filepath.Join(folder, "README.md"))
		titled := name == "" || strings.HasPrefix(string(readme), "# "+name+"\n")
		if err != nil || !titled || bytes.Contains(readme, []byte("{{")) {
			t.Errorf("%q: the README begins %.40s, %v, want a title and no hole", name, readme, err)
		}
	}
}

func TestBadNewTemplatesAreRefused(t *testing.T) {
	full := t.TempDir()
	if err := os.WriteFile(filepath.Join(full, "mine.txt"), []byte("kept"), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, row := range []struct {
		folder, name string
		code         int
		want         string
	}{
		{full, "Letters", 1, "is not empty"},
		{filepath.Join(full, "mine.txt"), "Letters", 1, "mine.txt"},
		{"x", "..", 2, "a template needs a name"},
		{"x", " Letters", 2, "begins or ends with a blank"},
		{"x", "a/b", 2, "holds a slash"},
		{"x", `a\b`, 2, "holds a slash"},
		{"x", "a\nb", 2, "cannot be printed"},
		{"x", strings.Repeat("ä", 201), 2, "more than 200 characters"},
	} {
		folder := row.folder
		if folder == "x" {
			folder = filepath.Join(t.TempDir(), "x")
		}
		code, printed := runCommand(t, "templates", "new", folder, "--name", row.name)
		if code != row.code || !strings.Contains(printed, row.want) {
			t.Errorf("%q in %s: got %d, %s; want %d and %q", row.name, row.folder, code, printed, row.code, row.want)
		}
		if _, err := os.Stat(filepath.Join(folder, "template.yaml")); err == nil {
			t.Errorf("%q in %s was refused and written, want an error", row.name, row.folder)
		}
	}
}
