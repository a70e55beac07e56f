package syntax

import "strings"

func (p *parser) parseFile() {
	p.guarded(func() {
		if p.accept("package") {
			p.file.Package = p.qualified()
			p.accept(";")
		}
	})
	for p.peek().Kind != EOF {
		p.guarded(p.statement)
	}
}

func (p *parser) qualified() string {
	name := p.ident("a name").Text
	for p.is(".") && p.ahead(1).Kind == Ident {
		p.at++
		name += "." + p.advance().Text
	}
	return name
}

func (p *parser) statement() {
	t := p.peek()
	if t.Kind != Ident {
		p.fail(t.Start, "expected import, global, declare, function, rule or query but found %s", t.describe())
	}
	switch t.Text {
	case "import":
		p.importLine()
	case "global":
		p.advance()
		g := Global{At: At(t.Start), Type: p.typeRef()}
		g.Name = p.ident("a name").Text
		p.file.Globals = append(p.file.Globals, g)
	case "declare":
		p.advance()
		p.declare(At(t.Start))
	case "function":
		p.advance()
		p.function(At(t.Start))
	case "rule":
		p.advance()
		p.rule(At(t.Start))
	case "query":
		p.advance()
		p.query(At(t.Start))
	case "unit":
		p.fail(t.Start, "rule units are not supported")
	default:
		if !p.attribute(&p.defaults) {
			p.fail(t.Start, "expected import, global, declare, function, rule or query but found %s", t.describe())
		}
	}
	p.accept(";")
}

func (p *parser) importLine() {
	i := Import{At: p.here()}
	p.advance()
	if p.is("accumulate") || p.is("acc") {
		p.fail(p.peek().Start, "imported accumulate functions are not supported")
	}
	i.Static = p.accept("static") || p.is("function") && p.ahead(1).Kind == Ident && p.accept("function")
	i.Path = p.qualified()
	i.Name = i.Path[strings.LastIndexByte(i.Path, '.')+1:]
	if p.accept(".") {
		p.expect("*")
		i.Path, i.Name = i.Path+".*", "*"
	}
	p.file.Imports = append(p.file.Imports, i)
}

func (p *parser) stringID(what string) (string, int) {
	t := p.peek()
	switch t.Kind {
	case Ident:
		p.advance()
		return t.Text, t.Start
	case Str, Quoted:
		p.advance()
		defer func(d bool) { p.drl = d }(p.drl)
		p.drl = true
		return p.stringValue(t), t.Start
	}
	p.fail(t.Start, "expected the name of the %s but found %s", what, t.describe())
	return "", 0
}

func (p *parser) function(at At) {
	f := &Function{At: at}
	if !p.isAhead(1, "(") {
		if f.Result = p.typeRef(); f.Result.Name == "void" {
			f.Result = nil
		}
	}
	f.Name = p.ident("a function name").Text
	p.expect("(")
	f.Params = p.params(true)
	f.Code = p.braces()
	p.file.Functions = append(p.file.Functions, f)
}

func (p *parser) query(at At) {
	q := &Query{At: at}
	if p.is("end") {
		p.fail(p.peek().Start, "expected the name of the query but found 'end'")
	}
	q.Name, _ = p.stringID("query")
	if p.accept("(") {
		q.Params = p.params(true)
	}
	p.annotations()
	q.Conds = p.conditions("end")
	p.expect("end")
	p.file.Queries = append(p.file.Queries, q)
}

// annotations reads annotations and says whether @key is among them.
func (p *parser) annotations() (key bool) {
	for p.accept("@") {
		key = strings.EqualFold(p.qualified(), "key") || key
		if p.is("(") {
			p.skipParens()
		}
	}
	return key
}

func (p *parser) skipParens() {
	open := p.expect("(")
	for depth := 1; depth > 0; {
		switch t := p.advance(); {
		case t.Kind == EOF:
			p.fail(open.Start, "parenthesis is not closed")
		case t.Text == "(" && t.Kind == Op:
			depth++
		case t.Text == ")" && t.Kind == Op:
			depth--
		}
	}
}

func (p *parser) declare(at At) {
	d := &Declare{At: at, Enum: p.accept("enum")}
	if t := p.peek(); !d.Enum && (t.Text == "trait" || t.Text == "entry" || t.Text == "window") && p.ahead(1).Text != "end" && p.ahead(2).Text != ":" {
		p.fail(t.Start, "declare %s is not supported", t.Text)
	}
	if p.is("type") && p.ahead(1).Kind == Ident && !p.isAhead(2, ":") {
		p.advance()
	}
	d.Name = p.qualified()
	d.Name = d.Name[strings.LastIndexByte(d.Name, '.')+1:]
	if p.accept("extends") {
		d.Extends = p.qualified()
	}
	p.annotations()
	if d.Enum {
		p.enumValues(d)
	}
	for !p.is("end") || p.isAhead(1, ":") {
		p.field(d)
	}
	p.expect("end")
	p.file.Declares = append(p.file.Declares, d)
}

func (p *parser) enumValues(d *Declare) {
	for {
		v := EnumValue{At: p.here(), Name: p.ident("an enum constant").Text}
		if p.is("(") {
			v.Args = p.args()
		}
		d.Values = append(d.Values, v)
		if !p.accept(",") {
			break
		}
	}
	p.accept(";")
}

func (p *parser) field(d *Declare) {
	f := FieldDecl{At: p.here(), Name: p.ident("a field name").Text}
	p.expect(":")
	f.Type = p.typeRef()
	if p.accept("=") {
		p.drl = true
		f.Default = p.binary(1)
		p.drl = false
	}
	f.Key = p.annotations()
	p.accept(";")
	d.Fields = append(d.Fields, f)
}
