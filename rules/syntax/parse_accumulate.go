package syntax

// parseAccumulateCond reads accumulate( … ) or groupby( … ) as a condition.
func (p *parser) parseAccumulateCond(at At) Cond {
	group := p.is("groupby")
	p.advance()
	p.expect("(")
	a := &Accumulate{At: at, Source: p.parseSource()}
	c := &AccumulatePattern{At: at, Accumulate: a}
	if group {
		c.Key = p.groupKey()
	}
	a.Functions = p.parseAccFunctions()
	if p.accept(";") {
		c.Constraints = p.parseConstraints()
	}
	p.expect(")")
	return c
}

// parseSource reads the condition whose matches are folded, and the comma or semicolon after
// it.
func (p *parser) parseSource() Cond {
	c := p.parseAndCond()
	if !p.accept(",") && !p.tokens[p.at-1].is(";") {
		p.expect(";")
	}
	return c
}

func (p *parser) groupKey() *GroupKey {
	k := &GroupKey{At: p.currentPos()}
	k.Bind, k.Unify = p.parseLabel()
	k.X = p.parseConditional()
	p.expect(";")
	return k
}

// parseLabel reads name : or name := if it stands here.
func (p *parser) parseLabel() (name string, unify bool) {
	if p.peek().Kind != Ident || !p.isAhead(1, ":") && !p.isAhead(1, ":=") {
		return "", false
	}
	name, unify = p.advance().Text, p.is(":=")
	p.advance()
	return name, unify
}

// parseAccFunctions reads $x: f(e), $y: g(e). A semicolon may also stand between
// functions, as long as a function follows.
func (p *parser) parseAccFunctions() []AccFunction {
	list := []AccFunction{p.accFunction(true)}
	for p.is(",") || p.is(";") && p.functionAhead() {
		p.advance()
		list = append(list, p.accFunction(true))
	}
	return list
}

// functionAhead reports whether $x: f( … ) follows, and after it the end or another part.
func (p *parser) functionAhead() bool {
	if p.peekAhead(1).Kind != Ident || !p.isAhead(2, ":") || p.peekAhead(3).Kind != Ident || !p.isAhead(4, "(") {
		return false
	}
	behind := p.tokens[min(p.closingIndex(p.at+4)+1, len(p.tokens)-1)]
	return behind.is(")") || behind.is(",") || behind.is(";")
}

func (p *parser) accFunction(bound bool) AccFunction {
	f := AccFunction{At: p.currentPos()}
	if bound {
		f.Bind, f.Unify = p.parseLabel()
	}
	f.Name = p.expectIdent("an accumulate function").Text
	f.Args = p.parseConditionalArgs()
	return f
}

// parseFromAccumulate reads accumulate after from: one function, or code.
func (p *parser) parseFromAccumulate(at At) FromSource {
	p.expect("(")
	a := &Accumulate{At: at, Source: p.parseSource()}
	if p.is("init") {
		a.Inline = p.parseInlineCode()
	} else {
		a.Functions = []AccFunction{p.accFunction(false)}
	}
	p.expect(")")
	return a
}

// parseInlineCode reads init( … ), action( … ), reverse( … ), result( … ): the commas
// and reverse may be left out.
func (p *parser) parseInlineCode() *InlineCode {
	c := &InlineCode{At: p.currentPos()}
	part := func(name string) Code {
		p.expect(name)
		code := p.textBetween("(", ")", false)
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
