package regex

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"
)

// A caution is a reason why the linear matcher may differ from Java in some texts.
type caution int

const (
	atEnd  caution = 1 << iota // the text ends in a line break, and $ stands before it
	atLine                     // lines end in other characters than \n, or the last is empty
	atWord                     // words have letters beyond ASCII
	behind                     // the expression looks at what stands before a match
)

// maxNesting bounds the depth of groups and classes.
const maxNesting = 250

// A parser reads a Java expression.
type parser struct {
	source   string // as it was given
	in       string // the same without quotations
	places   []int  // where each byte of in stands in source, nil when they are the same
	at       int
	flags    int
	depth    int
	groups   int
	names    map[string]int
	rounds   bool // groups may match in a last, empty round of a repetition
	back     bool // only the backtracking matcher can run it
	cautions caution
	last     rune // the character that a class has read, if it was a single one
	single   bool
}

// A syntaxError is a defect of an expression with its place.
type syntaxError struct {
	source, message string
	at              int
}

// Error returns a message with the expression, the defect and its place, counted in
// characters from 1.
func (e *syntaxError) Error() string {
	return fmt.Sprintf("regular expression %q: %s at position %d", shortenSource(e.source), e.message,
		utf8.RuneCountInString(e.source[:min(e.at, len(e.source))])+1)
}

// shortenSource returns the beginning of an expression, for messages.
func shortenSource(source string) string {
	if list := []rune(source); len(list) > 100 {
		return string(list[:100]) + "…"
	}
	return source
}

func (p *parser) fail(at int, format string, args ...any) {
	if p.places != nil {
		at = p.places[min(at, len(p.places)-1)]
	}
	panic(&syntaxError{p.source, fmt.Sprintf(format, args...), at})
}

// parse reads a whole expression.
func parse(source string, flags int) (p *parser, n node, err error) {
	p = &parser{source: source, in: source, flags: flags, names: map[string]int{}}
	defer func() {
		if r := recover(); r != nil {
			wrong, ok := r.(*syntaxError)
			if !ok {
				panic(r)
			}
			err = wrong
		}
	}()
	if flags&Literal != 0 {
		return p, p.literalChars(source), nil
	}
	p.in, p.places = unquote(source)
	n = p.parseAlternatives()
	if p.at < len(p.in) {
		p.fail(p.at, "')' closes no group")
	}
	return p, n, nil
}

func (p *parser) hasFlag(flag int) bool { return p.flags&flag != 0 }

func (p *parser) peek() byte {
	if p.at < len(p.in) {
		return p.in[p.at]
	}
	return 0
}

func (p *parser) accept(s string) bool {
	if strings.HasPrefix(p.in[p.at:], s) {
		p.at += len(s)
		return true
	}
	return false
}

// nextRune consumes and returns the next character.
func (p *parser) nextRune() rune {
	r, size := utf8.DecodeRuneInString(p.in[p.at:])
	p.at += size
	return r
}

// skipSpace passes over white space and comments, when the flag for them is set.
func (p *parser) skipSpace() {
	for p.hasFlag(Comments) && p.at < len(p.in) {
		switch c := p.in[p.at]; {
		case c == ' ' || c >= '\t' && c <= '\r':
			p.at++
		case c == '#':
			for p.at < len(p.in) && p.in[p.at] != '\n' && p.in[p.at] != '\r' {
				p.at++
			}
		default:
			return
		}
	}
}

func (p *parser) parseAlternatives() node {
	if p.depth++; p.depth > maxNesting {
		p.fail(p.at, "groups are nested too deeply")
	}
	defer func() { p.depth-- }()
	branches := choice{p.parseConcatenation()}
	for p.peek() == '|' && p.at < len(p.in) {
		p.at++
		branches = append(branches, p.parseConcatenation())
	}
	if len(branches) == 1 {
		return branches[0]
	}
	return branches
}

func (p *parser) parseConcatenation() node {
	var out sequence
	for {
		p.skipSpace()
		if p.at >= len(p.in) || p.in[p.at] == '|' || p.in[p.at] == ')' {
			return out
		}
		if p.in[p.at] == '{' { // as in Java it repeats an empty piece, also after a quantifier
			p.parseQuantified(sequence{})
			p.failDangling()
			continue
		}
		n := p.parseAtom()
		if n == nil {
			continue
		}
		p.skipSpace()
		if q, ok := p.parseQuantified(n); ok {
			n = q
			p.failDangling()
		}
		out = append(out, n)
	}
}

// parseAtom reads one piece without its quantifier. It returns nil when it only set flags.
func (p *parser) parseAtom() node {
	start := p.at
	switch p.in[p.at] {
	case '(':
		return p.parseGroup()
	case '[':
		return chars{p.parseClass()}
	case '\\':
		return p.parseEscape()
	case '^':
		p.at++
		return p.lineStart()
	case '$':
		p.at++
		return p.lineEnd()
	case '.':
		p.at++
		return p.dotNode()
	case '*', '+', '?':
		p.fail(start, "'%c' repeats nothing", p.in[start])
	}
	return chars{p.withCases(singleSet(p.nextRune()))}
}

// withCases returns a set with the other cases of its characters if the flags demand it.
func (p *parser) withCases(s set) set {
	if !p.hasFlag(CaseInsensitive) {
		return s
	}
	return foldSet(s, p.hasFlag(UnicodeCase))
}

func (p *parser) literalChars(text string) sequence {
	var out sequence
	for _, r := range text {
		out = append(out, chars{p.withCases(singleSet(r))})
	}
	return out
}

func (p *parser) dotNode() node {
	switch {
	case p.hasFlag(DotAll):
		return chars{everything}
	case p.hasFlag(UnixLines):
		return chars{singleSet('\n').complement()}
	}
	return chars{setOf(`^\n\r\x{85}\x{2028}\x{2029}`)}
}

func (p *parser) lineStart() node {
	p.cautions |= behind
	switch {
	case !p.hasFlag(Multiline):
		return beginOfText
	case p.hasFlag(UnixLines):
		p.cautions |= atLine
		return beginLineUnix
	}
	p.cautions |= atLine
	return beginOfLine
}

func (p *parser) lineEnd() node {
	switch {
	case p.hasFlag(Multiline) && p.hasFlag(UnixLines):
		p.cautions |= atLine
		return endOfLineUnix
	case p.hasFlag(Multiline):
		p.cautions |= atLine
		return endOfLine
	}
	return p.beforeLastBreak()
}

func (p *parser) beforeLastBreak() node {
	p.cautions |= atEnd
	if p.hasFlag(UnixLines) {
		return lastEndUnix
	}
	return lastEnd
}

// groupName reports whether Java accepts a name for a group.
func groupName(name string) bool {
	for i, r := range name {
		if r > unicode.MaxASCII || !unicode.IsLetter(r) && (i == 0 || !unicode.IsDigit(r)) {
			return false
		}
	}
	return name != ""
}
