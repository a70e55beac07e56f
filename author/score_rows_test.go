package author

import (
	"bytes"
	"path/filepath"
	"strings"
	"testing"

	"github.com/seed-62a36931/docket/internal/measure"
	"github.com/seed-62a36931/docket/internal/terminal"
)

// linesTemplate finds the rows below the headers Item, Qty and Sum.
func linesTemplate(t *testing.T) string {
	t.Helper()
	return writeFiles(t, map[string]string{
		"template.yaml": "format: 1\nname: Lines\nentities:\n  - {displayName: Line item}\n  - {displayName: Line count}\n  - " +
			"{displayName: Line sum}\n" +
			"components:\n  - technicalName: Lines\n    displayName: Lines\n    columns:\n      - {technicalName: line_item, " +
			"displayName: Item}\n" +
			"      - {technicalName: line_count, displayName: Count}\n      - {technicalName: line_sum, displayName: Sum}\n",
		"entity-rules.drl": `package drools
global EntityCreationService entityCreationService
rule "L.0.0: item" when $c: TableCell(!header, col == 0) then
    entityCreationService.byTextRange($c.getTextRange(), "line_item", EntityType.ENTITY, $c).ifPresent(e -> e.apply("L.0.0", "column"));
end
rule "L.0.1: count" when $c: TableCell(!header, col == 1) then
    entityCreationService.byTextRange($c.getTextRange(), "line_count", EntityType.ENTITY, $c).ifPresent(e -> e.apply("L.0.1", "column"));
end
rule "L.0.2: sum" when $c: TableCell(!header, col == 2) then
    entityCreationService.byTextRange($c.getTextRange(), "line_sum", EntityType.ENTITY, $c).ifPresent(e -> e.apply("L.0.2", "column"));
end
query "getFileAttributes" $a: FileAttribute() end
`,
		"component-rules.drl": `package drools
global ComponentCreationService componentCreationService
rule "L.0.0: rows" when $e: List(size > 0) from collect (Entity(type in ("line_item", "line_count", "line_sum"))) then
    componentCreationService.createTableRows("L.0.0", "Lines", $e);
end
query "getComponents" $c: Component() end
`,
	})
}

const linesDocument = "| Item | Qty | Sum |\n|---|---|---|\n| Pump | 2 | 1,000.00 |\n| Hose | 3 | 9.00 |\n| Bolt | 4 | 8.00 |\n"

// Rows are compared cell by cell: by column, and how many are complete.
func TestScoreFieldsComparesRowsByCell(t *testing.T) {
	template, dir := linesTemplate(t), writeFiles(t, map[string]string{"a.md": linesDocument})
	labels := writeFiles(t, map[string]string{
		"truth.json": `{"a.md": {"lines": [{"what": "Hose", "line_count": 3, "line_sum": "10.00"},
			{"what": "pump", "line_count": "2", "line_sum": "1000"}, {"what": "Nut", "line_count": "", "line_sum": "7.00"}]}}`,
		"truth.csv": "file,row.lines.what,row.lines.line_count,row.lines.line_sum\na.md,Hose,3,10.00\na.md,pump,2,1000\na.md,Nut,,7.00\na.md,,,\n",
	})
	for _, name := range []string{"truth.json", "truth.csv"} {
		got, _ := scoreJSON(t, 0, dir, "--template", template, "--truth", filepath.Join(labels, name),
			"--as", "row.lines.what=line_item", "--kind", "row.lines.line_sum=amount")
		f := got.Fields[0]
		if f.Field != "lines" || f.Right != 1 || f.Found != 3 || f.Expected != 3 || f.Wrong != 1 {
			t.Errorf("%s: %+v, want 1 complete row of 3", name, f)
		}
		want := map[string]measure.Counts{"line_count": {Right: 2, Found: 3, Expected: 2}, "line_sum": {Right: 1, Found: 3, Expected: 3},
			"what": {Right: 2, Found: 3, Expected: 3}}
		for _, c := range f.Columns {
			if c.Counts != want[c.Column] {
				t.Errorf("%s: %s has %+v, want %+v", name, c.Column, c.Counts, want[c.Column])
			}
		}
		if len(f.Columns) != 3 || f.Columns[0].F1 != measure.HarmonicMean(1, 2./3) {
			t.Errorf("%s: columns %+v, want 3 with F1 %v", name, f.Columns, measure.HarmonicMean(1, 2./3))
		}
	}
}

func TestScoreFieldsPrintsCells(t *testing.T) {
	template, dir := linesTemplate(t), writeFiles(t, map[string]string{"a.md": linesDocument,
		"a.json": `{"lines": [{"line_item": "Pump", "line_sum": "1,000.00"}, {"line_item": "Hose", "line_sum": "10.00"}]}`})
	var out, errs bytes.Buffer
	if code := run(t.Context(), []string{"score", "fields", dir, "--template", template},
		terminal.Streams{Out: &out, Err: &errs}); code != 0 {
		t.Fatalf("exit code %d: %s, want 0", code, errs.String())
	}
	for _, want := range []string{
		"a.md: wrong: lines, row 2, line_sum: wanted \"10.00\", found \"9.00\"\n",
		"a.md: wrong: lines, a row too many: line_item \"Bolt\", line_sum \"8.00\"\n",
		"line_item                                     2      3      2  0.667  1.000  0.800\n",
		"1 of 2 rows are complete: 0.500\n",
	} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("%q is not in\n%s", want, out.String())
		}
	}
}

func TestScoreFieldsRefusesTextsBesideRows(t *testing.T) {
	template, dir := lettersTemplate(t), writeFiles(t, map[string]string{"a.md": "x\n"})
	labels := writeFiles(t, map[string]string{"mixed.json": `{"a.md": {"lines": ["x", {"a": "1"}]}}`,
		"deep.json": `{"a.md": {"lines": [{"a": []}]}}`,
		"mixed.csv": "file,lines,row.lines.a\na.md,x,1\n"})
	for name, want := range map[string]string{"mixed.json": "texts beside rows", "deep.json": "the column a",
		"mixed.csv": "texts beside rows"} {
		var out, errs bytes.Buffer
		args := []string{"score", "fields", dir, "--template", template, "--truth", filepath.Join(labels, name)}
		if code := run(t.Context(), args, terminal.Streams{Out: &out, Err: &errs}); code != 2 || !strings.Contains(errs.String(), want) {
			t.Errorf("%s: exit code %d and %q, want 2 and %q", name, code, errs.String(), want)
		}
	}
}
