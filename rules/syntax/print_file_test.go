package syntax

import (
	"fmt"
	"strings"
)

// Print writes a file in one canonical form: reading it again gives the same tree,
// apart from places, and comments that are not in consequences are lost. The
// defaults that a file gives for the attributes of rules stand at each rule.
func Print(f *File) string {
	p := &filePrinter{src: f.Source}
	if f.Package != "" {
		p.line("package %s;", f.Package)
	}
	if f.Unit != nil {
		p.line("unit %s;", f.Unit.Name)
	}
	for _, i := range f.Imports {
		p.importLine(i)
	}
	for _, g := range f.Globals {
		p.line("global %s %s;", g.Type, g.Name)
	}
	for _, e := range f.EntryPoints {
		p.line("\ndeclare entry-point %s%s", quoteString(e.Name), annotations(e.Annotations))
		p.line("end")
	}
	for _, d := range f.Declares {
		p.declare(d)
	}
	for _, w := range f.Windows {
		p.line("\ndeclare window %s%s", w.Name, annotations(w.Annotations))
		p.line("    %s", p.cond(w.Pattern))
		p.line("%send", closing(w.Pattern))
	}
	for _, d := range f.Functions {
		p.function(d)
	}
	for _, q := range f.Queries {
		p.query(q)
	}
	for _, r := range f.Rules {
		p.rule(r)
	}
	return p.b.String()
}

// A filePrinter writes the parts of a file around its expressions.
type filePrinter struct {
	printer
	b   strings.Builder
	src *Source
}

func (p *filePrinter) line(format string, args ...any) {
	fmt.Fprintf(&p.b, format+"\n", args...)
}

func (p *filePrinter) code(c Code) string {
	return p.src.Text[c.Pos():c.End]
}

func (p *filePrinter) importLine(i Import) {
	switch {
	case i.Accumulate:
		p.line("import accumulate %s %s;", i.Path, i.Name)
	case i.Static:
		p.line("import static %s;", i.Path)
	default:
		p.line("import %s;", i.Path)
	}
}

func annotations(list []Annotation) string {
	var b strings.Builder
	for _, a := range list {
		b.WriteString(" " + annotationText(a))
	}
	return b.String()
}

func (p *filePrinter) declare(d *Declare) {
	kind := ""
	switch {
	case d.Enum:
		kind = "enum "
	case d.Trait:
		kind = "trait "
	}
	extends := ""
	if len(d.Extends) > 0 {
		extends = " extends " + strings.Join(d.Extends, ", ")
	}
	p.line("\ndeclare %s%s%s%s", kind, d.Path, extends, annotations(d.Annotations))
	var values []string
	for _, v := range d.Values {
		text := v.Name
		if len(v.Args) > 0 {
			text += "(" + p.printList(v.Args, ternaryLevel) + ")"
		}
		values = append(values, text)
	}
	if len(values) > 0 {
		p.line("    %s;", strings.Join(values, ", "))
	}
	for _, f := range d.Fields {
		value := ""
		if f.Default != nil {
			value = " = " + p.printExpr(f.Default, ternaryLevel)
		}
		p.line("    %s : %s%s%s;", f.Name, f.Type, value, annotations(f.Annotations))
	}
	p.line("end")
}

func (p *filePrinter) function(f *Function) {
	result := "void"
	if f.Result != nil {
		result = f.Result.String()
	}
	p.line("\nfunction %s %s(%s) %s", result, f.Name, paramsText(f.Params), p.code(f.Code))
}
