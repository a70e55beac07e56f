package syntax

import "strings"

func (p *printer) printBlock(b *Block) string {
	return "{ " + p.printStmts(b.Stmts) + "}"
}

func (p *printer) printStmts(list []Stmt) string {
	var b strings.Builder
	for _, s := range list {
		b.WriteString(p.printStmt(s) + " ")
	}
	return b.String()
}

// printStmt writes a statement on one line.
func (p *printer) printStmt(s Stmt) string {
	switch s := s.(type) {
	case *Block:
		return p.printBlock(s)
	case *LocalVar:
		return p.localVar(s) + ";"
	case *ExprStmt:
		return p.printExpr(s.X, lowest) + ";"
	case *Return:
		if s.X == nil {
			return "return;"
		}
		return "return " + p.printExpr(s.X, lowest) + ";"
	case *Break:
		return "break;"
	case *Continue:
		return "continue;"
	case *Yield:
		return "yield " + p.printExpr(s.X, lowest) + ";"
	case *Throw:
		return "throw " + p.printExpr(s.X, lowest) + ";"
	case *Switch:
		return p.switchText(s)
	case *Modify:
		return "modify (" + p.printExpr(s.X, lowest) + ") { " + p.printList(s.Calls, lowest) + " }"
	case *Empty:
		return ";"
	}
	return p.printCompound(s)
}

// printCompound writes the statements that hold others.
func (p *printer) printCompound(s Stmt) string {
	switch s := s.(type) {
	case *If:
		out := "if (" + p.printExpr(s.Cond, lowest) + ") " + p.printStmt(s.Then)
		if s.Else != nil {
			out += " else " + p.printStmt(s.Else)
		}
		return out
	case *For:
		return p.forText(s)
	case *ForEach:
		return "for (" + finalPrefix(s.Final) + paramText(Param{Name: s.Name, Type: orVar(s.Type)}) + " : " + p.printExpr(s.X, lowest) +
			") " + p.printStmt(s.Body)
	case *While:
		if s.Do {
			return "do " + p.printStmt(s.Body) + " while (" + p.printExpr(s.Cond, lowest) + ");"
		}
		return "while (" + p.printExpr(s.Cond, lowest) + ") " + p.printStmt(s.Body)
	case *Try:
		return p.tryText(s)
	}
	return ""
}

func orVar(t *TypeRef) *TypeRef {
	if t == nil {
		return &TypeRef{Name: "var", Path: "var"}
	}
	return t
}

func finalPrefix(is bool) string {
	if is {
		return "final "
	}
	return ""
}

func (p *printer) localVar(s *LocalVar) string {
	var vars []string
	for _, v := range s.Vars {
		text := v.Name + strings.Repeat("[]", v.Dims)
		if v.Init != nil {
			text += " = " + p.printExpr(v.Init, lowest)
		}
		vars = append(vars, text)
	}
	return finalPrefix(s.Final) + orVar(s.Type).String() + " " + strings.Join(vars, ", ")
}

func (p *printer) forText(s *For) string {
	var init []string
	for _, i := range s.Init {
		switch i := i.(type) {
		case *LocalVar:
			init = append(init, p.localVar(i))
		case *ExprStmt:
			init = append(init, p.printExpr(i.X, lowest))
		}
	}
	cond := ""
	if s.Cond != nil {
		cond = p.printExpr(s.Cond, lowest)
	}
	return "for (" + strings.Join(init, ", ") + "; " + cond + "; " + p.printList(s.Update, lowest) + ") " + p.printStmt(s.Body)
}

func (p *printer) tryText(s *Try) string {
	out := "try " + p.printBlock(s.Body)
	for _, c := range s.Catches {
		var types []string
		for _, t := range c.Types {
			types = append(types, t.String())
		}
		out += " catch (" + strings.Join(types, " | ") + " " + c.Name + ") " + p.printBlock(c.Body)
	}
	if s.Finally != nil {
		out += " finally " + p.printBlock(s.Finally)
	}
	return out
}

func (p *printer) switchText(s *Switch) string {
	out := "switch (" + p.printExpr(s.X, lowest) + ") { "
	for _, c := range s.Cases {
		out += p.caseLabel(c)
		switch {
		case c.Arrow && c.Value != nil:
			out += " -> " + p.printExpr(c.Value, lowest) + "; "
		case c.Arrow:
			out += " -> " + p.printStmts(c.Body)
		default:
			out += ": " + p.printStmts(c.Body)
		}
	}
	return out + "}"
}

func (p *printer) caseLabel(c Case) string {
	if len(c.Labels) == 0 {
		return "default"
	}
	out := "case " + p.printList(c.Labels, orLevel)
	if c.Default {
		out += ", default"
	}
	return out
}

func paramsText(list []Param) string {
	var out []string
	for _, pr := range list {
		out = append(out, paramText(pr))
	}
	return strings.Join(out, ", ")
}

func paramText(pr Param) string {
	switch {
	case pr.Type == nil:
		return pr.Name
	case pr.Variadic:
		return pr.Type.String() + "... " + pr.Name
	}
	return pr.Type.String() + " " + pr.Name
}

// String returns the type as written, without what bounds its wildcards.
func (t *TypeRef) String() string {
	out := t.Path
	if t.Args != nil {
		var args []string
		for _, a := range t.Args {
			args = append(args, a.String())
		}
		out += "<" + strings.Join(args, ", ") + ">"
	}
	return out + strings.Repeat("[]", t.Dims)
}
