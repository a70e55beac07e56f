package publish

import (
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"

	"github.com/seed-62a36931/docket/author"
	"github.com/seed-62a36931/docket/author/suggest"
	"github.com/seed-62a36931/docket/domain/template"
	"github.com/seed-62a36931/docket/internal/measure"
	"github.com/seed-62a36931/docket/internal/terminal"
)

// suggestCommand learns the rules of a template from labelled documents.
type suggestCommand struct {
	author.Reading
	Dir       string            `arg:"" type:"existingdir" help:"Folder of the labelled documents."`
	Out       string            `arg:"" optional:"" name:"folder" help:"Folder to write, new or empty. Without it the rules are only listed."`
	Truth     string            `type:"existingfile" placeholder:"FILE" help:"Labels: .csv, .tsv or .json. Default: NAME.json beside each document."`
	Kind      map[string]string `placeholder:"FIELD=KIND" help:"How values are compared: text, exact, soft, amount or date. Default: what the labels look like."`
	Name      string            `help:"Name of the template. Default: the name of its folder."`
	Languages []string          `name:"ocr-language" default:"eng" placeholder:"CODE" help:"Language of scans, such as deu; several are parted by commas."`
	MaxRules  int               `default:"8" placeholder:"N" help:"How many rules a field may have."`
	JSON      bool              `help:"Print the rules and figures as JSON."`
}

// Help returns the text below the usage line of --help.
func (suggestCommand) Help() string {
	return `Looks for what tells the values that people have given for documents: labels beside them, words in
front of them, the form of the value, the place of its line. Each candidate is measured with the
rule engine, and for each field those that together find most values right become rules. The folder
that is written is a template like any other: rules that can be read and changed, with the share that
is right as @confidence, a README with the figures, and tests made of lines of the documents.

The figures of the column unseen are measured by cross-validation: rules were learnt from four fifths
of the documents and tried on the others, five times. Documents of one sender in both parts flatter
them: label some of senders that the rules have not seen, and measure those with docket score fields.
Twenty documents are a beginning; several hundred take minutes. Labels are those of docket score
fields, which tells afterwards what is wrong or missing. No service is needed.

A field of which fewer than two documents have the value in their text gets no rule, and the list
says why. Documents that cannot be read are named and left out.

Examples:
  docket templates suggest orders --truth orders/truth.csv
  docket templates suggest orders my-orders --truth orders/truth.csv --kind advertiser=soft
  docket score fields orders --truth orders/truth.csv --template my-orders --watch
  docket templates check my-orders`
}

// Run learns the rules, lists them and writes the folder.
func (c suggestCommand) Run(ctx context.Context, streams terminal.Streams) error {
	origin, err := c.checkTarget(streams)
	if err != nil {
		return err
	}
	set, err := author.OpenLabelled(c.Dir, c.Truth)
	if err != nil && c.Truth == "" {
		err = fmt.Errorf("%w: name the file of labels with --truth, or put NAME.json beside each NAME.pdf (docket score fields --help)", err)
	}
	if err != nil {
		return terminal.ReportMisuse(streams, "%v", err)
	}
	kinds, err := c.fieldKinds(set.Fields())
	if err != nil {
		return terminal.ReportMisuse(streams, "--kind: %v", err)
	}
	docs, err := c.readDocuments(ctx, streams, set)
	if err != nil {
		return err
	}
	proposal, err := suggest.Learn(ctx, docs, suggest.GuessKinds(docs, set.Fields(), kinds), suggest.Options{
		MaxRules: c.MaxRules, Workers: runtime.NumCPU(), Progress: reportProgress(streams)})
	if err != nil {
		return err
	}
	if c.JSON {
		err = terminal.PrintJSON(streams.Out, proposal)
	} else {
		err = printProposal(streams.Out, proposal)
	}
	switch {
	case err != nil:
		return err
	case !proposal.HasRules():
		return errors.New("no field has a rule, so nothing was written: check that the labels are written as the documents print them, " +
			"name amounts and dates with --kind, or label more documents")
	case c.Out == "":
		return nil
	}
	return c.writeFolder(ctx, streams, proposal, origin)
}

// checkTarget checks the folder to write and the name of the template before anything is read.
func (c suggestCommand) checkTarget(streams terminal.Streams) (suggest.Origin, error) {
	origin := suggest.Origin{Title: c.Name, Languages: c.Languages, Folder: c.Dir, Truth: c.Truth}
	if c.MaxRules < 1 {
		return origin, terminal.ReportMisuse(streams, "--max-rules is at least 1")
	}
	if len(c.Languages) == 0 || len(c.Languages) > 10 {
		return origin, terminal.ReportMisuse(streams, "--ocr-language takes one to ten codes of languages")
	}
	if c.Out == "" {
		return origin, nil
	}
	if origin.Title == "" {
		whole, err := filepath.Abs(c.Out)
		if err != nil {
			return origin, err
		}
		origin.Title = filepath.Base(whole)
	}
	if err := checkTemplateName(origin.Title); err != nil {
		return origin, terminal.ReportMisuse(streams, err.Error())
	}
	return origin, requireEmptyFolder(c.Out)
}

// fieldKinds returns the kinds that --kind names, by field; a field that no document is labelled
// with is an error.
func (c suggestCommand) fieldKinds(fields []string) (map[string]measure.Kind, error) {
	named, err := author.ParseKinds(c.Kind)
	if err != nil {
		return nil, err
	}
	out := map[string]measure.Kind{}
	for _, f := range fields {
		if kind, ok := named[measure.SameName(f)]; ok {
			out[f] = kind
			delete(named, measure.SameName(f))
		}
	}
	for _, name := range slices.Sorted(maps.Keys(c.Kind)) {
		if _, left := named[measure.SameName(name)]; left {
			return nil, fmt.Errorf("no document is labelled with %s; the fields are %s", name, strings.Join(fields, ", "))
		}
	}
	return out, nil
}

// How many documents are needed to learn anything, and how many for figures that can be relied on.
const (
	minDocuments  = 2
	goodDocuments = 20
)

// readDocuments reads the labelled documents. Those that cannot be read are named and left out.
func (c suggestCommand) readDocuments(ctx context.Context, streams terminal.Streams, set author.LabelledSet) ([]suggest.Document, error) {
	if set.Len() < minDocuments {
		return nil, tooFew(set.Len())
	}
	progress := reportProgress(streams)
	list, err := set.Read(ctx, c.Reading, template.Settings{OCRByDefault: true, OCRLanguages: c.Languages},
		func(done, all int) { progress("documents", done, all) })
	if err != nil {
		return nil, err
	}
	var out []suggest.Document
	for _, d := range list {
		if cause := whyUseless(d); cause != "" {
			fmt.Fprintf(streams.Err, "%s is left out: %s\n", d.Name, cause)
			continue
		}
		out = append(out, suggest.Document{Name: d.Name, Tree: d.Tree, Values: d.Values})
	}
	if len(out) < minDocuments {
		return nil, tooFew(len(out))
	}
	return out, nil
}

// whyUseless returns why nothing can be learnt from a document, "" if it has been read and has text.
func whyUseless(d author.Labelled) string {
	switch {
	case d.Err != nil:
		return author.DescribeError(d.Err)
	case strings.TrimSpace(d.Tree.Text) != "":
		return ""
	}
	for _, page := range d.Tree.Pages {
		if page.Note != "" {
			return "it has no text: " + page.Note
		}
	}
	return "it has no text"
}

// tooFew returns the error for a set of documents from which nothing can be learnt.
func tooFew(n int) error {
	return fmt.Errorf("rules are learnt from what documents have in common, and %d of the labelled documents can be read: "+
		"label %d or more, better %d", n, minDocuments, goodDocuments)
}

// reportProgress returns a function that shows on a terminal how much of a step is done.
func reportProgress(streams terminal.Streams) func(step string, done, all int) {
	if !terminal.IsTerminal(streams.Err) {
		return func(string, int, int) {}
	}
	return func(step string, done, all int) {
		fmt.Fprintf(streams.Err, "\r%s: %d of %d ", step, done, all)
		if done == all {
			fmt.Fprint(streams.Err, "\r\033[K")
		}
	}
}

// printProposal prints each field with its figures and its rules, best first.
func printProposal(out io.Writer, p *suggest.Proposal) error {
	err := terminal.PrintTable(out, "FIELD\tKIND\tLABELLED\tIN THE TEXT\tRULES\tUNSEEN P\tR\tF1\n", func(w io.Writer) {
		var all measure.Counts
		for _, f := range p.Fields {
			all = all.Add(f.Unseen)
			fmt.Fprintf(w, "%s\t%s\t%d\t%d\t%d\t%s\n", f.Name, f.KindName, f.Labelled, f.InText, len(f.Rules), figuresOf(f.Unseen))
		}
		fmt.Fprintf(w, "all\t\t\t\t\t%s\n", figuresOf(all))
	})
	for _, f := range p.Fields {
		if f.Reason != "" {
			fmt.Fprintf(out, "\n%s: no rule; %s\n", f.Name, f.Reason)
			continue
		}
		fmt.Fprintf(out, "\n%s\n", f.Name)
		for _, r := range f.Rules {
			fmt.Fprintf(out, "  %3d of %3d right: %s\n", r.Right, r.Found, r.About)
		}
		if rest := f.DescribeRest(); rest != "" {
			fmt.Fprintf(out, "  %s\n", rest)
		}
	}
	if p.Documents < goodDocuments {
		fmt.Fprintf(out, "\n%d documents are few: the figures can be far off; label %d or more.\n", p.Documents, goodDocuments)
	}
	return err
}

// figuresOf returns precision, recall and F1 as columns.
func figuresOf(c measure.Counts) string {
	if c.Found == 0 {
		return "-\t-\t-"
	}
	return fmt.Sprintf("%.3f\t%.3f\t%.3f", c.Precision(), c.Recall(), c.F1())
}

// writeFolder writes the template beside its place first, so that a folder that is there is whole.
func (c suggestCommand) writeFolder(ctx context.Context, streams terminal.Streams, p *suggest.Proposal, origin suggest.Origin) (err error) {
	files, err := p.Files(origin)
	if err == nil {
		files, err = p.AddExamples(ctx, files, author.ParseLightText)
	}
	if err != nil {
		return err
	}
	folder := filepath.Clean(c.Out)
	if err := os.MkdirAll(filepath.Dir(folder), 0o755); err != nil {
		return err
	}
	whole, err := os.MkdirTemp(filepath.Dir(folder), ".suggested-")
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(whole)) }()
	for _, f := range files {
		name := filepath.Join(whole, filepath.FromSlash(f.Name))
		if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
			return err
		}
		if err := os.WriteFile(name, f.Content, 0o644); err != nil {
			return err
		}
	}
	if err := os.Chmod(whole, 0o755); err != nil {
		return err
	}
	if err := os.Remove(folder); err != nil && !errors.Is(err, os.ErrNotExist) { // an empty folder makes room
		return err
	}
	if err := os.Rename(whole, folder); err != nil {
		return err
	}
	out := streams.Out
	if c.JSON { // the standard output is for programs
		out = streams.Err
	}
	_, err = fmt.Fprintf(out, "\n%[1]s holds the template %[2]s; its figures and how to go on: %[1]s/README.md\n"+
		"Text in images is recognised as %[3]s: ocrLanguages in %[1]s/template.yaml, or --ocr-language\n"+
		"Next: docket templates check %[1]s\n", folder, origin.Title, strings.Join(origin.Languages, ", "))
	return err
}
