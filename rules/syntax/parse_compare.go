package syntax

// parseComparison reads a comparison with x: an operator and its right side.
func (p *parser) parseComparison(x Expr) Expr {
	at := p.currentPos()
	if op, n := p.symbolAt(p.at); levels[op] != 0 {
		p.at += n
		return &Binary{at, op, x, p.parseBinary(levels[op] + 1)}
	}
	prefix := ""
	for p.accept("~") {
		prefix += "~"
	}
	r := &Relation{At: at, X: x, Not: p.accept("not")}
	if p.accept("#") {
		p.expect("#")
		prefix = "##"
	}
	r.Op = prefix + p.advance().Text
	if r.Op == "in" {
		p.expect("(")
		r.Args = p.parseList(")")
		return r
	}
	y := p.parseBinary(relationalLevel + 1)
	if params, ok := y.(*List); ok && p.beginsOperand() {
		r.Params = params.Elems
		y = p.parseBinary(relationalLevel + 1)
	}
	r.Args = []Expr{y}
	return r
}

// beginsOperand reports whether the current token can be the first of an operand.
func (p *parser) beginsOperand() bool {
	switch t := p.peek(); t.Kind {
	case Ident:
		return !t.is("instanceof") && (p.comparisonLevel(p.at) == 0 || p.isWordOperand(p.at))
	case Str, Quoted, TextBlock, Number, Constant:
		return true
	default:
		return t.is("(") || t.is("!") || t.is("~")
	}
}

// parseList reads one or more expressions up to a closing bracket.
func (p *parser) parseList(closing string) []Expr {
	list := []Expr{p.parseExpression()}
	for p.accept(",") {
		list = append(list, p.parseExpression())
	}
	p.expect(closing)
	return list
}

// parseConditionalArgs reads arguments, which may not be assignments.
func (p *parser) parseConditionalArgs() []Expr {
	var list []Expr
	p.expect("(")
	for more := !p.is(")"); more; more = p.accept(",") {
		list = append(list, p.parseConditional())
	}
	p.expect(")")
	return list
}
