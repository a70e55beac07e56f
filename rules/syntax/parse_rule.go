package syntax

import (
	"slices"
	"strings"
)

func (p *parser) rule(at At) {
	r := &Rule{At: at, Attrs: p.defaults}
	r.Attrs.Others = slices.Clone(p.defaults.Others)
	r.Name, r.NameAt = p.ruleName("rule")
	if p.accept("extends") {
		r.Extends, r.ExtendsAt = p.stringID("rule")
	}
	r.Annotations = p.annotations()
	if p.accept("attributes") {
		p.accept(":")
	}
	for given := false; p.attribute(&r.Attrs) || given && p.accept(","); {
		given = true
	}
	if p.accept("when") {
		p.accept(":")
		r.Conds = p.conditions()
	} else if !p.is("then") {
		p.unexpected("'when'")
	}
	p.consequences(r)
	p.file.Rules = append(p.file.Rules, r)
}

// attribute reads a rule attribute and reports whether there was one. Words with hyphens
// are several tokens.
func (p *parser) attribute(a *Attributes) bool {
	at := p.here()
	name, used := p.attributeAt(p.at)
	p.at += used
	switch name {
	case "":
		return false
	case "salience":
		a.Salience = p.attributeExpr()
	case "enabled":
		a.Enabled = p.attributeExpr()
	case "no-loop":
		a.NoLoop = p.optionalBool() != "false"
	case "auto-focus":
		a.AutoFocus = p.optionalBool() != "false"
	case "lock-on-active":
		a.LockOnActive = p.optionalBool() != "false"
	case "agenda-group":
		a.AgendaGroup = p.stringValue(p.attributeString())
	case "activation-group":
		a.ActivationGroup = p.stringValue(p.attributeString())
	default:
		a.other(Attribute{at, name, p.otherValue(name)})
	}
	return true
}

// other sets an attribute and replaces an earlier one of the same name.
func (a *Attributes) other(n Attribute) {
	a.Others = append(slices.DeleteFunc(a.Others, func(o Attribute) bool { return o.Name == n.Name }), n)
}

// otherValue reads the value of an attribute that has no field of its own.
func (p *parser) otherValue(name string) string {
	switch name {
	case "refract", "direct":
		return p.optionalBool()
	case "timer", "duration":
		if p.is("(") {
			return "(" + p.text(p.between("(", ")", false)) + ")"
		}
		sign := ""
		if p.is("+") || p.is("-") {
			sign = p.advance().Text
		}
		if p.peek().Kind != Number {
			p.unexpected("a number or '('")
		}
		return sign + p.advance().Text
	case "calendars":
		list := []string{p.attributeString().Text}
		for p.accept(",") {
			list = append(list, p.attributeString().Text)
		}
		return strings.Join(list, ", ")
	}
	return p.attributeString().Text
}

var attributeWords = map[string]bool{
	"salience": true, "enabled": true, "no-loop": true, "auto-focus": true, "lock-on-active": true, "agenda-group": true,
	"activation-group": true,
	"ruleflow-group":   true, "date-effective": true, "date-expires": true, "dialect": true, "calendars": true, "timer": true,
	"duration": true,
	"refract":  true, "direct": true,
}

// attributeAt returns the attribute whose name begins at the token with index i, and the
// number of tokens of the name; "" when there is none.
func (p *parser) attributeAt(i int) (string, int) {
	if p.tokens[i].Kind != Ident {
		return "", 0
	}
	name := p.tokens[i].Text
	for used := 1; used <= 5; used += 2 {
		if attributeWords[name] {
			return name, used
		}
		if i+used+1 >= len(p.tokens) || !p.tokens[i+used].is("-") || p.tokens[i+used+1].Kind != Ident {
			break
		}
		name += "-" + p.tokens[i+used+1].Text
	}
	return "", 0
}

func (p *parser) attributeExpr() Expr {
	if p.accept("(") {
		x := p.conditional()
		p.expect(")")
		return x
	}
	return p.conditional()
}

func (p *parser) attributeString() Token {
	if !p.peek().isString() {
		p.unexpected("a string")
	}
	return p.advance()
}

// optionalBool reads true, false or nothing.
func (p *parser) optionalBool() string {
	if p.is("false") || p.is("true") {
		return p.advance().Text
	}
	return ""
}
