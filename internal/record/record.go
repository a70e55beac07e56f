// Package record lets tests compare what code does with a file that records what it did.
// With DOCKET_GOLDEN=new in the environment the files are written anew; whoever keeps
// them has read the difference.
package record

import (
	"fmt"
	"os"
	"strings"
	"testing"
)

// ReadRows returns the lines of a file without their ends, leaving out those that begin
// with #.
func ReadRows(t testing.TB, path string) (rows []string) {
	t.Helper()
	for _, line := range readLines(t, path) {
		if !strings.HasPrefix(line, "#") {
			rows = append(rows, line)
		}
	}
	return rows
}

// CompareFile compares a text with that in a file, and reports the first line that differs. A
// line that begins with a tab belongs to the last one that does not, which is named too.
func CompareFile(t testing.TB, path, text string) {
	t.Helper()
	if os.Getenv("DOCKET_GOLDEN") == "new" {
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		return
	}
	was, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if difference := firstDifference(text, string(was)); difference != "" {
		t.Fatalf("%s, %s", path, difference)
	}
}

// HoldEach compares what becomes of each line of a file with the lines behind it, which
// begin with a tab and end with a line break, all of them. Lines that begin with # stay
// as they are.
func HoldEach(t testing.TB, path string, becomes func(line string) string) {
	t.Helper()
	var out strings.Builder
	for _, line := range readLines(t, path) {
		if line == "" || line[0] == '\t' {
			continue
		}
		fmt.Fprintln(&out, line)
		if line[0] != '#' {
			out.WriteString(becomes(line))
		}
	}
	CompareFile(t, path, out.String())
}

// readLines returns the lines of a file without their ends.
func readLines(t testing.TB, path string) (all []string) {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(text)) {
		all = append(all, strings.TrimSuffix(line, "\n"))
	}
	return all
}

// firstDifference describes where two texts first differ, or returns "".
func firstDifference(got, want string) string {
	if got == want {
		return ""
	}
	g, w := strings.Split(got, "\n"), strings.Split(want, "\n")
	of := ""
	for i := range min(len(g), len(w)) {
		if !strings.HasPrefix(w[i], "\t") {
			of = w[i]
		}
		if g[i] != w[i] {
			return fmt.Sprintf("line %d: %s\ngot  %s\nwant %s", i+1, of, g[i], w[i])
		}
	}
	return fmt.Sprintf("behind line %d: %s\ngot  %d lines\nwant %d", min(len(g), len(w)), of, len(g), len(w))
}
