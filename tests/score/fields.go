package main

import (
	"bufio"
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/seed-62a36931/docket/internal/measure"
	"github.com/seed-62a36931/docket/internal/terminal"
)

// A scoredField is one field of one document.
type scoredField struct {
	Key      string `json:"key"`
	Expected string `json:"expected"`
	Found    string `json:"found"` // the first value, "" for none
	Right    bool   `json:"right"`
}

// scoredRecord holds what was measured of one document.
type scoredRecord struct {
	Name     string        `json:"name"`
	Right    int           `json:"right"`
	Expected int           `json:"expected"`
	Fields   []scoredField `json:"fields"`
	Error    string        `json:"error,omitempty"`
}

// scoredAccuracy is how many of the values of a field are right.
type scoredAccuracy struct {
	Key      string  `json:"key,omitempty"`
	Right    int     `json:"right"`
	Expected int     `json:"expected"`
	Accuracy float64 `json:"accuracy"` // 0..1; 1 when there are none
}

// scoredRecords is everything that was measured of fields.
type scoredRecords struct {
	Documents []scoredRecord   `json:"documents"`
	Fields    []scoredAccuracy `json:"fields"`
	Summed    scoredAccuracy   `json:"summed"`
}

// A fieldRule is a key of the ground truth and how its values are compared.
type fieldRule struct {
	key  string
	kind measure.Kind
}

// scoreFields measures documents with one value for each key.
func (s scoring) scoreFields(ctx context.Context, streams terminal.Streams, truths []truth, rules []fieldRule) error {
	found, err := s.extractValues(ctx, streams, truths)
	if err != nil {
		return err
	}
	out := s.measureFields(truths, found, rules)
	if s.JSON {
		err = terminal.PrintJSON(streams.Out, out)
	} else {
		out.printReport(streams)
	}
	failed := slices.ContainsFunc(out.Documents, func(d scoredRecord) bool { return d.Error != "" })
	if err == nil && failed {
		err = terminal.ErrReported
	}
	return err
}

// measureFields compares the first value of each field. A field without a value in the
// ground truth is left out.
func (s scoring) measureFields(truths []truth, found []extraction, rules []fieldRule) scoredRecords {
	out := scoredRecords{Documents: []scoredRecord{}, Fields: make([]scoredAccuracy, len(rules))}
	for i, t := range truths {
		doc := scoredRecord{Name: t.name, Fields: []scoredField{}, Error: errorSentence(found[i].err)}
		for r, rule := range rules {
			for _, p := range ofKey(t.expected, rule.key) {
				if strings.TrimSpace(p.Value) == "" {
					continue
				}
				f := scoredField{Key: rule.key, Expected: p.Value}
				if values := s.valuesForKey(found[i], rule.key); len(values) > 0 {
					f.Found = values[0]
				}
				f.Right = rule.kind.SameValue(f.Found, f.Expected)
				doc.Fields = append(doc.Fields, f)
				out.Fields[r].addResult(f.Right)
				out.Summed.addResult(f.Right)
				doc.Expected++
				if f.Right {
					doc.Right++
				}
			}
		}
		out.Documents = append(out.Documents, doc)
	}
	for r := range rules {
		out.Fields[r].Key = rules[r].key
		out.Fields[r].setAccuracy()
	}
	out.Summed.setAccuracy()
	return out
}

func (a *scoredAccuracy) addResult(right bool) {
	a.Expected++
	if right {
		a.Right++
	}
}

func (a *scoredAccuracy) setAccuracy() {
	a.Accuracy = 1
	if a.Expected > 0 {
		a.Accuracy = float64(a.Right) / float64(a.Expected)
	}
}

// printReport writes a line for each document with what is wrong in it, and the sums.
func (s scoredRecords) printReport(streams terminal.Streams) {
	w := bufio.NewWriter(streams.Out)
	defer w.Flush()
	for _, d := range s.Documents {
		note := ""
		if d.Error != "" {
			note = "  " + d.Error
		}
		fmt.Fprintf(w, "%-40s %5d of %d%s\n", d.Name, d.Right, d.Expected, note)
		for _, f := range d.Fields {
			if !f.Right && d.Error == "" {
				fmt.Fprintf(w, "    %s: %q, found %q\n", f.Key, f.Expected, f.Found)
			}
		}
	}
	fmt.Fprintln(w)
	for _, a := range append(s.Fields, s.Summed) {
		name := a.Key
		if name == "" {
			name = "summed"
		}
		fmt.Fprintf(w, "%-40s %5d of %-5d %6.3f\n", name, a.Right, a.Expected, a.Accuracy)
	}
}
