package syntax

func (n *nodes) addStmts(list ...Stmt) {
	for _, s := range list {
		if s != nil {
			*n = append(*n, s)
		}
	}
}

func (n *nodes) addBlock(b *Block) {
	if b != nil {
		*n = append(*n, b)
	}
}

// codeChildren returns the children of the nodes that only code has.
func codeChildren(node any) (out nodes) {
	switch x := node.(type) {
	case *Lambda:
		out.addExprs(x.Expr)
		out.addBlock(x.Block)
	case *MethodRef:
		out.addExprs(x.X)
	case *SwitchExpr:
		return x.childNodes()
	case *Block:
		out.addStmts(x.Stmts...)
	case *LocalVar:
		for _, d := range x.Vars {
			out.addExprs(d.Init)
		}
	case *ExprStmt:
		out.addExprs(x.X)
	case *Return:
		out.addExprs(x.X)
	case *Yield:
		out.addExprs(x.X)
	case *Throw:
		out.addExprs(x.X)
	case *Modify:
		out.addExprs(x.X)
		out.addExprs(x.Calls...)
	default:
		return nestingChildren(node)
	}
	return out
}

// nestingChildren returns the children of the statements that contain other statements.
func nestingChildren(node any) (out nodes) {
	switch x := node.(type) {
	case *If:
		out.addExprs(x.Cond)
		out.addStmts(x.Then, x.Else)
	case *For:
		out.addStmts(x.Init...)
		out.addExprs(x.Cond)
		out.addExprs(x.Update...)
		out.addStmts(x.Body)
	case *ForEach:
		out.addExprs(x.X)
		out.addStmts(x.Body)
	case *While:
		if x.Do {
			out.addStmts(x.Body)
		}
		out.addExprs(x.Cond)
		if !x.Do {
			out.addStmts(x.Body)
		}
	case *Try:
		out.addBlock(x.Body)
		for _, c := range x.Catches {
			out.addBlock(c.Body)
		}
		out.addBlock(x.Finally)
	case *Switch:
		return x.childNodes()
	}
	return out
}

func (s *Switch) childNodes() (out nodes) {
	out.addExprs(s.X)
	for _, c := range s.Cases {
		out.addExprs(c.Labels...)
		out.addStmts(c.Body...)
		out.addExprs(c.Value)
	}
	return out
}
