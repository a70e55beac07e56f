package author

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"os"
	"slices"
	"text/tabwriter"

	"github.com/seed-62a36931/docket/internal/terminal"
	"github.com/seed-62a36931/docket/rules"
)

// ranFacts is the result of a run without a document.
type ranFacts struct {
	Facts    []rules.Record              `json:"facts"`
	Globals  map[string]any              `json:"globals"`
	Queries  map[string][]map[string]any `json:"queries"`
	Firings  []ranFiring                 `json:"firings,omitempty"`
	Rules    []ranRule                   `json:"rules,omitempty"`
	Failures []string                    `json:"ruleFailures,omitempty"`
}

// runFacts runs a rule file over the facts of a JSON file.
func (x runCommand) runFacts(ctx context.Context, streams terminal.Streams) error {
	if len(x.Files) != 1 {
		return terminal.ReportMisuse(streams, "--facts takes one rule file, not %d", len(x.Files))
	}
	name := x.Files[0]
	src, err := os.ReadFile(name)
	if err != nil {
		return terminal.ReportMisuse(streams, "%v", err)
	}
	program, report := rules.Compile(rules.FactRules, src)
	if program == nil {
		return checkCommand{}.reportVerdicts(terminal.Streams{Out: streams.Err, Err: streams.Err}, []verdict{newVerdict(name, src, report)})
	}
	if err := x.checkRules(streams, program); err != nil {
		return err
	}
	facts, err := readFacts(x.Facts)
	if err != nil {
		return terminal.ReportMisuse(streams, "%s: %v", x.Facts, err)
	}
	result, trace, err := rules.ExplainFacts(ctx, program, rules.FactInput{Facts: facts})
	if err != nil {
		return err
	}
	var f ranFile
	if x.Trace || x.Profile {
		x.addTrace(&f, trace)
	}
	for i := range f.Firings {
		f.Firings[i].File = name
	}
	for i := range f.Rules {
		f.Rules[i].File = name
	}
	out := ranFacts{Facts: result.Facts, Globals: result.Globals, Queries: result.Queries, Firings: f.Firings, Rules: f.Rules}
	for _, e := range result.Failures {
		out.Failures = append(out.Failures, e.Error())
		fmt.Fprintf(streams.Err, "docket: %s: %v\n", name, e)
	}
	if err := x.printFacts(streams.Out, out); err != nil || len(out.Failures) > 0 {
		if err != nil {
			return err
		}
		return terminal.ErrReported
	}
	return nil
}

// readFacts reads a list of facts from a JSON file.
func readFacts(name string) (out []rules.Record, err error) {
	content, err := os.ReadFile(name)
	if err != nil {
		return nil, err
	}
	var list []map[string]map[string]any
	in := json.NewDecoder(bytes.NewReader(content))
	in.UseNumber()
	if err := in.Decode(&list); err != nil {
		return nil, fmt.Errorf("a list of facts such as [{\"Order\": {\"amount\": 250}}] is wanted: %w", err)
	}
	if _, err := in.Token(); err != io.EOF {
		return nil, fmt.Errorf("something stands after the list of facts, at byte %d", in.InputOffset())
	}
	for i, fact := range list {
		if len(fact) != 1 {
			return nil, fmt.Errorf("fact %d has %d keys; its type must be its only key", i+1, len(fact))
		}
		for class, fields := range fact {
			out = append(out, rules.Record{Type: class, Fields: fields})
		}
	}
	return out, nil
}

// printFacts prints what a run without a document ended with.
func (x runCommand) printFacts(w io.Writer, out ranFacts) error {
	if x.JSON {
		return terminal.PrintJSON(w, out)
	}
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintln(t, "FACT\tFIELDS")
	for _, f := range out.Facts {
		text := quoteShort(f.Text)
		if f.Fields != nil {
			text = formatFields(f.Fields)
		}
		fmt.Fprintf(t, "%s\t%s\n", f.Type, text)
	}
	if len(out.Globals) > 0 {
		fmt.Fprintln(t, "\nGLOBAL\tVALUE")
	}
	for _, name := range slices.Sorted(maps.Keys(out.Globals)) {
		fmt.Fprintf(t, "%s\t%s\n", name, formatJSON(out.Globals[name]))
	}
	if len(out.Queries) > 0 {
		fmt.Fprintln(t, "\nQUERY\tROW")
	}
	for _, name := range slices.Sorted(maps.Keys(out.Queries)) {
		for _, row := range out.Queries[name] {
			fmt.Fprintf(t, "%s\t%s\n", name, formatFields(row))
		}
	}
	if err := t.Flush(); err != nil {
		return err
	}
	f := ranFile{Firings: out.Firings, Rules: out.Rules}
	if x.Trace {
		f.printFirings(w)
		f.printRules(w)
	}
	if x.Profile {
		printProfile(w, f.Rules)
	}
	return nil
}

// formatFields returns values by name on one line.
func formatFields(fields map[string]any) (s string) {
	for i, name := range slices.Sorted(maps.Keys(fields)) {
		if i > 0 {
			s += ", "
		}
		s += name + "=" + formatJSON(fields[name])
	}
	return s
}

func formatJSON(v any) string {
	text, err := json.Marshal(v)
	if err != nil { // numbers that JSON does not have
		return fmt.Sprint(v)
	}
	return string(text)
}
