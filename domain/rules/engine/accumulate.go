package engine

import (
	"fmt"
	"strings"

	"github.com/seed-62a36931/docket/domain/rules/compile"
	"github.com/seed-62a36931/docket/domain/rules/host"
	"github.com/seed-62a36931/docket/domain/rules/syntax"
)

// gather runs a sub-condition over all its matches. The key names the facts that
// took part and how fresh they are, so that a change makes a new match.
func (m *partial) gather(sub step, each func(f *compile.Frame)) (key string) {
	inner := &partial{s: m.s, f: m.f}
	var parts []string
	seq, origin := m.seq, m.origin
	sub(inner, func() {
		parts = append(parts, fmt.Sprint(inner.key, inner.stamps))
		if inner.seq > seq {
			seq, origin = inner.seq, inner.origin
		}
		each(m.f)
	})
	m.seq, m.origin = seq, origin
	return "[" + strings.Join(parts, ";") + "]"
}

func (b *builder) collect(c *syntax.Collect, class string) func(m *partial, each func(v any, key string)) {
	mark := b.u.Mark()
	p := *c.Pattern
	if p.Bind == "" {
		p.Bind = "$collected"
	}
	sub := b.cond(&p)
	slot := 0
	if b.u.Lookup(p.Bind) {
		slot, _ = b.u.SlotOf(p.Bind)
	}
	b.u.Release(mark)
	set := strings.HasSuffix(class, "Set")
	return func(m *partial, each func(v any, key string)) {
		var items []any
		key := m.gather(sub, func(f *compile.Frame) { items = append(items, f.Slots[slot]) })
		switch {
		case set:
			each(host.NewSet(host.Linked, items...), key)
		case class == "LinkedList":
			each(&host.List{Items: items, Kind: class}, key)
		default:
			each(host.NewList(items...), key)
		}
	}
}

type folder struct {
	arg   compile.Eval
	slot  int
	fold  func(values []any) any
	named string
}

func (b *builder) folders(a *syntax.Accumulate) (step, []*folder) {
	mark := b.u.Mark()
	sub := b.cond(a.Source)
	var list []*folder
	for _, f := range a.Functions {
		fold := folding[f.Name]
		if fold == nil {
			b.problem(f.Pos(), "the accumulate function %s is not supported", f.Name)
			continue
		}
		out := &folder{fold: fold, named: f.Bind, arg: func(*compile.Frame) any { return true }}
		if len(f.Args) > 1 || len(f.Args) == 0 && f.Name != "count" {
			b.problem(f.Pos(), "%s takes one argument", f.Name)
		} else if len(f.Args) == 1 {
			out.arg, _ = b.u.Condition(f.Args[0])
		}
		list = append(list, out)
	}
	b.u.Release(mark)
	return sub, list
}

func (m *partial) fold(sub step, list []*folder) (results []any, key string) {
	values := make([][]any, len(list))
	key = m.gather(sub, func(f *compile.Frame) {
		for i, folder := range list {
			values[i] = append(values[i], folder.arg(f))
		}
	})
	for i, folder := range list {
		results = append(results, folder.fold(values[i]))
	}
	return results, key
}

func (b *builder) accumulateValue(a *syntax.Accumulate) func(m *partial, each func(v any, key string)) {
	sub, list := b.folders(a)
	if len(a.Functions) != 1 {
		b.problem(a.Pos(), "accumulate behind from takes one function")
	}
	return func(m *partial, each func(v any, key string)) {
		results, key := m.fold(sub, list)
		each(results[0], key)
	}
}

var foldType = map[string]string{"count": "Long", "average": "Double", "collectList": "List", "collectSet": "Set"}

func (b *builder) accumulateCond(c *syntax.AccumulatePattern) step {
	sub, list := b.folders(c.Accumulate)
	for i, f := range list {
		if f.named != "" {
			var t *host.Type
			if name := foldType[c.Accumulate.Functions[i].Name]; name != "" {
				t = &host.Type{Name: name}
			}
			f.slot = b.u.Declare(f.named, t)
		}
	}
	test := &tests{}
	for _, e := range c.Constraints {
		x, t := b.u.Condition(e)
		b.u.NeedBoolean(e, t)
		test.list = append(test.list, x)
	}
	return func(m *partial, next func()) {
		saved := *m
		results, key := m.fold(sub, list)
		for i, v := range results {
			if v == nil {
				*m = saved
				return
			}
			m.f.Slots[list[i].slot] = v
		}
		if holds(test.list, m.f, nil) {
			m.key = append(m.key[:len(m.key):len(m.key)], key)
			next()
		}
		*m = saved
	}
}

// folding are the accumulate functions; nil as a result does not match.
var folding = map[string]func(values []any) any{
	"count":       func(v []any) any { return int64(len(v)) },
	"sum":         sum,
	"average":     average,
	"min":         func(v []any) any { return extreme(v, -1) },
	"max":         func(v []any) any { return extreme(v, 1) },
	"collectList": func(v []any) any { return host.NewList(v...) },
	"collectSet":  func(v []any) any { return host.NewSet(host.Hashed, v...) },
}

func asFloat(v any) float64 {
	switch v := v.(type) {
	case int32:
		return float64(v)
	case int64:
		return float64(v)
	case float64:
		return v
	}
	host.Throw("ClassCastException", "%s is not a number", host.ClassNameOf(v))
	return 0
}

func sum(values []any) any {
	whole, total := true, 0.0
	for _, v := range values {
		if _, real := v.(float64); real {
			whole = false
		}
		total += asFloat(v)
	}
	if whole && len(values) > 0 {
		return int64(total)
	}
	return total
}

func average(values []any) any {
	if len(values) == 0 {
		return nil
	}
	total := 0.0
	for _, v := range values {
		total += asFloat(v)
	}
	return total / float64(len(values))
}

func extreme(values []any, side int32) any {
	var best any
	for _, v := range values {
		if v != nil && (best == nil || host.Compare(v, best)*side > 0) {
			best = v
		}
	}
	return best
}
