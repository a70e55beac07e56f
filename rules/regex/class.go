package regex

// parseClass reads a character class with unions [a[b]], intersections [a&&[^b]] and
// negations, and returns it as one set.
func (p *parser) parseClass() set {
	start := p.at
	p.at++
	negated := p.accept("^")
	all := p.parseOperands(start)
	p.at++
	if negated {
		return all.complement()
	}
	return all
}

// parseOperands reads the inside of a class up to its end, which it does not consume: a union
// of characters, ranges and classes, which && intersects with what follows.
func (p *parser) parseOperands(start int) set {
	if p.depth++; p.depth > maxNesting {
		p.fail(start, "classes are nested too deeply")
	}
	defer func() { p.depth-- }()
	all, empty := set(nil), true
	for {
		p.skipSpace()
		switch {
		case p.at >= len(p.in):
			p.fail(start, "the class is not closed, which begins")
		case p.in[p.at] == ']' && !empty:
			return all
		case p.accept("&&"):
			right, none := p.parseIntersected(start)
			switch {
			case none && empty:
				p.fail(p.at, "&& joins nothing")
			case empty:
				all, empty = right, false
			case !none:
				all = intersect(all, right)
			}
		case p.in[p.at] == '[':
			all, empty = union(all, p.parseClass()), false
		default:
			all, empty = union(all, p.parseMember()), false
		}
	}
}

// parseIntersected reads the right side of &&: classes up to a further &, or the rest of the
// class. none reports that there is nothing; a third & is a character then.
func (p *parser) parseIntersected(start int) (right set, none bool) {
	for none = true; ; none = false {
		p.skipSpace()
		switch c := p.peek(); {
		case p.at >= len(p.in):
			p.fail(start, "the class is not closed, which begins")
		case c == ']' || c == '&':
			return right, none
		case c == '[':
			right = union(right, p.parseClass())
		default:
			right = union(right, p.parseOperands(start))
		}
	}
}

// parseMember reads a character, a range of them, or a predefined class.
func (p *parser) parseMember() set {
	start := p.at
	first := p.parseElement()
	lo, single := p.last, p.single
	if !single || p.peek() != '-' || p.at+1 >= len(p.in) || p.in[p.at+1] == ']' || p.in[p.at+1] == '[' {
		return first
	}
	p.at++
	p.skipSpace()
	if p.parseElement(); !p.single {
		p.fail(start, "the range ends with a class of characters")
	}
	if p.last < lo {
		p.fail(start, "the range is the wrong way round")
	}
	return p.withCases(set{lo, p.last})
}

// parseElement reads a character, which it stores in last, or a predefined class.
func (p *parser) parseElement() set {
	if p.in[p.at] != '\\' {
		p.last, p.single = p.nextRune(), true
		return p.withCases(singleSet(p.last))
	}
	start := p.at
	if p.at+1 >= len(p.in) {
		p.fail(start, "a single backslash stands")
	}
	switch c := p.in[p.at+1]; c {
	case 'd', 'w', 's', 'h', 'v', 'D', 'W', 'S', 'H', 'V', 'p', 'P':
		p.single = false
		return p.parseSetEscape()
	case 'R', 'X', 'b', 'B', 'A', 'z', 'Z', 'G', 'k', '1', '2', '3', '4', '5', '6', '7', '8', '9':
		p.fail(start, `\%c cannot stand in a class`, c)
	default:
		p.at += 2
		p.last, p.single = p.codePoint(c, start), true
	}
	return p.withCases(singleSet(p.last))
}
