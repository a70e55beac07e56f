package syntax

// elementWords begin condition elements and cannot be bindings.
var elementWords = map[string]bool{
	"not": true, "exists": true, "forall": true, "and": true, "or": true, "collect": true, "from": true, "end": true, "eval": true,
	"over": true, "then": true, "if": true,
}

// patternBind reads a pattern with its binding; with or, also $x : (P or Q),
// where every alternative gets the binding.
func (p *parser) patternBind(or bool) Cond {
	p.enter()
	defer p.leave()
	at := p.here()
	bind, unify := "", false
	if t := p.peek(); t.Kind == Ident && (p.isAhead(1, ":") || p.isAhead(1, ":=")) && !elementWords[t.Text] {
		bind, unify = t.Text, p.isAhead(1, ":=")
		p.at += 2
	}
	if !p.accept("(") {
		return p.patternOrPath(at, bind, unify)
	}
	if t := p.peek(); elementWords[t.Text] {
		p.fail(t.Start, "only patterns joined by or can stand here, not %s", t.describe())
	}
	c := p.patternOrPath(p.here(), bind, unify)
	if or && p.is("or") {
		list := &Or{At: at, Conds: []Cond{c}}
		for p.accept("or") {
			list.Conds = append(list.Conds, p.patternOrPath(p.here(), bind, unify))
		}
		c = list
	}
	p.expect(")")
	return c
}

func (p *parser) patternOrPath(at At, bind string, unify bool) Cond {
	if p.is("/") {
		return &PathPattern{at, bind, unify, p.path()}
	}
	return p.pattern(&Pattern{At: at, Bind: bind, Unify: unify})
}

func (p *parser) pattern(pt *Pattern) *Pattern {
	pt.Query = p.is("?") && !p.isAhead(1, "/") && p.accept("?")
	if p.peek().Kind != Ident {
		p.unexpected("a pattern")
	}
	first := p.at
	t := p.patternType()
	pt.Type = t
	if !p.is("(") {
		p.notAPattern(first)
	}
	p.advance()
	if !p.is(")") {
		pt.Constraints = p.constraints()
		if p.accept(";") {
			pt.Positional, pt.Constraints = pt.Constraints, nil
			if !p.is(")") {
				pt.Constraints = p.constraints()
			}
		}
	}
	p.closePattern(t)
	pt.Annotations = p.annotations()
	if p.is("over") {
		pt.Over = p.behavior()
	}
	if p.accept("from") {
		pt.From = p.fromSource()
		p.accept(";")
	}
	return pt
}

// patternType reads the name of a type, with type arguments if a pattern follows them.
func (p *parser) patternType() *TypeRef {
	t := &TypeRef{At: p.here(), Path: p.qualified()}
	t.Name = p.tokens[p.at-1].Text
	if at := p.here(); p.is("<") {
		start := p.at
		args, ok := p.tryTypeArgs(1)
		if !ok || !p.is("(") {
			p.at = start
			return t
		}
		p.beyond(at, "type arguments of patterns")
		t.Args = args
	}
	return t
}

// conditionWords holds the words that begin or join conditions.
var conditionWords = []string{"not", "exists", "forall", "eval", "accumulate", "and", "or", "from", "then", "end"}

// notAPattern fails with a message about a type without a parenthesis after it, which
// often is a misspelt word.
func (p *parser) notAPattern(first int) {
	t := p.tokens[first]
	p.fail(p.peek().Start, "expected '(' behind %s but found %s%s", t.describe(), p.peek().describe(), p.misspelt(first, conditionWords))
}

// closePattern reads the parenthesis at the end of the constraints.
func (p *parser) closePattern(t *TypeRef) {
	if p.accept(")") {
		return
	}
	switch n := p.peek(); {
	case n.Kind == Ident && !n.is("then") && !n.is("end"):
		p.fail(n.Start, "expected ',', an operator or ')' in %s( … ) but found %s%s", t.Name, n.describe(),
			p.misspelt(p.at, operatorWords))
	case n.is("="):
		p.fail(n.Start, "'=' assigns: compare with '=='")
	case n.is("?"):
		p.fail(n.Start, "put 'a ? b : c' in parentheses")
	}
	p.unexpected("')'")
}

func (p *parser) behavior() *Behavior {
	b := &Behavior{At: p.here()}
	p.expect("over")
	b.Label = p.ident("a window").Text
	p.expect(":")
	b.Name = p.ident("the kind of window").Text
	b.Args = p.conditionalArgs()
	return b
}

func (p *parser) fromSource() FromSource {
	at := p.here()
	switch {
	case p.is("entry") && p.isAhead(1, "-") && p.isAhead(2, "point"):
		return &FromEntryPoint{at, p.entryName()}
	case p.accept("window"):
		return &FromWindow{at, p.ident("the name of a window").Text}
	case p.accept("collect"):
		return p.collect(at)
	case p.is("accumulate"), p.is("acc"):
		p.advance()
		return p.fromAccumulate(at)
	}
	return &FromExpr{at, p.disjunction()}
}

func (p *parser) collect(at At) FromSource {
	p.expect("(")
	inner := p.here()
	c := &Collect{At: at}
	switch x := p.patternBind(false).(type) {
	case *Pattern:
		c.Pattern = x
	case *PathPattern:
		c.Path = x
	default:
		p.fail(int(inner), "collect needs a single pattern")
	}
	p.expect(")")
	return c
}

// path reads /a/b[c]#D[e].
func (p *parser) path() *Path {
	out := &Path{At: p.here()}
	for p.is("/") || p.is("?") && p.isAhead(1, "/") {
		p.chained(len(out.Steps))
		s := PathStep{At: p.here(), Passive: p.accept("?")}
		p.expect("/")
		s.Name = p.qualified()
		if p.accept("#") {
			s.Type = p.ident("a type").Text
		}
		if p.accept("[") {
			s.Conds = p.list("]")
		}
		out.Steps = append(out.Steps, s)
	}
	return out
}
