package syntax

import "slices"

// constraints reads the constraints of a pattern or of a nested property.
func (p *parser) constraints() []Expr {
	list := []Expr{p.constraint()}
	for p.accept(",") {
		list = append(list, p.constraint())
	}
	return list
}

// constraint reads one constraint. A nested one, a.b.( … ), cannot be an operand.
func (p *parser) constraint() Expr {
	if !p.nestedAhead() {
		return p.disjunction()
	}
	var x Expr = &Name{p.here(), p.advance().Text}
	for !p.isAhead(1, "(") {
		x = p.member(x)
	}
	n := &Nested{At: At(p.ahead(1).Start), X: x, NullSafe: p.is("!.")}
	p.at += 2
	p.enter()
	n.Exprs = p.constraints()
	p.leave()
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

// expression reads an expression in parentheses, which may also be an assignment.
func (p *parser) expression() Expr {
	p.enter()
	defer p.leave()
	x := p.conditional()
	if t := p.peek(); t.Kind == Op && assignOps[t.Text] {
		p.advance()
		return &Assign{At(t.Start), t.Text, x, p.expression()}
	}
	return x
}

// conditional reads an expression that may be a ? b : c.
func (p *parser) conditional() Expr {
	x := p.disjunction()
	if !p.is("?") {
		return x
	}
	at := p.here()
	p.advance()
	p.noBind++
	then := p.expression()
	p.expect(":")
	other := p.expression()
	p.noBind--
	return &Ternary{at, x, then, other}
}

// disjunction reads an expression that is neither an assignment nor a ? b : c, as between
// the commas of a pattern.
func (p *parser) disjunction() Expr {
	p.enter()
	defer p.leave()
	return p.binary(1)
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

// comparison returns the level of the comparison operator at the token with index i, such
// as == < ~= not matches after[1] ##own, or 0 when there is none.
func (p *parser) comparison(i int) (level int) {
	t, n := p.tokens[i], p.tokens[min(i+1, len(p.tokens)-1)]
	switch {
	case t.is("~"):
		if n.is("~") {
			n = p.tokens[i+2] // a tilde before ~=
			return p.tildeLevel(n.is("="))
		}
		return p.tildeLevel(n.is("=") || !n.is("~") && p.comparison(i+1) != 0)
	case t.is("not") && !n.is("not"):
		if n.Kind == Ident {
			return p.comparison(i + 1)
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
	return p.comparison(i) != 0 && !p.wordOperand(i)
}

// wordOperand reports whether a word that could be an operator is an operand instead,
// because no right side of a comparison follows.
func (p *parser) wordOperand(i int) bool {
	if p.tokens[i].Kind != Ident || p.tokens[i].is("not") {
		return false
	}
	n := p.tokens[i+1]
	return p.tokens[i].is("in") || n.Kind == EOF || n.Kind == Op && !n.is("[") && !n.is("!") && !n.is("-")
}

// binary reads operands joined by binary operators of the given level or tighter ones.
func (p *parser) binary(level int) Expr {
	x := p.operand()
	for n := 0; ; n++ {
		p.chained(n)
		if l := p.comparison(p.at); l != 0 {
			if l < level {
				return x
			}
			x = p.restrictions(x)
			continue
		}
		if level <= relationalLevel && p.is("(") {
			if !p.restrictionAhead(p.at) {
				p.fail(p.ahead(1).Start,
					"expected an operator before '(' (a pattern with from needs parentheses around it when '(' follows)")
			}
			x = p.restrictions(x)
			continue
		}
		op, tokens := p.symbolAt(p.at)
		l := levels[op]
		if l == 0 || l < level {
			return x
		}
		at := p.here()
		p.at += tokens
		switch {
		case op == "instanceof":
			x = &InstanceOf{At: at, X: x, Type: p.typeRef()}
		case l <= andLevel:
			x = &Binary{at, op, x, p.annotated(func() Expr { return p.binary(l + 1) })}
		default:
			x = &Binary{at, op, x, p.binary(l + 1)}
		}
	}
}

// annotated reads an operand of && or ||, which may have an annotation.
func (p *parser) annotated(operand func() Expr) Expr {
	if !p.is("@") {
		return operand()
	}
	at := p.here()
	a := p.annotation()
	return &Annotated{at, a, operand()}
}

// restrictions reads the comparisons of one left side, which is written once:
// x > 3 && < 5 || == 7. Parentheses may group them.
func (p *parser) restrictions(x Expr) Expr {
	left := x
	if b, ok := x.(*Bind); ok {
		left = b.X
	}
	out := p.andRestrictions(x, left)
	for p.is("||") && p.halfAhead(true) {
		out = p.half(out, left, func() Expr { return p.andRestrictions(left, left) })
	}
	return out
}

func (p *parser) andRestrictions(x, left Expr) Expr {
	out := p.restriction(x)
	for p.is("&&") && p.halfAhead(false) {
		out = p.half(out, left, func() Expr { return p.restriction(left) })
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
			i = min(p.closes(i)+1, len(p.tokens)-1)
		}
	}
	if p.tokens[i].is("(") {
		return parens && p.restrictionAhead(i)
	}
	return p.comparison(i) != 0 && !p.wordOperand(i)
}

// half reads a comparison that shares the left side of the comparison before it.
func (p *parser) half(x, left Expr, right func() Expr) Expr {
	t := p.advance()
	Inspect(left, func(any) bool {
		p.copied++
		return p.copied < maxCopied
	})
	if p.copied >= maxCopied {
		p.fail(t.Start, "too many comparisons without left side: write it again")
	}
	p.warn(p.peek().Start, "half constraint: write the left side again")
	return &Binary{At(t.Start), t.Text, x, p.annotated(right)}
}

// restriction reads one comparison with x, or a group in parentheses.
func (p *parser) restriction(x Expr) Expr {
	if p.is("(") {
		p.enter()
		defer p.leave()
		p.advance()
		out := p.restrictions(x)
		p.expect(")")
		return out
	}
	return p.compare(x)
}
