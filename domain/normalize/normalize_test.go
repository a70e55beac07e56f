package normalize

import (
	"strings"
	"testing"
)

func TestTextsAreNormalised(t *testing.T) {
	none := ""
	for _, c := range []struct {
		kind Type
		text string
		in   Context
		want string // the currency follows a blank; empty: none
	}{
		{Amount, "1.234,56 €", Context{}, "1234.56 EUR"},
		{Amount, "CHF 1'234.50", Context{}, "1234.50 CHF"},
		{Amount, "(12.00)", Context{}, "-12.00"},
		{Amount, "12,50-", Context{Currency: "EUR"}, "-12.50 EUR"},
		{Amount, "-$ 12.5", Context{}, "-12.5 USD"},
		{Amount, "$1,250", Context{Currency: "CAD"}, "1250 CAD"},
		{Amount, "kr 99", Context{}, "99"},
		{Amount, "kr 99", Context{Currency: "SEK"}, "99 SEK"},
		{Amount, "1 234 567,00", Context{}, "1234567.00"},
		{Amount, "1\u00a0234,00 EUR", Context{}, "1234.00 EUR"},
		{Amount, "12,34,567.80 INR", Context{}, "1234567.80 INR"},
		{Amount, "1.234", Context{}, "1234"},
		{Amount, "1.234", Context{Decimal: '.'}, "1.234"},
		{Amount, "0,125", Context{}, "0.125"},
		{Amount, "250,-", Context{}, "250"},
		{Amount, ".50", Context{}, "0.50"},
		{Amount, "(0.00)", Context{}, "0.00"},
		{Amount, "007", Context{}, "7"},
		{Amount, "EUR 12 EUR", Context{}, "12 EUR"},
		{Amount, "EUR 12 USD", Context{}, none},
		{Amount, "12 apples", Context{}, none},
		{Amount, "1,23,4", Context{}, none},
		{Amount, "1.2.3,4.5", Context{}, none},
		{Amount, "1 234.567,89", Context{}, none},
		{Amount, "twelve", Context{}, none},
		{Amount, "", Context{}, none},
		{Number, "1,234", Context{}, "1234"},
		{Number, "1.234", Context{}, "1.234"},
		{Number, "1.234", Context{Decimal: ','}, "1234"},
		{Number, "−3,5", Context{}, "-3.5"},
		{Number, "3 EUR", Context{}, none},
		{Date, "2024-5-3", Context{}, "2024-05-03"},
		{Date, "20240503", Context{}, "2024-05-03"},
		{Date, "2024-05-31T08:15:30Z", Context{}, "2024-05-31"},
		{Date, "2024-05-31 8:15", Context{}, "2024-05-31"},
		{Date, "2024-05-31T25:15", Context{}, none},
		{Date, "2024-05-31T08:60", Context{}, none},
		{Date, "2024-05/31", Context{}, none},
		{Date, "03/05/2024", Context{}, "2024-05-03"},
		{Date, "03/05/2024", Context{Order: MonthFirst}, "2024-03-05"},
		{Date, "3.5.24", Context{Order: MonthFirst}, "2024-05-03"},
		{Date, "5/31/2024", Context{Order: DayFirst}, "2024-05-31"},
		{DateMonthFirst, "03/05/24", Context{}, "2024-03-05"},
		{DateMonthFirst, "03/05/24", Context{Order: DayFirst}, "2024-05-03"},
		{Date, "31. März 2024", Context{}, "2024-03-31"},
		{Date, "1er février 2024", Context{}, "2024-02-01"},
		{Date, "5 de mayo de 2024", Context{}, "2024-05-05"},
		{Date, "this 5th day of June", Context{}, none},
		{Date, "5th day of June, 2014", Context{}, "2014-06-05"},
		{Date, "Friday, June 5, 2014", Context{}, "2014-06-05"},
		{Date, "5-Jun-14", Context{}, "2014-06-05"},
		{Date, "2014 June 5", Context{}, "2014-06-05"},
		{Date, "June 2014", Context{}, none},
		{Date, "30 February 2024", Context{}, none},
		{Date, "31/31/2024", Context{}, none},
		{Date, "3/5-2024", Context{}, none},
		{Date, "5 June July 2014", Context{}, none},
		{Currency, "€", Context{}, "EUR"},
		{Currency, "chf", Context{}, "CHF"},
		{Currency, "US Dollars", Context{}, "USD"},
		{Currency, "ABC", Context{}, none},
		{IBAN, "DE89 3704 0044 0532 0130 00", Context{}, "DE89370400440532013000"},
		{IBAN, "IBAN: gb82 west 1234 5698 7654 32", Context{}, "GB82WEST12345698765432"},
		{IBAN, "DE88 3704 0044 0532 0130 00", Context{}, none},
		{IBAN, "DE89 3704 0044 0532 0130", Context{}, none},
		{VATID, "DE 123 456 789", Context{}, "DE123456789"},
		{VATID, "CHE-123.456.789 MWST", Context{}, "CHE123456789MWST"},
		{VATID, "ATU 12345678", Context{}, "ATU12345678"},
		{VATID, "123456789", Context{}, none},
		{VATID, "DE12345678", Context{}, none},
		{Country, "Germany", Context{}, "DE"},
		{Country, "Österreich", Context{}, "AT"},
		{Country, "Pays-Bas", Context{}, "NL"},
		{Country, "U.S.A.", Context{}, "US"},
		{Country, "DEU", Context{}, "DE"},
		{Country, "in", Context{}, none},
		{Country, "Atlantis", Context{}, none},
		{"TEXT", "Germany", Context{}, none},
	} {
		v, ok := Parse(c.kind, c.text, c.in)
		got := strings.TrimSpace(v.Text + " " + v.Currency)
		if !ok {
			got = none
		}
		if got != c.want {
			t.Errorf("%s %q in %+v: got %q, want %q", c.kind, c.text, c.in, got, c.want)
		}
	}
}

func TestValuesOfADocumentTellOfEachOther(t *testing.T) {
	for _, c := range []struct {
		name  string
		texts []Text
		want  Context
	}{
		{"nothing", nil, Context{}},
		{"amounts", []Text{{Amount, "1.234"}, {Amount, "12,5"}, {Amount, "3 €"}}, Context{Decimal: ',', Currency: "EUR"}},
		{"thousands", []Text{{Amount, "1,234,567"}}, Context{Decimal: '.'}},
		{"contradictions", []Text{{Amount, "1.5"}, {Amount, "1,5"}, {Date, "31/1/2024"}, {Date, "1/31/2024"}, {Currency, "EUR"},
			{Currency, "USD"}}, Context{}},
		{"dates", []Text{{Date, "1/2/2024"}, {Date, "1/31/2024"}}, Context{Order: MonthFirst}},
		{"a currency beside a sign of several", []Text{{Currency, "CAD"}, {Amount, "$ 5"}}, Context{Currency: "CAD"}},
		{"a sign of one currency beside one of several", []Text{{Amount, "NZ$ 12"}, {Amount, "$ 5"}}, Context{Currency: "NZD"}},
		{"signs of several currencies", []Text{{Amount, "$ 5"}, {Amount, "¥ 5"}, {Amount, "kr 5"}}, Context{}},
		{"texts", []Text{{"TEXT", "31/1/2024"}, {"", "1,5 EUR"}}, Context{}},
	} {
		if got := FindContext(c.texts); got != c.want {
			t.Errorf("%s: got %+v, want %+v", c.name, got, c.want)
		}
	}
}

// FuzzParse holds that a normalised form is its own normalised form.
func FuzzParse(f *testing.F) {
	for _, text := range []string{"1.234,56 €", "(12.00)", "31. März 2024", "3/5/24", "DE89 3704 0044 0532 0130 00",
		"CHE-123.456.789", "Germany", "1,234"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		for _, kind := range Types {
			v, ok := Parse(kind, text, Context{})
			if !ok {
				continue
			}
			if v.Text == "" {
				t.Errorf(`%s %q: an empty form, want v.Text other than ""`, kind, text)
			}
			again, ok := Parse(kind, v.Text, Context{Decimal: '.', Currency: v.Currency})
			if !ok || again != v {
				t.Errorf("%s %q: %+v becomes %+v, %v, want the same value", kind, text, v, again, ok)
			}
		}
	})
}
