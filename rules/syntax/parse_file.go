package syntax

import "strings"

func (p *parser) parseFile() {
	if p.is("package") {
		p.guarded(p.packageLine)
	}
	for p.peek().Kind != EOF {
		p.guarded(p.statement)
	}
}

func (p *parser) packageLine() {
	p.advance()
	p.file.Package = p.qualified()
	p.accept(";")
	if at := p.here(); p.accept("unit") {
		p.file.Unit = &Unit{at, p.qualified()}
		p.accept(";")
	}
}

func (p *parser) qualified() string {
	parts := []string{p.ident("a name").Text}
	for p.is(".") && p.ahead(1).Kind == Ident {
		p.at++
		parts = append(parts, p.advance().Text)
	}
	return strings.Join(parts, ".")
}

func (p *parser) statement() {
	t := p.peek()
	switch {
	case p.is("import"):
		p.importLine()
	case p.is("global"):
		p.advance()
		g := Global{At: At(t.Start), Type: p.typeRef()}
		g.Name = p.ident("the name of the global").Text
		p.file.Globals = append(p.file.Globals, g)
	case p.is("declare"):
		p.advance()
		p.declare(At(t.Start))
	case p.is("function"):
		p.advance()
		p.function(At(t.Start))
	case p.is("rule"):
		p.advance()
		p.rule(At(t.Start))
	case p.is("query"):
		p.advance()
		p.query(At(t.Start))
	case p.attribute(&p.defaults):
	default:
		p.noStatement(t)
	}
	p.accept(";")
}

// noStatement fails with a message about a token that begins no statement.
func (p *parser) noStatement(t Token) {
	switch {
	case p.is("package"):
		p.fail(t.Start, "'package' must be the first statement of the file")
	case p.is("unit"):
		p.fail(t.Start, "'unit' must stand directly behind the package")
	}
	p.fail(t.Start, "expected import, global, declare, function, rule or query but found %s%s", t.describe(),
		p.misspelt(p.at, statementWords))
}

func (p *parser) importLine() {
	i := Import{At: p.here()}
	p.advance()
	if p.is("accumulate") || p.is("acc") {
		p.advance()
		i.Accumulate = true
		i.Path = p.qualified()
		i.Name = p.ident("the name of the accumulate function").Text
		p.file.Imports = append(p.file.Imports, i)
		return
	}
	i.Static = p.accept("static") || p.accept("function")
	i.Path = p.qualified()
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
	p.unexpected("the name of the " + what)
	return "", 0
}

// ruleName does what stringID does for rules and queries, whose names cannot be the words
// that may follow the name.
func (p *parser) ruleName(what string) (string, int) {
	if p.is("when") || p.is("then") || p.is("end") {
		p.unexpected("the name of the " + what)
	}
	return p.stringID(what)
}

func (p *parser) function(at At) {
	f := &Function{At: at}
	if p.peek().Kind != Ident || !p.isAhead(1, "(") {
		if f.Result = p.typeRef(); f.Result.Name == "void" {
			f.Result = nil
		}
	}
	f.Name = p.ident("the name of the function").Text
	f.Params = p.parameters(p.functionParam)
	f.Code = p.between("{", "}", true)
	p.file.Functions = append(p.file.Functions, f)
}

func (p *parser) query(at At) {
	q := &Query{At: at}
	q.Name, _ = p.ruleName("query")
	if p.is("(") {
		typed := p.attempt(func() { q.Params = p.parameters(p.typedParam) })
		if typed != nil {
			p.attempt(func() { q.Params = p.parameters(p.untypedParam) })
		}
	}
	q.Annotations = p.annotations()
	if p.peek().Kind != EOF {
		q.Conds = p.conditions()
	}
	p.expect("end")
	p.file.Queries = append(p.file.Queries, q)
}

// parameters reads parameters in parentheses.
func (p *parser) parameters(one func() Param) []Param {
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
	pr := Param{At: p.here(), Type: p.typeRef()}
	pr.Name = p.ident("a parameter name").Text
	return pr
}

func (p *parser) untypedParam() Param {
	return Param{At: p.here(), Name: p.ident("a parameter name").Text}
}

// functionParam reads a parameter of a function; the rule language allows only a type and
// a name.
func (p *parser) functionParam() Param {
	at := p.here()
	if p.is("final") && p.ahead(2).Kind == Ident {
		p.beyond(at, "final parameters")
		p.advance()
	}
	if p.peek().Kind == Ident && (p.isAhead(1, ",") || p.isAhead(1, ")")) {
		p.beyond(at, "parameters without a type")
		return p.untypedParam()
	}
	pr := Param{At: at, Type: p.typeRef(), Variadic: p.is("...")}
	if p.accept("...") {
		p.beyond(at, "variable numbers of parameters")
	}
	pr.Name = p.ident("a parameter name").Text
	return pr
}
