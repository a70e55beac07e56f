package syntax

import (
	"slices"
	"strings"
)

// PrintExpr returns an expression in one canonical form: two expressions of the same form
// have the same tree.
func PrintExpr(e Expr) string { return (&printer{}).printConstraint(e) }

// A printer writes expressions, and the statements in lambdas.
type printer struct{}

// The levels around those of the binary operators.
const (
	lowest       = -1 // assignments and lambdas
	ternaryLevel = 0
	signLevel    = 11 // operands with their signs
	memberLevel  = 12 // operands that a member can follow
)

// printExpr writes an expression, in parentheses if it binds less than level.
func (p *printer) printExpr(x Expr, level int) string {
	text, own := p.printBare(x)
	if own < level {
		return "(" + text + ")"
	}
	return text
}

// printConstraint writes a constraint of a pattern: nested ones and paths need no
// parentheses when they stand alone.
func (p *printer) printConstraint(x Expr) string {
	switch x := x.(type) {
	case *Nested:
		return p.printNested(x)
	case *Path, *BackRef:
		text, _ := p.printBare(x)
		return text
	}
	return p.printExpr(x, orLevel)
}

func (p *printer) printList(list []Expr, level int) string {
	var out []string
	for _, x := range list {
		out = append(out, p.printExpr(x, level))
	}
	return strings.Join(out, ", ")
}

// printBare writes an expression without parentheses and returns its precedence level.
func (p *printer) printBare(x Expr) (text string, level int) {
	switch x := x.(type) {
	case *Literal:
		return p.printLiteral(x)
	case *Name:
		if slices.Contains(operatorWords, x.Name) {
			return x.Name, lowest // in parentheses it cannot be taken for an operator
		}
		return x.Name, memberLevel
	case *Unary:
		return x.Op + p.printSigned(x.Op, x.X), signLevel
	case *IncDec:
		if x.Prefix {
			return x.Op + p.printExpr(x.X, memberLevel), signLevel
		}
		return p.printExpr(x.X, memberLevel) + x.Op, signLevel
	case *Binary:
		l := levels[x.Op]
		return p.printExpr(x.X, l) + " " + x.Op + " " + p.printRight(x.Y, l+1), l
	case *InstanceOf:
		return strings.TrimSpace(p.printExpr(x.X, relationalLevel) + " instanceof " + x.Type.String() + " " + x.Bind),
			equalLevel // < after it would begin type arguments
	case *Relation:
		return p.printRelation(x), relationalLevel
	case *Ternary:
		return p.printExpr(x.If, orLevel) + " ? " + p.printExpr(x.Then, lowest) + " : " + p.printExpr(x.Else, lowest), ternaryLevel
	case *Assign:
		return p.printExpr(x.Target, ternaryLevel) + " " + x.Op + " " + p.printExpr(x.Value, lowest), lowest
	case *Cast:
		return "(" + x.Type.String() + ") " + p.printCastOperand(x.X), signLevel
	case *Bind:
		return labelText(x.Name, x.Unify) + p.printBound(x.X), signLevel
	case *Lambda:
		return p.printLambda(x), lowest
	}
	return p.printMember(x)
}

// printSigned writes the operand of a sign, in parentheses when it begins with the same sign.
func (p *printer) printSigned(sign string, x Expr) string {
	text := p.printExpr(x, signLevel)
	if strings.HasPrefix(text, sign) {
		return "(" + text + ")"
	}
	return text
}

// printRight writes a right operand, which may have an annotation.
func (p *printer) printRight(x Expr, level int) string {
	if a, ok := x.(*Annotated); ok {
		return annotationText(a.Annotation) + " " + p.printExpr(a.X, level)
	}
	return p.printExpr(x, level)
}

func (p *printer) printRelation(x *Relation) string {
	op := x.Op
	if x.Not {
		tildes := len(op) - len(strings.TrimLeft(op, "~"))
		op = op[:tildes] + "not " + op[tildes:]
	}
	out := p.printExpr(x.X, relationalLevel) + " " + op
	if x.Op == "in" {
		return out + " (" + p.printList(x.Args, lowest) + ")"
	}
	arg := p.printExpr(x.Args[0], relationalLevel+1)
	if len(x.Params) > 0 {
		out += "[" + p.printList(x.Params, lowest) + "]"
		if strings.IndexByte("-+*[/.", arg[0]) >= 0 {
			arg = "(" + arg + ")"
		}
	}
	return out + " " + arg
}

// printCastOperand writes the operand of a cast: words and calls as they are, all else in
// parentheses.
func (p *printer) printCastOperand(x Expr) string {
	text, _ := p.printBare(x)
	switch x := x.(type) {
	case *Name, *Call:
		word := text[:len(text)-len(strings.TrimLeftFunc(text, isIdentPart))]
		if word != "" && !elementWords[word] && !slices.Contains(operatorWords, word) {
			return text
		}
	case *Lambda:
		return p.printLambda(x)
	}
	return "(" + text + ")"
}

// printBound writes the expression that a name is bound to.
func (p *printer) printBound(x Expr) string {
	switch x := x.(type) {
	case *Path:
		return p.printPath(x)
	case *IncDec:
		if !x.Prefix {
			return p.printExpr(x, signLevel)
		}
	}
	return p.printExpr(x, memberLevel)
}

func (p *printer) printLambda(x *Lambda) string {
	head := "(" + paramsText(x.Params) + ")"
	if len(x.Params) == 1 && x.Params[0].Type == nil {
		head = x.Params[0].Name
	}
	if x.Block != nil {
		return head + " -> " + p.printBlock(x.Block)
	}
	return head + " -> " + p.printExpr(x.Expr, lowest)
}
