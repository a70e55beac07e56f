package operate_test

import (
	"bytes"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/seed-62a36931/docket/internal/terminal"
	"github.com/seed-62a36931/docket/service/servicetest"
)

// initialize runs docket init in this process.
func initialize(t *testing.T, input string, args ...string) (code int, printed, said string) {
	t.Helper()
	var out, failures bytes.Buffer
	streams := terminal.Streams{In: strings.NewReader(input), Out: &out, Err: &failures}
	code = servicetest.RunCommand(t.Context(), append([]string{"init"}, args...), streams)
	return code, out.String(), failures.String()
}

var shownPassword = regexp.MustCompile(`shown only now: (\S+)`)

// TestInitMakesAnInstallation makes one, starts it with the settings that it wrote, and signs in
// as the administrator.
func TestInitMakesAnInstallation(t *testing.T) {
	dir := t.TempDir()
	data, key, settings := filepath.Join(dir, "data"), filepath.Join(dir, "keys", "master.key"), filepath.Join(dir, "docket.env")
	args := []string{"--data", data, "--master-key-file", key, "--settings", settings,
		"--workspace", "demo", "--public-url", "http://localhost:8080", "--admin", "mira"}
	code, printed, said := initialize(t, "", args...)
	password := shownPassword.FindStringSubmatch(printed)
	if code != 0 || password == nil || !strings.Contains(printed, "docket login http://localhost:8080 --workspace demo") {
		t.Fatalf("got %d, %s%s, want code = 0, password != nil and printed with docket login http://localhost:8080 --workspace "+
			"demo", code, printed, said)
	}
	text, err := os.ReadFile(settings)
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"DOCKET_WORKSPACE='demo'\n", "DOCKET_PUBLIC_URL='http://localhost:8080'\n",
		"DOCKET_DATA='" + data + "'\n",
		"DOCKET_MASTER_KEY_FILE='" + key + "'\n"} {
		if !strings.Contains(string(text), want) {
			t.Errorf("no %q in the settings:\n%s", want, text)
		}
	}
	for _, file := range []string{key, settings} {
		if info, err := os.Stat(file); err != nil || info.Mode().Perm() != 0o600 {
			t.Errorf("%s: %v, %v, want info.Mode().Perm() = 0o600 and no error", file, info.Mode(), err)
		}
	}
	s := servicetest.Serve(t, data, "--master-key-file", key)
	if status, _ := s.TrySignIn("mira", password[1]); status != 400 {
		t.Errorf("the workspace allows the password grant: %d, want 400", status)
	}
	s.Operate(false, "", "workspace", "set", "--password-grant", "demo")
	s.SignIn("mira", password[1]).Want(200, "GET", "/api/audit/events", nil)
	s.Stop()
	if strings.Contains(s.Log.String(), "the first workspace is called demo") {
		t.Error("a start on what init made warns of its workspace")
	}
	before := snapshotFolder(t, dir)
	for _, c := range []struct{ without, want string }{
		{"", "master.key is there already; --keep-key uses it"}, {key, "docket.env is there already; name another file with --settings"},
	} {
		again := args
		if c.without != "" {
			again = append(append([]string{}, args...), "--keep-key")
		}
		if code, _, said := initialize(t, "", again...); code != 1 || !strings.Contains(said, c.want) {
			t.Errorf("a second time: got %d, %s; want %q", code, said, c.want)
		}
	}
	fresh := append(append([]string{}, args...), "--keep-key", "--settings", filepath.Join(dir, "other.env"))
	if code, _, said := initialize(t, "", fresh...); code != 1 || !strings.Contains(said, "is not empty: it may be an installation already") {
		t.Errorf("onto data: got %d, %s, want code = 1 and %q in said", code, said, "is not empty: it may be an installation already")
	}
	if after := snapshotFolder(t, dir); after != before {
		t.Errorf("refusals have changed something, want no change:\n%s\n%s", before, after)
	}
}

// snapshotFolder lists the files below a folder with their sizes.
func snapshotFolder(t *testing.T, dir string) string {
	t.Helper()
	var out strings.Builder
	err := filepath.Walk(dir, func(path string, info os.FileInfo, err error) error {
		if err == nil && !info.IsDir() {
			out.WriteString(path + " " + info.ModTime().String() + "\n")
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return out.String()
}

// TestInitThatFailsLeavesNothing wants bad input to be refused with the reason, and nothing to be
// left of an attempt.
func TestInitThatFailsLeavesNothing(t *testing.T) {
	for _, c := range []struct {
		name, input string
		args        []string
		code        int
		want        string
	}{
		{"no workspace", "", []string{"--public-url", "http://localhost"}, 2, "--workspace"},
		{"no address", "", []string{"--workspace", "acme"}, 2, "--public-url"},
		{"a bad workspace", "", []string{"--workspace", "Acme Inc", "--public-url", "http://localhost"}, 1, "is no name of a workspace"},
		{"a bad address", "", []string{"--workspace", "acme", "--public-url", "docket.example"}, 1, "is no address of a service"},
		{"a bad username", "", []string{"--workspace", "acme", "--public-url", "http://localhost", "--admin", "a b"}, 1, "sername"},
		{"a weak password", "weak\n", []string{"--workspace", "acme", "--public-url", "http://localhost", "--ask-password"}, 1,
			"does not meet the rules"},
		{"no password", "", []string{"--workspace", "acme", "--public-url", "http://localhost", "--ask-password"}, 1, "nothing was typed"},
		{"no key to keep", "", []string{"--workspace", "acme", "--public-url", "http://localhost", "--keep-key"}, 1, "--keep-key"},
		{"a quote", "", []string{"--workspace", "acme", "--public-url", "http://localhost", "--blobs", "it's"}, 1,
			"DOCKET_BLOBS has a quote"},
	} {
		t.Run(c.name, func(t *testing.T) {
			dir := t.TempDir()
			place := []string{"--data", filepath.Join(dir, "data"), "--master-key-file", filepath.Join(dir, "master.key"),
				"--settings", filepath.Join(dir, "docket.env")}
			code, printed, said := initialize(t, c.input, append(place, c.args...)...)
			if code != c.code || !strings.Contains(said+printed, c.want) {
				t.Errorf("got %d, %s%s; want %d and %q", code, printed, said, c.code, c.want)
			}
			if left, err := os.ReadDir(dir); err != nil || len(left) > 0 {
				t.Errorf("left: %v, %v, want no error and len(left) = 0", left, err)
			}
		})
	}
}

// TestInitForSystemd writes settings without what the unit itself names.
func TestInitForSystemd(t *testing.T) {
	dir := t.TempDir()
	settings := filepath.Join(dir, "docket.env")
	code, printed, said := initialize(t, "Str0ng-enough\n", "--systemd", "--data", filepath.Join(dir, "data"),
		"--master-key-file", filepath.Join(dir, "master.key"), "--settings", settings, "--workspace", "acme", "--public-url",
		"https://docket.example", "--ask-password")
	text, err := os.ReadFile(settings)
	if code != 0 || err != nil || strings.Contains(printed, "Str0ng") || !strings.Contains(printed, "systemctl enable --now docket") {
		t.Fatalf("got %d, %s%s, %v, want code = 0, no error, it without Str0ng and printed with systemctl enable --now docket",
			code, printed, said, err)
	}
	if strings.Contains(string(text), "DOCKET_DATA") || strings.Contains(string(text), "DOCKET_MASTER_KEY_FILE") {
		t.Errorf("the unit names data and key:, want it without DOCKET_DATA and it without DOCKET_MASTER_KEY_FILE\n%s", text)
	}
}
