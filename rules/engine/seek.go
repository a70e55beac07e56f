package engine

import (
	"github.com/seed-62a36931/docket/rules/host"
	"github.com/seed-62a36931/docket/rules/syntax"
)

// seek finds the facts that can satisfy constraints without looking at the others:
// those whose text contains a string.
type seek struct {
	method *host.Method
	args   []any
	// either are alternatives: all of them must find their facts; both are conditions
	// of which one that finds the fewest is enough
	either, both []*seek
}

// compileSeek returns how a conjunction of constraints can find its facts by text, or nil
// when it cannot.
func (b *builder) compileSeek(list []syntax.Expr, class *host.Class) *seek {
	out := &seek{}
	for _, e := range splitConjuncts(list) {
		if k := b.seekOf(e, class); k != nil {
			out.both = append(out.both, k)
		}
	}
	if len(out.both) == 0 {
		return nil
	}
	return out
}

func (b *builder) seekOf(e syntax.Expr, class *host.Class) *seek {
	switch e := e.(type) {
	case *syntax.Binary:
		switch e.Op {
		case "&&":
			return b.compileSeek([]syntax.Expr{e}, class)
		case "||":
			x, y := b.seekOf(e.X, class), b.seekOf(e.Y, class)
			if x != nil && y != nil {
				return &seek{either: []*seek{x, y}}
			}
		}
	case *syntax.Call:
		if this, ok := e.X.(*syntax.Name); e.X == nil || ok && this.Name == "this" {
			return b.seekCall(e, class)
		}
	}
	return nil
}

// seekCall returns the seek for a method with constant arguments.
func (b *builder) seekCall(e *syntax.Call, class *host.Class) *seek {
	methods := class.FindMethods(e.Name, len(e.Args))
	if len(e.Args) == 0 || len(methods) != 1 || methods[0].Seek == nil || b.c.Functions[e.Name] != nil {
		return nil
	}
	out := &seek{method: methods[0]}
	for _, a := range e.Args {
		l, ok := a.(*syntax.Literal)
		if !ok {
			return nil
		}
		if _, text := l.Value.(string); !text {
			return nil
		}
		out.args = append(out.args, l.Value)
	}
	return out
}

// findFacts returns the facts of a class that may pass, by order of insertion. It
// returns false when they cannot be told from the rest.
func (k *seek) findFacts(s *Session, class string) ([]*fact, bool) {
	if k == nil {
		return nil, false
	}
	objects, known := k.findObjects(s.call)
	if !known {
		return nil, false
	}
	var out []*fact
	for _, o := range objects {
		if f := s.factOf(o); f != nil && s.program.registry.Class(f.of.class).IsKindOf(class) {
			out = append(out, f)
		}
	}
	return sortedFacts(out), true
}

// findObjects returns the objects that may pass. known is false when they cannot be told
// from the rest.
func (k *seek) findObjects(c *host.Call) (out []any, known bool) {
	if k.method != nil {
		return k.method.Seek(c, k.args)
	}
	for _, sub := range k.either {
		list, ok := sub.findObjects(c)
		if !ok {
			return nil, false
		}
		out, known = append(out, list...), true
	}
	for _, sub := range k.both {
		if list, ok := sub.findObjects(c); ok && (!known || len(list) < len(out)) {
			out, known = list, true
		}
	}
	return out, known
}
