package engine

import (
	"testing"

	"github.com/seed-62a36931/docket/rules/host"
)

// TestHashesKeepSequencesApart: each half does so by itself, whatever the order, the
// length and the numbers.
func TestHashesKeepSequencesApart(t *testing.T) {
	var all []hash
	for n := range uint64(300) {
		all = append(all, hash{}.withNumber(n), hash{}.withNumber(n<<32), hash{}.withNumber(n).withNumber(1),
			hash{}.withNumber(1).withNumber(n), hash{}.withNumber(n).withHash(hash{}.withNumber(2)),
			hash{}.withNumber(3).withHash(hash{}.withNumber(n)))
	}
	firsts, seconds := map[uint64]int{}, map[uint64]int{}
	for _, h := range all {
		firsts[h.a]++
		seconds[h.b]++
	}
	// three are made twice: 0 as 0<<32, 1 and 1, and that of 3 with that of 2 behind it
	if len(firsts) != len(all)-3 || len(seconds) != len(all)-3 {
		t.Errorf("%d sequences have %d and %d hashes, want len(firsts) = %v and len(seconds) = %v", len(all), len(firsts),
			len(seconds), len(all)-3, len(all)-3)
	}
	one, two := hash{}.withNumber(1), hash{}.withNumber(2)
	if one.plus(two) != two.plus(one) || one.plus(two).minus(one) != two || one.plus(two) == one.plus(one) ||
		one.withHash(two) == two.withHash(one) {
		t.Error("sums do not depend on their order, sequences do")
	}
}

func TestEqualValuesHaveOneIdentity(t *testing.T) {
	decimal := func(s string) *host.Decimal { d, _ := host.ParseDecimal(s); return d }
	for _, tt := range []struct {
		a, b any
		same bool
	}{
		{"a", "a", true}, {"a", "b", false}, {int32(1), int32(1), true}, {int32(1), int32(2), false}, {nil, []any{}, true},
		{nil, int32(0), false}, {decimal("1.50"), decimal("1.50"), true}, {decimal("1.5"), decimal("2.5"), false},
		{host.NewList("a"), host.NewList("a"), true}, {host.NewList("a"), host.NewList("b"), false},
	} {
		if got := identityOf(tt.a) == identityOf(tt.b); got != tt.same {
			t.Errorf("%v and %v: one identity is %v, want %v", tt.a, tt.b, got, tt.same)
		}
	}
}
