package engine

import (
	"hash/maphash"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/seed-62a36931/docket/rules/host"
)

// bucket is the place of the facts with one key.
type bucket struct {
	key   uint64 // 0 for a gap in the table
	from  int32  // in the facts of all buckets
	count int32
	room  int32
}

// buckets groups facts by a key. Facts whose key is 0 belong to every bucket. The keys hold no
// pointers and the facts are in one list, so that it costs the collector of garbage little.
type buckets struct {
	ready bool     // it is kept up to date
	table []bucket // by key: open addressing; its length is a power of two
	used  int      // buckets in the table
	facts []*fact  // of the buckets, each in a room of its own
	waste int      // how much of it is in no room
	plain []*fact
}

// fillFacts makes the buckets of facts, which are by order of insertion. keyAt returns the key of
// each.
func (b *buckets) fillFacts(list []*fact, keyAt func(i int) uint64) {
	*b = buckets{ready: true}
	keyed := 0
	for i := range list {
		if key := keyAt(i); key != 0 {
			b.makeBucket(key).room++
			keyed++
		}
	}
	from := int32(0)
	for i := range b.table {
		b.table[i].from = from
		from += b.table[i].room
	}
	b.facts = make([]*fact, keyed)
	for i, x := range list {
		key := keyAt(i)
		if key == 0 {
			b.plain = append(b.plain, x)
			continue
		}
		own := b.findBucket(key)
		b.facts[own.from+own.count] = x
		own.count++
	}
}

// findBucket returns the bucket of a key, nil when there is none.
func (b *buckets) findBucket(key uint64) *bucket {
	if len(b.table) == 0 {
		return nil
	}
	mask := uint64(len(b.table) - 1)
	for i := key & mask; b.table[i].key != 0; i = (i + 1) & mask {
		if b.table[i].key == key {
			return &b.table[i]
		}
	}
	return nil
}

// makeBucket returns the bucket of a key, a new one when there is none.
func (b *buckets) makeBucket(key uint64) *bucket {
	if own := b.findBucket(key); own != nil {
		return own
	}
	if 4*(b.used+1) > 3*len(b.table) {
		before := b.table
		b.table = make([]bucket, max(8, 2*len(before)))
		for _, x := range before {
			if x.key != 0 {
				*b.gapFor(x.key) = x
			}
		}
	}
	b.used++
	out := b.gapFor(key)
	out.key = key
	return out
}

// gapFor returns the place in the table for a key that has none.
func (b *buckets) gapFor(key uint64) *bucket {
	mask := uint64(len(b.table) - 1)
	i := key & mask
	for b.table[i].key != 0 {
		i = (i + 1) & mask
	}
	return &b.table[i]
}

// dropBucket removes an empty bucket, and moves those behind it that the gap would hide.
func (b *buckets) dropBucket(key uint64) {
	mask := uint64(len(b.table) - 1)
	gap := key & mask
	for b.table[gap].key != key {
		gap = (gap + 1) & mask
	}
	for i := (gap + 1) & mask; b.table[i].key != 0; i = (i + 1) & mask {
		if home := b.table[i].key & mask; (i-home)&mask >= (i-gap)&mask {
			b.table[gap], gap = b.table[i], i
		}
	}
	b.table[gap] = bucket{}
	b.used--
}

// listOf returns the facts of a bucket, with its room as capacity.
func (b *buckets) listOf(own *bucket) []*fact {
	return b.facts[own.from : own.from+own.count : own.from+own.room]
}

// addFact adds a fact.
func (b *buckets) addFact(key uint64, x *fact) {
	switch {
	case !b.ready:
		return
	case key == 0:
		b.plain = insertSorted(b.plain, x)
		return
	}
	own := b.makeBucket(key)
	if own.count == own.room {
		b.moveBucket(own)
	}
	insertSorted(b.listOf(own), x) // in place: there is room
	own.count++
}

// moveBucket moves the facts of a bucket to a room of twice the size.
func (b *buckets) moveBucket(own *bucket) {
	if b.waste > 64 && 2*b.waste > len(b.facts) {
		b.closeGaps()
	}
	list, from := b.listOf(own), len(b.facts)
	b.waste += int(own.room)
	own.room = max(1, 2*own.room)
	if from+int(own.room) > cap(b.facts) {
		b.facts = slices.Grow(b.facts, max(from, int(own.room)))
	}
	b.facts = b.facts[:from+int(own.room)]
	copy(b.facts[from:], list)
	clear(list)
	own.from = int32(from)
}

// closeGaps moves all facts to a list without waste.
func (b *buckets) closeGaps() {
	before := b.facts
	b.facts, b.waste = make([]*fact, 0, len(before)-b.waste), 0
	for i := range b.table {
		own := &b.table[i]
		from := len(b.facts)
		b.facts = append(b.facts, before[own.from:own.from+own.room]...)
		own.from = int32(from)
	}
}

// removeFact removes a fact. It moves the shorter side of its bucket.
func (b *buckets) removeFact(key uint64, x *fact) {
	switch {
	case !b.ready:
		return
	case key == 0:
		b.plain = removeSorted(b.plain, x)
		return
	}
	own := b.findBucket(key)
	if own == nil {
		return
	}
	left := removeSorted(b.listOf(own), x)
	if len(left) == int(own.count) {
		return
	}
	if cap(left) < int(own.room) { // the first place is free now
		own.from++
		own.room--
		b.waste++
	}
	if own.count--; own.count == 0 {
		b.waste += int(own.room)
		b.dropBucket(key)
	}
}

// factsFor returns the facts that may have the key, by order of insertion.
func (b *buckets) factsFor(key uint64) []*fact {
	var list []*fact
	if own := b.findBucket(key); own != nil {
		list = b.listOf(own)
	}
	if len(b.plain) == 0 {
		return list
	}
	return sortedFacts(slices.Concat(list, b.plain))
}

// keyOfValue returns the key of a value in an index, 0 for a value without a bucket. Values that
// are equal by the equality of conditions have the same key, and others hardly ever.
func keyOfValue(value any) uint64 {
	switch v := value.(type) {
	case int32:
		return keyOfNumber(float64(v))
	case int64:
		return keyOfNumber(float64(v))
	}
	switch v := bucketOf(value).(type) {
	case nil:
		return 0
	case float64:
		return keyOfNumber(v)
	case string:
		return max(maphash.String(seed, v), 1)
	default:
		return max(maphash.Comparable(seed, v), 1)
	}
}

// keyOfNumber mixes the bits of a number.
func keyOfNumber(n float64) uint64 {
	x := math.Float64bits(n+0) ^ 0x9e3779b97f4a7c15 // of 0 and -0 the same
	x = (x ^ x>>32) * 0xd6e8feb86659fd93
	x = (x ^ x>>32) * 0xd6e8feb86659fd93
	return max(x^x>>32, 1)
}

// bucketOf returns the key under which a value is indexed. Values that are equal by
// the equality of conditions have the same key: a number and its notation, a
// constant of an enumeration and its name. It is nil for values that may equal
// others in ways that buckets cannot tell.
func bucketOf(value any) any {
	switch v := value.(type) {
	case nil:
		return "\x00null"
	case string:
		if t := strings.TrimSpace(v); t != "" && strings.IndexByte("0123456789+-.iI", t[0]) >= 0 {
			if n, err := strconv.ParseFloat(t, 64); err == nil { // NaN has no sign
				return n
			}
		}
		return value
	case int32:
		return float64(v)
	case int64:
		return float64(v)
	case float64:
		if math.IsNaN(v) {
			return nil
		}
		return value
	case *host.Enum:
		return bucketOf(v.Name)
	case host.Equaler, *host.Decimal:
		return nil
	case host.Object:
		return value
	}
	return nil
}
