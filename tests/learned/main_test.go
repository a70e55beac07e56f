package main

import (
	"encoding/binary"
	"math"
	"os"
	"path/filepath"
	"testing"

	"github.com/seed-62a36931/docket/document"
	"github.com/seed-62a36931/docket/document/candidates"
	"github.com/seed-62a36931/docket/document/candidates/trees"
)

// invoiceOf returns a document of some lines, each a label and a value 150 points to the right.
func invoiceOf(rows ...[2]string) *document.Tree {
	t := &document.Tree{Pages: []document.Page{{Number: 1, Width: 600, Height: 800}}}
	for i, row := range rows {
		for k, text := range row {
			x, y := 40+150*float64(k), 740-14*float64(i)
			line := document.Line{Span: document.Span{Start: len(t.Text), End: len(t.Text) + len(text)}, Page: 1,
				Box: document.Rect{X: x, Y: y, Width: 5 * float64(len(text)), Height: 10}}
			for n := range len(text) + 1 {
				line.Edges = append(line.Edges, float32(x+5*float64(n)))
			}
			t.Text += text + "\n"
			t.Lines = append(t.Lines, line)
		}
	}
	t.Nodes = []document.Node{{Kind: document.KindDocument, Parent: -1, Children: []int{1}, Span: document.Span{End: len(t.Text)}},
		{Kind: document.KindParagraph, Span: document.Span{End: len(t.Text)}}}
	return t
}

// TestWrittenCandidatesAreScored writes the candidates of a document, reads them again and scores them.
func TestWrittenCandidatesAreScored(t *testing.T) {
	found := candidates.Find(invoiceOf([2]string{"Invoice number:", "F-2024-77"}, [2]string{"Invoice date:", "2024-03-03"},
		[2]string{"Due date:", "2024-04-02"}, [2]string{"Net total", "100.00"}, [2]string{"VAT 19%", "19.00"},
		[2]string{"Total due", "119.00"}), candidates.Options{})
	prefix := filepath.Join(t.TempDir(), "written")
	set := candidateSet{Format: featuresFormat, Features: candidates.FeatureNames(),
		Documents: []candidateDocument{writeDocument("a.pdf", found)}}
	if err := writeJSON(prefix+".json", set); err != nil {
		t.Fatal(err)
	}
	var numbers []byte
	for _, vector := range found.Features {
		for _, v := range vector {
			numbers = binary.LittleEndian.AppendUint32(numbers, math.Float32bits(v))
		}
	}
	if err := os.WriteFile(prefix+".f32", numbers, 0o600); err != nil {
		t.Fatal(err)
	}
	names, sets, err := readSets(prefix)
	if err != nil || len(names) != 1 || names[0] != "a.pdf" {
		t.Fatalf("got %v and the error %v, want a.pdf", names, err)
	}
	model, err := trees.Invoice()
	if err != nil {
		t.Fatal(err)
	}
	values := offerValues(model, sets[0])
	for field, want := range map[string]string{trees.FieldNumber: "F-2024-77", trees.FieldDate: "2024-03-03", trees.FieldDue: "2024-04-02",
		trees.FieldTotal: "119.00", trees.FieldNet: "100.00", trees.FieldTax: "19.00"} {
		if got := values[field]; len(got) == 0 || got[0].Value != want || len(got[0].Reasons) == 0 {
			t.Errorf("%s: got %+v, want %s first, with reasons", field, got, want)
		}
	}
	if got, want := len(scoreAll(model, sets))%8, 0; got != want {
		t.Errorf("the scores have %d bytes too many, want %v", got, want)
	}
}

func TestFilesOfAnotherFormatAreRefused(t *testing.T) {
	prefix := filepath.Join(t.TempDir(), "written")
	if err := writeJSON(prefix+".json", candidateSet{Format: featuresFormat + 1}); err != nil {
		t.Fatal(err)
	}
	if _, _, err := readSets(prefix); err == nil {
		t.Error("got no error for another format")
	}
}

func TestADocumentAlwaysHidesTheSameLabels(t *testing.T) {
	x := featuresCommand{Hide: true}
	hidden := map[int]bool{}
	for _, name := range []string{"1.pdf", "2.pdf", "3.pdf", "4.pdf", "5.pdf", "6.pdf", "7.pdf", "8.pdf", "9.pdf", "10.pdf",
		"11.pdf", "12.pdf"} {
		first, second, n := x.hidesLabels(name), x.hidesLabels(name), 0
		for _, label := range candidates.FeatureNames() {
			if first(label) != second(label) {
				t.Errorf("%s hides %s once, and once not", name, label)
			}
			if first(label) {
				n++
			}
		}
		hidden[n*10/candidates.FeatureCount()] = true
	}
	if len(hidden) < 3 {
		t.Errorf("documents hide %d different shares of labels, want at least 3", len(hidden))
	}
	if (featuresCommand{}).hidesLabels("1.pdf") != nil {
		t.Error("labels are hidden without --hide")
	}
}
