package author

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"

	"github.com/seed-62a36931/docket/adapters/bundle"
	"github.com/seed-62a36931/docket/internal/terminal"
	"github.com/seed-62a36931/docket/rules"
)

// checkCommand finds the errors in rule files and templates.
type checkCommand struct {
	Syntax   bool     `help:"Stop after parsing: any file of the language DRL6 passes, whatever its names, types and Java."`
	Side     string   `enum:",entity,component" default:"" placeholder:"SIDE" help:"Kind of rules. Default: as file names or contents say."`
	Template string   `type:"existingdir" placeholder:"DIR" help:"Check this template, too."`
	JSON     bool     `help:"Print JSON."`
	Files    []string `arg:"" optional:"" help:"Rule files, directories, or - for the standard input."`

	incomplete bool // a template may lack rule files
}

// Help returns the text below the usage line of --help.
func (checkCommand) Help() string {
	return `Prints each error as file:line:column, with the line and a mark under the place, so that
editors can jump to it; a summary follows. Warnings never fail a check. The exit code is 0
without errors, 1 with errors, 2 when a file cannot be read or its side is not known.

Of a template, which is a directory, both rule files, the date formats, the tests and the
other files are checked. Of another directory, all rule files below it.

A file whose name holds "entity" or "component" has that side; of another one, its contents
decide.

Examples:
  docket rules check templates/invoice
  docket rules check --syntax rules/*.drl
  docket rules check --side component --json - < draft.drl | jq '.files[0].errors'`
}

// A verdict holds the errors and warnings that were found in one file.
type verdict struct {
	File string `json:"file"`
	rules.Report
	lines   []string // of the file, if it has errors or warnings
	failure error    // why the file could not be checked
}

// Run checks all files and prints their errors and warnings.
func (c checkCommand) Run(streams terminal.Streams) error {
	names, err := c.filesToCheck(streams)
	if err != nil {
		return err
	}
	found := c.checkFiles(streams, names)
	if c.Template != "" {
		names = append(names, c.Template)
		found = append(found, c.checkTemplate(c.Template)...)
	}
	if len(names) == 0 {
		return terminal.ReportMisuse(streams,
			"there is nothing to check; name rule files, a template directory, or - for the standard input")
	}
	return c.reportVerdicts(streams, found)
}

// filesToCheck returns the paths to check: files, templates, and the rule files below other
// directories.
func (c checkCommand) filesToCheck(streams terminal.Streams) (names []string, err error) {
	for _, name := range c.Files {
		info, err := os.Stat(name)
		switch {
		case name == "-" || err == nil && !info.IsDir():
			names = append(names, name)
		case err != nil:
			return nil, terminal.ReportMisuse(streams, "%v", err)
		case !c.Syntax && isTemplate(name):
			names = append(names, name)
		default:
			below, err := ruleFilesBelow(name)
			if err != nil {
				return nil, err
			}
			if len(below) == 0 {
				return nil, terminal.ReportMisuse(streams, "there are no rule files in %s", name)
			}
			names = append(names, below...)
		}
	}
	return names, nil
}

// checkFiles checks files in parallel, and returns the verdicts in the order of the names.
func (c checkCommand) checkFiles(streams terminal.Streams, names []string) []verdict {
	each := make([][]verdict, len(names))
	next := make(chan int)
	var all sync.WaitGroup
	for range min(runtime.GOMAXPROCS(0), len(names)) {
		all.Go(func() {
			for i := range next {
				each[i] = c.checkPath(streams, names[i])
			}
		})
	}
	for i := range names {
		next <- i
	}
	close(next)
	all.Wait()
	return slices.Concat(each...)
}

// checkPath checks a rule file, or all files of a template.
func (c checkCommand) checkPath(streams terminal.Streams, name string) []verdict {
	if info, err := os.Stat(name); name != "-" && err == nil && info.IsDir() {
		return c.checkTemplate(name)
	}
	src, err := contentOf(streams.In, name)
	if err != nil {
		return []verdict{{File: name, failure: err}}
	}
	return []verdict{c.checkRuleFile(name, src)}
}

func contentOf(in io.Reader, name string) ([]byte, error) {
	if name == "-" {
		return io.ReadAll(in)
	}
	return os.ReadFile(name)
}

// checkRuleFile checks the text of a rule file.
func (c checkCommand) checkRuleFile(name string, src []byte) verdict {
	if c.Syntax {
		return newVerdict(name, src, rules.CheckSyntax(src))
	}
	side, known := sideByName(name)
	if c.Side != "" {
		side, known = map[string]rules.Side{"entity": rules.EntityRules, "component": rules.ComponentRules}[c.Side], true
	}
	if !known {
		side, known = rules.DetectSide(src)
	}
	if !known {
		return verdict{File: name, failure: fmt.Errorf(
			"%s: cannot tell whether these are entity or component rules; add --side entity or --side component", name)}
	}
	return newVerdict(name, src, rules.Check(side, src))
}

func newVerdict(name string, src []byte, r rules.Report) verdict {
	v := verdict{File: name, Report: r}
	if len(r.Errors)+len(r.Warnings) > 0 {
		v.lines = linesOf(src)
	}
	return v
}

func linesOf(src []byte) []string {
	return strings.Split(strings.ToValidUTF8(strings.TrimPrefix(string(src), "\ufeff"), "\ufffd"), "\n")
}

// checkTemplate checks all files of a template.
func (c checkCommand) checkTemplate(dir string) []verdict {
	b, problems, err := bundle.ReadDir(dir)
	if err != nil {
		return []verdict{{File: dir, failure: err}}
	}
	var out []verdict
	own, names := map[string]bool{}, namesOf(b, problems)
	for _, f := range []struct {
		name  string
		check func(name string, src []byte) verdict
	}{{entityRulesFile, c.checkRuleFile}, {componentRuleFile, c.checkRuleFile}, {dateFormatsFile, checkDateFormats}} {
		name := filepath.Join(dir, f.name)
		src, err := os.ReadFile(name)
		switch {
		case os.IsNotExist(err) && (f.name == dateFormatsFile || c.incomplete):
		case os.IsNotExist(err):
			problem := rules.Problem{Line: 1, Column: 1, Message: "the file is missing"}
			out = append(out, newVerdict(name, nil, rules.Report{Errors: []rules.Problem{problem}}))
		case err != nil:
			out = append(out, verdict{File: name, failure: err})
		default:
			own[f.name] = true
			v := f.check(name, src)
			if !c.Syntax {
				v.Report = v.CheckNames(names)
				v.lines = linesOf(src)
			}
			out = append(out, v)
		}
	}
	for _, name := range testFiles(dir) {
		out = append(out, checkTests(name, names))
	}
	return append(out, otherFiles(dir, b, problems, own)...)
}

// checkTests checks a file of tests without running it.
func checkTests(name string, names rules.Names) verdict {
	var r rules.Report
	f := readTests(name)
	for _, p := range f.Problems {
		r.Errors = append(r.Errors, rules.Problem(p))
	}
	for _, c := range f.Cases {
		for _, wrong := range undefinedNames(c, names) {
			r.Warnings = append(r.Warnings, rules.Problem{Line: c.Line, Column: 1, Message: wrong})
		}
	}
	src, _ := os.ReadFile(name) // only to show its lines
	return newVerdict(name, src, r)
}

// checkDateFormats checks a file of date formats.
func checkDateFormats(name string, src []byte) verdict {
	var problems []rules.Problem
	_, found := rules.ParseDateFormats(src)
	for _, p := range found {
		problems = append(problems, rules.Problem{Line: p.Line, Column: 1, Message: p.Message})
	}
	return newVerdict(name, src, rules.Report{Errors: problems})
}
