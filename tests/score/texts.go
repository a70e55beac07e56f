package main

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"github.com/seed-62a36931/docket/author"
	"github.com/seed-62a36931/docket/document/layout"
	"github.com/seed-62a36931/docket/domain/template"
	"github.com/seed-62a36931/docket/internal/terminal"
)

// textsCommand compares the text of documents with the right text.
type textsCommand struct {
	JSON bool `help:"Print JSON."`
	author.Reading
	Dir string `arg:"" type:"existingdir" help:"Directory with NAME.pdf and NAME.txt."`
}

// Help shows how it is used.
func (textsCommand) Help() string {
	return `The right text of NAME.pdf is NAME.txt. Measured are the part of its words, of its pairs of
words that follow each other, and of its characters that were read. Blanks count as one, soft
hyphens do not count, words that are divided at the ends of lines are joined. Where pdftotext is
installed, its figures stand beside.`
}

// A scoredText is how well the text of a document was read.
type scoredText struct {
	Name      string     `json:"name"`
	Docket    textShare  `json:"docket"`
	PDFToText *textShare `json:"pdftotext,omitempty"`
	Error     string     `json:"error,omitempty"`
}

// Run measures all documents of the directory.
func (s textsCommand) Run(ctx context.Context, streams terminal.Streams) error {
	names, err := filepath.Glob(filepath.Join(s.Dir, "*.txt"))
	if err != nil {
		return err
	}
	in := s.NewReader(template.Settings{})
	defer in.Close()
	var all []scoredText
	for _, name := range names {
		if pdf := strings.TrimSuffix(name, ".txt") + ".pdf"; isFile(pdf) {
			right, err := os.ReadFile(name)
			if err != nil {
				return err
			}
			all = append(all, scoreText(ctx, in, pdf, string(right)))
		}
	}
	if len(all) == 0 {
		return terminal.ReportMisuse(streams, "there is no NAME.txt beside a NAME.pdf in %s", s.Dir)
	}
	if s.JSON {
		return json.NewEncoder(streams.Out).Encode(all)
	}
	return writeTextScores(streams, all)
}

// scoreText measures one document.
func scoreText(ctx context.Context, in *author.Reader, pdf, right string) scoredText {
	out := scoredText{Name: strings.TrimSuffix(filepath.Base(pdf), ".pdf")}
	found := ""
	doc, err := in.ReadPages(ctx, pdf)
	if err != nil {
		out.Error = author.DescribeError(err)
	} else {
		found = layout.BuildTree(doc).Text
	}
	out.Docket = compareTexts(found, right)
	if other, err := exec.CommandContext(ctx, "pdftotext", pdf, "-").Output(); err == nil {
		share := compareTexts(string(other), right)
		out.PDFToText = &share
	}
	return out
}

// writeTextScores prints a line for each document, and the means.
func writeTextScores(streams terminal.Streams, all []scoredText) error {
	const row = "%-40s %6s %6s %6s %6s   %6s\n"
	fmt.Fprintf(streams.Out, row, "", "words", "pairs", "chars", "mean", "pdftotext")
	ours, others, compared := 0.0, 0.0, 0
	for _, s := range all {
		other := "-"
		if s.PDFToText != nil {
			other = inPercent(s.PDFToText.mean())
			others += s.PDFToText.mean()
			compared++
		}
		ours += s.Docket.mean()
		fmt.Fprintf(streams.Out, row, s.Name, inPercent(s.Docket.Words.Recall()), inPercent(s.Docket.Pairs.Recall()),
			inPercent(s.Docket.Characters.F1()), inPercent(s.Docket.mean()), other)
	}
	other := "-"
	if compared > 0 {
		other = inPercent(others / float64(compared))
	}
	_, err := fmt.Fprintf(streams.Out, row, "mean", "", "", "", inPercent(ours/float64(len(all))), other)
	return err
}

// inPercent writes a share with one digit after the point.
func inPercent(share float64) string { return fmt.Sprintf("%.1f", 100*share) }

// isFile reports whether there is a file of a name.
func isFile(name string) bool {
	info, err := os.Stat(name)
	return err == nil && info.Mode().IsRegular()
}
