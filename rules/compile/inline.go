package compile

import (
	"github.com/seed-62a36931/docket/rules/host"
	"github.com/seed-62a36931/docket/rules/syntax"
)

// Inline is a compiled accumulation that the rule writes out.
type Inline struct {
	// First is the slot of the first variable of its own: those below it belong to the conditions.
	First  int
	Result *host.Type
	begin  exec
	add    exec
	value  Eval
}

// CompileInline compiles an accumulation that the rule writes out. What takes a match back is
// checked and not used: the engine begins anew, which comes to the same.
func (u *Unit) CompileInline(c *syntax.InlineCode) *Inline {
	around := u.code
	u.code = inAccumulation
	defer func() { u.code = around }()
	mark := u.Mark()
	defer func() { u.ReleaseTo(mark) }()
	out := &Inline{First: u.Size(), begin: u.compileSequence(c.InitBody.Stmts)}
	out.add = u.compileBlock(c.ActionBody)
	all := append([]syntax.Stmt{}, c.InitBody.Stmts...)
	all = append(all, c.ActionBody)
	if c.ReverseBody != nil {
		u.compileBlock(c.ReverseBody)
		all = append(all, c.ReverseBody)
	}
	out.value = func(*Frame) any { return nil }
	if c.Value != nil {
		out.value, out.Result = u.compileExpr(c.Value, nil)
		all = append(all, &syntax.ExprStmt{At: syntax.At(c.Value.Pos()), X: c.Value})
	}
	u.c.checkFlow(&syntax.Block{At: c.At, Stmts: all})
	return out
}

// Run accumulates: load puts what the conditions bind for each of so many matches in its place.
func (x *Inline) Run(f *Frame, matches int, load func(match int)) any {
	x.begin(f)
	for i := range matches {
		load(i)
		f.RT.Call.Budget.Step()
		x.add(f)
	}
	return x.value(f)
}

// refuseChange reports an action on facts in the code of an accumulate.
func (u *Unit) refuseChange(at int, action string) {
	if u.code == inAccumulation {
		u.c.ReportProblem(at, "an accumulate must not %s facts: it is worked out whenever they have changed", action)
	}
}
