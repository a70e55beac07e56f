package engine

import (
	"cmp"
	"slices"
)

// slab hands out values that are allocated many at a time.
type slab[T any] struct {
	free []T
	size int // of the next piece
	most int // of a piece; 0 for maxSlab
}

// maxSlab is the largest number of values that a slab allocates at a time: they are freed
// together.
const maxSlab = 32

// maxFacts is how many facts are allocated together: each keeps its object. So many of 72 bytes
// need no header of the allocator.
const maxFacts = 7

// take returns n zero values side by side.
func (s *slab[T]) take(n int) []T {
	if len(s.free) < n {
		s.size = min(max(2*s.size, 2), cmp.Or(s.most, maxSlab))
		s.free = make([]T, max(n, s.size))
	}
	out := s.free[:n:n]
	s.free = s.free[n:]
	return out
}

// insertDoubling inserts into a list like slices.Insert; at the end it takes room like appendDoubling.
func insertDoubling[T any](list []T, i int, x T) []T {
	if i == len(list) {
		return appendDoubling(list, x)
	}
	return slices.Insert(list, i, x)
}

// appendDoubling appends to a list that may get long: it takes twice the room when it is full, so
// that less is thrown away on the way.
func appendDoubling[T any](list []T, x T) []T {
	if len(list) == cap(list) {
		list = slices.Grow(list, max(len(list), 4))
	}
	return append(list, x)
}
