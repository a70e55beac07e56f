package syntax

func (p *parser) parsePrimary() Expr {
	t := p.peek()
	switch t.Kind {
	case Str, TextBlock:
		p.advance()
		return &Literal{At(t.Start), p.stringValue(t)}
	case Quoted:
		p.advance()
		return &Literal{At(t.Start), p.charValue(t, p.stringValue(t))}
	case Number:
		p.advance()
		return &Literal{At(t.Start), p.numberValue(t)}
	case Constant:
		p.advance()
		return constantOf(t)
	case Ident:
		return p.parseWord()
	}
	if p.accept("(") {
		x := p.parseExpr()
		p.expect(")")
		return x
	}
	p.failUnexpected("an expression")
	return nil
}

func (p *parser) charValue(t Token, s string) Char {
	if half := LoneUnit(s); half != 0 && len(s) == 3 {
		return Char(half)
	}
	r := []rune(s)
	if len(r) != 1 || r[0] > 0xffff {
		p.fail(t.Start, "not a character: %s (strings stand in double quotes)", t.Text)
	}
	return Char(r[0])
}

func (p *parser) parseWord() Expr {
	t := p.advance()
	at := At(t.Start)
	switch t.Text {
	case "new":
		return p.parseCreation(at)
	case "switch":
		if p.is("(") {
			return &SwitchExpr{at, p.switchBody(at)}
		}
	case "class", "interface", "enum", "synchronized":
		p.fail(t.Start, "%s is not allowed in rules", t.Text)
	}
	if p.is("[") && p.isAhead(1, "]") || p.is("<") && p.isGenericRef() {
		p.at--
		ref := p.parseTypeRef()
		if p.accept(".") {
			return &ClassLit{At(p.expect("class").Start), ref}
		}
		p.expect("::")
		return &MethodRef{At: At(p.peek().Start), X: &Name{at, ref.Name}, Array: ref, Name: p.expectIdent("a method name").Text}
	}
	if p.is("(") {
		return &Call{At: at, Name: t.Text, Args: p.parseArgs()}
	}
	return &Name{at, t.Text}
}

// isGenericRef reports whether the word before the current < begins Type<…>::name.
func (p *parser) isGenericRef() bool {
	start := p.at
	defer func() { p.at = start }()
	p.at--
	_, ok := p.tryType(0)
	return ok && p.is("::")
}

func (p *parser) parseCreation(at At) Expr {
	if p.is("<") {
		p.typeArgs()
	}
	n := &New{At: at, Type: p.newType()}
	if p.is("[") {
		for p.accept("[") {
			if !p.is("]") {
				n.Dims = append(n.Dims, p.parseExpr())
			}
			p.expect("]")
			n.Type.Dims++
		}
		if p.is("{") {
			n.Init = p.arrayLit()
		}
		return n
	}
	n.Args = p.parseArgs()
	if p.is("{") {
		p.fail(p.peek().Start, "anonymous classes are not allowed in rules")
	}
	return n
}

func (p *parser) arrayLit() *ArrayLit {
	p.enterNesting()
	defer p.leaveNesting()
	a := &ArrayLit{At: p.currentPos()}
	p.expect("{")
	for !p.is("}") {
		if p.is("{") {
			a.Elems = append(a.Elems, p.arrayLit())
		} else {
			a.Elems = append(a.Elems, p.parseExpr())
		}
		if !p.accept(",") {
			break
		}
	}
	p.expect("}")
	return a
}

// parseLambda reads a lambda. It returns nil and consumes nothing when there is none.
func (p *parser) parseLambda() Expr {
	l := &Lambda{At: p.currentPos()}
	switch {
	case p.peek().Kind == Ident && p.isAhead(1, "->"):
		l.Params = []Param{{At: l.At, Name: p.advance().Text}}
	case p.is("(") && p.tokens[p.closingIndex(p.at)].is(")") && p.tokens[p.closingIndex(p.at)+1].is("->"):
		p.advance()
		l.Params = p.parseLambdaParams()
	default:
		return nil
	}
	p.expect("->")
	if !p.is("{") {
		l.Expr = p.parseExpr()
		return l
	}
	defer func(drl bool) { p.drl = drl }(p.drl)
	p.drl = false
	l.Block = p.parseBlock()
	return l
}

// parseLambdaParams reads the parameters of a lambda, whose types may be left out, up
// to the closing parenthesis.
func (p *parser) parseLambdaParams() []Param {
	var out []Param
	for more := !p.is(")"); more; more = p.accept(",") {
		p.accept("final")
		pr := Param{At: p.currentPos()}
		if p.peek().Kind != Ident || !p.isAhead(1, ",") && !p.isAhead(1, ")") {
			pr.Type = p.parseTypeRef()
			pr.Variadic = p.accept("...")
		}
		pr.Name = p.expectIdent("a parameter name").Text
		out = append(out, pr)
	}
	p.expect(")")
	return out
}
