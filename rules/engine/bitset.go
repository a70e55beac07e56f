package engine

import (
	"iter"
	"math/bits"
)

// bitset is a set of small numbers.
type bitset []uint64

func newBitset(size int) bitset { return make(bitset, (size+63)/64) }

func (s bitset) add(n int)    { s[n/64] |= 1 << (n % 64) }
func (s bitset) remove(n int) { s[n/64] &^= 1 << (n % 64) }

// eachNumber iterates over the numbers in the set in ascending order. Numbers added or
// removed during the iteration are taken into account if they are greater than the
// latest one.
func (s bitset) eachNumber() iter.Seq[int] {
	return func(yield func(int) bool) {
		for i := range s {
			for done := uint64(0); s[i]&^done != 0; {
				bit := bits.TrailingZeros64(s[i] &^ done)
				done |= 1<<bit | (1<<bit - 1)
				if !yield(64*i + bit) {
					return
				}
			}
		}
	}
}
