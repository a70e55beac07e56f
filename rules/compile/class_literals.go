package compile

import (
	"strings"

	"github.com/seed-62a36931/docket/rules/host"
	"github.com/seed-62a36931/docket/rules/syntax"
)

// classLit compiles Section.class, which stands for a kind of node where one is
// expected. Classes are not values otherwise: that would be reflection.
func (u *Unit) classLit(e *syntax.ClassLit, want *host.Type) (Eval, *host.Type) {
	at := e.Type.Pos()
	if want == nil || want.Name != "NodeType" {
		u.c.ReportProblem(at,
			"%s.class is reflection, which rules have not: it only stands for a kind of node, as in occursInNodeOfType(Section.class)",
			e.Type.Name)
		return brokenExpr()
	}
	if u.c.Registry.Class(e.Type.Name) == nil {
		u.c.unknownClass(at, e.Type.Name)
		return brokenExpr()
	}
	kind, ok := u.c.Registry.Class("NodeType").Constants[constantName(e.Type.Name)]
	if !ok {
		u.c.ReportProblem(at, "%s is no kind of node", e.Type.Name)
		return brokenExpr()
	}
	return constantEval(kind), want
}

// constantName returns the constant that names a class: TABLE_CELL for TableCell.
func constantName(class string) string {
	var b strings.Builder
	for i, r := range class {
		if i > 0 && r >= 'A' && r <= 'Z' {
			b.WriteByte('_')
		}
		b.WriteRune(r)
	}
	return strings.ToUpper(b.String())
}
