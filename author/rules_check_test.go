package author

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf16"

	"github.com/seed-62a36931/docket/internal/terminal"
)

// tool runs a command line in this process.
func tool(t *testing.T, in string, args ...string) (code int, out, err string) {
	t.Helper()
	var o, e bytes.Buffer
	code = run(t.Context(), args, terminal.Streams{In: strings.NewReader(in), Out: &o, Err: &e})
	return code, o.String(), e.String()
}

// writeFile makes a file in a folder of its own.
func writeFile(t *testing.T, name, content string) string {
	t.Helper()
	file := filepath.Join(t.TempDir(), name)
	if err := os.MkdirAll(filepath.Dir(file), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, []byte(content), 0o600); err != nil {
		t.Fatal(err)
	}
	return file
}

const (
	stockQueries = "query \"getFileAttributes\" FileAttribute() end query \"getComponents\" FileAttribute() end\n"
	soundRule    = "package drools\n\nrule \"X.0.0: nothing\"\nwhen\n  Section()\nthen\nend\n"
	faultyRule   = "package drools\n\nrule \"X.0.0: misspelt\"\nwhen\n\tSection(containsStrin(\"a\"))\nthen\nend\n" + stockQueries
)

func TestCheckShowsThePlaceOfAnError(t *testing.T) {
	file := writeFile(t, "entity-rules.drl", faultyRule)
	code, out, _ := tool(t, "", "rules", "check", file)
	first, rest, _ := strings.Cut(out, "\n")
	if code != 1 || !strings.HasPrefix(first, file+":5:10: error: ") || !strings.Contains(first, "containsStrin") {
		t.Fatalf("%d: %s, want code = 1, it to begin with %v and first with containsStrin", code, out, file+":5:10: error: ")
	}
	want := "     Section(containsStrin(\"a\"))\n             ^\n1 file checked: 1 error in 1 file, 0 warnings\n"
	if rest != want {
		t.Errorf("got\n%s\nwant\n%s", rest, want)
	}
}

func TestCheckGivesJSON(t *testing.T) {
	sound, faulty := writeFile(t, "component.drl", strings.Replace(soundRule, "Section", "Component", 1)),
		writeFile(t, "entity.drl", faultyRule)
	code, out, _ := tool(t, "", "rules", "check", "--json", sound, faulty)
	var answer struct {
		Files []struct {
			File             string
			Errors, Warnings []struct {
				Line, Column int
				Message      string
			}
		}
	}
	if err := json.Unmarshal([]byte(out), &answer); err != nil || code != 1 || len(answer.Files) != 2 {
		t.Fatalf("%d, %v: %s, want code = 1, len(answer.Files) = 2 and no error", code, err, out)
	}
	a, b := answer.Files[0], answer.Files[1]
	if a.File != sound || len(a.Errors) != 0 || b.File != faulty || len(b.Errors) != 1 || b.Errors[0].Line != 5 ||
		b.Errors[0].Column != 10 {
		t.Errorf("got %+v, want one error, at 5:10 of the faulty file", answer)
	}
	if strings.Contains(out, "null") {
		t.Errorf("a list is null: %s, want no %q in it", out, "null")
	}
}

func TestSyntaxAcceptsWhatOnlyTheCheckRefuses(t *testing.T) {
	other := "package com.acme;\nimport com.acme.Person;\nrule \"Any name\"\nwhen\n  $p : Person( age > 18 )\nthen\n " +
		" System.out.println($p);\nend\n"
	file := writeFile(t, "people.drl", other)
	if code, out, _ := tool(t, "", "rules", "check", "--syntax", file); code != 0 {
		t.Errorf("--syntax: %d: %s, want 0", code, out)
	}
	if code, out, _ := tool(t, "", "rules", "check", "--side", "entity", file); code != 1 || !strings.Contains(out, "Group.Unit.Number") {
		t.Errorf("whole check: %d: %s, want code = 1 and %q in out", code, out, "Group.Unit.Number")
	}
}

func TestSyntaxTellsTheFirstErrorInOrder(t *testing.T) {
	file := writeFile(t, "a.drl", "package a\nrule \"A\"\nwhen\n  Foo( x == )\nthen\nend\nrule \"B\"\nwhen\n  Bar(\nthen\nend\n")
	code, out, _ := tool(t, "", "rules", "check", "--syntax", file)
	if code != 1 || !strings.HasPrefix(out, file+":4:") {
		t.Errorf("%d: %s, want code = 1 and %v at its beginning", code, out, file+":4:")
	}
}

func TestTheSideOfARuleFile(t *testing.T) {
	component := "package drools\n\nglobal ComponentCreationService componentCreationService\n\nrule \"X.0.0: n\"\nwhen\n  $e: " +
		"Entity(type == \"a\")\nthen\n  componentCreationService.create(\"X.0.0\", \"A\", \"b\", \"c\");\nend\n"
	for _, c := range []struct {
		name, content string
		args          []string
		code          int
	}{
		{"my-Entity-rules.drl", soundRule, nil, 0},
		{"my-component-rules.drl", soundRule, nil, 0},
		{"draft.drl", soundRule, nil, 0},
		{"draft.drl", component, nil, 0},
		{"draft.drl", component, []string{"--side", "component"}, 0},
		{"draft.drl", component, []string{"--side", "entity"}, 1},
		{"entity.drl", component, nil, 1},
		{"draft.drl", "package drools\n\nrule \"X.0.0: n\"\nwhen\nthen\nend\n", nil, 2},
		{"draft.drl", "package drools\n\nrule \"X.0.0: n\"\nwhen\nthen\nend\n", []string{"--side", "entity"}, 0},
	} {
		code, out, err := tool(t, "", append([]string{"rules", "check", writeFile(t, c.name, c.content)}, c.args...)...)
		if code != c.code {
			t.Errorf("%s %v: exit code %d, want %d: %s%s", c.name, c.args, code, c.code, out, err)
		}
	}
}

func TestCheckReadsTheStandardInput(t *testing.T) {
	if code, out, _ := tool(t, faultyRule, "rules", "check", "--side", "entity", "-"); code != 1 || !strings.HasPrefix(out, "-:5:10: error: ") {
		t.Errorf("%d: %s, want code = 1 and %q at its beginning", code, out, "-:5:10: error: ")
	}
}

func TestCheckOfATemplateCoversItsFiles(t *testing.T) {
	dir := t.TempDir()
	for name, content := range map[string]string{
		"template.yaml": "format: 1\nname: T\ncolour: red\n", "entity-rules.drl": faultyRule,
		"date-formats.txt": "dd.MM.yyyy\ndd.bb.yyyy\n",
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	code, out, _ := tool(t, "", "rules", "check", dir)
	if code != 1 {
		t.Errorf("exit code %d, want 1", code)
	}
	for _, want := range []string{"entity-rules.drl:5:10: error: ", "component-rules.drl:1:1: error: the file is missing",
		"date-formats.txt:2:1: error: ", "template.yaml:3:1: error: Unknown key: colour"} {
		if !strings.Contains(out, filepath.Join(dir, want)) {
			t.Errorf("nothing says %q:\n%s", want, out)
		}
	}
	if code, out, _ := tool(t, "", "rules", "check", "templates/invoice"); code != 0 {
		t.Errorf("the stock template: %s, want code = 0", out)
	}
}

func TestCheckSurvivesAnyBytes(t *testing.T) {
	var wide bytes.Buffer
	for _, u := range utf16.Encode([]rune("\ufeff" + soundRule)) {
		wide.Write([]byte{byte(u), byte(u >> 8)})
	}
	for name, c := range map[string]struct {
		content      string
		syntax, full int
	}{
		"utf16":    {wide.String(), 1, 1},
		"bom":      {"\ufeff" + strings.Repeat(" ", 3) + soundRule, 0, -1},
		"latin1":   {soundRule + "// caf\xe9\n", 0, 1},
		"nul":      {"rule \"a\x00\" when \x00 then end\x00", -1, 1},
		"empty":    {"", 0, 1},
		"unclosed": {"rule \"a", 1, 1},
		"comment":  {"rule \"X.0.0\" when then end /* ", 1, 1},
		"deep":     {"rule \"X.0.0\" when eval(" + strings.Repeat("(", 100_000), 1, 1},
		"carriage": {strings.ReplaceAll(soundRule, "\n", "\r\n"), 0, 0},
	} {
		file := writeFile(t, name+"-entity.drl", c.content)
		if code, out, err := tool(t, "", "rules", "check", "--syntax", file); code != c.syntax && c.syntax >= 0 || code > 1 ||
			strings.Contains(out, "internal error") {
			t.Errorf("%s --syntax: %d: %.400s%s, want exit code %d", name, code, out, err, c.syntax)
		}
		if code, out, err := tool(t, "", "rules", "check", file); code != c.full && c.full >= 0 || code > 1 ||
			strings.Contains(out, "internal error") {
			t.Errorf("%s: got %d: %.400s%s, want exit code %d", name, code, out, err, c.full)
		}
	}
}

func TestCheckTellsTheLineOfWhatHasNoClass(t *testing.T) {
	file := writeFile(t, "draft-entity.drl", "package drools\n\nrule \"X.0.0: n\"\nwhen\n  Document()\nthen\n  int x = new int();\nend\n")
	code, out, err := tool(t, "", "rules", "check", file)
	if want := file + `:7:15: error: rule "X.0.0: n": int cannot be created in rules`; code != 1 || !strings.HasPrefix(out, want) || strings.Contains(out+err, "goroutine") {
		t.Errorf("got %d: %s%s, want 1 and %s", code, out, err, want)
	}
}

func TestCheckIsUsedWrongly(t *testing.T) {
	for _, args := range [][]string{{}, {"no-such-file.drl"}, {t.TempDir()}, {"--side", "left", "-"}, {"--unknown"}} {
		if code, out, err := tool(t, "", append([]string{"rules", "check"}, args...)...); code != 2 || err == "" {
			t.Errorf(`%v: exit code %d: %s%s, want code = 2 and err other than ""`, args, code, out, err)
		}
	}
}

func TestCheckReadsManyFilesInOrder(t *testing.T) {
	dir, want := t.TempDir(), []string{}
	for _, name := range []string{"a", "b", "c", "d", "e", "f", "g", "h"} {
		file := filepath.Join(dir, name+".drl")
		if err := os.WriteFile(file, []byte("rule \""+name+"\" when Foo( then end"), 0o600); err != nil {
			t.Fatal(err)
		}
		want = append(want, file)
	}
	_, out, _ := tool(t, "", "rules", "check", "--syntax", dir)
	at := -1
	for _, file := range want {
		next := strings.Index(out, file)
		if next <= at {
			t.Fatalf("%s is out of order:\n%s, want next more than %v", file, out, at)
		}
		at = next
	}
}
