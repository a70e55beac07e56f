package engine

import (
	"fmt"
	"testing"
)

// TestOutcomesFollowTheirFacts puts parts of facts into an outcome and takes them out
// again: the values stand in the order of the facts, and the latest change counts.
func TestOutcomesFollowTheirFacts(t *testing.T) {
	rules := map[string]*branch{"": nil, "A": {}, "B": {}, "C": {}}
	facts := map[int64]*fact{}
	a := &runningAggregate{values: make([][]any, 2)}
	for _, tt := range []struct {
		order  int64
		seq    int64 // 0 takes the fact out
		origin string
		value  string
		want   string // values, the latest sequence and the rule that made it
	}{
		{2, 5, "A", "two", "[two] 5 A"},
		{3, 7, "B", "three", "[two three] 7 B"},
		{1, 6, "C", "one", "[one two three] 7 B"},
		{2, 9, "C", "second", "[one second three] 9 C"},
		{4, 0, "", "", "[one second three] 9 C"},
		{1, 0, "", "", "[second three] 9 C"},
		{2, 0, "", "", "[three] 7 B"},
		{1, 7, "A", "first", "[first three] 7 B"},
		{3, 0, "", "", "[first] 7 A"},
		{1, 0, "", "", "[] 0 "},
	} {
		if facts[tt.order] == nil {
			facts[tt.order] = &fact{order: tt.order}
		}
		if tt.seq == 0 {
			a.putPart(&aggregate{}, facts[tt.order], nil)
		} else {
			a.putPart(&aggregate{}, facts[tt.order],
				&part{key: hash{uint64(tt.seq), uint64(tt.order)}, seq: tt.seq, origin: rules[tt.origin], values: []any{tt.value, tt.seq}})
		}
		origin := "?"
		for name, rule := range rules {
			if a.origin == rule {
				origin = name
			}
		}
		key := hash{}
		for i, f := range a.facts {
			p := a.parts[i]
			key = key.plus(p.key)
			if a.values[1][i] != p.seq {
				t.Errorf("fact %d: the value of the second folder is %v, want %v", f.order, a.values[1][i], p.seq)
			}
		}
		if got := fmt.Sprint(a.values[0], " ", a.seq, " ", origin); got != tt.want || a.key != key {
			t.Errorf("fact %d at %d: got %s, want %s; the key is that of its parts: %v", tt.order, tt.seq, got, tt.want, a.key == key)
		}
	}
}

func TestHashesOfSequences(t *testing.T) {
	one, two := hash{}.withNumber(1), hash{}.withNumber(2)
	for name, same := range map[string]bool{
		"the order counts":          one.withNumber(2) == two.withNumber(1),
		"the number counts":         one == two,
		"a number more counts":      one.withNumber(0) == one,
		"joined in another order":   one.withHash(two) == two.withHash(one),
		"not the sequence itself":   hash{}.withHash(one) == one,
		"a sum less what was added": one.plus(two).minus(two) != one,
		"sums in another order":     one.plus(two) != two.plus(one),
	} {
		if same {
			t.Errorf("%s: the hashes are wrong, want not same", name)
		}
	}
}
