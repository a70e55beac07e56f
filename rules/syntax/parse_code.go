package syntax

// textBetween returns the text between two brackets unparsed; with outer it includes the
// brackets.
func (p *parser) textBetween(left, right string, outer bool) Code {
	open := p.expect(left)
	for depth := 1; ; {
		switch t := p.advance(); {
		case t.Kind == EOF:
			p.fail(t.Start, "expected '%s' for the '%s' of line %d but found %s", right, left, p.file.Source.Line(open.Start), t.describe())
		case t.is(left):
			depth++
		case t.is(right):
			if depth--; depth == 0 && outer {
				return Code{At(open.Start), t.End}
			} else if depth == 0 {
				return Code{At(open.End), t.Start}
			}
		}
	}
}

// parseConsequences reads the code after then, and after each then[name], as raw text.
func (p *parser) parseConsequences(r *Rule) {
	r.Code = p.rawCode(p.expect("then"))
	for p.is("then") {
		c := Consequence{At: p.currentPos()}
		p.at += 2
		c.Name = p.expectIdent("the name of the consequence").Text
		c.Code = p.rawCode(p.expect("]"))
		r.Named = append(r.Named, c)
	}
	r.End = p.expect("end").Start
}

// rawCode returns the raw text after a token, up to the end of the rule or the next
// consequence.
func (p *parser) rawCode(open Token) Code {
	first := p.at
	for ; p.peek().Kind != EOF; p.at++ {
		t := p.peek()
		switch {
		case t.Kind != Ident:
		case t.Text == "end" && p.endsRule(p.at+1), t.Text == "then" && p.isAhead(1, "["):
			return Code{At(open.End), t.Start}
		case t.Text == "then" && !p.isPlainWord(), p.beginsRule():
			p.failMissingEnd(open, first)
		}
	}
	p.failMissingEnd(open, first)
	return Code{}
}

// isPlainWord reports whether the word then at this place is an ordinary word of the code.
func (p *parser) isPlainWord() bool {
	n := p.peekAhead(1)
	return n.is("(") || n.is(")") || n.is("]") || n.is(",") || n.is(";")
}

// endsRule reports whether the word end before the token with index i ends the rule: the
// end of the file or a statement must follow.
func (p *parser) endsRule(i int) bool {
	if p.tokens[i].is(";") {
		i++
	}
	if p.tokens[i].Kind == EOF {
		return true
	}
	for _, word := range statementWords {
		if p.tokens[i].is(word) {
			return true
		}
	}
	name, _ := p.attributeAt(i)
	return name != ""
}

// beginsRule reports whether the head of a rule begins here, inside of what should be a
// consequence.
func (p *parser) beginsRule() bool {
	if !p.is("rule") && !p.is("query") || !p.startsStatement(p.at) {
		return false
	}
	n := p.peekAhead(2)
	if p.is("query") {
		return p.peekAhead(1).isString()
	}
	name, _ := p.attributeAt(min(p.at+2, len(p.tokens)-1))
	return name != "" || n.is("when") || n.is("then") || n.is("extends") || n.is("@") || n.is("attributes")
}

// failMissingEnd fails at the place where the end of a consequence is missing: before the
// next rule, after an end that something else follows, or here.
func (p *parser) failMissingEnd(open Token, first int) {
	stop := p.at
	begun := p.file.Source.Line(open.Start)
	for i := first; i < stop; i++ {
		t := p.tokens[i+1]
		if p.tokens[i].is("end") && p.tokens[i].FirstOnRow && t.FirstOnRow && t.Kind == Ident && p.tokens[min(i+2, stop)].canNameRule() {
			p.at = i
			p.fail(t.Start, "expected a statement behind 'end' but found %s%s", t.describe(), p.suggestAt(i+1, statementWords))
		}
	}
	switch t := p.peek(); {
	case t.is("then"):
		p.advance()
		p.failUnexpected("'[' behind this second 'then' ('end' is missing before it)")
	case t.Kind == EOF:
		p.fail(t.Start, "'end' is missing: the consequence that begins at line %d is not closed", begun)
	default:
		p.fail(t.Start, "'end' is missing before this %s (the consequence begins at line %d)", t.Text, begun)
	}
}
