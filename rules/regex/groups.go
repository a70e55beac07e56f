package regex

import "strings"

// flagOf maps the letters of flags inside of an expression.
var flagOf = map[byte]int{
	'i': CaseInsensitive, 'd': UnixLines, 'm': Multiline, 's': DotAll, 'u': UnicodeCase, 'x': Comments, 'U': UnicodeClasses | UnicodeCase,
}

// parseGroup reads a group. It returns nil when the parenthesis only sets flags.
func (p *parser) parseGroup() node {
	start := p.at
	p.at++
	before := p.flags
	defer func() { p.flags = before }()
	if !p.accept("?") {
		p.groups++
		return p.finishGroup(start, group{number: p.groups})
	}
	for _, open := range []string{"<=", "<!", "=", "!", ">"} {
		if p.accept(open) {
			p.back = true
			if open[0] == '<' {
				p.cautions |= behind
			}
			return p.finishGroup(start, group{open: "(?" + open})
		}
	}
	if p.accept("<") {
		return p.finishGroup(start, p.parseNamedGroup(start))
	}
	p.readFlags(start)
	if p.accept(")") {
		before = p.flags // they hold to the end of the group around
		return nil
	}
	if !p.accept(":") {
		p.fail(start, "the group begins with an unknown mark")
	}
	return p.finishGroup(start, group{open: "(?:"})
}

// finishGroup reads the body of a group and its closing parenthesis.
func (p *parser) finishGroup(start int, g group) node {
	g.body = p.parseAlternatives()
	if !p.accept(")") {
		p.fail(start, "the group is not closed, which begins")
	}
	return g
}

func (p *parser) parseNamedGroup(start int) group {
	end := strings.IndexByte(p.in[p.at:], '>')
	if end < 0 || !groupName(p.in[p.at:p.at+end]) {
		p.fail(start, "the group has no valid name")
	}
	name := p.in[p.at : p.at+end]
	if p.names[name] > 0 {
		p.fail(start, "the group name %q is used twice", name)
	}
	p.at += end + 1
	p.groups++
	p.names[name] = p.groups
	return group{number: p.groups}
}

func (p *parser) readFlags(start int) {
	on := true
	for p.at < len(p.in) && p.in[p.at] != ')' && p.in[p.at] != ':' {
		c := p.in[p.at]
		flag, known := flagOf[c]
		switch {
		case c == '-' && on:
			on = false
		case !known:
			p.fail(p.at, "unknown flag '%c'", c)
		case on:
			p.flags |= flag
		default:
			p.flags &^= flag
		}
		p.at++
	}
	if p.at >= len(p.in) {
		p.fail(start, "the group is not closed, which begins")
	}
}
