package author

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/seed-62a36931/docket/adapters/bundle"
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

// readHandbook returns a page of the guide to rules and templates.
func readHandbook(t *testing.T, name string) string {
	t.Helper()
	page, err := os.ReadFile("docs/" + name)
	if err != nil {
		t.Fatal(err)
	}
	return string(page)
}

// TestTemplatesOfTheHandbookPassTheirTests takes the template that the handbook
// shows out of it, checks it and the one that it leads to, and runs their tests.
func TestTemplatesOfTheHandbookPassTheirTests(t *testing.T) {
	page := readHandbook(t, "rules.md")
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
	for template, last := range map[string]string{
		filepath.Join(dir, "letters"): "1 case, 1 passed, 0 failed\n", "rules/reference/example": "3 cases, 3 passed, 0 failed\n",
	} {
		if code, out, errs := tool(t, "", "rules", "check", template); code != 0 || !strings.Contains(out+errs, "no errors, 0 warnings") {
			t.Errorf("%s: %d %s%s, want code = 0 and %q in out+errs", template, code, out, errs, "no errors, 0 warnings")
		}
		if code, out, errs := tool(t, "", "rules", "test", template); code != 0 || !strings.HasSuffix(out, last) {
			t.Errorf("%s: %d %s%s, want code = 0 and %v at its end", template, code, out, errs, last)
		}
	}
}

var keyInTable = regexp.MustCompile("`([A-Za-z]+)`")

// keysOf are the keys of template.yaml that the handbook lists, by the list that they
// belong to; "" is the top.
func keysOf(page string) map[string][]string {
	_, section, _ := strings.Cut(page, "\n## All keys of template.yaml\n")
	top, rest, _ := strings.Cut(section, "\n| key of | key |")
	below, _, _ := strings.Cut(rest, "\n| file | content |")
	out, list := map[string][]string{}, ""
	take := func(cell string) {
		for _, m := range keyInTable.FindAllStringSubmatch(cell, -1) {
			out[list] = append(out[list], m[1])
		}
	}
	for _, row := range strings.Split(top, "\n") {
		if cells := strings.Split(row, "|"); len(cells) > 3 {
			take(cells[1])
		}
	}
	for _, row := range strings.Split(below, "\n") {
		cells := strings.Split(row, "|")
		if len(cells) < 5 {
			continue
		}
		if m := keyInTable.FindStringSubmatch(cells[1]); m != nil {
			list = m[1]
		}
		take(cells[2])
	}
	return out
}

// TestKeysOfTheHandbookAreThoseOfTemplates writes every key that the handbook lists
// into a template: none may be unknown.
func TestKeysOfTheHandbookAreThoseOfTemplates(t *testing.T) {
	keys := keysOf(readHandbook(t, "template-files.md"))
	if len(keys[""]) < 20 || len(keys) != 5 {
		t.Fatalf(`the handbook lists the keys %v, want len(keys[""]) at least 20 and len(keys) = 5`, keys)
	}
	for list, names := range keys {
		text := ""
		if list != "" {
			text = list + ":\n  - "
		}
		for i, name := range names {
			if list != "" && i > 0 {
				text += "    "
			}
			text += name + ": {}\n"
		}
		dir := t.TempDir()
		if err := os.WriteFile(filepath.Join(dir, "template.yaml"), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		_, problems, err := bundle.ReadDir(dir)
		if err != nil || len(problems) == 0 {
			t.Fatal(problems, err)
		}
		for _, p := range problems {
			if strings.Contains(p.Message, "Unknown key") || strings.Contains(p.Message, "no valid YAML") {
				t.Errorf("%s: %s, want no %q in p.Message and no %q in p.Message", list, p.Message, "Unknown key", "no valid YAML")
			}
		}
	}
}
