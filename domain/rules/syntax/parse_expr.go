package syntax

func (p *parser) expr() Expr {
	defer p.deeper()()
	if l := p.lambda(); l != nil {
		return l
	}
	x := p.binary(1)
	if p.is("?") {
		at := p.here()
		p.advance()
		p.noBind++
		then := p.expr()
		p.noBind--
		p.expect(":")
		return &Ternary{at, x, then, p.expr()}
	}
	if t := p.peek(); t.Kind == Op && !p.drl && assignOps[t.Text] {
		p.advance()
		return &Assign{At(t.Start), t.Text, x, p.expr()}
	}
	return x
}

var assignOps = map[string]bool{"=": true, "+=": true, "-=": true, "*=": true, "/=": true, "%=": true, "&=": true, "|=": true, "^=": true, "<<=": true}

var levels = map[string]int{
	"||": 1, "&&": 2, "|": 3, "^": 4, "&": 5, "==": 6, "!=": 6,
	"<": 7, ">": 7, "<=": 7, ">=": 7, "instanceof": 7,
	"<<": 8, ">>": 8, ">>>": 8, "+": 9, "-": 9, "*": 10, "/": 10, "%": 10,
}

var wordOps = map[string]bool{"matches": true, "contains": true, "excludes": true, "memberOf": true, "in": true, "soundslike": true, "str": true}

// operator is the binary operator at the current token, joined from several
// angle brackets where they touch, and how many tokens it takes.
func (p *parser) operatorHere() (op string, tokens int) {
	t := p.peek()
	if t.Kind != Op && t.Text != "instanceof" {
		return "", 0
	}
	if t.Text != ">" {
		return t.Text, 1
	}
	op, tokens = ">", 1
	for tokens < 3 && p.isAhead(tokens, ">") && p.ahead(tokens).Start == p.ahead(tokens-1).End {
		op, tokens = op+">", tokens+1
	}
	return op, tokens
}

func (p *parser) binary(level int) Expr {
	x := p.unary()
	for {
		if p.drl && level <= 7 && p.wordOpHere() {
			x = p.relation(x)
			continue
		}
		op, n := p.operatorHere()
		l := levels[op]
		if l < level || l == 0 {
			return x
		}
		at := p.here()
		p.at += n
		if op == "instanceof" {
			x = p.instanceOf(at, x)
			continue
		}
		if l == 6 || l == 7 {
			p.last = x
		}
		if p.drl && l <= 2 {
			x = &Binary{at, op, x, p.maybeHalf(l + 1)}
			continue
		}
		x = &Binary{at, op, x, p.binary(l + 1)}
	}
}

// maybeHalf reads an operand; a constraint that begins with its operator takes
// the left side of the one before it (age > 10 && < 20).
func (p *parser) maybeHalf(level int) Expr {
	op, n := p.operatorHere()
	if l := levels[op]; (l == 6 || l == 7) && p.last != nil {
		p.warn(p.peek().Start, "half constraint: write the left side again")
		at, left := p.here(), p.last
		p.at += n
		return &Binary{at, op, left, p.binary(l + 1)}
	}
	return p.binary(level)
}

func (p *parser) wordOpHere() bool {
	t := p.peek()
	if t.Kind != Ident {
		return false
	}
	if t.Text == "not" {
		n := p.ahead(1)
		return n.Kind == Ident && wordOps[n.Text]
	}
	return wordOps[t.Text]
}

func (p *parser) relation(x Expr) Expr {
	r := &Relation{At: p.here(), X: x, Not: p.accept("not")}
	r.Op = p.advance().Text
	switch r.Op {
	case "in":
		p.expect("(")
		for {
			r.Args = append(r.Args, p.expr())
			if !p.accept(",") {
				break
			}
		}
		p.expect(")")
		return r
	case "str":
		p.expect("[")
		r.Param = p.ident("startsWith, endsWith or length").Text
		p.expect("]")
	}
	p.last = x
	r.Args = []Expr{p.binary(8)}
	return r
}

func (p *parser) instanceOf(at At, x Expr) Expr {
	p.accept("final")
	e := &InstanceOf{At: at, X: x, Type: p.typeRef()}
	if p.peek().Kind == Ident && !p.wordOpHere() {
		e.Bind = p.advance().Text
	}
	return e
}

func (p *parser) unary() Expr {
	defer p.deeper()()
	t := p.peek()
	if t.Kind == Op {
		switch t.Text {
		case "!", "-", "+", "~":
			p.advance()
			return &Unary{At(t.Start), t.Text, p.unary()}
		case "++", "--":
			p.advance()
			return &IncDec{At(t.Start), t.Text, p.unary(), true}
		case "(":
			if c := p.cast(); c != nil {
				return c
			}
		}
	}
	if p.drl && p.noBind == 0 && t.Kind == Ident && p.isAhead(1, ":") {
		p.at += 2
		return &Bind{At(t.Start), t.Text, p.unary()}
	}
	return p.postfix(p.primary())
}

var primitives = map[string]bool{"int": true, "long": true, "double": true, "float": true, "boolean": true, "char": true, "byte": true, "short": true}

// cast reads (Type) operand, or nothing: then the parenthesis is a plain one.
func (p *parser) cast() Expr {
	start := p.at
	at := p.here()
	p.at++
	t, ok := p.tryType()
	if !ok || !p.accept(")") {
		p.at = start
		return nil
	}
	n := p.peek()
	operand := n.Kind == Ident && n.Text != "instanceof" && !(p.drl && p.wordOpHere()) ||
		n.Kind == Str || n.Kind == Quoted || n.Kind == Number || n.Kind == TextBlock || n.Text == "(" || n.Text == "!" || n.Text == "~"
	if primitives[t.Name] && t.Dims == 0 {
		operand = operand || n.Text == "-" || n.Text == "+"
	}
	if !operand {
		p.at = start
		return nil
	}
	if l := p.lambda(); l != nil {
		return &Cast{at, t, l}
	}
	return &Cast{at, t, p.unary()}
}

func (p *parser) postfix(x Expr) Expr {
	for {
		t := p.peek()
		if t.Kind != Op {
			return x
		}
		switch t.Text {
		case ".", "!.":
			x = p.member(x)
		case "[":
			p.advance()
			x = &Index{At(t.Start), x, p.expr()}
			p.expect("]")
		case "::":
			p.advance()
			x = &MethodRef{At: At(p.peek().Start), X: x, Name: p.ident("a method name").Text}
		case "++", "--":
			p.advance()
			x = &IncDec{At(t.Start), t.Text, x, false}
		case "#":
			if !p.drl {
				return x
			}
			p.advance()
			x = &InlineCast{At(t.Start), x, p.typeRef()}
		default:
			return x
		}
	}
}

func (p *parser) member(x Expr) Expr {
	safe := p.advance().Text == "!."
	if p.is("(") && p.drl {
		n := &Nested{At: p.here(), X: x}
		p.advance()
		for {
			n.Exprs = append(n.Exprs, p.expr())
			if !p.accept(",") {
				break
			}
		}
		p.expect(")")
		return n
	}
	if p.is("<") {
		p.typeArgs()
	}
	if p.is("class") {
		t := p.advance()
		return &ClassLit{At(t.Start), &TypeRef{At: At(x.Pos()), Name: lastName(x)}}
	}
	name := p.ident("a member name")
	if p.is("(") {
		return &Call{At(name.Start), x, name.Text, p.args(), safe}
	}
	return &Field{At(name.Start), x, name.Text, safe}
}

func lastName(x Expr) string {
	switch x := x.(type) {
	case *Name:
		return x.Name
	case *Field:
		return x.Name
	}
	return ""
}

func (p *parser) args() []Expr {
	p.expect("(")
	defer func(n int) { p.noBind = n }(p.noBind)
	p.noBind = 0
	var out []Expr
	for !p.is(")") {
		out = append(out, p.expr())
		if !p.accept(",") {
			break
		}
	}
	p.expect(")")
	return out
}
