// Package interval finds ranges of text that share text with a given one.
package interval

import "math/bits"

// The finest level has cells of 256 bytes; those of each further level are eight
// times as long.
const (
	finest = 8
	step   = 3
)

type entry[T comparable] struct {
	start, end int
	value      T
}

// An Index holds values by their half-open range. A range lies in the level whose
// cells are at least as long as it, so it falls into two cells at most: adding and
// removing take constant time, and a search visits few cells besides those of its results.
// Empty ranges share text with nothing and are not kept. The zero Index is empty.
type Index[T comparable] struct {
	levels []map[int][]entry[T]
}

func levelOf(length int) int {
	return max(0, (bits.Len(uint(length-1))-finest+step-1)/step)
}

func shiftOf(level int) int { return finest + step*level }

// Add adds a value with its range.
func (x *Index[T]) Add(start, end int, value T) {
	if end <= start {
		return
	}
	level := levelOf(end - start)
	for len(x.levels) <= level {
		x.levels = append(x.levels, nil)
	}
	if x.levels[level] == nil {
		x.levels[level] = map[int][]entry[T]{}
	}
	shift := shiftOf(level)
	for cell := start >> shift; cell <= (end-1)>>shift; cell++ {
		x.levels[level][cell] = append(x.levels[level][cell], entry[T]{start, end, value})
	}
}

// Remove removes a value that was added with this range.
func (x *Index[T]) Remove(start, end int, value T) {
	if end <= start {
		return
	}
	level := levelOf(end - start)
	if level >= len(x.levels) {
		return
	}
	shift := shiftOf(level)
	for cell := start >> shift; cell <= (end-1)>>shift; cell++ {
		list := x.levels[level][cell]
		for i, e := range list {
			if e.value == value {
				list[i] = list[len(list)-1]
				x.levels[level][cell] = list[:len(list)-1]
				break
			}
		}
	}
}

// VisitOverlapping calls visit for every value whose range shares text with [start, end),
// in no particular order, until visit returns false.
func (x *Index[T]) VisitOverlapping(start, end int, visit func(value T) bool) {
	if end <= start {
		return
	}
	for level, cells := range x.levels {
		shift := shiftOf(level)
		first, last := start>>shift, (end-1)>>shift
		if last-first < len(cells) {
			for cell := first; cell <= last; cell++ {
				if !visitCell(cells[cell], cell, shift, start, end, visit) {
					return
				}
			}
			continue
		}
		for cell, list := range cells {
			if cell >= first && cell <= last && !visitCell(list, cell, shift, start, end, visit) {
				return
			}
		}
	}
}

// visitCell passes each value to visit only in the first of its cells that the search visits.
func visitCell[T comparable](list []entry[T], cell, shift, start, end int, visit func(value T) bool) bool {
	for _, e := range list {
		if e.start < end && start < e.end && max(e.start, start)>>shift == cell && !visit(e.value) {
			return false
		}
	}
	return true
}
