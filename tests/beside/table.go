package main

import (
	"encoding/json"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
)

// A measure says how a figure came about, and whether more of it is better.
type measure int

const (
	cpuCost  measure = iota // processor time for something: less is better
	cpuSpeed                // things per second of processor time: more is better
	memory                  // less is better
	latency                 // time by the clock: less is better
	speed                   // things per second by the clock: more is better
)

// moreIsBetter reports whether a larger figure is a better one.
func (m measure) moreIsBetter() bool { return m == cpuSpeed || m == speed }

// byClock reports whether other programs at work change the figure as much as the build does.
func (m measure) byClock() bool { return m == latency || m == speed }

// A figure is one measured value.
type figure struct {
	row, unit string
	by        measure
	value     float64
}

// A row holds the figures of both builds, one of each round.
type row struct {
	part, name, unit string
	by               measure
	values           [2][]float64 // old, new
}

// A table holds all rows in the order in which they were measured first.
type table struct {
	rows  []*row
	notes []string // what was not measured, and why
}

// add adds the figures of one round of a build: 0 is the old, 1 the new one.
func (t *table) add(part string, build int, figures []figure) {
	for _, f := range figures {
		at := slices.IndexFunc(t.rows, func(r *row) bool { return r.part == part && r.name == f.row && r.unit == f.unit })
		if at < 0 {
			at = len(t.rows)
			t.rows = append(t.rows, &row{part: part, name: f.row, unit: f.unit, by: f.by})
		}
		r := t.rows[at]
		r.values[build] = append(r.values[build], f.value)
	}
}

// costs returns how many times the cost of the old build the new one has, of each round: of
// figures of which more is better that is old/new, of the others new/old. Rounds that one build
// lacks, or in which a figure is 0, are left out.
func (r *row) costs() (out []float64) {
	for i := range min(len(r.values[0]), len(r.values[1])) {
		from, to := r.values[0][i], r.values[1][i]
		if r.by.moreIsBetter() {
			from, to = to, from
		}
		if from > 0 && to > 0 {
			out = append(out, to/from)
		}
	}
	return out
}

// notable is the cost at which a row is marked: a tenth more.
const notable = 1.1

// mark returns what is to be seen of a row: "slower" or "larger" where the new build costs a
// tenth more, with a question mark where not every round shows it, "" otherwise.
func (r *row) mark() string {
	costs := r.costs()
	if len(costs) == 0 || medianOf(costs) < notable {
		return ""
	}
	word := "slower"
	if r.by == memory {
		word = "larger"
	}
	if slices.Min(costs) < notable {
		word += "?"
	}
	if r.by.byClock() {
		word += " (clock)"
	}
	return word
}

// medianOf returns the middle of values, or the mean of the two in the middle; 0 of none.
func medianOf(values []float64) float64 {
	sorted := slices.Sorted(slices.Values(values))
	n := len(sorted)
	if n == 0 {
		return 0
	}
	return (sorted[(n-1)/2] + sorted[n/2]) / 2
}

// print writes the table, what is missing in it, and the differences of answers.
func (c *comparison) print(out io.Writer) {
	fmt.Fprintf(out, "\nold: %s; new: %s; %d rounds in turns, %d invoices, invoice template: %s\n",
		c.builds[0].describe(), c.builds[1].describe(), c.rounds, c.count, c.template)
	fmt.Fprint(out, "cost is new/old, the median of the rounds: 2.00 x is twice the processor time, memory or wait of old\n\n")
	fmt.Fprintf(out, "%-9s %-42s %-12s %10s %10s %9s  %-14s\n", "part", "row", "unit", "old", "new", "cost", "spread")
	for _, r := range c.table.rows {
		fmt.Fprintln(out, strings.TrimRight(r.line(), " "))
	}
	for i, n := range c.table.notes {
		if i == 0 {
			fmt.Fprint(out, "\nNot measured:\n")
		}
		fmt.Fprintf(out, "- %s\n", n)
	}
	for _, a := range c.answers {
		fmt.Fprintf(out, "\n%s", a)
	}
}

// line returns the line of a row in the table.
func (r *row) line() string {
	cost, spread := "", ""
	if costs := r.costs(); len(costs) > 0 {
		cost = fmt.Sprintf("%.2f x", medianOf(costs))
		spread = fmt.Sprintf("%.2f..%.2f", slices.Min(costs), slices.Max(costs))
	}
	return fmt.Sprintf("%-9s %-42s %-12s %10s %10s %9s  %-14s %s", r.part, r.name, r.unit,
		showValue(r.values[0]), showValue(r.values[1]), cost, spread, r.mark())
}

// showValue returns the median of the rounds in three digits, "-" without any.
func showValue(values []float64) string {
	v := medianOf(values)
	switch {
	case len(values) == 0:
		return "-"
	case v >= 100:
		return fmt.Sprintf("%.0f", v)
	case v >= 10:
		return fmt.Sprintf("%.1f", v)
	}
	return fmt.Sprintf("%.2f", v)
}

// A reportRow is a row in the file of results.
type reportRow struct {
	Part    string    `json:"part"`
	Row     string    `json:"row"`
	Unit    string    `json:"unit"`
	ByClock bool      `json:"byClock"` // other programs at work change it
	Old     []float64 `json:"old"`     // one of each round
	New     []float64 `json:"new"`
	Cost    float64   `json:"cost,omitempty"` // new/old, the median of the rounds; 0: unknown
	Spread  []float64 `json:"spread,omitempty"`
	Mark    string    `json:"mark,omitempty"`
}

// writeJSON writes all figures and differences into a file, in a folder that it makes.
func (c *comparison) writeJSON(name string) error {
	var rows []reportRow
	for _, r := range c.table.rows {
		costs := r.costs()
		one := reportRow{Part: r.part, Row: r.name, Unit: r.unit, ByClock: r.by.byClock(), Old: r.values[0], New: r.values[1], Mark: r.mark()}
		if len(costs) > 0 {
			one.Cost, one.Spread = medianOf(costs), []float64{slices.Min(costs), slices.Max(costs)}
		}
		rows = append(rows, one)
	}
	content, err := json.MarshalIndent(map[string]any{
		"old": c.builds[0].describe(), "new": c.builds[1].describe(), "rounds": c.rounds, "count": c.count, "template": c.template,
		"rows": rows, "notMeasured": c.table.notes, "answers": c.answers,
	}, "", "  ")
	if err != nil {
		return err
	}
	return os.WriteFile(name, append(content, '\n'), 0o644)
}
