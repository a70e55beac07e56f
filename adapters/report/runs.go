package report

import (
	"strings"
	"unicode/utf8"

	"github.com/seed-62a36931/docket/processes/report"
)

// A segment is a piece of a run after filling: text, or a picture.
type segment struct {
	text    string
	picture []byte
}

// fillRuns fills the placeholders in a text that is split over runs of different
// format, also where a split goes through a placeholder: its value takes the format of
// the run in which it begins. changed is false when there was no known placeholder.
func fillRuns(s report.Scope, runs []string) (filled [][]segment, changed bool) {
	filled = make([][]segment, len(runs))
	run, end := -1, 0 // the run that the next byte stands in, and where it ends
	begin := func(at int) {
		for run < 0 || at >= end && run+1 < len(runs) {
			run++
			end += len(runs[run])
		}
	}
	at := 0
	for _, p := range report.SplitPieces(strings.Join(runs, "")) {
		begin(at)
		if v, ok := s.Value(p.Name); ok && p.Name != "" {
			changed = true
			filled[run] = append(filled[run], segment{cleanText(v.Text), v.Picture})
			at += len(p.Text)
			continue
		}
		for rest := p.Text; rest != ""; begin(at) {
			n := min(len(rest), end-at)
			filled[run] = append(filled[run], segment{text: rest[:n]})
			rest, at = rest[n:], at+n
		}
	}
	return filled, changed
}

// cleanText replaces characters that XML cannot hold by U+FFFD.
func cleanText(text string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r == '\t' || r == '\n' || r == '\r', r >= 0x20 && r <= 0xd7ff, r >= 0xe000 && r < 0xfffe, r > 0xffff:
			return r
		}
		return utf8.RuneError
	}, text)
}
