package evidence_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// TestOpenSSLVerifiesTheSignature runs the commands that docs/evidence.md gives, as they stand there, on a bundle and the key of
// its log. Then the same with the key of another log, and with another root in the checkpoint.
func TestOpenSSLVerifiesTheSignature(t *testing.T) {
	needOpenSSL(t)
	script := readPastedCommands(t, "$ unzip -p evidence.zip checkpoint.txt")
	b, other := newBundler(t, 30), newBundler(t, 1)
	bundle, err := b.makeBundle(t, "file-demo-7").Encode()
	if err != nil {
		t.Fatal(err)
	}
	forged := strings.Replace(script, "\n", "\nsed '3s/.*/v1DlZDxvvSxwwejfR1kMv38+s3+H+vdpOXyWIwFPfOw=/' checkpoint.txt > other "+
		"&& mv other checkpoint.txt\n", 1)
	for _, c := range []struct {
		name, script, key string
		holds             bool
	}{
		{"as it is", script, keyOfLog(t, b.policy), true},
		{"with the key of another log", script, keyOfLog(t, other.policy), false},
		{"with another root", forged, keyOfLog(t, b.policy), false},
	} {
		out, holds := runShell(t, c.script, map[string]string{"evidence.zip": string(bundle), "docket.pub": c.key + "\n"})
		says := strings.Contains(out, "Signature Verified Successfully")
		if holds != c.holds || says != c.holds {
			t.Errorf("%s: want %t, have %t and\n%s", c.name, c.holds, holds, out)
		}
	}
}

// keyOfLog returns the key of the log that a policy names.
func keyOfLog(t *testing.T, policy string) string {
	t.Helper()
	for line := range strings.Lines(policy) {
		if key, found := strings.CutPrefix(line, "log "); found {
			return strings.TrimSpace(key)
		}
	}
	t.Fatal("the policy names no log")
	return ""
}

// needOpenSSL skips a test where the programs of its page are not installed; in continuous integration it fails.
func needOpenSSL(t testing.TB) {
	t.Helper()
	for _, program := range []string{"openssl", "unzip", "base64"} {
		if _, err := exec.LookPath(program); err != nil {
			if os.Getenv("CI") != "" {
				t.Fatalf(`%s is not installed, want ""`, program)
			}
			t.Skipf("%s is not installed", program)
		}
	}
}

// readPastedCommands returns the commands of the block in docs/evidence.md that begins with a line, one on each line.
func readPastedCommands(t *testing.T, first string) string {
	t.Helper()
	page, err := os.ReadFile("../docs/evidence.md")
	if err != nil {
		t.Fatal(err)
	}
	_, behind, found := strings.Cut(string(page), "```\n"+first)
	block, _, ends := strings.Cut(first+behind, "```")
	if !found || !ends {
		t.Fatalf("docs/evidence.md has no block that begins with %q", first)
	}
	var commands strings.Builder
	for line := range strings.Lines(block) {
		if command, is := strings.CutPrefix(line, "$ "); is {
			commands.WriteString(command)
		}
	}
	return commands.String()
}

// runShell runs a script in a folder with files, and reports whether its last command succeeded.
func runShell(t *testing.T, script string, files map[string]string) (out string, succeeded bool) {
	t.Helper()
	dir := t.TempDir()
	for name, text := range files {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	c := exec.CommandContext(t.Context(), "sh", "-c", script)
	c.Dir = dir
	text, err := c.CombinedOutput()
	return string(text), err == nil
}
