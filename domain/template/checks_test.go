package template

import (
	"errors"
	"math/big"
	"strings"
	"testing"

	"github.com/seed-62a36931/docket/domain"
)

func TestChecksAreRead(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"Net + Tax = Total", "((Net + Tax)) = (Total)"},
		{"a - b - c = d", "(((a - b) - c)) = (d)"},
		{"a + b * 2 <= (a + b) * 0.5", "((a + (b * 2))) <= (((a + b) * 1/2))"},
		{"sum(amount) = Net or Total within 0.05 unless discount, rebate",
			"(sum amount) = (Net) or (Total) within 1/20 unless discount,rebate"},
		{"count(Party)<=2", "(count Party) <= (2)"},
		{"sum = count", "(sum) = (count)"},
	} {
		got, err := ParseCheck(c.text)
		if err != nil || showCheck(got) != c.want {
			t.Errorf("%s: %s, %v; want %s", c.text, showCheck(got), err, c.want)
		}
	}
	for text, want := range map[string]string{
		"":                       "a name is missing",
		"a":                      "= or <= is missing",
		"a =":                    "a name is missing",
		"a = b = c":              "unexpected =",
		"a == b":                 "a name is missing",
		"a = b or":               "a name is missing",
		"a = (b":                 ") is missing",
		"sum(a = b":              ") is missing",
		"sum() = b":              "a name is missing",
		"a = b within c":         "a number is missing",
		"a = b unless":           "a name is missing",
		"a = b / c":              "unexpected /",
		"or = b":                 "a name is missing",
		"a = " + deep(200):       "too many parentheses",
		strings.Repeat("a", 501): "must not be longer than 500",
	} {
		if c, err := ParseCheck(text); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%.40q: %s, %v; want %q", text, showCheck(c), err, want)
		}
	}
}

func deep(n int) string { return strings.Repeat("(", n) + "b" + strings.Repeat(")", n) }

func TestChecksNameColumns(t *testing.T) {
	columns := []Column{{TechnicalName: "amount", DisplayName: "Amount"}, {TechnicalName: "price", DisplayName: "Price"}}
	for text, want := range map[string]string{
		"price = amount":            "",
		"sum(amount) = Total":       "",
		"Net = Total":               "",
		"sum(Net) = Total":          "Net is no column of the component",
		"sum(amount) + price = Net": "columns stand either all in sum() or all outside of it",
	} {
		err := Expectation{Columns: columns, Checks: []string{text}}.check()
		if (err == nil) != (want == "") || err != nil && !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", text, err, want)
		}
		if f := new(domain.Fault); err != nil && (!errors.As(err, &f) || f.Field != "checks") {
			t.Errorf("%s: the fault is at %q, want checks", text, f.Field)
		}
	}
	many := Expectation{Checks: make([]string, maxChecks+1)}
	if err := many.check(); err == nil {
		t.Error("too many checks are taken")
	}
}

// showCheck writes a check with all its parentheses.
func showCheck(c Check) string {
	if c.Right == nil {
		return ""
	}
	out, sign := "("+showTerm(c.Left)+")", " = "
	if c.Order {
		sign = " <= "
	}
	for _, t := range c.Right {
		out += sign + "(" + showTerm(t) + ")"
		sign = " or "
	}
	if c.Within != nil {
		out += " within " + c.Within.RatString()
	}
	if c.Unless != nil {
		out += " unless " + strings.Join(c.Unless, ",")
	}
	return out
}

func showTerm(t Term) string {
	switch {
	case t.Op != 0:
		return "(" + showTerm(*t.A) + " " + string(t.Op) + " " + showTerm(*t.B) + ")"
	case t.Number != nil:
		return t.Number.RatString()
	}
	return strings.TrimSpace(t.Function + " " + t.Name)
}

// FuzzParseCheck reads any text: it is refused, or a check whose parts are all there.
func FuzzParseCheck(f *testing.F) {
	for _, text := range []string{"Net + Tax = Total", "sum(a) <= b or c within 0.05 unless d, e", "(((a", "a = 1.5 * (b - c)",
		"\xff = a"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		c, err := ParseCheck(text)
		if err != nil {
			return
		}
		if len(c.Right) == 0 || c.Within != nil && c.Within.Cmp(new(big.Rat)) < 0 {
			t.Fatalf("%q is read as %s, want a right side, and a tolerance of 0 or more", text, showCheck(c))
		}
		for _, p := range c.parts() {
			if p.Number == nil && !columnName.MatchString(p.Name) {
				t.Fatalf("%q has a part without number and name: %s, want each part to have one of them",
					text, showCheck(c))
			}
		}
	})
}
