package dates

import (
	"slices"
	"strings"
	"testing"
	"time"
)

func compilePattern(t *testing.T, pattern string) *Pattern {
	t.Helper()
	p, err := Compile(pattern)
	if err != nil {
		t.Fatalf("%s: %v, want no error", pattern, err)
	}
	return p
}

func TestPatternsThatAreRefused(t *testing.T) {
	for pattern, want := range map[string]string{
		"yyyy 'at":             "Pattern ends with an incomplete string literal: yyyy 'at",
		"'":                    "Pattern ends with an incomplete string literal: '",
		"yyyy{":                "reserved character: '{'",
		"}":                    "reserved character: '}'",
		"yyyy#MM":              "reserved character: '#'",
		"yyyy b":               "Unknown pattern letter: b",
		"t":                    "Unknown pattern letter: t",
		"dd J":                 "Unknown pattern letter: J",
		"yyyy VV":              "V is not supported",
		"p":                    "Pad letter 'p' must be followed by valid pad pattern: p",
		"aa":                   "Too many pattern letters: a",
		"V":                    "Pattern letter count must be 2: V",
		"OO":                   "Pattern letter count must be 1 or 4: O",
		"cc":                   `Invalid pattern "cc"`,
		"d]":                   "Pattern invalid as it contains ] without previous [",
		"SSSSSSSSSS":           "Minimum width must be from 0 to 9 inclusive but was 10",
		"C":                    "Unknown pattern letter: C",
		"z":                    "z is not supported",
		"A":                    "A is not supported",
		"Z":                    "Z is not supported",
		"ddd":                  "Too many pattern letters: d",
		"MMMMMM":               "Too many pattern letters: M",
		"EEEEEE":               "Too many pattern letters: E",
		"yyyyyyyyyyyyyyyyyyyy": "The minimum width must be from 1 to 19 inclusive but was 20",
	} {
		if _, err := Compile(pattern); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: got %v, want %q", pattern, err, want)
		}
	}
	for _, pattern := range []string{"dd", "MMMMM", "yyyyyyyyyyyyyyyyyyy", "uuuuuu", "d_M~yy"} {
		compilePattern(t, pattern)
	}
}

func TestFieldsAreRead(t *testing.T) {
	tests := []struct{ pattern, text, want string }{
		{"dd.MM.yyyy", "03.04.2024", "2024-04-03"},
		{"dd.MM.yyyy", "3.04.2024", ""},
		{"dd.MM.yyyy", "03.4.2024", ""},
		{"dd.MM.yyyy", "03x04x2024", ""},
		{"dd.MM.yyyy", "on 03.04.2024", ""},
		{"dd.MM.yyyy", "03.04.20245", ""},
		{"dd.MM.yyyy", "  03.04.2024 ", "2024-04-03"},
		{"d.M.y", "3.4.24", "0024-04-03"},
		{"d.M.u", "13.12.12345", "12345-12-13"},
		{"d.M.y", "3.4.1234567890", ""},
		{"d.M.y", "123.4.2024", ""},
		{"d.M.yy", "3.4.24", "2024-04-03"},
		{"d.M.uu", "3.4.99", "2099-04-03"},
		{"d.M.yy", "3.4.2024", ""},
		{"d.M.yyy", "3.4.999", "0999-04-03"},
		{"d MMMM yyyy", "3   march\n2024", "2024-03-03"},
		{"d MMMM yyyy", "3march2024", ""},
		{"d MMM yyyy", "3 Mar. 2024", "2024-03-03"},
		{"d MMM yyyy", "3 SEPT 2024", "2024-09-03"},
		{"d MMM yyyy", "3 Dec 2024", "2024-12-03"},
		{"d MMM yyyy", "3 Jan 2024", "2024-01-03"},
		{"d LLLL yyyy", "3 December 2024", "2024-12-03"},
		{"d MMM yyyy", "3 Foo 2024", ""},
		{"MMMM d, yyyy", "March 3rd, 2024", "2024-03-03"},
		{"MMMM d, yyyy", "March 21st, 2024", "2024-03-21"},
		{"EEEE, d.M.yyyy", "Sunday, 3.3.2024", "2024-03-03"},
		{"yyyy'T'MM''dd", "2024t03'04", "2024-03-04"},
		{"yyyy_MM~dd", "2024_03~04", "2024-03-04"},
		{"yyyyMMdd", "20240304", "2024-03-04"},
		{"yyyy-MM-dd", "0000-01-01", "0000-01-01"},
		{"yyyy-MM-dd", "2024-00-10", ""},
		{"yyyy-MM-dd", "2024-12-31", "2024-12-31"},
		{"yyyy-MM-dd", "2024-13-10", ""},
		{"yyyy-MM-dd", "2024-01-00", ""},
		{"yyyy-MM-dd", "2024-01-01", "2024-01-01"},
		{"yyyy-MM-dd", "2024-01-32", ""},
		{"yyyy-MM-dd", "2024-04-31", "2024-04-30"},
		{"yyyy-MM-dd", "2023-02-31", "2023-02-28"},
		{"yyyy-MM-dd", "2024-02-30", "2024-02-29"},
		{"d.M.", "3.4.", ""},
		{"M/yyyy", "4/2024", ""},
		{"d/yyyy", "4/2024", ""},
	}
	for _, tt := range tests {
		date, ok := compilePattern(t, tt.pattern).Parse(tt.text)
		got := ""
		if ok {
			got = date.Format("2006-01-02")
			if !date.Equal(date.Truncate(24*time.Hour)) || date.Location() != time.UTC {
				t.Errorf("%s, %q: %v is no start of a day, want date.Equal(date.Truncate(24*time.Hour)) and date.Location() = "+
					"UTC", tt.pattern, tt.text, date)
			}
		}
		if got != tt.want {
			t.Errorf("%s, %q: got %q, want %q", tt.pattern, tt.text, got, tt.want)
		}
	}
}

func TestFieldsAreWritten(t *testing.T) {
	early, late := time.Date(987, 6, 5, 0, 0, 0, 0, time.UTC), time.Date(2013, 12, 24, 0, 0, 0, 0, time.UTC)
	for _, tt := range []struct{ pattern, early, late string }{
		{"yyyy-MM-dd", "0987-06-05", "2013-12-24"},
		{"uuuu/M/d", "0987/6/5", "2013/12/24"},
		{"yy.MM.d", "87.06.5", "13.12.24"},
		{"uu", "87", "13"},
		{"y", "987", "2013"},
		{"d MMM", "5 Jun", "24 Dec"},
		{"MMMM", "June", "December"},
		{"LL LLL", "06 Jun", "12 Dec"},
		{"E EEE EEEE", "Tue Tue Tuesday", "Tue Tue Tuesday"},
		{"d. 'of' MMMM''yy", "5. of June'87", "24. of December'13"},
	} {
		p := compilePattern(t, tt.pattern)
		if got := p.Format(early); got != tt.early {
			t.Errorf("%s: got %q, want %q", tt.pattern, got, tt.early)
		}
		if got := p.Format(late); got != tt.late {
			t.Errorf("%s: got %q, want %q", tt.pattern, got, tt.late)
		}
	}
}

func TestLocalesAreListedInOrder(t *testing.T) {
	got := Locales()
	if !slices.IsSorted(got) || !slices.Contains(got, "de") || !slices.Contains(got, "pt") {
		t.Errorf("got %v, want slices.IsSorted(got), it with de and it with pt", got)
	}
	for _, locale := range got {
		if _, known := compilePattern(t, "MMMM").InLocale(locale); !known {
			t.Errorf("%s is listed and not known, want known", locale)
		}
	}
}
