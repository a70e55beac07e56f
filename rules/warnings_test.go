package rules

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// stock is what every file of either side has, so that its absence is no warning.
const stock = `
query "getFileAttributes" $f: FileAttribute() end query "getComponents" $f: FileAttribute() end`

func TestDoubtfulRulesAreAcceptedWithWarnings(t *testing.T) {
	const rule = "rule \"A.0.0: x\" "
	tests := []struct{ name, body, want string }{
		{"another identifier", rule + "when $e: TextEntity() then\n  $e.apply(\"A.0.1\", \"r\"); end",
			"4:12: the rule identifier A.0.1 is not that of the rule, A.0.0"},
		{"its own identifier", rule + "when $e: TextEntity() then $e.apply(\"A.0.0\", \"r\"); end", ""},
		{"no identifier", rule + "when $e: TextEntity() then $e.apply(\"found\", \"r\"); end", ""},
		{"strings by ==", "rule \"A.0.0\" when $e: TextEntity() then boolean b = $e.getValue() == \"x\"; end",
			"3:67: strings are compared by ==: equals says what is meant"},
		{"strings by !=", "rule \"A.0.0\" when $e: TextEntity() then boolean b = $e.getValue() != \"x\"; end",
			"3:67: strings are compared by !=: equals says what is meant"},
		{"a string and null", "rule \"A.0.0\" when $e: TextEntity() then boolean b = $e.getValue() != null; end", ""},
		{"strings in a condition", "rule \"A.0.0\" when TextEntity(value == \"x\") then end", ""},
		{"an unknown import", "import com.example.Unheard;\nrule \"A.0.0\" when then end", "3:1: unknown class Unheard in an import"},
		{"an import that is nearly known", "import com.example.TextEntty;",
			"3:1: unknown class TextEntty in an import, did you mean TextEntity?"},
		{"imports that are known", "import com.example.TextEntity; import java.util.*; import static java.lang.String.format;", ""},
		{"an entity that comes to rest", rule + "when $e: TextEntity() then update($e); end", ""},
		{"a rule that wakes itself", rule + "when $a: FileAttribute() then update($a); end",
			"3:47: the rule updates $a, which it matches; it may fire for ever: add no-loop, or a condition that this makes false"},
		{"a group that nobody gives the focus", rule + "agenda-group \"LOCAL_DICTIONARY_ADD\" when then end",
			`3:30: the rule never fires: the agenda group LOCAL_DICTIONARY_ADD never gets the focus, did you mean LOCAL_DICTIONARY_ADDS?`},
		{"the group that runs first", rule + "agenda-group \"LOCAL_DICTIONARY_ADDS\" when then end", ""},
		{"a number and a text", rule + "when Page(number == \"1\") then end",
			"3:34: a number is compared with a text: write both as numbers, or both as texts"},
		{"a text and a number", rule + "when FileAttribute(value > 3) then end",
			"3:42: a number is compared with a text: write both as numbers, or both as texts"},
		{"an object and a text", rule + "when $e: TextEntity(matchedRule == \"A.0.0\") then end",
			"3:49: MatchedRule and String are never equal"},
		{"a text and a declared object", "declare E s: String end " + rule + "when $e: E() E(s != $e) then end",
			"3:58: String and E are never equal"},
		{"a constant and a text", rule + "when TextEntity(entityType == \"ENTITY\") then end", ""},
		{"a date and a text", "declare E at: Date end " + rule +
			"when E(at > \"15-Mar-2020\", at in (\"15-Mar-2020\", null), \"16-Mar-2020\" != at) then end", ""},
		{"types of the names of dates", "declare Date a: int end declare Calendar b: int end declare E at: Date c: Calendar end " +
			rule + "when E(at != \"x\", c != \"x\") then end", ""},
		{"a date and milliseconds", "declare E at: Date end " + rule + "when E(at > 5, at == 1584230400000L, at.time > 5) then end", ""},
		{"a date and dates", "declare E at: Date end " + rule + "when E($a: at, at == null) E(at >= $a, at != null) then end", ""},
		{"a date and a text of a binding", "declare E at: Date s: String end " + rule + "when E($s: s) E(at > $s) then end",
			"3:69: a date is compared with a text: write the text there, like \"15-Mar-2020\", or make a date of it"},
		{"a date and a number of a binding", "declare E at: Date n: long end " + rule + "when E($n: n) E($n == at) then end",
			"3:67: a date is compared with a number: compare numbers, or dates"},
		{"a day and a text that is none", "declare E at: LocalDate end " + rule +
			"when E(at > \"15-Mar-2020\", at == \"2020-03-15\") then end",
			"3:75: a date is compared with a text: write the text there, like \"15-Mar-2020\", or make a date of it"},
		{"a deprecated form", rule + "when Section(length > 1 && < 9) then end", "3:44: half constraint: write the left side again"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got := messagesOf(Check(EntityRules, []byte(headOf(EntityRules)+tt.body+stock)).Warnings)
			if got = strings.ReplaceAll(got, `rule "A.0.0: x": `, ""); got != tt.want {
				t.Errorf("got\n%s\nwant\n%s", got, tt.want)
			}
		})
	}
}

func TestGroupsOfComponentRulesAreTheirOwn(t *testing.T) {
	_, r := Compile(ComponentRules, []byte(`rule "A.0.0" agenda-group "LOCAL_DICTIONARY_ADDS" when then end`+stock))
	if got := messagesOf(r.Warnings); got != "1:27: the rule never fires: the agenda group LOCAL_DICTIONARY_ADDS never gets the focus" {
		t.Errorf("got %s", got)
	}
}

func TestQueriesThatResultsAreReadByAreMissed(t *testing.T) {
	for side, query := range map[Side]string{EntityRules: "getFileAttributes", ComponentRules: "getComponents"} {
		_, r := Compile(side, []byte(`rule "A.0.0" when then end`))
		if want := `1:1: the file has no query "` + query + `", by which its result is read`; messagesOf(r.Warnings) != want ||
			len(r.Errors) > 0 {
			t.Errorf("got %+v, want messagesOf(r.Warnings) = %v and no r.Errors", r, want)
		}
	}
	_, r := Compile(ComponentRules, []byte(`query "getComponent" Component() end`))
	if want := `1:1: the file has no query "getComponents", by which its result is read: is it what "getComponent" should be?`; messagesOf(r.Warnings) != want {
		t.Errorf("got %+v, want %v", r, want)
	}
}

// TestWarningsAreToldBesideErrors holds that a file that is refused has its warnings
// too, and that they are no errors.
func TestWarningsAreToldBesideErrors(t *testing.T) {
	const src = "import com.example.Unheard;\nrule \"A.0.0\" when Unknown() then end" + stock
	p, r := Compile(EntityRules, []byte(src))
	if p != nil || messagesOf(r.Errors) != "2:19: unknown class Unknown" ||
		messagesOf(r.Warnings) != "1:1: unknown class Unheard in an import" {
		t.Errorf("got %+v", r)
	}
	for src, want := range map[string]Problem{"": {1, 1, "the file is empty"},
		"rule\n \xff":                  {2, 2, "this byte is not UTF-8: save the file as UTF-8"},
		"\xff\xfer\x00u\x00l\x00e\x00": {1, 1, "the file is UTF-16: save it as UTF-8"}} {
		_, r := Compile(ComponentRules, []byte(src))
		if len(r.Errors) != 1 || r.Errors[0] != want || len(r.Warnings) != 0 {
			t.Errorf("%q: got %+v, want len(r.Errors) = 1, r.Errors[0] = %v and no r.Warnings", src, r, want)
		}
	}
	if text, err := json.Marshal(r); err != nil ||
		!strings.HasPrefix(string(text), `{"errors":[{"line":2,"column":19,"message":"`) || strings.Contains(string(text), "types") {
		t.Errorf(`got %s, %v, want it to begin with {"errors":[{"line":2,"column":19,"message":", it without types and no error`, text, err)
	}
}

// TestNothingIsDoubtedInTheExamples holds that the checks leave sound rules in peace.
func TestNothingIsDoubtedInTheExamples(t *testing.T) {
	for name, want := range map[string]string{
		"invoice-entity-rules.drl":       "",
		"invoice-component-rules.drl":    "",
		"toxicology-entity-rules.drl":    "",
		"toxicology-component-rules.drl": "",
	} {
		src, err := os.ReadFile(filepath.Join("testdata", name))
		if err != nil {
			t.Fatal(err)
		}
		side := EntityRules
		if strings.Contains(name, "component") {
			side = ComponentRules
		}
		_, r := Compile(side, src)
		if len(r.Errors) > 0 || messagesOf(r.Warnings) != want {
			t.Errorf("%s: got %+v, want no r.Errors and messagesOf(r.Warnings) = %v", name, r, want)
		}
	}
}

func TestEntityTypesAreHeldAgainstTheTemplate(t *testing.T) {
	tests := []struct {
		name string
		side Side
		code string
		want string // the types that are named, in order
	}{
		{"by string", EntityRules, `$d: Document() then entityCreationService.byString("text", "one", EntityType.ENTITY, $d);`, "one"},
		{"by regex and group", EntityRules, `$d: Document() then entityCreationService.byRegex("(te)xt", "one", ` +
			`EntityType.ENTITY, 1, $d);`, "one"},
		{"by node", EntityRules, `$d: Document() then entityCreationService.bySemanticNode($d, "one", EntityType.ENTITY);`, "one"},
		{"between", EntityRules, `$d: Document() then entityCreationService.betweenStrings("a", "b", "one", ` +
			`EntityType.ENTITY, $d);`, "one"},
		{"a computed one", EntityRules, `$d: Document() then String s = "one"; entityCreationService.bySemanticNode($d, s, ` +
			`EntityType.ENTITY);`, ""},
		{"has", EntityRules, `Document(hasEntitiesOfType("one")) then`, "one"},
		{"has any", EntityRules, `Document(hasEntitiesOfAnyType("one", "two")) then`, "one two"},
		{"list", EntityRules, `$d: Document() then $d.getEntitiesOfType(List.of("one", "two"));`, "one two"},
		{"entity is", EntityRules, `TextEntity(isType("one")) then`, "one"},
		{"property", EntityRules, `TextEntity(type == "one", "two" != type) then`, "one two"},
		{"method", EntityRules, `TextEntity(type() == "one" || getType() == "two") then`, "one two"},
		{"in", EntityRules, `TextEntity(type in ("one", "two")) then`, "one two"},
		{"of a binding", EntityRules, `$e: TextEntity() TextEntity(this != $e, $e.type == "one") then`, "one"},
		{"equals", EntityRules, `$e: TextEntity($t: type) then boolean b = $t.equals("one") || ` +
			`$e.getType().equalsIgnoreCase("two");`, "one two"},
		{"another property", EntityRules, `TextEntity(value == "one") FileAttribute(label == "two") then`, ""},
		{"type of a node", EntityRules, `Section(type == NodeType.SECTION) then`, ""},
		{"dictionary", EntityRules, `then dictionary.getType("one"); boolean h = dictionary.isHint("two");`, "one two"},
		{"recogniser", EntityRules, `NerEntities(hasEntitiesOfType("one")) then`, ""},
		{"component rules", ComponentRules, `List() from collect(Entity(type == "one")) then`, "one"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			head := map[Side]string{EntityRules: "global EntityCreationService entityCreationService global Dictionary " +
				"dictionary ", ComponentRules: ""}[tt.side]
			_, r := Compile(tt.side, []byte(head+"rule \"A.0.0\" when "+tt.code+" end"+stock))
			if len(r.Errors)+len(r.Warnings) > 0 {
				t.Fatalf("got %+v, want len(r.Errors)+len(r.Warnings) = 0", r)
			}
			var got []string
			for _, p := range r.CheckNames(Names{Entities: []string{"three"}}).Warnings {
				name, ok := strings.CutPrefix(p.Message, `rule "A.0.0": the entity type `)
				name, also := strings.CutSuffix(name, " is not defined in the template")
				if !ok || !also || p.Line != 1 || !strings.HasPrefix((head + "rule \"A.0.0\" when " + tt.code)[p.Column-1:], `"`+name+`"`) {
					t.Errorf("got %+v", p)
				}
				got = append(got, name)
			}
			if strings.Join(got, " ") != tt.want {
				t.Errorf("got %v, want %s", got, tt.want)
			}
		})
	}
}

func TestADefinedEntityTypeIsNoWarning(t *testing.T) {
	_, r := Compile(EntityRules, []byte(`rule "A.0.0" when TextEntity(type == "specis") Unknown() then end`+stock))
	if got := r.CheckNames(Names{Entities: []string{"specis"}}); len(got.Warnings) != 0 || len(got.Errors) != 1 {
		t.Errorf("got %+v, want len(got.Warnings) = 0 and len(got.Errors) = 1", got)
	}
	got := messagesOf(r.CheckNames(Names{Entities: []string{"species", "strain"}}).Warnings)
	if got != `1:38: the entity type specis is not defined in the template, did you mean species?` || len(r.Warnings) != 0 {
		t.Errorf("got %s", got)
	}
}
