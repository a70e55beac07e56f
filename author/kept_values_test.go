package author

import (
	"bytes"
	"log/slog"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/seed-62a36931/docket/commands/analysis"
	"github.com/seed-62a36931/docket/domain/template"
	"github.com/seed-62a36931/docket/internal/terminal"
)

// labelledInvoices writes two PDFs with labels into a new folder.
func labelledInvoices(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	for _, name := range []string{"1-classic", "5-compact"} {
		content, err := os.ReadFile(filepath.Join("templates/invoice/samples", name+".pdf"))
		if err != nil {
			t.Fatal(err)
		}
		for name, content := range map[string][]byte{name + ".pdf": content,
			name + ".json": []byte(`{"order_number": "1", "word": "Invoice"}`)} {
			if err := os.WriteFile(filepath.Join(dir, name), content, 0o600); err != nil {
				t.Fatal(err)
			}
		}
	}
	return dir
}

// changeFile replaces a part of a file, or adds to its end when old is empty.
func changeFile(t *testing.T, name, old, by string) {
	t.Helper()
	content, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	changed := string(content) + by
	if old != "" {
		if changed = strings.Replace(string(content), old, by, 1); changed == string(content) {
			t.Fatalf("%s has no %q, want one to replace", name, old)
		}
	}
	if err := os.WriteFile(name, []byte(changed), 0o600); err != nil {
		t.Fatal(err)
	}
}

// wordsTemplate finds terms of a dictionary and the name of a mapping, beside numbers of orders.
func wordsTemplate(t *testing.T) string {
	t.Helper()
	dir := lettersTemplate(t)
	changeFile(t, filepath.Join(dir, "template.yaml"), "entities:\n", "entities:\n  - {displayName: Word, hasDictionary: true}\n")
	changeFile(t, filepath.Join(dir, "template.yaml"), "components:\n", "components:\n  - {technicalName: Word, displayName: Word}\n")
	changeFile(t, filepath.Join(dir, "entity-rules.drl"), `query "get`,
		`rule "W.0.0: word" when $e: TextEntity(type() == "word", dictionaryEntry) then
    $e.apply("W.0.0", "term");
end
query "get`)
	changeFile(t, filepath.Join(dir, "component-rules.drl"), `query "get`, `rule "W.0.0: word" when $e: Entity(type == "word") then
    componentCreationService.create("W.0.0", "Word", $e.getValue(), "", $e);
end
query "get`)
	for name, content := range map[string]string{"dictionaries/word.txt": "Invoice\n"} {
		path := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// Rules run once over a document, and again when anything has changed that their values depend on.
func TestScoreFieldsRunsRulesOnce(t *testing.T) {
	template, dir, cache := wordsTemplate(t), labelledInvoices(t), ownCache(t)
	args := []string{dir, "--template", template, "--cache", cache}
	var first scoreReport
	score := func(what string, read, ran int, more ...string) {
		t.Helper()
		got, _ := scoreJSON(t, 0, append(args, more...)...)
		if got.Reread != read || got.Ran != ran {
			t.Errorf("%s: %d documents were read and the rules ran over %d, want %d and %d", what, got.Reread, got.Ran, read, ran)
		}
		if got.Reread, got.Ran = 0, 0; first.Documents == nil {
			first = got
		}
		if !reflect.DeepEqual(got, first) {
			t.Errorf("%s: the report is %+v, want that of the first run, %+v", what, got, first)
		}
	}
	score("first run", 2, 2)
	if len(first.Documents[0].Fields[1].Found) == 0 {
		t.Fatalf("no term of the dictionary was found: %+v, want some first.Documents[0].Fields[1].Found", first)
	}
	score("second run", 0, 0)
	score("--reread", 2, 2, "--reread")
	changeFile(t, filepath.Join(template, "entity-rules.drl"), "", "// a remark\n")
	score("entity rules", 0, 2)
	changeFile(t, filepath.Join(template, "component-rules.drl"), "", "// a remark\n")
	score("component rules", 0, 2)
	changeFile(t, filepath.Join(template, "dictionaries/word.txt"), "", "a term that nobody writes\n")
	score("dictionary", 0, 2)
	changeFile(t, filepath.Join(template, "template.yaml"), "displayName: Reader}", "displayName: Readers}")
	score("definition of an entity", 0, 2)
	changeFile(t, filepath.Join(template, "template.yaml"), "", "keepHiddenText: true\n")
	score("setting of the reading", 2, 2)
	score("run after all", 0, 0)
	changeFile(t, filepath.Join(dir, "1-classic.json"), `"1"`, `"2"`)
	first.Documents[0].Fields[0].Wanted[0] = "2"
	score("label", 0, 0)
	changeFile(t, filepath.Join(dir, "1-classic.pdf"), "", "\n% a remark\n")
	score("bytes of a document", 1, 1)
}

// newFinder returns a fieldFinder with a cache of its own, and the invoice that it reads.
func newFinder(t *testing.T, dir string) (f *fieldFinder, document string) {
	t.Helper()
	set, b, err := compileTemplate(terminal.Streams{Out: os.Stderr, Err: os.Stderr}, dir)
	if err != nil {
		t.Fatal(err)
	}
	digest, err := analysis.DigestRules(b, analysis.DefaultRuleLimits())
	if err != nil {
		t.Fatal(err)
	}
	in := Reading{Timeout: time.Minute, MaxPages: 100, Cache: ownCache(t)}.NewReader(template.Settings{})
	t.Cleanup(in.Close)
	return &fieldFinder{in: in, set: set, digest: digest, program: describeProgram()}, "templates/invoice/samples/1-classic.pdf"
}

// mustFind finds the values of a document and checks over how many documents the rules ran in all.
func (f *fieldFinder) mustFind(t *testing.T, what, document string, ran int) map[string]foundValues {
	t.Helper()
	values, err := f.find(t.Context(), document)
	if err != nil || f.ran != ran {
		t.Fatalf("%s: the rules ran %d times, want %d: %v", what, f.ran, ran, err)
	}
	return values.Values
}

// A damaged file of the cache is told and made anew, and so is one of another program.
func TestDamagedAndForeignValuesAreFoundAnew(t *testing.T) {
	var told bytes.Buffer
	before := slog.Default()
	slog.SetDefault(slog.New(slog.NewTextHandler(&told, nil)))
	defer slog.SetDefault(before)
	f, document := newFinder(t, wordsTemplate(t))
	want := f.mustFind(t, "first", document, 1)
	if len(want) == 0 {
		t.Fatal("nothing is found")
	}
	check := func(what string, ran int) {
		t.Helper()
		if got := f.mustFind(t, what, document, ran); !reflect.DeepEqual(got, want) {
			t.Errorf("%s: found %v, want %v", what, got, want)
		}
	}
	check("second", 1)
	for i, damage := range []func([]byte) []byte{
		func([]byte) []byte { return nil },
		func(b []byte) []byte { return b[:len(b)-1] },
		func(b []byte) []byte { b[len(b)/2] ^= 1; return b },
	} {
		for folder, message := range map[string]string{f.in.valueFolder(): "found anew", f.in.treeFolder(): "read anew"} {
			told.Reset()
			damageFiles(t, folder, damage)
			if ran := f.ran + 1; folder == f.in.valueFolder() {
				check("damaged values", ran)
			} else if _, err := f.in.ReadTree(t.Context(), document); err != nil {
				t.Fatal(err)
			}
			if !strings.Contains(told.String(), message) {
				t.Errorf("damage %d of %s: told %q, want %q", i, filepath.Base(folder), told.String(), message)
			}
			told.Reset()
			check("after damage", f.ran)
			if told.Len() > 0 {
				t.Errorf("damage %d of %s is told again: %s, want at most 0", i, filepath.Base(folder), told.String())
			}
		}
	}
	f.program += " and later"
	check("another program", f.ran+1)
	check("another program, again", f.ran)
	pruneKept(f.in.valueFolder(), 1)
	check("pruned", f.ran+1)
}

// damageFiles changes all files of a folder.
func damageFiles(t *testing.T, folder string, damage func([]byte) []byte) {
	t.Helper()
	names, err := filepath.Glob(filepath.Join(folder, "*"))
	if err != nil || len(names) == 0 {
		t.Fatalf("no files in %s: %v, want some names and no error", folder, err)
	}
	for _, name := range names {
		content, err := os.ReadFile(name)
		if err == nil {
			err = os.WriteFile(name, damage(content), 0o600)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
}

// What rules find while one of them fails is not kept: it may have failed for want of time.
func TestValuesBesideAFailureAreNotKept(t *testing.T) {
	dir := wordsTemplate(t)
	changeFile(t, filepath.Join(dir, "entity-rules.drl"), `query "get`, `rule "F.0.0: fails" when $p: Page() then
    Object o = null;
    o.toString();
end
query "get`)
	f, document := newFinder(t, dir)
	first := f.mustFind(t, "first", document, 1)
	if second := f.mustFind(t, "second", document, 2); len(first) == 0 || !reflect.DeepEqual(first, second) {
		t.Errorf("found %v and then %v, want the same twice", first, second)
	}
}
