// Package syntax reads rule files: a lexer, a recursive-descent parser for the
// rule language at level DRL6, another for the subset of Java in its consequences,
// the syntax tree, every node of which knows its place in the file, and a printer.
package syntax

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
)

// MaxDepth bounds how deeply expressions, statements and conditions may nest.
const MaxDepth = 200

// maxChain bounds how many operators, members or else-ifs may follow each other:
// each makes the tree one deeper.
const maxChain = 10_000

// maxCopied bounds how many nodes half constraints may add to a file: they could
// double it again and again.
const maxCopied = 100_000

// maxProblems is the number of problems after which parsing of a file stops.
const maxProblems = 1000

// Parse reads a rule file, whatever its bytes. After a defect it goes on at the
// next statement, so the problems are those of the whole file, in order; the file
// is then partial. Consequences and the bodies of functions stay text: see ParseJava.
func Parse(src *Source) (*File, []Problem) {
	file, _, found := parseWithTokens(src)
	return file, found
}

// parseWithTokens does what Parse does and also returns the tokens.
func parseWithTokens(src *Source) (*File, []Token, []Problem) {
	if p, wide := wideText(src.Text[:min(len(src.Text), stride)]); wide {
		return &File{Source: src}, nil, []Problem{p}
	}
	tokens, problems := Lex(src)
	file, found := parseTokens(src, tokens, problems)
	if len(found) > 0 && slices.ContainsFunc(tokens, spansLines) {
		// a string that spans lines is probably one that is not closed
		tokens, problems = lexLines(src)
		file, found = parseTokens(src, tokens, problems)
	}
	return file, tokens, found
}

func spansLines(t Token) bool {
	return t.isString() && strings.Contains(t.Text, "\n")
}

func parseTokens(src *Source, tokens []Token, problems []Problem) (*File, []Problem) {
	p := &parser{file: &File{Source: src}, tokens: tokens, problems: problems, drl: true}
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
	drl      bool // expressions and strings are those of conditions
	noBind   int  // > 0 where a colon does not bind: in a ternary and in a map
	depth    int
	failed   int     // index of the token at which the last statement failed
	closing  []int32 // see closingIndex
	copied   int     // nodes that are in the tree again as left sides of half constraints
	defaults Attributes
}

// bail unwinds to the recovery point of a statement.
type bail struct{}

func (p *parser) peek() Token { return p.tokens[p.at] }

func (p *parser) peekAhead(n int) Token {
	return p.tokens[min(p.at+n, len(p.tokens)-1)]
}

func (p *parser) advance() Token {
	t := p.tokens[p.at]
	if t.Kind != EOF {
		p.at++
	}
	return t
}

func (p *parser) is(text string) bool { return p.tokens[p.at].is(text) }

func (p *parser) isAhead(n int, text string) bool { return p.peekAhead(n).is(text) }

func (p *parser) accept(text string) bool {
	if p.is(text) {
		p.at++
		return true
	}
	return false
}

func (p *parser) expect(text string) Token {
	if !p.is(text) {
		p.failAtLineEnd(text)
		p.failUnexpected("'" + text + "'")
	}
	return p.advance()
}

// failAtLineEnd fails after the previous token when that was the last of its line of Java,
// because a semicolon or a closing bracket is missing there.
func (p *parser) failAtLineEnd(text string) {
	t := p.peek()
	conditions := p.tokens[len(p.tokens)-1].Text == "" // whose places are those of the grammar
	if conditions || !t.FirstOnRow || text != ";" && text != ")" && text != "]" {
		return
	}
	place := ""
	if t.Kind != EOF {
		place = fmt.Sprintf(" in line %d", p.file.Source.Line(t.Start))
	}
	p.fail(p.tokens[p.at-1].End, "expected '%s' before %s%s", text, t.describe(), place)
}

func (p *parser) expectIdent(what string) Token {
	if p.peek().Kind != Ident {
		p.failUnexpected(what)
	}
	return p.advance()
}

// failUnexpected fails at the current token with a message that names what was expected.
func (p *parser) failUnexpected(want string) {
	p.fail(p.peek().Start, "expected %s but found %s", want, p.peek().describe())
}

func (p *parser) fail(at int, format string, args ...any) {
	p.problems = append(p.problems, Problem{at, fmt.Sprintf(format, args...)})
	panic(bail{})
}

func (p *parser) warn(at int, message string) {
	if len(p.file.Warnings) < maxProblems {
		p.file.Warnings = append(p.file.Warnings, Problem{at, message})
	}
}

// noteBeyond records that the construct at a place is not part of level DRL6.
func (p *parser) noteBeyond(at At, message string) {
	if len(p.file.Beyond) < maxProblems {
		p.file.Beyond = append(p.file.Beyond, Problem{int(at), message + " are not part of the rule language at level DRL6"})
	}
}

func (p *parser) currentPos() At { return At(p.peek().Start) }

// enterNesting fails when the file nests too deeply. The caller must call leaveNesting at the end of
// the construct.
func (p *parser) enterNesting() {
	if p.depth++; p.depth > MaxDepth {
		p.fail(p.peek().Start, "nested more than %d levels deep", MaxDepth)
	}
}

func (p *parser) leaveNesting() { p.depth-- }

// checkChain fails when n operators, members or branches in a row make the tree too deep.
func (p *parser) checkChain(n int) {
	if n > maxChain {
		p.fail(p.peek().Start, "more than %d operators, members or branches in a row", maxChain)
	}
}

// runGuarded runs f, which reads one statement. After a defect it skips to the next
// statement.
func (p *parser) runGuarded(f func()) {
	start := p.at
	defer func() {
		if r := recover(); r != nil {
			if _, ok := r.(bail); !ok {
				panic(r)
			}
			p.noBind, p.depth, p.failed = 0, 0, p.at
			p.recoverFrom(start)
		}
	}()
	f()
}

// attempt runs a part of the grammar that may not match. In that case it restores the
// parser and returns the problem.
func (p *parser) attempt(f func()) (problem *Problem) {
	was, file := *p, *p.file
	defer func() {
		if r := recover(); r != nil {
			if _, ok := r.(bail); !ok {
				panic(r)
			}
			last := p.problems[len(p.problems)-1]
			*p, *p.file = was, file
			problem = &last
		}
	}()
	f()
	return nil
}

// closingIndex returns the index of the token that closes the bracket at index i, or the index
// of the last token when none does.
func (p *parser) closingIndex(i int) int {
	if p.closing == nil {
		p.pairBrackets()
	}
	return int(p.closing[i])
}

var closers = map[string]string{")": "(", "]": "[", "}": "{"}

// pairBrackets finds the closing bracket of every bracket. Brackets between a pair that
// do not match stay open.
func (p *parser) pairBrackets() {
	p.closing = make([]int32, len(p.tokens))
	var open []int
	waiting := map[string]int{}
	for j, t := range p.tokens {
		p.closing[j] = int32(len(p.tokens) - 1)
		if t.Kind != Op {
			continue
		}
		if t.Text == "(" || t.Text == "[" || t.Text == "{" {
			open = append(open, j)
			waiting[t.Text]++
		}
		for opener := closers[t.Text]; opener != "" && waiting[opener] > 0; {
			last := open[len(open)-1]
			open = open[:len(open)-1]
			waiting[p.tokens[last].Text]--
			if p.tokens[last].Text == opener {
				p.closing[last] = int32(j)
				break
			}
		}
	}
}
