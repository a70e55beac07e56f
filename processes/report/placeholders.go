package report

import (
	"regexp"
	"strings"
)

// A Piece is a part of a text: plain, or a placeholder.
type Piece struct {
	Text string // as written
	Name string // of the placeholder, without braces; empty for plain text
}

var placeholder = regexp.MustCompile(`\{\{([^{}]+)\}\}`)

// SplitPieces splits a text at its placeholders, {{name}}.
func SplitPieces(text string) []Piece {
	var out []Piece
	at := 0
	for _, m := range placeholder.FindAllStringSubmatchIndex(text, -1) {
		if m[0] > at {
			out = append(out, Piece{Text: text[at:m[0]]})
		}
		out = append(out, Piece{Text: text[m[0]:m[1]], Name: strings.TrimSpace(text[m[2]:m[3]])})
		at = m[1]
	}
	if at < len(text) {
		out = append(out, Piece{Text: text[at:]})
	}
	return out
}

// PlaceholderNames returns the names of the placeholders in a text.
func PlaceholderNames(text string) []string {
	var out []string
	for _, p := range SplitPieces(text) {
		if p.Name != "" {
			out = append(out, p.Name)
		}
	}
	return out
}

// Fill replaces the placeholders of a text by their values. Placeholders that are not
// known stay as written; a picture leaves no text. changed reports whether the text had
// a known one.
func (s Scope) Fill(text string) (filled string, changed bool) {
	var b strings.Builder
	for _, p := range SplitPieces(text) {
		v, ok := s.Value(p.Name)
		if p.Name == "" || !ok {
			b.WriteString(p.Text)
			continue
		}
		changed = true
		b.WriteString(v.Text)
	}
	return b.String(), changed
}

// OnlyValue returns the value of a text that consists of one known placeholder.
func (s Scope) OnlyValue(text string) (Value, bool) {
	pieces := SplitPieces(strings.TrimSpace(text))
	if len(pieces) != 1 || pieces[0].Name == "" {
		return Value{}, false
	}
	return s.Value(pieces[0].Name)
}
