// Command testsum reads what `go test -json` writes on its standard input, from
// one run or several, shows a line for each package and all output of what failed,
// and closes with one line:
//
//	123 passed, 0 failed, 4 skipped
//
// A test that has parts is counted as its parts. It exits with 1 when anything
// failed, a package that does not build included, or when nothing ran at all. Before
// that line it says why tests were skipped. Of a package that ran out of time it
// names the tests that were running and those that had not begun.
package main

import (
	"bufio"
	"fmt"
	"io"
	"os"
)

// maxLine is the longest line of input in bytes; go test cuts output into lines
// that are far shorter.
const maxLine = 16 << 20

func main() {
	ok, err := copySummary(os.Stdin, os.Stdout)
	if err != nil {
		fmt.Fprintln(os.Stderr, "testsum:", err)
	}
	if err != nil || !ok {
		os.Exit(1)
	}
}

// copySummary copies the relevant part of in to out; ok reports whether something
// passed and nothing failed.
func copySummary(in io.Reader, out io.Writer) (ok bool, err error) {
	w := bufio.NewWriter(out)
	return newTally(w).copy(in, w)
}

// copy adds all lines of in; w is the tally's output.
func (t *tally) copy(in io.Reader, w *bufio.Writer) (ok bool, err error) {
	lines := bufio.NewScanner(in)
	lines.Buffer(nil, maxLine)
	for lines.Scan() {
		t.addLine(lines.Bytes())
		if err := w.Flush(); err != nil { // whoever watches sees each package as it ends
			return false, err
		}
	}
	if err := lines.Err(); err != nil {
		return false, fmt.Errorf("read the results: %w", err)
	}
	ok = t.printSums()
	return ok, w.Flush()
}
