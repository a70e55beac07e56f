package javalib

import (
	"errors"
	"strings"

	"github.com/seed-62a36931/docket/rules/calendar"
	"github.com/seed-62a36931/docket/rules/host"
)

// calendarOf is a java.util.GregorianCalendar.
type calendarOf struct{ *calendar.Calendar }

// ClassName returns GregorianCalendar.
func (*calendarOf) ClassName() string { return "GregorianCalendar" }

// EqualTo reports whether time, zone and the rules for weeks are equal.
func (c *calendarOf) EqualTo(o any) bool {
	other, ok := o.(*calendarOf)
	if !ok {
		return false
	}
	equal, err := c.Equal(other.Calendar)
	throwProblem(err)
	return equal
}

// HashCode returns a hash code of the time.
func (c *calendarOf) HashCode() int32 { return host.HashCode(c.millis()) }

// CompareTo orders by time.
func (c *calendarOf) CompareTo(o any) int32 {
	other, ok := o.(*calendarOf)
	if !ok {
		if o != nil {
			host.Throw("ClassCastException", "%s is no Calendar", host.ClassNameOf(o))
		}
		host.Throw("NullPointerException", "the calendar is null")
	}
	return host.Compare(c.millis(), other.millis())
}

// millis returns the milliseconds since 1970.
func (c *calendarOf) millis() int64 { return valueOrThrow(c.Millis()) }

// throwProblem throws the exception of a calendar's problem.
func throwProblem(err error) {
	var problem *calendar.Problem
	if errors.As(err, &problem) {
		host.Throw(problem.Class, "%s", problem.Message)
	}
}

func valueOrThrow[V any](v V, err error) V {
	throwProblem(err)
	return v
}

// timeZone is a java.util.TimeZone.
type timeZone struct{ *calendar.Zone }

// ClassName returns TimeZone.
func (*timeZone) ClassName() string { return "TimeZone" }

// EqualTo reports whether the identifiers are equal.
func (z *timeZone) EqualTo(o any) bool {
	other, ok := o.(*timeZone)
	return ok && other.ID == z.ID
}

// HashCode returns the hash code of the identifier.
func (z *timeZone) HashCode() int32 { return host.HashCode(z.ID) }

func timeZoneOf(v any) *calendar.Zone {
	z, ok := v.(*timeZone)
	if !ok {
		host.Throw("NullPointerException", "the time zone is null")
	}
	return z.Zone
}

// newCalendar returns a calendar without a time, by the zone and the locale in arguments.
func newCalendar(a []any) *calendarOf {
	zone, firstDay, minimalDays := calendar.UTC, 1, 1
	for _, v := range a {
		switch v := v.(type) {
		case *timeZone:
			zone = v.Zone
		case *host.Enum:
			switch v.Name {
			case "UK", "GERMANY", "FRANCE", "ITALY":
				firstDay, minimalDays = 2, 4
			}
		case nil:
			host.Throw("NullPointerException", "the time zone or locale is null")
		}
	}
	return &calendarOf{calendar.New(zone, firstDay, minimalDays)}
}

func makeCalendar(_ any, a []any) any { return newCalendar(a) }

// newCalendarAt makes a calendar of year, month from 0, day and time of day.
func newCalendarAt(_ any, a []any) any {
	c := newCalendar(nil)
	throwProblem(c.Clear())
	c.setFields(a)
	return c
}

// setFields sets year, month and day and, when there are as many, hour, minute and second.
func (c *calendarOf) setFields(a []any) {
	fields := []int{calendar.Year, calendar.Month, calendar.DayOfMonth, calendar.HourOfDay, calendar.MinuteField, calendar.SecondField}
	for i, v := range a {
		throwProblem(c.Set(fields[i], int(v.(int32))))
	}
}

func calendarMethod(signature string, body func(c *calendarOf, a []any) any) *host.Method {
	return pureMethod(signature, func(this any, a []any) any { return body(this.(*calendarOf), a) })
}

// fieldMethod returns a method of a field that returns a number.
func fieldMethod(signature string, body func(c *calendarOf, field int) (int, error)) *host.Method {
	return calendarMethod(signature, func(c *calendarOf, a []any) any { return int32(valueOrThrow(body(c, int(a[0].(int32))))) })
}

// changeMethod returns a method that changes a calendar.
func changeMethod(signature string, change func(c *calendarOf, a []any) error) *host.Method {
	return calendarMethod(signature, func(c *calendarOf, a []any) any { throwProblem(change(c, a)); return nil })
}

// compareTimes compares the time of a calendar with that of another; a value that is no calendar is
// neither before nor after it.
func compareTimes(sign int32) func(c *calendarOf, a []any) any {
	return func(c *calendarOf, a []any) any {
		other, ok := a[0].(*calendarOf)
		return ok && c.CompareTo(other) == sign
	}
}

var calendarMethods = []*host.Method{
	fieldMethod("get(int) int", func(c *calendarOf, field int) (int, error) { return c.Get(field) }),
	changeMethod("set(int, int) void", func(c *calendarOf, a []any) error { return c.Set(int(a[0].(int32)), int(a[1].(int32))) }),
	changeMethod("set(int, int, int) void", func(c *calendarOf, a []any) error { c.setFields(a); return nil }),
	changeMethod("set(int, int, int, int, int) void", func(c *calendarOf, a []any) error { c.setFields(a); return nil }),
	changeMethod("set(int, int, int, int, int, int) void", func(c *calendarOf, a []any) error { c.setFields(a); return nil }),
	changeMethod("add(int, int) void", func(c *calendarOf, a []any) error { return c.Add(int(a[0].(int32)), int(a[1].(int32))) }),
	changeMethod("roll(int, int) void", func(c *calendarOf, a []any) error { return c.Roll(int(a[0].(int32)), int(a[1].(int32))) }),
	changeMethod("roll(int, boolean) void", func(c *calendarOf, a []any) error {
		if a[1].(bool) {
			return c.Roll(int(a[0].(int32)), 1)
		}
		return c.Roll(int(a[0].(int32)), -1)
	}),
	changeMethod("clear() void", func(c *calendarOf, _ []any) error { return c.Clear() }),
	changeMethod("clear(int) void", func(c *calendarOf, a []any) error { return c.Clear(int(a[0].(int32))) }),
	calendarMethod("isSet(int) boolean", func(c *calendarOf, a []any) any { return c.IsSet(int(a[0].(int32))) }),
	calendarMethod("getTime() Date", func(c *calendarOf, _ []any) any { return &utilDate{c.millis()} }),
	calendarMethod("setTime(Date) void", func(c *calendarOf, a []any) any { c.SetMillis(utilDateOf(a[0]).millis); return nil }),
	calendarMethod("getTimeInMillis() long", func(c *calendarOf, _ []any) any { return c.millis() }),
	calendarMethod("setTimeInMillis(long) void", func(c *calendarOf, a []any) any { c.SetMillis(a[0].(int64)); return nil }),
	calendarMethod("before(Object) boolean", compareTimes(-1)),
	calendarMethod("after(Object) boolean", compareTimes(1)),
	fieldMethod("getActualMaximum(int) int", func(c *calendarOf, field int) (int, error) { return c.ActualMaximum(field) }),
	fieldMethod("getActualMinimum(int) int", func(_ *calendarOf, field int) (int, error) { return calendar.Minimum(field) }),
	fieldMethod("getMaximum(int) int", func(_ *calendarOf, field int) (int, error) { return calendar.Maximum(field) }),
	fieldMethod("getMinimum(int) int", func(_ *calendarOf, field int) (int, error) { return calendar.Minimum(field) }),
	calendarMethod("clone() Calendar", func(c *calendarOf, _ []any) any { return &calendarOf{c.Clone()} }),
	calendarMethod("isLenient() boolean", func(c *calendarOf, _ []any) any { return c.Lenient() }),
	calendarMethod("setLenient(boolean) void", func(c *calendarOf, a []any) any { c.SetLenient(a[0].(bool)); return nil }),
	calendarMethod("getTimeZone() TimeZone", func(c *calendarOf, _ []any) any { return &timeZone{c.Zone()} }),
	calendarMethod("setTimeZone(TimeZone) void", func(c *calendarOf, a []any) any { c.SetZone(timeZoneOf(a[0])); return nil }),
	calendarMethod("getFirstDayOfWeek() int", func(c *calendarOf, _ []any) any { return int32(c.FirstDay()) }),
	calendarMethod("setFirstDayOfWeek(int) void", func(c *calendarOf, a []any) any { c.SetFirstDay(int(a[0].(int32))); return nil }),
	calendarMethod("getMinimalDaysInFirstWeek() int", func(c *calendarOf, _ []any) any { return int32(c.MinimalDays()) }),
	calendarMethod("setMinimalDaysInFirstWeek(int) void", func(c *calendarOf, a []any) any {
		c.SetMinimalDays(int(a[0].(int32)))
		return nil
	}),
	calendarMethod("toInstant() Instant", func(c *calendarOf, _ []any) any { return instantOfMillis(c.millis()) }),
}

// calendarConstants holds the fields, and the months, weekdays, halves and eras from their first
// numbers on.
func calendarConstants() map[string]any {
	out := map[string]any{"DATE": int32(calendar.DayOfMonth), "BC": int32(0), "AD": int32(1), "UNDECIMBER": int32(12)}
	for first, list := range map[int][]string{
		0: {"ERA YEAR MONTH WEEK_OF_YEAR WEEK_OF_MONTH DAY_OF_MONTH DAY_OF_YEAR DAY_OF_WEEK DAY_OF_WEEK_IN_MONTH " +
			"AM_PM HOUR HOUR_OF_DAY MINUTE SECOND MILLISECOND ZONE_OFFSET DST_OFFSET", "AM PM",
			"JANUARY FEBRUARY MARCH APRIL MAY JUNE JULY AUGUST SEPTEMBER OCTOBER NOVEMBER DECEMBER"},
		1: {"SUNDAY MONDAY TUESDAY WEDNESDAY THURSDAY FRIDAY SATURDAY"},
	} {
		for _, names := range list {
			for i, name := range strings.Fields(names) {
				out[name] = int32(first + i)
			}
		}
	}
	return out
}

// winter is a time at which zones have no daylight saving in the north, see rawOffset.
const winter = 1704067200000

// rawOffset returns the distance of a zone from GMT without daylight saving, in milliseconds.
func rawOffset(z *calendar.Zone) int32 {
	offset, saving := z.Offsets(winter)
	return int32(offset - saving)
}

func zoneMethod(signature string, body func(z *calendar.Zone, a []any) any) *host.Method {
	return pureMethod(signature, func(this any, a []any) any { return body(this.(*timeZone).Zone, a) })
}

var calendarClasses = []*host.Class{
	{Name: "Calendar", Supers: []string{"Comparable"}, MayHide: true, Methods: calendarMethods, Constants: calendarConstants(),
		Statics: []*host.Method{
			pureMethod("getInstance() Calendar", makeCalendar),
			pureMethod("getInstance(TimeZone) Calendar", makeCalendar),
			pureMethod("getInstance(Locale) Calendar", makeCalendar),
			pureMethod("getInstance(TimeZone, Locale) Calendar", makeCalendar),
		}},
	{Name: "GregorianCalendar", Supers: []string{"Calendar"}, MayHide: true, Constants: calendarConstants(),
		Makers: []*host.Method{
			pureMethod("GregorianCalendar() GregorianCalendar", makeCalendar),
			pureMethod("GregorianCalendar(TimeZone) GregorianCalendar", makeCalendar),
			pureMethod("GregorianCalendar(Locale) GregorianCalendar", makeCalendar),
			pureMethod("GregorianCalendar(TimeZone, Locale) GregorianCalendar", makeCalendar),
			pureMethod("GregorianCalendar(int, int, int) GregorianCalendar", newCalendarAt),
			pureMethod("GregorianCalendar(int, int, int, int, int) GregorianCalendar", newCalendarAt),
			pureMethod("GregorianCalendar(int, int, int, int, int, int) GregorianCalendar", newCalendarAt),
		},
		Methods: []*host.Method{calendarMethod("isLeapYear(int) boolean", func(_ *calendarOf, a []any) any {
			year := int(a[0].(int32))
			return calendar.LengthOfMonth(year, 1) == 29
		})}},
	{Name: "TimeZone", MayHide: true, Statics: []*host.Method{
		pureMethod("getTimeZone(String) TimeZone", func(_ any, a []any) any { return &timeZone{calendar.ZoneNamed(toText(a[0]))} }),
		pureMethod("getDefault() TimeZone", func(any, []any) any { return &timeZone{calendar.UTC} }),
	}, Methods: []*host.Method{
		zoneMethod("getID() String", func(z *calendar.Zone, _ []any) any { return z.ID }),
		zoneMethod("getRawOffset() int", func(z *calendar.Zone, _ []any) any { return rawOffset(z) }),
		zoneMethod("getOffset(long) int", func(z *calendar.Zone, a []any) any {
			offset, _ := z.Offsets(a[0].(int64))
			return int32(offset)
		}),
		zoneMethod("inDaylightTime(Date) boolean", func(z *calendar.Zone, a []any) any {
			_, saving := z.Offsets(utilDateOf(a[0]).millis)
			return saving != 0
		}),
	}},
}
