package queries

import (
	"math/rand/v2"
	"testing"
	"time"
)

func TestCalendarMonths(t *testing.T) {
	day := func(s string) time.Time {
		at, err := time.Parse("2006-01-02T15:04:05.000", s)
		if err != nil {
			t.Fatal(err)
		}
		return at
	}
	for _, c := range []struct {
		name       string
		start, end time.Time
		want       []period
	}{
		{"one millisecond", day("2024-02-29T23:59:59.999"), day("2024-02-29T23:59:59.999"),
			[]period{{day("2024-02-29T23:59:59.999"), day("2024-02-29T23:59:59.999")}}},
		{"over a limit", day("2024-02-29T23:59:59.999"), day("2024-03-01T00:00:00.000"),
			[]period{{day("2024-02-29T23:59:59.999"), day("2024-02-29T23:59:59.999")}, {day("2024-03-01T00:00:00.000"), day("2024-03-01T00:00:00.000")}}},
		{"over a year", day("2023-12-15T12:00:00.000"), day("2024-02-01T08:00:00.000"), []period{
			{day("2023-12-15T12:00:00.000"), day("2023-12-31T23:59:59.999")},
			{day("2024-01-01T00:00:00.000"), day("2024-01-31T23:59:59.999")},
			{day("2024-02-01T00:00:00.000"), day("2024-02-01T08:00:00.000")}}},
	} {
		t.Run(c.name, func(t *testing.T) {
			got := calendarMonths(c.start, c.end)
			if len(got) != len(c.want) {
				t.Fatalf("got %v", got)
			}
			for i := range got {
				if !got[i].start.Equal(c.want[i].start) || !got[i].end.Equal(c.want[i].end) {
					t.Errorf("part %d is %v to %v", i, got[i].start, got[i].end)
				}
			}
		})
	}
}

// However a period is cut, its parts lie in one month each and leave no
// millisecond out.
func TestMonthsCoverThePeriod(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	for range 500 {
		start := time.UnixMilli(r.Int64N(4e12) - 1e12).UTC()
		end := start.Add(time.Duration(r.Int64N(int64(9 * 365 * 24 * time.Hour)))).Truncate(time.Millisecond)
		parts := calendarMonths(start, end)
		at := start
		for _, p := range parts {
			if !p.start.Equal(at) || p.end.Before(p.start) || p.start.Month() != p.end.Month() || p.start.Year() != p.end.Year() {
				t.Fatalf("%v to %v: part %v to %v behind %v", start, end, p.start, p.end, at)
			}
			at = p.end.Add(time.Millisecond)
		}
		if !at.Add(-time.Millisecond).Equal(end) {
			t.Fatalf("%v to %v: the last part ends before %v", start, end, at)
		}
	}
}
