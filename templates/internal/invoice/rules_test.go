package invoice

import (
	"fmt"
	"os"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/seed-62a36931/docket/rules/regex"
	"github.com/seed-62a36931/docket/rules/syntax"
	"github.com/seed-62a36931/docket/templates/internal/samples"
)

func TestRuleFilesParse(t *testing.T) {
	for _, name := range []string{"../../invoice/entity-rules.drl", "../../invoice/component-rules.drl"} {
		data, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		file, problems := syntax.Parse(syntax.NewSource(string(data)))
		if problems = append(problems, syntax.ParseJava(file)...); len(problems) > 0 {
			t.Errorf("%s: %+v, want none", name, problems)
		}
	}
}

// javaString is a string literal of the rule files.
var javaString = regexp.MustCompile(`"(?:[^"\\]|\\.)*"`)

// patternsOf reads the labels of a rule and the pattern of its value from the rule file.
func patternsOf(t *testing.T, rule string) []*regex.Pattern {
	t.Helper()
	data, err := os.ReadFile("../../invoice/entity-rules.drl")
	if err != nil {
		t.Fatal(err)
	}
	_, text, ok := strings.Cut(string(data), `rule "`+rule+`:`)
	text, _, ok2 := strings.Cut(text, "\n    end")
	head, rest, ok3 := strings.Cut(text, "List<String> labels")
	labels, _, ok4 := strings.Cut(rest, "for (String")
	_, value, ok5 := strings.Cut(head, "then")
	if !ok || !ok2 || !ok3 || !ok4 || !ok5 {
		t.Fatalf("rule %s does not have the expected form", rule)
	}
	join := func(s string) (out []string) {
		for _, quoted := range javaString.FindAllString(s, -1) {
			plain, err := strconv.Unquote(quoted)
			if err != nil {
				t.Fatal(err)
			}
			out = append(out, plain)
		}
		return out
	}
	var out []*regex.Pattern
	for _, label := range join(labels) {
		p, err := regex.Compile(label+strings.Join(join(value), ""), regex.CaseInsensitive|regex.UnicodeCase)
		if err != nil {
			t.Fatalf("%s: %v, want no error", label, err)
		}
		out = append(out, p)
	}
	return out
}

// valueOf does what the rules do: the first label that has a value wins, and of its
// values the first one or the last one.
func valueOf(t *testing.T, patterns []*regex.Pattern, text string, last bool) string {
	t.Helper()
	for _, p := range patterns {
		found, err := p.FindAll(text)
		if err != nil {
			t.Fatal(err)
		}
		if len(found) == 0 {
			continue
		}
		m := found[0]
		if last {
			m = found[len(found)-1]
		}
		return text[m.Groups[1][0]:m.Groups[1][1]]
	}
	return ""
}

// TestLabelsAndValuesAreFound holds the expressions of the rules to every layout in
// every language.
func TestLabelsAndValuesAreFound(t *testing.T) {
	pool := reader(t)
	number, date, total := patternsOf(t, "Invoice.1.0"), patternsOf(t, "Invoice.2.0"), patternsOf(t, "Invoice.3.0")
	for _, l := range samples.Layouts {
		for i, inv := range samples.All {
			t.Run(fmt.Sprintf("%s/%d", l.Name, i), func(t *testing.T) {
				text := treeOf(t, pool, l.Draw(inv)).Text
				for _, c := range []struct{ what, got, want string }{
					{"number", valueOf(t, number, text, false), inv.Number},
					{"date", valueOf(t, date, text, false), inv.Date},
					{"total", valueOf(t, total, text, true), inv.Total},
				} {
					if c.got != c.want {
						t.Errorf("%s: got %q, want %q", c.what, c.got, c.want)
					}
				}
			})
		}
	}
}
