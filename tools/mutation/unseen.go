package main

import (
	"fmt"
	"go/ast"
	"go/constant"
	"go/types"
)

// understand loads the types of a package, which show the mutants that no test could
// notice because they change nothing.
func (c *code) understand(u *unit) error {
	u.info = &types.Info{Types: map[ast.Expr]types.TypeAndValue{}}
	var files []*ast.File
	for _, s := range u.files {
		files = append(files, s.tree)
	}
	if _, err := (&types.Config{Importer: c.imports}).Check(u.path, c.set, files, u.info); err != nil {
		return fmt.Errorf("learn the types of %s: %w", u.path, err)
	}
	return nil
}

// isZero reports whether an expression that is returned as a kind is the zero value of
// the kind already: nil, a constant, or a struct or array without elements. As an
// interface only nil is.
func (u *unit) isZero(e ast.Expr, kind ast.Expr) bool {
	value := u.info.Types[e]
	if value.IsNil() {
		return true
	}
	if result := u.info.TypeOf(kind); result == nil || types.IsInterface(result) {
		return false
	}
	if value.Value != nil {
		return isZeroConstant(value.Value)
	}
	literal, ok := ast.Unparen(e).(*ast.CompositeLit)
	if !ok || len(literal.Elts) > 0 {
		return false
	}
	switch value.Type.Underlying().(type) {
	case *types.Struct, *types.Array:
		return true
	}
	return false
}

func isZeroConstant(v constant.Value) bool {
	switch v.Kind() {
	case constant.Bool:
		return !constant.BoolVal(v)
	case constant.String:
		return constant.StringVal(v) == ""
	case constant.Int, constant.Float, constant.Complex:
		return constant.Sign(v) == 0
	}
	return false
}

// isHint reports whether an argument of make is only a capacity: the
// capacity of a slice, or the size of a map.
func (u *unit) isHint(call *ast.CallExpr, argument ast.Node) bool {
	if !u.info.Types[call.Fun].IsBuiltin() || len(call.Args) < 2 || ast.Node(call.Args[len(call.Args)-1]) != argument {
		return false
	}
	if name, ok := ast.Unparen(call.Fun).(*ast.Ident); !ok || name.Name != "make" {
		return false
	}
	_, table := u.info.TypeOf(call.Args[0]).Underlying().(*types.Map)
	return table || len(call.Args) == 3
}
