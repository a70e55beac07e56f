package rules

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/seed-62a36931/docket/document"
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

// A ruleFile is written rule by rule.
type ruleFile struct {
	strings.Builder
	count int
}

// rule adds a rule; ID in its consequence stands for its identifier.
func (f *ruleFile) rule(attributes, when, then string, args ...any) {
	f.count++
	name := fmt.Sprintf("R.0.%d", f.count)
	fmt.Fprintf(f, "rule \"%s\" %s when %s then %s end\n", name, attributes, when,
		strings.ReplaceAll(fmt.Sprintf(then, args...), "ID", name))
}

const applied = `.forEach(e -> e.apply("ID", "found", "n-a"));`

// manyRules is a file of 200 rules: 90 with literals, 40 with regular expressions,
// 20 joins, 20 with collect or accumulate, 20 with not, exists or entities of nodes,
// and 10 that merge entities.
func manyRules() string {
	f := &ruleFile{}
	f.WriteString("global Document document\n")
	literalRules(f)
	expressionRules(f)
	for i := range 10 {
		f.rule("", fmt.Sprintf(`$s: Section(containsString("Marker%03d")) $e: TextEntity(type == "marker_%d", occursInNode($s))`, i*7, i%8),
			`entityCreationService.byString("diet", "diet_%d", EntityType.ENTITY, $s).limit(1)`+applied, i)
		f.rule("", fmt.Sprintf(`$t: Table(hasHeader("Group %d")) FileAttribute(label == "kind", $v: value) FileAttribute(value == $v)`, i),
			`$t.streamTableCellsWithHeader("Group %d").limit(2).map(c -> entityCreationService.bySemanticNode(c, "dose", `+
				`EntityType.ENTITY)).filter(Optional::isPresent).map(Optional::get)`+applied, i)
		f.rule("salience -10", fmt.Sprintf(`$l: List(size > 1) from collect(TextEntity(type == "line_%d", active()))`, i%8),
			`$l.forEach(e -> ((TextEntity) e).apply("ID", "several", "n-a"));`)
		f.rule("salience -11",
			fmt.Sprintf(`accumulate(TextEntity(type == "marker_%d", $n: length()); $c: count($n), $m: max($n); $c > 3)`, i%8),
			`entityCreationService.byString("Marker%03d", "counted", EntityType.HINT, document)`+applied, i)
		f.rule("salience -12",
			fmt.Sprintf(`$s: Section(hasEntitiesOfType("marker_%d"), hasEntitiesOfType("line_%d")) not TextEntity(type == `+
				`"none_%d")`, i%8, i%7, i),
			`$s.getEntitiesOfType("batch")`+applied)
		f.rule("salience -13", fmt.Sprintf(`exists TextEntity(type == "batch") $h: Headline(containsString("study %d"))`, 40+i),
			`entityCreationService.bySemanticNode($h, "headline", EntityType.ENTITY).ifPresent(e -> e.apply("ID", "found", "n-a"));`)
	}
	for i, kind := range []string{"containedBy", "intersects"} {
		for j := range 5 {
			f.rule(fmt.Sprint("salience ", 60-10*i-j),
				`$a: TextEntity($t: type, active()) $b: TextEntity(this != $a, type == $t, `+kind+`($a), active())`,
				`$b.remove("ID", "merged"); retract($b);`)
		}
	}
	return f.String()
}

func literalRules(f *ruleFile) {
	for i := range 45 {
		f.rule("", fmt.Sprintf(`$s: Section(containsString("Marker%03d") && !containsStringIgnoreCase("withdrawn %d"))`, i, i),
			`entityCreationService.byString("Marker%03d", "marker_%d", EntityType.ENTITY, $s)`+applied, i, i%8)
		f.rule("", fmt.Sprintf(`$p: Paragraph(containsStringIgnoreCase("marker%03d") || containsString("unheard of %d"))`, 60+i, i),
			`entityCreationService.lineAfterString("Marker%03d:", "line_%d", EntityType.ENTITY, $p)`+applied, 60+i, i%8)
	}
}

func expressionRules(f *ruleFile) {
	for i := range 10 {
		f.rule("", fmt.Sprintf(`$s: Section(getHeadline().containsStringIgnoreCase("STUDY %d"), containsWord("Marker%03d"))`, i, 110+i),
			`entityCreationService.byRegex("batch (B-\\d{4}) of", "batch", EntityType.ENTITY, 1, $s)`+applied)
		f.rule("", `FileAttribute(label == "kind", value == "study") $d: Document()`,
			`entityCreationService.byRegex("study (S%d\\d-\\d+) was", "study", EntityType.ENTITY, 1, $d)`+applied, i+10)
		f.rule("", fmt.Sprintf(`$p: Paragraph(matchesRegexIgnoreCase("lot\\s+L-%d\\d{3}"))`, i),
			`entityCreationService.byRegexIgnoreCase("lot\\s+(L-%d\\d{3})", "lot", EntityType.ENTITY, 1, $p)`+applied, i)
		f.rule("", `$d: Document()`,
			`entityCreationService.byRegex("(?<=batch )B-%d\\d{3}(?! of no)", "number", EntityType.ENTITY, $d)`+applied, i)
	}
}

// BenchmarkRulesDocument runs 200 rules over documents of 30 and 300 pages, which
// are 5,000 and 50,000 nodes. growth is the ratio of the two times. x-nodes is the
// time for 300 pages in units of strings.Contains of every literal of the file over
// the text of every node that has text of its own; x-text is the same with one
// search for every literal over the whole text, to its end. cpu-ms and cpu-growth are
// of the time that the process was given, which other work on the machine disturbs less.
func BenchmarkRulesDocument(b *testing.B) {
	entity := compileOK(b, EntityRules, manyRules())
	component := compileOK(b, ComponentRules, `rule "C.0.0" when $l: List() from collect(Entity(type == "dose")) then `+
		`componentCreationService.joiningUnique("C.0.0", "Dose", $l); end`)
	var small, smallCPU time.Duration
	for _, pages := range []int{30, 300} {
		b.Run(fmt.Sprint(pages), func(b *testing.B) {
			in := Input{Tree: bigTree(pages), Attributes: []Attribute{{Label: "kind", Value: "study"}}}
			entities, begin := 0, cpuTime(b)
			for b.Loop() {
				result, err := Run(context.Background(), entity, component, in)
				if err != nil {
					b.Fatal(err)
				}
				entities = len(result.Entities)
			}
			each, cpu := b.Elapsed()/time.Duration(b.N), (cpuTime(b)-begin)/time.Duration(b.N)
			b.ReportMetric(float64(entities), "entities")
			b.ReportMetric(cpu.Seconds()*1000, "cpu-ms")
			if pages == 30 {
				small, smallCPU = each, cpu
				return
			}
			nodes, text := literalScans(in.Tree, entity)
			b.ReportMetric(float64(each)/float64(small), "growth")
			b.ReportMetric(float64(cpu)/float64(smallCPU), "cpu-growth")
			b.ReportMetric(float64(each)/float64(nodes), "x-nodes")
			b.ReportMetric(float64(each)/float64(text), "x-text")
		})
	}
}

// cpuTime is the time that the process has been given so far, on all processors.
func cpuTime(b *testing.B) time.Duration {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		b.Fatal(err)
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

// literalScans are how long plain searches take for all literals of a rule file:
// node by node, and over the whole text.
func literalScans(t *document.Tree, p *Program) (nodes, text time.Duration) {
	literals := slices.Compact(slices.Sorted(slices.Values(p.program.Literals)))
	begin, hits := time.Now(), 0
	for _, literal := range literals {
		for _, n := range t.Nodes {
			if len(n.Children) == 0 && strings.Contains(t.TextOf(n.Span), literal) {
				hits++
			}
		}
	}
	nodes = time.Since(begin)
	begin = time.Now()
	for _, literal := range literals {
		hits += strings.Count(t.Text, literal)
	}
	if hits == 0 {
		return 0, 0
	}
	return nodes, time.Since(begin)
}

// BenchmarkRulesCompile compiles a file of 500 rules.
func BenchmarkRulesCompile(b *testing.B) {
	f := &ruleFile{}
	for f.count < 500 {
		literalRules(f)
		expressionRules(f)
	}
	source := []byte("import java.util.*;\nglobal EntityCreationService entityCreationService\n" + f.String())
	b.SetBytes(int64(len(source)))
	begin := cpuTime(b)
	for b.Loop() {
		if p, problems := compileProblems(EntityRules, source); p == nil {
			b.Fatal(problems)
		}
	}
	b.ReportMetric((cpuTime(b)-begin).Seconds()*1000/float64(b.N), "cpu-ms")
	b.ReportMetric(float64(f.count), "rules")
}

// merging is rules that remove what lies inside of other entities and unite what
// overlaps them.
const merging = `
rule "X.0.0" salience 65 when $a: TextEntity($t: type, $k: entityType, active()) $b: TextEntity(this != $a, type == $t, entityType == $k, containedBy($a), active()) then
  $b.remove("X.0.0", "contained"); retract($b); end
rule "X.1.0" salience 64 when $a: TextEntity($t: type, active()) $b: TextEntity(this != $a, type == $t, intersects($a), active()) then
  $a.remove("X.1.0", "merged"); $b.remove("X.1.0", "merged"); retract($a); retract($b);
  entityCreationService.mergeEntitiesOfSameType(List.of($a, $b), "merged", EntityType.ENTITY, $a.getDeepestFullyContainingNode()).apply("X.9.0", "merged"); end
rule "X.2.0" salience 63 when $a: TextEntity(type == "merged", active()) $b: TextEntity(type == "b", containedBy($a), active()) then $b.remove("X.2.0", "r"); retract($b); end
`

// BenchmarkRulesMerging marks overlapping text many times over, so that the rules
// that join every entity with every other one that it overlaps have work: 500 and
// 5,000 entities. growth is the ratio of the two times.
func BenchmarkRulesMerging(b *testing.B) {
	entity := compileOK(b, EntityRules, merging+`
rule "R.0.0" when $p: Paragraph(containsString("diet")) then
  entityCreationService.byRegex("diet with the (test)", "a", EntityType.ENTITY, $p).forEach(e -> e.apply("R.0.0", "r"));
  entityCreationService.byRegex("the test substance", "a", EntityType.ENTITY, $p).forEach(e -> e.apply("R.0.0", "r"));
  entityCreationService.byString("test", "b", EntityType.ENTITY, $p).forEach(e -> e.apply("R.0.0", "r"));
  entityCreationService.byRegex("(test substance) and", "a", EntityType.ENTITY, 1, $p).forEach(e -> e.apply("R.0.0", "r"));
end`)
	component := compileOK(b, ComponentRules, `rule "C.0.0" when $l: List() from collect(Entity()) then `+
		`componentCreationService.uniqueValueCount("C.0.0", "N", $l); end`)
	var small, smallCPU time.Duration
	for _, entities := range []int{500, 5000} {
		b.Run(fmt.Sprint(entities), func(b *testing.B) {
			in, made := Input{Tree: paragraphs(entities / 10)}, 0 // ten in each paragraph
			begin := cpuTime(b)
			for b.Loop() {
				result, err := Run(context.Background(), entity, component, in)
				if err != nil {
					b.Fatal(err)
				}
				made = len(result.Entities)
			}
			b.ReportMetric(float64(made), "entities")
			each, cpu := b.Elapsed()/time.Duration(b.N), (cpuTime(b)-begin)/time.Duration(b.N)
			if small == 0 {
				small, smallCPU = each, cpu
			}
			b.ReportMetric(cpu.Seconds()*1000, "cpu-ms")
			b.ReportMetric(float64(each)/float64(small), "growth")
			b.ReportMetric(float64(cpu)/float64(smallCPU), "cpu-growth")
		})
	}
}

// paragraphs is a document of so many paragraphs, in sections of a dozen.
func paragraphs(n int) *document.Tree {
	t := newTree()
	for i := range n {
		if i%12 == 0 {
			t.section(fmt.Sprint("Section ", i/12))
		}
		t.paragraph(sentences(i))
	}
	return t.tree()
}
