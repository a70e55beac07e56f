package syntax

import (
	"fmt"
	"sort"
	"unicode/utf8"
)

// A TokenKind is the lexical class of a token.
type TokenKind int

// The lexical classes. Keywords are identifiers: where a word is a keyword is
// decided by its place, so that fields may be called type, end or rule.
const (
	EOF TokenKind = iota
	Ident
	Str       // "…"
	Quoted    // '…': a string in conditions, a char in consequences
	TextBlock // """…"""
	Number
	Op
	Other // a character that the language has no use for
)

// A Token is one lexical element, with its bytes in the source.
type Token struct {
	Kind       TokenKind
	Text       string // as written
	Start, End int    // byte offsets
	FirstOnRow bool   // no other token stands before it on its line
}

// A Problem is a defect in the source, at a byte offset.
type Problem struct {
	Offset  int
	Message string
}

// A Source is the text of a rule file and where its lines begin.
type Source struct {
	Text  string
	lines []int
}

// NewSource indexes the lines of a text.
func NewSource(text string) *Source {
	s := &Source{Text: text, lines: []int{0}}
	for i := 0; i < len(text); i++ {
		if text[i] == '\n' {
			s.lines = append(s.lines, i+1)
		}
	}
	return s
}

// Position is the 1-based line and column of a byte offset, the column counted
// in characters.
func (s *Source) Position(offset int) (line, column int) {
	offset = max(0, min(offset, len(s.Text)))
	line = sort.Search(len(s.lines), func(i int) bool { return s.lines[i] > offset })
	return line, utf8.RuneCountInString(s.Text[s.lines[line-1]:offset]) + 1
}

// Line is the 1-based line of a byte offset.
func (s *Source) Line(offset int) int {
	line, _ := s.Position(offset)
	return line
}

func (t Token) describe() string {
	if t.Kind == EOF {
		return "end of file"
	}
	if len(t.Text) > 40 {
		return fmt.Sprintf("%.40s…", t.Text)
	}
	return "'" + t.Text + "'"
}
