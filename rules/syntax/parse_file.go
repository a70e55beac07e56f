package syntax

import "strings"

func (p *parser) parseFile() {
	if p.is("package") {
		p.runGuarded(p.packageLine)
	}
	for p.peek().Kind != EOF {
		p.runGuarded(p.parseStatement)
	}
}

func (p *parser) packageLine() {
	p.advance()
	p.file.Package = p.parseQualified()
	p.accept(";")
	if at := p.currentPos(); p.accept("unit") {
		p.file.Unit = &Unit{at, p.parseQualified()}
		p.accept(";")
	}
}

func (p *parser) parseQualified() string {
	parts := []string{p.expectIdent("a name").Text}
	for p.is(".") && p.peekAhead(1).Kind == Ident {
		p.at++
		parts = append(parts, p.advance().Text)
	}
	return strings.Join(parts, ".")
}

func (p *parser) parseStatement() {
	t := p.peek()
	switch {
	case p.is("import"):
		p.importLine()
	case p.is("global"):
		p.advance()
		g := Global{At: At(t.Start), Type: p.parseTypeRef()}
		g.Name = p.expectIdent("the name of the global").Text
		p.file.Globals = append(p.file.Globals, g)
	case p.is("declare"):
		p.advance()
		p.parseDeclare(At(t.Start))
	case p.is("function"):
		p.advance()
		p.parseFunction(At(t.Start))
	case p.is("rule"):
		p.advance()
		p.parseRule(At(t.Start))
	case p.is("query"):
		p.advance()
		p.parseQuery(At(t.Start))
	case p.parseAttribute(&p.defaults):
	default:
		p.failNoStatement(t)
	}
	p.accept(";")
}

// failNoStatement fails with a message about a token that begins no statement.
func (p *parser) failNoStatement(t Token) {
	switch {
	case p.is("package"):
		p.fail(t.Start, "'package' must be the first statement of the file")
	case p.is("unit"):
		p.fail(t.Start, "'unit' must stand directly behind the package")
	}
	p.fail(t.Start, "expected import, global, declare, function, rule or query but found %s%s", t.describe(),
		p.suggestAt(p.at, statementWords))
}

func (p *parser) importLine() {
	i := Import{At: p.currentPos()}
	p.advance()
	if p.is("accumulate") || p.is("acc") {
		p.advance()
		i.Accumulate = true
		i.Path = p.parseQualified()
		i.Name = p.expectIdent("the name of the accumulate function").Text
		p.file.Imports = append(p.file.Imports, i)
		return
	}
	i.Static = p.accept("static") || p.accept("function")
	i.Path = p.parseQualified()
	i.Name = i.Path[strings.LastIndexByte(i.Path, '.')+1:]
	if p.is(".") && p.isAhead(1, "*") {
		p.at += 2
		i.Path, i.Name = i.Path+".*", "*"
	}
	p.file.Imports = append(p.file.Imports, i)
}

// stringID reads a name that is a word or a string.
func (p *parser) stringID(what string) (string, int) {
	t := p.peek()
	switch {
	case t.Kind == Ident:
		p.advance()
		return t.Text, t.Start
	case t.isString():
		p.advance()
		return p.stringValue(t), t.Start
	}
	p.failUnexpected("the name of the " + what)
	return "", 0
}

// ruleName does what stringID does for rules and queries, whose names cannot be the words
// that may follow the name.
func (p *parser) ruleName(what string) (string, int) {
	if p.is("when") || p.is("then") || p.is("end") {
		p.failUnexpected("the name of the " + what)
	}
	return p.stringID(what)
}

func (p *parser) parseFunction(at At) {
	f := &Function{At: at}
	if p.peek().Kind != Ident || !p.isAhead(1, "(") {
		if f.Result = p.parseTypeRef(); f.Result.Name == "void" {
			f.Result = nil
		}
	}
	f.Name = p.expectIdent("the name of the function").Text
	f.Params = p.parseParameters(p.parseFunctionParam)
	f.Code = p.textBetween("{", "}", true)
	p.file.Functions = append(p.file.Functions, f)
}

func (p *parser) parseQuery(at At) {
	q := &Query{At: at}
	q.Name, _ = p.ruleName("query")
	if p.is("(") {
		typed := p.attempt(func() { q.Params = p.parseParameters(p.typedParam) })
		if typed != nil {
			p.attempt(func() { q.Params = p.parseParameters(p.untypedParam) })
		}
	}
	q.Annotations = p.parseAnnotations()
	q.condsAt = p.peek().Start
	if p.peek().Kind != EOF {
		q.Conds = p.parseConditions()
	}
	q.end = p.expect("end").Start
	p.file.Queries = append(p.file.Queries, q)
}

// parseParameters reads parameters in parentheses.
func (p *parser) parseParameters(one func() Param) []Param {
	var out []Param
	p.expect("(")
	for more := !p.is(")"); more; more = p.accept(",") {
		pr := one()
		for p.accept("[") {
			p.expect("]")
			if pr.Type != nil {
				pr.Type.Dims++
			}
		}
		out = append(out, pr)
	}
	p.expect(")")
	return out
}

func (p *parser) typedParam() Param {
	pr := Param{At: p.currentPos(), Type: p.parseTypeRef()}
	pr.Name = p.expectIdent("a parameter name").Text
	return pr
}

func (p *parser) untypedParam() Param {
	return Param{At: p.currentPos(), Name: p.expectIdent("a parameter name").Text}
}

// parseFunctionParam reads a parameter of a function; the rule language allows only a type and
// a name.
func (p *parser) parseFunctionParam() Param {
	at := p.currentPos()
	if p.is("final") && p.peekAhead(2).Kind == Ident {
		p.noteBeyond(at, "final parameters")
		p.advance()
	}
	if p.peek().Kind == Ident && (p.isAhead(1, ",") || p.isAhead(1, ")")) {
		p.noteBeyond(at, "parameters without a type")
		return p.untypedParam()
	}
	pr := Param{At: at, Type: p.parseTypeRef(), Variadic: p.is("...")}
	if p.accept("...") {
		p.noteBeyond(at, "variable numbers of parameters")
	}
	pr.Name = p.expectIdent("a parameter name").Text
	return pr
}
