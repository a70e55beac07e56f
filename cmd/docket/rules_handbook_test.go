package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/seed-62a36931/docket/domain/rules"
)

// filesOf are the blocks of code of a page that are named after files, by path.
func filesOf(page string) map[string]string {
	out := map[string]string{}
	for rest := page; ; {
		_, after, found := strings.Cut(rest, "\n```")
		if !found {
			return out
		}
		info, body, _ := strings.Cut(after, "\n")
		text, tail, _ := strings.Cut(body, "```\n")
		if _, name, named := strings.Cut(info, " "); named && strings.Contains(name, "/") {
			out[name] = text
		}
		rest = "\n" + tail
	}
}

// TestTemplatesOfTheHandbookPassTheirTests takes the templates that the handbook
// shows out of it, checks them, and runs their tests.
func TestTemplatesOfTheHandbookPassTheirTests(t *testing.T) {
	page := rules.Reference()
	dir := t.TempDir()
	for name, text := range filesOf(page) {
		file := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(file), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for name, last := range map[string]string{"letters": "1 case, 1 passed, 0 failed\n", "certificates": "3 cases, 3 passed, 0 failed\n"} {
		template := filepath.Join(dir, name)
		if code, out, errs := tool(t, "", "rules", "check", template); code != 0 || !strings.Contains(out+errs, "no errors, 0 warnings") {
			t.Errorf("%s: %d %s%s", name, code, out, errs)
		}
		if code, out, errs := tool(t, "", "rules", "test", template); code != 0 || !strings.HasSuffix(out, last) {
			t.Errorf("%s: %d %s%s", name, code, out, errs)
		}
		if shown := strings.Count(page, "\nrule \"CA.") + strings.Count(page, "\nrule \"CC."); shown < 10 {
			t.Errorf("the handbook shows %d rules of a template", shown)
		}
	}
}
