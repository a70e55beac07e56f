package syntax

func (p *parser) primary() Expr {
	t := p.peek()
	switch t.Kind {
	case Str, TextBlock:
		p.advance()
		return &Literal{At(t.Start), p.stringValue(t)}
	case Quoted:
		p.advance()
		return &Literal{At(t.Start), p.char(t, p.stringValue(t))}
	case Number:
		p.advance()
		return &Literal{At(t.Start), p.number(t)}
	case Constant:
		p.advance()
		return constant(t)
	case Ident:
		return p.word()
	}
	if p.accept("(") {
		x := p.expr()
		p.expect(")")
		return x
	}
	p.unexpected("an expression")
	return nil
}

func (p *parser) char(t Token, s string) Char {
	if half := LoneUnit(s); half != 0 && len(s) == 3 {
		return Char(half)
	}
	r := []rune(s)
	if len(r) != 1 || r[0] > 0xffff {
		p.fail(t.Start, "not a character: %s (strings stand in double quotes)", t.Text)
	}
	return Char(r[0])
}

func (p *parser) word() Expr {
	t := p.advance()
	at := At(t.Start)
	switch t.Text {
	case "new":
		return p.creation(at)
	case "switch":
		if p.is("(") {
			return &SwitchExpr{at, p.switchBody(at)}
		}
	case "class", "interface", "enum", "synchronized":
		p.fail(t.Start, "%s is not allowed in rules", t.Text)
	}
	if p.is("[") && p.isAhead(1, "]") || p.is("<") && p.genericRef() {
		p.at--
		ref := p.typeRef()
		if p.accept(".") {
			return &ClassLit{At(p.expect("class").Start), ref}
		}
		p.expect("::")
		return &MethodRef{At: At(p.peek().Start), X: &Name{at, ref.Name}, Array: ref, Name: p.ident("a method name").Text}
	}
	if p.is("(") {
		return &Call{At: at, Name: t.Text, Args: p.args()}
	}
	return &Name{at, t.Text}
}

// genericRef reports whether the word before the current < begins Type<…>::name.
func (p *parser) genericRef() bool {
	start := p.at
	defer func() { p.at = start }()
	p.at--
	_, ok := p.tryType(0)
	return ok && p.is("::")
}

func (p *parser) creation(at At) Expr {
	if p.is("<") {
		p.typeArgs()
	}
	n := &New{At: at, Type: p.newType()}
	if p.is("[") {
		for p.accept("[") {
			if !p.is("]") {
				n.Dims = append(n.Dims, p.expr())
			}
			p.expect("]")
			n.Type.Dims++
		}
		if p.is("{") {
			n.Init = p.arrayLit()
		}
		return n
	}
	n.Args = p.args()
	if p.is("{") {
		p.fail(p.peek().Start, "anonymous classes are not allowed in rules")
	}
	return n
}

func (p *parser) arrayLit() *ArrayLit {
	p.enter()
	defer p.leave()
	a := &ArrayLit{At: p.here()}
	p.expect("{")
	for !p.is("}") {
		if p.is("{") {
			a.Elems = append(a.Elems, p.arrayLit())
		} else {
			a.Elems = append(a.Elems, p.expr())
		}
		if !p.accept(",") {
			break
		}
	}
	p.expect("}")
	return a
}

// lambda reads a lambda. It returns nil and consumes nothing when there is none.
func (p *parser) lambda() Expr {
	l := &Lambda{At: p.here()}
	switch {
	case p.peek().Kind == Ident && p.isAhead(1, "->"):
		l.Params = []Param{{At: l.At, Name: p.advance().Text}}
	case p.is("(") && p.tokens[p.closes(p.at)].is(")") && p.tokens[p.closes(p.at)+1].is("->"):
		p.advance()
		l.Params = p.lambdaParams()
	default:
		return nil
	}
	p.expect("->")
	if !p.is("{") {
		l.Expr = p.expr()
		return l
	}
	defer func(drl bool) { p.drl = drl }(p.drl)
	p.drl = false
	l.Block = p.block()
	return l
}

// lambdaParams reads the parameters of a lambda, whose types may be left out, up
// to the closing parenthesis.
func (p *parser) lambdaParams() []Param {
	var out []Param
	for more := !p.is(")"); more; more = p.accept(",") {
		p.accept("final")
		pr := Param{At: p.here()}
		if p.peek().Kind != Ident || !p.isAhead(1, ",") && !p.isAhead(1, ")") {
			pr.Type = p.typeRef()
			pr.Variadic = p.accept("...")
		}
		pr.Name = p.ident("a parameter name").Text
		out = append(out, pr)
	}
	p.expect(")")
	return out
}
