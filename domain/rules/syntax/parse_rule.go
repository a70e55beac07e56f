package syntax

func (p *parser) rule(at At) {
	r := &Rule{At: at, Attrs: p.defaults}
	r.Name, r.NameAt = p.stringID("rule")
	if p.accept("extends") {
		r.Extends, r.ExtendsAt = p.stringID("rule")
	}
	p.annotations()
	if p.accept("attributes") {
		p.accept(":")
	}
	for p.attribute(&r.Attrs) {
		p.accept(",")
	}
	if p.accept("when") {
		p.accept(":")
		r.Conds = p.conditions("then")
	} else if !p.is("then") {
		p.fail(p.peek().Start, "expected 'when' but found %s", p.peek().describe())
	}
	p.then(r)
	p.file.Rules = append(p.file.Rules, r)
}

// attribute reads one rule attribute, if one stands here. Words with hyphens are
// several tokens.
func (p *parser) attribute(a *Attributes) bool {
	t := p.peek()
	name := p.hyphenated()
	switch name {
	case "salience":
		a.Salience = p.attributeExpr()
	case "enabled":
		a.Enabled = p.attributeExpr()
	case "no-loop":
		a.NoLoop = p.optionalBool()
	case "auto-focus":
		a.AutoFocus = p.optionalBool()
	case "lock-on-active":
		a.LockOnActive = p.optionalBool()
	case "agenda-group":
		a.AgendaGroup, _ = p.stringID("agenda group")
	case "activation-group":
		a.ActivationGroup, _ = p.stringID("activation group")
	case "dialect":
		if d, at := p.stringID("dialect"); d != "java" && d != "mvel" {
			p.fail(at, "unknown dialect %q", d)
		}
	case "ruleflow-group", "date-effective", "date-expires", "calendars", "timer", "duration":
		p.fail(t.Start, "the rule attribute %s is not supported", name)
	default:
		return false
	}
	return true
}

var attributeWords = map[string]bool{
	"salience": true, "enabled": true, "no-loop": true, "auto-focus": true, "lock-on-active": true, "agenda-group": true, "activation-group": true,
	"ruleflow-group": true, "date-effective": true, "date-expires": true, "dialect": true, "calendars": true, "timer": true, "duration": true,
}

// attributeAt is the attribute word at n tokens ahead and its number of tokens.
func (p *parser) attributeAt(n int) (string, int) {
	if p.ahead(n).Kind != Ident {
		return "", 0
	}
	name, used := p.ahead(n).Text, 1
	for p.isAhead(n+used, "-") && p.ahead(n+used+1).Kind == Ident && p.ahead(n+used).Start == p.ahead(n+used-1).End {
		name += "-" + p.ahead(n+used+1).Text
		used += 2
	}
	if !attributeWords[name] {
		return "", 0
	}
	return name, used
}

func (p *parser) hyphenated() string {
	name, used := p.attributeAt(0)
	p.at += used
	return name
}

func (p *parser) attributeExpr() Expr {
	p.drl = true
	defer func() { p.drl = false }()
	return p.binary(1)
}

func (p *parser) optionalBool() bool {
	if p.accept("false") {
		return false
	}
	p.accept("true")
	return true
}

// then reads the consequence as raw text, up to the end that is followed by the
// end of the file or by a statement.
func (p *parser) then(r *Rule) {
	open := p.expect("then")
	if p.is("[") {
		p.fail(p.peek().Start, "named consequences are not supported")
	}
	stop := p.consequenceEnd(open)
	r.End = p.tokens[stop].Start
	r.Code = Code{At(open.End), r.End}
	p.at = stop + 1
}

func (p *parser) consequenceEnd(open Token) int {
	for i := p.at; i < len(p.tokens); i++ {
		t := p.tokens[i]
		if t.Kind == EOF {
			break
		}
		if t.Kind != Ident {
			continue
		}
		next := p.tokens[i+1]
		if t.Text == "end" && p.endsRule(i+1) {
			return i
		}
		if t.FirstOnRow && (t.Text == "rule" || t.Text == "query") && next.Kind == Str {
			p.at = i - 1
			p.fail(t.Start, "'end' is missing before this %s (the consequence begins at line %d)", t.Text, p.file.Source.Line(open.Start))
		}
	}
	p.at = len(p.tokens) - 1
	p.fail(p.peek().Start, "'end' is missing: the consequence that begins at line %d is not closed", p.file.Source.Line(open.Start))
	return 0
}

func (p *parser) endsRule(i int) bool {
	t := p.tokens[i]
	if t.Kind == Op && t.Text == ";" {
		i++
		t = p.tokens[i]
	}
	if t.Kind == EOF {
		return true
	}
	switch t.Text {
	case "package", "unit", "import", "global", "declare", "function", "rule", "query":
		return t.Kind == Ident
	}
	name, _ := p.attributeAt(i - p.at)
	return name != ""
}
