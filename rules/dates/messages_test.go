package dates

import (
	"testing"
	"time"
)

// TestTextsThatAreNoDates gives the messages of a Java virtual machine.
func TestTextsThatAreNoDates(t *testing.T) {
	for _, tt := range []struct{ pattern, text, want string }{
		{"uuuu-MM-dd", "x", "Text 'x' could not be parsed at index 0"},
		{"uuuu-MM-dd", "2024-5-03", "Text '2024-5-03' could not be parsed at index 5"},
		{"uuuu-MM-dd", "2024-05", "Text '2024-05' could not be parsed at index 7"},
		{"uuuu-MM-dd", "2024-05-03x", "Text '2024-05-03x' could not be parsed, unparsed text found at index 10"},
		{"uuuu-MM-dd", "2024-13-01", "Text '2024-13-01' could not be parsed: Invalid value for MonthOfYear (valid values 1 - 12): 13"},
		{"uuuu-MM-dd", "2024-05-32", "Text '2024-05-32' could not be parsed: Invalid value for DayOfMonth (valid values 1 - 28/31): 32"},
		{"uuuu-MM-dd", "2024-05-00", "Text '2024-05-00' could not be parsed: Invalid value for DayOfMonth (valid values 1 - 28/31): 0"},
		{"EEE d MMM yyyy", "Mon 3 May 2024", "Text 'Mon 3 May 2024' could not be parsed: Conflict found: Field DayOfWeek 5 " +
			"differs from DayOfWeek 1 derived from 2024-05-03"},
		{"EEE d MMM yyyy", "Sun 4 May 2024", "Text 'Sun 4 May 2024' could not be parsed: Conflict found: Field DayOfWeek 6 " +
			"differs from DayOfWeek 7 derived from 2024-05-04"},
		{"d. MMMM yyyy", "3. Mai 2024", "Text '3. Mai 2024' could not be parsed at index 3"},
	} {
		p, err := Compile(tt.pattern)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := p.ParseExact(tt.text); err == nil || err.Error() != tt.want {
			t.Errorf("%s: got %v, want %s", tt.text, err, tt.want)
		}
	}
}

func TestPartsThatMayBeMissing(t *testing.T) {
	for _, tt := range []struct{ pattern, text, want string }{
		{"dd.MM.yyyy[ HH:mm]", "03.05.2024 12:30", "2024-05-03"}, {"dd.MM.yyyy[ HH:mm]", "03.05.2024", "2024-05-03"},
		{"d[d]/M/yyyy", "3/5/2024", "2024-05-03"},
		{"d MMMM[,] yyyy", "3 May, 2024", "2024-05-03"}, {"d MMMM[,] yyyy", "3 May 2024", "2024-05-03"},
		{"[EEEE, ]d.M.yyyy", "Friday, 3.5.2024", "2024-05-03"}, {"[EEEE, ]d.M.yyyy", "3.5.2024", "2024-05-03"},
		{"yyyyMMdd", "20240503", "2024-05-03"}, {"dMMyyyy", "30052024", "2024-05-30"}, {"yyyy-DDD", "2024-124", "2024-05-03"},
		{"d.M.yy", "3.5.24", "2024-05-03"}, {"dd/MM/yyyy h:mm a", "03/05/2024 2:05 pm", "2024-05-03"},
		{"d MMMM yyyy", "1st May 2024", "2024-05-01"}, {"d MMM yyyy", " 3 may. 2024 ", "2024-05-03"},
		{"dd.MM.yyyy", "31.04.2024", "2024-04-30"}, {"dd.MM.yyyy", "30.02.2023", "2023-02-28"},
		{"d 'of' MMMM yyyy", "3 of May 2024", "2024-05-03"}, {"yyyy''MM''dd", "2024'05'03", "2024-05-03"},
		{"'a''b' d.M.yyyy", "a'b 3.5.2024", "2024-05-03"}, {"yyyy-DDD", "2023-366", ""}, {"dd.MM.yyyy", "3.5.2024", ""},
	} {
		p, err := Compile(tt.pattern)
		if err != nil {
			t.Fatal(err)
		}
		got := ""
		if date, ok := p.Parse(tt.text); ok {
			got = date.Format(time.DateOnly)
		}
		if got != tt.want {
			t.Errorf("%s by %s: got %q, want %q", tt.text, tt.pattern, got, tt.want)
		}
	}
	strict, _ := Compile("dd.MM.yyyy")
	if _, ok := strict.Strict().Parse("31.04.2024"); ok {
		t.Error("a strict pattern takes the 31st of April")
	}
}

func TestDatesAreWritten(t *testing.T) {
	day := time.Date(2024, 5, 3, 0, 0, 0, 0, time.UTC)
	for pattern, want := range map[string]string{
		"d/M/yy": "3/5/24", "dd.MM.uuuu": "03.05.2024", "EEE EEEE EEEEE": "Fri Friday F", "MMM MMMM MMMMM": "May May M",
		"D DDD": "124 124", "'at' ''yyyy''": "at '2024'", "e G GGGG": "6 AD Anno Domini",
		"[dd.]MM": "03.05", "HH:mm h a k ss": "00:00 12 AM 24 00", "yyyyy": "02024",
	} {
		p, err := Compile(pattern)
		if err != nil {
			t.Fatal(err)
		}
		if got := p.Format(day); got != want {
			t.Errorf("%s: got %q, want %q", pattern, got, want)
		}
		if p.OnlyDates() == (pattern == "HH:mm h a k ss") {
			t.Errorf("%s has a time of day: %v", pattern, !p.OnlyDates())
		}
	}
}
