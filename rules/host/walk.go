package host

import "strings"

// A walk goes through collections that hold collections, to write, compare or hash
// them. They may hold themselves, or the same one many times over: a walk ends with
// an exception or a limit then, before the stack or the time does.
type walk struct{ depth, visits int }

const (
	maxDepth  = 1_000
	maxVisits = 20_000_000
)

// A Nesting is an object beside collections that is written, compared and hashed by
// the values in it.
type Nesting interface {
	// Nested are those values, and what stands between them when they are written; ""
	// for an object that is not written by them.
	Nested() (values []any, between string)
}

func (w *walk) enter() {
	if w.depth++; w.depth > maxDepth {
		Throw("StackOverflowError", "collections are nested more than %d deep", maxDepth)
	}
}

func (w *walk) leave() { w.depth-- }

func (w *walk) count(n int) {
	if w.visits += n + 1; w.visits > maxVisits {
		panic(&LimitError{"a collection holds others too many times over to go through them"})
	}
}

// walks says whether a value is gone through by a walk.
func walks(v any) bool {
	switch v.(type) {
	case nil, string, bool, *Enum:
		return false
	case *List, *Set, *Map, *Optional, Nesting:
		return true
	}
	return false
}

// text is ToString of a value within the walk; what stands for itself within the
// outermost collection is written as in Java.
func (w *walk) text(v, within any) string {
	if !walks(v) {
		return ToString(v)
	}
	if v == within {
		if _, isMap := v.(*Map); isMap {
			return "(this Map)"
		}
		return "(this Collection)"
	}
	w.enter()
	defer w.leave()
	switch v := v.(type) {
	case *List:
		return "[" + w.texts(v.Items, ", ", v) + "]"
	case *Set:
		return "[" + w.texts(v.Keys(), ", ", v) + "]"
	case *Map:
		return "{" + w.pairs(v) + "}"
	case *Optional:
		if !v.Present {
			return v.ClassName() + ".empty"
		}
		return v.ClassName() + "[" + w.text(v.Value, nil) + "]"
	case Nesting:
		if values, between := v.Nested(); between != "" {
			return w.texts(values, between, nil)
		}
	}
	return ClassNameOf(v)
}

func (w *walk) texts(items []any, between string, within any) string {
	w.count(len(items))
	var b strings.Builder
	for i, v := range items {
		if i > 0 {
			b.WriteString(between)
		}
		b.WriteString(w.text(v, within))
		w.sized(b.Len())
	}
	return b.String()
}

func (w *walk) pairs(m *Map) string {
	w.count(m.Len())
	var b strings.Builder
	for i, e := range m.entries() {
		if i > 0 {
			b.WriteString(", ")
		}
		b.WriteString(w.text(e.key, m) + "=" + w.text(e.value, m))
		w.sized(b.Len())
	}
	return b.String()
}

// maxText bounds what a collection is written as, in bytes.
const maxText = 64 << 20

func (w *walk) sized(n int) {
	if n > maxText {
		panic(&LimitError{"a collection is too long to be written"})
	}
}

// hash is HashCode of a value within the walk.
func (w *walk) hash(v any) int32 {
	if !walks(v) {
		return HashCode(v)
	}
	w.enter()
	defer w.leave()
	var h int32
	switch v := v.(type) {
	case *List:
		w.count(len(v.Items))
		h = 1
		for _, x := range v.Items {
			h = 31*h + w.hash(x)
		}
	case *Set:
		w.count(v.Len())
		for _, e := range v.list {
			h += w.hash(e.key)
		}
	case *Map:
		w.count(v.Len())
		for _, e := range v.list {
			h += w.hash(e.key) ^ w.hash(e.value)
		}
	case *Optional:
		return w.hash(v.Value)
	case Nesting:
		w.inside(v)
		if x, ok := v.(Equaler); ok {
			return x.HashCode()
		}
	}
	return h
}

// ends goes through a value to see that this ends: for objects that compare and hash
// themselves.
func (w *walk) ends(v any) {
	if !walks(v) {
		return
	}
	w.enter()
	defer w.leave()
	w.inside(v)
}

func (w *walk) inside(v any) {
	var values []any
	switch v := v.(type) {
	case *List:
		values = v.Items
	case *Set:
		values = v.Keys()
	case *Map:
		values = append(v.Keys(), v.Values()...)
	case *Optional:
		values = []any{v.Value}
	case Nesting:
		values, _ = v.Nested()
	}
	w.count(len(values))
	for _, x := range values {
		w.ends(x)
	}
}

// equal is Equal of two values within the walk.
func (w *walk) equal(a, b any) bool {
	if !walks(a) {
		return Equal(a, b)
	}
	if a == b {
		return true
	}
	w.enter()
	defer w.leave()
	switch x := a.(type) {
	case *List:
		y, ok := b.(*List)
		return ok && w.lists(x.Items, y.Items)
	case *Set:
		y, ok := b.(*Set)
		return ok && y.Len() == x.Len() && w.has(y.Map, x.list)
	case *Map:
		y, ok := b.(*Map)
		return ok && y.Len() == x.Len() && w.has(y, x.list) && w.values(x, y)
	case *Optional:
		y, ok := b.(*Optional)
		return ok && x.Present == y.Present && x.ClassName() == y.ClassName() && w.equal(x.Value, y.Value)
	case Nesting:
		w.inside(x)
	}
	x, ok := a.(Equaler)
	return ok && x.EqualTo(b)
}

func (w *walk) lists(a, b []any) bool {
	if len(a) != len(b) {
		return false
	}
	w.count(len(a))
	for i := range a {
		if !w.equal(a[i], b[i]) {
			return false
		}
	}
	return true
}

// has says whether a map has all the keys. Each is gone through first, so that looking
// it up ends.
func (w *walk) has(m *Map, keys []*entry) bool {
	w.count(len(keys))
	for _, e := range keys {
		w.ends(e.key)
		if m.find(e.key) == nil {
			return false
		}
	}
	return true
}

func (w *walk) values(a, b *Map) bool {
	for _, e := range a.list {
		if v, _ := b.Get(e.key); !w.equal(e.value, v) {
			return false
		}
	}
	return true
}
