package syntax

import "strings"

func (p *parser) declare(at At) {
	switch {
	case p.is("entry"):
		p.entryPoint(at)
	case p.is("window"):
		p.window(at)
	case p.accept("enum"):
		p.declareEnum(at)
	default:
		p.declareType(at, p.accept("trait"))
	}
}

// entryName reads entry-point and the name after it.
func (p *parser) entryName() string {
	p.expect("entry")
	p.expect("-")
	p.expect("point")
	name, _ := p.stringID("entry point")
	return name
}

func (p *parser) entryPoint(at At) {
	e := &EntryPoint{At: at, Name: p.entryName(), Annotations: p.annotations()}
	p.expect("end")
	p.file.EntryPoints = append(p.file.EntryPoints, e)
}

func (p *parser) window(at At) {
	p.expect("window")
	w := &Window{At: at, Name: p.ident("the name of the window").Text, Annotations: p.annotations()}
	w.Pattern = p.patternBind(false)
	p.expect("end")
	p.file.Windows = append(p.file.Windows, w)
}

func (p *parser) declareType(at At, trait bool) {
	p.accept("type")
	d := p.declared(at)
	d.Trait = trait
	if p.accept("extends") {
		d.Extends = append(d.Extends, p.qualified())
		for p.accept(",") {
			d.Extends = append(d.Extends, p.qualified())
		}
	}
	d.Annotations = p.annotations()
	p.fields(d)
}

func (p *parser) declared(at At) *Declare {
	path := p.qualified()
	return &Declare{At: at, Path: path, Name: path[strings.LastIndexByte(path, '.')+1:]}
}

func (p *parser) fields(d *Declare) {
	for p.peek().Kind == Ident && !p.is("end") {
		d.Fields = append(d.Fields, p.field())
	}
	p.expect("end")
	p.file.Declares = append(p.file.Declares, d)
}

func (p *parser) field() FieldDecl {
	f := FieldDecl{At: p.here(), Name: p.ident("a field name").Text}
	p.expect(":")
	f.Type = p.typeRef()
	if p.accept("=") {
		f.Default = p.conditional()
	}
	f.Annotations = p.annotations()
	for _, a := range f.Annotations {
		f.Key = f.Key || strings.EqualFold(a.Name, "key")
	}
	p.accept(";")
	return f
}

func (p *parser) declareEnum(at At) {
	d := p.declared(at)
	d.Enum = true
	d.Annotations = p.annotations()
	for p.peek().Kind == Ident {
		if p.isAhead(1, "(") || p.isAhead(1, ",") || p.isAhead(1, ";") {
			d.Values = append(d.Values, p.enumValue())
		}
		if !p.accept(",") {
			p.expect(";")
			break
		}
	}
	p.fields(d)
}

func (p *parser) enumValue() EnumValue {
	v := EnumValue{At: p.here(), Name: p.ident("an enum constant").Text}
	if p.accept("(") {
		v.Args = append(v.Args, p.conditional())
		for p.accept(",") {
			v.Args = append(v.Args, p.conditional())
		}
		p.expect(")")
	}
	return v
}

func (p *parser) annotations() []Annotation {
	var out []Annotation
	for p.is("@") {
		out = append(out, p.annotation())
	}
	return out
}

func (p *parser) annotation() Annotation {
	a := Annotation{At: p.here()}
	p.expect("@")
	a.Name = p.qualified()
	if p.is("(") {
		a.Parens = true
		a.Text = strings.TrimSpace(p.text(p.between("(", ")", false)))
	}
	return a
}

func (p *parser) text(c Code) string { return p.file.Source.Text[c.Pos():c.End] }
