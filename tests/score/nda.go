package main

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/seed-62a36931/docket/author"
	"github.com/seed-62a36931/docket/internal/measure"
	"github.com/seed-62a36931/docket/internal/terminal"
)

// ndaCommand measures what is extracted from non-disclosure agreements.
type ndaCommand struct{ scoring }

// Help shows how it is used.
func (ndaCommand) Help() string {
	return `Ground truth is DIR/truth.tsv, a line for each document: its file name, a tab, and key=value
pairs parted by blanks; in values, underscores stand for blanks. The keys are effective_date
(ISO), jurisdiction, party (several) and term.

The measure is that of Kleister: F1 over all pairs, which are equal when they are so in upper
case, with underscores for blanks. All values of a component count; one that stands twice
counts once.

` + nameHelp + `

Examples:
  go run ./tests/score nda contracts --template my-template
  go run ./tests/score nda contracts --template my-template --json | jq '.documents[] | select(.f1 < 1)'`
}

// scoredPairs holds what was measured of one document, or of one key.
type scoredPairs struct {
	Name string `json:"name"`
	scoredShare
	Missing []measure.Pair `json:"missing,omitempty"`
	Wrong   []measure.Pair `json:"wrong,omitempty"`
	Error   string         `json:"error,omitempty"`
}

// Run measures all documents of the directory.
func (s ndaCommand) Run(ctx context.Context, streams terminal.Streams) error {
	truths, err := pairTruths(s.Dir)
	if err != nil {
		return terminal.ReportMisuse(streams, "%v", err)
	}
	found, err := s.extractValues(ctx, streams, truths)
	if err != nil {
		return err
	}
	out := s.compareAll(truths, found)
	if s.JSON {
		err = terminal.PrintJSON(streams.Out, out)
	} else {
		out.printReport(streams)
	}
	if err == nil && out.hasFailed() {
		err = terminal.ErrReported
	}
	return err
}

// scoredAgreements is everything that was measured of pairs.
type scoredAgreements struct {
	Documents []scoredPairs `json:"documents"`
	Keys      []scoredPairs `json:"keys"`
	Summed    scoredShare   `json:"summed"`
}

// compareAll compares all documents, and sums up by key and in all.
func (s ndaCommand) compareAll(truths []truth, found []extraction) scoredAgreements {
	var keys []string
	for _, t := range truths {
		for _, p := range t.expected {
			if !slices.Contains(keys, p.Key) {
				keys = append(keys, p.Key)
			}
		}
	}
	slices.Sort(keys)
	out := scoredAgreements{Documents: []scoredPairs{}, Keys: make([]scoredPairs, len(keys))}
	byKey := make([]measure.Counts, len(keys))
	var all measure.Counts
	for i, t := range truths {
		var pairs []measure.Pair
		for k, key := range keys {
			var own []measure.Pair
			for _, v := range s.valuesForKey(found[i], key) {
				own = append(own, measure.Pair{Key: key, Value: v})
			}
			pairs = append(pairs, own...)
			byKey[k] = byKey[k].Add(measure.ComparePairs(own, ofKey(t.expected, key)).Counts)
		}
		c := measure.ComparePairs(pairs, t.expected)
		all = all.Add(c.Counts)
		out.Documents = append(out.Documents, scoredPairs{t.name, shareOf(c.Counts), c.Missing, c.Wrong, errorSentence(found[i].err)})
	}
	for k, key := range keys {
		out.Keys[k] = scoredPairs{Name: key, scoredShare: shareOf(byKey[k])}
	}
	out.Summed = shareOf(all)
	return out
}

func ofKey(pairs []measure.Pair, key string) (out []measure.Pair) {
	for _, p := range pairs {
		if p.Key == key {
			out = append(out, p)
		}
	}
	return out
}

func (s scoredAgreements) hasFailed() bool {
	return slices.ContainsFunc(s.Documents, func(d scoredPairs) bool { return d.Error != "" })
}

// printReport writes a line for each document and key, and the sum.
func (s scoredAgreements) printReport(streams terminal.Streams) {
	w := bufio.NewWriter(streams.Out)
	defer w.Flush()
	line := func(name string, c scoredShare, note string) {
		fmt.Fprintln(w, strings.TrimRight(fmt.Sprintf("%-40s %5d %5d %5d %7.3f %7.3f %7.3f  %s", name, c.Right, c.Found, c.Expected,
			c.Precision, c.Recall, c.F1, note), " "))
	}
	fmt.Fprintf(w, "%-40s %5s %5s %5s %7s %7s %7s\n", "document", "right", "found", "true", "P", "R", "F1")
	for _, d := range s.Documents {
		line(d.Name, d.scoredShare, d.Error)
	}
	fmt.Fprintln(w)
	for _, k := range s.Keys {
		line(k.Name, k.scoredShare, "")
	}
	line("summed", s.Summed, "")
}

// pairTruths reads DIR/truth.tsv.
func pairTruths(dir string) (out []truth, err error) {
	name := filepath.Join(dir, "truth.tsv")
	content, err := os.ReadFile(name)
	if err != nil {
		return nil, err
	}
	for i, text := range strings.Split(string(bytes.TrimPrefix(content, []byte("\ufeff"))), "\n") {
		if text = strings.TrimSpace(text); text == "" {
			continue
		}
		file, rest, _ := strings.Cut(text, "\t")
		t := truth{name: file, pdf: inDir(dir, file)}
		for _, p := range strings.Fields(rest) {
			key, value, ok := strings.Cut(p, "=")
			if !ok {
				return nil, fmt.Errorf("%s:%d: %q is not key=value", author.ShortenPath(name), i+1, p)
			}
			t.expected = append(t.expected, measure.Pair{Key: key, Value: value})
		}
		out = append(out, t)
	}
	if len(out) == 0 {
		err = fmt.Errorf("%s is empty", author.ShortenPath(name))
	}
	return out, err
}
