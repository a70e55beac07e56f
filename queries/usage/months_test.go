package usage

import (
	"cmp"
	"math"
	"math/rand/v2"
	"slices"
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
			[]period{{day("2024-02-29T23:59:59.999"), day("2024-02-29T23:59:59.999")},
				{day("2024-03-01T00:00:00.000"), day("2024-03-01T00:00:00.000")}}},
		{"over a year", day("2023-12-15T12:00:00.000"), day("2024-02-01T08:00:00.000"), []period{
			{day("2023-12-15T12:00:00.000"), day("2023-12-31T23:59:59.999")},
			{day("2024-01-01T00:00:00.000"), day("2024-01-31T23:59:59.999")},
			{day("2024-02-01T00:00:00.000"), day("2024-02-01T08:00:00.000")}}},
	} {
		t.Run(c.name, func(t *testing.T) {
			got := calendarMonths(c.start, c.end)
			if len(got) != len(c.want) {
				t.Fatalf("got %v, want len(got) = %d", got, len(c.want))
			}
			for i := range got {
				if !got[i].start.Equal(c.want[i].start) || !got[i].end.Equal(c.want[i].end) {
					t.Errorf("part %d is %v to %v, want got[i].start.Equal(c.want[i].start) and "+
						"got[i].end.Equal(c.want[i].end)", i, got[i].start, got[i].end)
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
			if !p.start.Equal(at) || p.end.Before(p.start) || p.start.Month() != p.end.Month() ||
				p.start.Year() != p.end.Year() {
				t.Fatalf("%v to %v: part %v to %v behind %v, want parts of one month, one after the other",
					start, end, p.start, p.end, at)
			}
			at = p.end.Add(time.Millisecond)
		}
		if !at.Add(-time.Millisecond).Equal(end) {
			t.Fatalf("%v to %v: the last part ends before %v, want at.Add(-time.Millisecond).Equal(end)", start, end, at)
		}
	}
}

// However a stretch is cut, each of its milliseconds lies in one whole day or in one
// end, and no other.
func TestSpansCoverTheStretch(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	edge := func() int64 { return (r.Int64N(60)-30)*dayMillis + []int64{0, -1, 1, r.Int64N(dayMillis)}[r.IntN(4)] }
	for range 3000 {
		lo, hi := edge(), edge()
		if lo > hi {
			lo, hi = hi, lo
		}
		days, ends := splitDays(3, lo, hi)
		covered := int64(0)
		for _, d := range days {
			ends = append(ends, spanned{d.n, d.lo * dayMillis, (d.hi+1)*dayMillis - 1})
		}
		slices.SortFunc(ends, func(a, b spanned) int { return cmp.Compare(a.lo, b.lo) })
		for i, e := range ends {
			if covered += e.hi - e.lo + 1; e.n != 3 || e.lo > e.hi || i > 0 && e.lo != ends[i-1].hi+1 {
				t.Fatalf("%d to %d: %v, want parts that follow each other", lo, hi, ends)
			}
		}
		if covered != hi-lo+1 || ends[0].lo != lo {
			t.Fatalf("%d to %d: %v, want all of them", lo, hi, ends)
		}
	}
	if days, ends := splitDays(0, math.MinInt64, 5*dayMillis+7); days[0] != (spanned{0, math.MinInt64, 4}) ||
		ends[0] != (spanned{0, 5 * dayMillis, 5*dayMillis + 7}) {
		t.Error(days, ends)
	}
}
