package dates

import "testing"

func TestMonthsOfALanguage(t *testing.T) {
	tests := []struct{ pattern, locale, text, want string }{
		{"d. MMMM yyyy", "de", "3. März 2024", "2024-03-03"},
		{"d. MMM yyyy", "de-CH", "3. Dez. 2024", "2024-12-03"},
		{"d MMMM yyyy", "fr", "1 août 2024", "2024-08-01"},
		{"d MMMM yyyy", "fr", "1 August 2024", "2024-08-01"},
		{"d MMM yyyy", "es_ES", "1 ene 2024", "2024-01-01"},
		{"d MMMM yyyy", "en", "1 März 2024", ""},
		{"d MMMM yyyy", "tlh", "1 March 2024", "2024-03-01"},
		{"d MMMM yyyy", "it", "31 brumaio 2024", ""},
	}
	for _, tt := range tests {
		p, err := Compile(tt.pattern)
		if err != nil {
			t.Fatal(err)
		}
		p, known := p.In(tt.locale)
		if known == (tt.locale == "tlh") {
			t.Errorf("%s: known is %v", tt.locale, known)
		}
		got := ""
		if date, ok := p.Parse(tt.text); ok {
			got = date.Format("2006-01-02")
		}
		if got != tt.want {
			t.Errorf("%s, %s, %q: got %q, want %q", tt.pattern, tt.locale, tt.text, got, tt.want)
		}
	}
}

func TestEveryLanguageHasTwelveMonths(t *testing.T) {
	p, err := Compile("MMMM")
	if err != nil {
		t.Fatal(err)
	}
	for _, locale := range Locales() {
		in, _ := p.In(locale)
		seen := map[int]bool{}
		for _, month := range in.months {
			seen[month] = true
		}
		if len(seen) != 12 {
			t.Errorf("%s has %d months", locale, len(seen))
		}
	}
}
