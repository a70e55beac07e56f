package syntax

// parseOperand reads an operand of a condition with the signs before it.
func (p *parser) parseOperand() Expr {
	p.enterNesting()
	defer p.leaveNesting()
	t := p.peek()
	switch {
	case p.is("!"), p.is("-"), p.is("+"), p.is("~"):
		p.advance()
		return &Unary{At(t.Start), t.Text, p.parseOperand()}
	case p.is("++"), p.is("--"):
		p.advance()
		return &IncDec{At(t.Start), t.Text, p.parseSelectors(p.parseOperandPrimary()), true}
	case p.is("("):
		if c := p.parseCast(); c != nil {
			return c
		}
	case p.is(".") && p.isAhead(1, ".") && p.isAhead(2, "/"):
		return p.backRef()
	}
	return p.parseBound()
}

// parseBound reads a primary expression with its members, and the name that it is bound to, if
// any.
func (p *parser) parseBound() Expr {
	t := p.peek()
	if t.Kind == Ident && p.noBind == 0 && (p.isAhead(1, ":") || p.isAhead(1, ":=")) {
		b := &Bind{At: At(t.Start)}
		b.Name, b.Unify = p.parseLabel()
		b.X = p.parseUnbound()
		return b
	}
	return p.parseUnbound()
}

func (p *parser) parseUnbound() Expr {
	if p.is("/") || p.is("?") && p.isAhead(1, "/") {
		return p.parsePath()
	}
	x := p.parseSelectors(p.parseOperandPrimary())
	if t := p.peek(); t.is("++") || t.is("--") {
		p.advance()
		return &IncDec{At(t.Start), t.Text, x, false}
	}
	return x
}

func (p *parser) backRef() Expr {
	b := &BackRef{At: p.currentPos()}
	for p.is(".") && p.isAhead(1, ".") && p.isAhead(2, "/") {
		p.at += 3
		b.Up++
	}
	b.X = p.parseBound()
	return b
}

// parseOperandPrimary reads an operand without signs and members.
func (p *parser) parseOperandPrimary() Expr {
	t := p.peek()
	switch {
	case t.isString(), t.Kind == TextBlock:
		p.advance()
		if t.Kind == TextBlock {
			p.noteBeyond(At(t.Start), "text blocks in conditions")
		}
		return &Literal{At(t.Start), p.stringValue(t)}
	case t.Kind == Number:
		p.advance()
		return &Literal{At(t.Start), p.conditionNumber(t)}
	case t.Kind == Constant:
		p.advance()
		return constantOf(t)
	case p.accept("*"):
		return &Literal{At(t.Start), Infinity{}}
	case p.accept("("):
		x := p.parseExpression()
		p.expect(")")
		return x
	case p.is("["):
		return p.parseListOrMap()
	case p.is("<"):
		p.typeArgs()
		name := p.expectIdent("a method name")
		if !p.is("(") {
			p.failUnexpected("'('")
		}
		return &Call{At: At(name.Start), Name: name.Text, Args: p.parseArgs()}
	case t.Kind == Ident:
		return p.operandWord()
	}
	p.failUnexpected("an expression")
	return nil
}

func (p *parser) operandWord() Expr {
	t := p.advance()
	at := At(t.Start)
	if t.Text == "new" {
		return p.parseCreation(at)
	}
	behindBracket := p.at > 1 && p.tokens[p.at-2].is("(") // as in a cast
	if primitives[t.Text] && !behindBracket && !(p.is(".") && p.isAhead(1, "class") || p.is("[") && p.isAhead(1, "]")) {
		p.fail(t.Start, "%s is a type and no value", t.Text)
	}
	if p.is("(") && !p.restrictionAhead(p.at) {
		return &Call{At: at, Name: t.Text, Args: p.parseArgs()}
	}
	return &Name{at, t.Text}
}

// parseSelectors reads members, indexes and calls after x.
func (p *parser) parseSelectors(x Expr) Expr {
	words := isWord(x) // nothing but names so far: these can be cast, and have nested constraints
	for n := 0; ; n++ {
		p.checkChain(n)
		t := p.peek()
		switch {
		case p.is("."), p.is("!."), p.is("#") && !p.isAhead(1, "#"):
			if !words && (t.is("#") || p.isAhead(1, "(")) {
				if _, constant := x.(*Literal); constant {
					return x
				}
				p.noteBeyond(At(t.Start), "casts and nested constraints behind a call or an index")
			}
			x = p.parseMember(x)
			_, called := x.(*Call)
			words = words && !called
		case p.is("::"):
			p.noteBeyond(p.currentPos(), "method references in conditions")
			p.advance()
			x = &MethodRef{At: p.currentPos(), X: x, Name: p.expectIdent("a method name").Text}
		case p.is("[") && p.isAhead(1, "]"):
			return p.parseArrayClass(x)
		case p.is("["):
			p.advance()
			words = false
			x = &Index{At(t.Start), x, p.parseExpression()}
			p.closeRow("]", t)
		default:
			return x
		}
	}
}

func isWord(x Expr) bool {
	_, word := x.(*Name)
	return word
}

// parseMember reads .name, !.name, .name( … ), .( … ) or #Type after x.
func (p *parser) parseMember(x Expr) Expr {
	dot := p.advance()
	safe := dot.is("!.")
	if dot.is("#") {
		return &InlineCast{At(dot.Start), x, p.simpleType()}
	}
	if open := p.peek(); p.accept("(") {
		return &Nested{At(open.Start), x, p.parseList(")"), safe}
	}
	if p.peek().Kind != Ident && p.peek().FirstOnRow {
		p.fail(dot.Start, "expected a member name behind '%s'", dot.Text)
	}
	name := p.expectIdent("a member name")
	switch {
	case name.is("class") && !safe:
		return &ClassLit{At(name.Start), typeOf(x)}
	case p.is("(") && !p.restrictionAhead(p.at):
		return &Call{At(name.Start), x, name.Text, p.parseArgs(), safe}
	}
	return &Field{At(name.Start), x, name.Text, safe}
}

// parseArrayClass reads [].class after the name of a class.
func (p *parser) parseArrayClass(x Expr) Expr {
	t := typeOf(x)
	for p.accept("[") {
		p.expect("]")
		t.Dims++
	}
	p.expect(".")
	return &ClassLit{At(p.expect("class").Start), t}
}

// typeOf returns the type that a name with dots refers to.
func typeOf(x Expr) *TypeRef {
	switch x := x.(type) {
	case *Name:
		return &TypeRef{At: x.At, Name: x.Name, Path: x.Name}
	case *Field:
		return &TypeRef{At: At(x.X.Pos()), Name: x.Name, Path: typeOf(x.X).Path + "." + x.Name}
	}
	return &TypeRef{At: At(x.Pos())}
}

func (p *parser) simpleType() *TypeRef {
	t := p.expectIdent("a type")
	return &TypeRef{At: At(t.Start), Name: t.Text, Path: t.Text}
}

// parseListOrMap reads [ a, b ] or [ k : v, … ].
func (p *parser) parseListOrMap() Expr {
	at := p.currentPos()
	p.expect("[")
	if p.accept("]") {
		return &List{At: at}
	}
	p.noBind++
	first := p.parseExpression()
	p.noBind--
	if !p.is(":") {
		l := &List{At: at, Elems: []Expr{first}}
		for p.accept(",") {
			l.Elems = append(l.Elems, p.parseExpression())
		}
		p.expect("]")
		return l
	}
	return p.mapLit(at, first)
}

func (p *parser) mapLit(at At, key Expr) Expr {
	p.noBind++
	m := &MapLit{At: at, Keys: []Expr{key}}
	for {
		p.expect(":")
		m.Values = append(m.Values, p.parseExpression())
		if !p.accept(",") {
			break
		}
		m.Keys = append(m.Keys, p.parseExpression())
	}
	p.expect("]")
	p.noBind--
	return m
}
