package engine

import "cmp"

// slab hands out values that are allocated many at a time.
type slab[T any] struct {
	free []T
	size int // of the next piece
	most int // of a piece; 0 for maxSlab
}

// maxSlab is the largest number of values that a slab allocates at a time: they are freed
// together.
const maxSlab = 32

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
