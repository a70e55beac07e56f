package syntax

// compare reads a comparison with x: an operator and its right side.
func (p *parser) compare(x Expr) Expr {
	at := p.here()
	if op, n := p.symbolAt(p.at); levels[op] != 0 {
		p.at += n
		return &Binary{at, op, x, p.binary(levels[op] + 1)}
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
		r.Args = p.list(")")
		return r
	}
	y := p.binary(relationalLevel + 1)
	if params, ok := y.(*List); ok && p.beginsOperand() {
		r.Params = params.Elems
		y = p.binary(relationalLevel + 1)
	}
	r.Args = []Expr{y}
	return r
}

// beginsOperand reports whether the current token can be the first of an operand.
func (p *parser) beginsOperand() bool {
	switch t := p.peek(); t.Kind {
	case Ident:
		return !t.is("instanceof") && (p.comparison(p.at) == 0 || p.wordOperand(p.at))
	case Str, Quoted, TextBlock, Number, Constant:
		return true
	default:
		return t.is("(") || t.is("!") || t.is("~")
	}
}

// list reads one or more expressions up to a closing bracket.
func (p *parser) list(closing string) []Expr {
	list := []Expr{p.expression()}
	for p.accept(",") {
		list = append(list, p.expression())
	}
	p.expect(closing)
	return list
}

// conditionalArgs reads arguments, which may not be assignments.
func (p *parser) conditionalArgs() []Expr {
	var list []Expr
	p.expect("(")
	for more := !p.is(")"); more; more = p.accept(",") {
		list = append(list, p.conditional())
	}
	p.expect(")")
	return list
}
