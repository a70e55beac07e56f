package javalib

import (
	"strings"
	"time"

	"github.com/seed-62a36931/docket/rules/host"
)

func dateMethod(signature string, body func(d *date, a []any) any) *host.Method {
	return pureMethod(signature, func(this any, a []any) any { return body(this.(*date), a) })
}

// inRange returns a number of days, months or years, and throws when no date can be that
// far away.
func inRange(v any) int {
	const limit = 800_000_000_000 // days of more than all years
	n, _ := toLong(v)
	if n > limit || n < -limit {
		host.Throw("DateTimeException", "the date is out of range")
	}
	return int(n)
}

func (d *date) addPeriod(p *period, sign int) *date {
	return d.addMonths(sign * (12*p.years + p.months)).addDays(sign * p.days)
}

func (d *date) addUnits(sign int, a []any) any {
	n := sign * inRange(a[0])
	if unit := a[1].(*host.Enum).Name; unitMonths[unit] > 0 {
		return d.addMonths(n * unitMonths[unit])
	} else {
		return d.addDays(n * unitDays[unit])
	}
}

func leapDay(year int) int32 {
	return int32(time.Date(year, 3, 0, 0, 0, 0, 0, time.UTC).Day() - 28)
}

// clippedDate returns a date; when the month is too short, it is the last day of the month.
func clippedDate(year, month, day int) any {
	if month < 1 || month > 12 {
		host.Throw("DateTimeException", "Invalid value for MonthOfYear (valid values 1 - 12): %d", month)
	}
	return newDate(year, month, min(day, time.Date(year, time.Month(month)+1, 0, 0, 0, 0, 0, time.UTC).Day()))
}

// shiftMethods returns the plus and minus methods for one unit.
func shiftMethods(unit string, shift func(d *date, n int) *date) []*host.Method {
	by := func(sign int) func(d *date, a []any) any {
		return func(d *date, a []any) any { return shift(d, sign*inRange(a[0])) }
	}
	return []*host.Method{dateMethod("plus"+unit+"(long) LocalDate", by(1)), dateMethod("minus"+unit+"(long) LocalDate", by(-1))}
}

func dateMethods() []*host.Method {
	out := []*host.Method{
		dateMethod("getYear() int", func(d *date, _ []any) any { return int32(d.Year()) }),
		dateMethod("getMonthValue() int", func(d *date, _ []any) any { return int32(d.Month()) }),
		dateMethod("getDayOfMonth() int", func(d *date, _ []any) any { return int32(d.Day()) }),
		dateMethod("getDayOfYear() int", func(d *date, _ []any) any { return int32(d.YearDay()) }),
		dateMethod("getDayOfWeek() DayOfWeek", func(d *date, _ []any) any { return weekdays[strings.ToUpper(d.Weekday().String())] }),
		dateMethod("getMonth() Month", func(d *date, _ []any) any { return months[strings.ToUpper(d.Month().String())] }),
		dateMethod("lengthOfYear() int", func(d *date, _ []any) any { return 365 + leapDay(d.Year()) }),
		dateMethod("isLeapYear() boolean", func(d *date, _ []any) any { return leapDay(d.Year()) == 1 }),
		dateMethod("toEpochDay() long", func(d *date, _ []any) any { return d.Unix() / (24 * 60 * 60) }),
		dateMethod("lengthOfMonth() int", func(d *date, _ []any) any { return int32(d.lengthOfMonth()) }),
		dateMethod("isBefore(LocalDate) boolean", func(d *date, a []any) any { return d.Before(dateOf(a[0]).Time) }),
		dateMethod("isAfter(LocalDate) boolean", func(d *date, a []any) any { return d.After(dateOf(a[0]).Time) }),
		dateMethod("isEqual(LocalDate) boolean", func(d *date, a []any) any { return d.EqualTo(dateOf(a[0])) }),
		dateMethod("format(DateTimeFormatter) String", func(d *date, a []any) any { return a[0].(*formatter).formatDate(d) }),
		dateMethod("atStartOfDay(ZoneId) ZonedDateTime", func(d *date, a []any) any {
			zone := zoneOf(a[0])
			return &zonedTime{zone.In(time.UnixMilli(zone.MillisByWall(d.UnixMilli()))), zone}
		}),
		dateMethod("until(LocalDate) Period", func(d *date, a []any) any { return periodBetween(d, dateOf(a[0])) }),
		dateMethod("withDayOfMonth(int) LocalDate", func(d *date, a []any) any {
			return newDate(d.Year(), int(d.Month()), int(a[0].(int32)))
		}),
		dateMethod("withMonth(int) LocalDate", func(d *date, a []any) any { return clippedDate(d.Year(), int(a[0].(int32)), d.Day()) }),
		dateMethod("withYear(int) LocalDate", func(d *date, a []any) any {
			return clippedDate(int(a[0].(int32)), int(d.Month()), d.Day())
		}),
		dateMethod("until(LocalDate, ChronoUnit) long", func(d *date, a []any) any {
			return unitsBetween(a[1].(*host.Enum).Name, d, dateOf(a[0]))
		}),
		dateMethod("plus(Period) LocalDate", func(d *date, a []any) any { return d.addPeriod(periodOf(a[0]), 1) }),
		dateMethod("minus(Period) LocalDate", func(d *date, a []any) any { return d.addPeriod(periodOf(a[0]), -1) }),
		dateMethod("plus(long, ChronoUnit) LocalDate", func(d *date, a []any) any { return d.addUnits(1, a) }),
		dateMethod("minus(long, ChronoUnit) LocalDate", func(d *date, a []any) any { return d.addUnits(-1, a) }),
	}
	out = append(out, shiftMethods("Days", (*date).addDays)...)
	out = append(out, shiftMethods("Weeks", func(d *date, n int) *date { return d.addDays(7 * n) })...)
	out = append(out, shiftMethods("Months", (*date).addMonths)...)
	return append(out, shiftMethods("Years", func(d *date, n int) *date { return d.addMonths(12 * n) })...)
}

var (
	weekdays = host.NewEnumeration("DayOfWeek", "MONDAY", "TUESDAY", "WEDNESDAY", "THURSDAY", "FRIDAY", "SATURDAY", "SUNDAY")
	months   = host.NewEnumeration("Month", "JANUARY", "FEBRUARY", "MARCH", "APRIL", "MAY", "JUNE", "JULY", "AUGUST", "SEPTEMBER",
		"OCTOBER", "NOVEMBER", "DECEMBER")
)

// getValueMethod returns the method getValue of an enumeration that counts from one.
func getValueMethod() *host.Method {
	return pureMethod("getValue() int", func(this any, _ []any) any { return int32(this.(*host.Enum).Ordinal + 1) })
}

var dateClasses = []*host.Class{
	{Name: "LocalDate", Supers: []string{"Comparable"}, Methods: dateMethods(), Constants: map[string]any{"EPOCH": newDate(1970, 1, 1)},
		Statics: []*host.Method{
			pureMethod("of(int, int, int) LocalDate", func(_ any, a []any) any {
				return newDate(int(a[0].(int32)), int(a[1].(int32)), int(a[2].(int32)))
			}),
			pureMethod("of(int, Month, int) LocalDate", func(_ any, a []any) any {
				return newDate(int(a[0].(int32)), a[1].(*host.Enum).Ordinal+1, int(a[2].(int32)))
			}),
			pureMethod("ofEpochDay(long) LocalDate", func(_ any, a []any) any { return newDate(1970, 1, 1).addDays(inRange(a[0])) }),
			pureMethod("ofYearDay(int, int) LocalDate", func(_ any, a []any) any {
				year, day := a[0].(int32), a[1].(int32)
				if day < 1 || day > 365+leapDay(int(year)) {
					host.Throw("DateTimeException", "Invalid day %d of the year %d", day, year)
				}
				return newDate(int(year), 1, 1).addDays(int(day) - 1)
			}),
			pureMethod("parse(CharSequence) LocalDate", parseDate),
			pureMethod("parse(CharSequence, DateTimeFormatter) LocalDate", parseDate),
		}},
	{Name: "DateTimeFormatter",
		Constants: map[string]any{"ISO_LOCAL_DATE": isoDate, "ISO_DATE": isoDate, "BASIC_ISO_DATE": isoFormatter("uuuuMMdd")},
		Statics: []*host.Method{
			pureMethod("ofPattern(String) DateTimeFormatter", ofPattern),
			pureMethod("ofPattern(String, Locale) DateTimeFormatter", ofPattern),
		}, Methods: []*host.Method{pureMethod("format(LocalDate) String", func(this any, a []any) any {
			return this.(*formatter).formatDate(dateOf(a[0]))
		})}},
	{Name: "ChronoUnit",
		Constants: host.NewEnumeration("ChronoUnit", "DAYS", "WEEKS", "MONTHS", "YEARS", "DECADES", "CENTURIES", "MILLENNIA"),
		Methods: []*host.Method{
			pureMethod("between(LocalDate, LocalDate) long", func(this any, a []any) any {
				return unitsBetween(this.(*host.Enum).Name, dateOf(a[0]), dateOf(a[1]))
			}),
		}},
	{Name: "DayOfWeek", Constants: weekdays, Methods: []*host.Method{getValueMethod()}},
	{Name: "Month", Constants: months, Methods: []*host.Method{getValueMethod()}},
	{Name: "Period", Methods: periodMethods(), Statics: periodStatics, Constants: map[string]any{"ZERO": &period{}}},
}
