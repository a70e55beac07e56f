package rules

import (
	"testing"

	"github.com/seed-62a36931/docket/document"
)

// report is a document of two pages with everything that a tree can hold: a super
// section with two sections, a table with merged cells and headers on top and at
// the side, an image, and a header and a footer behind the main body.
func report() *document.Tree {
	b := newTree()
	b.t.Pages = append(b.t.Pages, document.Page{Number: 2, Width: 842, Height: 595, Rotation: 90})
	super := b.node(0, document.Node{Kind: document.KindSuperSection})
	b.headline(super, "1 Report")
	first := b.node(super, document.Node{Kind: document.KindSection})
	b.headline(first, "1.1 Summary")
	b.current = first
	b.paragraph("Batch No.: B-17 was", "tested by Dr. Müller").paragraph("batch no.: B-18 failed").paragraph("End of it")
	second := b.node(super, document.Node{Kind: document.KindSection})
	b.headline(second, "1.2 Doses")
	b.current = second
	b.grid(
		cell("Group", 0, 0, 1, 1, true), cell("Dose", 0, 1, 1, 2, true), cell("Note", 0, 3, 1, 1, true),
		cell("low", 1, 0, 2, 1, false), cell("5 mg", 1, 1, 1, 1, false), cell("6 mg", 1, 2, 1, 1, false), cell("ok", 1, 3, 1, 1, false),
		cell("7 mg", 2, 1, 1, 1, false), cell("8 mg", 2, 2, 1, 1, false), cell("", 2, 3, 1, 1, false),
		cell("Total", 3, 0, 1, 1, true), cell("26 mg", 3, 1, 1, 2, false), cell("sum", 3, 3, 1, 1, false))
	secondPage, at := len(b.t.Lines), len(b.t.Text)
	b.node(second, document.Node{Kind: document.KindImage, Span: document.Span{Start: at, End: at},
		Image: &document.Image{Type: "LOGO", Transparent: true},
		Boxes: []document.PageBox{{Page: 2, Box: document.Rect{X: 10, Y: 20, Width: 30, Height: 40}}}})
	b.current = b.node(0, document.Node{Kind: document.KindSection})
	b.paragraph("Signed: A. Smith and B. Smith")
	tree := b.tree()
	b.node(0, document.Node{Kind: document.KindHeader, Span: b.leaf(50, "Confidential")})
	b.node(0, document.Node{Kind: document.KindFooter, Span: b.leaf(50, "Page two")})
	for i := secondPage; i < len(tree.Lines); i++ {
		tree.Lines[i].Page = 2
	}
	tree.Lines[len(tree.Lines)-2].Page = 1 // the header
	return tree
}

func (b *builder) headline(parent int, text string) {
	b.node(parent, document.Node{Kind: document.KindHeadline, Level: 1, Span: b.leaf(50, text)})
}

type gridCell struct {
	text string
	cell document.Cell
}

func cell(text string, row, col, rows, cols int, header bool) gridCell {
	return gridCell{text, document.Cell{Row: row, Col: col, RowSpan: rows, ColSpan: cols, Header: header}}
}

func (b *builder) grid(cells ...gridCell) {
	t := b.node(b.current, document.Node{Kind: document.KindTable, Table: &document.Table{Rows: 4, Cols: 4}})
	for _, c := range cells {
		b.node(t, document.Node{Kind: document.KindTableCell, Span: b.leaf(float64(50+100*c.cell.Col), c.text), Cell: &c.cell})
	}
}

// reportGives runs each case in an entity rule over the report: $d is the document,
// $u the super section, $s its first section, $h and $p the headline and the first
// paragraph of that, $t the table, $i the image and $e the section at the end.
func reportGives(t *testing.T, cases []javaCase) {
	t.Helper()
	component := compileOK(t, ComponentRules, `rule "C.0.0" when $e: Entity(type == "out") then `+
		`componentCreationService.create("C.0.0", "Out", $e.getValue(), ""); end`)
	for _, c := range cases {
		entity, problems := compileProblems(EntityRules, []byte(`import java.util.*; import java.util.stream.*;
global EntityCreationService entityCreationService
rule "A.0.0" no-loop when
  $d: Document() $u: SuperSection() $t: Table() $i: Image()
  $s: Section(getHeadline().containsString("Summary")) $h: Headline(containsString("Summary"))
  $p: Paragraph(containsString("tested")) $e: Section(containsString("Signed"))
then
  String out = ""; `+c.code+`
  TextEntity made = entityCreationService.byString("Signed", "out", EntityType.ENTITY, $d).findFirst().get();
  made.setValue("<" + out + ">"); made.apply("A.0.0", "x");
end`))
		if entity == nil {
			t.Errorf("got %s, want entity != nil\n%v", c.code, problems)
			continue
		}
		result, err := Run(t.Context(), entity, component, Input{Tree: report()})
		if err != nil {
			t.Errorf("%s\n%v, want no error", c.code, err)
			continue
		}
		got := ""
		for _, made := range result.Components {
			got += made.Value
		}
		if got != "<"+c.want+">" {
			t.Errorf("%s\ngot  %q\nwant %q", c.code, got, c.want)
		}
	}
}
