package engine

import (
	"maps"
	"slices"
	"strings"

	"github.com/seed-62a36931/docket/rules/compile"
	"github.com/seed-62a36931/docket/rules/host"
	"github.com/seed-62a36931/docket/rules/syntax"
)

// aggregateResult is the result of aggregating the matches of a source.
type aggregateResult struct {
	results []any
	// key names the facts that took part and how fresh they are: a change makes the
	// matches with the result fire again
	key    hash
	seq    int64 // of the latest change of any of them
	origin *branch
}

// folder computes one value from all matches of a source.
type folder struct {
	arg  compile.Eval
	slot int
	fold func(f *compile.Frame, values []any) any
	// keeps tells that the result may be the list of the values itself
	keeps bool
	// step computes the result from the one before, when one value is added or removed, or
	// reports that it cannot. It is nil for functions that cannot at all.
	step func(before any, change valueChange) (result any, ok bool)
}

// aggregate aggregates the matches of its steps, for collect and accumulate.
type aggregate struct {
	scope   *scope
	steps   []step
	folders []*folder
	list    bool // the result is a list that a consequence may change
	collect bool // it collects the facts themselves
}

// compileAggregate compiles the source and the functions of a collect or an accumulate.
func (b *builder) compileAggregate(inside func() ([]step, []*folder)) *aggregate {
	g := &aggregate{}
	g.scope = b.compileScope(func(*scope) {
		mark := b.u.Mark()
		g.steps, g.folders = inside()
		b.u.ReleaseTo(mark)
	})
	g.scope.again = func(m *partial, known *outcome) bool {
		before := known.sum
		if known.known = true; g.singlePattern() != nil {
			known.sum = g.updateAccrued(m, known)
		} else {
			known.sum = g.computeResult(m)
		}
		return before == nil || before.key != known.sum.key
	}
	return g
}

// resultFor returns the result for a match. It is computed once when it is the same for
// all matches, or for all with the same values.
func (g *aggregate) resultFor(m *partial) *aggregateResult {
	known := &m.s.outcomes[g.scope.number]
	if g.scope.free {
		if !known.known {
			g.scope.again(m, known)
		}
		return known.sum
	}
	if !g.scope.isKeyed() {
		return g.computeResult(m)
	}
	others, values := g.scope.patterns[0].others, hash{}
	key := keyOf(others, m.f)
	if key == 0 {
		return g.computeResult(m)
	}
	for _, other := range others {
		values = values.withNumber(identityOf(other(m.f)))
	}
	out := known.resultFor(key, values)
	switch {
	case out == nil:
		out = &keyedResult{values: values, sum: g.computeResult(m)}
		known.addResult(key, out)
	case len(out.effects) > 0 && g.singlePattern() != nil:
		g.applyEffects(m, out, key)
	case len(out.effects) > 0:
		out.sum, out.effects = g.computeResult(m), nil
	}
	return out.sum
}

// isKeyed reports whether the scope reads nothing from outside except the values with
// which the keys of its single pattern are compared.
func (c *scope) isKeyed() bool {
	return len(c.patterns) == 1 && c.outside == len(c.patterns[0].keys) && c.patterns[0].inside == c
}

// computeResult computes the result from all matches of the steps.
func (g *aggregate) computeResult(m *partial) *aggregateResult {
	s, n := m.s, len(g.folders)
	out, from := &aggregateResult{results: make([]any, n)}, len(s.values)
	m.eachMatch(g.steps, func(inner *partial) bool {
		out.key = out.key.plus(inner.key.withHash(inner.stamp))
		if inner.seq > out.seq {
			out.seq, out.origin = inner.seq, inner.origin
		}
		for _, f := range g.folders {
			s.values = append(s.values, f.arg(m.f))
		}
		return true
	})
	values := s.values[from:]
	for i, f := range g.folders {
		out.results[i] = f.fold(m.f, s.valuesOf(f, values, i, n))
	}
	clear(s.values[from:])
	s.values = s.values[:from]
	return out
}

// valuesOf returns every n-th of the values from the first on: those for one folder of n. The room
// of the session has them for a folder that does not keep them.
func (s *Session) valuesOf(f *folder, values []any, first, n int) []any {
	switch {
	case f.keeps:
		out := make([]any, 0, len(values)/n)
		for i := first; i < len(values); i += n {
			out = append(out, values[i])
		}
		return out
	case n == 1:
		return values
	}
	from := len(s.values)
	for i := first; i < len(values); i += n {
		s.values = append(s.values, values[i])
	}
	return s.values[from:]
}

// eachValue hands the one result of the source over. The result is a state of the match
// and does not identify it.
func (g *aggregate) eachValue(m *partial, visit func(v any, key hash) bool) {
	out := g.resultFor(m)
	before := m.mark()
	m.noteChange(out.seq, out.origin)
	m.stamp = m.stamp.withHash(out.key)
	visit(out.results[0], hash{})
	m.resetTo(before)
}

// compileCollect compiles a collect into a list or a set.
func (b *builder) compileCollect(c *syntax.Collect, class string) source {
	g := b.compileAggregate(func() ([]step, []*folder) {
		p := *c.Pattern
		if p.Bind == "" {
			p.Bind = "$collected"
		}
		steps, slot := b.compileSequence([]syntax.Cond{&p}), 0
		if b.u.IsDeclared(p.Bind) {
			slot, _ = b.u.SlotOf(p.Bind)
		}
		return steps, []*folder{{arg: func(f *compile.Frame) any { return f.Slots[slot] }, fold: withoutFrame(newCollector(class)), keeps: true}}
	})
	g.list, g.collect = true, true
	return g
}

// newCollector returns a function that makes a collection of the class: a list, or a
// set in the order of its elements.
func newCollector(class string) func(items []any) any {
	switch {
	case class == "HashSet":
		return func(items []any) any { return host.NewSet(host.Hashed, items...) }
	case class == "TreeSet":
		return func(items []any) any { return host.NewSet(host.Sorted, items...) }
	case strings.HasSuffix(class, "Set"):
		return func(items []any) any { return host.NewSet(host.Linked, items...) }
	case class == "LinkedList":
		return func(items []any) any { return &host.List{Items: items, Kind: class} }
	}
	return func(items []any) any { return host.NewList(items...) }
}

// cloneCollection returns a copy of a collection for a consequence, which may change it.
func cloneCollection(v any) any {
	switch v := v.(type) {
	case *host.List:
		copied := *v
		copied.Items = append([]any{}, v.Items...)
		return &copied
	case *host.Set:
		return host.NewSet(v.Order, v.Keys()...)
	}
	return v
}

// compileAccumulate compiles the source and the functions of an accumulate, and returns the
// types of their results.
func (b *builder) compileAccumulate(a *syntax.Accumulate) (*aggregate, []*host.Type) {
	var types []*host.Type
	g := b.compileAggregate(func() (steps []step, list []*folder) {
		steps = b.compileSequence([]syntax.Cond{a.Source})
		for i := range a.Functions {
			f, t := b.compileFolder(&a.Functions[i])
			list, types = append(list, f), append(types, t)
		}
		return steps, list
	})
	return g, types
}

// compileFolder compiles one function of an accumulate and returns the type of its result.
func (b *builder) compileFolder(f *syntax.AccFunction) (*folder, *host.Type) {
	known, ok := functions[f.Name]
	if !ok {
		b.reportProblem(f.Pos(), "the accumulate function %s is not supported%s", f.Name, suggestFunction(f.Name))
		return noFolder(), nil
	}
	out := &folder{arg: func(*compile.Frame) any { return true }}
	var t *host.Type
	switch {
	case len(f.Args) == 1:
		out.arg, t = b.compileExpression(f.Args[0])
		if _, computed := f.Args[0].(*syntax.Binary); computed && f.Name == "sum" && classOf(t) != "BigDecimal" {
			t = &host.Type{Name: "Double"} // arithmetic is summed up as floating point
		}
	case len(f.Args) > 1 || f.Name != "count":
		b.reportProblem(f.Pos(), "%s takes one argument", f.Name)
	}
	result, fold := known(t)
	out.fold, out.step, out.keeps = withoutFrame(fold), stepOf(f.Name, result), f.Name == "collectList"
	switch {
	case compile.IsFaulty(t): // so is the result
		return out, t
	case result == "":
		return out, nil
	}
	return out, &host.Type{Name: result}
}

func (b *builder) accumulateValue(a *syntax.Accumulate) source {
	if a.Inline != nil {
		return b.compileInline(a)
	}
	g, _ := b.compileAccumulate(a)
	if len(a.Functions) != 1 {
		b.reportProblem(a.Pos(), "accumulate behind from takes one function")
		g.folders = append(g.folders, noFolder())
	} else if a.Functions[0].Name == "collectList" || a.Functions[0].Name == "collectSet" {
		g.list = true
	}
	return g
}

// compileInline compiles an accumulate whose code the rule writes out. It keeps what the code
// reads of each match.
func (b *builder) compileInline(a *syntax.Accumulate) source {
	g := b.compileAggregate(func() ([]step, []*folder) {
		base, steps := b.u.Size(), b.compileSequence([]syntax.Cond{a.Source})
		var code *compile.Inline
		uses := b.trackSlots(func() { code = b.u.CompileInline(a.Inline) })
		var kept []int
		for _, slot := range slices.Sorted(maps.Keys(uses)) {
			if slot >= base && slot < code.First {
				kept = append(kept, slot)
			}
		}
		return steps, []*folder{{arg: keepSlots(kept), fold: foldInline(code, kept), keeps: true}}
	})
	g.list = true
	return g
}

// keepSlots returns what keeps the values of slots.
func keepSlots(kept []int) compile.Eval {
	return func(f *compile.Frame) any {
		values := make([]any, len(kept))
		for i, slot := range kept {
			values[i] = f.Slots[slot]
		}
		return values
	}
}

// foldInline returns what runs the code over the values that were kept of each match.
func foldInline(code *compile.Inline, kept []int) func(f *compile.Frame, values []any) any {
	return func(f *compile.Frame, values []any) any {
		return code.Run(f, len(values), func(match int) {
			for i, slot := range kept {
				f.Slots[slot] = values[match].([]any)[i]
			}
		})
	}
}

// noFolder returns what stands for a function that is not known.
func noFolder() *folder {
	return &folder{arg: func(*compile.Frame) any { return nil }, fold: withoutFrame(func([]any) any { return nil })}
}

// withoutFrame returns a fold that needs no more than the values.
func withoutFrame(fold func(values []any) any) func(f *compile.Frame, values []any) any {
	return func(_ *compile.Frame, values []any) any { return fold(values) }
}

// accumulation is accumulate( … ) as a condition of its own. It does not match when
// its only function returns null. With several functions a null is bound like any
// value.
type accumulation struct {
	source *aggregate
	tests  []compile.Eval
}

func (b *builder) accumulateCond(c *syntax.AccumulatePattern) step {
	g, types := b.compileAccumulate(c.Accumulate)
	for i, f := range g.folders {
		named := c.Accumulate.Functions[i]
		if named.Bind == "" {
			continue
		}
		f.slot = b.u.DeclareVar(named.Bind, types[i])
		if named.Name == "collectList" || named.Name == "collectSet" {
			b.branch.copies = append(b.branch.copies, f.slot)
		}
	}
	out := &accumulation{source: g}
	for _, e := range c.Constraints {
		x, t := b.compileExpression(e)
		b.u.NeedBoolean(e, t)
		out.tests = append(out.tests, x)
	}
	return out
}

func (a *accumulation) extendMatch(m *partial, rest []step, done func()) {
	before, out := m.mark(), a.source.resultFor(m)
	if len(out.results) == 1 && out.results[0] == nil {
		return
	}
	for i, v := range out.results {
		m.f.Slots[a.source.folders[i].slot] = v // one without a name goes to the slot of this
	}
	if allHold(a.tests, m.f, nil) {
		m.stamp = m.stamp.withHash(out.key)
		m.noteChange(out.seq, out.origin)
		m.runSteps(rest, done)
	}
	m.resetTo(before)
}
