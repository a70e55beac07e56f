package engine

import (
	"hash/maphash"
	"math/bits"

	"github.com/seed-62a36931/docket/rules/host"
)

// hash identifies a sequence of numbers. It has 128 bits, so that two sequences of a
// session never share one in practice.
type hash struct{ a, b uint64 }

// withNumber returns the hash of the sequence with one more number at the end.
func (h hash) withNumber(n uint64) hash {
	high, low := bits.Mul64(h.a^n^0xa0761d6478bd642f, 0xe7037ed1a0b428db)
	h.a = high ^ low
	high, low = bits.Mul64(bits.RotateLeft64(h.b, 23)+n^0x8ebc6af09c88c6e3, 0x589965cc75374cc3)
	h.b = high ^ low
	return h
}

// withHash returns the hash of the sequence followed by another one.
func (h hash) withHash(o hash) hash { return h.withNumber(o.a).withNumber(o.b) }

// plus returns a hash of both that does not depend on their order. minus removes one
// of them again.
func (h hash) plus(o hash) hash { return hash{h.a + o.a, h.b + o.b} }

// minus reverts plus.
func (h hash) minus(o hash) hash { return hash{h.a - o.a, h.b - o.b} }

var seed = maphash.MakeSeed()

// identityOf returns a number for a value. Equal values have the same number.
func identityOf(v any) uint64 {
	switch v := v.(type) {
	case nil, []any:
		return 0
	case *host.Decimal:
		return identityOf(v.String())
	case host.Equaler:
		return uint64(v.HashCode())
	}
	return maphash.Comparable(seed, v)
}
