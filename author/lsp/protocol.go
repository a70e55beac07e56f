package lsp

import (
	"sort"
	"strings"
	"unicode/utf8"
)

// The shapes of the protocol that the server uses, with its names.
type (
	position struct {
		Line      int `json:"line"`      // from 0
		Character int `json:"character"` // in units of UTF-16, from 0
	}
	span struct {
		Start position `json:"start"`
		End   position `json:"end"`
	}
	location struct {
		URI   string `json:"uri"`
		Range span   `json:"range"`
	}
	diagnostic struct {
		Range    span   `json:"range"`
		Severity int    `json:"severity"`
		Source   string `json:"source"`
		Message  string `json:"message"`
	}
	textEdit struct {
		Range   span   `json:"range"`
		NewText string `json:"newText"`
	}
	markup struct {
		Kind  string `json:"kind"`
		Value string `json:"value"`
	}
	hover struct {
		Contents markup `json:"contents"`
	}
	completionItem struct {
		Label  string `json:"label"`
		Kind   int    `json:"kind"`
		Detail string `json:"detail,omitempty"`
	}
	document struct {
		URI     string `json:"uri"`
		Version int    `json:"version"`
		Text    string `json:"text"`
	}
	documentParams struct {
		TextDocument   document `json:"textDocument"`
		Position       position `json:"position"`
		ContentChanges []struct {
			Text  string `json:"text"`
			Range *span  `json:"range"`
		} `json:"contentChanges"`
	}
	publishParams struct {
		URI         string       `json:"uri"`
		Version     int          `json:"version"`
		Diagnostics []diagnostic `json:"diagnostics"`
	}
)

// The severities of diagnostics.
const (
	severityError   = 1
	severityWarning = 2
)

// lineStarts returns the offsets at which the lines of a text begin.
func lineStarts(text string) []int {
	starts := []int{0}
	for i := range len(text) {
		if text[i] == '\n' {
			starts = append(starts, i+1)
		}
	}
	return starts
}

// offsetOf returns the byte offset of a position; one behind a line's end is its end.
func offsetOf(text string, p position) int {
	starts := lineStarts(text)
	if p.Line < 0 || p.Line >= len(starts) {
		return len(text)
	}
	at, units := starts[p.Line], 0
	for at < len(text) && text[at] != '\n' && units < p.Character {
		r, size := utf8.DecodeRuneInString(text[at:])
		units += unitsOf(r)
		at += size
	}
	return at
}

// unitsOf returns the number of units of a character in UTF-16.
func unitsOf(r rune) int {
	if r > 0xffff {
		return 2
	}
	return 1
}

// positionOf returns the position of a byte offset.
func positionOf(text string, starts []int, offset int) position {
	line := sort.SearchInts(starts, offset+1) - 1
	p := position{Line: line}
	for _, r := range text[starts[line]:offset] {
		p.Character += unitsOf(r)
	}
	return p
}

// spanAt returns the word or sign that begins in a line and column, which count from 1 and in
// characters.
func spanAt(text string, starts []int, line, column int) span {
	if line < 1 || line > len(starts) {
		line, column = 1, 1
	}
	start := starts[line-1]
	for ; column > 1 && start < len(text) && text[start] != '\n'; column-- {
		_, size := utf8.DecodeRuneInString(text[start:])
		start += size
	}
	end := start + strings.IndexFunc(text[start:]+" ", func(r rune) bool {
		return r < '0' && r != '$' || strings.ContainsRune(":;<=>?@[]^{|}~", r)
	})
	if end == start && end < len(text) && text[end] != '\n' {
		end++
	}
	return span{positionOf(text, starts, start), positionOf(text, starts, min(end, len(text)))}
}
