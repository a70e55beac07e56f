package syntax

// Inspect calls visit for a node of conditions or code and then for the nodes inside of
// it, in the order of the file. When visit returns false, it skips the nodes inside. A
// node is a Cond, a FromSource, an Expr, a Stmt, or one of *Behavior, *GroupKey,
// *InlineCode and *Action.
func Inspect(node any, visit func(node any) bool) {
	if node == nil || !visit(node) {
		return
	}
	for _, child := range children(node) {
		Inspect(child, visit)
	}
}

// nodes collects children of several types.
type nodes []any

func (n *nodes) exprs(list ...Expr) {
	for _, x := range list {
		if x != nil {
			*n = append(*n, x)
		}
	}
}

func (n *nodes) conds(list ...Cond) {
	for _, c := range list {
		*n = append(*n, c)
	}
}

func children(node any) (out nodes) {
	switch x := node.(type) {
	case *Pattern:
		return x.children()
	case *PathPattern:
		out.exprs(x.Path)
	case *And:
		out.conds(x.Conds...)
	case *Or:
		out.conds(x.Conds...)
	case *Not:
		out.conds(x.Cond)
	case *Exists:
		out.conds(x.Cond)
	case *Forall:
		out.conds(x.Conds...)
	case *Eval:
		out.exprs(x.X)
	case *AccumulatePattern:
		out = nodes{x.Accumulate}
		if x.Key != nil {
			out = append(out, x.Key)
		}
		out.exprs(x.Constraints...)
	case *Calls:
		out.conds(x.Cond)
		for i := range x.Actions {
			out = append(out, &x.Actions[i])
		}
	default:
		return sourceChildren(node)
	}
	return out
}

func (x *Pattern) children() (out nodes) {
	out.exprs(x.Positional...)
	out.exprs(x.Constraints...)
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
		out.exprs(x.Args...)
	case *GroupKey:
		out.exprs(x.X)
	case *Action:
		out.exprs(x.If)
		if x.Else != nil {
			out = append(out, x.Else)
		}
	case *FromExpr:
		out.exprs(x.X)
	case *Collect:
		if x.Path != nil {
			return nodes{x.Path}
		}
		return nodes{x.Pattern}
	case *Accumulate:
		out.conds(x.Source)
		for _, f := range x.Functions {
			out.exprs(f.Args...)
		}
		if x.Inline != nil {
			out = append(out, x.Inline)
		}
	default:
		return exprChildren(node)
	}
	return out
}

func exprChildren(node any) (out nodes) {
	switch x := node.(type) {
	case *Field:
		out.exprs(x.X)
	case *Index:
		out.exprs(x.X, x.I)
	case *Call:
		out.exprs(x.X)
		out.exprs(x.Args...)
	case *New:
		out.exprs(x.Args...)
		out.exprs(x.Dims...)
		if x.Init != nil {
			out.exprs(x.Init)
		}
	case *ArrayLit:
		out.exprs(x.Elems...)
	case *Unary:
		out.exprs(x.X)
	case *IncDec:
		out.exprs(x.X)
	case *Binary:
		out.exprs(x.X, x.Y)
	case *Ternary:
		out.exprs(x.If, x.Then, x.Else)
	case *Assign:
		out.exprs(x.Target, x.Value)
	case *Cast:
		out.exprs(x.X)
	case *InstanceOf:
		out.exprs(x.X)
	default:
		return conditionChildren(node)
	}
	return out
}

// conditionChildren returns the children of the expressions that only conditions have.
func conditionChildren(node any) (out nodes) {
	switch x := node.(type) {
	case *Relation:
		out.exprs(x.X)
		out.exprs(x.Params...)
		out.exprs(x.Args...)
	case *Nested:
		out.exprs(x.X)
		out.exprs(x.Exprs...)
	case *Bind:
		out.exprs(x.X)
	case *InlineCast:
		out.exprs(x.X)
	case *List:
		out.exprs(x.Elems...)
	case *MapLit:
		for i, k := range x.Keys {
			out.exprs(k, x.Values[i])
		}
	case *Path:
		for _, s := range x.Steps {
			out.exprs(s.Conds...)
		}
	case *BackRef:
		out.exprs(x.X)
	case *Annotated:
		out.exprs(x.X)
	default:
		return codeChildren(node)
	}
	return out
}
