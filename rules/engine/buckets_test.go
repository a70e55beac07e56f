package engine

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/seed-62a36931/docket/rules/host"
)

// TestValuesThatMayBeEqualShareABucket: nil is for those that are looked at always.
func TestValuesThatMayBeEqualShareABucket(t *testing.T) {
	decimal, _ := host.ParseDecimal("1.5")
	for _, tt := range []struct{ value, want any }{
		{nil, "\x00null"}, {"", ""}, {"x", "x"}, {" x", " x"}, {"7", 7.0}, {" 7\t", 7.0}, {"0", 0.0}, {"0.50", 0.5},
		{"1e1", 10.0}, {"9", 9.0}, {"+4", 4.0}, {"-3", -3.0}, {".5", 0.5}, {"5.", 5.0}, {"7x", "7x"}, {"-", "-"},
		{"NaN", "NaN"}, {" ", " "},
		{"Infinity", math.Inf(1)}, {"inf", math.Inf(1)}, {"index", "index"}, {int32(7), 7.0}, {int64(7), 7.0}, {7.5, 7.5},
		{math.NaN(), nil}, {true, nil}, {false, nil}, {&host.Enum{Name: "A"}, "A"}, {&host.Enum{Name: "7"}, 7.0},
		{decimal, nil}, {host.NewList("a"), nil}, {host.OptionalOf("a"), nil}, {[]any{}, nil}, {struct{}{}, nil},
	} {
		if got := bucketOf(tt.value); got != tt.want {
			t.Errorf("%v: got %v, want %v", tt.value, got, tt.want)
		}
		key := keyOfValue(tt.value)
		if none := tt.want == nil; none && key != 0 || !none && (key == 0 || key != keyOfValue(tt.want)) {
			t.Errorf("%v: got the key %x, want that of %v", tt.value, key, tt.want)
		}
	}
}

func TestBucketsAreSortedByOrder(t *testing.T) {
	facts := make([]*fact, 6)
	for i := range facts {
		facts[i] = &fact{order: int64(i)}
	}
	const keyA, keyB, keyC = 1 << 40, 1 << 41, 1 << 42 // at the same place in the table
	b := buckets{ready: true}
	keys := []uint64{keyA, 0, keyB, keyA, 0, keyA}
	for _, i := range []int{5, 1, 0, 3, 4, 2} {
		b.addFact(keys[i], facts[i])
	}
	orders := func(list []*fact) (out []int64) {
		for _, f := range list {
			out = append(out, f.order)
		}
		return out
	}
	for key, want := range map[uint64][]int64{keyA: {0, 1, 3, 4, 5}, keyB: {1, 2, 4}, keyC: {1, 4}} {
		if got := orders(b.factsFor(key)); !slices.Equal(got, want) {
			t.Errorf("%v: got %v, want %v", key, got, want)
		}
	}
	for _, i := range []int{1, 4, 3, 2} {
		b.removeFact(keys[i], facts[i])
	}
	b.removeFact(keyC, facts[0])
	if got := orders(b.factsFor(keyA)); !slices.Equal(got, []int64{0, 5}) || len(b.factsFor(keyB)) != 0 || len(b.plain) != 0 ||
		b.used != 1 {
		t.Errorf("left are %v and %v, want {0, 5}, len(b.factsFor(keyB)) = 0, no b.plain and b.used = 1", got, b)
	}
}

// TestBucketsHoldWhatAMapHolds adds and removes facts at random, under keys of which many have
// the same place in the table, and compares the buckets with a map of lists.
func TestBucketsHoldWhatAMapHolds(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 4))
	facts, keys := make([]*fact, 600), make([]uint64, 600)
	for i := range facts {
		facts[i] = &fact{order: int64(i)}
	}
	for _, different := range []int{3, 40, 500} {
		want, held := map[uint64][]*fact{}, map[int]bool{}
		var b buckets
		for i := range 300 {
			keys[i], held[i] = uint64(random.IntN(different)+1)<<(random.IntN(2)*32), true
			want[keys[i]] = append(want[keys[i]], facts[i])
		}
		b.fillFacts(facts[:300], func(i int) uint64 { return keys[i] })
		for step := range 20_000 {
			i := random.IntN(len(facts))
			if step > 15_000 {
				i = (step * 7) % len(facts)
			}
			if held[i] {
				b.removeFact(keys[i], facts[i])
				want[keys[i]] = removeSorted(want[keys[i]], facts[i])
				delete(held, i)
			} else {
				keys[i], held[i] = uint64(random.IntN(different)+1)<<(random.IntN(2)*32), true
				b.addFact(keys[i], facts[i])
				want[keys[i]] = insertSorted(want[keys[i]], facts[i])
			}
			used := 0
			if step%500 > 0 {
				continue
			}
			for key, list := range want {
				if got := b.factsFor(key); !slices.Equal(got, list) {
					t.Fatalf("%d keys, step %d: got %d facts for %x, want %d", different, step, len(got), key, len(list))
				}
				used += min(len(list), 1)
			}
			if b.used != used || len(b.facts) > 8*len(facts) || len(b.table) > 4096 {
				t.Fatalf("%d keys, step %d: %d buckets in a table of %d, want %d, and room for %d facts",
					different, step, b.used, len(b.table), used, len(b.facts))
			}
		}
	}
}

// TestNumbersHaveKeysOfTheirOwn: 0 and -0 are equal.
func TestNumbersHaveKeysOfTheirOwn(t *testing.T) {
	if keyOfValue(math.Copysign(0, -1)) != keyOfValue(int32(0)) {
		t.Error("0 and -0 have different keys")
	}
	seen := map[uint64]float64{}
	for i := range 100_000 {
		for _, n := range []float64{float64(i), -float64(i) - 1, float64(i) + 0.5, float64(i) * 1e300} {
			key := keyOfNumber(n)
			if other, taken := seen[key]; taken && other != n {
				t.Fatalf("%v and %v have the key %x", n, other, key)
			}
			seen[key] = n
		}
	}
}

// TestSumsOfUnknownTypes: the widest class of the values is that of the sum.
func TestSumsOfUnknownTypes(t *testing.T) {
	decimal, _ := host.ParseDecimal("1.5")
	for _, tt := range []struct {
		values []any
		want   any
	}{
		{nil, 0.0}, {[]any{nil}, 0.0}, {[]any{int32(1), nil, int32(2)}, int32(3)}, {[]any{int32(1), int64(2)}, int64(3)},
		{[]any{int64(1)}, int64(1)}, {[]any{int32(1), 2.5}, 3.5}, {[]any{int64(1), 2.5}, 3.5},
		{[]any{float32(1), int32(1)}, 2.0}, {[]any{int32(math.MaxInt32), int32(1)}, int32(math.MinInt32)},
	} {
		if got := sumLike(tt.values); got != tt.want {
			t.Errorf("%v: got %v, want %v", tt.values, got, tt.want)
		}
	}
	if got, ok := sumLike([]any{decimal, nil, int32(2), 2.25}).(*host.Decimal); !ok || got.String() != "5.75" {
		t.Errorf("with a decimal: got %v", got)
	}
}
