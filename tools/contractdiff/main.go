// Command contractdiff compares two versions of the contract and fails when the later one breaks clients of the
// earlier one without saying so.
package main

import (
	"bufio"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"github.com/getkin/kin-openapi/openapi3"
	"github.com/oasdiff/oasdiff/checker"
	"github.com/oasdiff/oasdiff/diff"
	"github.com/oasdiff/oasdiff/load"
)

// sunsetDays is how long a deprecated operation, parameter or field is offered at least (docs/api-policy.md).
const sunsetDays = 180

// errBreaks is told when changes break clients and are not marked.
var errBreaks = errors.New("the contract breaks clients; make the change in a way that does not, or mark it as docs/api-policy.md says")

func main() {
	marks := flag.String("marks", "", "file of changes that may break clients: one a line, as told here, then a tab and why")
	all := flag.Bool("changes", false, "tell all changes, not only those that break clients")
	flag.Usage = func() {
		fmt.Fprintln(flag.CommandLine.Output(), "contractdiff [-marks file] [-changes] earlier.yaml later.yaml")
		flag.PrintDefaults()
	}
	flag.Parse()
	if flag.NArg() != 2 {
		flag.Usage()
		os.Exit(2)
	}
	if err := run(os.Stdout, flag.Arg(0), flag.Arg(1), *marks, *all); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// run compares two files and tells the changes.
func run(out io.Writer, earlier, later, marks string, all bool) error {
	marked, err := readMarks(marks)
	if err != nil {
		return err
	}
	changes, err := compare(earlier, later)
	if err != nil {
		return err
	}
	broken := 0
	texts := checker.NewDefaultLocalizer()
	for _, c := range changes {
		line := fmt.Sprintf("%s %s: %s: %s", c.GetOperation(), c.GetPath(), c.GetId(), c.GetUncolorizedText(texts))
		switch {
		case !c.IsBreaking():
			if all {
				fmt.Fprintln(out, "changes", line)
			}
		case slices.Contains(marked, line):
			fmt.Fprintln(out, "breaks, as marked:", line)
		default:
			broken++
			fmt.Fprintln(out, "breaks", line)
		}
	}
	fmt.Fprintf(out, "%d changes, %d of them break clients and are not marked\n", len(changes), broken)
	if broken > 0 {
		return errBreaks
	}
	return nil
}

// compare returns what changed between two files, what breaks clients first.
func compare(earlier, later string) (checker.Changes, error) {
	loader := openapi3.NewLoader()
	before, err := load.NewSpecInfo(loader, load.NewFileSource(earlier))
	if err != nil {
		return nil, fmt.Errorf("read %s: %w", earlier, err)
	}
	after, err := load.NewSpecInfo(loader, load.NewFileSource(later))
	if err != nil {
		return nil, fmt.Errorf("read %s: %w", later, err)
	}
	report, sources, err := diff.GetWithOperationsSourcesMap(diff.NewConfig(), before, after)
	if err != nil {
		return nil, fmt.Errorf("compare %s with %s: %w", earlier, later, err)
	}
	config := checker.NewConfig(checker.GetAllChecks(), checker.WithDeprecation(sunsetDays, sunsetDays))
	return checker.CheckBackwardCompatibilityUntilLevel(config, report, sources, checker.INFO), nil
}

// readMarks returns the changes that may break clients. Each has a reason.
func readMarks(name string) ([]string, error) {
	if name == "" {
		return nil, nil
	}
	f, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	var out []string
	lines := bufio.NewScanner(f)
	for n := 1; lines.Scan(); n++ {
		text := strings.TrimSpace(lines.Text())
		if text == "" || strings.HasPrefix(text, "#") {
			continue
		}
		change, reason, _ := strings.Cut(text, "\t")
		if strings.TrimSpace(reason) == "" {
			return nil, fmt.Errorf("%s:%d: a mark needs a tab and a reason behind the change", name, n)
		}
		out = append(out, change)
	}
	return out, lines.Err()
}
