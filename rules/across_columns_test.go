package rules

import (
	"testing"

	"github.com/seed-62a36931/docket/document"
)

// columns is a label and five texts: to its left, beside it but above, beside it, farther
// to the right, and beside it on another page.
func columns() *document.Tree {
	b := newTree().section("h").paragraph("Name:").paragraph("left").paragraph("above").paragraph("near").paragraph(
		"far").paragraph("next page")
	tree := b.tree()
	tree.Pages = append(tree.Pages, document.Page{Number: 2, Width: 600, Height: 842})
	label := tree.Lines[1].Box
	for i, at := range [][2]float64{{label.X - 40, 0}, {label.X + 60, 11}, {label.X + 80, 2}, {label.X + 120, 0}, {label.X + 60, 0}} {
		tree.Lines[2+i].Box.X, tree.Lines[2+i].Box.Y = at[0], label.Y+at[1]
	}
	tree.Lines[6].Page = 2
	return tree
}

func TestALineGoesOnInTheNextColumn(t *testing.T) {
	component := compileOK(t, ComponentRules, `rule "C.0.0" when $l: List() from collect(Entity()) then `+
		`componentCreationService.joining("C.0.0", "Out", $l, "|"); end`)
	for code, want := range map[string]string{
		`lineAfterStringAcrossColumns("Name:", "x", EntityType.ENTITY, $d)`:           "near;",
		`lineAfterStringAcrossColumns("Name", "x", EntityType.ENTITY, $d)`:            ":;",
		`lineAfterStringAcrossColumns("far", "x", EntityType.ENTITY, $d)`:             "",
		`lineAfterStringAcrossColumns("left", "x", EntityType.ENTITY, $d)`:            "Name:;",
		`lineAfterStringAcrossColumnsIgnoreCase("NAME:", "x", EntityType.ENTITY, $d)`: "near;",
		`lineAfterString("Name:", "x", EntityType.ENTITY, $d)`:                        "",
	} {
		entity := compileOK(t, EntityRules, `rule "A.0.0" when $d: Document() then entityCreationService.`+code+
			`.forEach(e -> e.apply("A.0.0", "r")); end`)
		if got := values(t, entity, component, Input{Tree: columns()})["Out"]; got != want {
			t.Errorf("%s: got %q, want %q", code, got, want)
		}
	}
}

func TestDotsLeadToTheValue(t *testing.T) {
	component := compileOK(t, ComponentRules, `rule "C.0.0" when $l: List() from collect(Entity()) then `+
		`componentCreationService.joining("C.0.0", "Out", $l, "|"); end`)
	entity := compileOK(t, EntityRules, `rule "A.0.0" when $d: Document() then entityCreationService.lineAfterString("Dose", `+
		`"x", EntityType.ENTITY, $d).forEach(e -> e.apply("A.0.0", "r")); end`)
	tree := newTree().section("h").paragraph("Dose ........: 5 mg").paragraph("Dose ... 6 mg").paragraph("Dose").tree()
	if got, want := values(t, entity, component, Input{Tree: tree})["Out"], "5 mg|... 6 mg;"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}
