package regex

import (
	"strconv"
	"strings"
)

// failDangling fails at a quantifier that follows another one.
func (p *parser) failDangling() {
	if p.skipSpace(); p.at < len(p.in) && strings.ContainsRune("*+?", rune(p.in[p.at])) {
		p.fail(p.at, "'%c' repeats nothing", p.in[p.at])
	}
}

// parseQuantified returns an atom with the quantifier after it, if there is one.
func (p *parser) parseQuantified(n node) (node, bool) {
	r := repeat{body: n, most: -1}
	start := p.at
	switch c := p.peek(); {
	case p.at >= len(p.in):
		return n, false
	case c == '*':
	case c == '+':
		r.least = 1
	case c == '?':
		r.most = 1
	case c == '{':
		p.at++
		p.parseBraces(start, &r)
		p.at--
	default:
		return n, false
	}
	if _, ok := n.(lineBreak); ok { // \r\n stays one break, even where two are asked for
		p.cautions |= atLine
		r.body = lineBreak{atomic: true}
	}
	p.rounds = p.rounds || n.canBeEmpty() && hasCaptures(n)
	p.at++
	p.skipSpace()
	switch p.peek() {
	case '?':
		r.mode = '?'
		p.at++
	case '+':
		r.mode, p.back = '+', true
		p.at++
	}
	return r, true
}

// parseBraces reads the numbers in {n}, {n,} or {n,m}.
func (p *parser) parseBraces(start int, r *repeat) {
	number := func() int {
		from := p.at
		for p.at < len(p.in) && p.in[p.at] >= '0' && p.in[p.at] <= '9' {
			p.at++
		}
		n, err := strconv.Atoi(p.in[from:p.at])
		if err != nil || n > 1<<31-1 {
			p.fail(start, "'{' begins no quantifier")
		}
		return n
	}
	r.least = number()
	r.most = r.least
	if p.accept(",") {
		if r.most = -1; p.peek() != '}' {
			r.most = number()
		}
	}
	if !p.accept("}") {
		p.fail(start, "'{' begins no quantifier")
	}
	if r.most >= 0 && r.most < r.least {
		p.fail(start, "the quantifier's range is empty")
	}
}
