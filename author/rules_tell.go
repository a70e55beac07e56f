package author

import (
	"bufio"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/seed-62a36931/docket/internal/terminal"
	"github.com/seed-62a36931/docket/rules"
)

// reportVerdicts prints the verdicts, and returns the error that becomes the exit code.
func (c checkCommand) reportVerdicts(streams terminal.Streams, found []verdict) error {
	errors, failed := 0, false
	for _, v := range found {
		if v.failure != nil {
			fmt.Fprintf(streams.Err, "docket: %v\n", v.failure)
			failed = true
		}
		errors += len(v.Errors)
	}
	err := printVerdicts(streams.Out, found, c.JSON)
	switch {
	case err != nil:
		return err
	case failed:
		return terminal.ErrMisuse
	case errors > 0:
		return terminal.ErrReported
	}
	return nil
}

func printVerdicts(w io.Writer, found []verdict, asJSON bool) error {
	if !asJSON {
		return printVerdictText(w, found)
	}
	out := struct {
		Files []verdict `json:"files"`
	}{[]verdict{}}
	for _, v := range found {
		if v.failure == nil {
			out.Files = append(out.Files, v.withEmptyLists())
		}
	}
	return terminal.PrintJSON(w, out)
}

// withEmptyLists returns the verdict with empty lists in place of nil, which JSON shows as [].
func (v verdict) withEmptyLists() verdict {
	v.Errors, v.Warnings = append([]rules.Problem{}, v.Errors...), append([]rules.Problem{}, v.Warnings...)
	return v
}

// printVerdictText prints each problem with its line, and then a summary.
func printVerdictText(out io.Writer, found []verdict) error {
	w := bufio.NewWriter(out)
	files, errors, faulty, warnings := 0, 0, 0, 0
	for _, v := range found {
		if v.failure != nil {
			continue
		}
		for _, p := range v.Errors {
			v.printProblem(w, "error", p)
		}
		for _, p := range v.Warnings {
			v.printProblem(w, "warning", p)
		}
		files, errors, warnings = files+1, errors+len(v.Errors), warnings+len(v.Warnings)
		if len(v.Errors) > 0 {
			faulty++
		}
	}
	fmt.Fprintf(w, "%s checked: ", terminal.FormatCount(files, "file"))
	if errors == 0 {
		fmt.Fprint(w, "no errors")
	} else {
		fmt.Fprintf(w, "%s in %s", terminal.FormatCount(errors, "error"), terminal.FormatCount(faulty, "file"))
	}
	fmt.Fprintf(w, ", %s\n", terminal.FormatCount(warnings, "warning"))
	return w.Flush()
}

// printProblem prints a problem, and below it the line with a mark under the column.
func (v verdict) printProblem(w io.Writer, kind string, p rules.Problem) {
	fmt.Fprintf(w, "%s:%d:%d: %s: %s\n", v.File, p.Line, p.Column, kind, p.Message)
	if p.Line < 1 || p.Line > len(v.lines) || v.lines[p.Line-1] == "" {
		return
	}
	text, at := excerptAround(v.lines[p.Line-1], p.Column-1)
	fmt.Fprintf(w, "    %s\n    %s^\n", text, strings.Repeat(" ", at))
}

// excerptWidth is the length of an excerpt, in characters.
const excerptWidth = 120

// excerptAround returns the part of a line around a 0-based column, with control characters
// replaced by spaces, and the index of the column in it.
func excerptAround(line string, column int) (text string, at int) {
	chars := []rune(strings.TrimRight(line, "\r"))
	column = max(0, min(column, len(chars)))
	from := 0
	if len(chars) > excerptWidth {
		from = max(0, min(column-excerptWidth/2, len(chars)-excerptWidth))
		chars = cutLine(chars, from, from+excerptWidth)
	}
	for i, r := range chars {
		if r < ' ' || r == 0x7f || r == 0x2028 || r == 0x2029 {
			chars[i] = ' '
		}
	}
	return string(chars), column - from
}

// cutLine returns a part of a line, with … at each end where the line goes on.
func cutLine(line []rune, from, end int) []rune {
	out := slices.Clone(line[from:end])
	if from > 0 {
		out[0] = '…'
	}
	if end < len(line) {
		out[len(out)-1] = '…'
	}
	return out
}
