package syntax

import (
	"math/big"
	"math/rand/v2"
	"testing"
)

// A generator makes random conditions and expressions such as the parser can make.
type generator struct {
	*rand.Rand
	noBind bool // inside of what a colon would split
}

func pick[T any](g *generator, list ...T) T { return list[g.IntN(len(list))] }

func (g *generator) word() string {
	return pick(g, "a", "b", "name", "$x", "type", "end", "rule", "from", "contains", "matches", "in", "before", "then", "ümlaut")
}

func (g *generator) typeRef() *TypeRef {
	name := pick(g, "Section", "Entity", "Map")
	return &TypeRef{Name: name, Path: pick(g, "", "java.util.") + name}
}

func (g *generator) literal() Expr {
	return &Literal{Value: pick[any](g, nil, true, false, "text", "a\\d \"'\n\u0007ü", int32(7), int32(-1<<31), int64(9), 1.5,
		2e30, float32(0.25),
		big.NewInt(12), BigDecimal("1.20"), Interval("5m30s"), Infinity{})}
}

// exprs makes one to three expressions.
func (g *generator) exprs(depth int) []Expr {
	var out []Expr
	for range 1 + g.IntN(3) {
		out = append(out, g.expr(depth))
	}
	return out
}

func (g *generator) expr(depth int) Expr {
	if depth <= 0 {
		return pick(g, g.literal(), Expr(&Name{Name: g.word()}))
	}
	sub := func() Expr { return g.expr(depth - 1) }
	switch g.IntN(16) {
	case 0:
		return &Unary{Op: pick(g, "!", "-", "+", "~"), X: sub()}
	case 1, 2, 3:
		return &Binary{Op: pick(g, "||", "&&", "|", "^", "&", "==", "!=", "<", ">=", "<<", ">>", ">>>", "+", "-", "*", "/",
			"%"), X: sub(), Y: sub()}
	case 4:
		return &Relation{Op: pick(g, "matches", "contains", "memberOf", "after", "~matches", "~="), X: sub(), Args: []Expr{sub()}}
	case 5:
		return &Relation{Op: pick(g, "str", "after", "excludes"), Not: g.IntN(2) == 0, Params: g.exprs(0), X: sub(), Args: []Expr{sub()}}
	case 6:
		return &Relation{Op: "in", Not: g.IntN(2) == 0, X: sub(), Args: g.exprs(depth - 1)}
	case 7:
		return &InstanceOf{X: sub(), Type: g.typeRef()}
	case 8:
		return &Cast{Type: pick(g, g.typeRef(), &TypeRef{Name: "int", Path: "int"}), X: sub()}
	case 9:
		return &Assign{Op: pick(g, "=", "+="), Target: &Name{Name: "a"}, Value: sub()}
	case 10, 11:
		return g.apart(depth)
	default:
		return g.member(depth)
	}
}

// apart makes expressions in which nothing can be bound, and bindings.
func (g *generator) apart(depth int) Expr {
	if bind := !g.noBind && g.IntN(2) == 0; bind {
		return &Bind{Name: "$v", Unify: g.IntN(2) == 0, X: g.expr(depth - 1)}
	}
	defer func(was bool) { g.noBind = was }(g.noBind)
	g.noBind = true
	if g.IntN(2) == 0 {
		return &Ternary{If: g.expr(depth - 1), Then: g.expr(depth - 1), Else: g.expr(depth - 1)}
	}
	return &MapLit{Keys: []Expr{g.expr(depth - 1)}, Values: []Expr{g.expr(depth - 1)}}
}

func (g *generator) member(depth int) Expr {
	sub := func() Expr { return g.expr(depth - 1) }
	safe := g.IntN(3) == 0
	switch g.IntN(9) {
	case 0:
		return &Call{Name: g.word(), Args: g.exprs(depth - 1)}
	case 1:
		return &Call{X: sub(), Name: g.word(), NullSafe: safe}
	case 2:
		return &Index{X: sub(), I: sub()}
	case 3:
		return &InlineCast{X: &Name{Name: "a"}, Type: &TypeRef{Name: "Entity", Path: "Entity"}}
	case 4:
		return &New{Type: g.typeRef(), Args: g.exprs(depth - 1)}
	case 5:
		return &Nested{X: &Field{X: &Name{Name: "a"}, Name: "b"}, Exprs: g.exprs(depth - 1), NullSafe: safe}
	case 6:
		return &Path{Steps: []PathStep{{Name: "a.b", Type: pick(g, "", "Entity"), Conds: g.exprs(depth - 1)}, {Passive: true, Name: "c"}}}
	case 7:
		return &BackRef{Up: 1 + g.IntN(2), X: &Name{Name: "b"}}
	}
	return &Field{X: sub(), Name: g.word(), NullSafe: safe}
}

func (g *generator) pattern(depth int) *Pattern {
	pt := &Pattern{Bind: pick(g, "", "", "$p"), Type: g.typeRef()}
	for range g.IntN(3) {
		pt.Constraints = append(pt.Constraints, g.expr(depth))
	}
	switch g.IntN(8) {
	case 0:
		pt.Query, pt.Positional = true, g.exprs(1)
	case 1:
		pt.Annotations = []Annotation{{Name: "watch", Parens: true, Text: "a, !b"}}
	case 2:
		pt.Over = &Behavior{Label: "window", Name: "time", Args: g.exprs(0)}
	case 3:
		pt.From = &FromExpr{X: g.expr(depth)}
	case 4:
		pt.From = pick[FromSource](g, &FromEntryPoint{Name: "a stream"}, &FromWindow{Name: "W"}, &Collect{Pattern: g.pattern(depth - 1)})
	case 5:
		pt.From = &Accumulate{Source: g.pattern(depth - 1), Functions: []AccFunction{{Name: "count", Args: g.exprs(1)}}}
	}
	return pt
}

func (g *generator) cond(depth int) Cond {
	if depth <= 0 {
		return g.pattern(1)
	}
	list := func(n int) (out []Cond) {
		for range n {
			out = append(out, g.cond(depth-1))
		}
		return out
	}
	switch g.IntN(9) {
	case 0:
		return &And{Conds: list(g.IntN(4))}
	case 1:
		return &Or{Conds: list(g.IntN(4))}
	case 2:
		return &Not{Cond: g.cond(depth - 1)}
	case 3:
		return &Exists{Cond: g.cond(depth - 1)}
	case 4:
		return &Forall{Conds: []Cond{g.pattern(1), g.pattern(1)}}
	case 5:
		return &Eval{X: g.expr(depth)}
	case 6:
		return &AccumulatePattern{Accumulate: &Accumulate{Source: g.cond(depth - 1),
			Functions: []AccFunction{{Bind: "$n", Name: "sum", Args: g.exprs(1)}}},
			Key:         pick(g, nil, &GroupKey{Bind: "$k", X: g.expr(1)}),
			Constraints: []Expr{&Binary{Op: ">", X: &Name{Name: "$n"}, Y: g.literal()}}}
	case 7:
		other := &Action{Break: true, Name: "z"}
		return &Calls{Cond: g.cond(depth - 1), Actions: []Action{{Name: "x"}, {If: g.expr(1), Name: "y", Else: other}}}
	}
	return g.pattern(depth)
}

func TestGeneratedTreesSurvivePrinting(t *testing.T) {
	g := &generator{Rand: rand.New(rand.NewPCG(4, 2))}
	for i := range 4000 {
		f := &File{Source: NewSource("\n"), Rules: []*Rule{{Name: "R \"1\"", Code: Code{0, 1}, Conds: []Cond{g.cond(3), g.cond(2)}}}}
		f.Rules[0].Attrs.Salience = g.expr(2)
		printed := Print(f)
		again, problems := Parse(NewSource(printed))
		if len(problems) > 0 {
			line, column := again.Source.Position(problems[0].Offset)
			t.Fatalf("%d: %d:%d %s\n%s, want len(problems) = 0", i, line, column, problems[0].Message, printed)
		}
		if want, got := treeText(f.Source, f.Rules[0].Conds), treeText(again.Source, again.Rules[0].Conds); want != got {
			t.Fatalf("%d: %s\n%s\n%s", i, printed, want, got)
		}
		if want, got := treeText(f.Source, f.Rules[0].Attrs), treeText(again.Source, again.Rules[0].Attrs); want != got {
			t.Fatalf("%d: %s\n%s\n%s", i, printed, want, got)
		}
	}
}
