package syntax

import (
	"slices"
	"strings"
)

func (p *parser) parseRule(at At) {
	r := &Rule{At: at, Attrs: p.defaults}
	r.Attrs.Others = slices.Clone(p.defaults.Others)
	r.Name, r.NameAt = p.ruleName("rule")
	if p.accept("extends") {
		r.Extends, r.ExtendsAt = p.stringID("rule")
	}
	r.Annotations = p.parseAnnotations()
	if p.accept("attributes") {
		p.accept(":")
	}
	for given := false; p.parseAttribute(&r.Attrs) || given && p.accept(","); {
		given = true
	}
	if at := p.peek().Start; p.accept("when") {
		r.whenAt = at
		p.accept(":")
		r.Conds = p.parseConditions()
	} else if !p.is("then") {
		p.failUnexpected("'when'")
	}
	p.parseConsequences(r)
	p.file.Rules = append(p.file.Rules, r)
}

// parseAttribute reads a rule attribute and reports whether there was one. Words with hyphens
// are several tokens.
func (p *parser) parseAttribute(a *Attributes) bool {
	at := p.currentPos()
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
		a.NoLoop = p.parseOptionalBool() != "false"
	case "auto-focus":
		a.AutoFocus = p.parseOptionalBool() != "false"
	case "lock-on-active":
		a.LockOnActive = p.parseOptionalBool() != "false"
	case "agenda-group":
		a.AgendaGroup = p.stringValue(p.attributeString())
	case "activation-group":
		a.ActivationGroup = p.stringValue(p.attributeString())
	default:
		a.setOther(Attribute{at, name, p.parseOtherValue(name)})
	}
	return true
}

// setOther sets an attribute and replaces an earlier one of the same name.
func (a *Attributes) setOther(n Attribute) {
	a.Others = append(slices.DeleteFunc(a.Others, func(o Attribute) bool { return o.Name == n.Name }), n)
}

// parseOtherValue reads the value of an attribute that has no field of its own.
func (p *parser) parseOtherValue(name string) string {
	switch name {
	case "refract", "direct":
		return p.parseOptionalBool()
	case "timer", "duration":
		if p.is("(") {
			return "(" + p.codeText(p.textBetween("(", ")", false)) + ")"
		}
		sign := ""
		if p.is("+") || p.is("-") {
			sign = p.advance().Text
		}
		if p.peek().Kind != Number {
			p.failUnexpected("a number or '('")
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
		x := p.parseConditional()
		p.expect(")")
		return x
	}
	return p.parseConditional()
}

func (p *parser) attributeString() Token {
	if !p.peek().isString() {
		p.failUnexpected("a string")
	}
	return p.advance()
}

// parseOptionalBool reads true, false or nothing.
func (p *parser) parseOptionalBool() string {
	if p.is("false") || p.is("true") {
		return p.advance().Text
	}
	return ""
}
