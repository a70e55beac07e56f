package rules

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/seed-62a36931/docket/document"
)

// marked are entity rules that mark batches, doses, groups, people and a day in the
// report; one dose is skipped and one person is a hint.
const marked = `rule "A.0.0" when $d: Document() $t: Table() then
  entityCreationService.byRegex("B-\\d+", "batch", EntityType.ENTITY, $d).forEach(e -> e.apply("A.0.0", "batch found", "law 1"));
  $t.streamTableCellsWithHeader("Dose").forEach(c -> entityCreationService.bySemanticNode(c, "dose", EntityType.ENTITY).get().apply("A.0.1", "dose"));
  entityCreationService.byString("6 mg", "dose", EntityType.ENTITY, $t).forEach(e -> e.skip("A.1.0", "not this"));
  entityCreationService.byString("low", "group", EntityType.ENTITY, $t).forEach(e -> e.apply("A.0.2", "group"));
  entityCreationService.byString("Smith", "person", EntityType.HINT, $d).forEach(e -> e.apply("A.0.3", "person"));
end`

// componentsGive runs each case in a component rule over the report as marked: $all
// are its entities, $doses, $batches and $people those of a type. It wants each
// component as "name=value/rule/description/texts of its references".
func componentsGive(t *testing.T, cases []javaCase) {
	t.Helper()
	entity := compileOK(t, EntityRules, marked)
	in := Input{Tree: report(), Locale: "de", DateFormats: []string{"dd.MM.yyyy", "d. MMMM yyyy"}, Mappings: []Mapping{
		{Name: "codes.csv", Columns: []string{"code", "kind", "text"},
			Rows: [][]string{{"B-17", "x", "first"}, {" B-18 ", "x", "second"}, {"B-17", "y", "third"}, {"b-17", "z", "fourth"}}},
		{Name: "codes", Columns: []string{"search_value", "mapped_value"}, Rows: [][]string{{"1:a", "colon"}, {"low", "L"}}},
	}}
	for _, c := range cases {
		component, problems := compileProblems(ComponentRules, []byte(`import java.util.*; import java.util.stream.*;
global ComponentCreationService componentCreationService
global ComponentMappingService componentMappingService
rule "C.0.0" when $all: List() from collect(Entity()) $doses: List() from collect(Entity(type == "dose"))
  $batches: List() from collect(Entity(type == "batch")) $people: List() from collect(Entity(type == "person"))
then
  var s = componentCreationService; var m = componentMappingService; `+c.code+` end`))
		if component == nil {
			t.Errorf("got %s, want component != nil\n%v", c.code, problems)
			continue
		}
		result, err := Run(t.Context(), entity, component, in)
		if err != nil {
			t.Errorf("%s\n%v, want no error", c.code, err)
			continue
		}
		if got := inWords(result); got != c.want {
			t.Errorf("%s\ngot  %q\nwant %q", c.code, got, c.want)
		}
	}
}

// inWords lists the components of a result.
func inWords(result document.Result) string {
	var out []string
	for _, made := range result.Components {
		var texts []string
		for _, id := range made.References {
			i := slices.IndexFunc(result.Entities, func(e document.Entity) bool { return e.ID == id })
			texts = append(texts, result.Entities[i].Value)
		}
		out = append(out, fmt.Sprintf("%s=%s/%s/%s/%s", made.Name, made.Value, made.RuleID, made.Description, strings.Join(texts, "+")))
	}
	return strings.Join(out, " ")
}

func TestServicesMakeComponents(t *testing.T) {
	componentsGive(t, []javaCase{
		{`s.create("C.1.0", "Kind", "v"); s.create("C.1.1", "Kind", "w", "why"); s.create("C.1.2", "One", "x", "d", (Entity) ` +
			`$batches.get(1)); s.create("C.1.3", "All", "y", "d2", $batches);`,
			"Kind=v/C.1.0// Kind=w/C.1.1/why/ One=x/C.1.2/d/B-18 All=y/C.1.3/d2/B-17+B-18"},
		{`s.joining("R", "J", $batches); s.joining("R", "J2", $batches, "; "); s.joining("R", "None", List.of());`,
			"J=B-17, B-18/R//B-17+B-18 J2=B-17; B-18/R//B-17+B-18"},
		{`s.joining("R", "P", $people); s.joiningUnique("R", "U", $people); s.joiningUnique("R", "U2", $all, "|"); ` +
			`s.uniqueValueCount("R", "N", $people); s.uniqueValueCount("R", "Z", List.of());`,
			"P=Smith, Smith/R//Smith+Smith U=Smith/R//Smith+Smith U2=B-17|B-18|low|5 mg|7 mg|8 mg|26 " +
				"mg|Smith/R//B-17+B-18+low+5 mg+7 mg+8 mg+26 mg+Smith+Smith N=1/R//Smith+Smith Z=0/R//"},
		{`s.joiningFromSameTableRow("R", "Row", $all); s.joiningFromSameTableRow("R", "Row2", $doses, "+");`,
			"Row=low, 5 mg/R//low+5 mg Row=7 mg, 8 mg/R//7 mg+8 mg Row=26 mg/R//26 mg Row2=5 mg/R//5 mg Row2=7 mg+8 mg/R//7 " +
				"mg+8 mg Row2=26 mg/R//26 mg"},
		{`s.joiningFromFirstSectionOnly("R", "F", $all); s.joiningFromLongestSectionOnly("R", "L", $all); ` +
			`s.joiningFromLongestSectionOnly("R", "None", List.of()); s.joiningFromFirstSectionOnly("R", "G", $people, "&");`,
			"F=B-17, B-18/R//B-17+B-18 L=B-17, B-18/R//B-17+B-18 G=Smith&Smith/R//Smith+Smith"},
		{`s.firstOrElse("R", "First", $batches, "none"); s.firstOrElse("R", "Else", List.of(), "none");`,
			"First=B-17/R//B-17 Else=none/R//"},
		{`s.createComponents("R", "Each", $batches); s.createComponents("R", "No", List.of());`,
			"Each=B-17/R//B-17 Each=B-18/R//B-18"},
		{`s.create("R", "Used", "v", "d", (Entity) $batches.get(0)); s.createComponentsForUnMappedEntities("U", $all);`,
			"Used=v/R/d/B-17 batch=B-18/U//B-18 group=low/U//low dose=5 mg/U//5 mg dose=7 mg/U//7 mg dose=8 mg/U//8 mg dose=26 " +
				"mg/U//26 mg person=Smith/U//Smith person=Smith/U//Smith"},
		{`s.convertDates("R", "Date", $batches); s.convertDates("R", "Date2", $batches, "yyyy");`,
			"Date=B-17/R//B-17 Date=B-18/R//B-18 Date2=B-17/R//B-17 Date2=B-18/R//B-18"},
		{`try { s.create("R", " ", "v"); } catch (IllegalArgumentException x) { s.create("R", "N", "no name"); } try { ` +
			`s.joining("R", "N", null); } catch (NullPointerException x) { s.create("R", "N", "null"); } try { ` +
			`s.convertDates("R", "N", $batches, "{"); } catch (IllegalArgumentException x) { s.create("R", "N", "pattern"); }`,
			"N=no name/R// N=null/R// N=pattern/R//"},
	})
}

// TestRowsKeepTheirCells checks rows with empty and with several entities in a cell.
func TestRowsKeepTheirCells(t *testing.T) {
	component := compileOK(t, ComponentRules, `import java.util.*;
rule "C.0.0" when $all: List() from collect(Entity(type == "dose" || type == "group")) then componentCreationService.createTableRows("C.0.0", "Groups", $all); end
rule "C.1.0" when $all: List() from collect(Entity(type == "person" || type == "batch")) then componentCreationService.createRow("C.1.0", "Head", $all); end
rule "C.2.0" when $row: Component(name == "Groups") then
  componentCreationService.create("C.2.0", "Dose", $row.getCell("dose").orElse("none") + $row.getCell("species").isPresent()); end
rule "C.3.0" when then
  Map<String, String> cells = new LinkedHashMap<>();
  cells.put("b", "2"); cells.put("x", ""); cells.put("a", "1");
  componentCreationService.createRow("C.3.0", "Texts", cells, "");
  componentCreationService.createRow("C.3.0", "Texts", Map.of("x", ""), "");
  try { Map<String, String> none = null; componentCreationService.createRow("C.3.0", "Texts", none, ""); }
  catch (NullPointerException e) { componentCreationService.create("C.3.0", "None", "null"); } end`)
	result, err := Run(t.Context(), compileOK(t, EntityRules, marked), component, Input{Tree: report()})
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, c := range result.Components {
		line := c.Name + "=" + c.Value
		for _, cell := range c.Cells {
			line += fmt.Sprintf(" [%s=%s %d]", cell.Column, cell.Value, len(cell.References))
		}
		got = append(got, line)
	}
	want := []string{
		"Groups=low | 5 mg [group=low 1] [dose=5 mg 1]", "Groups=7 mg 8 mg [dose=7 mg 8 mg 2]", "Groups=26 mg [dose=26 mg 1]",
		"Head=B-17 B-18 | Smith Smith [batch=B-17 B-18 2] [person=Smith Smith 2]",
		"Dose=5 mgfalse", "Dose=7 mg 8 mgfalse", "Dose=26 mgfalse", "Texts=2 | 1 [b=2 0] [a=1 0]", "None=null",
	}
	if !slices.Equal(got, want) {
		t.Errorf("got  %q\nwant %q", got, want)
	}
}

func TestEntitiesAsComponentsSeeThem(t *testing.T) {
	componentsGive(t, []javaCase{
		{`Entity e = (Entity) $batches.get(0); s.create("R", "A", e.getType() + e.getValue() + e.getState() + e.getEntryType() ` +
			`+ e.getReason() + e.getMatchedRule() + e.getLegalBasis());`,
			"A=batchB-17APPLIEDENTITYbatch foundA.0.0law 1/R//"},
		{`Entity e = (Entity) $batches.get(0); s.create("R", "B", e.getTextBefore() + "|" + e.getTextAfter().length() + "|" + ` +
			`e.getStartOffset() + "-" + e.getEndOffset() + " " + e.getLength() + e.isDictionaryEntry() + ` +
			`e.getPositions().size() + e.getContainingNode().getType() + e.getContainingNodeId() + e.getSection() + ` +
			`e.getClosestHeadline() + e.getId().length());`,
			"B=1 Report\n1.1 Summary\nBatch No.: |60|32-36 4false1PARAGRAPH[0, 1, 1]1.1 Summary1.1 Summary36/R//"},
		{`s.create("R", "P", "" + $people.stream().map(x -> ((Entity) x).getEntryType()).toList() + $doses.size() + $all.size());`,
			"P=[HINT, HINT]49/R//"},
	})
}

func TestRulesReadComponentsThatOthersMade(t *testing.T) {
	entity := compileOK(t, EntityRules, marked)
	component := compileOK(t, ComponentRules,
		`rule "C.0.0" salience 5 when $l: List() from collect(Entity(type == "batch")) then componentCreationService.create("C.0.0", "Batch", "two", "why", $l); end
rule "C.1.0" when $c: Component(name == "Batch") then
  componentCreationService.create("C.1.0", "Copy", $c.getName() + $c.getValue() + $c.getMatchedRule() + $c.getValueDescription() + $c.getTransformation() + $c.getReferences().size()); end`)
	result, err := Run(t.Context(), entity, component, Input{Tree: report()})
	if err != nil {
		t.Fatal(err)
	}
	if got, want := inWords(result), "Batch=two/C.0.0/why/B-17+B-18 Copy=BatchtwoC.0.0whywhy2/C.1.0//"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestMappingsAreReadByColumns(t *testing.T) {
	componentsGive(t, []javaCase{
		{`s.create("R", "A", "" + m.from("codes.csv").select("text").where("code", "B-17").first().get() + ` +
			`m.from("codes.csv").select("text").where("code", "B-18").first().get() + ` +
			`m.from("codes.csv").select("text").where("code", "B-17").and("kind", "y").first().get() + ` +
			`m.from("codes.csv").select("text").where("code", "B-17").and("kind", "Y").first().isPresent());`,
			"A=firstsecondthirdfalse/R//"},
		{`s.create("R", "B", "" + m.from("codes.csv").select("text").whereIgnoreCase("code", "b-18").first().get() + ` +
			`m.from("codes.csv").select("text").where("code", "b-18").first().isPresent() + ` +
			`m.from("codes.csv").select("text").where("code", "b-17").first().get() + ` +
			`m.from("codes.csv").select("text").whereIgnoreCase("code", "B-17").andIgnoreCase("kind", "Z").first().get() + ` +
			`m.from("codes.csv").select("text").where("kind", "x").first().get() + m.from("codes.csv").select("code").first().get());`,
			"B=secondfalsefourthfourthfirstB-17/R//"},
		{`s.create("R", "C", m.getMappedValue("codes", "low").get() + m.getMappedValue("codes", "1:a").get() + ` +
			`m.getMappedValue("codes", "x").isPresent() + m.from("codes").select("mapped_value").where("search_value", ` +
			`"low").first().get());`,
			"C=LcolonfalseL/R//"},
		{`try { m.from("none"); } catch (IllegalArgumentException x) { s.create("R", "D", "a"); } try { ` +
			`m.from("codes.csv").select("none"); } catch (IllegalArgumentException x) { s.create("R", "D", "b"); } try { ` +
			`m.from("codes.csv").where("none", "x"); } catch (IllegalArgumentException x) { s.create("R", "D", "c"); } try { ` +
			`m.from("codes.csv").where("code", "x").first(); } catch (IllegalStateException x) { s.create("R", "D", "d"); } try ` +
			`{ m.from("codes.tsv"); } catch (IllegalArgumentException x) { s.create("R", "D", "e"); }`,
			"D=a/R// D=b/R// D=c/R// D=d/R// D=e/R//"},
	})
}

func TestMappingsAreFoundWithoutTheirExtension(t *testing.T) {
	entity := compileOK(t, EntityRules, `rule "A.0.0" when then end`)
	component := compileOK(t, ComponentRules, `rule "C.0.0" when then componentCreationService.create("C.0.0", "A", `+
		`componentMappingService.from("one").select("v").first().get() + `+
		`componentMappingService.from("two.old").select("v").first().get() + `+
		`componentMappingService.from(".csv").select("v").first().get()); end`)
	mapping := func(name, value string) Mapping {
		return Mapping{Name: name, Columns: []string{"v"}, Rows: [][]string{{value}}}
	}
	got := values(t, entity, component, Input{Tree: report(),
		Mappings: []Mapping{mapping("one.csv", "1"), mapping("two.old.csv", "2"), mapping(".csv", "3"), mapping("one", "4")}})
	expect(t, got, map[string]string{"A": "423;"})
}

func TestDatesAreConvertedByTheFormatsOfTheTemplate(t *testing.T) {
	entity := compileOK(t, EntityRules, `rule "A.0.0" when $d: Document() then
  entityCreationService.byRegex("\\d+\\. ?[\\wä]+\\.? ?\\d{4}", "day", EntityType.ENTITY, $d).forEach(e -> e.apply("A.0.0", "r")); end`)
	component := compileOK(t, ComponentRules, `rule "C.0.0" when $l: List() from collect(Entity()) then
  componentCreationService.convertDates("C.0.0", "A", $l); componentCreationService.convertDates("C.0.0", "B", $l, "MMM d, yyyy"); end`)
	in := Input{Tree: newTree().section("h").paragraph("on 3.4.2024 and 03.04.2023 and 5. Mai 2022").tree(), Locale: "de",
		DateFormats: []string{"dd.MM.yyyy", "{", "d. MMMM yyyy"}}
	expect(t, values(t, entity, component, in), map[string]string{"A": "3.4.2024;03/04/2023;05/05/2022;",
		"B": "3.4.2024;Apr 3, 2023;May 5, 2022;"})
	in.Locale = "" // months of any language are read, and English names are written
	expect(t, values(t, entity, component, in), map[string]string{"A": "3.4.2024;03/04/2023;05/05/2022;",
		"B": "3.4.2024;Apr 3, 2023;May 5, 2022;"})
	in.DateFormats = nil
	expect(t, values(t, entity, component, in), map[string]string{"A": "3.4.2024;03.04.2023;5. Mai 2022;"})
}

// TestTheLongestSectionNeedNotBeTheFirst has a short section, a long one, one as long
// and text without a section.
func TestTheLongestSectionNeedNotBeTheFirst(t *testing.T) {
	entity := compileOK(t, EntityRules, `rule "A.0.0" when $d: Document() then
  entityCreationService.byRegex("v\\d", "v", EntityType.ENTITY, $d).forEach(e -> e.apply("A.0.0", "r")); end`)
	component := compileOK(t, ComponentRules, `rule "C.0.0" when $l: List() from collect(Entity()) then
  componentCreationService.joiningFromFirstSectionOnly("C.0.0", "First", $l); componentCreationService.joiningFromLongestSectionOnly("C.0.0", "Longest", $l);
  componentCreationService.joiningFromLongestSectionOnly("C.0.0", "Plus", $l, "+"); end`)
	tree := newTree().section("a").paragraph("v1").section("bb").paragraph("v2 or v3").section("cc").paragraph("v4 or v5").tree()
	expect(t, values(t, entity, component, Input{Tree: tree}), map[string]string{"First": "v1;", "Longest": "v2, v3;", "Plus": "v2+v3;"})
}
