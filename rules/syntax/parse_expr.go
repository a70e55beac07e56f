package syntax

// parseExpr reads an expression, in the notation that the parser reads.
func (p *parser) parseExpr() Expr {
	if p.drl {
		return p.parseExpression()
	}
	p.enterNesting()
	defer p.leaveNesting()
	if l := p.parseLambda(); l != nil {
		return l
	}
	x := p.parseJavaBinary(1)
	if p.is("?") {
		at := p.currentPos()
		p.advance()
		then := p.parseExpr()
		p.expect(":")
		return &Ternary{at, x, then, p.parseExpr()}
	}
	if op, tokens := p.symbolAt(p.at); assignOps[op] {
		at := p.currentPos()
		p.at += tokens
		return &Assign{at, op, x, p.parseExpr()}
	}
	return x
}

var assignOps = map[string]bool{
	"=": true, "+=": true, "-=": true, "*=": true, "/=": true, "%=": true, "&=": true, "|=": true, "^=": true, "<<=": true, ">>=": true,
	">>>=": true,
}

// parseJavaBinary reads operands joined by Java's binary operators of the given level or
// tighter ones.
func (p *parser) parseJavaBinary(level int) Expr {
	x := p.javaUnary()
	for n := 0; ; n++ {
		p.checkChain(n)
		op, tokens := p.symbolAt(p.at)
		l := levels[op]
		if l < level || l == 0 {
			return x
		}
		at := p.currentPos()
		p.at += tokens
		if op == "instanceof" {
			x = p.instanceOf(at, x)
			continue
		}
		x = &Binary{at, op, x, p.parseJavaBinary(l + 1)}
	}
}

func (p *parser) instanceOf(at At, x Expr) Expr {
	p.accept("final")
	e := &InstanceOf{At: at, X: x, Type: p.parseTypeRef()}
	if p.peek().Kind == Ident {
		e.Bind = p.advance().Text
	}
	return e
}

func (p *parser) javaUnary() Expr {
	p.enterNesting()
	defer p.leaveNesting()
	t := p.peek()
	switch {
	case p.is("!"), p.is("-"), p.is("+"), p.is("~"):
		p.advance()
		return &Unary{At(t.Start), t.Text, p.javaUnary()}
	case p.is("++"), p.is("--"):
		p.advance()
		return &IncDec{At(t.Start), t.Text, p.javaUnary(), true}
	case p.is("("):
		if c := p.parseCast(); c != nil {
			return c
		}
	}
	return p.parsePostfix(p.parsePrimary())
}

func (p *parser) parsePostfix(x Expr) Expr {
	for n := 0; ; n++ {
		p.checkChain(n)
		t := p.peek()
		switch {
		case p.is("."):
			x = p.javaMember(x)
		case p.is("["):
			p.advance()
			x = &Index{At(t.Start), x, p.parseExpr()}
			p.expect("]")
		case p.is("::"):
			p.advance()
			x = &MethodRef{At: p.currentPos(), X: x, Name: p.expectIdent("a method name").Text}
		case p.is("++"), p.is("--"):
			p.advance()
			x = &IncDec{At(t.Start), t.Text, x, false}
		default:
			return x
		}
	}
}

func (p *parser) javaMember(x Expr) Expr {
	p.expect(".")
	if p.is("<") {
		p.typeArgs()
	}
	if p.is("class") {
		return &ClassLit{At(p.advance().Start), typeOf(x)}
	}
	name := p.expectIdent("a member name")
	if p.is("(") {
		return &Call{At: At(name.Start), X: x, Name: name.Text, Args: p.parseArgs()}
	}
	return &Field{At: At(name.Start), X: x, Name: name.Text}
}

func (p *parser) parseArgs() []Expr {
	p.expect("(")
	first := p.peek()
	var out []Expr
	for more := !p.is(")"); more; more = p.accept(",") {
		out = append(out, p.parseArg())
	}
	p.closeRow(")", first)
	return out
}

// closeRow expects a closing bracket. When a new line begins in its place, the bracket is
// reported missing in the line of the token from.
func (p *parser) closeRow(bracket string, from Token) {
	if t := p.peek(); p.drl && !p.is(bracket) && t.FirstOnRow {
		p.fail(from.Start, "expected '%s' before %s in the next line", bracket, t.describe())
	}
	p.expect(bracket)
}

// parseArg reads an argument, in conditions also a lambda.
func (p *parser) parseArg() Expr {
	if !p.drl {
		return p.parseExpr()
	}
	at := p.currentPos()
	if l := p.parseLambda(); l != nil {
		p.noteBeyond(at, "lambdas in conditions")
		return l
	}
	return p.parseExpression()
}
