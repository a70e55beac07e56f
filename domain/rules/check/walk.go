package check

import "github.com/seed-62a36931/docket/domain/rules/syntax"

// statements visits the expressions of statements, outer ones before those in them,
// and each statement before its expressions.
func statements(list []syntax.Stmt, visit func(node any)) {
	for _, s := range list {
		stmt(s, visit)
	}
}

func block(b *syntax.Block, visit func(node any)) {
	if b != nil {
		statements(b.Stmts, visit)
	}
}

func stmt(s syntax.Stmt, visit func(node any)) {
	if s == nil {
		return
	}
	visit(s)
	switch s := s.(type) {
	case *syntax.Block:
		block(s, visit)
	case *syntax.LocalVar:
		for _, d := range s.Vars {
			expression(d.Init, visit)
		}
	case *syntax.ExprStmt:
		expression(s.X, visit)
	case *syntax.If:
		expression(s.Cond, visit)
		stmt(s.Then, visit)
		stmt(s.Else, visit)
	case *syntax.Return:
		expression(s.X, visit)
	case *syntax.Yield:
		expression(s.X, visit)
	case *syntax.Throw:
		expression(s.X, visit)
	case *syntax.Modify:
		expression(s.X, visit)
		expressions(s.Calls, visit)
	default:
		nesting(s, visit)
	}
}

// nesting visits the statements that have others in them.
func nesting(s syntax.Stmt, visit func(node any)) {
	switch s := s.(type) {
	case *syntax.For:
		statements(s.Init, visit)
		expression(s.Cond, visit)
		expressions(s.Update, visit)
		stmt(s.Body, visit)
	case *syntax.ForEach:
		expression(s.X, visit)
		stmt(s.Body, visit)
	case *syntax.While:
		expression(s.Cond, visit)
		stmt(s.Body, visit)
	case *syntax.Try:
		block(s.Body, visit)
		for _, c := range s.Catches {
			block(c.Body, visit)
		}
		block(s.Finally, visit)
	case *syntax.Switch:
		choices(s, visit)
	}
}

func choices(s *syntax.Switch, visit func(node any)) {
	expression(s.X, visit)
	for _, c := range s.Cases {
		expressions(c.Labels, visit)
		statements(c.Body, visit)
		expression(c.Value, visit)
	}
}

func expressions(list []syntax.Expr, visit func(node any)) {
	for _, e := range list {
		expression(e, visit)
	}
}

func expression(e syntax.Expr, visit func(node any)) {
	if e == nil {
		return
	}
	visit(e)
	switch e := e.(type) {
	case *syntax.Field:
		expression(e.X, visit)
	case *syntax.Index:
		expression(e.X, visit)
		expression(e.I, visit)
	case *syntax.Call:
		expression(e.X, visit)
		expressions(e.Args, visit)
	case *syntax.New:
		expressions(e.Args, visit)
		expressions(e.Dims, visit)
		if e.Init != nil {
			expressions(e.Init.Elems, visit)
		}
	case *syntax.ArrayLit:
		expressions(e.Elems, visit)
	case *syntax.Lambda:
		expression(e.Expr, visit)
		block(e.Block, visit)
	case *syntax.MethodRef:
		expression(e.X, visit)
	case *syntax.Relation:
		expression(e.X, visit)
		expressions(e.Args, visit)
	case *syntax.Nested:
		expression(e.X, visit)
		expressions(e.Exprs, visit)
	default:
		operands(e, visit)
	}
}

// operands visits what operators stand between.
func operands(e syntax.Expr, visit func(node any)) {
	switch e := e.(type) {
	case *syntax.Unary:
		expression(e.X, visit)
	case *syntax.IncDec:
		expression(e.X, visit)
	case *syntax.Binary:
		expression(e.X, visit)
		expression(e.Y, visit)
	case *syntax.Ternary:
		expressions([]syntax.Expr{e.If, e.Then, e.Else}, visit)
	case *syntax.Assign:
		expression(e.Target, visit)
		expression(e.Value, visit)
	case *syntax.Cast:
		expression(e.X, visit)
	case *syntax.InlineCast:
		expression(e.X, visit)
	case *syntax.InstanceOf:
		expression(e.X, visit)
	case *syntax.Bind:
		expression(e.X, visit)
	case *syntax.SwitchExpr:
		choices(e.Switch, visit)
	}
}
