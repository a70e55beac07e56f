package author

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/seed-62a36931/docket/adapters/bundle"
	"github.com/seed-62a36931/docket/adapters/ruletest"
	"github.com/seed-62a36931/docket/commands/analysis"
	"github.com/seed-62a36931/docket/document"
	"github.com/seed-62a36931/docket/internal/terminal"
	"github.com/seed-62a36931/docket/rules"
)

// testCommand runs the tests of a template.
type testCommand struct {
	Verbose bool `short:"v" help:"Show for each case what was found, and how long it took."`
	JSON    bool `help:"Print JSON."`
	// Coverage also runs each case with a trace, which takes longer.
	Coverage bool `help:"List the rules, and the alternatives of their conditions, that no case fires."`
	Reading

	covered *coverage // nil unless Coverage is set

	Template string   `arg:"" name:"dir" type:"existingdir" help:"Directory of the dossier template; its tests are tests/*.yaml."`
	Files    []string `arg:"" optional:"" type:"existingfile" help:"These files of tests only."`
}

// Help returns the text below the usage line of --help, with the form of a file of tests.
func (testCommand) Help() string {
	return `Each case is a document, and what the rules must find in it. The exit code is 0 when all cases
pass, 1 when one fails, 2 when there are no tests or a file of them cannot be read.

A file of tests, such as my-template/tests/orders.yaml:

  cases:
    - name: number behind its label
      document: |
        # Order
        Order no. 17
        | Item | Price |
        |------|-------|
        | Nut  | 1.20  |
      attributes: {Country: DE}          # of the file, by label
      entities:
        - {type: order_number, value: 17, rule: Order.0.0, page: 1}
      components:
        Order_Number: 17
        Items: [Nut]                     # all values, in their order
    - name: a real one
      pdf: samples/1.pdf                 # below the template
      exact: false                       # there may be more than what is listed
      components: {Order_Number: 4711}

In a document, # begins a headline (## one below it), a blank line ends a paragraph, --- begins
a new page, and lines that begin with [header] or [footer] belong to those of the page; a
line such as [image] LOGO is an image; a backslash in front takes a line as it stands.
docs/rule-tests.md tells all in "Files of tests".

Examples:
  docket rules test my-template
  docket rules test my-template my-template/tests/orders.yaml -v
  docket rules test my-template --json | jq '.cases[] | select(.result == "FAIL")'`
}

// A caseResult is the result of one case.
type caseResult struct {
	File        string                `json:"file"`
	Line        int                   `json:"line"`
	Name        string                `json:"name"`
	Result      string                `json:"result"` // PASS or FAIL
	Seconds     float64               `json:"seconds"`
	Differences []ruletest.Difference `json:"differences"`
	Hints       []string              `json:"hints,omitempty"` // names that the template lacks
	found       ranFile
}

// Run runs all cases and prints their results.
func (x testCommand) Run(ctx context.Context, streams terminal.Streams) error {
	x.Template = ShortenPath(x.Template)
	var files []string
	for _, name := range x.Files {
		files = append(files, ShortenPath(name))
	}
	if len(files) == 0 {
		files = testFiles(x.Template)
	}
	if len(files) == 0 {
		return terminal.ReportMisuse(streams, "there are no tests in %s; docket rules test --help tells how one is written",
			filepath.Join(x.Template, "tests"))
	}
	set, err := CompileTemplate(streams, x.Template)
	if err != nil {
		return err
	}
	var names rules.Names
	if b, problems, err := bundle.ReadDir(x.Template); err == nil {
		names = namesOf(b, problems)
	}
	in := x.NewReader(set.Settings())
	defer in.Close()
	var results []caseResult
	var missed unreadCount
	if x.Coverage {
		x.covered = &coverage{}
	}
	for _, name := range files {
		f := readTests(name)
		missed.addFile(streams, name, f)
		for _, c := range f.Cases {
			result := x.runCase(ctx, in, set, name, c)
			if result.Result == "FAIL" {
				result.Hints = undefinedNames(c, names)
			}
			results = append(results, result)
		}
	}
	return x.reportResults(streams, results, missed)
}

// testFiles returns the paths of a template's files of tests, sorted.
func testFiles(dir string) []string {
	var out []string
	for _, pattern := range []string{"*.yaml", "*.yml"} {
		found, _ := filepath.Glob(filepath.Join(dir, "tests", pattern)) // the pattern is sound
		out = append(out, found...)
	}
	slices.Sort(out)
	return out
}

// readTests reads a file of tests. A file that cannot be opened counts as broken.
func readTests(name string) ruletest.File {
	content, err := os.ReadFile(name)
	if err != nil {
		return ruletest.File{Broken: true, Problems: []ruletest.Problem{{Line: 1, Column: 1, Message: err.Error()}}}
	}
	return ruletest.ReadTests(content)
}

// unreadCount counts the cases and files of tests that could not be read, and their problems.
type unreadCount struct{ cases, files, problems int }

// addFile counts the unreadable parts of a file, and prints their problems.
func (u *unreadCount) addFile(streams terminal.Streams, name string, f ruletest.File) {
	printTestProblems(streams, name, f.Problems)
	u.cases, u.problems = u.cases+f.Unread, u.problems+len(f.Problems)
	if f.Broken {
		u.files++
	}
}

// String returns the end of a summary, "" if everything could be read.
func (u unreadCount) String() (s string) {
	if u.cases > 0 {
		s = fmt.Sprintf(", %d could not be read", u.cases)
	}
	if u.files > 0 {
		s += fmt.Sprintf(", %s could not be read", terminal.FormatCount(u.files, "file"))
	}
	return s
}

// printTestProblems prints the problems of a file of tests as file:line:column.
func printTestProblems(streams terminal.Streams, name string, problems []ruletest.Problem) {
	for _, p := range problems {
		fmt.Fprintf(streams.Err, "%s:%d:%d: error: %s\n", name, p.Line, p.Column, p.Message)
	}
}

// runCase runs a case and returns its result.
func (x testCommand) runCase(ctx context.Context, in *Reader, set *analysis.RuleSet, file string, c ruletest.Case) caseResult {
	out := caseResult{File: file, Line: c.Line, Name: c.Name, Result: "PASS", Differences: []ruletest.Difference{}}
	began := time.Now()
	s, err := in.readCase(ctx, x.Template, filepath.Base(file), c)
	if err != nil {
		out.Differences = []ruletest.Difference{{What: "document", Found: []string{DescribeError(err)}}}
	} else {
		var found document.Result
		if found, err = x.runRules(ctx, set, s); err == nil {
			out.found = foundOf(found)
		}
		if len(found.Failures) > 0 { // a rule that fails fails its test, whatever others find
			err = errors.New(describeFailure(found.Failures[0]))
		}
		out.Differences = append(out.Differences, c.CompareResult(found, err)...)
	}
	if len(out.Differences) > 0 {
		out.Result = "FAIL"
	}
	out.Seconds = time.Since(began).Seconds()
	return out
}

// runRules runs the rules over the document of a case, and counts what they cover if that is
// wanted.
func (x testCommand) runRules(ctx context.Context, set *analysis.RuleSet, s subject) (document.Result, error) {
	if x.covered == nil {
		return set.Run(ctx, s.tree, s.attributes...)
	}
	found, trace, err := set.Explain(ctx, s.tree, s.attributes...)
	x.covered.add(trace)
	return found, err
}

// reportResults prints the results of all cases, and returns the error that becomes the exit code.
func (x testCommand) reportResults(streams terminal.Streams, results []caseResult, missed unreadCount) error {
	failed := 0
	for _, r := range results {
		if r.Result == "FAIL" {
			failed++
		}
	}
	var err error
	if x.JSON {
		err = terminal.PrintJSON(streams.Out, struct {
			Cases  []caseResult `json:"cases"`
			Passed int          `json:"passed"`
			Failed int          `json:"failed"`
			Unread int          `json:"unread"` // cases, and files that no case could be read of

			Coverage *coverageReport `json:"coverage,omitempty"`
		}{append([]caseResult{}, results...), len(results) - failed, failed, missed.cases + missed.files, x.covered.report()})
	} else {
		err = x.printResults(streams, results, failed, missed)
	}
	switch {
	case err != nil:
		return err
	case missed.problems > 0:
		return terminal.ErrMisuse
	case failed > 0:
		return terminal.ErrReported
	}
	return nil
}

// printResults prints the results of all cases as text.
func (x testCommand) printResults(streams terminal.Streams, results []caseResult, failed int, missed unreadCount) error {
	w := bufio.NewWriter(streams.Out)
	for _, r := range results {
		fmt.Fprintf(w, "%s  %s:%d  %s", r.Result, r.File, r.Line, r.Name)
		if x.Verbose {
			fmt.Fprintf(w, "  %.0f ms", 1000*r.Seconds)
		}
		fmt.Fprintln(w)
		for _, d := range r.Differences {
			fmt.Fprintf(w, "      %s\n", d.What)
			printLines(w, "expected", d.Expected)
			printLines(w, "found   ", d.Found)
			if d.Name != "" {
				fmt.Fprintf(w, "        why: docket rules explain --template %s %s --case %q --component %q\n",
					x.Template, r.File, r.Name, d.Name)
			}
		}
		for _, hint := range r.Hints {
			fmt.Fprintf(w, "      %s\n", hint)
		}
		if x.Verbose && r.Result == "PASS" {
			r.found.printFound(w)
			fmt.Fprintln(w)
		}
	}
	fmt.Fprintf(w, "%s, %d passed, %d failed%s\n",
		terminal.FormatCount(len(results)+missed.cases, "case"), len(results)-failed, failed, missed)
	if x.covered != nil {
		x.covered.report().print(w)
	}
	return w.Flush()
}

func printLines(w *bufio.Writer, what string, lines []string) {
	for _, line := range lines {
		fmt.Fprintf(w, "        %s  %s\n", what, strings.ReplaceAll(line, "\n", " "))
	}
}
