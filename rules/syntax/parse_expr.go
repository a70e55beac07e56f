package syntax

// expr reads an expression, in the notation that the parser reads.
func (p *parser) expr() Expr {
	if p.drl {
		return p.expression()
	}
	p.enter()
	defer p.leave()
	if l := p.lambda(); l != nil {
		return l
	}
	x := p.javaBinary(1)
	if p.is("?") {
		at := p.here()
		p.advance()
		then := p.expr()
		p.expect(":")
		return &Ternary{at, x, then, p.expr()}
	}
	if op, tokens := p.symbolAt(p.at); assignOps[op] {
		at := p.here()
		p.at += tokens
		return &Assign{at, op, x, p.expr()}
	}
	return x
}

var assignOps = map[string]bool{
	"=": true, "+=": true, "-=": true, "*=": true, "/=": true, "%=": true, "&=": true, "|=": true, "^=": true, "<<=": true, ">>=": true,
	">>>=": true,
}

// javaBinary reads operands joined by Java's binary operators of the given level or
// tighter ones.
func (p *parser) javaBinary(level int) Expr {
	x := p.javaUnary()
	for n := 0; ; n++ {
		p.chained(n)
		op, tokens := p.symbolAt(p.at)
		l := levels[op]
		if l < level || l == 0 {
			return x
		}
		at := p.here()
		p.at += tokens
		if op == "instanceof" {
			x = p.instanceOf(at, x)
			continue
		}
		x = &Binary{at, op, x, p.javaBinary(l + 1)}
	}
}

func (p *parser) instanceOf(at At, x Expr) Expr {
	p.accept("final")
	e := &InstanceOf{At: at, X: x, Type: p.typeRef()}
	if p.peek().Kind == Ident {
		e.Bind = p.advance().Text
	}
	return e
}

func (p *parser) javaUnary() Expr {
	p.enter()
	defer p.leave()
	t := p.peek()
	switch {
	case p.is("!"), p.is("-"), p.is("+"), p.is("~"):
		p.advance()
		return &Unary{At(t.Start), t.Text, p.javaUnary()}
	case p.is("++"), p.is("--"):
		p.advance()
		return &IncDec{At(t.Start), t.Text, p.javaUnary(), true}
	case p.is("("):
		if c := p.cast(); c != nil {
			return c
		}
	}
	return p.postfix(p.primary())
}

func (p *parser) postfix(x Expr) Expr {
	for n := 0; ; n++ {
		p.chained(n)
		t := p.peek()
		switch {
		case p.is("."):
			x = p.javaMember(x)
		case p.is("["):
			p.advance()
			x = &Index{At(t.Start), x, p.expr()}
			p.expect("]")
		case p.is("::"):
			p.advance()
			x = &MethodRef{At: p.here(), X: x, Name: p.ident("a method name").Text}
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
	name := p.ident("a member name")
	if p.is("(") {
		return &Call{At: At(name.Start), X: x, Name: name.Text, Args: p.args()}
	}
	return &Field{At: At(name.Start), X: x, Name: name.Text}
}

func (p *parser) args() []Expr {
	p.expect("(")
	first := p.peek()
	var out []Expr
	for more := !p.is(")"); more; more = p.accept(",") {
		out = append(out, p.arg())
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

// arg reads an argument, in conditions also a lambda.
func (p *parser) arg() Expr {
	if !p.drl {
		return p.expr()
	}
	at := p.here()
	if l := p.lambda(); l != nil {
		p.beyond(at, "lambdas in conditions")
		return l
	}
	return p.expression()
}
