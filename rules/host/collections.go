package host

// List is a java.util.List. Fixed lists refuse every change, Sized lists refuse
// changes of their length.
type List struct {
	Items        []any
	Fixed, Sized bool
	Kind         string // class, "" for ArrayList
	// Dropped, if not nil, is called for each element that is removed: the list is a
	// view of something else
	Dropped func(v any)
	// Shown, if not nil, writes the elements back to the list that this one is a part
	// of
	Shown func()
}

// WriteBack is called after elements have changed. A list that is part of another one
// writes its elements back.
func (l *List) WriteBack() {
	if l.Shown != nil {
		l.Shown()
	}
}

// NewList returns a changeable list of the items.
func NewList(items ...any) *List { return &List{Items: items} }

// ListOf returns a changeable list of Go values.
func ListOf[T any](items []T) *List {
	l := &List{Items: make([]any, len(items))}
	for i, v := range items {
		l.Items[i] = v
	}
	return l
}

// ClassName returns the list's class.
func (l *List) ClassName() string {
	if l.Kind != "" {
		return l.Kind
	}
	return "ArrayList"
}

// ForChange returns the list for changing its elements. A fixed list throws.
func (l *List) ForChange() *List {
	if l.Fixed {
		Throw("UnsupportedOperationException", "the list cannot be changed")
	}
	return l
}

// ForResize returns the list for adding and removing elements. A list that is fixed, in
// its elements or its length, throws.
func (l *List) ForResize() *List {
	if l.Sized {
		Throw("UnsupportedOperationException", "the list cannot change its length")
	}
	return l.ForChange()
}

// EqualTo compares element by element.
func (l *List) EqualTo(o any) bool { return Equal(l, o) }

// HashCode returns the hash code defined by AbstractList.
func (l *List) HashCode() int32 { return HashCode(l) }

// String returns the list as [a, b].
func (l *List) String() string { return ToString(l) }

// An Optional holds a value or nothing.
type Optional struct {
	Value   any
	Present bool
	Kind    string // OptionalInt …, "" for Optional
}

// OptionalOf returns an Optional of a value, an empty one when the value is nil.
func OptionalOf(v any) *Optional { return &Optional{Value: v, Present: v != nil} }

// ClassName returns the optional's class.
func (o *Optional) ClassName() string {
	if o.Kind != "" {
		return o.Kind
	}
	return "Optional"
}

// String returns Optional[x] or Optional.empty.
func (o *Optional) String() string { return ToString(o) }

// EqualTo compares the values.
func (o *Optional) EqualTo(other any) bool { return Equal(o, other) }

// HashCode returns the hash code of the value.
func (o *Optional) HashCode() int32 { return HashCode(o.Value) }

// ItemsOf returns the elements of anything that can be iterated; ok is false for any
// other value.
func ItemsOf(v any) (items []any, ok bool) {
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
