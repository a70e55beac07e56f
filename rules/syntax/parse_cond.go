package syntax

// conditions reads condition elements up to then or end.
func (p *parser) conditions() []Cond {
	var out []Cond
	for p.peek().Kind != EOF && !p.is("then") && !p.is("end") {
		if t := p.peek(); p.beginsRule() {
			p.fail(t.Start, "'end' is missing before this %s", t.Text)
		}
		out = append(out, p.orCond())
	}
	return out
}

// orCond reads conditions joined by or: A or B, (or A B).
func (p *parser) orCond() Cond {
	p.enter()
	defer p.leave()
	if p.is("(") && p.isAhead(1, "or") {
		p.advance()
		out := &Or{At: p.here()}
		p.advance()
		out.Annotations = p.annotations()
		out.Conds = p.prefixed((*parser).andCond)
		return out
	}
	at, first := p.here(), p.andCond()
	if !p.is("or") && !p.is("||") {
		return first
	}
	out := &Or{At: at, Conds: []Cond{first}}
	for p.accept("or") || p.oldConnective("||") {
		out.Annotations = append(out.Annotations, p.annotations()...)
		out.Conds = append(out.Conds, p.andCond())
	}
	return out
}

// prefixed reads conditions up to the parenthesis that closes a prefix form.
func (p *parser) prefixed(one func(*parser) Cond) []Cond {
	var list []Cond
	for !p.is(")") {
		list = append(list, one(p))
	}
	p.expect(")")
	return list
}

// andCond reads conditions joined by and: A and B, (and A B).
func (p *parser) andCond() Cond {
	if p.is("(") && p.isAhead(1, "and") {
		p.advance()
		out := &And{At: p.here()}
		p.advance()
		out.Annotations = p.annotations()
		out.Conds = p.prefixed((*parser).unaryCond)
		return out
	}
	at, first := p.here(), p.unaryCond()
	if !p.is("and") && !p.is("&&") {
		return first
	}
	out := &And{At: at, Conds: []Cond{first}}
	for p.accept("and") || p.oldConnective("&&") {
		out.Annotations = append(out.Annotations, p.annotations()...)
		out.Conds = append(out.Conds, p.unaryCond())
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

// unaryCond reads one condition with the calls of consequences after it. A semicolon may
// follow.
func (p *parser) unaryCond() Cond {
	p.enter()
	defer p.leave()
	at := p.here()
	c := p.element(at)
	if calls := p.calls(); len(calls) > 0 {
		c = &Calls{at, c, calls}
	}
	p.accept(";")
	return c
}

func (p *parser) element(at At) Cond {
	switch {
	case p.accept("exists"):
		return &Exists{at, p.quantified()}
	case p.accept("not"):
		return &Not{at, p.quantified()}
	case p.is("eval"):
		return p.eval()
	case p.accept("forall"):
		return p.forall(at)
	case p.is("accumulate"), p.is("acc"), p.is("groupby"):
		return p.accumulateCond(at)
	case p.accept("("):
		c := p.orCond()
		p.expect(")")
		return c
	}
	return p.patternBind(true)
}

// quantified reads the condition after not or exists.
func (p *parser) quantified() Cond {
	switch {
	case p.is("(") && (p.isAhead(1, "or") || p.isAhead(1, "and")):
		return p.orCond()
	case p.accept("("):
		c := p.orCond()
		p.expect(")")
		return c
	case p.is("eval"):
		return p.eval()
	}
	return p.patternBind(true)
}

func (p *parser) eval() Cond {
	at := p.here()
	p.expect("eval")
	p.expect("(")
	x := p.conditional()
	p.expect(")")
	return &Eval{at, x}
}

func (p *parser) forall(at At) Cond {
	p.expect("(")
	f := &Forall{At: at}
	for {
		f.Conds = append(f.Conds, p.patternBind(false))
		p.accept(",")
		if p.is(")") || p.peek().Kind == EOF {
			break
		}
	}
	p.expect(")")
	return f
}

// calls reads the calls of named consequences after a condition.
func (p *parser) calls() []Action {
	var out []Action
	for {
		switch {
		case p.is("do"):
			out = append(out, p.namedCall())
		case p.is("if"):
			out = append(out, p.branch())
		default:
			return out
		}
	}
}

// namedCall reads do[name] or break[name].
func (p *parser) namedCall() Action {
	a := Action{At: p.here(), Break: p.is("break")}
	p.advance()
	p.expect("[")
	a.Name = p.ident("the name of a consequence").Text
	p.expect("]")
	return a
}

// branch reads if ( … ) do[x], with an else or without.
func (p *parser) branch() Action {
	p.enter()
	defer p.leave()
	at := p.here()
	p.expect("if")
	p.expect("(")
	x := p.conditional()
	p.expect(")")
	if !p.is("do") && !p.is("break") {
		p.unexpected("do[…] or break[…]")
	}
	a := p.namedCall()
	a.At, a.If = at, x
	if p.accept("else") {
		var other Action
		switch {
		case p.is("if"):
			other = p.branch()
		case p.is("do"), p.is("break"):
			other = p.namedCall()
		default:
			p.unexpected("do[…], break[…] or if")
		}
		a.Else = &other
	}
	return a
}
