package syntax

import "strings"

func (p *printer) block(b *Block) string {
	return "{ " + p.stmts(b.Stmts) + "}"
}

func (p *printer) stmts(list []Stmt) string {
	var b strings.Builder
	for _, s := range list {
		b.WriteString(p.stmt(s) + " ")
	}
	return b.String()
}

// stmt writes a statement on one line.
func (p *printer) stmt(s Stmt) string {
	switch s := s.(type) {
	case *Block:
		return p.block(s)
	case *LocalVar:
		return p.localVar(s) + ";"
	case *ExprStmt:
		return p.expr(s.X, lowest) + ";"
	case *Return:
		if s.X == nil {
			return "return;"
		}
		return "return " + p.expr(s.X, lowest) + ";"
	case *Break:
		return "break;"
	case *Continue:
		return "continue;"
	case *Yield:
		return "yield " + p.expr(s.X, lowest) + ";"
	case *Throw:
		return "throw " + p.expr(s.X, lowest) + ";"
	case *Switch:
		return p.switchText(s)
	case *Modify:
		return "modify (" + p.expr(s.X, lowest) + ") { " + p.list(s.Calls, lowest) + " }"
	case *Empty:
		return ";"
	}
	return p.compound(s)
}

// compound writes the statements that hold others.
func (p *printer) compound(s Stmt) string {
	switch s := s.(type) {
	case *If:
		out := "if (" + p.expr(s.Cond, lowest) + ") " + p.stmt(s.Then)
		if s.Else != nil {
			out += " else " + p.stmt(s.Else)
		}
		return out
	case *For:
		return p.forText(s)
	case *ForEach:
		return "for (" + final(s.Final) + param(Param{Name: s.Name, Type: orVar(s.Type)}) + " : " + p.expr(s.X, lowest) +
			") " + p.stmt(s.Body)
	case *While:
		if s.Do {
			return "do " + p.stmt(s.Body) + " while (" + p.expr(s.Cond, lowest) + ");"
		}
		return "while (" + p.expr(s.Cond, lowest) + ") " + p.stmt(s.Body)
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

func final(is bool) string {
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
			text += " = " + p.expr(v.Init, lowest)
		}
		vars = append(vars, text)
	}
	return final(s.Final) + orVar(s.Type).String() + " " + strings.Join(vars, ", ")
}

func (p *printer) forText(s *For) string {
	var init []string
	for _, i := range s.Init {
		switch i := i.(type) {
		case *LocalVar:
			init = append(init, p.localVar(i))
		case *ExprStmt:
			init = append(init, p.expr(i.X, lowest))
		}
	}
	cond := ""
	if s.Cond != nil {
		cond = p.expr(s.Cond, lowest)
	}
	return "for (" + strings.Join(init, ", ") + "; " + cond + "; " + p.list(s.Update, lowest) + ") " + p.stmt(s.Body)
}

func (p *printer) tryText(s *Try) string {
	out := "try " + p.block(s.Body)
	for _, c := range s.Catches {
		var types []string
		for _, t := range c.Types {
			types = append(types, t.String())
		}
		out += " catch (" + strings.Join(types, " | ") + " " + c.Name + ") " + p.block(c.Body)
	}
	if s.Finally != nil {
		out += " finally " + p.block(s.Finally)
	}
	return out
}

func (p *printer) switchText(s *Switch) string {
	out := "switch (" + p.expr(s.X, lowest) + ") { "
	for _, c := range s.Cases {
		out += p.caseLabel(c)
		switch {
		case c.Arrow && c.Value != nil:
			out += " -> " + p.expr(c.Value, lowest) + "; "
		case c.Arrow:
			out += " -> " + p.stmts(c.Body)
		default:
			out += ": " + p.stmts(c.Body)
		}
	}
	return out + "}"
}

func (p *printer) caseLabel(c Case) string {
	if len(c.Labels) == 0 {
		return "default"
	}
	out := "case " + p.list(c.Labels, orLevel)
	if c.Default {
		out += ", default"
	}
	return out
}

func params(list []Param) string {
	var out []string
	for _, pr := range list {
		out = append(out, param(pr))
	}
	return strings.Join(out, ", ")
}

func param(pr Param) string {
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
