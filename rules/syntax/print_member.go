package syntax

import (
	"fmt"
	"math/big"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf16"
)

// printMember writes the expressions that end in a member, an index or a bracket.
func (p *printer) printMember(x Expr) (text string, level int) {
	switch x := x.(type) {
	case *Field:
		return p.printExpr(x.X, memberLevel) + dotOperator(x.NullSafe) + x.Name, memberLevel
	case *Call:
		if x.X == nil {
			return x.Name + "(" + p.printList(x.Args, lowest) + ")", memberLevel
		}
		return p.printExpr(x.X, memberLevel) + dotOperator(x.NullSafe) + x.Name + "(" + p.printList(x.Args, lowest) + ")", memberLevel
	case *Index:
		return p.printExpr(x.X, memberLevel) + "[" + p.printExpr(x.I, lowest) + "]", memberLevel
	case *InlineCast:
		return p.printExpr(x.X, memberLevel) + "#" + x.Type.String(), memberLevel
	case *MethodRef:
		if x.Array != nil {
			return x.Array.String() + "::" + x.Name, memberLevel
		}
		return p.printExpr(x.X, memberLevel) + "::" + x.Name, memberLevel
	case *ClassLit:
		return x.Type.String() + ".class", memberLevel
	case *New:
		return p.printCreation(x), memberLevel
	case *SwitchExpr:
		return p.switchText(x.Switch), memberLevel
	}
	return p.printBracketed(x)
}

func (p *printer) printBracketed(x Expr) (text string, level int) {
	switch x := x.(type) {
	case *List:
		return "[" + p.printList(x.Elems, lowest) + "]", memberLevel
	case *MapLit:
		var entries []string
		for i, k := range x.Keys {
			entries = append(entries, p.printExpr(k, lowest)+" : "+p.printExpr(x.Values[i], lowest))
		}
		return "[" + strings.Join(entries, ", ") + "]", memberLevel
	case *ArrayLit:
		return "{ " + p.printList(x.Elems, lowest) + " }", memberLevel
	case *Nested:
		return p.printNested(x), lowest
	case *Path:
		return p.printPath(x), lowest
	case *BackRef:
		return strings.Repeat("../", x.Up) + p.printBound(x.X), lowest
	case *Annotated:
		return annotationText(x.Annotation) + " " + p.printExpr(x.X, orLevel), lowest
	}
	return "", memberLevel
}

func dotOperator(safe bool) string {
	if safe {
		return "!."
	}
	return "."
}

func (p *printer) printNested(x *Nested) string {
	return p.printExpr(x.X, memberLevel) + dotOperator(x.NullSafe) + "(" + p.printConstraints(x.Exprs) + ")"
}

func (p *printer) printPath(x *Path) string {
	var b strings.Builder
	for _, s := range x.Steps {
		if s.Passive {
			b.WriteByte('?')
		}
		b.WriteString("/" + s.Name)
		if s.Type != "" {
			b.WriteString("#" + s.Type)
		}
		if len(s.Conds) > 0 {
			b.WriteString("[" + p.printList(s.Conds, lowest) + "]")
		}
	}
	return b.String()
}

func (p *printer) printCreation(x *New) string {
	base := *x.Type
	base.Dims = 0
	out := "new " + base.String()
	if x.Type.Dims == 0 {
		return out + "(" + p.printList(x.Args, lowest) + ")"
	}
	for i := range x.Type.Dims {
		size := ""
		if i < len(x.Dims) {
			size = p.printExpr(x.Dims[i], lowest)
		}
		out += "[" + size + "]"
	}
	if x.Init != nil {
		out += " " + p.printExpr(x.Init, memberLevel)
	}
	return out
}

// printLiteral writes a constant so that it reads as the same type again.
func (p *printer) printLiteral(x *Literal) (text string, level int) {
	switch v := x.Value.(type) {
	case nil:
		return "null", memberLevel
	case string:
		return quoteString(v), memberLevel
	case Char:
		return "'" + escapeRune(rune(v), '\'') + "'", memberLevel
	case int32:
		if v < 0 {
			return fmt.Sprintf("%#x", uint32(v)), signLevel
		}
		return strconv.Itoa(int(v)), signLevel
	case int64:
		if v < 0 {
			return fmt.Sprintf("%#xL", uint64(v)), signLevel
		}
		return fmt.Sprintf("%dL", v), signLevel
	case *big.Int:
		return v.String() + "I", signLevel
	case BigDecimal:
		return string(v) + "B", signLevel
	case Interval:
		return string(v), signLevel
	case float64:
		return strconv.FormatFloat(v, 'g', -1, 64) + "d", signLevel
	case float32:
		return strconv.FormatFloat(float64(v), 'g', -1, 32) + "f", signLevel
	case Infinity:
		return "*", signLevel
	}
	return fmt.Sprint(x.Value), memberLevel
}

// quoteString writes a string for conditions and for Java alike.
func quoteString(s string) string {
	var b strings.Builder
	b.WriteByte('"')
	for i, r := range s {
		if r == unicode.ReplacementChar {
			b.WriteByte(s[i]) // also a byte that is no text at all
			if strings.HasPrefix(s[i:], string(r)) {
				b.WriteString(string(r)[1:])
			}
			continue
		}
		b.WriteString(escapeRune(r, '"'))
	}
	b.WriteByte('"')
	return b.String()
}

func escapeRune(r, quote rune) string {
	switch {
	case r == '\n':
		return `\n`
	case r == '\t':
		return `\t`
	case r == '\\', r == quote:
		return `\` + string(r)
	case r < ' ', r >= 0x7f && r < 0xa0, utf16.IsSurrogate(r):
		return fmt.Sprintf(`\u%04x`, r)
	}
	return string(r)
}

func labelText(bind string, unify bool) string {
	switch {
	case bind == "":
		return ""
	case unify:
		return bind + " := "
	}
	return bind + " : "
}

func (p *printer) printConstraints(list []Expr) string {
	var out []string
	for _, x := range list {
		out = append(out, p.printConstraint(x))
	}
	return strings.Join(out, ", ")
}

func annotationText(a Annotation) string {
	if a.Parens {
		return "@" + a.Name + "(" + a.Text + ")"
	}
	return "@" + a.Name
}
