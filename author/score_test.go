package author

import (
	"bytes"
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/seed-62a36931/docket/domain/template"
	"github.com/seed-62a36931/docket/internal/terminal"
)

// lettersTemplate finds the number behind "Order no." and the names behind "To".
func lettersTemplate(t *testing.T) string {
	t.Helper()
	return writeFiles(t, map[string]string{
		"template.yaml": "format: 1\nname: Letters\nentities:\n  - {displayName: Order number}\n  - {displayName: Reader}\n" +
			"components:\n  - {technicalName: Order_Number, displayName: Number}\n  - {technicalName: Reader, displayName: Reader}\n",
		"entity-rules.drl": `package drools
global EntityCreationService entityCreationService
rule "O.0.0: number" when $p: Paragraph(containsString("Order no.")) then
    entityCreationService.lineAfterString("Order no.", "order_number", EntityType.ENTITY, $p).forEach(e -> e.apply("O.0.0", "label"));
end
rule "O.1.0: reader" when $p: Paragraph(containsString("To ")) then
    entityCreationService.lineAfterString("To ", "reader", EntityType.ENTITY, $p).forEach(e -> e.apply("O.1.0", "label"));
end
query "getFileAttributes" $a: FileAttribute() end
`,
		"component-rules.drl": `package drools
global ComponentCreationService componentCreationService
rule "O.0.0: number" when $e: Entity(type == "order_number") then
    componentCreationService.create("O.0.0", "Order_Number", $e.getValue(), "", $e);
end
rule "O.1.0: reader" when $e: Entity(type == "reader") then
    componentCreationService.create("O.1.0", "Reader", $e.getValue(), "", $e);
end
query "getComponents" $c: Component() end
`,
	})
}

// writeFiles writes files by name into a new folder.
func writeFiles(t *testing.T, files map[string]string) string {
	t.Helper()
	dir := t.TempDir()
	for name, content := range files {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// scoreJSON runs score fields and returns its report.
func scoreJSON(t *testing.T, want int, args ...string) (report scoreReport, errors string) {
	t.Helper()
	var out, errs bytes.Buffer
	code := run(t.Context(), append([]string{"score", "fields", "--json"}, args...), terminal.Streams{Out: &out, Err: &errs})
	if code != want {
		t.Fatalf("exit code %d, want %d: %s%s", code, want, out.String(), errs.String())
	}
	if err := json.Unmarshal(out.Bytes(), &report); err != nil {
		t.Fatal(err, out.String())
	}
	return report, errs.String()
}

func TestScoreFieldsOverAllFormsOfLabels(t *testing.T) {
	template := lettersTemplate(t)
	dir := writeFiles(t, map[string]string{
		"a.md": "Order no. 17\n\nTo Ada\n\nTo Ben\n", "b.md": "Order no. 99\n", "c.md": "Nothing here\n",
		"a.json": `{"order_number": 17, "reader": ["BEN", "Ada"]}`, "b.json": `{"order_number": "18", "reader": null}`,
		"c.json": `{"order_number": "5"}`,
	})
	labels := writeFiles(t, map[string]string{
		"truth.csv": "file,order_number,reader\na.md,17,Ada\na.md,,Ben\nb.md,18,\nc.md,5,\n",
		"truth.tsv": "a.md\torder_number=17 reader=Ada reader=Ben\nb.md\torder_number=18\nc.md\torder_number=5\n",
		"truth.json": `{"a.md": {"order_number": "17", "reader": ["Ada", "Ben"]}, "b.md": {"order_number": "18"}, "c.md": ` +
			`{"order_number": "5"}}`,
	})
	for _, truth := range []string{"", "truth.csv", "truth.tsv", "truth.json"} {
		args := []string{dir, "--template", template}
		if truth != "" {
			args = append(args, "--truth", filepath.Join(labels, truth))
		}
		got, _ := scoreJSON(t, 0, args...)
		number, reader := got.Fields[0], got.Fields[1]
		if number.Field != "order_number" || number.Right != 1 || number.Found != 2 || number.Expected != 3 ||
			number.Wrong != 1 || number.Missing != 1 {
			t.Errorf("%q: order number %+v, want 1 right of 2 found and 3 expected, 1 wrong, 1 missing", truth, number)
		}
		if reader.Right != 2 || reader.Expected != 2 || reader.F1 != 1 {
			t.Errorf("%q: reader %+v, want both right", truth, reader)
		}
		if len(got.Documents) != 3 || got.Documents[1].Fields[0].Outcome != "wrong" {
			t.Errorf("%q: documents %+v, want len(got.Documents) = 3 and got.Documents[1].Fields[0].Outcome = %q",
				truth, got.Documents, "wrong")
		}
	}
}

func TestScoreFieldsRefusesLabelsThatAreNone(t *testing.T) {
	template, dir := lettersTemplate(t), writeFiles(t, map[string]string{"a.md": "x\n"})
	labels := writeFiles(t, map[string]string{"no-file.csv": "name,total\na,1\n", "no-pairs.tsv": "a.md\ttotal\n",
		"list.json": "[]", "x.txt": "",
		"deep.json": `{"a.md": {"total": {"value": 1}}}`, "empty.csv": "file,total\n"})
	for name, want := range map[string]string{"no-file.csv": "no column file", "no-pairs.tsv": "not field=value",
		"list.json": "cannot unmarshal",
		"x.txt":     "labels are", "deep.json": "neither a text", "empty.csv": "no labels"} {
		var out, errs bytes.Buffer
		args := []string{"score", "fields", dir, "--template", template, "--truth", filepath.Join(labels, name)}
		if code := run(t.Context(), args, terminal.Streams{Out: &out, Err: &errs}); code != 2 || !strings.Contains(errs.String(), want) {
			t.Errorf("%s: exit code %d and %q, want 2 and %q", name, code, errs.String(), want)
		}
	}
}

func TestScoreFieldsTellsWhatChanged(t *testing.T) {
	template := lettersTemplate(t)
	dir := writeFiles(t, map[string]string{"a.md": "Order no. 17\n", "a.json": `{"order_number": "17"}`})
	old := scoreReport{Documents: []documentReport{{Name: "a.md", Fields: []fieldReport{{Field: "order_number"}}}}}
	content, err := json.Marshal(old)
	if err != nil {
		t.Fatal(err)
	}
	name := filepath.Join(t.TempDir(), "old.json")
	if err := os.WriteFile(name, content, 0o600); err != nil {
		t.Fatal(err)
	}
	_, errs := scoreJSON(t, 0, dir, "--template", template, "--compare", name)
	if !strings.Contains(errs, "better: a.md: order_number") || !strings.Contains(errs, "1 better, 0 worse") {
		t.Errorf("told %q, want that the order number is better", errs)
	}
}

// The second run over the same files reads none of them, whatever the rules are; a changed
// setting of the reader reads them anew.
func TestScoreFieldsReadsDocumentsOnce(t *testing.T) {
	template := lettersTemplate(t)
	dir := t.TempDir()
	for _, name := range []string{"1-classic.pdf", "5-compact.pdf"} {
		content, err := os.ReadFile(filepath.Join("templates/invoice/samples", name))
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, name), content, 0o600); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, strings.TrimSuffix(name, ".pdf")+".json"), []byte(`{"order_number": "1"}`),
			0o600); err != nil {
			t.Fatal(err)
		}
	}
	cache := ownCache(t)
	args := []string{dir, "--template", template, "--cache", cache}
	for i, want := range []int{2, 0} {
		if got, _ := scoreJSON(t, 0, args...); got.Reread != want {
			t.Fatalf("run %d read %d documents, want %d", i+1, got.Reread, want)
		}
	}
	if got, _ := scoreJSON(t, 0, append(args, "--reread")...); got.Reread != 2 {
		t.Errorf("with --reread %d were read, want 2", got.Reread)
	}
	manifest := filepath.Join(template, "template.yaml")
	content, err := os.ReadFile(manifest)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(manifest, append(content, "keepHiddenText: true\n"...), 0o600); err != nil {
		t.Fatal(err)
	}
	if got, _ := scoreJSON(t, 0, args...); got.Reread != 2 {
		t.Errorf("with another setting %d were read, want 2", got.Reread)
	}
}

func TestTreesAreKeptAsTheyAreAndOldOnesDropped(t *testing.T) {
	in := Reading{Timeout: time.Minute, MaxPages: 100, Cache: ownCache(t)}.NewReader(template.Settings{})
	defer in.Close()
	first, err := in.ReadTree(t.Context(), "templates/invoice/samples/1-classic.pdf")
	if err != nil {
		t.Fatal(err)
	}
	second, err := in.ReadTree(t.Context(), "templates/invoice/samples/1-classic.pdf")
	if err != nil || in.read.Load() != 1 {
		t.Fatalf("read %d times, want 1: %v", in.read.Load(), err)
	}
	a, _ := json.Marshal(first)
	b, _ := json.Marshal(second)
	if !bytes.Equal(a, b) {
		t.Error("the tree of the cache differs from the one that was read")
	}
	pruneKept(in.treeFolder(), 1)
	if left, _ := os.ReadDir(in.treeFolder()); len(left) != 0 {
		t.Errorf("%d trees are left above the limit, want none", len(left))
	}
}

func TestWatchFolderRunsWhenAFileChanges(t *testing.T) {
	dir := writeFiles(t, map[string]string{"a": "1"})
	ctx, stop := context.WithCancel(t.Context())
	runs := 0
	err := watchFolder(ctx, dir, func() {
		if runs++; runs == 1 {
			if err := os.WriteFile(filepath.Join(dir, "b"), []byte("2"), 0o600); err != nil {
				t.Error(err)
			}
			return
		}
		stop()
	})
	if err != nil || runs != 2 {
		t.Errorf("%d runs and %v, want 2 and no error", runs, err)
	}
}

// The invoice template's README tells these figures.
func TestTheInvoiceTemplateKeepsItsFigures(t *testing.T) {
	const dir = "templates/internal/invoice/testdata"
	got, _ := scoreJSON(t, 0, dir, "--truth", dir+"/truth.json", "--template", "templates/invoice", "--cache", pdfCache(t))
	const lines = 129 // all of them complete, beside 98 of 103 other values
	if got.All.Right < 98+lines || got.All.Expected != 103+lines {
		t.Errorf("%d of %d values are right, want %d of %d", got.All.Right, got.All.Expected, 98+lines, 103+lines)
	}
	for _, f := range got.Fields {
		if f.Wrong > 0 {
			t.Errorf("%s: %d documents have a wrong value, want none", f.Field, f.Wrong)
		}
	}
}

func TestReadyTemplatesPassTheirTests(t *testing.T) {
	found, err := filepath.Glob("templates/*/template.yaml")
	if err != nil || len(found) < 2 {
		t.Fatal(found, err)
	}
	for _, manifest := range found {
		dir := filepath.Dir(manifest)
		for _, args := range [][]string{{"rules", "check", dir}, {"rules", "test", "--cache", pdfCache(t), dir}} {
			var out, errs bytes.Buffer
			if code := run(t.Context(), args, terminal.Streams{Out: &out, Err: &errs}); code != 0 {
				t.Errorf("%s: exit code %d: %s%s, want 0", strings.Join(args, " "), code, out.String(), errs.String())
			}
		}
	}
}

// Of the values at 0.9 or more, the report says how many are right, and what share of all right
// values they are.
func TestScoreFieldsMeasuresConfidence(t *testing.T) {
	template := lettersTemplate(t)
	name := filepath.Join(template, "entity-rules.drl")
	content, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	told := strings.Replace(string(content), `"O.0.0: number" when`, `"O.0.0: number" @confidence(0.95) when`, 1)
	told = strings.Replace(told, `"O.1.0: reader" when`, `"O.1.0: reader" @confidence(0.5) when`, 1)
	if err := os.WriteFile(name, []byte(told), 0o600); err != nil {
		t.Fatal(err)
	}
	dir := writeFiles(t, map[string]string{
		"a.md": "Order no. 17\n\nTo Ada\n", "b.md": "Order no. 99\n\nTo Ben\n", "c.md": "Order no. 5\n",
		"a.json": `{"order_number": 17, "reader": "Ada"}`, "b.json": `{"order_number": "18", "reader": "Ben"}`,
		"c.json": `{"order_number": "5"}`,
	})
	got, _ := scoreJSON(t, 0, dir, "--template", template)
	number, reader := got.Fields[0], got.Fields[1]
	if number.Sure != 3 || number.SureRight != 2 || reader.Sure != 0 || got.All.Sure != 3 || got.All.SureRight != 2 || got.All.Right != 4 {
		t.Errorf("number %+v, reader %+v, all %+v; want 2 of 3 sure numbers right, and no sure reader", number, reader, got.All)
	}
	if c := got.Documents[0].Fields[0].Confidence["17"]; c != 0.95 {
		t.Errorf("the confidence of 17 is %v, want 0.95", c)
	}
	var out, errs bytes.Buffer
	if code := run(t.Context(), []string{"score", "fields", dir, "--template", template},
		terminal.Streams{Out: &out, Err: &errs}); code != 0 {
		t.Fatalf("exit code %d: %s, want 0", code, errs.String())
	}
	_, table, _ := strings.Cut(out.String(), "confidence >= 0.9")
	for _, want := range [][]string{{"order_number", "2", "3", "0.667", "1.000"}, {"reader", "0", "0", "0.000", "0.000"},
		{"all", "2", "3", "0.667", "0.500"}} {
		found := false
		for line := range strings.Lines(table) {
			found = found || slices.Equal(strings.Fields(line), want)
		}
		if !found {
			t.Errorf("no line %q in\n%s", want, table)
		}
	}
}
