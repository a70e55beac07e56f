package syntax

func (n *nodes) stmts(list ...Stmt) {
	for _, s := range list {
		if s != nil {
			*n = append(*n, s)
		}
	}
}

func (n *nodes) block(b *Block) {
	if b != nil {
		*n = append(*n, b)
	}
}

// codeChildren returns the children of the nodes that only code has.
func codeChildren(node any) (out nodes) {
	switch x := node.(type) {
	case *Lambda:
		out.exprs(x.Expr)
		out.block(x.Block)
	case *MethodRef:
		out.exprs(x.X)
	case *SwitchExpr:
		return x.children()
	case *Block:
		out.stmts(x.Stmts...)
	case *LocalVar:
		for _, d := range x.Vars {
			out.exprs(d.Init)
		}
	case *ExprStmt:
		out.exprs(x.X)
	case *Return:
		out.exprs(x.X)
	case *Yield:
		out.exprs(x.X)
	case *Throw:
		out.exprs(x.X)
	case *Modify:
		out.exprs(x.X)
		out.exprs(x.Calls...)
	default:
		return nestingChildren(node)
	}
	return out
}

// nestingChildren returns the children of the statements that contain other statements.
func nestingChildren(node any) (out nodes) {
	switch x := node.(type) {
	case *If:
		out.exprs(x.Cond)
		out.stmts(x.Then, x.Else)
	case *For:
		out.stmts(x.Init...)
		out.exprs(x.Cond)
		out.exprs(x.Update...)
		out.stmts(x.Body)
	case *ForEach:
		out.exprs(x.X)
		out.stmts(x.Body)
	case *While:
		if x.Do {
			out.stmts(x.Body)
		}
		out.exprs(x.Cond)
		if !x.Do {
			out.stmts(x.Body)
		}
	case *Try:
		out.block(x.Body)
		for _, c := range x.Catches {
			out.block(c.Body)
		}
		out.block(x.Finally)
	case *Switch:
		return x.children()
	}
	return out
}

func (s *Switch) children() (out nodes) {
	out.exprs(s.X)
	for _, c := range s.Cases {
		out.exprs(c.Labels...)
		out.stmts(c.Body...)
		out.exprs(c.Value)
	}
	return out
}
