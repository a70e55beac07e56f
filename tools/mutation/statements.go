package main

import (
	"fmt"
	"go/ast"
	"go/token"
)

// statement adds the mutant without the statement, or with another operator.
func (f *finder) statement(n ast.Stmt) {
	what := ""
	switch n := n.(type) {
	case *ast.IncDecStmt:
		f.operator(n.TokPos, n.Tok)
		what = n.Tok.String() + " is left out"
	case *ast.AssignStmt:
		f.operator(n.TokPos, n.Tok)
		if n.Tok != token.DEFINE && !blank(n.Lhs) {
			what = "assignment is left out"
		}
	case *ast.ExprStmt:
		what = "call is left out"
	case *ast.SendStmt, *ast.DeferStmt, *ast.GoStmt:
		what = "statement is left out"
	case *ast.BranchStmt:
		if n.Tok == token.BREAK || n.Tok == token.CONTINUE {
			what = n.Tok.String() + " is left out"
		}
	}
	if what != "" && f.inBlock(n) {
		f.wrap(n.Pos(), n.End(), what)
	}
}

// blank reports whether only the blank identifier is assigned to.
func blank(all []ast.Expr) bool {
	for _, e := range all {
		if name, ok := e.(*ast.Ident); !ok || name.Name != "_" {
			return false
		}
	}
	return true
}

// inBlock reports whether a statement stands in a row of statements, and not alone
// in a branch: to leave that out is a mutant already.
func (f *finder) inBlock(n ast.Stmt) bool {
	switch p := f.parent(1).(type) {
	case *ast.BlockStmt:
		_, branch := f.parent(2).(*ast.IfStmt)
		return len(p.List) > 1 || !branch
	case *ast.CaseClause:
		return len(p.Body) > 1 && n.Pos() >= p.Colon
	case *ast.CommClause:
		return n.Pos() >= p.Colon
	}
	return false
}

// skip adds the mutant that skips the body of an if.
func (f *finder) skip(body *ast.BlockStmt, cond ast.Expr) {
	if len(body.List) == 0 {
		return
	}
	start, end := f.file.offset(cond.Pos()), f.file.offset(cond.End())
	f.add(cond.Pos(), "body of if is left out", edit{start, start, "("}, edit{end, end, ") && false"})
}

// leaveLoop leaves a loop at its first turn.
func (f *finder) leaveLoop(body *ast.BlockStmt) {
	if len(body.List) > 0 {
		f.replace(body.Lbrace+1, body.Lbrace+1, " break;", "body of loop is left out")
	}
}

// zero adds mutants that return zero values, one at a time.
func (f *finder) zero(n *ast.ReturnStmt) {
	var kinds []ast.Expr
	for _, field := range f.results() {
		for range max(1, len(field.Names)) {
			kinds = append(kinds, field.Type)
		}
	}
	if len(kinds) != len(n.Results) {
		return
	}
	for i, result := range n.Results {
		switch r := result.(type) {
		case *ast.BasicLit:
			continue
		case *ast.Ident:
			if r.Name == "true" || r.Name == "false" {
				continue
			}
		}
		if f.unit.isZero(result, kinds[i]) {
			continue
		}
		f.replace(result.Pos(), result.End(), "*new("+f.words(kinds[i])+")", fmt.Sprintf("result %d becomes zero", i+1))
	}
}

// results returns the results of the innermost function.
func (f *finder) results() []*ast.Field {
	for i := range f.stack {
		var kind *ast.FuncType
		switch n := f.parent(i).(type) {
		case *ast.FuncDecl:
			kind = n.Type
		case *ast.FuncLit:
			kind = n.Type
		default:
			continue
		}
		if kind.Results == nil {
			return nil
		}
		return kind.Results.List
	}
	return nil
}
