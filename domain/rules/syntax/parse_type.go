package syntax

func (p *parser) typeRef() *TypeRef {
	t, ok := p.tryType()
	if !ok {
		p.fail(p.peek().Start, "expected a type but found %s", p.peek().describe())
	}
	return t
}

// tryType reads a type; when none stands here, it moves by an unknown number of
// tokens and the caller goes back.
func (p *parser) tryType() (*TypeRef, bool) {
	t, ok := p.baseType()
	for ok && p.is("[") && p.isAhead(1, "]") {
		p.at += 2
		t.Dims++
	}
	return t, ok
}

func (p *parser) newType() *TypeRef {
	t, ok := p.baseType()
	if !ok {
		p.fail(p.peek().Start, "expected a type but found %s", p.peek().describe())
	}
	return t
}

func (p *parser) baseType() (*TypeRef, bool) {
	first := p.peek()
	t := &TypeRef{At: At(first.Start), Name: first.Text, Path: first.Text}
	if p.accept("?") {
		if p.accept("extends") || p.accept("super") {
			return p.tryType()
		}
		return t, true
	}
	for {
		if p.peek().Kind != Ident {
			return nil, false
		}
		t.Name = p.advance().Text
		if p.is("<") {
			args, ok := p.tryTypeArgs()
			if !ok {
				return nil, false
			}
			t.Args = args
		}
		if !p.is(".") || p.ahead(1).Kind != Ident {
			return t, true
		}
		p.at++
		t.Path += "." + p.peek().Text
	}
}

func (p *parser) tryTypeArgs() ([]*TypeRef, bool) {
	p.at++
	args := []*TypeRef{}
	for !p.is(">") {
		if p.depth++; p.depth > MaxDepth {
			p.depth--
			return nil, false
		}
		a, ok := p.tryType()
		p.depth--
		if !ok {
			return nil, false
		}
		args = append(args, a)
		if !p.accept(",") {
			break
		}
	}
	return args, p.accept(">")
}

func (p *parser) typeArgs() {
	if _, ok := p.tryTypeArgs(); !ok {
		p.fail(p.peek().Start, "expected type arguments but found %s", p.peek().describe())
	}
}

// params reads parameters up to the closing parenthesis; types may be left out
// when untyped is set.
func (p *parser) params(untyped bool) []Param {
	var out []Param
	for !p.is(")") {
		p.accept("final")
		pr := Param{At: p.here()}
		if !(untyped && p.peek().Kind == Ident && (p.isAhead(1, ",") || p.isAhead(1, ")"))) {
			pr.Type = p.typeRef()
			pr.Variadic = p.accept("...")
		}
		pr.Name = p.ident("a parameter name").Text
		out = append(out, pr)
		if !p.accept(",") {
			break
		}
	}
	p.expect(")")
	return out
}
