package author

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

const (
	untidyRules = "rule \"A.0.0\" when Foo( a==1 ) // why\nthen end\n"
	tidyRules   = "rule \"A.0.0\"\n    when\n        Foo(a == 1) // why\n    then\n    end\n"
)

func TestRuleFilesAreFormatted(t *testing.T) {
	dir := t.TempDir()
	untidy, tidy, broken := filepath.Join(dir, "untidy.drl"), filepath.Join(dir, "tidy.drl"), filepath.Join(dir, "broken.drl")
	for name, text := range map[string]string{untidy: untidyRules, tidy: tidyRules} {
		if err := os.WriteFile(name, []byte(text), 0o640); err != nil {
			t.Fatal(err)
		}
	}
	for _, x := range []struct {
		name string
		in   string
		args []string
		code int
		out  string
		err  string // a part of it
	}{
		{"standard input", untidyRules, []string{"-"}, 0, tidyRules, ""},
		{"printed", "", []string{untidy}, 0, tidyRules, ""},
		{"checked", "", []string{"--check", dir}, 1, untidy + "\n", ""},
		{"written", "", []string{"-w", dir}, 0, "", ""},
		{"checked after that", "", []string{"--check", dir}, 0, "", ""},
		{"not well formed", "rule A when Foo( then end", []string{"-"}, 1, "", "-:1:23: error: expected ')'"},
		{"missing", "", []string{broken}, 2, "", "no such file"},
		{"both flags", "", []string{"-w", "--check", dir}, 2, "", "--check and --write can't be used together"},
	} {
		code, out, err := tool(t, x.in, append([]string{"rules", "fmt"}, x.args...)...)
		if code != x.code || out != x.out || !strings.Contains(err, x.err) {
			t.Errorf("%s: got %d %q %q, want %d %q %q", x.name, code, out, err, x.code, x.out, x.err)
		}
	}
	info, err := os.Stat(untidy)
	if got, _ := os.ReadFile(untidy); err != nil || string(got) != tidyRules || info.Mode().Perm() != 0o640 {
		t.Errorf("got %q with %v, want %q with the permissions of before", got, info.Mode(), tidyRules)
	}
}

func TestAFileThatIsNotWellFormedStays(t *testing.T) {
	name := filepath.Join(t.TempDir(), "broken.drl")
	const text = "rule A when  Foo(\nthen end"
	if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	code, _, _ := tool(t, "", "rules", "fmt", "-w", name)
	if got, _ := os.ReadFile(name); code != 1 || string(got) != text {
		t.Errorf("got %d and %q, want 1 and the file as it was", code, got)
	}
}

func TestShippedRulesAreFormatted(t *testing.T) {
	if code, out, err := tool(t, "", "rules", "fmt", "--check", "templates", "rules/reference/example"); code != 0 {
		t.Errorf("got %d %s%s, want no file", code, out, err)
	}
}
