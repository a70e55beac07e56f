package syntax

// conditions reads condition elements up to the word that ends them.
func (p *parser) conditions(until string) []Cond {
	p.drl = true
	defer func() { p.drl = false }()
	var out []Cond
	for !p.is(until) {
		if t := p.peek(); t.Kind == EOF || t.Text == "then" || t.Text == "end" && until == "then" {
			p.fail(t.Start, "expected a condition or '%s' but found %s", until, t.describe())
		}
		out = append(out, p.orCond())
		p.accept(";")
	}
	return out
}

func (p *parser) orCond() Cond {
	defer p.deeper()()
	at, first := p.here(), p.andCond()
	if !p.is("or") && !p.is("||") {
		return first
	}
	out := &Or{at, []Cond{first}}
	for p.accept("or") || p.oldConnective("||") {
		out.Conds = append(out.Conds, p.andCond())
	}
	return out
}

func (p *parser) andCond() Cond {
	at, first := p.here(), p.unaryCond()
	if !p.is("and") && !p.is("&&") {
		return first
	}
	out := &And{at, []Cond{first}}
	for p.accept("and") || p.oldConnective("&&") {
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

func (p *parser) unaryCond() Cond {
	defer p.deeper()()
	at := p.here()
	switch {
	case p.is("("):
		return p.parenCond()
	case p.accept("not"):
		return &Not{at, p.unaryCond()}
	case p.accept("exists"):
		return &Exists{at, p.unaryCond()}
	case p.is("forall") && p.isAhead(1, "("):
		p.at += 2
		f := &Forall{At: at}
		for !p.is(")") {
			f.Conds = append(f.Conds, p.orCond())
			p.accept(",")
		}
		p.expect(")")
		return f
	case p.is("eval") && p.isAhead(1, "("):
		p.at += 2
		x := p.expr()
		p.expect(")")
		return &Eval{at, x}
	case (p.is("accumulate") || p.is("acc")) && p.isAhead(1, "("):
		p.advance()
		return p.accumulateCond(at)
	}
	return p.boundPattern(at)
}

func (p *parser) parenCond() Cond {
	at := p.here()
	p.expect("(")
	prefix := p.peek().Text
	if (prefix == "or" || prefix == "and") && p.ahead(1).Text != ":" {
		p.advance()
		var list []Cond
		for !p.is(")") {
			list = append(list, p.orCond())
		}
		p.expect(")")
		if prefix == "or" {
			return &Or{at, list}
		}
		return &And{at, list}
	}
	c := p.orCond()
	p.expect(")")
	return c
}

func (p *parser) boundPattern(at At) Cond {
	p.refuseUnsupported()
	bind := ""
	if p.peek().Kind == Ident && p.isAhead(1, ":") {
		bind = p.advance().Text
		p.advance()
		if p.is("(") {
			c := p.parenCond()
			p.bindAll(c, bind)
			return c
		}
	}
	pt := p.pattern(at, bind)
	if p.accept("from") {
		pt.From = p.fromSource()
	}
	return pt
}

// refuseUnsupported names the constructs of the language that are not run.
func (p *parser) refuseUnsupported() {
	t := p.peek()
	switch {
	case t.Text == "?" || t.Text == "/":
		p.fail(t.Start, "query calls and paths in conditions are not supported")
	case t.Kind == Ident && p.isAhead(1, ":="):
		p.fail(p.ahead(1).Start, "unification (:=) is not supported")
	case t.Kind == Ident && (t.Text == "do" || t.Text == "if") && !p.isAhead(1, ":"):
		p.fail(t.Start, "named consequences are not supported")
	case t.Text == "groupby" && p.isAhead(1, "("):
		p.fail(t.Start, "groupby is not supported")
	case t.Text == "@":
		p.fail(t.Start, "annotations of patterns are not supported")
	}
}

// bindAll gives every alternative of $x : (P or Q) the binding.
func (p *parser) bindAll(c Cond, bind string) {
	switch c := c.(type) {
	case *Pattern:
		c.Bind = bind
	case *Or:
		for _, sub := range c.Conds {
			p.bindAll(sub, bind)
		}
	default:
		p.fail(c.Pos(), "only patterns joined by or can be bound together")
	}
}

func (p *parser) pattern(at At, bind string) *Pattern {
	pt := &Pattern{At: at, Bind: bind}
	if p.peek().Kind != Ident {
		p.fail(p.peek().Start, "expected a pattern but found %s", p.peek().describe())
	}
	start := p.peek()
	pt.Type = p.typeRef()
	if !p.is("(") {
		p.fail(p.peek().Start, "expected '(' behind %s but found %s", start.describe(), p.peek().describe())
	}
	p.advance()
	for !p.is(")") {
		pt.Constraints = append(pt.Constraints, p.expr())
		if p.is(";") {
			p.fail(p.peek().Start, "positional arguments are not supported")
		}
		if !p.accept(",") {
			break
		}
	}
	p.expect(")")
	if p.is("over") && p.ahead(1).Text == "window" {
		p.fail(p.peek().Start, "windows are not supported")
	}
	return pt
}

func (p *parser) fromSource() FromSource {
	at := p.here()
	switch {
	case p.is("entry") && p.isAhead(1, "-"):
		p.fail(int(at), "entry points are not supported")
	case p.is("collect") && p.isAhead(1, "("):
		p.at += 2
		pt, ok := p.unaryCond().(*Pattern)
		if !ok {
			p.fail(int(at), "collect needs a single pattern")
		}
		p.expect(")")
		return &Collect{at, pt}
	case (p.is("accumulate") || p.is("acc")) && p.isAhead(1, "("):
		p.advance()
		p.expect("(")
		a := p.accumulateBody(at)
		p.expect(")")
		return a
	}
	return &FromExpr{at, p.binary(1)}
}

func (p *parser) accumulateCond(at At) Cond {
	p.expect("(")
	c := &AccumulatePattern{At: at, Accumulate: p.accumulateBody(at)}
	for p.accept(";") {
		for !p.is(")") && !p.is(";") {
			c.Constraints = append(c.Constraints, p.expr())
			if !p.accept(",") {
				break
			}
		}
	}
	p.expect(")")
	return c
}

// accumulateBody reads source and functions: src, f(e) or src; $x: f(e), $y: g(e).
// A semicolon may also stand between functions, as long as a function follows.
func (p *parser) accumulateBody(at At) *Accumulate {
	a := &Accumulate{At: at, Source: p.orCond()}
	if !p.accept(",") {
		p.expect(";")
	}
	if p.is("init") && p.isAhead(1, "(") {
		p.fail(p.peek().Start, "accumulate with init, action and result is not supported: use an accumulate function")
	}
	for {
		f := AccFunction{At: p.here()}
		if p.isAhead(1, ":") {
			f.Bind = p.ident("a binding").Text
			p.advance()
		}
		f.Name = p.ident("an accumulate function").Text
		f.Args = p.args()
		a.Functions = append(a.Functions, f)
		more := p.is(";") && p.ahead(1).Kind == Ident && p.isAhead(2, ":") && p.ahead(3).Kind == Ident && p.isAhead(4, "(")
		if !more && !p.is(",") {
			return a
		}
		p.advance()
	}
}
