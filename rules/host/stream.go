package host

import "iter"

// A Stream is a java.util.stream.Stream: lazy and for one use.
type Stream struct {
	seq    iter.Seq[any]
	used   bool
	depth  int    // steps behind the source
	Kind   string // IntStream …, "" for Stream
	Budget *Budget
}

// maxSteps bounds how many steps a stream may have: each is a call within the next.
const maxSteps = 10_000

// NewStream is a stream over a sequence.
func NewStream(seq iter.Seq[any]) *Stream { return &Stream{seq: seq} }

// StreamOf is a stream of items.
func StreamOf(items []any) *Stream {
	return NewStream(func(yield func(any) bool) {
		for _, v := range items {
			if !yield(v) {
				return
			}
		}
	})
}

// StreamLater is a stream whose items are worked out when a terminal operation runs.
func StreamLater(items func() []any) *Stream {
	return NewStream(func(yield func(any) bool) {
		for _, v := range items() {
			if !yield(v) {
				return
			}
		}
	})
}

// ClassName is the stream's class.
func (s *Stream) ClassName() string {
	if s.Kind != "" {
		return s.Kind
	}
	return "Stream"
}

// Seq takes the sequence out; a second use throws, as in Java. With a budget each
// element is a step, so that one without an end ends.
func (s *Stream) Seq() iter.Seq[any] {
	if s.used {
		Throw("IllegalStateException", "stream has already been operated upon or closed")
	}
	s.used = true
	if s.Budget == nil {
		return s.seq
	}
	return func(yield func(any) bool) {
		for v := range s.seq {
			if s.Budget.Step(); !yield(v) {
				return
			}
		}
	}
}

// Then is a stream that a further step makes of this one.
func (s *Stream) Then(step func(seq iter.Seq[any], yield func(any) bool)) *Stream {
	seq := s.Seq()
	if s.depth >= maxSteps {
		Throw("StackOverflowError", "a stream of more than %d steps", maxSteps)
	}
	return &Stream{Kind: s.Kind, Budget: s.Budget, depth: s.depth + 1, seq: func(yield func(any) bool) { step(seq, yield) }}
}

// As changes the class of the stream.
func (s *Stream) As(kind string) *Stream {
	s.Kind = kind
	return s
}

// Slice runs the stream into a slice.
func (s *Stream) Slice() []any { return s.Gather(s.Seq()) }

// Gather runs a sequence of the stream into a slice, counting what is kept.
func (s *Stream) Gather(seq iter.Seq[any]) []any {
	var out []any
	for v := range seq {
		if s.Budget != nil {
			s.Budget.Alloc(SizeOf(v))
		}
		out = append(out, v)
	}
	return out
}

// A Collector gathers the elements of a stream.
type Collector struct {
	Finish func(items []any) any
	Depth  int // how many collectors are within each other
}

// ClassName is Collector.
func (*Collector) ClassName() string { return "Collector" }
