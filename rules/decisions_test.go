package rules

import (
	"testing"

	"github.com/seed-62a36931/docket/document"
)

// newHeadedTree is a document with headers, a merged header in a table, and words beyond
// ASCII.
func newHeadedTree() *document.Tree {
	b := newTree().section("Größe").paragraph("Müller Müllers GLPx GLP", "aaaa")
	t := b.node(b.current, document.Node{Kind: document.KindTable, Table: &document.Table{Rows: 3, Cols: 3}})
	cell := func(row, col, span int, header bool, text string) {
		b.node(t, document.Node{Kind: document.KindTableCell, Span: b.leaf(50, text),
			Cell: &document.Cell{Row: row, Col: col, RowSpan: 1, ColSpan: span, Header: header}})
	}
	cell(0, 0, 1, true, "Group")
	cell(0, 1, 2, true, " Dose ")
	for row, texts := range [][]string{{"A", "1", "2"}, {"B", "3", ""}} {
		for col, text := range texts {
			cell(row+1, col, 1, false, text)
		}
	}
	tree := b.tree()
	b.node(0, document.Node{Kind: document.KindHeader, Span: b.leaf(50, "GLP header")})
	tree.Nodes[0].End = len(tree.Text)
	return tree
}

// TestDecisions holds points that the language leaves open, each with its decision.
func TestDecisions(t *testing.T) {
	tests := []struct{ name, code, want string }{
		{"strings are found in words, from left to right, not overlapping",
			`out = "" + marked(entityCreationService.byString("aa", "x", EntityType.ENTITY, $d)) + ` +
				`marked(entityCreationService.byString("GLP", "x", EntityType.ENTITY, $d));`, "[aa, aa][GLP, GLP]"},
		{"words are whole, letters of all scripts count",
			`out = "" + $d.containsWord("Müller") + $d.containsWord("ller") + $d.containsWord("M") + $d.containsWord("GLPx") + ` +
				`$d.containsWord("Müll");`, "truefalsefalsetruefalse"},
		{"the document has no headers, a header has itself",
			`out = "" + $d.containsString("header") + $h.containsString("header") + entityCreationService.byString("GLP", "x", ` +
				`EntityType.ENTITY, $h).count() + $d.matchesRegex("header");`, "falsetrue1false"},
		{"an empty string is in every text and marks nothing",
			`out = "" + $d.containsString("") + entityCreationService.byString("", "x", EntityType.ENTITY, $d).count() + ` +
				`entityCreationService.lineAfterString("", "x", EntityType.ENTITY, $d).count();`, "true00"},
		{"headers of tables are trimmed and case-sensitive",
			`out = "" + $t.hasHeader("Dose ") + $t.hasHeader("dose") + $t.hasHeaderIgnoreCase("DOSE") + $t.hasHeader("Dos");`,
			"truefalsetruefalse"},
		{"a merged header heads all its columns", `out = $t.streamTableCellsWithHeader("Dose").map(c -> ` +
			`c.getTextBlock().toString()).toList() + "" + $t.streamHeadersForCell(1, 2).count() + $t.getCell(0, ` +
			`2).getTextBlock();`, "[1, 2, 3, ]1 Dose "},
		{"empty cells give no entity", `out = $t.streamTableCellsWithHeader("Dose").map(c -> ` +
			`entityCreationService.bySemanticNode(c, "x", EntityType.ENTITY)).filter(Optional::isPresent).count() + "";`, "3"},
		{"a cell that is not there", `try { $t.getCell(3, 0); } catch (IndexOutOfBoundsException e) { out = "none"; }`, "none"},
		{"streams mark nothing before they end", `var lazy = entityCreationService.byString("GLP", "x", EntityType.ENTITY, $d); ` +
			`out = "" + $d.getEntitiesOfType("x").size(); lazy.count(); out += $d.getEntitiesOfType("x").size();`, "02"},
		{"white space is trimmed, and equal entities are one",
			`var r = $p.getTextRange(); var a = entityCreationService.byTextRange(new TextRange(r.start(), r.start() + 7), "x", EntityType.ENTITY, $d).get(); var b = entityCreationService.byString("Müller", "x", EntityType.HINT, $d).findFirst().get();
			out = "" + a.equals(b) + b.getEntityType() + entityCreationService.byTextRange(new TextRange(r.start(), r.start()), "x", EntityType.ENTITY, $d).isPresent();`, "trueENTITYfalse"},
		{"a range outside of the node", `try { entityCreationService.byTextRange($p.getTextRange(), "x", EntityType.ENTITY, ` +
			`$t); } catch (IllegalArgumentException e) { out = "outside"; }`, "outside"},
		{"nearest stop, from the end of the start",
			`out = "" + marked(entityCreationService.betweenStrings("M", "GLP", "x", EntityType.ENTITY, $p)) + ` +
				`marked(entityCreationService.betweenStringsIncludeEnd("GLP", "GLP", "x", EntityType.ENTITY, $p));`,
			"[üller Müllers][x GLP]"},
		{"expressions see all letters at \\\\b", `out = "" + marked(entityCreationService.byRegex("\\bM\\w*", "x", ` +
			`EntityType.ENTITY, $p)) + entityCreationService.byRegex("\\bller", "x", EntityType.ENTITY, $p).count() + ` +
			`marked(entityCreationService.byRegexIgnoreCase("GRÖSSE|größe", "x", EntityType.ENTITY, $d));`, "[M, M]0[Größe]"},
		{"expansion stops at the entity", `var e = entityCreationService.byString("GLPx", "x", EntityType.ENTITY, ` +
			`$p).findFirst().get(); out = entityCreationService.byPrefixExpansionRegex(e, "\\S+ ").get().getValue() + "|" + ` +
			`entityCreationService.bySuffixExpansionRegex(e, "\\s\\w+").get().getValue() + "|" + ` +
			`entityCreationService.bySuffixExpansionRegex(e, "\\d").isPresent();`, "Müllers GLPx|GLPx GLP|false"},
		{"resizing goes to the nearest place",
			`var e = entityCreationService.byString("GLPx", "x", EntityType.ENTITY, $p).findFirst().get(); String id = e.getId(); manualChangesApplicationService.resize(e, new ManualResizeRedaction(id, "GLP", null));
			out = e.getValue() + e.resized() + e.getId().equals(id) + $p.getEntitiesOfType("x").size() + e.getTextAfter().startsWith("x"); manualChangesApplicationService.resize(e, new ManualResizeRedaction(id, "nowhere", null)); out += e.getValue();`, "GLPtruetrue1trueGLP"},
		{"another type is found under its name",
			`var e = entityCreationService.byString("GLPx", "x", EntityType.ENTITY, $p).findFirst().get(); manualChangesApplicationService.recategorize(e, new ManualRecategorization(e.getId(), "y", "n-a", null));
			out = "" + $p.hasEntitiesOfType("x") + $p.hasEntitiesOfType("y") + e.hasManualChanges() + e.getManualOverwrite().getType().get() + entityCreationService.byString("GLPx", "y", EntityType.ENTITY, $p).findFirst().get().equals(e);`, "falsetruetrueytrue"},
	}
	component := compileOK(t, ComponentRules, `rule "C.0.0" when $e: Entity(type == "out") then `+
		`componentCreationService.create("C.0.0", "Out", $e.getValue(), ""); end`)
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			entity := compileOK(t, EntityRules, `global ManualChangesApplicationService manualChangesApplicationService
function List marked(Stream s) { return s.map(e -> e.getValue()).toList(); }
rule "A.0.0" no-loop when $d: Document() $p: Paragraph() $t: Table() $h: Header() then String out = ""; `+tt.code+`
  String result = out; entityCreationService.bySemanticNode($h, "out", EntityType.ENTITY).ifPresent(made -> { made.setValue(result); made.apply("A.0.0", "x"); }); drools.halt(); end`)
			if got := values(t, entity, component, Input{Tree: newHeadedTree()})["Out"]; got != tt.want+";" {
				t.Errorf("got %q, want %q", got, tt.want+";")
			}
		})
	}
}
