package rules

import (
	"strings"
	"testing"
)

// TestCalendarsHaveNoClock makes calendars that would have the present time in Java. They must be
// given a day before they are read; what is missing of the time of day is midnight.
func TestCalendarsHaveNoClock(t *testing.T) {
	const none = "throws IllegalStateException: the calendar has no time yet"
	tests := []struct{ name, code, want string }{
		{"read", `Calendar c = Calendar.getInstance(); c.getTime()`, none},
		{"a field", `new GregorianCalendar().get(Calendar.YEAR)`, none},
		{"added to", `Calendar c = Calendar.getInstance(); c.add(Calendar.DATE, 1); c.getTime()`, none},
		{"rolled", `Calendar c = Calendar.getInstance(); c.roll(Calendar.DATE, 1); c.getTime()`, none},
		{"compared", `Calendar.getInstance().before(new GregorianCalendar(2020, 1, 1))`, none},
		{"maximum", `Calendar.getInstance().getActualMaximum(Calendar.DATE)`, none},
		{"an hour", `Calendar c = Calendar.getInstance(); c.set(Calendar.HOUR_OF_DAY, 0); c.getTime()`, none},
		{"a day of any year", `Calendar c = Calendar.getInstance(); c.set(Calendar.DAY_OF_YEAR, 5); c.getTime()`, none},
		{"a month of a year", `Calendar c = Calendar.getInstance(); c.set(Calendar.YEAR, 2020); c.set(Calendar.MONTH, 1); ` +
			`c.getTime()`, none},
		{"one field cleared", `Calendar c = Calendar.getInstance(); c.clear(Calendar.YEAR); c.getTime()`, none},
		{"a day", `Calendar c = Calendar.getInstance(); c.set(2020, 1, 29); c.getTime()`, "Sat Feb 29 00:00:00 UTC 2020"},
		{"a day and an hour", `Calendar c = Calendar.getInstance(); c.set(2020, 1, 29); c.set(Calendar.HOUR_OF_DAY, 8); c.getTime()`,
			"Sat Feb 29 08:00:00 UTC 2020"},
		{"a day of a year", `Calendar c = Calendar.getInstance(); c.set(Calendar.YEAR, 2020); c.set(Calendar.DAY_OF_YEAR, 60); c.getTime()`,
			"Sat Feb 29 00:00:00 UTC 2020"},
		{"a day of a week", `Calendar c = Calendar.getInstance(); c.set(Calendar.YEAR, 2020); c.set(Calendar.WEEK_OF_YEAR, 9); ` +
			`c.set(Calendar.DAY_OF_WEEK, Calendar.SATURDAY); c.getTime()`, "Sat Feb 29 00:00:00 UTC 2020"},
		{"changed after it", `Calendar c = Calendar.getInstance(); c.set(2020, 1, 29); c.getTime(); c.add(Calendar.YEAR, 1); c.getTime()`,
			"Sun Feb 28 00:00:00 UTC 2021"},
		{"cleared", `Calendar c = Calendar.getInstance(); c.clear(); c.getTimeInMillis()`, "0"},
		{"a time", `Calendar c = new GregorianCalendar(); c.setTime(new Date(5L)); c.getTimeInMillis()`, "5"},
		{"a copy", `Calendar c = (Calendar) Calendar.getInstance().clone(); c.getTime()`, none},
		{"a format", `new SimpleDateFormat("yyyy").getCalendar().getTime()`, none},
		{"years of two digits", `new SimpleDateFormat("yy").parse("46") + " " + new SimpleDateFormat("yy").parse("45")`,
			"Tue Jan 01 00:00:00 UTC 1946 Sun Jan 01 00:00:00 UTC 2045"},
	}
	b := newBench()
	for _, tt := range tests {
		if got := b.run(t, "Object", tt.code); got != tt.want && !(tt.want == none && strings.HasPrefix(got, none)) {
			t.Errorf("%s: got %s, want %s", tt.name, got, tt.want)
		}
	}
}

// TestLimitsOfDateFormats has a pattern that is too long, and one that is written so often that the
// limit of steps ends it.
func TestLimitsOfDateFormats(t *testing.T) {
	b := newBench()
	if got := b.run(t, "Object", `new SimpleDateFormat("y ".repeat(501))`); !strings.Contains(got, "IllegalArgumentException") {
		t.Errorf("a long pattern: got %s, want %q in it", got, "IllegalArgumentException")
	}
	javaGives(t, []javaCase{{`try { new SimpleDateFormat("y ".repeat(501)); } catch (IllegalArgumentException e) { out = e.getMessage(); }`,
		"the pattern is longer than 1000 characters"}})
}
