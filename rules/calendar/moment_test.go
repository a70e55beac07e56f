package calendar

import (
	"bufio"
	"compress/gzip"
	"fmt"
	"os"
	"strconv"
	"strings"
	"testing"
)

// readRecord returns the lines of a compressed record.
func readRecord(t *testing.T, path string) []string {
	t.Helper()
	file, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = file.Close() }()
	text, err := gzip.NewReader(file)
	if err != nil {
		t.Fatal(err)
	}
	var out []string
	lines := bufio.NewScanner(text)
	for lines.Scan() {
		out = append(out, lines.Text())
	}
	if err := lines.Err(); err != nil {
		t.Fatal(err)
	}
	return out
}

// TestMomentsAreThoseOfJava compares random times, many of them about the change of the calendar,
// with java.util.Date. A row is milliseconds, toString and five getters, or the arguments of a
// constructor, which lie out of their range, and the milliseconds.
func TestMomentsAreThoseOfJava(t *testing.T) {
	rows := readRecord(t, "testdata/java-moments.txt.gz")
	if len(rows) < 8000 {
		t.Fatalf("only %d rows, want at least 8000", len(rows))
	}
	for _, row := range rows {
		var got string
		if args, _, made := strings.Cut(row, "|"); strings.Contains(args, ",") && made {
			var year, month, day, hour int
			if _, err := fmt.Sscanf(args, "%d,%d,%d,%d", &year, &month, &day, &hour); err != nil {
				t.Fatal(row, err)
			}
			got = fmt.Sprint(args, "|", Moment{Civil{year + 1900, month, day}, hour, 7, 9, 0}.Millis())
		} else {
			millis, err := strconv.ParseInt(args, 10, 64)
			if err != nil {
				t.Fatal(row, err)
			}
			m := MomentOf(millis)
			got = fmt.Sprintf("%d|%v|%d|%d|%d|%d|%d", millis, m, m.EraYear()-1900, m.Month, m.Day, m.Weekday(), m.Hour)
		}
		if got != row {
			t.Errorf("got %s, want %s", got, row)
		}
	}
}

// TestDaysAreCountedThereAndBack counts all days of some thousand years.
func TestDaysAreCountedThereAndBack(t *testing.T) {
	last := CivilOf(-1_200_001)
	for day := -1_200_000; day < 400_000; day++ {
		c := CivilOf(day)
		follows := c.Day == last.Day+1 && c.Month == last.Month && c.Year == last.Year || c.Day == 1 && c != last ||
			last == Civil{1582, 9, 4} && c == Civil{1582, 9, 15}
		if back := DayOf(c); back != day || !follows || c.Day > LengthOfMonth(c.Year, c.Month) {
			t.Fatalf("day %d is %v behind %v, and that is day %d", day, c, last, back)
		}
		last = c
	}
}

func TestTextsThatAreDays(t *testing.T) {
	tests := []struct {
		text string
		want Civil // none where it is the zero value
	}{
		{"15-Mar-2020", Civil{2020, 2, 15}}, {"5-mar-2020", Civil{2020, 2, 5}}, {" 15-MARCH-2020 10:30", Civil{2020, 2, 15}},
		{"31-Feb-2020", Civil{2020, 2, 2}}, {"15-Mar-20", Civil{20, 2, 15}}, {"01-Sep-1970x", Civil{1970, 8, 1}},
		{"2020-03-15", Civil{}}, {"15.03.2020", Civil{}}, {"15-03-2020", Civil{}}, {"", Civil{}}, {"15-Mrz-2020", Civil{}},
		{"99999999999-Mar-2020", Civil{}}, {"15-Mar", Civil{}},
	}
	for _, tt := range tests {
		day, ok := ParseDay(tt.text)
		if ok != (tt.want != Civil{}) || ok && CivilOf(day) != tt.want {
			t.Errorf("%q: got %v, %v, want %v", tt.text, CivilOf(day), ok, tt.want)
		}
	}
}
