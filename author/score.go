package author

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"slices"
	"sync"

	"github.com/seed-62a36931/docket/commands/analysis"
	"github.com/seed-62a36931/docket/internal/measure"
	"github.com/seed-62a36931/docket/internal/terminal"
)

// scoreCommands holds the commands below docket score; none of them needs a service.
type scoreCommands struct {
	Fields scoreFieldsCommand `cmd:"" help:"Measure the values of each field: precision, recall and F1."`
}

// scoreFieldsCommand runs a template over labelled documents and compares the values.
type scoreFieldsCommand struct {
	Template string            `required:"" type:"existingdir" placeholder:"DIR" help:"Directory of the template that extracts the values."`
	Truth    string            `type:"existingfile" placeholder:"FILE" help:"Labels: .csv, .tsv or .json. Default: NAME.json beside each document."`
	As       map[string]string `placeholder:"FIELD=NAME" help:"Component NAME holds the values of FIELD. Default: the one of that name."`
	Kind     map[string]string `placeholder:"FIELD=KIND" help:"How values are compared: text, exact, soft, amount or date. Default: text."`
	Limit    int               `placeholder:"N" help:"Only the first N documents."`
	Half     string            `enum:",first,second" default:"" placeholder:"HALF" help:"Only one half: first or second, every other document by name."`
	Compare  string            `type:"existingfile" placeholder:"FILE" help:"JSON of an earlier run: says what has changed since."`
	Workers  int               `placeholder:"N" help:"Documents that are read at once. Default: the number of cores, at most 4."`
	Watch    bool              `help:"Run again whenever a file of the template changes, until interrupted."`
	JSON     bool              `help:"Print JSON."`
	Reading
	Dir string `arg:"" type:"existingdir" help:"Directory of the labelled documents."`
}

// Help returns the text below the usage line of --help.
func (scoreFieldsCommand) Help() string {
	return `Labels are
  .csv   a heading with a column file; the other columns are fields. A file that stands in
         several rows has all their values.
  .tsv   a line for each document: its name, a tab, and field=value pairs parted by blanks,
         with underscores for blanks in values
  .json  {"a.pdf": {"total": "12.00", "party": ["A", "B"]}, ...}
Rows are labelled cell by cell: in .json as a list of objects, {"a.pdf": {"Line_Items":
[{"line_description": "Pump", "line_amount": "9.00"}]}}, in .csv by columns such as
row.Line_Items.line_amount, a line for each row. Cells of columns that are not labelled in a
document are not measured there. --as and --kind name a column in the same way.
Without --truth, a.json beside a.pdf holds the fields of a.pdf. A field that is empty for a
document is not measured there.

A field belongs to the component whose technical name equals it, where only letters and
digits count, without regard to case: flight_from and Flight_From are one.

Values are compared as text (without regard to case and the width of blanks), exact, soft
(9 of 10 characters are right, only letters and digits count), amount (1,250.00 is 1250) or
date (by value). All values of a component count, each once. Rows are paired with those that
were found by what they share; a row is right when it is complete: all labelled columns are
right, and empty where its label is. The report tells each column, and the share of complete rows. The report names what is wrong
(another value was found) apart from what is missing. Where rules tell their strength
(@confidence), it says how many of the values with a confidence of 0.9 or more are right, and
what share of all right values these are. Below that it says how many documents need a look, as a
service would list them by what the template expects and by doubt: those with a value that is
wrong or missing, and among these those where the template requires it (the share should be near 1), those
whose rows alone are not complete, and those that are right as a whole (it should be near 0). Documents that were read before are
taken from a cache, and so is what the rules found in them, as long as neither the template nor
the program has changed; --reread reads them and runs the rules anew. A document that cannot be read counts as one in
which nothing was found, and the exit code is 1.

Examples:
  docket score fields orders --truth orders/truth.csv --template my-template --kind total=amount
  docket score fields nda --truth nda/truth.tsv --template templates/contract --half first
  docket score fields bills --truth lines.json --template templates/invoice \
    --kind row.Line_Items.line_amount=amount --as row.Line_Items.what=line_description
  docket score fields orders --truth orders/truth.csv --template my-template --json > old.json
  docket score fields orders --truth orders/truth.csv --template my-template --compare old.json`
}

// A fieldReport holds the values found for one field in one document.
type fieldReport struct {
	Field   string   `json:"field"`
	Wanted  []string `json:"wanted"`
	Found   []string `json:"found"`
	Correct bool     `json:"correct"`
	Outcome string   `json:"outcome"` // right, wrong (another value was found), missing
	// Confidence is that of values that have one.
	Confidence map[string]float64 `json:"confidence,omitempty"`
	Rows       *rowsReport        `json:"rows,omitempty"` // of a field that is labelled cell by cell
	Key        bool               `json:"key,omitempty"`  // the template requires a value
}

// A documentReport holds the fields of one document.
type documentReport struct {
	Name   string        `json:"name"`
	Fields []fieldReport `json:"fields"`
	Look   []string      `json:"look,omitempty"` // why it needs a look, as "component: code"; none: it needs none
	Error  string        `json:"error,omitempty"`
}

// A fieldScore sums up one field, or all.
type fieldScore struct {
	Field string `json:"field,omitempty"`
	measure.Counts
	Wrong     int     `json:"wrong"`     // documents with a value that is not right
	Missing   int     `json:"missing"`   // documents without any value though there is one
	Sure      int     `json:"sure"`      // values found with a confidence of sureFrom or more
	SureRight int     `json:"sureRight"` // those that are right
	Precision float64 `json:"precision"`
	Recall    float64 `json:"recall"`
	F1        float64 `json:"f1"`
	// Columns are those of a field that is labelled cell by cell.
	Columns []columnScore `json:"columns,omitempty"`
}

// A scoreReport is the outcome of a run of score fields.
type scoreReport struct {
	Documents []documentReport `json:"documents"`
	Fields    []fieldScore     `json:"fields"`
	All       fieldScore       `json:"all"`
	Look      lookScore        `json:"needsLook"`
	Partial   bool             `json:"partial,omitempty"` // the run was interrupted
	Reread    int              `json:"read"`              // documents that were not in the cache
	Ran       int              `json:"ran"`               // documents that the rules ran over; of the others the values were in the cache
}

// Run measures all labelled documents of the directory, once or whenever the template changes.
func (x scoreFieldsCommand) Run(ctx context.Context, streams terminal.Streams) error {
	kinds, err := ParseKinds(x.Kind)
	if err != nil {
		return terminal.ReportMisuse(streams, "--kind: %v", err)
	}
	labelled, err := readLabels(x.Dir, x.Truth)
	if err != nil {
		return terminal.ReportMisuse(streams, "%v", err)
	}
	labelled = x.selectDocuments(labelled)
	if !x.Watch {
		return x.scoreOnce(ctx, streams, labelled, kinds)
	}
	return watchFolder(ctx, x.Template, func() {
		if err := x.scoreOnce(ctx, streams, labelled, kinds); err != nil && !errors.Is(err, terminal.ErrReported) {
			fmt.Fprintf(streams.Err, "docket: %v\n", err)
		}
	})
}

// selectDocuments returns the documents that --half and --limit leave.
func (x scoreFieldsCommand) selectDocuments(list []labelledDocument) (out []labelledDocument) {
	for i, d := range list {
		if x.Half == "" || (i%2 == 0) == (x.Half == "first") {
			out = append(out, d)
		}
	}
	if x.Limit > 0 && len(out) > x.Limit {
		out = out[:x.Limit]
	}
	return out
}

// scoreOnce runs the template over the documents and prints the report.
func (x scoreFieldsCommand) scoreOnce(ctx context.Context, streams terminal.Streams, list []labelledDocument,
	kinds map[string]measure.Kind) error {
	set, b, err := compileTemplate(streams, x.Template)
	if err != nil {
		return err
	}
	digest, err := analysis.DigestRules(b, analysis.DefaultRuleLimits())
	if err != nil {
		return err
	}
	report := x.scoreDocuments(ctx, streams, set, digest, list, kinds)
	var old *scoreReport
	if x.Compare != "" {
		if old, err = readReport(x.Compare); err != nil {
			return err
		}
	}
	if x.JSON {
		err = terminal.PrintJSON(streams.Out, report)
	} else {
		report.print(streams.Out)
	}
	if old != nil && err == nil {
		err = report.printChanges(streams.Err, *old)
	}
	failed := slices.ContainsFunc(report.Documents, func(d documentReport) bool { return d.Error != "" })
	if err == nil && (failed || report.Partial) {
		err = terminal.ErrReported
	}
	return err
}

// scoreDocuments extracts and compares on several cores. When the context ends, the report
// holds the documents that were done.
func (x scoreFieldsCommand) scoreDocuments(ctx context.Context, streams terminal.Streams, set *analysis.RuleSet, digest string,
	list []labelledDocument, kinds map[string]measure.Kind) scoreReport {
	workers := x.Workers
	if workers < 1 {
		workers = min(runtime.NumCPU(), 4)
	}
	done, next := make([]*documentReport, len(list)), make(chan int)
	var wg sync.WaitGroup
	var mu sync.Mutex
	count, read, ran := 0, 0, 0
	for range min(workers, len(list)) {
		wg.Go(func() {
			in := x.NewReader(set.Settings())
			defer in.Close()
			fields := &fieldFinder{in: in, set: set, digest: digest, program: describeProgram()}
			for i := range next {
				report := x.scoreDocument(ctx, fields, list[i], kinds)
				mu.Lock()
				if ctx.Err() == nil {
					done[i] = &report
				}
				count++
				if terminal.IsTerminal(streams.Err) {
					fmt.Fprintf(streams.Err, "\r%d/%d ", count, len(list))
				}
				mu.Unlock()
			}
			mu.Lock()
			read, ran = read+int(in.read.Load()), ran+fields.ran
			mu.Unlock()
			fields.prune()
		})
	}
	for i := range list {
		if ctx.Err() == nil {
			next <- i
		}
	}
	close(next)
	wg.Wait()
	report := sumReports(done, kinds, ctx.Err() != nil)
	report.Reread, report.Ran = read, ran
	return report
}

// scoreDocument reads one document, runs the rules over it and compares its fields.
func (x scoreFieldsCommand) scoreDocument(ctx context.Context, fields *fieldFinder, d labelledDocument,
	kinds map[string]measure.Kind) documentReport {
	out := documentReport{Name: d.name, Fields: []fieldReport{}}
	all, err := fields.find(ctx, d.path)
	if err != nil {
		out.Error = DescribeError(err)
	}
	out.Look = all.Look
	for _, f := range d.fields {
		kind := kinds[measure.SameName(f.name)]
		found := all.Values[measure.SameName(x.componentOf(f.name))]
		report := compareField(f, found.Values, kind)
		if len(f.rows) > 0 {
			report = x.compareRows(f, found, kinds)
		}
		report.Confidence, report.Key = found.Confidence, isRequired(fields.set.Components(), x.componentOf(f.name))
		out.Fields = append(out.Fields, report)
	}
	return out
}

// componentOf returns the name of the component that holds the values of a field.
func (x scoreFieldsCommand) componentOf(field string) string {
	for name, component := range x.As {
		if measure.SameName(name) == measure.SameName(field) {
			return component
		}
	}
	return field
}

// sureFrom is the confidence from which on a value counts as sure.
const sureFrom = 0.9
