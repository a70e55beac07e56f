package rules

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/seed-62a36931/docket/domain/document"
)

// The shape of the benchmark document: 167 nodes a page, so that 300 pages have
// 50,000 nodes, and about 12 KB of text a page.
const (
	sectionsAPage   = 4
	paragraphsEach  = 12
	cellsOfATable   = 27 // 9 rows of 3, in every section
	sentencesOfText = 3
)

// bigTree is a document of many pages, each with sections of a headline,
// paragraphs and a table.
func bigTree(pages int) *document.Tree {
	t := &document.Tree{Nodes: []document.Node{{Kind: document.KindDocument, Parent: -1}}}
	var text strings.Builder
	add := func(parent int, n document.Node, words string) int {
		n.Parent, n.Start = parent, text.Len()
		if words != "" {
			text.WriteString(words)
			n.End = text.Len()
			t.Lines = append(t.Lines, document.Line{Span: n.Span, Page: len(t.Pages), Edges: make([]float32, len(words)+1)})
			text.WriteByte('\n')
		}
		t.Nodes = append(t.Nodes, n)
		t.Nodes[parent].Children = append(t.Nodes[parent].Children, len(t.Nodes)-1)
		return len(t.Nodes) - 1
	}
	for p := range pages {
		t.Pages = append(t.Pages, document.Page{Number: p + 1, Width: 600, Height: 842})
		for s := range sectionsAPage {
			section := add(0, document.Node{Kind: document.KindSection}, "")
			add(section, document.Node{Kind: document.KindHeadline, Level: 1}, fmt.Sprintf("%d.%d Findings of study %d", p, s, (p*7+s)%50))
			for i := range paragraphsEach {
				add(section, document.Node{Kind: document.KindParagraph}, sentences(p*31+s*7+i))
			}
			table := add(section, document.Node{Kind: document.KindTable, Table: &document.Table{Rows: cellsOfATable / 3, Cols: 3}}, "")
			for c := range cellsOfATable {
				cell := &document.Cell{Row: c / 3, Col: c % 3, RowSpan: 1, ColSpan: 1, Header: c < 3}
				words := fmt.Sprintf("%d mg/kg", (p+c)%90)
				if cell.Header {
					words = []string{"Dose", fmt.Sprint("Group ", p%40), "Deaths"}[c]
				}
				add(table, document.Node{Kind: document.KindTableCell, Cell: cell}, words)
			}
		}
	}
	for i := len(t.Nodes) - 1; i >= 0; i-- {
		if n := &t.Nodes[i]; len(n.Children) > 0 {
			n.Span = document.Span{Start: t.Nodes[n.Children[0]].Start, End: t.Nodes[n.Children[len(n.Children)-1]].End}
		}
	}
	t.Text, t.Body = text.String(), text.Len()
	return t
}

// sentences is filler text in which each of the terms of the rules is rare.
func sentences(seed int) string {
	var b strings.Builder
	for i := range sentencesOfText {
		fmt.Fprintf(&b, "The animals of group %d received a diet with the test substance and were observed twice a day. ", (seed+i)%40)
	}
	if seed%5 == 0 {
		fmt.Fprintf(&b, "Marker%03d: batch B-%04d of study S%d-%d was used. ", seed%200, seed%9973, seed%900, seed%30)
	}
	return b.String()
}

// manyRules is a file of 200 rules: tests of literals in sections, paragraphs and
// headlines, expressions, tables, rules that depend on entities, and merging.
func manyRules() string {
	var b strings.Builder
	id := 0
	rule := func(attributes, when, then string) {
		id++
		name := fmt.Sprintf("R.0.%d", id)
		fmt.Fprintf(&b, "rule \"%s\" %s when %s then %s end\n", name, attributes, when, strings.ReplaceAll(then, "ID", name))
	}
	const apply = `.forEach(e -> e.apply("ID", "found", "n-a"));`
	for i := range 60 {
		rule("", fmt.Sprintf(`$s: Section(containsString("Marker%03d") && !containsStringIgnoreCase("withdrawn %d"))`, i, i),
			fmt.Sprintf(`entityCreationService.byString("Marker%03d", "marker_%d", EntityType.ENTITY, $s)`, i, i%8)+apply)
	}
	for i := range 50 {
		rule("", fmt.Sprintf(`$p: Paragraph(containsStringIgnoreCase("marker%03d") || containsString("unheard of %d"))`, 60+i, i),
			fmt.Sprintf(`entityCreationService.lineAfterString("Marker%03d:", "line_%d", EntityType.ENTITY, $p)`, 60+i, i%8)+apply)
	}
	for i := range 30 {
		rule("", fmt.Sprintf(`$s: Section(getHeadline().containsStringIgnoreCase("STUDY %d"), containsWord("Marker%03d"))`, i, 110+i),
			`entityCreationService.byRegex("batch (B-\\d{4}) of", "batch", EntityType.ENTITY, 1, $s)`+apply)
	}
	for i := range 20 {
		rule("", fmt.Sprintf(`$t: Table(hasHeader("Group %d"))`, i),
			fmt.Sprintf(`$t.streamTableCellsWithHeader("Group %d").limit(2).map(c -> entityCreationService.bySemanticNode(c, "dose", EntityType.ENTITY)).filter(Optional::isPresent).map(Optional::get)`, i)+apply)
	}
	for i := range 20 {
		rule("", fmt.Sprintf(`$s: Section(hasEntitiesOfType("marker_%d"), hasEntitiesOfType("line_%d"))`, i%8, i%7),
			`$s.getEntitiesOfType("batch")`+apply)
	}
	for i := range 10 {
		rule("", `FileAttribute(label == "kind", value == "study") $d: Document()`,
			fmt.Sprintf(`entityCreationService.byRegex("study (S%d\\d-\\d+)", "study", EntityType.ENTITY, 1, $d)`, i+10)+apply)
	}
	for i, kind := range []string{"containedBy", "intersects"} {
		for j := range 5 {
			rule(fmt.Sprint("salience ", 60-10*i-j), `$a: TextEntity($t: type, active()) $b: TextEntity(this != $a, type == $t, `+kind+`($a), active())`,
				`$b.remove("ID", "merged"); retract($b);`)
		}
	}
	return b.String()
}

// BenchmarkBigDocument runs 200 rules over documents of more and more pages; 300
// pages are 50,000 nodes. µs/page must not grow with the pages. scans is the time
// in units of one scan of the text for 600 literals, node by node.
func BenchmarkBigDocument(b *testing.B) {
	entity := compileOK(b, Entity, manyRules())
	component := compileOK(b, Component, `rule "C.0.0" when $l: List() from collect(Entity(type == "dose")) then componentCreationService.joiningUnique("C.0.0", "Dose", $l); end`)
	for _, pages := range []int{10, 75, 300} {
		b.Run(fmt.Sprint(pages), func(b *testing.B) {
			in := Input{Tree: bigTree(pages), Attributes: []Attribute{{Label: "kind", Value: "study"}}}
			entities := 0
			for b.Loop() {
				result, err := Run(context.Background(), entity, component, in)
				if err != nil {
					b.Fatal(err)
				}
				entities = len(result.Entities)
			}
			each := b.Elapsed() / time.Duration(b.N)
			b.ReportMetric(float64(each.Microseconds())/float64(pages), "µs/page")
			b.ReportMetric(float64(entities), "entities")
			b.ReportMetric(float64(each)/float64(literalScan(in.Tree)), "scans")
		})
	}
}

// literalScan is how long a plain search of every node takes for 600 literals.
func literalScan(t *document.Tree) time.Duration {
	begin, hits := time.Now(), 0
	for i := range 600 {
		literal := fmt.Sprintf("Marker%03d", i)
		for _, n := range t.Nodes[1:] {
			if strings.Contains(t.TextOf(n.Span), literal) {
				hits++
			}
		}
	}
	if hits == 0 {
		return 0
	}
	return time.Since(begin)
}

// BenchmarkMerging marks overlapping text many times over, so that the rules that
// join every entity with every other one that it overlaps have work; the time for
// each entity must not grow with their number.
func BenchmarkMerging(b *testing.B) {
	entity := compileOK(b, Entity, `
rule "R.0.0" when $p: Paragraph(containsString("diet")) then
  entityCreationService.byRegex("diet with the (test)", "a", EntityType.ENTITY, $p).forEach(e -> e.apply("R.0.0", "r"));
  entityCreationService.byRegex("the test substance", "a", EntityType.ENTITY, $p).forEach(e -> e.apply("R.0.0", "r"));
  entityCreationService.byString("test", "b", EntityType.ENTITY, $p).forEach(e -> e.apply("R.0.0", "r"));
end
rule "X.0.0" salience 65 when $a: TextEntity($t: type, $k: entityType, active()) $b: TextEntity(this != $a, type == $t, entityType == $k, containedBy($a), active()) then
  $b.remove("X.0.0", "contained"); retract($b); end
rule "X.1.0" salience 64 when $a: TextEntity($t: type, active()) $b: TextEntity(this != $a, type == $t, intersects($a), active()) then
  $a.remove("X.1.0", "merged"); $b.remove("X.1.0", "merged"); retract($a); retract($b);
  entityCreationService.mergeEntitiesOfSameType(List.of($a, $b), "merged", EntityType.ENTITY, $a.getDeepestFullyContainingNode()).apply("X.9.0", "merged"); end
rule "X.2.0" salience 63 when $a: TextEntity(type == "merged", active()) $b: TextEntity(type == "b", containedBy($a), active()) then $b.remove("X.2.0", "r"); retract($b); end`)
	component := compileOK(b, Component, `rule "C.0.0" when $l: List() from collect(Entity()) then componentCreationService.uniqueValueCount("C.0.0", "N", $l); end`)
	for _, pages := range []int{3, 12, 48} {
		b.Run(fmt.Sprint(pages), func(b *testing.B) {
			in, entities := Input{Tree: bigTree(pages)}, 0
			for b.Loop() {
				result, err := Run(context.Background(), entity, component, in)
				if err != nil {
					b.Fatal(err)
				}
				entities = len(result.Entities)
			}
			b.ReportMetric(float64(b.Elapsed().Microseconds())/float64(b.N*entities), "µs/entity")
			b.ReportMetric(float64(entities), "entities")
		})
	}
}
