package rules

import (
	"fmt"
	"strings"
	"testing"
)

// messagesOf are the errors of a file as line:column: message, without the name of
// the rule that they are in when it is A.0.0.
func messagesOf(list []Problem) string {
	var out []string
	for _, p := range list {
		out = append(out, fmt.Sprintf("%d:%d: %s", p.Line, p.Column, strings.TrimPrefix(p.Message, `rule "A.0.0": `)))
	}
	return strings.Join(out, "\n")
}

// TestMistakesInConditions holds one message for one mistake, at the offending word.
func TestMistakesInConditions(t *testing.T) {
	tests := []struct{ name, when, want string }{
		{"type", `Paragraf()`, `2:1: unknown class Paragraf, did you mean Paragraph?`},
		{"type in another case", `section()`, `2:1: unknown class section, did you mean Section?`},
		{"nothing is near", `Zebra()`, `2:1: unknown class Zebra`},
		{"method", `Section(containsStrin("x"))`, `2:9: unknown method containsStrin on Section, did you mean containsString?`},
		{"method in another case", `Section(containsstring("x"))`,
			`2:9: unknown method containsstring on Section, did you mean containsString?`},
		{"method of a super-type behind a getter", `Section(getHeadline().containsStrng("x"))`,
			`2:23: unknown method containsStrng on Headline, did you mean containsString?`},
		{"property", `FileAttribute(lable == "x")`,
			`2:15: unknown property lable on FileAttribute, and no binding or global of that name, did you mean label?`},
		{"binding as property", `$s: Section() FileAttribute(value == $t)`, `2:38: unknown binding $t, did you mean $s?`},
		{"constant", `TextEntity(entityType == EntityType.ENTITTY)`, `2:37: unknown constant ENTITTY of EntityType, did you mean ENTITY?`},
		{"class of a constant", `TextEntity(entityType == EntitiType.ENTITY)`, `2:26: unknown class EntitiType, did you mean EntityType?`},
		{"too few arguments", `Section(containsString())`, `2:9: containsString takes (String), 0 arguments given`},
		{"too many arguments", `Table(hasHeader("a", "b"))`, `2:7: hasHeader takes (String), 2 arguments given`},
		{"argument type", `Section(containsString(5))`, `2:24: argument 1 of containsString must be String, not int`},
		{"not boolean", `Section(getHeadline())`, `2:9: the condition is of type Headline, not boolean`},
		{"not boolean in an eval", `$s: Section() eval($s.length())`, `2:23: the condition is of type int, not boolean`},
		{"not boolean below &&", `Section(hasTables() && length())`, `2:24: the condition is of type int, not boolean`},
		{"before it is bound", `FileAttribute(value == $v) FileAttribute($v: value)`, `2:24: $v is used before it is bound`},
		{"out of not", `not Section($h: headline) Headline(this == $h)`, `2:44: $h is bound inside of not and is not known outside of it`},
		{"out of exists", `exists $s: Section() Headline(this == $s)`, `2:39: $s is bound inside of exists and is not known outside of it`},
		{"out of forall", `forall($s: Section() Headline(this == $s)) Paragraph(this == $s)`,
			`2:62: $s is bound inside of forall and is not known outside of it`},
		{"out of collect", `List() from collect($s: Section()) Headline(this == $s)`,
			`2:53: $s is bound inside of collect and is not known outside of it`},
		{"out of accumulate", `accumulate($s: Section(); $n: count(1)) Headline(this == $s)`,
			`2:58: $s is bound inside of accumulate and is not known outside of it`},
		{"in one branch of or", `($s: Section() or $t: Table()) Headline(this == $s)`, `2:49: $s is bound in one branch of or only`},
		{"bound twice", `$s: Section() $s: Table()`, `2:15: $s is bound twice`},
		{"bound twice in a pattern", `$s: Section($s: headline)`, `2:13: $s is bound twice`},
		{"function", `Section(anyMtch(textBlock, "x"))`, `2:9: unknown method anyMtch on Section`},
		{"static method that is not imported", `Section(anyMatch(textBlock, "x"))`,
			`2:9: unknown method anyMatch on Section, did you mean RedactionSearchUtility.anyMatch, or an 'import static' of it?`},
		{"method of a global", `Section(byString("x"))`,
			`2:9: unknown method byString on Section, did you mean entityCreationService.byString?`},
		{"accumulate function", `accumulate(Section($n: length()); $m: maximum($n))`,
			`2:35: the accumulate function maximum is not supported`},
		{"behind a mistake nothing else is told", `Section(getHeadlin().containsSomething().lengt() > 5)`,
			`2:9: unknown method getHeadlin on Section, did you mean getHeadline?`},
		{"two mistakes are two messages", `Section(hasTabels()) Tabel()`,
			"2:9: unknown method hasTabels on Section, did you mean hasTables?\n2:22: unknown class Tabel, did you mean Table?"},
		{"in a nested constraint", `Section(headline.(containsStrin("x")))`,
			`2:19: unknown method containsStrin on Headline, did you mean containsString?`},
		{"regular expression", `Section(matchesRegex("("))`,
			"2:22: regular expression \"(\": the group is not closed, which begins at position 1"},
		{"arithmetic", `FileAttribute(value - 1 == 2)`, `2:21: the operator - cannot be applied to String and int`},
		{"from what is no class", `String() from Lst.of("a")`, `2:15: unknown class Lst, did you mean List?`},
		{"from", `$d: Document() Page() from $d.getPagges()`, `2:31: unknown method getPagges on Document, did you mean getPages?`},
		{"in a lambda", `$s: Section(getEntities().stream().anyMatch(e -> e.isAktive()))`,
			`2:52: unknown method isAktive on TextEntity; its methods: docs/rules-reference.md`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			_, r := Compile(EntityRules, []byte(`global EntityCreationService entityCreationService rule "A.0.0" when`+"\n"+
				tt.when+"\nthen end"))
			if got := messagesOf(r.Errors); got != tt.want {
				t.Errorf("got\n%s\nwant\n%s", got, tt.want)
			}
		})
	}
}

func TestMistakesInConsequences(t *testing.T) {
	tests := []struct{ name, then, want string }{
		{"method", `$s.containsStrin("x");`, `2:4: unknown method containsStrin on Section, did you mean containsString?`},
		{"method of a global", `entityCreationService.byStrin("x", "y", EntityType.ENTITY, $s);`,
			`2:23: unknown method byStrin on EntityCreationService, did you mean byString?`},
		{"global", `entityCreationServic.byString("x", "y", EntityType.ENTITY, $s);`,
			`2:1: unknown name entityCreationServic, did you mean entityCreationService?`},
		{"global that is not declared", `dictionary.getType("x");`,
			`2:1: the global dictionary is used and not declared: add 'global Dictionary dictionary'`},
		{"binding", `update($sec);`, `2:8: unknown binding $sec`},
		{"function", `updat($s);`, `2:1: unknown function updat, did you mean update?`},
		{"function that is a method of a global", `byString("x", "y", EntityType.ENTITY, $s);`,
			`2:1: unknown function byString, did you mean entityCreationService.byString?`},
		{"class", `Lisst<String> l = null; l.nothing();`, `2:1: unknown class Lisst, did you mean List?`},
		{"constructor", `var l = new ArayList<String>(); l.nothing();`, `2:13: unknown class ArayList, did you mean ArrayList?`},
		{"constructor arguments", `var l = new ArrayList<String>(1, 2);`,
			`2:13: new ArrayList takes () or (Collection<E>) or (int), 2 arguments given`},
		{"class that has no constructor", `var l = new Section();`, `2:13: Section cannot be created in rules`},
		{"qualified class", `org.acme.Tool.run();`, `2:10: unknown class Tool`},
		{"static method", `var l = List.off("x");`, `2:14: unknown static method off on List, did you mean of?`},
		{"method called like a static one", `var l = String.trim();`,
			`2:16: trim is no static method of String: it needs an object in front of it`},
		{"constant", `var k = EntityType.HINTS;`, `2:20: unknown constant HINTS of EntityType, did you mean HINT?`},
		{"arity with the accepted signature", `entityCreationService.byString("x", "y", EntityType.ENTITY);`,
			`2:23: byString takes (String, String, EntityType, SemanticNode), 3 arguments given`},
		{"arity with several signatures", `entityCreationService.byRegex("x", "y");`,
			`2:23: byRegex takes (String, String, EntityType, SemanticNode) or (String, String, EntityType, int, SemanticNode), ` +
				`2 arguments given`},
		{"argument type", `entityCreationService.byString("x", "y", "ENTITY", $s);`,
			`2:42: argument 3 of byString must be EntityType, not String`},
		{"argument types of several signatures", `entityCreationService.byRegex("x", "y", "z", $s);`,
			`2:41: argument 3 of byRegex must be EntityType, not String`},
		{"order of arguments", `entityCreationService.bySemanticNode("y", $s, EntityType.ENTITY);`,
			`2:38: argument 1 of bySemanticNode must be SemanticNode, not String`},
		{"lambda parameter", `$s.getEntities().forEach(e -> e.aply("A.0.0", "r"));`,
			`2:33: unknown method aply on TextEntity, did you mean apply?`},
		{"behind an optional", `entityCreationService.bySemanticNode($s, "y", EntityType.ENTITY).ifPresent(e -> e.apply());`,
			`2:83: apply takes (String, String) or (String, String, String), 0 arguments given`},
		{"through a chain of streams", `$s.getEntities().stream().filter(e -> e.active()).map(e -> e.getValue()).forEach(v -> ` +
			`v.lengt());`, `2:89: unknown method lengt on String, did you mean length?`},
		{"through flatMap", `Stream.of(entityCreationService.byString("x", "y", EntityType.ENTITY, $s)).flatMap(a -> ` +
			`a).forEach(e -> e.aply("A.0.0", "r"));`, `2:107: unknown method aply on TextEntity, did you mean apply?`},
		{"through collect", `for (String v : $s.getEntities().stream().map(e -> e.getValue()).collect(Collectors.toList())) { ` +
			`v.trimm(); }`, `2:100: unknown method trimm on String, did you mean trim?`},
		{"entries of a map", `Map<String, Integer> m = new HashMap<>(); for (var e : m.entrySet()) { e.getKey().trimm(); }`,
			`2:83: unknown method trimm on String, did you mean trim?`},
		{"optional as its value", `entityCreationService.bySemanticNode($s, "y", EntityType.ENTITY).apply("A.0.0", "r");`,
			`2:66: unknown method apply on Optional: the TextEntity in it has it, call it in an ifPresent`},
		{"stream as its element", `entityCreationService.byString("x", "y", EntityType.ENTITY, $s).apply("A.0.0", "r");`,
			`2:65: unknown method apply on Stream: the TextEntity in it has it, call it in a forEach`},
		{"number of lambda parameters", `$s.getEntities().forEach((a, b) -> a.getValue());`,
			`2:26: a Consumer for forEach has 1 parameter, this lambda has 2`},
		{"lambda where none goes", `$s.containsString(x -> x);`, `2:19: argument 1 of containsString must be String, not a lambda`},
		{"method reference", `$s.getEntities().stream().map(TextEntity::getValu).toList();`,
			`2:43: unknown method getValu on TextEntity, did you mean getValue?`},
		{"method reference of a value", `$s.getEntities().forEach($s::nothing);`, `2:30: unknown method nothing on Section`},
		{"type of a variable", `int n = "five";`, `2:9: String cannot be the value of int n`},
		{"type of an assignment", `int n = 5; n = "five";`, `2:14: String cannot be assigned to int n`},
		{"assignment to a binding that is none", `$t = null;`, `2:1: unknown variable $t, did you mean $s?`},
		{"assignment to a global", `entityCreationService = null;`, `2:1: the global entityCreationService cannot be assigned to`},
		{"assignment to a field", `$s.headline = null;`, `2:4: the field headline cannot be assigned to: call setHeadline`},
		{"condition", `if ($s.length()) { }`, `2:8: the condition is of type int, not boolean`},
		{"cast", `Section x = (Section) "text";`, `2:13: String is never Section`},
		{"instanceof", `boolean b = $s instanceof String;`, `2:27: Section is never String`},
		{"element of a loop", `for (Integer i : List.of("a", "b")) { }`, `2:6: String cannot be the value of Integer i`},
		{"what cannot be iterated", `for (var i : $s) { }`, `2:14: Section cannot be iterated`},
		{"arithmetic", `int n = $s - 1;`, `2:12: the operator - cannot be applied to Section and int`},
		{"comparison", `boolean b = "a" < "b";`, `2:17: the operator < cannot be applied to String and String`},
		{"element of a typed list", `List<String> l = new ArrayList<>(); l.add($s);`,
			`2:43: argument 1 of add must be String, not Section`},
		{"modify", `modify ($s) { setHeadlin("x") }`, `2:15: unknown setter setHeadlin on Section`},
		{"modify with a setter that is near", `TextEntity e = null; modify (e) { setValu("x") }`,
			`2:35: unknown setter setValu on TextEntity, did you mean setValue?`},
		{"modify with wrong arguments", `TextEntity e = null; modify (e) { setValue(1, 2) }`,
			`2:35: setValue takes (String), 2 arguments given`},
		{"compound assignment", `int n = 1; n += "x";`, `2:14: String cannot be assigned to int n`},
		{"compound assignment of objects", `int n = 1; n -= $s;`, `2:14: the operator -= cannot be applied to int and Section`},
		{"a map is not iterated", `for (var e : new HashMap<String, String>()) { }`,
			`2:14: HashMap<String, String> cannot be iterated: take its entrySet, keySet or values`},
		{"duplicate variable", `int $s = 1;`, `2:5: $s is already a variable here`},
		{"behind a mistake nothing else is told", `var x = $s.nothing(); x.more().length(); String y = x; if (x) { } for (var z ` +
			`: x) { z.foo(); }`, `2:12: unknown method nothing on Section`},
		{"inside of the arguments of a mistake", `$s.nothing(x -> x.foo(), $s.lengt());`,
			"2:4: unknown method nothing on Section\n2:29: unknown method lengt on Section, did you mean length?"},
		{"return of a value", `return 5;`, `2:1: a consequence returns no value`},
		{"return in a lambda", `Runnable r = () -> { return; }; Function<Integer, Integer> f = x -> { return x; };`, ``},
		{"break outside of a loop", `break;`, `2:1: break outside of a loop or switch`},
		{"break in a loop and a switch", `while (true) { break; } for (;;) { break; } do { continue; } while (false); for (int ` +
			`i : List.of(1)) { if (i == 1) continue; } switch ("a") { case "a": break; }`, ``},
		{"continue in a switch", `switch ("a") { case "a": continue; }`, `2:26: continue outside of a loop`},
		{"break in a lambda in a loop", `while (true) { List.of(1).forEach(x -> { break; }); }`, `2:42: break outside of a loop or switch`},
		{"throw of a string", `throw "x";`, `2:7: String cannot be thrown: only exceptions can`},
		{"throw", `if ($s.hasTables()) { throw new IllegalStateException("x"); }`, ``},
		{"type that is too narrow", `byte b = 1;`, `2:1: the type byte is not supported: use int`},
		{"class as a kind of node", `$s.getEntities().forEach(e -> e.occursInNodeOfType(TableCell.class));`, ``},
		{"class that is no kind of node", `$s.getEntities().forEach(e -> e.occursInNodeOfType(String.class));`,
			`2:52: String is no kind of node`},
		{"unknown class as a kind of node", `$s.getEntities().forEach(e -> e.occursInNodeOfType(Sektion.class));`,
			`2:52: unknown class Sektion, did you mean Section?`},
		{"class as a value", `Object o = Section.class;`,
			`2:12: Section.class is reflection, which rules have not: it only stands for a kind of node, as in ` +
				`occursInNodeOfType(Section.class)`},
		{"function of the file", `twic(1, "a");`, `2:1: unknown function twic, did you mean twice?`},
		{"arguments of a function of the file", `twice(1);`, `2:1: twice takes (int, String), 1 argument given`},
		{"argument types of a function of the file", `twice("a", "b");`, `2:7: argument 1 of twice must be int, not String`},
		{"a right call of a function of the file", `int n = twice(1, "b") + max(1, 2);`, ``},
		{"imported function", `mxa(1, 2);`, `2:1: unknown function mxa, did you mean max?`},
		{"focus without a group", `drools.setFocus();`, `2:8: unknown method setFocus on the rule context`},
		{"the rule has a name", `String s = drools.getRule().getName(); drools.setFocus("g"); drools.halt(); kcontext.halt();`, ``},
		{"halt of another", `drools.halt(1);`, `2:8: unknown method halt on the rule context`},
		{"branches of different numbers", `int n = true ? 1 : 2L;`, `2:14: long cannot be the value of int n`},
		{"branches of the same type", `String s = true ? "a" : "b"; s.foo();`,
			`2:32: unknown method foo on String; its methods: docs/rules-java.md`},
		{"branches of different types", `var s = true ? "a" : $s; s.length();`, ``},
		{"rule context", `drools.halts();`, `2:8: unknown method halts on the rule context, did you mean halt?`},
		{"action without its object", `update();`, `2:1: update takes (Object), 0 arguments given`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			_, r := Compile(EntityRules,
				[]byte("import static java.lang.Math.max; function int twice(int n, String s) { return n; } global "+
					"EntityCreationService entityCreationService rule \"A.0.0\" when $s: Section() then\n"+tt.then+"\nend"))
			if got := messagesOf(r.Errors); got != tt.want {
				t.Errorf("got\n%s\nwant\n%s", got, tt.want)
			}
		})
	}
}
