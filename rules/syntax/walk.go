package syntax

// Inspect calls visit for a node of conditions or code and then for the nodes inside of
// it, in the order of the file. When visit returns false, it skips the nodes inside. A
// node is a Cond, a FromSource, an Expr, a Stmt, or one of *Behavior, *GroupKey,
// *InlineCode and *Action.
func Inspect(node any, visit func(node any) bool) {
	if node == nil || !visit(node) {
		return
	}
	for _, child := range childrenOf(node) {
		Inspect(child, visit)
	}
}

// nodes collects children of several types.
type nodes []any

func (n *nodes) addExprs(list ...Expr) {
	for _, x := range list {
		if x != nil {
			*n = append(*n, x)
		}
	}
}

func (n *nodes) addConds(list ...Cond) {
	for _, c := range list {
		*n = append(*n, c)
	}
}

func childrenOf(node any) (out nodes) {
	switch x := node.(type) {
	case *Pattern:
		return x.childNodes()
	case *PathPattern:
		out.addExprs(x.Path)
	case *And:
		out.addConds(x.Conds...)
	case *Or:
		out.addConds(x.Conds...)
	case *Not:
		out.addConds(x.Cond)
	case *Exists:
		out.addConds(x.Cond)
	case *Forall:
		out.addConds(x.Conds...)
	case *Eval:
		out.addExprs(x.X)
	case *AccumulatePattern:
		out = nodes{x.Accumulate}
		if x.Key != nil {
			out = append(out, x.Key)
		}
		out.addExprs(x.Constraints...)
	case *Calls:
		out.addConds(x.Cond)
		for i := range x.Actions {
			out = append(out, &x.Actions[i])
		}
	default:
		return sourceChildren(node)
	}
	return out
}

func (x *Pattern) childNodes() (out nodes) {
	out.addExprs(x.Positional...)
	out.addExprs(x.Constraints...)
	if x.Over != nil {
		out = append(out, x.Over)
	}
	if x.From != nil {
		out = append(out, x.From)
	}
	return out
}

// sourceChildren returns the children of the nodes that contain expressions: conditions
// and their parts.
func sourceChildren(node any) (out nodes) {
	switch x := node.(type) {
	case *Behavior:
		out.addExprs(x.Args...)
	case *GroupKey:
		out.addExprs(x.X)
	case *Action:
		out.addExprs(x.If)
		if x.Else != nil {
			out = append(out, x.Else)
		}
	case *FromExpr:
		out.addExprs(x.X)
	case *Collect:
		if x.Path != nil {
			return nodes{x.Path}
		}
		return nodes{x.Pattern}
	case *Accumulate:
		out.addConds(x.Source)
		for _, f := range x.Functions {
			out.addExprs(f.Args...)
		}
		if x.Inline != nil {
			out = append(out, x.Inline)
		}
	case *InlineCode:
		out.addBlock(x.InitBody)
		out.addBlock(x.ActionBody)
		out.addBlock(x.ReverseBody)
		out.addExprs(x.Value)
	default:
		return exprChildren(node)
	}
	return out
}

func exprChildren(node any) (out nodes) {
	switch x := node.(type) {
	case *Field:
		out.addExprs(x.X)
	case *Index:
		out.addExprs(x.X, x.I)
	case *Call:
		out.addExprs(x.X)
		out.addExprs(x.Args...)
	case *New:
		out.addExprs(x.Args...)
		out.addExprs(x.Dims...)
		if x.Init != nil {
			out.addExprs(x.Init)
		}
	case *ArrayLit:
		out.addExprs(x.Elems...)
	case *Unary:
		out.addExprs(x.X)
	case *IncDec:
		out.addExprs(x.X)
	case *Binary:
		out.addExprs(x.X, x.Y)
	case *Ternary:
		out.addExprs(x.If, x.Then, x.Else)
	case *Assign:
		out.addExprs(x.Target, x.Value)
	case *Cast:
		out.addExprs(x.X)
	case *InstanceOf:
		out.addExprs(x.X)
	default:
		return conditionChildren(node)
	}
	return out
}

// conditionChildren returns the children of the expressions that only conditions have.
func conditionChildren(node any) (out nodes) {
	switch x := node.(type) {
	case *Relation:
		out.addExprs(x.X)
		out.addExprs(x.Params...)
		out.addExprs(x.Args...)
	case *Nested:
		out.addExprs(x.X)
		out.addExprs(x.Exprs...)
	case *Bind:
		out.addExprs(x.X)
	case *InlineCast:
		out.addExprs(x.X)
	case *List:
		out.addExprs(x.Elems...)
	case *MapLit:
		for i, k := range x.Keys {
			out.addExprs(k, x.Values[i])
		}
	case *Path:
		for _, s := range x.Steps {
			out.addExprs(s.Conds...)
		}
	case *BackRef:
		out.addExprs(x.X)
	case *Annotated:
		out.addExprs(x.X)
	default:
		return codeChildren(node)
	}
	return out
}
