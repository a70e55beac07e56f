package syntax

import "strings"

func (p *parser) parseDeclare(at At) {
	switch {
	case p.is("entry"):
		p.entryPoint(at)
	case p.is("window"):
		p.parseWindow(at)
	case p.accept("enum"):
		p.declareEnum(at)
	default:
		p.declareType(at, p.accept("trait"))
	}
}

// parseEntryName reads entry-point and the name after it.
func (p *parser) parseEntryName() string {
	p.expect("entry")
	p.expect("-")
	p.expect("point")
	name, _ := p.stringID("entry point")
	return name
}

func (p *parser) entryPoint(at At) {
	e := &EntryPoint{At: at, Name: p.parseEntryName(), Annotations: p.parseAnnotations()}
	e.end = p.expect("end").Start
	p.file.EntryPoints = append(p.file.EntryPoints, e)
}

func (p *parser) parseWindow(at At) {
	p.expect("window")
	w := &Window{At: at, Name: p.expectIdent("the name of the window").Text, Annotations: p.parseAnnotations()}
	w.Pattern = p.parsePatternBind(false)
	w.end = p.expect("end").Start
	p.file.Windows = append(p.file.Windows, w)
}

func (p *parser) declareType(at At, trait bool) {
	p.accept("type")
	d := p.newDeclare(at)
	d.Trait = trait
	if p.accept("extends") {
		d.Extends = append(d.Extends, p.parseQualified())
		for p.accept(",") {
			d.Extends = append(d.Extends, p.parseQualified())
		}
	}
	d.Annotations = p.parseAnnotations()
	p.parseFields(d)
}

func (p *parser) newDeclare(at At) *Declare {
	path := p.parseQualified()
	return &Declare{At: at, Path: path, Name: path[strings.LastIndexByte(path, '.')+1:]}
}

func (p *parser) parseFields(d *Declare) {
	for p.peek().Kind == Ident && !p.is("end") {
		d.Fields = append(d.Fields, p.parseField())
	}
	d.end = p.expect("end").Start
	p.file.Declares = append(p.file.Declares, d)
}

func (p *parser) parseField() FieldDecl {
	f := FieldDecl{At: p.currentPos(), Name: p.expectIdent("a field name").Text}
	p.expect(":")
	f.Type = p.parseTypeRef()
	if p.accept("=") {
		f.Default = p.parseConditional()
	}
	f.Annotations = p.parseAnnotations()
	for _, a := range f.Annotations {
		f.Key = f.Key || strings.EqualFold(a.Name, "key")
	}
	p.accept(";")
	return f
}

func (p *parser) declareEnum(at At) {
	d := p.newDeclare(at)
	d.Enum = true
	d.Annotations = p.parseAnnotations()
	for p.peek().Kind == Ident {
		if p.isAhead(1, "(") || p.isAhead(1, ",") || p.isAhead(1, ";") {
			d.Values = append(d.Values, p.enumValue())
		}
		if !p.accept(",") {
			p.expect(";")
			break
		}
	}
	p.parseFields(d)
}

func (p *parser) enumValue() EnumValue {
	v := EnumValue{At: p.currentPos(), Name: p.expectIdent("an enum constant").Text}
	if p.accept("(") {
		v.Args = append(v.Args, p.parseConditional())
		for p.accept(",") {
			v.Args = append(v.Args, p.parseConditional())
		}
		p.expect(")")
	}
	return v
}

func (p *parser) parseAnnotations() []Annotation {
	var out []Annotation
	for p.is("@") {
		out = append(out, p.parseAnnotation())
	}
	return out
}

func (p *parser) parseAnnotation() Annotation {
	a := Annotation{At: p.currentPos()}
	p.expect("@")
	a.Name = p.parseQualified()
	if p.is("(") {
		a.Parens = true
		a.Text = strings.TrimSpace(p.codeText(p.textBetween("(", ")", false)))
	}
	return a
}

func (p *parser) codeText(c Code) string { return p.file.Source.Text[c.Pos():c.End] }
