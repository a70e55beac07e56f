package syntax

import "slices"

// parseConstraints reads the constraints of a pattern or of a nested property.
func (p *parser) parseConstraints() []Expr {
	list := []Expr{p.parseConstraint()}
	for p.accept(",") {
		list = append(list, p.parseConstraint())
	}
	return list
}

// parseConstraint reads one constraint. A nested one, a.b.( … ), cannot be an operand.
func (p *parser) parseConstraint() Expr {
	if !p.nestedAhead() {
		return p.parseDisjunction()
	}
	var x Expr = &Name{p.currentPos(), p.advance().Text}
	for !p.isAhead(1, "(") {
		x = p.parseMember(x)
	}
	n := &Nested{At: At(p.peekAhead(1).Start), X: x, NullSafe: p.is("!.")}
	p.at += 2
	p.enterNesting()
	n.Exprs = p.parseConstraints()
	p.leaveNesting()
	p.expect(")")
	return n
}

// nestedAhead reports whether words joined by dots and casts lead to a dot that a
// parenthesis follows.
func (p *parser) nestedAhead() bool {
	for i := p.at; p.tokens[i].Kind == Ident; i += 2 {
		dot, next := p.tokens[i+1], p.tokens[min(i+2, len(p.tokens)-1)]
		if !dot.is(".") && !dot.is("!.") && !dot.is("#") {
			return false
		}
		if next.is("(") {
			return !dot.is("#")
		}
	}
	return false
}

// parseExpression reads an expression in parentheses, which may also be an assignment.
func (p *parser) parseExpression() Expr {
	p.enterNesting()
	defer p.leaveNesting()
	x := p.parseConditional()
	if t := p.peek(); t.Kind == Op && assignOps[t.Text] {
		p.advance()
		return &Assign{At(t.Start), t.Text, x, p.parseExpression()}
	}
	return x
}

// parseConditional reads an expression that may be a ? b : c.
func (p *parser) parseConditional() Expr {
	x := p.parseDisjunction()
	if !p.is("?") {
		return x
	}
	at := p.currentPos()
	p.advance()
	p.noBind++
	then := p.parseExpression()
	p.expect(":")
	other := p.parseExpression()
	p.noBind--
	return &Ternary{at, x, then, other}
}

// parseDisjunction reads an expression that is neither an assignment nor a ? b : c, as between
// the commas of a pattern.
func (p *parser) parseDisjunction() Expr {
	p.enterNesting()
	defer p.leaveNesting()
	return p.parseBinary(1)
}

// operatorWords holds the operators that are words, besides in and instanceof.
var operatorWords = []string{
	"after", "before", "coincides", "contains", "during", "excludes", "finishedby", "finishes", "includes", "matches", "meets", "memberOf",
	"metby",
	"overlappedby", "overlaps", "soundslike", "startedby", "starts", "str", "in", "instanceof", "not",
}

// levels holds the precedence of the operators, from the loosest to the tightest.
var levels = map[string]int{
	"||": 1, "&&": 2, "|": 3, "^": 4, "&": 5, "==": 6, "!=": 6,
	"<": 7, ">": 7, "<=": 7, ">=": 7, "instanceof": 7,
	"<<": 8, ">>": 8, ">>>": 8, "+": 9, "-": 9, "*": 10, "/": 10, "%": 10,
}

// The levels that the parser refers to by name.
const (
	orLevel, andLevel           = 1, 2
	equalLevel, relationalLevel = 6, 7
)

// symbolAt returns the binary operator of Java at the token with index i, and its number
// of tokens. Several angle brackets form one operator; in Java they must touch.
func (p *parser) symbolAt(i int) (op string, tokens int) {
	t := p.tokens[i]
	if t.Kind != Op && !t.is("instanceof") {
		return "", 0
	}
	if t.Text == "<" && p.drl && p.tokens[i+1].is("<") {
		return "<<", 2
	}
	if t.Text != ">" {
		return t.Text, 1
	}
	op, tokens = ">", 1
	touches := func(n Token) bool { return p.drl || n.Start == p.tokens[i+tokens-1].End }
	for tokens < 3 && p.tokens[i+tokens].is(">") && touches(p.tokens[i+tokens]) {
		op, tokens = op+">", tokens+1
	}
	if n := p.tokens[i+tokens]; !p.drl && n.is(">=") && touches(n) { // an assignment
		return op + ">=", tokens + 1
	}
	return op, tokens
}

// comparisonLevel returns the level of the comparison operator at the token with index i, such
// as == < ~= not matches after[1] ##own, or 0 when there is none.
func (p *parser) comparisonLevel(i int) (level int) {
	t, n := p.tokens[i], p.tokens[min(i+1, len(p.tokens)-1)]
	switch {
	case t.is("~"):
		if n.is("~") {
			n = p.tokens[i+2] // a tilde before ~=
			return p.tildeLevel(n.is("="))
		}
		return p.tildeLevel(n.is("=") || !n.is("~") && p.comparisonLevel(i+1) != 0)
	case t.is("not") && !n.is("not"):
		if n.Kind == Ident {
			return p.comparisonLevel(i + 1)
		}
		return 0
	case t.is("in"):
		if n.is("(") {
			return relationalLevel
		}
		return 0
	case t.is("#") && n.is("#"):
		return relationalLevel
	case t.Kind == Ident && t.Text != "instanceof" && t.Text != "not" && slices.Contains(operatorWords, t.Text):
		return relationalLevel
	}
	op, _ := p.symbolAt(i)
	if level := levels[op]; op != "instanceof" && (level == equalLevel || level == relationalLevel) {
		return level
	}
	return 0
}

func (p *parser) tildeLevel(compares bool) int {
	if compares {
		return relationalLevel
	}
	return 0
}

// restrictionAhead reports whether parentheses at the token with index i contain
// comparisons without their left side.
func (p *parser) restrictionAhead(i int) bool {
	for p.tokens[i].is("(") {
		i++
	}
	return p.comparisonLevel(i) != 0 && !p.isWordOperand(i)
}

// isWordOperand reports whether a word that could be an operator is an operand instead,
// because no right side of a comparison follows.
func (p *parser) isWordOperand(i int) bool {
	if p.tokens[i].Kind != Ident || p.tokens[i].is("not") {
		return false
	}
	n := p.tokens[i+1]
	return p.tokens[i].is("in") || n.Kind == EOF || n.Kind == Op && !n.is("[") && !n.is("!") && !n.is("-")
}

// parseBinary reads operands joined by binary operators of the given level or tighter ones.
func (p *parser) parseBinary(level int) Expr {
	x := p.parseOperand()
	for n := 0; ; n++ {
		p.checkChain(n)
		if l := p.comparisonLevel(p.at); l != 0 {
			if l < level {
				return x
			}
			x = p.parseRestrictions(x)
			continue
		}
		if level <= relationalLevel && p.is("(") {
			if !p.restrictionAhead(p.at) {
				p.fail(p.peekAhead(1).Start,
					"expected an operator before '(' (a pattern with from needs parentheses around it when '(' follows)")
			}
			x = p.parseRestrictions(x)
			continue
		}
		op, tokens := p.symbolAt(p.at)
		l := levels[op]
		if l == 0 || l < level {
			return x
		}
		at := p.currentPos()
		p.at += tokens
		switch {
		case op == "instanceof":
			x = &InstanceOf{At: at, X: x, Type: p.parseTypeRef()}
		case l <= andLevel:
			x = &Binary{at, op, x, p.parseAnnotated(func() Expr { return p.parseBinary(l + 1) })}
		default:
			x = &Binary{at, op, x, p.parseBinary(l + 1)}
		}
	}
}

// parseAnnotated reads an operand of && or ||, which may have an annotation.
func (p *parser) parseAnnotated(operand func() Expr) Expr {
	if !p.is("@") {
		return operand()
	}
	at := p.currentPos()
	a := p.parseAnnotation()
	return &Annotated{at, a, operand()}
}

// parseRestrictions reads the comparisons of one left side, which is written once:
// x > 3 && < 5 || == 7. Parentheses may group them.
func (p *parser) parseRestrictions(x Expr) Expr {
	left := x
	if b, ok := x.(*Bind); ok {
		left = b.X
	}
	out := p.andRestrictions(x, left)
	for p.is("||") && p.halfAhead(true) {
		out = p.parseHalf(out, left, func() Expr { return p.andRestrictions(left, left) })
	}
	return out
}

func (p *parser) andRestrictions(x, left Expr) Expr {
	out := p.parseRestriction(x)
	for p.is("&&") && p.halfAhead(false) {
		out = p.parseHalf(out, left, func() Expr { return p.parseRestriction(left) })
	}
	return out
}

// halfAhead reports whether a comparison without its left side follows the connective.
func (p *parser) halfAhead(parens bool) bool {
	i := p.at + 1
	if p.tokens[i].is("@") {
		for i++; p.tokens[i].Kind == Ident || p.tokens[i].is("."); i++ {
		}
		if p.tokens[i].is("(") {
			i = min(p.closingIndex(i)+1, len(p.tokens)-1)
		}
	}
	if p.tokens[i].is("(") {
		return parens && p.restrictionAhead(i)
	}
	return p.comparisonLevel(i) != 0 && !p.isWordOperand(i)
}

// parseHalf reads a comparison that shares the left side of the comparison before it.
func (p *parser) parseHalf(x, left Expr, right func() Expr) Expr {
	t := p.advance()
	Inspect(left, func(any) bool {
		p.copied++
		return p.copied < maxCopied
	})
	if p.copied >= maxCopied {
		p.fail(t.Start, "too many comparisons without left side: write it again")
	}
	p.warn(p.peek().Start, "half constraint: write the left side again")
	return &Binary{At(t.Start), t.Text, x, p.parseAnnotated(right)}
}

// parseRestriction reads one comparison with x, or a group in parentheses.
func (p *parser) parseRestriction(x Expr) Expr {
	if p.is("(") {
		p.enterNesting()
		defer p.leaveNesting()
		p.advance()
		out := p.parseRestrictions(x)
		p.expect(")")
		return out
	}
	return p.parseComparison(x)
}
