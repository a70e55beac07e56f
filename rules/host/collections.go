package host

// A List is a java.util.List. Fixed ones refuse every change, Sized ones those of
// their length.
type List struct {
	Items        []any
	Fixed, Sized bool
	Kind         string // class, "" for ArrayList
	// Dropped is told of each element that is removed, when it is not nil: the list
	// shows something else
	Dropped func(v any)
	// Shown puts the elements where they came from, when it is not nil: the list is a
	// part of another one
	Shown func()
}

// Show is called when elements have changed, for a list that is a part of another.
func (l *List) Show() {
	if l.Shown != nil {
		l.Shown()
	}
}

// NewList is a changeable list of the items.
func NewList(items ...any) *List { return &List{Items: items} }

// ListOf is a changeable list of Go values.
func ListOf[T any](items []T) *List {
	l := &List{Items: make([]any, len(items))}
	for i, v := range items {
		l.Items[i] = v
	}
	return l
}

// ClassName is the list's class.
func (l *List) ClassName() string {
	if l.Kind != "" {
		return l.Kind
	}
	return "ArrayList"
}

// Change returns the list for changing; a fixed one throws.
func (l *List) Change() *List {
	if l.Fixed {
		Throw("UnsupportedOperationException", "the list cannot be changed")
	}
	return l
}

// Resize returns the list for adding and removing; a fixed one throws.
func (l *List) Resize() *List {
	if l.Sized {
		Throw("UnsupportedOperationException", "the list cannot change its length")
	}
	return l.Change()
}

// EqualTo compares element by element.
func (l *List) EqualTo(o any) bool { return Equal(l, o) }

// HashCode is that of AbstractList.
func (l *List) HashCode() int32 { return HashCode(l) }

// String writes [a, b].
func (l *List) String() string { return ToString(l) }

// An Optional holds a value or nothing.
type Optional struct {
	Value   any
	Present bool
	Kind    string // OptionalInt …, "" for Optional
}

// Some is an Optional of a value, an empty one when it is nil.
func Some(v any) *Optional { return &Optional{Value: v, Present: v != nil} }

// ClassName is the optional's class.
func (o *Optional) ClassName() string {
	if o.Kind != "" {
		return o.Kind
	}
	return "Optional"
}

// String writes Optional[x] or Optional.empty.
func (o *Optional) String() string { return ToString(o) }

// EqualTo compares the values.
func (o *Optional) EqualTo(other any) bool { return Equal(o, other) }

// HashCode is that of the value.
func (o *Optional) HashCode() int32 { return HashCode(o.Value) }

// Items are the elements of anything that can be iterated; ok is false for the rest.
func Items(v any) (items []any, ok bool) {
	switch v := v.(type) {
	case *List:
		return v.Items, true
	case *Set:
		return v.Keys(), true
	case []any:
		return v, true
	case *Map:
		return v.Values(), true
	}
	return nil, false
}
