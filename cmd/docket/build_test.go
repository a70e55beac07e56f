package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// TestBuildScriptSaysHowFarItIs runs scripts/build with a go command that compiles nothing.
func TestBuildScriptSaysHowFarItIs(t *testing.T) {
	for _, c := range []struct {
		name, build string
		fails       bool
		want        []string
	}{
		{"progress", "echo one/library\necho other/library\necho docket/cmd/docket", false, []string{"Compiling: 1 of at most 3 packages"}},
		{"error", "echo one/library\necho '# other/library'\necho 'a.go:1:2: undefined: x'\nexit 1", true,
			[]string{"# other/library\n", "a.go:1:2: undefined: x\n"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			root := t.TempDir()
			fake := filepath.Join(root, "go")
			script := "#!/bin/sh\ncase $1 in\nlist) echo one/library; echo other/library; echo docket/cmd/docket ;;\nbuild)\n" +
				c.build + "\n;;\nesac\n"
			if err := os.WriteFile(fake, []byte(script), 0o700); err != nil { //nolint:gosec // it is run
				t.Fatal(err)
			}
			content, err := os.ReadFile("scripts/build")
			if err == nil {
				err = os.Mkdir(filepath.Join(root, "scripts"), 0o700)
			}
			if err == nil {
				err = os.WriteFile(filepath.Join(root, "scripts", "build"), content, 0o600)
			}
			if err != nil {
				t.Fatal(err)
			}
			cmd := exec.CommandContext(t.Context(), "bash", filepath.Join(root, "scripts", "build"), "-X main.commit=x")
			cmd.Env = append(os.Environ(), "GO="+fake)
			out, err := cmd.CombinedOutput()
			if (err != nil) != c.fails {
				t.Errorf("it ends with %v\n%s, want it to fail: %v", err, out, c.fails)
			}
			for _, want := range c.want {
				if !strings.Contains(string(out), want) {
					t.Errorf("it prints %q, want %q in it", out, want)
				}
			}
		})
	}
}
