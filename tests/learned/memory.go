package main

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/seed-62a36931/docket/adapters/bundle"
	"github.com/seed-62a36931/docket/author"
	"github.com/seed-62a36931/docket/commands/analysis"
	"github.com/seed-62a36931/docket/document"
	"github.com/seed-62a36931/docket/document/candidates"
	"github.com/seed-62a36931/docket/document/candidates/trees"
	"github.com/seed-62a36931/docket/domain/component"
	"github.com/seed-62a36931/docket/internal/snakecase"
	"github.com/seed-62a36931/docket/internal/terminal"
)

// memoryCommand measures what a memory of approved files is worth: of each document the values are compared with the
// truth, without any memory, and with one of so many other documents of its design beside those of all other designs.
type memoryCommand struct {
	Truth    string `required:"" type:"existingfile" placeholder:"FILE" help:"Values of each document: {name: {component: value}}."`
	Template string `required:"" type:"existingdir" placeholder:"DIR" help:"The template whose rules are run."`
	Counts   []int  `default:"0,1,3" help:"How many documents of the same design are approved."`
	Designs  string `default:"-(?:[a-z]{2})?\\d+$" help:"What is cut from a name without its ending to get the name of the design."`

	Verbose bool `help:"Print each value that differs."`
	author.Reading
	Dir string `arg:"" type:"existingdir" help:"Folder of PDFs."`
}

// A measured is a document with what is known of it.
type measured struct {
	name, design string
	tree         *document.Tree
	truth        map[string]string
	remembered   candidates.Remembered
}

// An outcome counts values of fields that candidates are found for.
type outcome struct{ right, wrong, missing int }

// Run measures all documents and prints a line for each count.
func (x memoryCommand) Run(ctx context.Context, streams terminal.Streams) error {
	set, err := x.readTemplate()
	if err != nil {
		return err
	}
	all, err := x.readDocuments(ctx, set)
	if err != nil {
		return err
	}
	var before map[string]map[string]string
	for _, n := range x.Counts {
		var sum outcome
		values := map[string]map[string]string{}
		known := 0
		for i := range all {
			files, same := x.memoryFor(all, i, n)
			if same < n {
				continue // there are not so many of its design
			}
			known++
			values[all[i].name], err = x.measure(ctx, set.WithLayouts(candidates.Memory{Files: files}), all[i], &sum)
			if err != nil {
				return err
			}
		}
		fmt.Fprintf(streams.Out, "%d approved: %d documents, %d right, %d wrong, %d missing\n", n, known, sum.right, sum.wrong, sum.missing)
		if before == nil {
			before = values
		}
		x.printChanges(streams, all, before, values)
	}
	return nil
}

// readTemplate compiles the rules of the template.
func (x memoryCommand) readTemplate() (*analysis.RuleSet, error) {
	b, problems, err := bundle.ReadDir(x.Template)
	if err != nil {
		return nil, err
	}
	if len(problems) == 0 {
		var set *analysis.RuleSet
		if set, problems = analysis.NewRuleSet(b, analysis.DefaultRuleLimits()); len(problems) == 0 {
			return set, nil
		}
	}
	return nil, fmt.Errorf("%s: %s, line %d: %s", x.Template, problems[0].File, problems[0].Line, problems[0].Message)
}

// readDocuments reads all documents that the truth knows, and what a memory keeps of each.
func (x memoryCommand) readDocuments(ctx context.Context, set *analysis.RuleSet) (out []measured, err error) {
	content, err := os.ReadFile(x.Truth)
	if err != nil {
		return nil, err
	}
	var truth map[string]map[string]any
	if err := json.Unmarshal(content, &truth); err != nil {
		return nil, fmt.Errorf("%s: %w", x.Truth, err)
	}
	design, err := regexp.Compile(x.Designs)
	if err != nil {
		return nil, err
	}
	in := x.NewReader(set.Settings())
	defer in.Close()
	for name, values := range truth {
		d := measured{name: name, design: design.ReplaceAllString(strings.TrimSuffix(name, ".pdf"), ""), truth: map[string]string{}}
		if d.tree, err = in.ReadTree(ctx, filepath.Join(x.Dir, name)); err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		for field, v := range values {
			if text, ok := v.(string); ok {
				d.truth[field] = text
			}
		}
		out = append(out, d)
	}
	slices.SortFunc(out, func(a, b measured) int { return strings.Compare(a.name, b.name) })
	for i := range out {
		out[i].remembered = candidates.Remembered{Dossier: fmt.Sprint(i % 2), Layout: candidates.Find(out[i].tree, candidates.Options{}).Learn(
			approvedOf(out[i].truth, set))}
	}
	return out, nil
}

// approvedOf returns values in the form of candidates.
func approvedOf(values map[string]string, set *analysis.RuleSet) []candidates.Approved {
	scorer, err := trees.Invoice()
	if err != nil {
		panic(err) // it is a part of the program
	}
	var details []component.Detail
	for name, value := range values {
		details = append(details, component.Detail{Name: name, Values: []component.Value{{Value: value}}})
	}
	return component.ApprovedValues(details, set.Components(), scorer.Fields)
}

// memoryFor returns what is remembered while a document is measured: so many others of its design, and all of other designs.
func (x memoryCommand) memoryFor(all []measured, at, most int) (out []candidates.Remembered, same int) {
	if most == 0 {
		return nil, 0
	}
	for i := range all {
		other := all[(at+1+i)%len(all)] // another one first for each
		switch {
		case other.name == all[at].name:
		case other.design != all[at].design:
			out = append(out, other.remembered)
		case same < most:
			same++
			out = append(out, other.remembered)
		}
	}
	return out, same
}

// measure compares the values of a document with the truth, and returns them in the form of candidates.
func (x memoryCommand) measure(ctx context.Context, set *analysis.RuleSet, d measured, sum *outcome) (map[string]string, error) {
	r, err := set.Run(ctx, d.tree)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", d.name, err)
	}
	found := map[string]string{}
	for _, c := range r.Components {
		if _, twice := found[c.Name]; !twice {
			found[c.Name] = c.Value
		}
	}
	got := formsOf(approvedOf(found, set))
	for field, want := range formsOf(approvedOf(d.truth, set)) {
		switch value := got[field]; {
		case value == "":
			sum.missing++
		case candidates.Compare(value) == candidates.Compare(want):
			sum.right++
		default:
			sum.wrong++
		}
	}
	return got, nil
}

func formsOf(list []candidates.Approved) map[string]string {
	out := map[string]string{}
	for _, a := range list {
		out[a.Field] = a.Value
	}
	return out
}

// printChanges prints which values a memory changes, where that is asked for.
func (x memoryCommand) printChanges(streams terminal.Streams, all []measured, before, after map[string]map[string]string) {
	if !x.Verbose {
		return
	}
	for _, d := range all {
		if after[d.name] == nil {
			continue
		}
		fields := snakecase.Index[bool]{}
		for _, values := range []map[string]string{before[d.name], after[d.name]} {
			for field := range values {
				if _, told := fields.Find(field); !told && before[d.name][field] != after[d.name][field] {
					fields.Add(field, true)
					fmt.Fprintf(streams.Out, "  %s %s: %q -> %q, truth %q\n", d.name, field, before[d.name][field], after[d.name][field], d.truth[field])
				}
			}
		}
	}
}
