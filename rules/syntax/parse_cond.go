package syntax

// parseConditions reads condition elements up to then or end.
func (p *parser) parseConditions() []Cond {
	var out []Cond
	for p.peek().Kind != EOF && !p.is("then") && !p.is("end") {
		if t := p.peek(); p.beginsRule() {
			p.fail(t.Start, "'end' is missing before this %s", t.Text)
		}
		out = append(out, p.parseOrCond())
	}
	return out
}

// parseOrCond reads conditions joined by or: A or B, (or A B).
func (p *parser) parseOrCond() Cond {
	p.enterNesting()
	defer p.leaveNesting()
	if p.is("(") && p.isAhead(1, "or") {
		p.advance()
		out := &Or{At: p.currentPos()}
		p.advance()
		out.Annotations = p.parseAnnotations()
		out.Conds = p.parsePrefixed((*parser).parseAndCond)
		return out
	}
	at, first := p.currentPos(), p.parseAndCond()
	if !p.is("or") && !p.is("||") {
		return first
	}
	out := &Or{At: at, Conds: []Cond{first}}
	for p.accept("or") || p.oldConnective("||") {
		out.Annotations = append(out.Annotations, p.parseAnnotations()...)
		out.Conds = append(out.Conds, p.parseAndCond())
	}
	return out
}

// parsePrefixed reads conditions up to the parenthesis that closes a prefix form.
func (p *parser) parsePrefixed(one func(*parser) Cond) []Cond {
	var list []Cond
	for !p.is(")") {
		list = append(list, one(p))
	}
	p.expect(")")
	return list
}

// parseAndCond reads conditions joined by and: A and B, (and A B).
func (p *parser) parseAndCond() Cond {
	if p.is("(") && p.isAhead(1, "and") {
		p.advance()
		out := &And{At: p.currentPos()}
		p.advance()
		out.Annotations = p.parseAnnotations()
		out.Conds = p.parsePrefixed((*parser).parseUnaryCond)
		return out
	}
	at, first := p.currentPos(), p.parseUnaryCond()
	if !p.is("and") && !p.is("&&") {
		return first
	}
	out := &And{At: at, Conds: []Cond{first}}
	for p.accept("and") || p.oldConnective("&&") {
		out.Annotations = append(out.Annotations, p.parseAnnotations()...)
		out.Conds = append(out.Conds, p.parseUnaryCond())
	}
	return out
}

func (p *parser) oldConnective(op string) bool {
	if !p.is(op) {
		return false
	}
	p.warn(p.peek().Start, "'"+op+"' between conditions is deprecated: write and, or")
	p.advance()
	return true
}

// parseUnaryCond reads one condition with the calls of consequences after it. A semicolon may
// follow.
func (p *parser) parseUnaryCond() Cond {
	p.enterNesting()
	defer p.leaveNesting()
	at := p.currentPos()
	c := p.parseElement(at)
	if calls := p.parseCalls(); len(calls) > 0 {
		c = &Calls{at, c, calls}
	}
	p.accept(";")
	return c
}

func (p *parser) parseElement(at At) Cond {
	switch {
	case p.accept("exists"):
		return &Exists{at, p.parseQuantified()}
	case p.accept("not"):
		return &Not{at, p.parseQuantified()}
	case p.is("eval"):
		return p.parseEval()
	case p.accept("forall"):
		return p.parseForall(at)
	case p.is("accumulate"), p.is("acc"), p.is("groupby"):
		return p.parseAccumulateCond(at)
	case p.accept("("):
		c := p.parseOrCond()
		p.expect(")")
		return c
	}
	return p.parsePatternBind(true)
}

// parseQuantified reads the condition after not or exists.
func (p *parser) parseQuantified() Cond {
	switch {
	case p.is("(") && (p.isAhead(1, "or") || p.isAhead(1, "and")):
		return p.parseOrCond()
	case p.accept("("):
		c := p.parseOrCond()
		p.expect(")")
		return c
	case p.is("eval"):
		return p.parseEval()
	}
	return p.parsePatternBind(true)
}

func (p *parser) parseEval() Cond {
	at := p.currentPos()
	p.expect("eval")
	p.expect("(")
	x := p.parseConditional()
	p.expect(")")
	return &Eval{at, x}
}

func (p *parser) parseForall(at At) Cond {
	p.expect("(")
	f := &Forall{At: at}
	for {
		f.Conds = append(f.Conds, p.parsePatternBind(false))
		p.accept(",")
		if p.is(")") || p.peek().Kind == EOF {
			break
		}
	}
	p.expect(")")
	return f
}

// parseCalls reads the calls of named consequences after a condition.
func (p *parser) parseCalls() []Action {
	var out []Action
	for {
		switch {
		case p.is("do"):
			out = append(out, p.parseNamedCall())
		case p.is("if"):
			out = append(out, p.parseBranch())
		default:
			return out
		}
	}
}

// parseNamedCall reads do[name] or break[name].
func (p *parser) parseNamedCall() Action {
	a := Action{At: p.currentPos(), Break: p.is("break")}
	p.advance()
	p.expect("[")
	a.Name = p.expectIdent("the name of a consequence").Text
	p.expect("]")
	return a
}

// parseBranch reads if ( … ) do[x], with an else or without.
func (p *parser) parseBranch() Action {
	p.enterNesting()
	defer p.leaveNesting()
	at := p.currentPos()
	p.expect("if")
	p.expect("(")
	x := p.parseConditional()
	p.expect(")")
	if !p.is("do") && !p.is("break") {
		p.failUnexpected("do[…] or break[…]")
	}
	a := p.parseNamedCall()
	a.At, a.If = at, x
	if p.accept("else") {
		var other Action
		switch {
		case p.is("if"):
			other = p.parseBranch()
		case p.is("do"), p.is("break"):
			other = p.parseNamedCall()
		default:
			p.failUnexpected("do[…], break[…] or if")
		}
		a.Else = &other
	}
	return a
}
