package rules

import (
	"strings"
	"testing"
)

// firings is how often the last rule of entity rules fires on a small document.
func firings(t *testing.T, rules string) int64 {
	t.Helper()
	tree := newTree().section("GLP study").paragraph("The GLP of 402").table([]string{"Group", "Dose"}, []string{"low", "5"}).
		section("References").paragraph("See Wistar and Whister").tree()
	p, problems := compileProblems(EntityRules,
		[]byte(`import static a.RedactionSearchUtility.anyMatch; import java.util.*; global Document document global Dictionary dictionary
global EntityCreationService entityCreationService
`+rules))
	if p == nil {
		t.Fatalf("got %v, want p != nil", problems)
	}
	_, trace, err := Explain(t.Context(), p, compileOK(t, ComponentRules, ""),
		Input{Tree: tree, Attributes: []Attribute{{Label: "OECD Number", Value: "402"}, {Label: "Year", Value: "1987"},
			{Label: "Also", Value: "402"}}})
	if err != nil {
		t.Fatal(err)
	}
	n := int64(-1)
	for _, r := range trace.Rules {
		if r.Side == EntityRules {
			n = r.Firings
		}
	}
	return n
}

// factsOfForms are two objects of a declared type, and three entities.
const factsOfForms = `declare N v: int s: String l: List m: Map n: N end
rule "S.0.0" salience 9 when then insert(new N(1, "ab", List.of("x", "y"), Map.of("k", "1"), null)); insert(new N(2, "cd", List.of("z"), Map.of("k", "2"), new N(7, "in", null, null, null))); end
rule "S.0.1" salience 9 when $p: Paragraph() then
  entityCreationService.byString("GLP", "glp", EntityType.ENTITY, $p).forEach(e -> e.apply("S.0.1", "r"));
  entityCreationService.byString("402", "number", EntityType.ENTITY, $p).forEach(e -> e.apply("S.0.1", "r"));
  entityCreationService.byString("Wistar", "strain", EntityType.HINT, $p).forEach(e -> e.apply("S.0.1", "r")); end
function boolean long2(String s) { return s.length() == 2; }
`

// TestEveryFormOfConditionGivesItsMatches counts the matches of each form that rule
// authors may write, in the order of the handbook.
func TestEveryFormOfConditionGivesItsMatches(t *testing.T) {
	tests := []struct {
		form    string
		when    string
		matches int64
	}{
		{"1 a pattern without constraints", `FileAttribute()`, 3},
		{"2 a binding of the fact", `$section: Section() Headline(this == $section.getHeadline())`, 2},
		{"2 blanks around the colon", `$section : Section() Headline(this == $section.headline)`, 2},
		{"3 a test of a field", `FileAttribute(label == "OECD Number")`, 1},
		{"3 a field named by a keyword", `TextEntity(type == "glp")`, 1},
		{"4 a boolean method", `Paragraph(containsString("GLP"))`, 1},
		{"4 a variadic method", `FileAttribute(valueEqualsAnyOf("403", "402"))`, 2},
		{"4 a variadic method without a hit", `FileAttribute(valueEqualsAnyOf("403"))`, 0},
		{"5 a chain", `Paragraph(getHeadline().containsStringIgnoreCase("REFERENCES"))`, 1},
		{"6 a negated call", `Section(!hasTables())`, 1},
		{"7 and, or, parentheses", `Section((hasTables() || containsString("Wistar")) && (containsString("402") || hasTables()))`, 1},
		{"7 precedence", `FileAttribute(label == "Year" || label == "Also" && value == "1")`, 1},
		{"8 comma", `FileAttribute(value == "402", label == "Also")`, 1},
		{"9 a binding of a field", `FileAttribute(label == "Also", $v: value) FileAttribute(value == $v)`, 2},
		{"9 only the first operand is bound", `N($x: v + 1 > 2) N(v == $x)`, 1},
		{"9 parentheses bind the whole", `N($x: (v + 1)) N(v == $x)`, 1},
		{"10 a join", `$f: FileAttribute() FileAttribute(this != $f, value == $f.value)`, 2},
		{"11 this", `$f: FileAttribute() FileAttribute(this == $f)`, 3},
		{"12 a product", `FileAttribute() Section()`, 6},
		{"13 not", `not FileAttribute(label == "None")`, 1},
		{"13 not that fails", `not FileAttribute(label == "Year")`, 0},
		{"14 exists", `exists FileAttribute(value == "402")`, 1},
		{"14 exists that fails", `exists FileAttribute(value == "403")`, 0},
		{"15 not of several", `not(FileAttribute($v: value) and FileAttribute(label == "Year", value == $v, label != "Year"))`, 1},
		{"15 exists of several", `exists(FileAttribute($v: value) and FileAttribute(label == "Also", value == $v))`, 1},
		{"16 forall", `forall($f: FileAttribute(value == "402") FileAttribute(this == $f, label != "Year"))`, 1},
		{"16 forall that fails", `forall($f: FileAttribute() FileAttribute(this == $f, label != "Year"))`, 0},
		{"16 forall of one pattern", `forall(N(v > 0))`, 1},
		{"17 from a list", `$n: String() from List.of("402", "403") FileAttribute(value == $n)`, 2},
		{"17 from a single object", `$s: String() from "402" FileAttribute(value == $s)`, 2},
		{"17 from an array", `$s: String() from "402,1987".split(",") FileAttribute(value == $s)`, 3},
		{"17 from null", `N(v == 1, $o: n) N() from $o`, 0},
		{"17 from objects of another class", `Integer() from List.of("402")`, 0},
		{"18 from a binding", `$h: Headline() $p: Page(number == 1) from $h.getPages()`, 2},
		{"18 from a service", `$d: Document() Paragraph(containsString("See")) from $d.streamAllSubNodes().toList()`, 1},
		{"19 collect", `$r: List(size == 2) from collect(FileAttribute(value == "402"))`, 1},
		{"19 collect of nothing", `$r: List() from collect(FileAttribute(value == "403"))`, 1},
		{"19 collect of nothing, tested", `$r: List(!isEmpty()) from collect(FileAttribute(value == "403"))`, 0},
		{"19 into an ArrayList", `$r: ArrayList(size > 2) from collect(FileAttribute())`, 1},
		{"19 into a LinkedList", `$r: LinkedList(size > 2) from collect(FileAttribute())`, 1},
		{"19 into a Set", `$r: Set(size > 2) from collect(FileAttribute())`, 1},
		{"19 into a HashSet", `$r: HashSet(size > 2) from collect(FileAttribute())`, 1},
		{"19 into a TreeSet", `$r: TreeSet(size == 2) from collect(String() from List.of("b", "a"))`, 1},
		{"19 into a LinkedHashSet", `$r: LinkedHashSet(size > 2) from collect(FileAttribute())`, 1},
		{"20 or in a collect", `$r: List(size == 2) from collect(FileAttribute(label == "Year" || label == "Also"))`, 1},
		{"21 collect from", `$d: Document() $r: List(size == 2) from collect(Section() from $d.getMainSections())`, 1},
		{"22 accumulate", `accumulate(N($v: v); $s: sum($v), $n: count($v), $a: average($v), $x: max($v), $m: min($v); $s == 3, ` +
			`$n == 2, $a == 1.5, $x == 2, $m == 1)`, 1},
		{"22 accumulate that fails", `accumulate(N($v: v); $s: sum($v); $s > 3)`, 0},
		{"22 collectList and collectSet", `accumulate(FileAttribute($v: value); $l: collectList($v), $s: collectSet($v); ` +
			`$l.size() == 3, $s.size() == 2)`, 1},
		{"23 accumulate behind from", `Number(intValue > 2) from accumulate(FileAttribute($v: value), count($v))`, 1},
		{"23 accumulate behind from that fails", `Number(intValue > 3) from accumulate(FileAttribute($v: value), count($v))`, 0},
		{"25 eval", `$f: FileAttribute() eval($f.getValue().length() == 4)`, 1},
		{"26 or", `FileAttribute(label == "Year") or FileAttribute(value == "1987")`, 2},
		{"26 or in front", `(or FileAttribute(label == "Year") FileAttribute(value == "1987"))`, 2},
		{"26 a binding of an or", `$x: (FileAttribute(label == "Year") or FileAttribute(value == "402")) FileAttribute(this == $x)`, 3},
		{"26 and", `FileAttribute(label == "Year") and Section()`, 2},
		{"26 and in front", `(and FileAttribute(label == "Year") Section())`, 2},
		{"27 matches the whole", `FileAttribute(value matches "[0-9]{3}")`, 2},
		{"27 not a part", `FileAttribute(label matches "Num")`, 0},
		{"27 not matches", `FileAttribute(value not matches "[0-9]{3}")`, 1},
		{"27 null does not match", `N(v == 1, n not matches "x") N(v == 1, !(n matches "x"))`, 1},
		{"28 contains", `N(l contains "x") N(s contains "b")`, 1},
		{"28 not contains and excludes", `N(l not contains "x") N(l excludes "z")`, 1},
		{"29 memberOf", `N($l: l, v == 1) String(this memberOf $l) from List.of("x", "q")`, 1},
		{"29 not memberOf", `N($l: l, v == 1) String(this not memberOf $l) from List.of("x", "q")`, 1},
		{"30 in", `TextEntity(entityType in (EntityType.HINT, EntityType.RECOMMENDATION))`, 1},
		{"30 not in", `FileAttribute(value not in ("402", "403"))`, 1},
		{"31 soundslike", `$w: String(this soundslike "Wistar") from List.of("Whister", "Water", "Sprague")`, 1},
		{"32 str", `N(s str[startsWith] "a") N(s str[endsWith] "d") N(s str[length] 2)`, 2},
		{"33 relations", `N(v < 2) N(v <= 2) N(v > 1) N(v >= 2)`, 2},
		{"33 arithmetic", `N(v * 2 + 1 == 5) N((v - 1) / 1 == 0) N(v % 2 == 0)`, 1},
		{"33 ternary", `N((v == 1 ? "one" : "two") == "two")`, 1},
		{"33 instanceof", `$n: SemanticNode(this instanceof Table)`, 1},
		{"33 bits", `N((v & 1) == 1) N((v | 1) == 3) N((v ^ 3) == 2)`, 1},
		{"34 constants", `TextEntity(entityType == EntityType.HINT)`, 1},
		{"34 a constant by its name", `TextEntity(entityType == "HINT")`, 1},
		{"35 an imported function", `Paragraph(anyMatch(getTextBlock(), "G.P"))`, 1},
		{"35 a function of the file", `N(long2(s))`, 2},
		{"36 nested access", `N(n.(v == 7, s == "in"))`, 1},
		{"36 null-safe access", `N(n!.v == 7)`, 1},
		{"36 index", `N(l[0] == "z", m["k"] == "2")`, 1},
		{"36 inline cast", `N(this#N.v == 2)`, 1},
		{"37 a super-type", `$node: SemanticNode(containsString("Wistar"))`, 3},
	}
	for _, tt := range tests {
		t.Run(tt.form, func(t *testing.T) {
			if got := firings(t, factsOfForms+`rule "A.0.0" when `+tt.when+` then end`); got != tt.matches {
				t.Errorf("%d matches, want %d", got, tt.matches)
			}
		})
	}
}

// TestPropertiesAreReadInTheirOrder holds which method a name stands for.
func TestPropertiesAreReadInTheirOrder(t *testing.T) {
	for when, matches := range map[string]int64{
		`TextEntity(type == "glp", type() == "glp", getType() == "glp")`: 1,
		`TextEntity(dictionaryEntry)`:                                    0,
		`TextEntity(!dictionaryEntry)`:                                   3,
		`Section(headline.text)`:                                         -1,
		`TableCell(header)`:                                              2,
		`List(empty) from collect(Image())`:                              1,
		`Page(number == 1)`:                                              1,
	} {
		_, problems := compileProblems(EntityRules, []byte(`rule "A.0.0" when `+when+` then end`))
		if matches < 0 {
			if len(problems) != 1 || !strings.Contains(problems[0].Message, "unknown property text on Headline") {
				t.Errorf("%s: got %v, want len(problems) = 1 and %q in problems[0].Message", when, problems,
					"unknown property text on Headline")
			}
			continue
		}
		if got := firings(t, factsOfForms+`rule "A.0.0" when `+when+` then end`); got != matches {
			t.Errorf("%s: %d matches, want %d", when, got, matches)
		}
	}
}

// TestConditionsCompareByValue holds null and literals of another type than the field.
func TestConditionsCompareByValue(t *testing.T) {
	for when, matches := range map[string]int64{
		`FileAttribute(value == 402)`:              2,
		`N(v == "2")`:                              1,
		`N(v > "1")`:                               1,
		`N(n == null)`:                             1,
		`N(n != null)`:                             1,
		`N(null == n)`:                             1,
		`N(n!.v > 1)`:                              1,
		`N(n!.v < 1)`:                              0,
		`N(s == new String("ab"))`:                 1,
		`N(l == List.of("z"))`:                     1,
		`N(v == 1L)`:                               1,
		`N(v == 1.0)`:                              1,
		`N(s > "b")`:                               1,
		`FileAttribute(label == 'Year')`:           1,
		`$a: N() N(this != $a, v != $a.v)`:         2,
		`FileAttribute(value == "402" == true)`:    2,
		`N(v == 1 + 1 && s == "c" + "d")`:          1,
		`N(!(v == 1))`:                             1,
		`N(-v == -2)`:                              1,
		`N(s.length() == 2 && s.charAt(0) == 'a')`: 1,
	} {
		if got := firings(t, factsOfForms+`rule "A.0.0" when `+when+` then end`); got != matches {
			t.Errorf("%s: %d matches, want %d", when, got, matches)
		}
	}
}
