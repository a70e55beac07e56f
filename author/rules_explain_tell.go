package author

import (
	"bufio"
	"fmt"
	"io"
	"path/filepath"
	"strings"
)

// printExplained prints the origins of components as text.
func printExplained(out io.Writer, files []explained, x explainCommand) error {
	w := bufio.NewWriter(out)
	for _, f := range files {
		if len(files) > 1 {
			fmt.Fprintf(w, "%s\n", f.Filename)
		}
		for _, v := range f.Values {
			fmt.Fprintf(w, "%s = %s\n", f.Component, quoteShort(v.Value))
			fmt.Fprintf(w, "  built by    %s\n", v.Rule.describeIn(x.Template))
			if v.Description != "" {
				fmt.Fprintf(w, "  described   %s\n", v.Description)
			}
			for _, e := range v.Entities {
				e.printEntity(w, x.Template)
			}
			if len(v.Entities) == 0 {
				fmt.Fprintln(w, "  from no entity: the rule refers to none")
			}
			for _, r := range v.Others {
				r.printRule(w, "  ", "it could also come from", x.Template)
			}
		}
		if f.Missing != nil {
			f.Missing.printMissing(w, x)
		}
	}
	return w.Flush()
}

// describeIn returns the name of a rule with its place in a template.
func (r rulePlace) describeIn(template string) string {
	if r.File == "" {
		return r.ID + ", which is no rule of the template"
	}
	return fmt.Sprintf("%s  %s:%d", r.Name, filepath.Join(template, r.File), r.Line)
}

// printEntity prints an entity with its rule, its place, and the text around it.
func (e explainedEntity) printEntity(w io.Writer, template string) {
	fmt.Fprintf(w, "  from        %s %s, page %d\n", e.Type, quoteShort(e.Value), e.Page)
	fmt.Fprintf(w, "    marked by %s\n", e.Rule.describeIn(template))
	if e.Reason != "" {
		fmt.Fprintf(w, "    because   %s\n", e.Reason)
	}
	if e.Dictionary {
		fmt.Fprintf(w, "    found by  the dictionary of %s\n", e.Type)
	}
	for _, b := range e.Positions {
		fmt.Fprintf(w, "    at        page %d, x %.1f, y %.1f, %.1f wide, %.1f high\n", b.Page, b.Box.X, b.Box.Y, b.Box.Width, b.Box.Height)
	}
	if e.Section != "" {
		fmt.Fprintf(w, "    under     %s\n", quoteShort(e.Section))
	}
	fmt.Fprintf(w, "    text      %s[%s]%s\n", oneLine(e.TextBefore), oneLine(e.Value), oneLine(e.TextAfter))
}

func oneLine(s string) string {
	return strings.NewReplacer("\n", " ", "\r", " ", "\t", " ").Replace(s)
}

// printMissing prints why a component is missing.
func (m missing) printMissing(w io.Writer, x explainCommand) {
	what, others := "component "+x.Component, "component"
	if x.Value != "" && len(m.Existing) > 0 && len(m.Rules) > 0 {
		what, others = fmt.Sprintf("value %q of %s", x.Value, x.Component), "value"
	}
	fmt.Fprintf(w, "There is no %s.\n", what)
	if m.DidYouMean != "" {
		fmt.Fprintf(w, "Did you mean %s?\n", m.DidYouMean)
	}
	if m.Error != "" {
		fmt.Fprintf(w, "The rules failed: %s\n", m.Error)
	}
	if len(m.Existing) > 0 {
		fmt.Fprintf(w, "Found: %s\n", strings.Join(m.Existing, ", "))
	} else {
		fmt.Fprintf(w, "No %s was found at all.\n", others)
	}
	for _, r := range m.Rules {
		r.printRule(w, "", "It could come from", x.Template)
	}
	if len(m.Rules) == 0 {
		fmt.Fprintf(w, "No rule of %s names it.\n", filepath.Join(x.Template, componentRuleFile))
	}
}

// printRule prints a rule that could make a component, and the entity rules before it.
func (r missingRule) printRule(w io.Writer, indent, how, template string) {
	fmt.Fprintf(w, "%s%s %s\n", indent, how, r.describeIn(template))
	fmt.Fprintf(w, "%s  which %s\n", indent, r.describeRun())
	for _, e := range r.Unapplied {
		why := "no rule applied it"
		if e.State != "" {
			why = "its state is " + e.State
		}
		fmt.Fprintf(w, "%s  it looks for %s %s, page %d: it exists, but %s\n", indent, e.Type, quoteShort(e.Value), e.Page, why)
	}
	for _, b := range r.Before {
		fmt.Fprintf(w, "%s  what it looks for is marked by %s\n", indent, b.describeIn(template))
		fmt.Fprintf(w, "%s    which %s\n", indent, b.describeRun())
	}
}

// describeRun returns how a rule ran, as the end of a sentence.
func (r missingRule) describeRun() string {
	switch {
	case r.Firings > 0:
		return "fired " + formatTimes(r.Firings) + "; docket rules run --trace shows with what"
	case r.Why != "":
		return "never fired: " + r.Why
	}
	return "never fired"
}

func formatTimes(n int64) string {
	if n == 1 {
		return "once"
	}
	return fmt.Sprintf("%d times", n)
}
