package rules

import (
	"slices"
	"testing"

	"github.com/seed-62a36931/docket/document"
)

func TestPartsOfBlocksEndAtTheirText(t *testing.T) {
	reportGives(t, []javaCase{
		{`var b = $p.getTextBlock(); int n = b.length(); out = b.subSequence(0, 5) + b.subSequence(n, n).length() + b.subSequence(3, 3).length() + b.subSequence(n - 1, n).length();
		for (int[] r : new int[][] {{-1, 2}, {3, 2}, {0, n + 1}, {-2, -1}}) { try { b.subSequence(r[0], r[1]); out += "taken"; } catch (StringIndexOutOfBoundsException x) { out += "!"; } }`,
			"Batch001!!!!"},
		{`for (int[] r : new int[][] {{0, 0}, {-1, 2}, {3, 2}, {2, 3}}) { try { out += new TextRange(r[0], r[1]).length(); } ` +
			`catch (IllegalArgumentException x) { out += "!"; } }`,
			"0!!1"},
		{`var r = new TextRange(2, 9); out += r.split(List.of(2, 4, 9, 4, 5)).size() + "" + r.contains(2) + r.contains(1) + ` +
			`r.contains(9) + r.contains(8);`,
			"3truefalsefalsetrue"},
	})
}

// textsOf are the values of what a rule marks in a tree.
func textsOf(t *testing.T, tree *document.Tree, call string) []string {
	t.Helper()
	entity := compileOK(t, EntityRules, `rule "A.0.0" when $d: Document() then entityCreationService.`+call+
		`.forEach(e -> e.apply("A.0.0", "x")); end`)
	result, err := Run(t.Context(), entity, compileOK(t, ComponentRules, `rule "C.0.0" when then end`), Input{Tree: tree})
	if err != nil {
		t.Fatal(err)
	}
	var out []string
	for _, e := range result.Entities {
		out = append(out, tree.Text[e.Span.Start:e.Span.End])
	}
	return out
}

func TestLinesMayEndBehindTheirSpace(t *testing.T) {
	for behind := range 2 {
		tree := newTree().section("x").paragraph("one two", "three four").tree()
		tree.Lines[1].End += behind
		if got := textsOf(t, tree, `byRegexWithLineBreaks("two\\nthree", "y", EntityType.ENTITY, $d)`); len(got) != 1 {
			t.Errorf("%d behind: %q, want 1", behind, got)
		}
	}
}

func TestParagraphsOfCellsPartTheOthers(t *testing.T) {
	b := newTree().section("x").paragraph("one").paragraph("two").table([]string{"h"}, []string{"cell"})
	for i, n := range b.t.Nodes {
		if n.Kind == document.KindTableCell {
			b.node(i, document.Node{Kind: document.KindParagraph, Span: n.Span})
		}
	}
	got := textsOf(t, b.paragraph("three").tree(), `bySemanticNodeParagraphsOnlyMergeConsecutive($d, "y", EntityType.ENTITY)`)
	if want := []string{"one\ntwo", "three"}; !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}
