package measure

import "testing"

func TestFieldsAreComparedByKind(t *testing.T) {
	for _, c := range []struct {
		kind Kind
		a, b string
		same bool
	}{
		{Exact, " 9.00 ", "9.00", true}, {Exact, "9.0", "9.00", false}, {Exact, "ABC", "abc", false}, {Exact, "A  B", "A B", false},
		{Text, "Tom  Steyer 2020", "TOM STEYER 2020 ", true}, {Text, "Tom Steyer", "Tom Steyer 2020", false},
		{Text, "1422136-1", "14221361", false},
		{Amount, "$17,650.00", "17650", true}, {Amount, "$165", "165.00", true}, {Amount, "1.234,50 EUR", "1,234.5", true},
		{Amount, "$0.50", ".5", true}, {Amount, "1,234", "1.234", true}, {Amount, "-5.00", "5.00", false},
		{Amount, "12.30", "12.03", false},
		{Amount, "none", "NONE", true}, {Amount, "12", "twelve", false}, {Amount, "0.00", "-0", true},
		{Date, "12/09/19", "2019-12-09", true}, {Date, "5/1/2020", "05/01/20", true}, {Date, "February 12, 2020", "2/12/2020", true},
		{Date, "Feb15/20", "02/15/20", true}, {Date, "15-FEB-2020", "02/15/20", true}, {Date, "02/03/20 ", "Feb 3, 2020", true},
		{Date, "25/12/2018", "12/25/2018", true}, {Date, "03/02/20", "02/03/20", false}, {Date, "10/06/2", "10/06/2", true},
		{Date, "10/06/2", "10/06/20", false},
	} {
		if got := c.kind.SameValue(c.a, c.b); got != c.same {
			t.Errorf("kind %d: %q and %q: %v, want %v", c.kind, c.a, c.b, got, c.same)
		}
		if got := c.kind.SameValue(c.b, c.a); got != c.same {
			t.Errorf("kind %d: %q and %q, turned round: %v, want %v", c.kind, c.b, c.a, got, c.same)
		}
	}
}
