package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
	"time"
)

// A part is what both builds do in turns, and what is measured of it.
type part struct {
	name   string
	docket bool // it runs the program, which has to be built for it
	// measure lets a build do the part once. What it has measured before an error counts.
	measure func(ctx context.Context, c *comparison, b *build) (outcome, error)
}

// allParts are the parts in the order in which they run.
func allParts() []part {
	return []part{
		{"invoices", true, measureInvoices},
		{"extract", true, measureExtract},
		{"pages", true, measurePages},
		{"layout", true, measureLayout},
		{"receipts", true, measureReceipts},
		{"rules", false, measureRules},
		{"appends", false, measureAppends},
		{"readable", true, measureReadable},
		{"start", true, measureStart},
	}
}

func partNames() (names []string) {
	for _, p := range allParts() {
		names = append(names, p.name)
	}
	return names
}

// chooseParts returns the parts of a list with commas, all for an empty one.
func chooseParts(list string) (out []part, err error) {
	all := allParts()
	if strings.TrimSpace(list) == "" {
		return all, nil
	}
	for name := range strings.SplitSeq(list, ",") {
		name = strings.TrimSpace(name)
		at := slices.IndexFunc(all, func(p part) bool { return p.name == name })
		if at < 0 {
			return nil, fmt.Errorf("there is no part %q: choose of %s", name, strings.Join(partNames(), ", "))
		}
		out = append(out, all[at])
	}
	return out, nil
}

// An outcome is what one build did in one round of a part.
type outcome struct {
	figures []figure
	// answers hold what the build found, by what it was asked, such as a file and a component.
	answers map[question]string
}

// add adds a figure.
func (o *outcome) add(row, unit string, by measure, value float64) {
	o.figures = append(o.figures, figure{row: row, unit: unit, by: by, value: value})
}

// errSkipped is wrapped by the reason why a part, or a row of it, cannot be measured here.
var errSkipped = errors.New("skipped")

// errAbsent is wrapped by what a build does not have.
var errAbsent = errors.New("the build lacks it")

// A comparison is a run of this program.
type comparison struct {
	settings
	work     string // folder that is removed at the end
	inputs   *inputs
	builds   [2]*build
	progress io.Writer
	began    time.Time
	table    table
	answers  []comparedAnswers
}

// tell writes a line about how far the comparison is.
func (c *comparison) tell(format string, args ...any) {
	fmt.Fprintf(c.progress, "%4.0f s  %s\n", time.Since(c.began).Seconds(), fmt.Sprintf(format, args...))
}

// compareBuilds runs all chosen parts and prints the table. A part that fails is told there; the
// error is for what nothing can go on without, and for a comparison in which nothing was measured.
func compareBuilds(ctx context.Context, s settings, out, progress io.Writer) error {
	work, err := os.MkdirTemp(s.temp, "docket-beside-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(work)
	c := &comparison{settings: s, work: work, progress: progress, began: time.Now(), inputs: &inputs{settings: s, folder: work}}
	if err := c.prepareBuilds(ctx); err != nil {
		return err
	}
	for _, p := range s.parts {
		if err := c.runPart(ctx, p); err != nil {
			return err
		}
	}
	c.print(out)
	if s.json != "" {
		if err := c.writeJSON(s.json); err != nil {
			return err
		}
	}
	if len(c.table.rows) == 0 {
		return errors.New("nothing was measured")
	}
	return nil
}

// runPart lets both builds do a part, old and new in turns. The error is that of the context.
func (c *comparison) runPart(ctx context.Context, p part) error {
	var failed [2]error
	var last [2]map[question]string
	for round := range c.rounds {
		for i, b := range c.builds {
			if failed[i] != nil {
				continue
			}
			c.tell("%s: round %d of %d, %s", p.name, round+1, c.rounds, b.name)
			o, err := p.measure(ctx, c, b)
			if ctx.Err() != nil {
				return ctx.Err()
			}
			c.table.add(p.name, i, o.figures)
			if o.answers != nil {
				last[i] = o.answers
			}
			if err != nil {
				failed[i] = err
				c.noteFailure(p, b, err)
			}
		}
	}
	if last[0] != nil && last[1] != nil {
		c.answers = append(c.answers, compareAnswers(p.name, last[0], last[1]))
	}
	return nil
}

// noteFailure keeps why a part was not measured, once for both builds.
func (c *comparison) noteFailure(p part, b *build, err error) {
	note := fmt.Sprintf("%s, %s: %v", p.name, b.name, err)
	switch {
	case errors.Is(err, errSkipped):
		note = fmt.Sprintf("%s: %v", p.name, err)
	case errors.Is(err, errAbsent) && b == c.builds[0]:
		note = fmt.Sprintf("%s: not in the base: %v", p.name, err)
	}
	if !slices.Contains(c.table.notes, note) {
		c.table.notes = append(c.table.notes, note)
		c.tell("%s", note)
	}
}
