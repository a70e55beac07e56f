package host

import "strings"

// walk visits collections that contain collections, to write, compare or hash them.
// They may contain themselves, or the same collection many times over: then a walk
// ends with an exception or a limit before the stack or the time is exhausted.
type walk struct{ depth, visits int }

const (
	maxDepth  = 1_000
	maxVisits = 20_000_000
)

// Nesting is an object, other than a collection, that is written, compared and
// hashed by the values in it.
type Nesting interface {
	// Nested returns those values and the separator between them in the text of the
	// object. The separator is "" for an object that is not written by its values.
	Nested() (values []any, between string)
}

// enter descends one level. It throws when the nesting is too deep.
func (w *walk) enter() {
	if w.depth++; w.depth > maxDepth {
		Throw("StackOverflowError", "collections are nested more than %d deep", maxDepth)
	}
}

// leave returns to the level above.
func (w *walk) leave() { w.depth-- }

// count counts the visits of n elements. It panics with a *LimitError when there are
// too many.
func (w *walk) count(n int) {
	if w.visits += n + 1; w.visits > maxVisits {
		panic(&LimitError{"a collection holds others too many times over to go through them"})
	}
}

// walks reports whether a walk visits the inside of a value.
func walks(v any) bool {
	switch v.(type) {
	case nil, string, bool, *Enum:
		return false
	case *List, *Set, *Map, *Optional, Nesting:
		return true
	}
	return false
}

// text returns ToString of a value within the walk. within is the collection being
// written. Where it contains itself, that is written as in Java.
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

// texts returns the texts of the items with between as separator.
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

// pairs returns the texts of the entries of a map.
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

// maxText limits the length of the text of a collection, in bytes.
const maxText = 64 << 20

// sized panics with a *LimitError when a text is too long.
func (w *walk) sized(n int) {
	if n > maxText {
		panic(&LimitError{"a collection is too long to be written"})
	}
}

// hash returns HashCode of a value within the walk.
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

// ends visits a value and everything in it to ensure that this ends: for objects
// that compare and hash themselves.
func (w *walk) ends(v any) {
	if !walks(v) {
		return
	}
	w.enter()
	defer w.leave()
	w.inside(v)
}

// inside visits everything in a value.
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

// equal returns Equal of two values within the walk.
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

// lists reports whether two lists are equal, element by element.
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

// has reports whether a map has all the keys. It visits each key first, so that the
// lookup ends.
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

// values reports whether b has equal values for all keys of a.
func (w *walk) values(a, b *Map) bool {
	for _, e := range a.list {
		if v, _ := b.Get(e.key); !w.equal(e.value, v) {
			return false
		}
	}
	return true
}
