package regex

import (
	"fmt"
	"slices"
	"strings"
)

// A node is a piece of an expression. writePattern writes it in the notation of one of the two
// matchers; canBeEmpty reports whether it can match the empty text.
type node interface {
	writePattern(b *strings.Builder, back bool)
	canBeEmpty() bool
}

// chars matches one character of a set.
type chars struct{ set set }

func (n chars) writePattern(b *strings.Builder, back bool) { n.set.writeClass(b, back) }
func (n chars) canBeEmpty() bool                           { return false }

// sequence matches its pieces one after the other.
type sequence []node

func (n sequence) writePattern(b *strings.Builder, back bool) {
	for _, p := range n {
		p.writePattern(b, back)
	}
}

func (n sequence) canBeEmpty() bool {
	for _, p := range n {
		if !p.canBeEmpty() {
			return false
		}
	}
	return true
}

// choice matches the first of its branches that leads to a match.
type choice []node

func (n choice) writePattern(b *strings.Builder, back bool) {
	for i, p := range n {
		if i > 0 {
			b.WriteByte('|')
		}
		p.writePattern(b, back)
	}
}

func (n choice) canBeEmpty() bool {
	for _, p := range n {
		if p.canBeEmpty() {
			return true
		}
	}
	return false
}

// group is an expression in parentheses. open is its beginning, "" for a capture.
type group struct {
	open   string
	number int
	body   node
}

func (n group) writePattern(b *strings.Builder, back bool) {
	switch {
	case n.open != "":
		b.WriteString(n.open)
	case back: // by number, because this matcher counts named groups last
		fmt.Fprintf(b, "(?<%d>", n.number)
	default:
		b.WriteByte('(')
	}
	n.body.writePattern(b, back)
	b.WriteByte(')')
}

func (n group) isLookAround() bool { return strings.ContainsAny(n.open, "=!") }

func (n group) canBeEmpty() bool { return n.isLookAround() || n.body.canBeEmpty() }

// hasCaptures reports whether a piece contains capture groups.
func hasCaptures(n node) bool {
	switch n := n.(type) {
	case group:
		return n.open == "" || hasCaptures(n.body)
	case repeat:
		return hasCaptures(n.body)
	case sequence:
		return slices.ContainsFunc(n, hasCaptures)
	case choice:
		return slices.ContainsFunc(n, hasCaptures)
	}
	return false
}

// repeat matches its piece least to most times, most < 0 for any number.
type repeat struct {
	body        node
	least, most int
	mode        byte // 0 greedy, '?' reluctant, '+' possessive
}

func (n repeat) writePattern(b *strings.Builder, back bool) {
	if n.mode == '+' {
		b.WriteString("(?>")
	}
	if _, single := n.body.(chars); single {
		n.body.writePattern(b, back)
	} else {
		b.WriteString("(?:")
		n.body.writePattern(b, back)
		b.WriteByte(')')
	}
	switch {
	case n.least == 0 && n.most < 0:
		b.WriteByte('*')
	case n.least == 1 && n.most < 0:
		b.WriteByte('+')
	case n.least == 0 && n.most == 1:
		b.WriteByte('?')
	case n.most < 0:
		fmt.Fprintf(b, "{%d,}", n.least)
	case n.least == n.most:
		fmt.Fprintf(b, "{%d}", n.least)
	default:
		fmt.Fprintf(b, "{%d,%d}", n.least, n.most)
	}
	switch n.mode {
	case '?':
		b.WriteByte('?')
	case '+':
		b.WriteByte(')')
	}
}

func (n repeat) canBeEmpty() bool { return n.least == 0 || n.body.canBeEmpty() }

// reference matches what a group has matched.
type reference struct {
	number int
	fold   bool
}

func (n reference) writePattern(b *strings.Builder, _ bool) {
	if n.fold {
		fmt.Fprintf(b, `(?i:\k<%d>)`, n.number)
		return
	}
	fmt.Fprintf(b, `\k<%d>`, n.number)
}

func (n reference) canBeEmpty() bool { return true }

// lineBreak is \R; a repeated one never takes half of \r\n.
type lineBreak struct{ atomic bool }

func (n lineBreak) writePattern(b *strings.Builder, back bool) {
	b.WriteString(map[bool]string{true: "(?>", false: "(?:"}[n.atomic && back])
	writeRune(b, '\r', back)
	writeRune(b, '\n', back)
	b.WriteByte('|')
	setOf(classes['v']).writeClass(b, back)
	b.WriteByte(')')
}

func (n lineBreak) canBeEmpty() bool { return false }

// anchor matches a place. linear is the notation of the linear matcher, which is correct
// for the texts that its caution admits.
type anchor struct{ linear, back string }

func (n anchor) writePattern(b *strings.Builder, back bool) {
	if back {
		b.WriteString(n.back)
		return
	}
	b.WriteString(n.linear)
}

func (n anchor) canBeEmpty() bool { return true }

// word is the class of the characters that form a word for \b.
const word = `[\p{L}\p{Nd}\p{Mn}_]`

// The places, as Java has them: a line ends before \r\n, and never inside of it; no
// line begins at the end of the text.
var (
	beginOfText    = anchor{`\A`, `\A`}
	endOfText      = anchor{`\z`, `\z`}
	lastEnd        = anchor{`\z`, `(?:\z|(?=\r\n\z)|(?=[\r\u0085\u2028\u2029]\z)|(?<!\r)(?=\n\z))`}
	lastEndUnix    = anchor{`\z`, `(?=\n?\z)`}
	beginOfLine    = anchor{`(?m:^)`, `(?!\z)(?:\A|(?<=[\n\u0085\u2028\u2029])|(?<=\r)(?!\n))`}
	beginLineUnix  = anchor{`(?m:^)`, `(?!\z)(?:\A|(?<=\n))`}
	endOfLine      = anchor{`(?m:$)`, `(?:\z|(?=[\r\u0085\u2028\u2029])|(?<!\r)(?=\n))`}
	endOfLineUnix  = anchor{`(?m:$)`, `(?:\z|(?=\n))`}
	wordBoundary   = anchor{`\b`, `(?:(?<=` + word + `)(?!` + word + `)|(?<!` + word + `)(?=` + word + `))`}
	noWordBoundary = anchor{`\B`, `(?:(?<=` + word + `)(?=` + word + `)|(?<!` + word + `)(?!` + word + `))`}
	lastMatch      = anchor{``, `\G`}
)
