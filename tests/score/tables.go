package main

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"

	"github.com/seed-62a36931/docket/author"
	"github.com/seed-62a36931/docket/document/layout"
	"github.com/seed-62a36931/docket/domain/template"
	"github.com/seed-62a36931/docket/internal/measure"
	"github.com/seed-62a36931/docket/internal/terminal"
)

// tablesCommand compares tables with ground truth.
type tablesCommand struct {
	JSON  bool `help:"Print JSON."`
	Kinds bool `help:"Sum up the documents of each kind, KIND-NUMBER.pdf, too."`
	author.Reading
	Dir string `arg:"" type:"existingdir" help:"Directory with NAME.pdf, NAME-reg.xml and NAME-str.xml."`
}

// Help shows how it is used.
func (tablesCommand) Help() string {
	return `The ground truth is in the format of the ICDAR 2013 table competition: regions in NAME-reg.xml,
cells in NAME-str.xml. A document with two versions of it, NAMEa and NAMEb, is measured by
the one that it agrees with best.

A cell with text is related to the next cells with text to its right and below it, over
blank ones. Precision is the part of the relations found that are right, recall the part of
those expected that are found; both texts must be equal but for white space.
  given        the regions are told, and the table inside is read
  end to end   tables are found, too; each is compared with the one that it covers best
  uncertain    of the cells found end to end that are wrong, and of those that are right, the
               part that the reader says to be uncertain
F1 per document is that of the mean precision and the mean recall; summed, that of all
relations together.

Ground truth that cannot be read is named and left out; a PDF that cannot be read counts as
one without tables, and the exit code is 1.`
}

// scoredDocument holds what was measured of one document.
type scoredDocument struct {
	Name     string      `json:"name"`
	Given    scoredShare `json:"given"`
	EndToEnd scoredShare `json:"endToEnd"`
	// Doubts are of the cells found end to end.
	Doubts measure.Doubts `json:"doubts"`
	Error  string         `json:"error,omitempty"`
}

// scoredShare is counts with the shares that follow from them.
type scoredShare struct {
	measure.Counts
	Precision float64 `json:"precision"`
	Recall    float64 `json:"recall"`
	F1        float64 `json:"f1"`
}

func shareOf(c measure.Counts) scoredShare {
	return scoredShare{c, c.Precision(), c.Recall(), c.F1()}
}

// scoredTables is everything that was measured.
type scoredTables struct {
	Documents []scoredDocument `json:"documents"`
	Given     scoredSum        `json:"given"`
	EndToEnd  scoredSum        `json:"endToEnd"`
	Doubts    measure.Doubts   `json:"doubts"`
	Kinds     []scoredKind     `json:"kinds,omitempty"`
	Skipped   []string         `json:"skipped,omitempty"` // with the reason
}

// A scoredKind is the measure of the documents of one kind, summed.
type scoredKind struct {
	Name     string      `json:"name"`
	Given    scoredShare `json:"given"`
	EndToEnd scoredShare `json:"endToEnd"`
}

// scoredSum is a measure over all documents.
type scoredSum struct {
	PerDocument scoredMean  `json:"perDocument"`
	Summed      scoredShare `json:"summed"`
}

// scoredMean is mean precision and recall, and their F1; MeanF1 is the mean of each F1.
type scoredMean struct {
	Precision float64 `json:"precision"`
	Recall    float64 `json:"recall"`
	F1        float64 `json:"f1"`
	MeanF1    float64 `json:"meanF1"`
}

// Run measures all documents of the directory.
func (s tablesCommand) Run(ctx context.Context, streams terminal.Streams) error {
	truths, err := tableTruths(s.Dir)
	if err != nil {
		return err
	}
	if len(truths) == 0 {
		return terminal.ReportMisuse(streams, "there is no NAME-str.xml beside a NAME.pdf in %s", s.Dir)
	}
	in := s.NewReader(template.Settings{})
	defer in.Close()
	var out scoredTables
	for _, t := range truths {
		if t.problem != "" {
			out.Skipped = append(out.Skipped, t.problem)
			continue
		}
		out.Documents = append(out.Documents, s.scoreDocument(ctx, in, t))
	}
	out.sumDocuments()
	if s.Kinds {
		out.sumKinds()
	}
	return out.writeReport(streams, s.JSON)
}

// scoreDocument measures one document by the version that it agrees with best.
func (s tablesCommand) scoreDocument(ctx context.Context, in *author.Reader, t tableTruth) scoredDocument {
	out := scoredDocument{Name: t.name}
	doc, err := in.ReadPages(ctx, t.pdf)
	var found []measure.Table
	if err != nil {
		out.Error, doc = author.DescribeError(err), &layout.Document{}
	} else {
		found = tablesOf(layout.BuildTree(doc))
	}
	for i, v := range t.versions {
		given := shareOf(givenTables(doc, v))
		want := onPages(v.tables, doc.Pages)
		ends := shareOf(measure.CompareTables(found, want))
		if i == 0 || given.F1 > out.Given.F1 {
			out.Given = given
		}
		if i == 0 || ends.F1 > out.EndToEnd.F1 {
			out.EndToEnd, out.Doubts = ends, measure.CountDoubts(found, want)
		}
	}
	return out
}

// sumDocuments completes the measures over all documents.
func (s *scoredTables) sumDocuments() {
	var given, ends []scoredShare
	for _, d := range s.Documents {
		given, ends = append(given, d.Given), append(ends, d.EndToEnd)
		s.Doubts = s.Doubts.Add(d.Doubts)
	}
	s.Given, s.EndToEnd = sumOf(given), sumOf(ends)
}

// sumKinds completes the measures of each kind of document: those of one name but for the number.
func (s *scoredTables) sumKinds() {
	for _, d := range s.Documents {
		name := strings.TrimRight(d.Name, "0123456789")
		name = strings.TrimSuffix(name, "-")
		if n := len(s.Kinds); n == 0 || s.Kinds[n-1].Name != name {
			s.Kinds = append(s.Kinds, scoredKind{Name: name})
		}
		k := &s.Kinds[len(s.Kinds)-1]
		k.Given, k.EndToEnd = shareOf(k.Given.Add(d.Given.Counts)), shareOf(k.EndToEnd.Add(d.EndToEnd.Counts))
	}
}

func sumOf(shares []scoredShare) (s scoredSum) {
	var all measure.Counts
	for _, d := range shares {
		all = all.Add(d.Counts)
		n := float64(len(shares))
		s.PerDocument.Precision += d.Precision / n
		s.PerDocument.Recall += d.Recall / n
		s.PerDocument.MeanF1 += d.F1 / n
	}
	s.PerDocument.F1 = measure.HarmonicMean(s.PerDocument.Precision, s.PerDocument.Recall)
	s.Summed = shareOf(all)
	return s
}

// writeReport prints what was measured.
func (s *scoredTables) writeReport(streams terminal.Streams, asJSON bool) error {
	failed := false
	for _, d := range s.Documents {
		failed = failed || d.Error != ""
	}
	if asJSON {
		enc := json.NewEncoder(streams.Out)
		enc.SetIndent("", "  ")
		if err := enc.Encode(s); err != nil {
			return err
		}
	} else {
		s.printReport(streams)
	}
	if failed {
		return terminal.ErrReported
	}
	return nil
}

// printReport writes a line for each document, and the sums.
func (s *scoredTables) printReport(streams terminal.Streams) {
	w := streams.Out
	fmt.Fprintf(w, "%-20s %23s %23s\n", "", "given regions", "end to end")
	fmt.Fprintf(w, "%-20s %7s %7s %7s %7s %7s %7s\n", "document", "P", "R", "F1", "P", "R", "F1")
	printRow := func(name string, g, e scoredShare, note string) {
		fmt.Fprintf(w, "%-20s %7.3f %7.3f %7.3f %7.3f %7.3f %7.3f %s\n", name, g.Precision, g.Recall, g.F1, e.Precision, e.Recall, e.F1, note)
	}
	for _, d := range s.Documents {
		printRow(d.Name, d.Given, d.EndToEnd, d.Error)
	}
	for _, k := range s.Kinds {
		printRow(k.Name, k.Given, k.EndToEnd, "")
	}
	g, e := s.Given.PerDocument, s.EndToEnd.PerDocument
	fmt.Fprintf(w, "%-20s %7.3f %7.3f %7.3f %7.3f %7.3f %7.3f\n", "per document", g.Precision, g.Recall, g.F1, e.Precision, e.Recall, e.F1)
	a, b := s.Given.Summed, s.EndToEnd.Summed
	fmt.Fprintf(w, "%-20s %7.3f %7.3f %7.3f %7.3f %7.3f %7.3f\n", "summed", a.Precision, a.Recall, a.F1, b.Precision, b.Recall, b.F1)
	fmt.Fprintf(w, "uncertain: %.3f of %d wrong cells, %.4f of %d right ones\n", s.Doubts.ShareOfWrong(), s.Doubts.Wrong,
		s.Doubts.ShareOfRight(), s.Doubts.Right)
	for _, t := range s.Skipped {
		fmt.Fprintln(streams.Err, "docket: left out:", t)
	}
}
