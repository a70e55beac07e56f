package main

import (
	"cmp"
	"regexp"
	"slices"
	"strings"
)

// maxSkipNames is how many skipped tests are named behind their reason.
const maxSkipNames = 3

// place matches what stands before a message of a test: the file and the line.
var place = regexp.MustCompile(`^\s*\S+\.go:\d+: `)

// reasonOf returns what a test said when it was skipped, on one line.
func reasonOf(output []string) string {
	for _, line := range slices.Backward(output) {
		if at := place.FindString(line); at != "" {
			return strings.TrimSpace(line[len(at):])
		}
	}
	return "no reason is given"
}

// printSkips prints a line for each reason that tests were skipped for, the most common first.
func (t *tally) printSkips() {
	reasons := sortedKeys(t.skips)
	slices.SortStableFunc(reasons, func(a, b string) int { return cmp.Compare(len(t.skips[b]), len(t.skips[a])) })
	for _, r := range reasons {
		names := t.skips[r]
		more := ""
		if len(names) > maxSkipNames {
			more = ", …"
		}
		t.print("skipped %d: %s (%s%s)\n", len(names), r, strings.Join(names[:min(len(names), maxSkipNames)], ", "), more)
	}
}

func sortedKeys[T any](m map[string]T) []string {
	names := make([]string, 0, len(m))
	for n := range m {
		names = append(names, n)
	}
	slices.Sort(names)
	return names
}
