package main

import (
	"go/ast"
	"go/token"
	"strings"
)

// instead are the operators that stand in for an operator.
var instead = map[token.Token][]token.Token{
	token.EQL: {token.NEQ}, token.NEQ: {token.EQL},
	token.LSS: {token.LEQ, token.GEQ}, token.GEQ: {token.GTR, token.LSS},
	token.GTR: {token.GEQ, token.LEQ}, token.LEQ: {token.LSS, token.GTR},
	token.LAND: {token.LOR}, token.LOR: {token.LAND},
	token.ADD: {token.SUB}, token.SUB: {token.ADD}, token.MUL: {token.QUO}, token.QUO: {token.MUL}, token.REM: {token.MUL},
	token.AND: {token.OR}, token.OR: {token.AND}, token.XOR: {token.AND}, token.AND_NOT: {token.AND},
	token.SHL: {token.SHR}, token.SHR: {token.SHL},
	token.ADD_ASSIGN: {token.SUB_ASSIGN}, token.SUB_ASSIGN: {token.ADD_ASSIGN},
	token.MUL_ASSIGN: {token.QUO_ASSIGN}, token.QUO_ASSIGN: {token.MUL_ASSIGN}, token.REM_ASSIGN: {token.MUL_ASSIGN},
	token.AND_ASSIGN: {token.OR_ASSIGN}, token.OR_ASSIGN: {token.AND_ASSIGN}, token.XOR_ASSIGN: {token.AND_ASSIGN},
	token.SHL_ASSIGN: {token.SHR_ASSIGN}, token.SHR_ASSIGN: {token.SHL_ASSIGN},
	token.INC: {token.DEC}, token.DEC: {token.INC},
}

func (f *finder) operator(at token.Pos, is token.Token) {
	for _, other := range instead[is] {
		f.replace(at, at+token.Pos(len(is.String())), other.String(), is.String()+" becomes "+other.String())
	}
}

// binary adds mutants with another operator, or with only one of the operands of a
// logical one.
func (f *finder) binary(n *ast.BinaryExpr) {
	f.operator(n.OpPos, n.Op)
	if n.Op == token.LAND || n.Op == token.LOR {
		f.replace(n.X.Pos(), n.Y.Pos(), "", "left of "+n.Op.String()+" is dropped")
		f.replace(n.X.End(), n.Y.End(), "", "right of "+n.Op.String()+" is dropped")
	}
}

// condition adds the mutant with the opposite condition; for a comparison the
// mutants of its operator do the same.
func (f *finder) condition(n ast.Expr) {
	switch n := n.(type) {
	case *ast.UnaryExpr:
		if n.Op == token.NOT {
			return
		}
	case *ast.BinaryExpr:
		if n.Op != token.LAND && n.Op != token.LOR {
			return
		}
	}
	start, end := f.file.offset(n.Pos()), f.file.offset(n.End())
	f.add(n.Pos(), "condition is negated", edit{start, start, "!("}, edit{end, end, ")"})
}

// truth adds the mutant with the opposite of true or false.
func (f *finder) truth(n *ast.Ident) {
	if _, field := f.parent(1).(*ast.SelectorExpr); field {
		return
	}
	if other := map[string]string{"true": "false", "false": "true"}[n.Name]; other != "" {
		f.replace(n.Pos(), n.End(), other, n.Name+" becomes "+other)
	}
}

// literal adds the mutant with another number, or with an empty string instead of
// one with a meaning.
func (f *finder) literal(n *ast.BasicLit) {
	other := ""
	switch {
	case n.Kind == token.STRING && f.compared(n):
		if other = `""`; len(n.Value) == 2 {
			other = `"x"`
		}
	case n.Kind == token.INT, n.Kind == token.FLOAT:
		if other = "(" + n.Value + " + 1)"; n.Value == "1" {
			other = "0"
		}
	}
	if other != "" {
		f.replace(n.Pos(), n.End(), other, n.Value+" becomes "+strings.Trim(other, "()"))
	}
}

// compared reports whether a string means something: what is compared, returned,
// kept, or given to package strings is; what is put together or is an argument is
// mostly a message.
func (f *finder) compared(n *ast.BasicLit) bool {
	switch p := f.parent(1).(type) {
	case *ast.BinaryExpr:
		return p.Op != token.ADD
	case *ast.CaseClause, *ast.ReturnStmt, *ast.AssignStmt:
		return true
	case *ast.CallExpr:
		callee, ok := p.Fun.(*ast.SelectorExpr)
		return ok && f.words(callee.X) == "strings"
	}
	return false
}
