package engine

import (
	"cmp"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/seed-62a36931/docket/domain/rules/compile"
	"github.com/seed-62a36931/docket/domain/rules/host"
	"github.com/seed-62a36931/docket/domain/rules/interval"
)

// A pattern is a compiled pattern over facts. Its constraints fall into those that
// look at the fact alone, whose outcome is remembered until the fact changes, and
// those that compare it with earlier bindings or bind something themselves.
type pattern struct {
	rule     *Rule
	number   int // in the program
	class    string
	slot     int // of its binding, 0 for none
	position int // among the patterns of a branch, -1 inside of another condition
	tests    *tests
	own      []compile.Eval
	joins    []compile.Eval
	// near gives the object whose text the fact's text must overlap; nil for none.
	// nearTo is the position of the pattern that binds it, -1 when it is no pattern.
	near   compile.Eval
	nearTo int
	// key and other are the sides of an equality between the fact and a binding
	key, other compile.Eval
}

// Ranged is an object that stands for a range of text.
type Ranged interface {
	// Range is the half-open range of bytes of the document's text.
	Range() (start, end int)
}

// A memory holds the facts that pass a pattern's own constraints, by order of
// insertion, and indexes for its comparisons with bindings.
type memory struct {
	pattern *pattern
	ready   bool
	pass    []*fact
	in      map[*fact]any // with the key of the equality
	pending map[*fact]bool
	places  interval.Index[*fact]
	keys    map[any][]*fact
	plain   int // facts whose key has no bucket of its own
}

func newMemory(p *pattern) *memory { return &memory{pattern: p} }

func byOrder(a, b *fact) int { return cmp.Compare(a.order, b.order) }

// refresh brings the memory up to date with what has changed.
func (y *memory) refresh(s *Session, f *compile.Frame) {
	if !y.ready {
		y.ready, y.in, y.pending, y.keys = true, map[*fact]any{}, map[*fact]bool{}, map[any][]*fact{}
		for x := range s.byClass[y.pattern.class].live() {
			y.admit(s, f, x)
		}
		return
	}
	if len(y.pending) == 0 {
		return
	}
	changed := make([]*fact, 0, len(y.pending))
	for x := range y.pending {
		changed = append(changed, x)
	}
	clear(y.pending)
	slices.SortFunc(changed, byOrder)
	for _, x := range changed {
		y.drop(x)
		if !x.dead {
			y.admit(s, f, x)
		}
	}
}

// admit takes a fact in when it passes the pattern's own constraints.
func (y *memory) admit(s *Session, f *compile.Frame, x *fact) {
	s.call.Budget.Step()
	if y.pattern.slot > 0 {
		f.Slots[y.pattern.slot] = x.object
	}
	if !holds(y.pattern.own, f, x.object) {
		return
	}
	var key any
	if y.pattern.key != nil {
		f.Slots[0] = x.object
		key = bucket(y.pattern.key(f))
		if key == nil {
			y.plain++
		} else {
			y.keys[key] = insertSorted(y.keys[key], x)
		}
	}
	y.in[x] = key
	y.pass = insertSorted(y.pass, x)
	if y.pattern.near != nil || y.pattern.rule.ranged[y.pattern.position] {
		if r, ok := x.object.(Ranged); ok {
			start, end := r.Range()
			y.places.Add(start, end, x)
		}
	}
}

func (y *memory) drop(x *fact) {
	key, held := y.in[x]
	if !held {
		return
	}
	delete(y.in, x)
	y.pass = removeSorted(y.pass, x)
	if key != nil {
		y.keys[key] = removeSorted(y.keys[key], x)
	} else if y.pattern.key != nil {
		y.plain--
	}
	if r, ok := x.object.(Ranged); ok {
		start, end := r.Range()
		y.places.Remove(start, end, x)
	}
}

// insertSorted and removeSorted keep a list by order. Memories change only before
// an evaluation walks through them, never while it does.
func insertSorted(list []*fact, x *fact) []*fact {
	if n := len(list); n == 0 || list[n-1].order < x.order {
		return append(list, x)
	}
	i, _ := slices.BinarySearchFunc(list, x, byOrder)
	return slices.Insert(list, i, x)
}

func removeSorted(list []*fact, x *fact) []*fact {
	i, found := slices.BinarySearchFunc(list, x, byOrder)
	if !found {
		return list
	}
	return slices.Delete(list, i, i+1)
}

// bucket groups values so that equal ones, by the equality of conditions, share a
// bucket: a number and its notation, a constant of an enumeration and its name. It
// is nil for values that may equal others in ways that buckets cannot tell.
func bucket(v any) any {
	switch v := v.(type) {
	case nil:
		return "\x00null"
	case string:
		if n, err := strconv.ParseFloat(strings.TrimSpace(v), 64); err == nil && !math.IsNaN(n) {
			return n
		}
		return v
	case int32:
		return float64(v)
	case int64:
		return float64(v)
	case float64:
		if math.IsNaN(v) {
			return nil
		}
		return v
	case *host.Enum:
		return v.Name
	case host.Equaler, *host.Decimal:
		return nil
	case host.Object:
		return v
	}
	return nil
}

// holds says whether all of the tests are true of an object.
func holds(list []compile.Eval, f *compile.Frame, this any) bool {
	for _, test := range list {
		f.Slots[0] = this
		if test(f) != true {
			return false
		}
	}
	return true
}
