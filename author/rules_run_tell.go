package author

import (
	"bufio"
	"cmp"
	"fmt"
	"io"
	"slices"
	"text/tabwriter"
	"time"

	"github.com/seed-62a36931/docket/internal/terminal"
)

// printRuns prints the results of runs as text; traced adds firings and rules, profiled their work.
func printRuns(out io.Writer, files []ranFile, traced, profiled bool) error {
	w := bufio.NewWriter(out)
	for i, f := range files {
		if i > 0 {
			fmt.Fprintln(w)
		}
		fmt.Fprintf(w, "%s: %s, %s, %s\n", f.Filename, terminal.FormatCount(f.Pages, "page"), formatEntityCount(len(f.Entities)),
			terminal.FormatCount(len(f.Components), "component value"))
		if f.Error != "" {
			fmt.Fprintf(w, "error: %s\n", f.Error)
		}
		f.printFound(w)
		if traced {
			f.printFirings(w)
			f.printRules(w)
		}
		if profiled {
			printProfile(w, f.Rules)
		}
	}
	return w.Flush()
}

func formatEntityCount(n int) string {
	if n == 1 {
		return "1 entity"
	}
	return fmt.Sprintf("%d entities", n)
}

// printFound prints entities and components.
func (f ranFile) printFound(out io.Writer) {
	t := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	if len(f.Entities) > 0 {
		fmt.Fprintln(t, "\nENTITY\tVALUE\tPAGE\tSTATE\tRULE\tREASON")
	}
	for _, e := range f.Entities {
		fmt.Fprintf(t, "%s\t%s\t%d\t%s\t%s\t%s\n", e.Type, quoteShort(e.Value), e.Page, e.State, e.RuleID, e.Reason)
	}
	_ = t.Flush() // it ends in a buffer
	if len(f.Components) > 0 {
		fmt.Fprintln(t, "\nCOMPONENT\tVALUE\tRULE\tDESCRIPTION")
	}
	for _, c := range f.Components {
		fmt.Fprintf(t, "%s\t%s\t%s\t%s\n", c.Name, quoteShort(c.Value), c.RuleID, c.Description)
	}
	_ = t.Flush()
}

// printFirings prints every firing with the facts that it matched and changed.
func (f ranFile) printFirings(w io.Writer) {
	fmt.Fprintf(w, "\n%s\n", terminal.FormatCount(len(f.Firings), "firing"))
	for _, g := range f.Firings {
		rule := g.Rule
		if g.Consequence != "" {
			rule += " then[" + g.Consequence + "]"
		}
		fmt.Fprintf(w, "%6d  %s  %s:%d  %s\n", g.Number, rule, g.File, g.Line, formatMicros(g.Micros))
		for _, x := range g.Facts {
			fmt.Fprintf(w, "        matched  %s\n", x)
		}
		for _, x := range g.Changes {
			fmt.Fprintf(w, "        %-7s  %s\n", x.Change, x)
		}
	}
}

// printRules prints for each rule how often it fired and how long it took.
func (f ranFile) printRules(out io.Writer) {
	t := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	fmt.Fprintln(t, "\nFIRED\tTIME\tRULE\tPLACE\tNEVER FIRED BECAUSE")
	for _, r := range f.Rules {
		fmt.Fprintf(t, "%d\t%s\t%s\t%s:%d\t%s\n", r.Firings, formatMicros(r.Micros), r.Rule, r.File, r.Line, r.Why)
	}
	_ = t.Flush()
}

// printProfile prints the work of each rule, those with most steps and tried facts first.
func printProfile(out io.Writer, list []ranRule) {
	list = slices.Clone(list)
	work := func(r ranRule) int64 { return r.Tried + r.Steps }
	slices.SortStableFunc(list, func(a, b ranRule) int { return cmp.Compare(work(b), work(a)) })
	t := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	fmt.Fprintln(t, "\nSTEPS\tFACTS TRIED\tEVALUATED\tFIRED\tMATCHING\tFIRING\tRULE\tPLACE")
	for _, r := range list {
		fmt.Fprintf(t, "%d\t%d\t%d\t%d\t%s\t%s\t%s\t%s:%d\n", r.Steps, r.Tried, r.Evaluations, r.Firings,
			formatMicros(r.MatchMicros), formatMicros(r.Micros), r.Rule, r.File, r.Line)
	}
	_ = t.Flush()
}

// String returns the class, text and page of a fact.
func (x ranFact) String() string {
	s := x.Class
	if x.Text != "" {
		s += " " + quoteShort(x.Text)
	}
	if x.Page > 0 {
		s += fmt.Sprintf(", page %d", x.Page)
	}
	return s
}

func formatMicros(micros int64) string {
	return (time.Duration(micros) * time.Microsecond).String()
}

// quoteShort returns a text in quotes on one line, cut after 100 characters.
func quoteShort(s string) string {
	const most = 100
	if r := []rune(s); len(r) > most {
		s = string(r[:most-1]) + "…"
	}
	return fmt.Sprintf("%q", s)
}
