package engine

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

func TestQueriesTakeArguments(t *testing.T) {
	s := startSession(t, `declare Item v: int w: int end
query "large"(int least, String name) $i: Item(v >= least, $v: v) $s: String(this == name) end
query pairs() $i: Item($v: v) exists Item(v == $v + 1) end
query none($x) not Item(v == $x) end
query either(int x) Item($v: v, v == x) or Item($v: v, w == x) end
rule "Q.0.0" when then for (int i = 0; i < 4; i++) { insert(new Item(i, 9 - i)); } insert("a"); insert("b"); end
rule "Q.0.1" salience -1 when $i: Item(v == 3) then modify($i) { setV(30) } end`, nil, Limits{})
	if err := s.Run(); err != nil {
		t.Fatal(err)
	}
	ask := func(name string, args ...any) string {
		rows, err := s.RunQuery(name, args...)
		var out []string
		for _, r := range rows {
			out = append(out, fmt.Sprint(r["$v"], r["$s"], r["least"]))
		}
		if err != nil {
			return err.Error()
		}
		return fmt.Sprint(out)
	}
	tests := []struct{ got, want string }{
		{ask("large", int32(2), "b"), "[2b2 30b2]"},
		{ask("large", int32(31), "b"), "[]"},
		{ask("large", int32(0), "c"), "[]"},
		{ask("large", int32(30), "a"), "[30a30]"},
		{ask("pairs"), "[0 <nil> <nil> 1 <nil> <nil>]"},
		{ask("none", int32(30)), "[]"},
		{ask("none", int32(3)), "[<nil> <nil> <nil>]"},
		{ask("either", int32(1)), "[1 <nil> <nil>]"},
		{ask("either", int32(9)), "[0 <nil> <nil>]"},
		{ask("large", int32(1)), `rule "large": IllegalArgumentException: the query takes 2 arguments, not 1`},
		{ask("unheard"), `rule "unheard": there is no such query`},
	}
	for i, tt := range tests {
		if tt.got != tt.want {
			t.Errorf("%d: got %s, want %s", i, tt.got, tt.want)
		}
	}
	if !s.HasQuery("pairs") || s.HasQuery("unheard") {
		t.Error("queries are not known by their names")
	}
}

func TestABitsetShowsWhatIsAddedBehindTheLatest(t *testing.T) {
	s := newBitset(130)
	for _, n := range []int{0, 63, 64, 129, 5} {
		s.add(n)
	}
	s.remove(5)
	var got []int
	for n := range s.eachNumber() {
		got = append(got, n)
		switch n {
		case 0:
			s.add(1)
			s.remove(64)
		case 63:
			s.add(62)
			s.add(65)
		case 129:
			s.add(3)
		}
	}
	if want := []int{0, 1, 63, 65, 129}; !slices.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
	for n := range s.eachNumber() {
		if n != 0 {
			t.Errorf("got %d after the end, want 0", n)
		}
		break
	}
}

func TestHashesTellSequencesApart(t *testing.T) {
	seen := map[hash]string{}
	note := func(h hash, name string) {
		if other, known := seen[h]; known {
			t.Errorf("%s and %s share a hash, want not known", name, other)
		}
		seen[h] = name
	}
	note(hash{}, "none")
	for i := range uint64(40) {
		note(hash{}.withNumber(i), fmt.Sprint(i))
		for j := range uint64(40) {
			note(hash{}.withNumber(i).withNumber(j), fmt.Sprint(i, " ", j))
		}
	}
	a, b := hash{}.withNumber(1), hash{}.withNumber(2)
	if a.plus(b) != b.plus(a) || a.plus(b).minus(a) != b || a.withHash(b) == b.withHash(a) {
		t.Error("sums depend on their order, or sequences do not")
	}
	if x := "x"; identityOf(x) != identityOf(strings.Clone(x)) || identityOf(int32(1)) == identityOf(int32(2)) || identityOf(nil) != 0 {
		t.Error("equal values must share an identity, others not")
	}
}
