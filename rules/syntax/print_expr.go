package syntax

import (
	"slices"
	"strings"
)

// PrintExpr returns an expression in one canonical form: two expressions of the same form
// have the same tree.
func PrintExpr(e Expr) string { return (&printer{}).constraint(e) }

// A printer writes expressions, and the statements in lambdas.
type printer struct{}

// The levels around those of the binary operators.
const (
	lowest       = -1 // assignments and lambdas
	ternaryLevel = 0
	signLevel    = 11 // operands with their signs
	memberLevel  = 12 // operands that a member can follow
)

// expr writes an expression, in parentheses if it binds less than level.
func (p *printer) expr(x Expr, level int) string {
	text, own := p.bare(x)
	if own < level {
		return "(" + text + ")"
	}
	return text
}

// constraint writes a constraint of a pattern: nested ones and paths need no
// parentheses when they stand alone.
func (p *printer) constraint(x Expr) string {
	switch x := x.(type) {
	case *Nested:
		return p.nested(x)
	case *Path, *BackRef:
		text, _ := p.bare(x)
		return text
	}
	return p.expr(x, orLevel)
}

func (p *printer) list(list []Expr, level int) string {
	var out []string
	for _, x := range list {
		out = append(out, p.expr(x, level))
	}
	return strings.Join(out, ", ")
}

// bare writes an expression without parentheses and returns its precedence level.
func (p *printer) bare(x Expr) (text string, level int) {
	switch x := x.(type) {
	case *Literal:
		return p.literal(x)
	case *Name:
		if slices.Contains(operatorWords, x.Name) {
			return x.Name, lowest // in parentheses it cannot be taken for an operator
		}
		return x.Name, memberLevel
	case *Unary:
		return x.Op + p.signed(x.Op, x.X), signLevel
	case *IncDec:
		if x.Prefix {
			return x.Op + p.expr(x.X, memberLevel), signLevel
		}
		return p.expr(x.X, memberLevel) + x.Op, signLevel
	case *Binary:
		l := levels[x.Op]
		return p.expr(x.X, l) + " " + x.Op + " " + p.right(x.Y, l+1), l
	case *InstanceOf:
		return strings.TrimSpace(p.expr(x.X, relationalLevel) + " instanceof " + x.Type.String() + " " + x.Bind),
			equalLevel // < after it would begin type arguments
	case *Relation:
		return p.relation(x), relationalLevel
	case *Ternary:
		return p.expr(x.If, orLevel) + " ? " + p.expr(x.Then, lowest) + " : " + p.expr(x.Else, lowest), ternaryLevel
	case *Assign:
		return p.expr(x.Target, ternaryLevel) + " " + x.Op + " " + p.expr(x.Value, lowest), lowest
	case *Cast:
		return "(" + x.Type.String() + ") " + p.castOperand(x.X), signLevel
	case *Bind:
		return label(x.Name, x.Unify) + p.bound(x.X), signLevel
	case *Lambda:
		return p.lambda(x), lowest
	}
	return p.member(x)
}

// signed writes the operand of a sign, in parentheses when it begins with the same sign.
func (p *printer) signed(sign string, x Expr) string {
	text := p.expr(x, signLevel)
	if strings.HasPrefix(text, sign) {
		return "(" + text + ")"
	}
	return text
}

// right writes a right operand, which may have an annotation.
func (p *printer) right(x Expr, level int) string {
	if a, ok := x.(*Annotated); ok {
		return annotation(a.Annotation) + " " + p.expr(a.X, level)
	}
	return p.expr(x, level)
}

func (p *printer) relation(x *Relation) string {
	op := x.Op
	if x.Not {
		tildes := len(op) - len(strings.TrimLeft(op, "~"))
		op = op[:tildes] + "not " + op[tildes:]
	}
	out := p.expr(x.X, relationalLevel) + " " + op
	if x.Op == "in" {
		return out + " (" + p.list(x.Args, lowest) + ")"
	}
	arg := p.expr(x.Args[0], relationalLevel+1)
	if len(x.Params) > 0 {
		out += "[" + p.list(x.Params, lowest) + "]"
		if strings.IndexByte("-+*[/.", arg[0]) >= 0 {
			arg = "(" + arg + ")"
		}
	}
	return out + " " + arg
}

// castOperand writes the operand of a cast: words and calls as they are, all else in
// parentheses.
func (p *printer) castOperand(x Expr) string {
	text, _ := p.bare(x)
	switch x := x.(type) {
	case *Name, *Call:
		word := text[:len(text)-len(strings.TrimLeftFunc(text, isIdentPart))]
		if word != "" && !elementWords[word] && !slices.Contains(operatorWords, word) {
			return text
		}
	case *Lambda:
		return p.lambda(x)
	}
	return "(" + text + ")"
}

// bound writes the expression that a name is bound to.
func (p *printer) bound(x Expr) string {
	switch x := x.(type) {
	case *Path:
		return p.path(x)
	case *IncDec:
		if !x.Prefix {
			return p.expr(x, signLevel)
		}
	}
	return p.expr(x, memberLevel)
}

func (p *printer) lambda(x *Lambda) string {
	head := "(" + params(x.Params) + ")"
	if len(x.Params) == 1 && x.Params[0].Type == nil {
		head = x.Params[0].Name
	}
	if x.Block != nil {
		return head + " -> " + p.block(x.Block)
	}
	return head + " -> " + p.expr(x.Expr, lowest)
}
