package syntax

// elementWords begin condition elements and cannot be bindings.
var elementWords = map[string]bool{
	"not": true, "exists": true, "forall": true, "and": true, "or": true, "collect": true, "from": true, "end": true, "eval": true,
	"over": true, "then": true, "if": true,
}

// parsePatternBind reads a pattern with its binding; with or, also $x : (P or Q),
// where every alternative gets the binding.
func (p *parser) parsePatternBind(or bool) Cond {
	p.enterNesting()
	defer p.leaveNesting()
	at := p.currentPos()
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
	c := p.patternOrPath(p.currentPos(), bind, unify)
	if or && p.is("or") {
		list := &Or{At: at, Conds: []Cond{c}}
		for p.accept("or") {
			list.Conds = append(list.Conds, p.patternOrPath(p.currentPos(), bind, unify))
		}
		c = list
	}
	p.expect(")")
	return c
}

func (p *parser) patternOrPath(at At, bind string, unify bool) Cond {
	if p.is("/") {
		return &PathPattern{at, bind, unify, p.parsePath()}
	}
	return p.parsePattern(&Pattern{At: at, Bind: bind, Unify: unify})
}

func (p *parser) parsePattern(pt *Pattern) *Pattern {
	pt.Query = p.is("?") && !p.isAhead(1, "/") && p.accept("?")
	if p.peek().Kind != Ident {
		p.failUnexpected("a pattern")
	}
	first := p.at
	t := p.parsePatternType()
	pt.Type = t
	if !p.is("(") {
		p.failNotAPattern(first)
	}
	p.advance()
	if !p.is(")") {
		pt.Constraints = p.parseConstraints()
		if p.accept(";") {
			pt.Positional, pt.Constraints = pt.Constraints, nil
			if !p.is(")") {
				pt.Constraints = p.parseConstraints()
			}
		}
	}
	p.closePattern(t)
	pt.Annotations = p.parseAnnotations()
	if p.is("over") {
		pt.Over = p.parseBehavior()
	}
	if p.accept("from") {
		pt.From = p.fromSource()
		p.accept(";")
	}
	return pt
}

// parsePatternType reads the name of a type, with type arguments if a pattern follows them.
func (p *parser) parsePatternType() *TypeRef {
	t := &TypeRef{At: p.currentPos(), Path: p.parseQualified()}
	t.Name = p.tokens[p.at-1].Text
	if at := p.currentPos(); p.is("<") {
		start := p.at
		args, ok := p.tryTypeArgs(1)
		if !ok || !p.is("(") {
			p.at = start
			return t
		}
		p.noteBeyond(at, "type arguments of patterns")
		t.Args = args
	}
	return t
}

// conditionWords holds the words that begin or join conditions.
var conditionWords = []string{"not", "exists", "forall", "eval", "accumulate", "and", "or", "from", "then", "end"}

// failNotAPattern fails with a message about a type without a parenthesis after it, which
// often is a misspelt word.
func (p *parser) failNotAPattern(first int) {
	t := p.tokens[first]
	p.fail(p.peek().Start, "expected '(' behind %s but found %s%s", t.describe(), p.peek().describe(), p.suggestAt(first, conditionWords))
}

// closePattern reads the parenthesis at the end of the constraints.
func (p *parser) closePattern(t *TypeRef) {
	if p.accept(")") {
		return
	}
	switch n := p.peek(); {
	case n.Kind == Ident && !n.is("then") && !n.is("end"):
		p.fail(n.Start, "expected ',', an operator or ')' in %s( … ) but found %s%s", t.Name, n.describe(),
			p.suggestAt(p.at, operatorWords))
	case n.is("="):
		p.fail(n.Start, "'=' assigns: compare with '=='")
	case n.is("?"):
		p.fail(n.Start, "put 'a ? b : c' in parentheses")
	}
	p.failUnexpected("')'")
}

func (p *parser) parseBehavior() *Behavior {
	b := &Behavior{At: p.currentPos()}
	p.expect("over")
	b.Label = p.expectIdent("a window").Text
	p.expect(":")
	b.Name = p.expectIdent("the kind of window").Text
	b.Args = p.parseConditionalArgs()
	return b
}

func (p *parser) fromSource() FromSource {
	at := p.currentPos()
	switch {
	case p.is("entry") && p.isAhead(1, "-") && p.isAhead(2, "point"):
		return &FromEntryPoint{at, p.parseEntryName()}
	case p.accept("window"):
		return &FromWindow{at, p.expectIdent("the name of a window").Text}
	case p.accept("collect"):
		return p.parseCollect(at)
	case p.is("accumulate"), p.is("acc"):
		p.advance()
		return p.parseFromAccumulate(at)
	}
	return &FromExpr{at, p.parseDisjunction()}
}

func (p *parser) parseCollect(at At) FromSource {
	p.expect("(")
	inner := p.currentPos()
	c := &Collect{At: at}
	switch x := p.parsePatternBind(false).(type) {
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

// parsePath reads /a/b[c]#D[e].
func (p *parser) parsePath() *Path {
	out := &Path{At: p.currentPos()}
	for p.is("/") || p.is("?") && p.isAhead(1, "/") {
		p.checkChain(len(out.Steps))
		s := PathStep{At: p.currentPos(), Passive: p.accept("?")}
		p.expect("/")
		s.Name = p.parseQualified()
		if p.accept("#") {
			s.Type = p.expectIdent("a type").Text
		}
		if p.accept("[") {
			s.Conds = p.parseList("]")
		}
		out.Steps = append(out.Steps, s)
	}
	return out
}
