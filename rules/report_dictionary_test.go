package rules

import (
	"fmt"
	"strings"
	"testing"
)

// dictionaries has a case-sensitive and a folding dictionary, a hint, and terms that
// are false.
var dictionaries = []Definition{
	{TechnicalName: "person", Rank: 7, Kind: "ENTITY", Terms: []string{"smith", "Dr. Müller", "Sum"}, FalsePositive: []string{"B. Smith"}},
	{TechnicalName: "code", Rank: 9, Kind: "HINT", CaseSensitive: true, Terms: []string{"B-17", "b-18", "mg", "Conf"},
		FalseRecommendation: []string{"No"}},
}

func TestTermsOfDictionariesAreMarkedAsWholeWords(t *testing.T) {
	entity := compileOK(t, EntityRules, `rule "A.0.0" when $e: TextEntity(dictionaryEntry) then $e.apply("A.0.0", "term"); end`)
	component := compileOK(t, ComponentRules, `rule "C.0.0" when then end`)
	result, err := Run(t.Context(), entity, component, Input{Tree: report(), Definitions: dictionaries})
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, e := range result.Entities {
		got = append(got, fmt.Sprintf("%s:%s:%s:%v", e.Type, e.Value, e.Kind, e.Dictionary))
	}
	want := "code:No:FALSE_RECOMMENDATION:true code:B-17:HINT:true person:Dr. Müller:ENTITY:true code:mg:HINT:true code:mg:HINT:true " +
		"code:mg:HINT:true code:mg:HINT:true code:mg:HINT:true person:sum:ENTITY:true person:Smith:ENTITY:true person:B. " +
		"Smith:FALSE_POSITIVE:true person:Smith:ENTITY:true"
	if strings.Join(got, " ") != want {
		t.Errorf("got  %s\nwant %s", strings.Join(got, " "), want)
	}
}

func TestRulesReadAndFillDictionaries(t *testing.T) {
	entity := compileOK(t, EntityRules, `global Dictionary dictionary
rule "L.0.0" agenda-group "LOCAL_DICTIONARY_ADDS" when $d: Document() then
  entityCreationService.byString("failed", "verb", EntityType.ENTITY, $d).forEach(e -> { e.apply("L.0.0", "r"); dictionary.recommendEverywhere(e); });
  entityCreationService.byString("Batch", "noun", EntityType.ENTITY, $d).forEach(e -> { e.apply("L.0.0", "r"); dictionary.recommendEverywhere(e, List.of("code", "person")); });
  dictionary.addLocalDictionaryEntry("fresh", "tested", List.of(), true);
end
rule "A.0.0" when $d: Document() then
  String out = "" + dictionary.getDictionaryModels().stream().map(m -> m.getType() + m.getRank() + m.isHint() + m.isDossierDictionary() + m.getLocalEntriesWithMatchedRules().keySet()).toList();
  out += dictionary.isHint("code") + "" + dictionary.isHint("person") + dictionary.isHint("unknown") + dictionary.getDictionaryRank("code") + dictionary.getDictionaryRank("unknown") + dictionary.getType("person").getType();
  out += dictionary.getType("verb").getLocalEntriesWithMatchedRules().get("failed").size() + "" + dictionary.getType("fresh").getLocalEntriesWithMatchedRules().get("tested").size();
  out += entityCreationService.bySearchImplementation(dictionary.getType("person").getLocalSearch(), "p", EntityType.RECOMMENDATION, $d).map(e -> e.getValue() + e.getEntityType()).toList();
  out += entityCreationService.bySearchImplementation(dictionary.getType("code").getLocalSearch(), "c", EntityType.RECOMMENDATION, $d).map(e -> e.getValue()).toList();
  String result = out; entityCreationService.byString("Signed", "out", EntityType.ENTITY, $d).forEach(e -> { e.setValue(result); e.apply("A.0.0", "x"); });
end`)
	component := compileOK(t, ComponentRules, `rule "C.0.0" when $e: Entity(type == "out") then `+
		`componentCreationService.create("C.0.0", "Out", $e.getValue()); end`)
	got := values(t, entity, component, Input{Tree: report(), Definitions: dictionaries})["Out"]
	want := "[person7falsefalse[Batch], code9truefalse[Batch], verb0falsefalse[failed], " +
		"fresh0falsefalse[tested]]truefalsefalse90person10[BatchRECOMMENDATION, batchRECOMMENDATION][Batch];"
	if got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}

// TestShortLiteralsAreFoundToo has literals on both sides of the length from which
// on they are looked for beforehand.
func TestShortLiteralsAreFoundToo(t *testing.T) {
	var b strings.Builder
	for i, literal := range []string{"mg", "sum", "by", "Dr.", "ü", "ler", "mgsum"} {
		fmt.Fprintf(&b, "rule \"A.0.%d\" when $d: Document(containsString(%q)) then entityCreationService.byString(%q, %q, "+
			"EntityType.ENTITY, $d).forEach(e -> e.apply(\"A.0.%d\", \"r\")); end\n", i, literal, literal, literal, i)
	}
	component := compileOK(t, ComponentRules, `rule "C.0.0" when $e: List() from collect(Entity()) then $e.forEach(e -> `+
		`componentCreationService.create("C.0.0", ((Entity) e).getType(), "x")); end`)
	got := values(t, compileOK(t, EntityRules, b.String()), component, Input{Tree: report()})
	expect(t, got, map[string]string{"mg": "x;x;x;x;x;", "sum": "x;", "by": "x;", "Dr.": "x;", "ü": "x;", "ler": "x;", "mgsum": ""})
}
