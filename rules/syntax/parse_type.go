package syntax

import "strings"

// maxTypeArgs bounds the nesting of type arguments where only looking ahead distinguishes
// them from comparisons.
const maxTypeArgs = 16

// parseTypeRef reads a type: a.B<C>[].
func (p *parser) parseTypeRef() *TypeRef {
	t, ok := p.tryType(0)
	if !ok {
		p.failUnexpected("a type")
	}
	return t
}

// tryType reads a type and reports whether there was one. If not, it has consumed an
// unknown number of tokens and the caller must reset the position.
func (p *parser) tryType(depth int) (*TypeRef, bool) {
	t, ok := p.baseType(depth)
	for ok && p.is("[") && p.isAhead(1, "]") {
		p.at += 2
		t.Dims++
	}
	return t, ok
}

func (p *parser) newType() *TypeRef {
	t, ok := p.baseType(0)
	if !ok {
		p.failUnexpected("a type")
	}
	return t
}

func (p *parser) baseType(depth int) (*TypeRef, bool) {
	t := &TypeRef{At: p.currentPos()}
	for path := []string{}; p.peek().Kind == Ident; p.at++ {
		t.Name = p.advance().Text
		path = append(path, t.Name)
		if start := p.at; p.is("<") {
			args, ok := p.tryTypeArgs(depth + 1)
			if ok {
				t.Args = args
			} else {
				p.at = start
			}
		}
		if !p.is(".") || p.peekAhead(1).Kind != Ident || p.isAhead(1, "class") {
			t.Path = strings.Join(path, ".")
			return t, true
		}
	}
	return nil, false
}

// tryTypeArgs reads <A, B>; in Java also <>.
func (p *parser) tryTypeArgs(depth int) ([]*TypeRef, bool) {
	p.at++
	args := []*TypeRef{}
	if depth > maxTypeArgs {
		return nil, false
	}
	for more := p.drl || !p.is(">"); more; more = p.accept(",") {
		a, ok := p.parseTypeArg(depth)
		if !ok {
			return nil, false
		}
		args = append(args, a)
	}
	return args, p.accept(">")
}

// parseTypeArg reads a type or a wildcard; a bounded wildcard is returned as its bound.
func (p *parser) parseTypeArg(depth int) (*TypeRef, bool) {
	if at := p.currentPos(); p.accept("?") {
		if p.accept("extends") || p.accept("super") {
			return p.tryType(depth)
		}
		return &TypeRef{At: at, Name: "?", Path: "?"}, true
	}
	return p.tryType(depth)
}

func (p *parser) typeArgs() {
	if _, ok := p.tryTypeArgs(1); !ok {
		p.failUnexpected("type arguments")
	}
}

var primitives = map[string]bool{
	"int": true, "long": true, "double": true, "float": true, "boolean": true, "char": true, "byte": true, "short": true,
}

// parseCast reads (Type) operand. It returns nil and consumes nothing when the parenthesis
// begins no cast.
func (p *parser) parseCast() Expr {
	start := p.at
	at := p.currentPos()
	p.at++
	t, ok := p.tryType(0)
	if !ok || !p.accept(")") || !p.isCastOperand(t) {
		p.at = start
		return nil
	}
	if p.drl {
		return &Cast{at, t, p.parseOperand()}
	}
	if l := p.parseLambda(); l != nil {
		return &Cast{at, t, l}
	}
	return &Cast{at, t, p.javaUnary()}
}

// isCastOperand reports whether the current token can follow (Type) in a cast.
func (p *parser) isCastOperand(t *TypeRef) bool {
	n := p.peek()
	switch {
	case n.Kind == Str, n.Kind == Quoted, n.Kind == Number, n.Kind == Constant, n.Kind == TextBlock, n.is("("), n.is("!"):
		return true
	case n.is("~"):
		return !p.drl || p.comparisonLevel(p.at) == 0
	case n.Kind != Ident:
		return primitives[t.Name] && t.Dims == 0 && (n.is("-") || n.is("+"))
	case p.drl:
		return p.comparisonLevel(p.at) == 0 && !n.is("instanceof") && !n.is("then") && !n.is("and") && !n.is("or")
	}
	return !n.is("instanceof")
}
