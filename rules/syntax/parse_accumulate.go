package syntax

// accumulateCond reads accumulate( … ) or groupby( … ) as a condition.
func (p *parser) accumulateCond(at At) Cond {
	group := p.is("groupby")
	p.advance()
	p.expect("(")
	a := &Accumulate{At: at, Source: p.source()}
	c := &AccumulatePattern{At: at, Accumulate: a}
	if group {
		c.Key = p.groupKey()
	}
	a.Functions = p.accFunctions()
	if p.accept(";") {
		c.Constraints = p.constraints()
	}
	p.expect(")")
	return c
}

// source reads the condition whose matches are folded, and the comma or semicolon after
// it.
func (p *parser) source() Cond {
	c := p.andCond()
	if !p.accept(",") && !p.tokens[p.at-1].is(";") {
		p.expect(";")
	}
	return c
}

func (p *parser) groupKey() *GroupKey {
	k := &GroupKey{At: p.here()}
	k.Bind, k.Unify = p.label()
	k.X = p.conditional()
	p.expect(";")
	return k
}

// label reads name : or name := if it stands here.
func (p *parser) label() (name string, unify bool) {
	if p.peek().Kind != Ident || !p.isAhead(1, ":") && !p.isAhead(1, ":=") {
		return "", false
	}
	name, unify = p.advance().Text, p.is(":=")
	p.advance()
	return name, unify
}

// accFunctions reads $x: f(e), $y: g(e). A semicolon may also stand between
// functions, as long as a function follows.
func (p *parser) accFunctions() []AccFunction {
	list := []AccFunction{p.accFunction(true)}
	for p.is(",") || p.is(";") && p.functionAhead() {
		p.advance()
		list = append(list, p.accFunction(true))
	}
	return list
}

// functionAhead reports whether $x: f( … ) follows, and after it the end or another part.
func (p *parser) functionAhead() bool {
	if p.ahead(1).Kind != Ident || !p.isAhead(2, ":") || p.ahead(3).Kind != Ident || !p.isAhead(4, "(") {
		return false
	}
	behind := p.tokens[min(p.closes(p.at+4)+1, len(p.tokens)-1)]
	return behind.is(")") || behind.is(",") || behind.is(";")
}

func (p *parser) accFunction(bound bool) AccFunction {
	f := AccFunction{At: p.here()}
	if bound {
		f.Bind, f.Unify = p.label()
	}
	f.Name = p.ident("an accumulate function").Text
	f.Args = p.conditionalArgs()
	return f
}

// fromAccumulate reads accumulate after from: one function, or code.
func (p *parser) fromAccumulate(at At) FromSource {
	p.expect("(")
	a := &Accumulate{At: at, Source: p.source()}
	if p.is("init") {
		a.Inline = p.inlineCode()
	} else {
		a.Functions = []AccFunction{p.accFunction(false)}
	}
	p.expect(")")
	return a
}

// inlineCode reads init( … ), action( … ), reverse( … ), result( … ): the commas
// and reverse may be left out.
func (p *parser) inlineCode() *InlineCode {
	c := &InlineCode{At: p.here()}
	part := func(name string) Code {
		p.expect(name)
		code := p.between("(", ")", false)
		if name != "result" {
			p.accept(",")
		}
		return code
	}
	c.Init, c.Action = part("init"), part("action")
	if p.is("reverse") {
		code := part("reverse")
		c.Reverse = &code
	}
	c.Result = part("result")
	return c
}
