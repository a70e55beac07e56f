package templates_test

import (
	"cmp"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/seed-62a36931/docket/adapters/bundle"
	"github.com/seed-62a36931/docket/adapters/ruletest"
	"github.com/seed-62a36931/docket/commands/analysis"
	"github.com/seed-62a36931/docket/document"
	"github.com/seed-62a36931/docket/domain/template"
	"github.com/seed-62a36931/docket/rules"
	"github.com/seed-62a36931/docket/templates"
)

// ruleBlock is a rule as the ready templates are formatted: identifier, conditions, consequence.
var ruleBlock = regexp.MustCompile(`(?ms)^rule "([^:"]+):[^"]*"\n(.*?)^    then\n(.*?)^    end$`)

// breaks are consequences that fail: they throw, loop, or use up the memory of a run.
var breaks = []string{
	`throw new IllegalStateException("broken");`,
	`int nothing = 1 / (1 - 1);`,
	`String gone = null; gone.length();`,
	`List.of(1).get(7);`,
	`while (true) { int i = 1; }`,
	`List<String> all = new ArrayList<>(); while (true) { all.add("x".repeat(100000)); }`,
}

// smallLimits are limits that a rule which never ends reaches in a moment, and no other rule.
var smallLimits = rules.Limits{Firings: 100_000, Steps: 300_000, Memory: 8 << 20}

// A readyTemplate is a ready template and the documents of its tests.
type readyTemplate struct {
	name   string
	bundle template.Bundle
	papers []paper
}

type paper struct {
	tree       *document.Tree
	attributes []rules.Attribute
}

// readReady reads a ready template, and those documents of its tests that are light text.
func readReady(t testing.TB, name string) readyTemplate {
	t.Helper()
	dir := t.TempDir()
	if err := os.CopyFS(dir, templates.Ready(name)); err != nil {
		t.Fatal(err)
	}
	b, problems, err := bundle.ReadDir(dir)
	if err != nil || len(problems) > 0 {
		t.Fatal(name, err, problems)
	}
	out := readyTemplate{name: name, bundle: b}
	files, err := fs.Glob(templates.Ready(name), "tests/*.yaml")
	if err != nil || len(files) == 0 {
		t.Fatalf("tests of %s: %v, %v, want some files and no error", name, files, err)
	}
	for _, file := range files {
		content, err := os.ReadFile(filepath.Join(dir, file))
		if err != nil {
			t.Fatal(err)
		}
		for _, c := range ruletest.ReadTests(content).Cases {
			if c.Tree == nil {
				continue
			}
			p := paper{tree: c.Tree}
			for _, a := range c.Attributes {
				p.attributes = append(p.attributes, rules.Attribute{ID: a.Label, Label: a.Label, Value: a.Value})
			}
			out.papers = append(out.papers, p)
		}
	}
	return out
}

// withBody returns a rule file in which the consequence of the rule at an index is another one, and
// the identifier of that rule.
func withBody(source []byte, at int, body string) (changed []byte, identifier string) {
	m := ruleBlock.FindAllSubmatchIndex(source, -1)[at]
	text := string(source)
	return []byte(text[:m[6]] + body + "\n" + text[m[7]:]), text[m[2]:m[3]]
}

// compileWith compiles the template with other rules.
func compileWith(t testing.TB, b template.Bundle, entity, component []byte) *analysis.RuleSet {
	t.Helper()
	b.EntityRules, b.ComponentRules = entity, component
	set, problems := analysis.NewRuleSet(b, smallLimits)
	if len(problems) > 0 {
		t.Fatal(problems)
	}
	return set
}

// valuesOf returns the values of a result, sorted, as text.
func valuesOf(r document.Result) []string {
	var out []string
	for _, c := range r.Components {
		out = append(out, c.Name+"="+c.Value)
	}
	slices.Sort(out)
	return out
}

// TestABrokenRuleOfATemplateLosesOnlyItsOwnValues breaks one rule of a ready template at a time: the
// result is that of the template in which the rule does nothing, and names the rule if it fired. With
// DOCKET_TEST_FULL it breaks 200 rules, over 50 documents each.
func TestABrokenRuleOfATemplateLosesOnlyItsOwnValues(t *testing.T) {
	mutants, most := 12, 2
	if os.Getenv("DOCKET_TEST_FULL") != "" {
		mutants, most = 200, 50
	}
	var ready []readyTemplate
	for _, name := range templates.Names() {
		ready = append(ready, readReady(t, name))
	}
	r := rand.New(rand.NewPCG(7, 21))
	fired, runs := 0, 0
	for n := range mutants {
		of := ready[n%len(ready)]
		entity, component := of.bundle.EntityRules, of.bundle.ComponentRules
		side, source := "ENTITY", &entity
		if n%3 == 2 {
			side, source = "COMPONENT", &component
		}
		at, how := r.IntN(len(ruleBlock.FindAllIndex(*source, -1))), breaks[r.IntN(len(breaks))]
		original := *source
		silent, _ := withBody(original, at, "")
		*source = silent
		without := compileWith(t, of.bundle, entity, component)
		broken, rule := withBody(original, at, how)
		*source = broken
		with := compileWith(t, of.bundle, entity, component)
		for i := range most {
			p := of.papers[(n+i)%len(of.papers)]
			if i >= len(of.papers) { // the same document again, at another time of the run of the process
				p = of.papers[r.IntN(len(of.papers))]
			}
			runs++
			fired += runBroken(t, fmt.Sprintf("%s, %s rule %s, %s", of.name, strings.ToLower(side), rule, how), p, without,
				with, side, rule)
		}
	}
	t.Logf("%d templates with a broken rule, %d runs, in %d of which it fired", mutants, runs, fired)
	if fired < runs/10 {
		t.Errorf("the broken rule fired in %d of %d runs: most runs show nothing, want at least %v", fired, runs, runs/10)
	}
}

// runBroken compares both templates over a document, and returns 1 if the broken rule fired.
func runBroken(t *testing.T, what string, p paper, without, with *analysis.RuleSet, side, rule string) int {
	t.Helper()
	want, err := without.Run(t.Context(), p.tree, p.attributes...)
	if err != nil || len(want.Failures) > 0 {
		t.Fatalf("%s: without the rule: %v %v, want no error and len(want.Failures) = 0", what, err, want.Failures)
	}
	got, err := with.Run(t.Context(), p.tree, p.attributes...)
	if err != nil { // allowed where the others find nothing, which is said of the rule
		if len(want.Components) > 0 || !strings.Contains(err.Error(), rule) {
			t.Errorf("%s: %v, want %v", what, err, valuesOf(want))
		}
		return 1
	}
	if !slices.Equal(valuesOf(got), valuesOf(want)) {
		t.Errorf("%s:\ngot  %v\nwant %v", what, valuesOf(got), valuesOf(want))
	}
	for _, f := range got.Failures {
		if !strings.HasPrefix(f.Rule, rule+":") || f.File != side || f.Line < 1 || f.Message == "" {
			t.Errorf(`%s: failure %+v, want it to begin with %v, f.File = %v, f.Line at least 1 and f.Message other than ""`,
				what, f, rule+":", side)
		}
	}
	return cmp.Compare(len(got.Failures), 0)
}
