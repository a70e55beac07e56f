package model

import (
	"strconv"
	"testing"
)

func TestPrecedenceIsThatOfTheIdentifierAtTheBeginning(t *testing.T) {
	ranks := map[string]int{"MAN": 2, "X": 1}
	for _, id := range []string{"X.1.2", "MAN.10.3: name", "A_b9.0.7", "A.1", "A.1.", "A..1", ".1.2", "A.b.1", "A.1.b",
		"a b.1.2", "é.1.2", "A.1.2.3", "A.1.2b", "", "x.1.2", "A.1a.2",
		"A.99999999999999999999.1", "X.00.01"} {
		want := [3]int{}
		if m := identifier.FindStringSubmatch(id); m != nil {
			unit, _ := strconv.Atoi(m[2])
			number, _ := strconv.Atoi(m[3])
			want = [3]int{ranks[m[1]], unit, number}
		}
		if got := rulePrecedence(id); got != want {
			t.Errorf("%q: got %v, want %v", id, got, want)
		}
	}
}
