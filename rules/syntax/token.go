package syntax

import (
	"cmp"
	"fmt"
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
	Constant // true, false, null
	Op
	Other // a character that the language does not use
)

// A Token is one lexical element, with its bytes in the source.
type Token struct {
	Kind       TokenKind
	Text       string // as written, but identifiers without `
	Start, End int    // byte offsets
	FirstOnRow bool   // no other token stands before it on its line
}

// A Problem is a defect in the source, at a byte offset.
type Problem struct {
	Offset  int
	Message string
}

// is reports whether the token is this word or operator.
func (t Token) is(text string) bool {
	return (t.Kind == Ident || t.Kind == Op || t.Kind == Constant) && t.Text == text
}

func (t Token) isString() bool { return t.Kind == Str || t.Kind == Quoted }

// canNameRule reports whether the token can be the name of a rule: a word or a string.
func (t Token) canNameRule() bool { return t.Kind == Ident || t.isString() }

func (t Token) describe() string {
	if t.Kind == EOF {
		return cmp.Or(t.Text, "end of file")
	}
	if len(t.Text) > 40 {
		return fmt.Sprintf("%.40s…", t.Text)
	}
	return "'" + t.Text + "'"
}
