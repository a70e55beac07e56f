package host

import "iter"

// A Stream is a java.util.stream.Stream: lazy and for one use.
type Stream struct {
	seq    iter.Seq[any]
	used   bool
	depth  int    // steps after the source
	Kind   string // IntStream …, "" for Stream
	Budget *Budget
}

// maxSteps limits the steps of a stream: each is a call within the next.
const maxSteps = 10_000

// NewStream returns a stream over a sequence.
func NewStream(seq iter.Seq[any]) *Stream { return &Stream{seq: seq} }

// StreamOf returns a stream of items.
func StreamOf(items []any) *Stream {
	return NewStream(func(yield func(any) bool) {
		for _, v := range items {
			if !yield(v) {
				return
			}
		}
	})
}

// NewLazyStream returns a stream whose items are computed when a terminal operation
// runs.
func NewLazyStream(items func() []any) *Stream {
	return NewStream(func(yield func(any) bool) {
		for _, v := range items() {
			if !yield(v) {
				return
			}
		}
	})
}

// ClassName returns the stream's class.
func (s *Stream) ClassName() string {
	if s.Kind != "" {
		return s.Kind
	}
	return "Stream"
}

// TakeSeq takes the sequence out of the stream. As in Java, a second use throws. With a
// budget each element counts as a step, so that an infinite stream ends.
func (s *Stream) TakeSeq() iter.Seq[any] {
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

// WithStep returns a stream with a further step.
func (s *Stream) WithStep(step func(seq iter.Seq[any], yield func(any) bool)) *Stream {
	seq := s.TakeSeq()
	if s.depth >= maxSteps {
		Throw("StackOverflowError", "a stream of more than %d steps", maxSteps)
	}
	return &Stream{Kind: s.Kind, Budget: s.Budget, depth: s.depth + 1, seq: func(yield func(any) bool) { step(seq, yield) }}
}

// SetKind changes the class of the stream and returns it.
func (s *Stream) SetKind(kind string) *Stream {
	s.Kind = kind
	return s
}

// ToSlice runs the stream and returns its elements.
func (s *Stream) ToSlice() []any { return s.GatherSeq(s.TakeSeq()) }

// GatherSeq runs a sequence of the stream and returns its elements, counting the memory
// that they take.
func (s *Stream) GatherSeq(seq iter.Seq[any]) []any {
	var out []any
	for v := range seq {
		if s.Budget != nil {
			s.Budget.Alloc(SizeOf(v) + ListSlot - slot)
		}
		out = append(out, v)
	}
	return out
}

// CountWork counts that n elements are buffered once more, at the size of each, and steps of
// work on them, before they are.
func (s *Stream) CountWork(n, size, steps int64) {
	if s.Budget != nil {
		s.Budget.AllocEach(n, size)
		s.Budget.StepMany(steps)
	}
}

// Collector collects the elements of a stream.
type Collector struct {
	Finish func(items []any) any
	Depth  int // how many collectors are within each other
}

// ClassName returns "Collector".
func (*Collector) ClassName() string { return "Collector" }
