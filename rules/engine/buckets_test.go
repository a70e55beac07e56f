package engine

import (
	"math"
	"slices"
	"testing"

	"github.com/seed-62a36931/docket/rules/host"
)

// TestValuesThatMayBeEqualShareABucket: nil is for those that are looked at always.
func TestValuesThatMayBeEqualShareABucket(t *testing.T) {
	decimal, _ := host.ParseDecimal("1.5")
	for _, tt := range []struct{ value, want any }{
		{nil, "\x00null"}, {"", ""}, {"x", "x"}, {" x", " x"}, {"7", 7.0}, {" 7\t", 7.0}, {"0", 0.0}, {"0.50", 0.5}, {"1e1", 10.0}, {"9", 9.0}, {"+4", 4.0}, {"-3", -3.0}, {".5", 0.5}, {"5.", 5.0}, {"7x", "7x"}, {"-", "-"}, {"NaN", "NaN"}, {" ", " "},
		{"Infinity", math.Inf(1)}, {"inf", math.Inf(1)}, {"index", "index"}, {int32(7), 7.0}, {int64(7), 7.0}, {7.5, 7.5}, {math.NaN(), nil}, {true, nil}, {false, nil}, {&host.Enum{Name: "A"}, "A"}, {&host.Enum{Name: "7"}, 7.0},
		{decimal, nil}, {host.NewList("a"), nil}, {host.OptionalOf("a"), nil}, {[]any{}, nil}, {struct{}{}, nil},
	} {
		if got := bucketOf(tt.value); got != tt.want {
			t.Errorf("%v: got %v, want %v", tt.value, got, tt.want)
		}
	}
}

func TestBucketsAreSortedByOrder(t *testing.T) {
	facts := make([]*fact, 6)
	for i := range facts {
		facts[i] = &fact{order: int64(i)}
	}
	var b buckets
	keys := []any{"a", nil, "b", "a", nil, "a"}
	for _, i := range []int{5, 1, 0, 3, 4, 2} {
		b.addFact(keys[i], facts[i])
	}
	orders := func(list []*fact) (out []int64) {
		for _, f := range list {
			out = append(out, f.order)
		}
		return out
	}
	for key, want := range map[any][]int64{"a": {0, 1, 3, 4, 5}, "b": {1, 2, 4}, "c": {1, 4}} {
		if got := orders(b.factsFor(key)); !slices.Equal(got, want) {
			t.Errorf("%v: got %v, want %v", key, got, want)
		}
	}
	for _, i := range []int{1, 4, 3, 2} {
		b.removeFact(keys[i], facts[i])
	}
	b.removeFact("c", facts[0])
	if got := orders(b.factsFor("a")); !slices.Equal(got, []int64{0, 5}) || len(b.factsFor("b")) != 0 || len(b.plain) != 0 || len(b.lists) != 1 {
		t.Errorf("left are %v and %v", got, b)
	}
}

// TestSumsOfUnknownTypes: the widest class of the values is that of the sum.
func TestSumsOfUnknownTypes(t *testing.T) {
	decimal, _ := host.ParseDecimal("1.5")
	for _, tt := range []struct {
		values []any
		want   any
	}{
		{nil, 0.0}, {[]any{nil}, 0.0}, {[]any{int32(1), nil, int32(2)}, int32(3)}, {[]any{int32(1), int64(2)}, int64(3)}, {[]any{int64(1)}, int64(1)}, {[]any{int32(1), 2.5}, 3.5}, {[]any{int64(1), 2.5}, 3.5}, {[]any{float32(1), int32(1)}, 2.0}, {[]any{int32(math.MaxInt32), int32(1)}, int32(math.MinInt32)},
	} {
		if got := sumLike(tt.values); got != tt.want {
			t.Errorf("%v: got %v, want %v", tt.values, got, tt.want)
		}
	}
	if got, ok := sumLike([]any{decimal, nil, int32(2), 2.25}).(*host.Decimal); !ok || got.String() != "5.75" {
		t.Errorf("with a decimal: got %v", got)
	}
}
