// Package syntax reads rule files: a lexer, a recursive-descent parser for the
// rule language at level DRL6 and for the subset of Java in its consequences,
// and the syntax tree, every node of which knows its place in the file.
package syntax

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
)

// MaxDepth bounds how deeply expressions, statements and conditions may nest.
const MaxDepth = 200

// Parse reads a rule file. After a defect it goes on at the next statement, so
// the problems are those of the whole file, in order; the file is then partial.
// Consequences and the bodies of functions stay text: see ParseJava.
func Parse(src *Source) (*File, []Problem) {
	tokens, problems := Lex(src)
	file, found := parseTokens(src, tokens, problems)
	if len(found) > 0 && slices.ContainsFunc(tokens, spansLines) {
		// some string that spans lines is rather one that is not closed
		tokens, problems = lexLines(src, 0, len(src.Text))
		file, found = parseTokens(src, tokens, problems)
	}
	return file, found
}

func spansLines(t Token) bool {
	return (t.Kind == Str || t.Kind == Quoted) && strings.Contains(t.Text, "\n")
}

func parseTokens(src *Source, tokens []Token, problems []Problem) (*File, []Problem) {
	p := &parser{file: &File{Source: src}, tokens: tokens, problems: problems}
	p.parseFile()
	return p.file, byPlace(p.problems)
}

func byPlace(problems []Problem) []Problem {
	slices.SortStableFunc(problems, func(a, b Problem) int { return cmp.Compare(a.Offset, b.Offset) })
	return problems
}

type parser struct {
	file     *File
	tokens   []Token
	at       int
	problems []Problem
	drl      bool // operators and strings of conditions
	noBind   int  // > 0 inside a ternary, where a colon does not bind
	last     Expr // left operand of the last relation, for half constraints
	depth    int
	defaults Attributes
}

// bail unwinds to the recovery point of a statement.
type bail struct{}

func (p *parser) peek() Token { return p.tokens[p.at] }

func (p *parser) ahead(n int) Token {
	return p.tokens[min(p.at+n, len(p.tokens)-1)]
}

func (p *parser) advance() Token {
	t := p.tokens[p.at]
	if t.Kind != EOF {
		p.at++
	}
	return t
}

func (p *parser) is(text string) bool {
	t := p.peek()
	return (t.Kind == Op || t.Kind == Ident) && t.Text == text
}

func (p *parser) isAhead(n int, text string) bool {
	t := p.ahead(n)
	return (t.Kind == Op || t.Kind == Ident) && t.Text == text
}

func (p *parser) accept(text string) bool {
	if p.is(text) {
		p.at++
		return true
	}
	return false
}

func (p *parser) expect(text string) Token {
	if !p.is(text) {
		p.fail(p.peek().Start, "expected '%s' but found %s", text, p.peek().describe())
	}
	return p.advance()
}

func (p *parser) ident(what string) Token {
	if p.peek().Kind != Ident {
		p.fail(p.peek().Start, "expected %s but found %s", what, p.peek().describe())
	}
	return p.advance()
}

func (p *parser) fail(at int, format string, args ...any) {
	p.problems = append(p.problems, Problem{at, fmt.Sprintf(format, args...)})
	panic(bail{})
}

func (p *parser) warn(at int, message string) {
	p.file.Warnings = append(p.file.Warnings, Problem{at, message})
}

func (p *parser) here() At { return At(p.peek().Start) }

// deeper guards the recursion against files that nest without bound.
func (p *parser) deeper() func() {
	if p.depth++; p.depth > MaxDepth {
		p.depth = 0
		p.fail(p.peek().Start, "nested more than %d levels deep", MaxDepth)
	}
	return func() { p.depth-- }
}

// guarded runs one statement; a defect in it skips to the next one.
func (p *parser) guarded(f func()) {
	start := p.at
	defer func() {
		if r := recover(); r != nil {
			if _, ok := r.(bail); !ok {
				panic(r)
			}
			p.drl, p.noBind, p.depth, p.last = false, 0, 0, nil
			p.recoverFrom(start)
		}
	}()
	f()
}

// recoverFrom skips to the next word that begins a statement.
func (p *parser) recoverFrom(start int) {
	p.at = max(p.at, start+1)
	for p.at < len(p.tokens)-1 && !p.startsStatement() {
		p.at++
	}
	p.at = min(p.at, len(p.tokens)-1)
}

// startsStatement tells a statement's first word from the same word used as a
// name: it stands first on its line and what follows fits.
func (p *parser) startsStatement() bool {
	t, n := p.peek(), p.ahead(1)
	if t.Kind != Ident || !t.FirstOnRow {
		return false
	}
	switch t.Text {
	case "rule", "query":
		return n.Kind == Str || n.Kind == Quoted || n.Kind == Ident
	case "declare", "import", "global", "function":
		return n.Kind == Ident
	}
	return false
}
