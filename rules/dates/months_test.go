package dates

import (
	"strings"
	"testing"
	"time"
)

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
		p, known := p.InLocale(tt.locale)
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
		in, _ := p.InLocale(locale)
		seen := map[int]bool{}
		for _, month := range in.months {
			seen[month] = true
		}
		if len(seen) != 12 {
			t.Errorf("%s has %d months, want 12", locale, len(seen))
		}
	}
}

func TestNamesOfALanguageAreWritten(t *testing.T) {
	for _, tt := range []struct{ locale, pattern, want string }{
		{"es", "EEEE EEE EEEEE MMMM MMM LLL MMMMM", "miércoles mié X septiembre sept sept S"},
		{"nl", "EEEE EEE EEEEE MMMM MMM LLL MMMMM", "woensdag wo W september sep. sep. S"},
		{"pt", "EEEE EEE EEEEE MMMM MMM LLL MMMMM", "quarta-feira qua. Q setembro set. set. S"},
		{"de", "EEEE EEE EEEEE MMMM MMM LLL MMMMM", "Mittwoch Mi. M September Sept. Sep S"},
		{"en", "EEEE EEE EEEEE MMMM MMM LLL MMMMM", "Wednesday Wed W September Sep Sep S"}, {"de", "MM M d", "09 9 4"},
	} {
		p, err := Compile(tt.pattern)
		if err != nil {
			t.Fatal(err)
		}
		p, _ = p.InLocale(tt.locale)
		if got := p.Format(time.Date(2024, 9, 4, 0, 0, 0, 0, time.UTC)); got != tt.want {
			t.Errorf("%s, %s: got %q, want %q", tt.pattern, tt.locale, got, tt.want)
		}
	}
}

func TestEveryLanguageHasAllNames(t *testing.T) {
	for locale, l := range languages {
		for i, list := range []string{l.months, l.alone, l.weekdays, l.short, l.initials} {
			if n := len(strings.Fields(list)); n != []int{12, 12, 7, 7, 7}[i] && list != "" {
				t.Errorf("%s: %d names in %s", locale, n, list)
			}
		}
	}
	if len(languages) != len(Locales()) {
		t.Errorf("%d languages are written, %d read", len(languages), len(Locales()))
	}
}

func TestMonthsOfEveryLanguage(t *testing.T) {
	for _, tt := range []struct{ pattern, text, want string }{
		{"d. MMMM yyyy", "3. März 2024", "2024-03-03"},
		{"d MMM yyyy", "3 mrt. 2024", "2024-03-03"},
		{"d MMMM yyyy", "1 février 2024", "2024-02-01"},
		{"d MMM yyyy", "1 set 2024", "2024-09-01"},
		{"d MMMM yyyy", "1 May 2024", "2024-05-01"},
		{"d MMMM yyyy", "1 brumaire 2024", ""},
		{"EEEE, d MMMM yyyy", "Bluesday, 1 mai 2024", ""},
	} {
		p, err := Compile(tt.pattern)
		if err != nil {
			t.Fatal(err)
		}
		got := ""
		if date, ok := p.InEveryLanguage().Parse(tt.text); ok {
			got = date.Format("2006-01-02")
		}
		if got != tt.want {
			t.Errorf("%s, %q: got %q, want %q", tt.pattern, tt.text, got, tt.want)
		}
	}
}

func TestNoMonthHasTheNameOfAnother(t *testing.T) {
	p, err := Compile("MMMM")
	if err != nil {
		t.Fatal(err)
	}
	for _, locale := range append(Locales(), "en") {
		in, _ := p.InLocale(locale)
		for name, month := range in.months {
			if other := everyMonth()[name]; other != month {
				t.Errorf("%s is month %d in %s, and %d in another language, want %v", name, month, locale, other, month)
			}
		}
	}
	for m := time.January; m <= time.December; m++ {
		for _, name := range []string{m.String(), m.String()[:3]} {
			if other := p.InEveryLanguage().monthNumber(name); other != int(m) {
				t.Errorf("%s is month %d in English, and %d in another language", name, m, other)
			}
		}
	}
}
