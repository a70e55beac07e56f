package remote_test

import (
	"bytes"
	"context"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/alecthomas/kong"

	"github.com/seed-62a36931/docket/cli/remote"
	"github.com/seed-62a36931/docket/internal/terminal"
)

// runCommand runs one command line of the commands.
func runCommand(t *testing.T, input string, args ...string) (code int, printed, said string) {
	t.Helper()
	var commands remote.Commands
	var out, failures bytes.Buffer
	streams := terminal.Streams{In: strings.NewReader(input), Out: &out, Err: &failures}
	parser, err := kong.New(&commands, kong.BindTo(t.Context(), (*context.Context)(nil)), kong.Bind(streams))
	if err != nil {
		t.Fatal(err)
	}
	parsed, err := parser.Parse(args)
	if err != nil {
		t.Fatal(err)
	}
	code = terminal.ExitCode(parsed.Run(), streams)
	return code, out.String(), failures.String()
}

// serveTemplates is a service that answers the list of dossier templates with a status
// and a body.
func serveTemplates(t *testing.T, status int, body string) string {
	t.Helper()
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		w.Header().Set("X-Request-Id", "4711")
		w.WriteHeader(status)
		_, _ = w.Write([]byte(body))
	}))
	t.Cleanup(s.Close)
	return s.URL
}

func TestFailuresSayWhatToDoNext(t *testing.T) {
	t.Setenv("DOCKET_TOKEN", "token")
	t.Setenv("DOCKET_CONFIG_DIR", t.TempDir())
	for _, test := range []struct {
		name   string
		status int
		code   int
		want   string
	}{
		{"unauthenticated", 401, 3, "sign in first: docket login"},
		{"forbidden", 403, 1, "docket whoami tells which it is"},
		{"too many requests", 429, 1, "try again in a moment"},
		{"unavailable", 503, 1, "without its database"},
		{"internal error", 500, 1, "The log of the service tells the cause"},
	} {
		t.Run(test.name, func(t *testing.T) {
			server := serveTemplates(t, test.status, `{"status":0,"message":"no"}`)
			code, printed, said := runCommand(t, "", "dossiers", "--server", server)
			if code != test.code || !strings.Contains(said, test.want) || printed != "" {
				t.Errorf("got %d, %q, %q; want %d and %q", code, printed, said, test.code, test.want)
			}
		})
	}
}

func TestCommandsWithoutSignIn(t *testing.T) {
	t.Setenv("DOCKET_CONFIG_DIR", t.TempDir())
	for _, test := range []struct {
		args []string
		code int
		want string
	}{
		{[]string{"whoami"}, 3, "docket login URL"},
		{[]string{"dossiers", "--server", "https://docket.example/"}, 3, "docket login https://docket.example\n"},
		{[]string{"login", "docket.example"}, 2, "is no address of a service"},
		{[]string{"status"}, 2, "name a file"},
		{[]string{"download"}, 2, "name files"},
		{[]string{"override", "a.pdf", "Total", "1", "--revert"}, 2, "--revert takes no values"},
		{[]string{"components", "a.pdf", "--asof", "yesterday"}, 2, "is no date-time"},
		{[]string{"upload", "--dossier", "Claims", "--name", "one", "a.pdf", "b.pdf"}, 2, "--name is of a single file"},
	} {
		code, printed, said := runCommand(t, "", test.args...)
		if code != test.code || !strings.Contains(said, test.want) || printed != "" {
			t.Errorf("docket %q: got %d, %q, %q; want %d and %q", test.args, code, printed, said, test.code, test.want)
		}
	}
	t.Setenv("DOCKET_TOKEN", "token")
	if code, _, said := runCommand(t, "", "dossiers"); code != 1 || !strings.Contains(said, "--server or DOCKET_SERVER") {
		t.Errorf("a token without a service: got %d, %q, want code = 1 and %q in said", code, said, "--server or DOCKET_SERVER")
	}
}

func TestSignInsThatOthersCanReadAreRefused(t *testing.T) {
	dir := t.TempDir()
	t.Setenv("DOCKET_CONFIG_DIR", dir)
	file := filepath.Join(dir, "sign-ins.json")
	if err := os.WriteFile(file, []byte(`{"current":"https://docket.example","servers":{}}`), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Chmod(file, 0o644); err != nil {
		t.Fatal(err)
	}
	if code, _, said := runCommand(t, "", "whoami"); code != 1 || !strings.Contains(said, "others can read the tokens") {
		t.Errorf("got %d, %q, want code = 1 and %q in said", code, said, "others can read the tokens")
	}
	if err := os.WriteFile(file, []byte("{"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Chmod(file, 0o600); err != nil {
		t.Fatal(err)
	}
	if code, _, said := runCommand(t, "", "whoami"); code != 1 || !strings.Contains(said, "cannot be read: remove it and sign in again") {
		t.Errorf("got %d, %q, want code = 1 and %q in said", code, said, "cannot be read: remove it and sign in again")
	}
}

func TestDossiersAreListedAsTableAndJSON(t *testing.T) {
	t.Setenv("DOCKET_TOKEN", "token")
	t.Setenv("DOCKET_CONFIG_DIR", t.TempDir())
	server := serveTemplates(t, 200, `{"dossierTemplates":[]}`)
	if code, printed, said := runCommand(t, "", "dossiers", "--server", server); code != 0 || printed != "ID  NAME  TEMPLATE  MADE\n" {
		t.Errorf("got %d, %q, %q, want code = 0 and printed = %q", code, printed, said, "ID NAME TEMPLATE MADE\n")
	}
	if code, printed, said := runCommand(t, "", "dossiers", "--json", "--server", server); code != 0 || printed != "[]\n" {
		t.Errorf("got %d, %q, %q, want code = 0 and printed = %q", code, printed, said, "[]\n")
	}
}
