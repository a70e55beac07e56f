package dates

import (
	"strings"
	"testing"
	"time"
)

// TestTextsAreReadAsJavaReadsThem has what a Java virtual machine made of each text:
// a date, or a message; … stands for how the message begins. What it adds to "Unable
// to obtain LocalDate" is left out.
func TestTextsAreReadAsJavaReadsThem(t *testing.T) {
	for _, tt := range []struct{ pattern, text, want string }{
		{"d.MM.yyyy", "13.04.2024", "2024-04-13"},
		{"d.MM.yyyy", "3.04.2024", "2024-04-03"},
		{"dMM", "13", "… at index 1"},
		{"dMM yyyy", "1304 2024", "2024-04-13"},
		{"dMM yyyy", "304 2024", "2024-04-03"},
		{"d[.]MM yyyy", "13.04 2024", "2024-04-13"},
		{"dMMM yyyy", "13Mar 2024", "2024-03-13"},
		{"d[ ]MM yyyy", "13 04 2024", "2024-04-13"},
		{"MMddyyyy", "04132024", "2024-04-13"},
		{"Mdd yyyy", "413 2024", "2024-04-13"},
		{"Mdd yyyy", "1213 2024", "2024-12-13"},
		{"yMMdd", "240413", "0024-04-13"},
		{"yMMdd", "20240413", "2024-04-13"},
		{"yyyyMMdd", "20240413", "2024-04-13"},
		{"d.M.yyyy E", "3.3.2024 Foo", "… at index 9"},
		{"d.M.yyyy E", "3.3.2024 Sun", "2024-03-03"},
		{"d.M.yyyy E", "3.3.2024", "… at index 8"},
		{"d.M.yyyy EEEE", "3.3.2024 Sunday", "2024-03-03"},
		{"d.M.yyyy EEEE", "3.3.2024 Saturday", "…: Conflict found: Field DayOfWeek 7 differs from DayOfWeek 6 derived from 2024-03-03"},
		{"d.M.yyyy e", "3.3.2024 1", "2024-03-03"},
		{"d.M.yyyy eeee", "3.3.2024 Sunday", "2024-03-03"},
		{"d.M.yyyy eeee", "3.3.2024 Monday", "…: Conflict found: Field DayOfWeek 7 differs from DayOfWeek 1 derived from 2024-03-03"},
		{"d.M.yyyy G", "3.3.2024 AD", "2024-03-03"},
		{"d.M.yyyy G", "3.3.2024 XX", "… at index 9"},
		{"d.M.yyyy a", "3.3.2024 AM", "2024-03-03"},
		{"d.M.yyyy a", "3.3.2024 PM", "2024-03-03"},
		{"d.M.yyyy a", "3.3.2024 XM", "… at index 9"},
		{"d.M.yyyy a", "3.3.2024 5", "… at index 9"},
		{"yyyy-D", "2024-1", "2024-01-01"},
		{"yyyy-D", "2024-0", "…: Invalid value for DayOfYear (valid values 1 - 365/366): 0"},
		{"yyyy-D", "2024-366", "2024-12-31"},
		{"yyyy-D", "2023-366", "…: Invalid date 'DayOfYear 366' as '2023' is not a leap year"},
		{"yyyy-D", "2023-365", "2023-12-31"},
		{"yyyy-D", "2023-367", "…: Invalid value for DayOfYear (valid values 1 - 365/366): 367"},
		{"yyyy-DD", "2023-45", "2023-02-14"},
		{"yyyy-DDD", "2023-045", "2023-02-14"},
		{"d.M.yyyy HH:mm:ss", "3.3.2024 12:13:14", "2024-03-03"},
		{"d.M.yyyy HH:mm:ss", "3.3.2024 1:13:14", "… at index 9"},
		{"d.M.yyyy H:m:s", "3.3.2024 1:3:4", "2024-03-03"},
		{"d.M.yyyy S", "3.3.2024 1", "2024-03-03"},
		{"d.M.yyyy SSS", "3.3.2024 123", "2024-03-03"},
		{"d.M.yyyy S", "3.3.2024 12", "…, unparsed text found at index 10"},
		{"d.M.yyyy SSS", "3.3.2024 12", "… at index 9"},
		{"d.M.yy", "3.3.00", "2000-03-03"},
		{"M.d", "3.3", "…: Unable to obtain LocalDate"},
		{"yyyy-MM", "2024-05", "…: Unable to obtain LocalDate"},
		{"yyyy", "2024", "…: Unable to obtain LocalDate"},
		{"dd", "03", "…: Unable to obtain LocalDate"},
		{"yyyy-dd", "2024-05", "…: Unable to obtain LocalDate"},
		{"d MMMM yyyy", "3 May 2024", "2024-05-03"},
		{"d MMMM yyyy", "3 Ma 2024", "… at index 2"},
		{"d MMMM yyyy", "3", "… at index 1"},
		{"d MMMM yyyy", "", "… at index 0"},
		{"d MMMM yyyy", "3 5 2024", "… at index 2"},
		{"'am' d.M.yyyy", "am 3.3.2024", "2024-03-03"},
		{"'am' d.M.yyyy", "an 3.3.2024", "… at index 0"},
		{"'am' d.M.yyyy", "a", "… at index 0"},
		{"yyyy-MM-dd", "2024-02-29", "2024-02-29"},
		{"yyyy-MM-dd", "2023-02-29", "2023-02-28"},
		{"yyyy-MM-dd", "2024-02-30", "2024-02-29"},
		{"yyyy-MM-dd", "2024-01-31", "2024-01-31"},
		{"yyyy-MM-dd", "2024-12-31", "2024-12-31"},
		{"yyyy-MM-dd", "2024-11-31", "2024-11-30"},
		{"yyyy-MM-dd", "2024-12-32", "…: Invalid value for DayOfMonth (valid values 1 - 28/31): 32"},
		{"yyyy-MM-dd", "2024-12-00", "…: Invalid value for DayOfMonth (valid values 1 - 28/31): 0"},
		{"yyyy-MM-dd", "2024-00-01", "…: Invalid value for MonthOfYear (valid values 1 - 12): 0"},
		{"yyyy-MM-dd", "2024-01-01", "2024-01-01"},
		{"yyyy[-MM[-dd]]", "2024-05-03", "2024-05-03"},
		{"yyyy[-MM[-dd]]", "2024-05", "…: Unable to obtain LocalDate"},
		{"[yyyy-MM-dd][dd.MM.yyyy]", "03.05.2024", "2024-05-03"},
		{"[yyyy-MM-dd][dd.MM.yyyy]", "2024-05-03", "2024-05-03"},
		{"[yyyy-MM-dd][dd.MM.yyyy]", "2024.05.03", "…, unparsed text found at index 0"},
		{"LLLL d yyyy", "March 3 2024", "2024-03-03"},
		{"LLL d yyyy", "Mar 3 2024", "2024-03-03"},
		{"L d yyyy", "3 3 2024", "2024-03-03"},
		{"LL d yyyy", "03 3 2024", "2024-03-03"},
	} {
		want := strings.Replace(tt.want, "…", "Text '"+tt.text+"' could not be parsed", 1)
		date, err := compilePattern(t, tt.pattern).ParseExact(tt.text)
		got := date.Format(time.DateOnly)
		if err != nil {
			got = err.Error()
		}
		if got != want {
			t.Errorf("%s, %q: got %q, want %q", tt.pattern, tt.text, got, want)
		}
	}
}

// TestDigitsGoToTheFieldsThatNeedThem: a field of one letter leaves those that follow
// their digits, but not those behind a literal, an optional part or a name.
func TestDigitsGoToTheFieldsThatNeedThem(t *testing.T) {
	for _, tt := range []struct {
		fields   string
		reserved int
	}{{"MM", 2}, {"MMdd", 4}, {"MM.dd", 2}, {".MM", 0}, {"[MM]", 0}, {"MM[dd]", 2}, {"MMM", 0}, {"MMMdd", 0}, {"LLLdd", 0},
		{"EEdd", 0}, {"eeedd", 0}, {"add", 0}, {"Gdd", 0}, {"d", 0}, {"ddMyyyy", 2}, {"MMyyyy", 6}, {"eedd", 4}, {"DDD", 3}, {"", 0}} {
		if got := reservedDigits(compilePattern(t, tt.fields).fields); got != tt.reserved {
			t.Errorf("%s: got %d, want %d", tt.fields, got, tt.reserved)
		}
	}
}

func TestPatternsOfDatesAlone(t *testing.T) {
	for pattern, want := range map[string]bool{"": true, "yyyy-MM-dd": true, "E e L G D u": true, "'H'": true,
		"yyyy[ MM]": true, "HH": false, "yyyy h": false, "K": false, "k": false, "m": false, "s": false, "S": false, "a": false,
		"yyyy[ HH]": false, "yyyy[[ HH]]": false, "[dd]HH": false} {
		if got := compilePattern(t, pattern).OnlyDates(); got != want {
			t.Errorf("%q: got %v, want %v", pattern, got, want)
		}
	}
}
