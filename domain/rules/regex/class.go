package regex

// class reads a character class: unions [a[b]], intersections [a&&[^b]] and
// negations, all worked out to one set.
func (p *parser) class() set {
	start := p.at
	p.at++
	if p.depth++; p.depth > maxNesting {
		p.fail(start, "classes are nested too deeply")
	}
	defer func() { p.depth-- }()
	negated := p.accept("^")
	all, seen := set(nil), false // what stands before the last &&
	part, empty := set(nil), true
	for {
		p.skip()
		switch {
		case p.at >= len(p.in):
			p.fail(start, "the class is not closed, which begins")
		case p.in[p.at] == ']' && (!empty || seen):
			p.at++
			if seen && !empty {
				all = both(all, part)
			} else if !seen {
				all = part
			}
			if negated {
				return all.complement()
			}
			return all
		case p.accept("&&"):
			for p.accept("&") {
				continue
			}
			switch {
			case seen && !empty:
				all = both(all, part)
			case !seen:
				all = part
			}
			seen, part, empty = seen || !empty, nil, true
		case p.in[p.at] == '[':
			part, empty = union(part, p.class()), false
		case p.in[p.at] == '\\' && p.at+1 < len(p.in) && p.in[p.at+1] == 'Q':
			for _, r := range p.quotation() {
				part, empty = union(part, p.cased(one(r))), false
			}
		default:
			part, empty = union(part, p.member()), false
		}
	}
}

// member reads a character, a range of them, or a predefined class.
func (p *parser) member() set {
	start := p.at
	first := p.element()
	lo, single := p.last, p.single
	if !single || p.peek() != '-' || p.at+1 >= len(p.in) || p.in[p.at+1] == ']' || p.in[p.at+1] == '[' {
		return first
	}
	p.at++
	p.skip()
	if p.element(); !p.single {
		p.fail(start, "the range ends with a class of characters")
	}
	if p.last < lo {
		p.fail(start, "the range is the wrong way round")
	}
	return p.cased(set{lo, p.last})
}

// element reads a character, which last then holds, or a predefined class.
func (p *parser) element() set {
	if p.in[p.at] != '\\' {
		p.last, p.single = p.rune(), true
		return p.cased(one(p.last))
	}
	start := p.at
	if p.at+1 >= len(p.in) {
		p.fail(start, "a single backslash stands")
	}
	switch c := p.in[p.at+1]; c {
	case 'd', 'w', 's', 'h', 'v', 'D', 'W', 'S', 'H', 'V', 'p', 'P':
		p.single = false
		return p.character()
	case 'R', 'X', 'b', 'B', 'A', 'z', 'Z', 'G', 'k', '1', '2', '3', '4', '5', '6', '7', '8', '9':
		p.fail(start, `\%c cannot stand in a class`, c)
	default:
		p.at += 2
		p.last, p.single = p.codePoint(c, start), true
	}
	return p.cased(one(p.last))
}
