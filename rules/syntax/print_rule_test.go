package syntax

import "strings"

func (p *filePrinter) query(q *Query) {
	given := ""
	if len(q.Params) > 0 {
		given = "(" + paramsText(q.Params) + ")"
	}
	p.line("\nquery %s%s%s", quoteString(q.Name), given, annotations(q.Annotations))
	p.conds(q.Conds)
	p.line("end")
}

func (p *filePrinter) conds(list []Cond) {
	for _, c := range list {
		p.line("        %s", p.element(c))
	}
}

func (p *filePrinter) rule(r *Rule) {
	extends := ""
	if r.Extends != "" {
		extends = " extends " + quoteString(r.Extends)
	}
	p.line("\nrule %s%s%s", quoteString(r.Name), extends, annotations(r.Annotations))
	p.attributes(&r.Attrs)
	p.line("    when")
	p.conds(r.Conds)
	p.b.WriteString("    then" + p.code(r.Code))
	for _, c := range r.Named {
		p.b.WriteString("then[" + c.Name + "]" + p.code(c.Code))
	}
	p.line("end")
}

func (p *filePrinter) attributes(a *Attributes) {
	p.attributeExpr("salience", a.Salience)
	p.attributeExpr("enabled", a.Enabled)
	for _, flag := range []struct {
		name string
		set  bool
	}{{"no-loop", a.NoLoop}, {"lock-on-active", a.LockOnActive}, {"auto-focus", a.AutoFocus}} {
		if flag.set {
			p.line("    %s", flag.name)
		}
	}
	if a.AgendaGroup != "" {
		p.line("    agenda-group %s", quoteString(a.AgendaGroup))
	}
	if a.ActivationGroup != "" {
		p.line("    activation-group %s", quoteString(a.ActivationGroup))
	}
	for _, o := range a.Others {
		p.line("    %s", strings.TrimSpace(o.Name+" "+o.Value))
	}
}

// attributeExpr writes constants bare, and other expressions in parentheses.
func (p *filePrinter) attributeExpr(name string, x Expr) {
	if x == nil {
		return
	}
	inner := x
	if u, ok := x.(*Unary); ok {
		inner = u.X
	}
	if _, constant := inner.(*Literal); constant {
		p.line("    %s %s", name, p.printExpr(x, ternaryLevel))
		return
	}
	p.line("    %s (%s)", name, p.printExpr(x, ternaryLevel))
}
