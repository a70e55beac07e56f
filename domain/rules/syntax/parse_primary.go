package syntax

import "strings"

func (p *parser) primary() Expr {
	t := p.peek()
	switch t.Kind {
	case Str, TextBlock, Quoted:
		p.advance()
		s := p.stringValue(t)
		if t.Kind == Quoted && !p.drl {
			return &Literal{At(t.Start), p.char(t, s)}
		}
		return &Literal{At(t.Start), s}
	case Number:
		p.advance()
		return &Literal{At(t.Start), p.number(t)}
	case Ident:
		return p.word()
	}
	if p.is("(") {
		p.advance()
		defer func(n int) { p.noBind = n }(p.noBind)
		p.noBind = 0
		x := p.expr()
		p.expect(")")
		return x
	}
	p.fail(t.Start, "expected an expression but found %s", t.describe())
	return nil
}

func (p *parser) char(t Token, s string) Char {
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
	case "true", "false":
		return &Literal{at, t.Text == "true"}
	case "null":
		return &Literal{at, nil}
	case "new":
		return p.creation(at)
	case "switch":
		if p.is("(") && !p.drl {
			return &SwitchExpr{at, p.switchBody(at)}
		}
	case "class", "interface", "enum", "synchronized":
		if !p.drl {
			p.fail(t.Start, "%s is not allowed in rules", t.Text)
		}
	}
	if p.is("[") && p.isAhead(1, "]") || p.is("<") && p.genericRef() {
		p.at--
		ref := p.typeRef()
		p.expect("::")
		return &MethodRef{At: At(p.peek().Start), X: &Name{at, ref.Name}, Array: ref, Name: p.ident("a method name").Text}
	}
	if p.is("(") {
		return &Call{At: at, Name: t.Text, Args: p.args()}
	}
	return &Name{at, t.Text}
}

// genericRef says whether the word before the current < begins Type<…>::name.
func (p *parser) genericRef() bool {
	start := p.at
	defer func() { p.at = start }()
	p.at--
	_, ok := p.tryType()
	return ok && p.is("::")
}

func (p *parser) creation(at At) Expr {
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

// lambda reads a lambda, or nothing when none stands here.
func (p *parser) lambda() Expr {
	at := p.here()
	l := &Lambda{At: at}
	switch {
	case p.peek().Kind == Ident && p.isAhead(1, "->"):
		l.Params = []Param{{At: at, Name: p.advance().Text}}
	case p.is("(") && p.lambdaParens():
		p.advance()
		l.Params = p.params(true)
	default:
		return nil
	}
	p.expect("->")
	defer func(n int, drl bool) { p.noBind, p.drl = n, drl }(p.noBind, p.drl)
	p.noBind = 0
	if p.is("{") {
		p.drl = false
		l.Block = p.block()
	} else {
		l.Expr = p.expr()
	}
	return l
}

func (p *parser) lambdaParens() bool {
	depth := 0
	for i := 0; ; i++ {
		t := p.ahead(i)
		switch {
		case t.Kind == EOF:
			return false
		case t.Kind == Op && t.Text == "(":
			depth++
		case t.Kind == Op && t.Text == ")":
			if depth--; depth == 0 {
				return p.isAhead(i+1, "->")
			}
		case t.Kind == Op && strings.Contains(",<>?.[]&...", t.Text), t.Kind == Ident:
		default:
			return false
		}
	}
}
