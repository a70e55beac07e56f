package main

import (
	"go/ast"
	"go/token"
)

// A finder lists the mutants of a file.
type finder struct {
	unit  *unit
	file  *source
	stack []ast.Node // from the file to the node that is looked at
	out   []*mutant
}

// find returns all mutants of a file in the order of its text, including those that
// do not compile.
func find(u *unit, s *source) []*mutant {
	if ast.IsGenerated(s.tree) {
		return nil
	}
	f := &finder{unit: u, file: s}
	ast.Inspect(s.tree, func(n ast.Node) bool {
		if n == nil {
			f.stack = f.stack[:len(f.stack)-1]
			return true
		}
		if f.left(n) {
			return false
		}
		f.stack = append(f.stack, n)
		f.visit(n)
		return true
	})
	return f.out
}

// left reports whether a node is left out: imports, tags of fields, methods that
// only print a value for people, and the capacity given to make.
func (f *finder) left(n ast.Node) bool {
	if call, ok := f.parent(0).(*ast.CallExpr); ok && f.unit.isHint(call, n) {
		return true
	}
	switch n := n.(type) {
	case *ast.ImportSpec, *ast.StructType:
		return true
	case *ast.FuncDecl:
		return n.Recv != nil && n.Name.Name == "String" && n.Type.Params.NumFields() == 0
	}
	return false
}

func (f *finder) visit(n ast.Node) {
	switch n := n.(type) {
	case *ast.BinaryExpr:
		f.binary(n)
	case *ast.UnaryExpr:
		if n.Op == token.NOT || n.Op == token.SUB {
			f.replace(n.OpPos, n.OpPos+1, "", n.Op.String()+" is dropped")
		}
	case *ast.BasicLit:
		f.literal(n)
	case *ast.Ident:
		f.truth(n)
	case *ast.IfStmt:
		f.condition(n.Cond)
		f.skip(n.Body, n.Cond)
		if e, ok := n.Else.(*ast.BlockStmt); ok {
			f.replace(e.Lbrace, e.Lbrace, "if false ", "else is left out")
		}
	case *ast.ForStmt:
		if n.Cond != nil {
			f.condition(n.Cond)
		}
		f.leaveLoop(n.Body)
	case *ast.RangeStmt:
		f.leaveLoop(n.Body)
	case *ast.CaseClause:
		if len(n.Body) > 0 {
			f.wrap(n.Body[0].Pos(), n.Body[len(n.Body)-1].End(), "case is left out")
		}
	case *ast.ReturnStmt:
		f.zero(n)
	case ast.Stmt:
		f.statement(n)
	}
}

// parent returns the i-th ancestor of the current node.
func (f *finder) parent(i int) ast.Node {
	if at := len(f.stack) - 1 - i; at >= 0 {
		return f.stack[at]
	}
	return nil
}

// add records a mutant at the place of the current node.
func (f *finder) add(at token.Pos, what string, edits ...edit) {
	m := &mutant{unit: f.unit, file: f.file, at: at, what: what, edits: edits}
	for _, n := range f.stack {
		switch n.(type) {
		case *ast.FuncDecl, *ast.FuncLit:
			if m.within == nil {
				m.within = functionOf(f.file, n)
			}
		}
	}
	f.out = append(f.out, m)
}

// replace adds the mutant that has other words at a place.
func (f *finder) replace(from, to token.Pos, words, what string) {
	f.add(from, what, edit{f.file.offset(from), f.file.offset(to), words})
}

// wrap adds the mutant that skips statements but still uses the names in them, so
// that it compiles.
func (f *finder) wrap(from, to token.Pos, what string) {
	start, end := f.file.offset(from), f.file.offset(to)
	f.add(from, what, edit{start, start, "if false { "}, edit{end, end, " }"})
}

// words returns the text of a node.
func (f *finder) words(n ast.Node) string {
	return string(f.file.text[f.file.offset(n.Pos()):f.file.offset(n.End())])
}
