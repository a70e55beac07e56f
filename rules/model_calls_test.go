package rules

import (
	"encoding/json"
	"fmt"
	"hash/crc32"
	"slices"
	"strings"
	"testing"

	"github.com/seed-62a36931/docket/internal/record"
	"github.com/seed-62a36931/docket/rules/host"
	"github.com/seed-62a36931/docket/rules/javalib"
	"github.com/seed-62a36931/docket/rules/model"
)

// callReceivers are what calls of the record are made on, by the side that has it.
var callReceivers = map[Side][][2]string{
	EntityRules: {{"$document", "Document"}, {"$super", "SuperSection"}, {"$section", "Section"}, {"$animals", "Section"},
		{"$headline", "Headline"}, {"$paragraph", "Paragraph"}, {"$table", "Table"}, {"$cell", "TableCell"}, {"$image", "Image"},
		{"$header", "Header"}, {"$footer", "Footer"}, {"$page", "Page"}, {"$attribute", "FileAttribute"},
		{"$section.getTextBlock()", "TextBlock"}, {"$cell.getTextBlock()", "TextBlock"}, {"$paragraph.getTextRange()", "TextRange"},
		{"$entity", "TextEntity"}, {"$author", "TextEntity"}, {"entityCreationService", "EntityCreationService"},
		{"dictionary", "Dictionary"}},
	ComponentRules: {{"$entity", "Entity"}, {"$component", "Component"}, {"$attribute", "FileAttribute"},
		{"componentMappingService", "ComponentMappingService"},
		{`componentMappingService.from("guidelines.csv").select("mapped_value")`, "MappingQuery"},
		{"componentCreationService", "ComponentCreationService"}},
}

// callArguments are what is passed for parameters of a type: the first of each in one
// call, the second of each in another, and so on.
var callArguments = map[string][]string{
	"String":  {`"test item"`, `"Examplin"`, `"EX.1.0"`, `"Dose"`, `"402"`, `"date"`, `""`, `"none"`, `"[A-Z]\\w+"`, `"rat|o"`},
	"int":     {"0", "1", "2", "-1", "5", "40"},
	"boolean": {"true", "false"},
	"List<String>": {`List.of("test", "item")`, `List.of("none", "200")`, "List.of()", `List.of("date", "test_item")`,
		`List.of("EXAMPLIN")`, `List.of("a", "e", "i", "o")`},
	"SemanticNode": {"$section", "$document", "$paragraph", "$cell", "$headline", "$table", "$animals"},
	"TextBlock":    {"$section.getTextBlock()", "$document.getTextBlock()", "$headline.getTextBlock()"},
	"TextRange":    {"$paragraph.getTextRange()", "new TextRange(3, 20)", "new TextRange(30, 30)", "$headline.getTextRange()"},
	"EntityType":   {"EntityType.ENTITY", "EntityType.HINT", "EntityType.RECOMMENDATION"},
	"NodeType":     {"NodeType.PARAGRAPH", "NodeType.SECTION", "NodeType.TABLE_CELL", "NodeType.HEADLINE"},
	"TextEntity":   {"$entity", "$author"}, "List<TextEntity>": {"List.of($entity)", "List.of($author, $entity)", "List.of()"},
	"Page": {"$page"}, "Table": {"$table"},
	"Entity": {"$entity"}, "List<Entity>": {"$entities", "$cells", "$dates", "List.of()"},
	"Collection<Entity>": {"$entities", "$cells", "$dates"}, "Object": {`"Examplin"`, "$entity", "1"},
	"double": {"0", "100.5", "1000"}, "MatchedRule": {"$entity.getMatchedRule()"},
	"Optional<Entity>": {"$entities.stream().findFirst()"}, "Predicate": {"x -> true"},
	"List<Integer>": {"List.of(5)", "List.of(2, 9)", "List.of()"}, "Collection<TextEntity>": {"List.of($entity, $author)"},
	"Set<String>": {`Set.of("date")`}, "Collection<String>": {`List.of("date", "dose")`},
}

// callsOn are calls of each method of the receivers, with different arguments.
func callsOn(registry *host.Registry, side Side) (calls []string) {
	for _, receiver := range callReceivers[side] {
		class := registry.Class(receiver[1])
		names := class.MethodNames()
		slices.Sort(names)
		for _, name := range slices.Compact(names) {
			for _, m := range class.Overloads(name) {
				if m.Origin == host.Java {
					continue
				}
				before := ""
				for variant := range 7 {
					var args []string
					known := true
					for i, p := range m.Params {
						list := callArguments[p.String()]
						if known = known && len(list) > 0; known {
							args = append(args, list[(variant+i*variant/len(list))%len(list)])
						}
					}
					call := receiver[0] + "." + name + "(" + strings.Join(args, ", ") + ")"
					if known && call != before && !slices.Contains(calls, call) {
						calls = append(calls, call)
					}
					before = call
				}
			}
		}
	}
	return calls
}

// TestCallsOfTheModelGiveWhatIsOnRecord calls the methods of the nodes, entities and
// services of the sample document one after the other, and compares what they give and
// what becomes of the document. DOCKET_GOLDEN=new writes the record anew; read the
// difference before you keep it.
func TestCallsOfTheModelGiveWhatIsOnRecord(t *testing.T) {
	calls := append(calledOn(t, EntityRules), calledOn(t, ComponentRules)...)
	record.CompareFile(t, "testdata/model-calls.txt", strings.Join(calls, "\n")+"\n")
}

// calledOn makes the calls of one side, some of them in each rule.
func calledOn(t *testing.T, side Side) (out []string) {
	t.Helper()
	results := map[int32]string{}
	take := host.M(host.Ours, "take(int, Object) void", func(_ *host.Call, _ any, a []any) any {
		results[a[0].(int32)] = spellValue(a[1], 0)
		return nil
	})
	b := &bench{registry: host.NewRegistry(slices.Concat(javalib.Classes(), model.Classes()),
		[]*host.Class{{Name: "Example", Statics: []*host.Method{take}}})}
	calls := callsOn(b.registry, side)
	rules := ""
	for i, call := range calls {
		if i%50 == 0 {
			rules += fmt.Sprintf("rule \"EX.1.%d\" no-loop salience %d when %s then\n", i, -i, exampleFacts[side])
		}
		rules += fmt.Sprintf("try { Example.take(%d, %s); } catch (Throwable x) { Example.take(%d, \"throws \" + x); }\n", i, call, i)
		if i%50 == 49 || i == len(calls)-1 {
			rules += "end\n"
		}
	}
	entity, component := setup, componentGlobals
	if side == EntityRules {
		entity = imports + entityGlobals + setup[strings.Index(setup, "rule"):] + rules
	} else {
		component = imports + componentGlobals + `rule "EX.0.0" salience 9 when $e: Entity(type == "test_item") then ` +
			`componentCreationService.create("EX.0.0", "Test_Item", $e.getValue(), "from the text", $e); end` + "\n" + rules
	}
	p, q := b.compile(t, EntityRules, entity), b.compile(t, ComponentRules, component)
	if p == nil || q == nil {
		t.FailNow()
	}
	result, err := Run(t.Context(), p, q, sampleInput())
	if err != nil {
		t.Fatal(err)
	}
	for i, call := range calls {
		out = append(out, call+" → "+shortWithSum(results[int32(i)]))
	}
	for _, e := range result.Entities {
		text, err := json.Marshal(e)
		out = append(out, shortWithSum(fmt.Sprintf("entity %s %v", text, err)))
	}
	for _, c := range result.Components {
		text, err := json.Marshal(c)
		out = append(out, shortWithSum(fmt.Sprintf("component %s %v", text, err)))
	}
	return out
}

// spellValue is a value of the model in words, also of what is in a collection.
func spellValue(v any, depth int) string {
	switch v := v.(type) {
	case *model.TextEntity:
		start, end := v.Range()
		return fmt.Sprintf("%s %d-%d %q %s", v.Type, start, end, v.Text(), v.State())
	case interface{ Range() (start, end int) }:
		start, end := v.Range()
		return fmt.Sprintf("%s %d-%d", host.ClassNameOf(v), start, end)
	case *host.Stream:
		return spellValue(v.ToSlice(), depth)
	case *host.Optional:
		if !v.Present {
			return "none"
		}
		return "some " + spellValue(v.Value, depth+1)
	case *host.Map:
		return spellValue(v.Keys(), depth+1) + ": " + spellValue(v.Values(), depth+1)
	}
	items, ok := host.ItemsOf(v)
	if !ok || depth > 4 {
		return strings.ReplaceAll(host.ToString(v), "\n", `\n`)
	}
	var out []string
	for _, item := range items {
		out = append(out, spellValue(item, depth+1))
	}
	return "[" + strings.Join(out, ", ") + "]"
}

// shortWithSum is the beginning of a text that is long, and a sum of the whole.
func shortWithSum(text string) string {
	if len(text) < 120 {
		return text
	}
	return fmt.Sprintf("%s… %08x", strings.ToValidUTF8(text[:100], ""), crc32.ChecksumIEEE([]byte(text)))
}
