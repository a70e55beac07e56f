package publish

import (
	"fmt"
	"slices"
	"strings"
)

// Bounds of what is shown of a difference.
const (
	contextLines = 3    // unchanged lines around a change
	maxShown     = 400  // lines of one part
	maxEdits     = 1000 // beyond them lines are not matched to each other
)

// splitLines returns the lines of a text without their ends.
func splitLines(text string) []string {
	if text == "" {
		return nil
	}
	return strings.Split(strings.TrimSuffix(text, "\n"), "\n")
}

// diffTexts returns the difference of two texts as a unified diff without its head: nothing if
// they are equal.
func diffTexts(before, after string) []string {
	if before == after {
		return nil
	}
	out := formatHunks(diffLines(splitLines(before), splitLines(after)))
	if len(out) == 0 {
		return []string{"The texts differ in the end of the last line only."}
	}
	if len(out) > maxShown {
		out = append(out[:maxShown:maxShown], fmt.Sprintf("… and %d more lines", len(out)-maxShown))
	}
	for i, line := range out {
		out[i] = strings.Map(showControl, line)
	}
	return out
}

// showControl replaces control characters, which would write on a terminal what is not there.
func showControl(r rune) rune {
	switch {
	case r == '\t':
		return r
	case r == '\r':
		return '␍'
	case r < ' ' || r >= 0x7f && r < 0xa0:
		return '\uFFFD'
	}
	return r
}

// An edit is a line that stays (' '), goes ('-') or comes ('+').
type edit struct {
	kind byte
	line string
}

// diffLines returns the edits that make one list of lines of another: few, unless there are
// more than maxEdits.
func diffLines(a, b []string) []edit {
	var head, tail []edit
	for len(a) > 0 && len(b) > 0 && a[0] == b[0] {
		head = append(head, edit{' ', a[0]})
		a, b = a[1:], b[1:]
	}
	for len(a) > 0 && len(b) > 0 && a[len(a)-1] == b[len(b)-1] {
		tail = append(tail, edit{' ', a[len(a)-1]})
		a, b = a[:len(a)-1], b[:len(b)-1]
	}
	slices.Reverse(tail)
	return slices.Concat(head, diffMiddle(a, b), tail)
}

// diffMiddle finds the edits by the algorithm of Myers: after d edits it knows, for each
// diagonal, how far one can come.
func diffMiddle(a, b []string) []edit {
	reach := map[int]int{1: 0}
	var trace []map[int]int
	for d := 0; d <= min(len(a)+len(b), maxEdits); d++ {
		now := make(map[int]int, d+1)
		for k := -d; k <= d; k += 2 {
			x := stepFrom(reach, k, d)
			for x < len(a) && x-k < len(b) && a[x] == b[x-k] {
				x++
			}
			now[k] = x
			if x >= len(a) && x-k >= len(b) {
				return backtrack(a, b, append(trace, now))
			}
		}
		trace, reach = append(trace, now), now
	}
	var out []edit
	for _, line := range a {
		out = append(out, edit{'-', line})
	}
	for _, line := range b {
		out = append(out, edit{'+', line})
	}
	return out
}

// stepFrom returns the place on diagonal k that one more edit leads to, from the places that d-1
// edits reach.
func stepFrom(reach map[int]int, k, d int) int {
	if k == -d || k != d && reach[k-1] < reach[k+1] {
		return reach[k+1] // a line of b comes
	}
	return reach[k-1] + 1 // a line of a goes
}

// backtrack returns the edits on the way that the trace found.
func backtrack(a, b []string, trace []map[int]int) (out []edit) {
	x, y := len(a), len(b)
	for d := len(trace) - 1; d > 0; d-- {
		k, before := x-y, trace[d-1]
		from := k - 1
		if k == -d || k != d && before[k-1] < before[k+1] {
			from = k + 1
		}
		fromX := before[from]
		fromY := fromX - from
		for x > fromX && y > fromY && x > 0 && y > 0 && a[x-1] == b[y-1] {
			x, y = x-1, y-1
			out = append(out, edit{' ', a[x]})
		}
		if from > k {
			y--
			out = append(out, edit{'+', b[y]})
		} else {
			x--
			out = append(out, edit{'-', a[x]})
		}
	}
	for x > 0 && y > 0 {
		x, y = x-1, y-1
		out = append(out, edit{' ', a[x]})
	}
	slices.Reverse(out)
	return out
}

// formatHunks returns the changes with the lines around them, under heads that tell the numbers
// of the lines.
func formatHunks(edits []edit) (out []string) {
	shown := make([]bool, len(edits))
	for i, e := range edits {
		if e.kind != ' ' {
			for j := max(0, i-contextLines); j < min(len(edits), i+contextLines+1); j++ {
				shown[j] = true
			}
		}
	}
	before, after := 1, 1
	for i := 0; i < len(edits); {
		end := i
		for end < len(edits) && shown[end] {
			end++
		}
		if end > i {
			olds, news := countLines(edits[i:end])
			out = append(out, fmt.Sprintf("@@ -%d,%d +%d,%d @@", before, olds, after, news))
			for _, e := range edits[i:end] {
				out = append(out, string(e.kind)+e.line)
			}
			before, after, i = before+olds, after+news, end
			continue
		}
		before, after, i = before+1, after+1, i+1
	}
	return out
}

// countLines returns how many lines of the old and of the new text edits hold.
func countLines(edits []edit) (olds, news int) {
	for _, e := range edits {
		if e.kind != '+' {
			olds++
		}
		if e.kind != '-' {
			news++
		}
	}
	return olds, news
}
