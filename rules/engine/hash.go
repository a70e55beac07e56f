package engine

import (
	"hash/maphash"
	"math/bits"

	"github.com/seed-62a36931/docket/rules/host"
)

// A hash stands for a sequence of numbers: 128 bits, so that two sequences of a
// session never share one in practice.
type hash struct{ a, b uint64 }

// with is the hash of the sequence with one more number behind it.
func (h hash) with(n uint64) hash {
	high, low := bits.Mul64(h.a^n^0xa0761d6478bd642f, 0xe7037ed1a0b428db)
	h.a = high ^ low
	high, low = bits.Mul64(bits.RotateLeft64(h.b, 23)+n^0x8ebc6af09c88c6e3, 0x589965cc75374cc3)
	h.b = high ^ low
	return h
}

// and is the hash of the sequence with all of another one behind it.
func (h hash) and(o hash) hash { return h.with(o.a).with(o.b) }

// plus makes a hash of many that does not depend on their order, and from which
// one can be taken again by minus.
func (h hash) plus(o hash) hash  { return hash{h.a + o.a, h.b + o.b} }
func (h hash) minus(o hash) hash { return hash{h.a - o.a, h.b - o.b} }

var seed = maphash.MakeSeed()

// identity is a number for a value: equal values have the same one.
func identity(v any) uint64 {
	switch v := v.(type) {
	case nil, []any:
		return 0
	case *host.Decimal:
		return identity(v.String())
	case host.Equaler:
		return uint64(v.HashCode())
	}
	return maphash.Comparable(seed, v)
}
