package syntax

func (p *parser) parseBlock() *Block {
	b := &Block{At: p.currentPos()}
	p.expect("{")
	for !p.is("}") && p.peek().Kind != EOF {
		b.Stmts = append(b.Stmts, p.parseStmt())
	}
	b.End = p.expect("}").Start
	return b
}

// wordStmt returns the function that reads the statement beginning with a keyword, or nil
// when the word begins no such statement.
func (p *parser) wordStmt(word string) func(at At) Stmt {
	switch word {
	case "if":
		return p.ifStmt
	case "for":
		return p.forStmt
	case "while":
		return p.whileStmt
	case "do":
		return p.doStmt
	case "return":
		return p.returnStmt
	case "break", "continue":
		return p.breakStmt
	case "throw":
		return p.throwStmt
	case "try":
		return p.tryStmt
	case "switch":
		return p.switchStmt
	case "modify":
		return p.modifyStmt
	case "class", "interface", "enum", "synchronized", "assert":
		return p.refuseStmt
	}
	return nil
}

func (p *parser) parseStmt() Stmt {
	p.enterNesting()
	defer p.leaveNesting()
	at := p.currentPos()
	switch {
	case p.is("{"):
		return p.parseBlock()
	case p.accept(";"):
		return &Empty{at}
	case p.is("yield") && !p.isAhead(1, "=") && !p.isAhead(1, "."):
		p.advance()
		y := &Yield{at, p.parseExpr()}
		p.expect(";")
		return y
	}
	if t := p.peek(); t.Kind == Ident {
		next := p.peekAhead(1)
		if f := p.wordStmt(t.Text); f != nil && !(t.Text == "modify" && next.Text != "(") && next.Text != "." && next.Text != "=" {
			p.advance()
			return f(at)
		}
		if (t.Text == "record") && next.Kind == Ident && p.isAhead(2, "(") {
			p.advance()
			return p.refuseStmt(at)
		}
	}
	if v := p.parseLocalVar(); v != nil {
		p.expect(";")
		return v
	}
	return p.exprStmt(at)
}

func (p *parser) refuseStmt(at At) Stmt {
	p.fail(int(at), "'%s' is not allowed in rules", p.tokens[p.at-1].Text)
	return nil
}

func (p *parser) exprStmt(at At) Stmt {
	x := p.parseExpr()
	switch x.(type) {
	case *Assign, *Call, *IncDec, *New, *SwitchExpr:
	default:
		if p.peek().Kind == Ident {
			p.failUnexpected("an operator or ';'")
		}
		p.fail(int(at), "not a statement")
	}
	p.expect(";")
	return &ExprStmt{at, x}
}

// parseLocalVar reads a declaration without its semicolon. It returns nil and consumes nothing
// when there is none.
func (p *parser) parseLocalVar() Stmt {
	start, at := p.at, p.currentPos()
	final := p.accept("final")
	t, ok := p.tryType(0)
	if !ok || p.peek().Kind != Ident || p.is("instanceof") ||
		!(p.isAhead(1, "=") || p.isAhead(1, ";") || p.isAhead(1, ",") || p.isAhead(1, "[") || p.isAhead(1, ":")) {
		if final {
			p.fail(p.peek().Start, "expected a variable declaration but found %s", p.peek().describe())
		}
		p.at = start
		return nil
	}
	v := &LocalVar{At: at, Final: final, Type: t}
	if t.Name == "var" && t.Dims == 0 {
		v.Type = nil
	}
	for {
		d := Declarator{At: p.currentPos(), Name: p.expectIdent("a variable name").Text}
		for p.is("[") && p.isAhead(1, "]") {
			p.at += 2
			d.Dims++
		}
		if p.accept("=") {
			if p.is("{") {
				d.Init = p.arrayLit()
			} else {
				d.Init = p.parseExpr()
			}
		}
		v.Vars = append(v.Vars, d)
		if !p.accept(",") {
			return v
		}
	}
}

func (p *parser) parseCondition() Expr {
	p.expect("(")
	x := p.parseExpr()
	p.expect(")")
	return x
}

func (p *parser) ifStmt(at At) Stmt {
	first := &If{At: at, Cond: p.parseCondition(), Then: p.parseStmt()}
	last := first
	for n := 0; p.accept("else"); n++ {
		p.checkChain(n)
		at := p.currentPos()
		if !p.accept("if") {
			last.Else = p.parseStmt()
			break
		}
		next := &If{At: at, Cond: p.parseCondition(), Then: p.parseStmt()}
		last.Else, last = next, next
	}
	return first
}

func (p *parser) forStmt(at At) Stmt {
	p.expect("(")
	if v, ok := p.parseLocalVar().(*LocalVar); ok {
		if p.accept(":") {
			s := &ForEach{At: at, Final: v.Final, Type: v.Type, Name: v.Vars[0].Name, X: p.parseExpr()}
			p.expect(")")
			s.Body = p.parseStmt()
			return s
		}
		return p.classicFor(&For{At: at, Init: []Stmt{v}})
	}
	s := &For{At: at}
	for !p.is(";") {
		s.Init = append(s.Init, &ExprStmt{p.currentPos(), p.parseExpr()})
		if !p.accept(",") {
			break
		}
	}
	return p.classicFor(s)
}

func (p *parser) classicFor(s *For) Stmt {
	p.expect(";")
	if !p.is(";") {
		s.Cond = p.parseExpr()
	}
	p.expect(";")
	for !p.is(")") {
		s.Update = append(s.Update, p.parseExpr())
		if !p.accept(",") {
			break
		}
	}
	p.expect(")")
	s.Body = p.parseStmt()
	return s
}

func (p *parser) whileStmt(at At) Stmt {
	return &While{At: at, Cond: p.parseCondition(), Body: p.parseStmt()}
}

func (p *parser) doStmt(at At) Stmt {
	s := &While{At: at, Do: true, Body: p.parseStmt()}
	p.expect("while")
	s.Cond = p.parseCondition()
	p.expect(";")
	return s
}

func (p *parser) returnStmt(at At) Stmt {
	s := &Return{At: at}
	if !p.is(";") {
		s.X = p.parseExpr()
	}
	p.expect(";")
	return s
}

func (p *parser) breakStmt(at At) Stmt {
	word := p.tokens[p.at-1].Text
	p.expect(";")
	if word == "break" {
		return &Break{at}
	}
	return &Continue{at}
}

func (p *parser) throwStmt(at At) Stmt {
	s := &Throw{at, p.parseExpr()}
	p.expect(";")
	return s
}

func (p *parser) tryStmt(at At) Stmt {
	if p.is("(") {
		p.fail(p.peek().Start, "try with resources is not allowed in rules")
	}
	s := &Try{At: at, Body: p.parseBlock()}
	for p.is("catch") {
		c := Catch{At: p.currentPos()}
		p.advance()
		p.expect("(")
		p.accept("final")
		c.Types = append(c.Types, p.parseTypeRef())
		for p.accept("|") {
			c.Types = append(c.Types, p.parseTypeRef())
		}
		c.Name = p.expectIdent("a variable name").Text
		p.expect(")")
		c.Body = p.parseBlock()
		s.Catches = append(s.Catches, c)
	}
	if p.accept("finally") {
		s.Finally = p.parseBlock()
	}
	if len(s.Catches) == 0 && s.Finally == nil {
		p.fail(int(at), "try needs a catch or a finally block")
	}
	return s
}
