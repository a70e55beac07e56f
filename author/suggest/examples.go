package suggest

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"unicode"

	"github.com/seed-62a36931/docket/document"
	"github.com/seed-62a36931/docket/rules"
)

// A ParseText reads a document in the light text of rule tests.
type ParseText func(text string) (*document.Tree, error)

// An exampleCase is a test of a rule: a few lines of a document in which it finds a value.
type exampleCase struct {
	rule      string // identifier
	about     string
	entity    string // type
	component string
	value     string
	text      string // light text
}

// A sample is a labelled place of a value that a rule finds.
type sample struct {
	tree  *document.Tree
	at    document.Span
	value string // as the rule finds it
}

// maxSamples is how many places are tried for an example of a rule.
const maxSamples = 6

// samplesOf returns places of values that an option finds and that are right.
func (s *study) samplesOf(o option, docs []int) (out []sample) {
	for _, doc := range docs {
		value := o.values[doc][slices.Index(o.right[doc], true)]
		for _, at := range s.places[doc] {
			if len(out) < maxSamples && s.Kind.SameValue(s.docs[doc].Tree.TextOf(at), value) {
				out = append(out, sample{s.docs[doc].Tree, at, value})
			}
		}
	}
	return out
}

// AddExamples returns the files with a file of tests added to them: for each rule that finds its
// value in a few lines of a document, these lines. Cases that do not pass are left out, and
// without any case there is no file.
func (p *Proposal) AddExamples(ctx context.Context, files []File, parse ParseText) ([]File, error) {
	var entity, component *rules.Program
	for _, f := range files {
		switch f.Name {
		case "entity-rules.drl":
			entity, _ = rules.Compile(rules.EntityRules, f.Content)
		case "component-rules.drl":
			component, _ = rules.Compile(rules.ComponentRules, f.Content)
		}
	}
	if entity == nil || component == nil {
		return nil, fmt.Errorf("the rules that were written do not compile")
	}
	var cases []exampleCase
	for i, n := range nameFields(p.Fields) {
		for k, r := range p.Fields[i].Rules {
			c := exampleCase{rule: fmt.Sprintf("%s.0.%d", n.group, k), about: r.About, entity: n.entity, component: n.component}
			ok, err := c.findText(ctx, entity, component, r.samples, parse)
			if err != nil {
				return nil, err
			}
			if ok {
				cases = append(cases, c)
			}
		}
	}
	if len(cases) == 0 {
		return files, nil
	}
	return append(files, File{"tests/examples.yaml", []byte(writeCases(cases))}), nil
}

// findText sets the text and value of a case to the first excerpt of a sample that passes.
func (c *exampleCase) findText(ctx context.Context, entity, component *rules.Program, samples []sample, parse ParseText) (bool, error) {
	for _, x := range samples {
		c.value = x.value
		for _, c.text = range x.excerpts() {
			passes, err := c.passes(ctx, entity, component, parse)
			if passes || err != nil {
				return passes, err
			}
		}
	}
	return false, nil
}

// excerpts returns texts with the value, the shortest first: its lines alone, with the lines above
// them, with the line to the left or above on the page, with the line below.
func (e sample) excerpts() (out []string) {
	first, last := e.tree.LineAt(e.at.Start), e.tree.LineAt(max(e.at.Start, e.at.End-1))
	if last >= len(e.tree.Lines) || last-first > maxExampleLines {
		return nil
	}
	add := func(indexes ...int) {
		joined, apart := "", ""
		for _, i := range indexes {
			line := lightLine(e.tree.TextOf(e.tree.Lines[i].Span))
			joined, apart = joined+line+"\n", apart+line+"\n\n"
		}
		out = append(out, joined, strings.TrimSuffix(apart, "\n"))
	}
	var own []int
	for i := first; i <= last; i++ {
		own = append(own, i)
	}
	add(own...)
	v := view{Document: Document{Tree: e.tree}}
	for _, i := range v.neighboursOf(first, e.at) {
		if i < first || i > last {
			add(append([]int{i}, own...)...)
		}
	}
	for above := 1; above <= maxExampleLines && first-above >= 0; above++ {
		own = append([]int{first - above}, own...)
		add(own...)
		if last+1 < len(e.tree.Lines) {
			add(append(slices.Clone(own), last+1)...)
		}
	}
	return out
}

// maxExampleLines is how many lines above a value, and of it, an example may have.
const maxExampleLines = 6

// lightLine returns a line as light text takes it for text.
func lightLine(line string) string {
	line = strings.Join(strings.Fields(line), " ")
	if line != "" && strings.ContainsRune(`#|-[\`, rune(line[0])) {
		return `\` + line
	}
	return line
}

// passes reports whether the rule of a case finds its value in its text, and the component has it.
func (c exampleCase) passes(ctx context.Context, entity, component *rules.Program, parse ParseText) (bool, error) {
	if strings.ContainsFunc(c.text, func(r rune) bool { return r != '\n' && unicode.IsControl(r) || r == '\ufeff' || r == '\ufffd' }) {
		return false, nil
	}
	tree, err := parse(c.text)
	if err != nil {
		return false, nil //nolint:nilerr // it is what the line looks like, and no fault of the rule
	}
	result, err := rules.Run(ctx, entity, component, rules.Input{Tree: tree})
	if err != nil || len(result.Failures) > 0 {
		return false, ctx.Err()
	}
	decides := slices.ContainsFunc(result.Entities, func(e document.Entity) bool {
		return e.Type == c.entity && e.RuleID == c.rule && e.State == document.StateApplied
	})
	found := slices.IndexFunc(result.Components, func(v document.Component) bool { return v.Name == c.component })
	return decides && found >= 0 && result.Components[found].Value == c.value &&
		!slices.ContainsFunc(result.Components[found+1:], func(v document.Component) bool { return v.Name == c.component }), nil
}

// writeCases returns a file of tests. They name no rules, so that they hold when rules are rewritten.
func writeCases(cases []exampleCase) string {
	var b strings.Builder
	b.WriteString("# Lines of the labelled documents, one case for each rule that finds its value in them.\ncases:\n")
	for _, c := range cases {
		fmt.Fprintf(&b, "  - name: %s\n    exact: false\n    document: |\n", quoteYAML(c.component+": "+oneLine(c.about)))
		for _, line := range strings.Split(strings.TrimRight(c.text, "\n"), "\n") {
			if line != "" {
				line = "      " + line
			}
			b.WriteString(line + "\n")
		}
		fmt.Fprintf(&b, "    components: {%s: %s}\n\n", c.component, quoteYAML(c.value))
	}
	return strings.TrimSuffix(b.String(), "\n")
}
