package rules

import (
	"cmp"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// guidePages are the pages of the handbook that people write.
var guidePages = []string{"rules.md", "rules-values.md", "template-files.md", "rules-tools.md", "rule-tests.md"}

// readGuide returns these pages by name.
func readGuide(t testing.TB) map[string]string {
	t.Helper()
	pages := map[string]string{}
	for _, name := range guidePages {
		page, err := os.ReadFile("../docs/" + name)
		if err != nil {
			t.Fatal(err)
		}
		pages[name] = string(page)
	}
	return pages
}

// A block is a block of code of the handbook: what stands behind its opening marks,
// its text, and the line below it.
type block struct{ info, text, below string }

// readBlocks returns the blocks of the guide, page by page.
func readBlocks(t testing.TB) []block {
	t.Helper()
	var out []block
	pages := readGuide(t)
	for _, name := range guidePages {
		out = append(out, blocks(pages[name])...)
	}
	return out
}

func blocks(page string) []block {
	var out []block
	rest := page
	for {
		_, after, found := strings.Cut(rest, "\n```")
		if !found {
			return out
		}
		info, body, _ := strings.Cut(after, "\n")
		text, tail, _ := strings.Cut(body, "```\n")
		below, _, _ := strings.Cut(tail, "\n")
		out, rest = append(out, block{info, text, below}), "\n"+tail
	}
}

const everyGlobal = imports + entityGlobals

// TestCodeOfTheGuideCompiles checks the rules that the handbook shows.
func TestCodeOfTheGuideCompiles(t *testing.T) {
	checked := 0
	for _, b := range readBlocks(t) {
		side, head := EntityRules, everyGlobal
		switch b.info {
		case "drl entity":
		case "drl component":
			side, head = ComponentRules, imports+componentGlobals
		default:
			continue
		}
		checked += strings.Count(b.text, "rule \"")
		_, problems := compileProblems(side, []byte(head+b.text))
		for _, p := range problems {
			t.Errorf("%s: %s", strings.Split(head+b.text, "\n")[p.Line-1], p.Message)
		}
	}
	if checked < 30 {
		t.Errorf("only %d rules are checked, want at least 30", checked)
	}
}

// TestMistakesOfTheGuideAreToldAsItSays looks at the mistakes that the handbook shows.
func TestMistakesOfTheGuideAreToldAsItSays(t *testing.T) {
	seen := 0
	for _, b := range readBlocks(t) {
		if b.info != "drl mistake" {
			continue
		}
		seen++
		_, r := Compile(EntityRules, []byte("global EntityCreationService entityCreationService\n"+b.text))
		said, told := strings.TrimPrefix(b.below, "> "), false
		for _, p := range append(r.Errors, r.Warnings...) {
			told = told || strings.Contains(p.Message, said)
		}
		if !told {
			t.Errorf("%s\nis not told as %q but %v", b.text, said, r)
		}
	}
	if seen < 8 {
		t.Errorf("only %d mistakes are shown, want at least 8", seen)
	}
}

// TestTheReferenceShowsTheSample finds every line of the sample document on the page.
func TestTheReferenceShowsTheSample(t *testing.T) {
	tree := sample()
	for _, l := range tree.Lines {
		if text := tree.TextOf(l.Span); !strings.Contains(referencePage, text) {
			t.Errorf("the class reference does not show %q", text)
		}
	}
}

var (
	headingLine = regexp.MustCompile(`(?m)^#{1,6} (.*)$`)
	pageLink    = regexp.MustCompile(`\]\(([a-z-]+\.md)?(?:#([^)]*))?\)`)
	noAnchor    = regexp.MustCompile(`[^a-z0-9 -]`)
)

// TestLinksOfTheHandbookLeadToHeadings follows every link inside of the handbook; each
// class that has a heading must be in the index of its page.
func TestLinksOfTheHandbookLeadToHeadings(t *testing.T) {
	pages, headings := References(), map[string]bool{}
	maps.Copy(pages, readGuide(t))
	beside, err := filepath.Glob("../docs/*.md")
	if err != nil || len(beside) == 0 {
		t.Fatal("the pages beside the handbook:", err)
	}
	for _, path := range beside {
		headings[filepath.Base(path)] = true
	}
	for name, page := range pages {
		for _, m := range headingLine.FindAllStringSubmatch(page, -1) {
			headings[name+"#"+strings.ReplaceAll(noAnchor.ReplaceAllString(strings.ToLower(m[1]), ""), " ", "-")] = true
		}
	}
	for name, page := range pages {
		linked := map[string]bool{}
		for _, m := range pageLink.FindAllStringSubmatch(page, -1) {
			target := cmp.Or(m[1], name)
			if m[2] != "" {
				target += "#" + m[2]
			}
			if linked[target] = true; !headings[target] {
				t.Errorf("%s: no heading is %s", name, target)
			}
		}
		_, classes, _ := strings.Cut(page, "\n## Classes\n")
		for _, m := range headingLine.FindAllStringSubmatch(classes, -1) {
			if class := strings.ToLower(m[1]); !strings.Contains(class, " ") && !linked[name+"#"+class] {
				t.Errorf("%s: the index leaves out %s", name, m[1])
			}
		}
	}
}

// TestWhatTheGuideSaysOfValues holds claims of the handbook about labels, rows,
// merged text, own functions and accumulate.
func TestWhatTheGuideSaysOfValues(t *testing.T) {
	entity := compileOK(t, EntityRules, `global Document document
rule "A.1.0" when $p: Paragraph(containsString("Date")) then
  entityCreationService.lineAfterStrings(List.of("Date:", "Date"), "date", EntityType.ENTITY, $p).forEach(e -> e.apply("A.1.0", "x")); end
rule "A.2.0" when $p: Paragraph() then
  entityCreationService.byRegex("Date[\\s:.]*(\\S.*?\\d{4})", "form", EntityType.ENTITY, 1, $p).forEach(e -> e.apply("A.2.0", "x")); end
rule "A.3.0" when $c: TableCell(!header) then
  entityCreationService.bySemanticNode($c, "cell", EntityType.ENTITY).ifPresent(e -> e.apply("A.3.0", "x")); end
rule "A.4.0" when $a: Paragraph(containsString("first")) $b: Paragraph(containsString("second")) then
  var both = Stream.of($a, $b).map(p -> entityCreationService.bySemanticNode(p, "part", EntityType.ENTITY).get()).toList();
  both.forEach(e -> e.apply("A.4.0", "x"));
  var merged = entityCreationService.mergeEntitiesOfSameType(both, "part", EntityType.ENTITY, document);
  both.forEach(e -> { e.remove("X.1.0", "merged"); retract(e); }); end`)
	component := compileOK(t, ComponentRules, `function boolean isLong(String text) { return points(text) > 1; }
function int points(String text) { return text.length(); }
rule "C.1.0" when $e: Entity(type in ("date", "form")) then componentCreationService.create("C.1.0", $e.getType(), $e.getValue(), ""); end
rule "C.2.0" when $l: List(size > 0) from collect(Entity(type == "cell")) then componentCreationService.joiningFromSameTableRow("C.2.0", "Row", $l, "|"); end
rule "C.3.0" when $e: Entity(type == "part", value not matches ".*first.*second.*", value matches "(?s).*first.*second.*", $rule: matchedRule) then componentCreationService.create("C.3.0", "Merged", $rule, ""); end
rule "C.4.0" when accumulate(Entity(type == "cell", isLong(value), $v: value); $s: sum(points($v)), $most: max(points($v))) then Integer sum = $s; componentCreationService.create("C.4.0", "Points", sum + " " + $most, ""); end
rule "C.5.0" when accumulate(Entity(type == "none", $v: value); $m: max($v)) then componentCreationService.create("C.5.0", "Alone", "" + $m, ""); end
rule "C.5.1" when accumulate(Entity(type == "none", $v: value); $m: max($v), $n: count(1)) then Long n = $n; componentCreationService.create("C.5.1", "Beside", $m + " " + n, ""); end`)
	tree := newTree().section("Head").paragraph("Date: 3 May 2019").paragraph("Date ........ 4 May 2019").paragraph(
		"the first").paragraph("the second").
		table([]string{"A", "B", "C"}, []string{"10", "", "300"}, []string{"20", "30", "400"}).tree()
	got := values(t, entity, component, Input{Tree: tree})
	expect(t, got, map[string]string{
		"date": ": 3 May 2019;3 May 2019;4 May 2019;", "form": "3 May 2019;4 May 2019;",
		"Row": "10|300;20|30|400;", "Merged": "A.4.0;", "Points": "12 3;", "Beside": "null 0;",
	})
	if len(got) != 6 {
		t.Errorf("the maximum of nothing alone made a component: %v, want 6", got)
	}
}
