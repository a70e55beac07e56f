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

// Composed is an object whose text contains the texts of its parts.
type Composed interface {
	Nesting
	// ComposeText returns the text, with textOf for each part.
	ComposeText(textOf func(v any) string) string
}

// enterLevel descends one level. It throws when the nesting is too deep.
func (w *walk) enterLevel() {
	if w.depth++; w.depth > maxDepth {
		Throw("StackOverflowError", "collections are nested more than %d deep", maxDepth)
	}
}

// leaveLevel returns to the level above.
func (w *walk) leaveLevel() { w.depth-- }

// countVisits counts the visits of n elements. It panics with a *LimitError when there are
// too many.
func (w *walk) countVisits(n int) {
	if w.visits += n + 1; w.visits > maxVisits {
		panic(&LimitError{"a collection holds others too many times over to go through them"})
	}
}

// isWalked reports whether a walk visits the inside of a value.
func isWalked(v any) bool {
	switch v.(type) {
	case nil, string, bool, *Enum:
		return false
	case *List, *Set, *Map, *Optional, Nesting:
		return true
	}
	return false
}

// textOf returns ToString of a value within the walk. within is the collection being
// written. Where it contains itself, that is written as in Java.
func (w *walk) textOf(v, within any) string {
	if !isWalked(v) {
		return ToString(v)
	}
	if v == within {
		if _, isMap := v.(*Map); isMap {
			return "(this Map)"
		}
		return "(this Collection)"
	}
	w.enterLevel()
	defer w.leaveLevel()
	switch v := v.(type) {
	case *List:
		return "[" + w.joinTexts(v.Items, ", ", v) + "]"
	case *Set:
		return "[" + w.joinTexts(v.Keys(), ", ", v) + "]"
	case *Map:
		return "{" + w.joinPairs(v) + "}"
	case *Optional:
		if !v.Present {
			return v.ClassName() + ".empty"
		}
		return v.ClassName() + "[" + w.textOf(v.Value, nil) + "]"
	case Composed:
		text := v.ComposeText(func(part any) string {
			w.countVisits(1)
			return w.textOf(part, nil)
		})
		w.checkTextSize(len(text))
		return text
	case Nesting:
		if values, between := v.Nested(); between != "" {
			return w.joinTexts(values, between, nil)
		}
	}
	return ClassNameOf(v)
}

// joinTexts returns the texts of the items with between as separator.
func (w *walk) joinTexts(items []any, between string, within any) string {
	w.countVisits(len(items))
	var b strings.Builder
	for i, v := range items {
		if i > 0 {
			b.WriteString(between)
		}
		b.WriteString(w.textOf(v, within))
		w.checkTextSize(b.Len())
	}
	return b.String()
}

// joinPairs returns the texts of the entries of a map.
func (w *walk) joinPairs(m *Map) string {
	w.countVisits(m.Len())
	var b strings.Builder
	for i, e := range m.orderedEntries() {
		if i > 0 {
			b.WriteString(", ")
		}
		b.WriteString(w.textOf(e.key, m) + "=" + w.textOf(e.value, m))
		w.checkTextSize(b.Len())
	}
	return b.String()
}

// maxText limits the length of the text of a collection, in bytes.
const maxText = 64 << 20

// checkTextSize panics with a *LimitError when a text is too long.
func (w *walk) checkTextSize(n int) {
	if n > maxText {
		panic(&LimitError{"a collection is too long to be written"})
	}
}

// hashOf returns HashCode of a value within the walk.
func (w *walk) hashOf(v any) int32 {
	if !isWalked(v) {
		return HashCode(v)
	}
	w.enterLevel()
	defer w.leaveLevel()
	var h int32
	switch v := v.(type) {
	case *List:
		w.countVisits(len(v.Items))
		h = 1
		for _, x := range v.Items {
			h = 31*h + w.hashOf(x)
		}
	case *Set:
		w.countVisits(v.Len())
		for _, e := range v.list {
			h += w.hashOf(e.key)
		}
	case *Map:
		w.countVisits(v.Len())
		for _, e := range v.list {
			h += w.hashOf(e.key) ^ w.hashOf(e.value)
		}
	case *Optional:
		return w.hashOf(v.Value)
	case Nesting:
		w.visitInside(v)
		if x, ok := v.(Equaler); ok {
			return x.HashCode()
		}
	}
	return h
}

// visitAll visits a value and everything in it to ensure that this ends: for objects
// that compare and hash themselves.
func (w *walk) visitAll(v any) {
	if !isWalked(v) {
		return
	}
	w.enterLevel()
	defer w.leaveLevel()
	w.visitInside(v)
}

// visitInside visits everything in a value.
func (w *walk) visitInside(v any) {
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
	w.countVisits(len(values))
	for _, x := range values {
		w.visitAll(x)
	}
}

// equalValues returns Equal of two values within the walk.
func (w *walk) equalValues(a, b any) bool {
	if !isWalked(a) {
		return Equal(a, b)
	}
	if a == b {
		return true
	}
	w.enterLevel()
	defer w.leaveLevel()
	switch x := a.(type) {
	case *List:
		y, ok := b.(*List)
		return ok && w.equalLists(x.Items, y.Items)
	case *Set:
		y, ok := b.(*Set)
		return ok && y.Len() == x.Len() && w.hasKeys(y.Map, x.list)
	case *Map:
		y, ok := b.(*Map)
		return ok && y.Len() == x.Len() && w.hasKeys(y, x.list) && w.equalMapValues(x, y)
	case *Optional:
		y, ok := b.(*Optional)
		return ok && x.Present == y.Present && x.ClassName() == y.ClassName() && w.equalValues(x.Value, y.Value)
	case Nesting:
		w.visitInside(x)
	}
	x, ok := a.(Equaler)
	return ok && x.EqualTo(b)
}

// equalLists reports whether two lists are equal, element by element.
func (w *walk) equalLists(a, b []any) bool {
	if len(a) != len(b) {
		return false
	}
	w.countVisits(len(a))
	for i := range a {
		if !w.equalValues(a[i], b[i]) {
			return false
		}
	}
	return true
}

// hasKeys reports whether a map has all the keys. It visits each key first, so that the
// lookup ends.
func (w *walk) hasKeys(m *Map, keys []*entry) bool {
	w.countVisits(len(keys))
	for _, e := range keys {
		w.visitAll(e.key)
		if m.findEntry(e.key) == nil {
			return false
		}
	}
	return true
}

// equalMapValues reports whether b has equal values for all keys of a.
func (w *walk) equalMapValues(a, b *Map) bool {
	for _, e := range a.list {
		if v, _ := b.Get(e.key); !w.equalValues(e.value, v) {
			return false
		}
	}
	return true
}
