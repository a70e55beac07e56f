package syntax

func (p *parser) switchStmt(at At) Stmt { return p.switchBody(at) }

func (p *parser) switchBody(at At) *Switch {
	s := &Switch{At: at, X: p.parseCondition()}
	p.expect("{")
	for !p.is("}") {
		c := p.caseLabels()
		if p.accept("->") {
			c.Arrow = true
			p.arrowBody(&c)
		} else {
			p.expect(":")
			for !p.is("case") && !p.is("default") && !p.is("}") {
				c.Body = append(c.Body, p.parseStmt())
			}
		}
		s.Cases = append(s.Cases, c)
	}
	p.expect("}")
	return s
}

func (p *parser) caseLabels() Case {
	c := Case{At: p.currentPos()}
	if p.accept("default") {
		c.Default = true
		return c
	}
	p.expect("case")
	for {
		if p.accept("default") {
			c.Default = true
		} else {
			c.Labels = append(c.Labels, p.parseJavaBinary(1))
		}
		if !p.accept(",") {
			return c
		}
	}
}

func (p *parser) arrowBody(c *Case) {
	if p.is("{") || p.is("throw") {
		c.Body = []Stmt{p.parseStmt()}
		return
	}
	c.Value = p.parseExpr()
	p.expect(";")
}

func (p *parser) modifyStmt(at At) Stmt {
	s := &Modify{At: at, X: p.parseCondition()}
	p.expect("{")
	for !p.is("}") {
		s.Calls = append(s.Calls, p.parseExpr())
		if !p.accept(",") && !p.accept(";") {
			break
		}
	}
	p.expect("}")
	p.accept(";")
	return s
}
