package javalib

import (
	"fmt"

	"github.com/seed-62a36931/docket/rules/calendar"
	"github.com/seed-62a36931/docket/rules/host"
)

// utilDate is a java.util.Date: milliseconds since 1970.
type utilDate struct{ millis int64 }

// ClassName returns Date.
func (*utilDate) ClassName() string { return "Date" }

// String returns the form Sun Mar 15 10:30:00 UTC 2020.
func (d *utilDate) String() string { return calendar.MomentOf(d.millis).String() }

// EqualTo reports whether the times are equal.
func (d *utilDate) EqualTo(o any) bool {
	other, ok := o.(*utilDate)
	return ok && other.millis == d.millis
}

// HashCode returns the hash code of java.util.Date.
func (d *utilDate) HashCode() int32 { return host.HashCode(d.millis) }

// CompareTo orders by time.
func (d *utilDate) CompareTo(o any) int32 { return host.Compare(d.millis, utilDateOf(o).millis) }

func utilDateOf(v any) *utilDate {
	d, ok := v.(*utilDate)
	if !ok {
		if v != nil {
			host.Throw("ClassCastException", "%s is no Date", host.ClassNameOf(v))
		}
		host.Throw("NullPointerException", "the date is null")
	}
	return d
}

func utilDateMethod(signature string, body func(d *utilDate, a []any) any) *host.Method {
	return pureMethod(signature, func(this any, a []any) any { return body(this.(*utilDate), a) })
}

// newUtilDate makes a date of year since 1900, month from 0, day and time of day.
func newUtilDate(_ any, a []any) any {
	var n [6]int
	for i, v := range a {
		n[i] = int(v.(int32))
	}
	m := calendar.Moment{Civil: calendar.Civil{Year: n[0] + 1900, Month: n[1], Day: n[2]}, Hour: n[3], Minute: n[4], Second: n[5]}
	return &utilDate{m.Millis()}
}

// momentParts holds, by the names of their accessors, the parts of a date that old code reads and
// sets.
var momentParts = []struct {
	name string
	get  func(m calendar.Moment) int
	set  func(m *calendar.Moment, n int)
}{
	{"Year", func(m calendar.Moment) int { return m.EraYear() - 1900 }, func(m *calendar.Moment, n int) { m.Year = n + 1900 }},
	{"Month", func(m calendar.Moment) int { return m.Month }, func(m *calendar.Moment, n int) { m.Month = n }},
	{"Date", func(m calendar.Moment) int { return m.Day }, func(m *calendar.Moment, n int) { m.Day = n }},
	{"Hours", func(m calendar.Moment) int { return m.Hour }, func(m *calendar.Moment, n int) { m.Hour = n }},
	{"Minutes", func(m calendar.Moment) int { return m.Minute }, func(m *calendar.Moment, n int) { m.Minute = n }},
	{"Seconds", func(m calendar.Moment) int { return m.Second }, func(m *calendar.Moment, n int) { m.Second = n }},
}

func utilDateMethods() []*host.Method {
	out := []*host.Method{
		utilDateMethod("getTime() long", func(d *utilDate, _ []any) any { return d.millis }),
		utilDateMethod("setTime(long) void", func(d *utilDate, a []any) any { d.millis = a[0].(int64); return nil }),
		utilDateMethod("before(Date) boolean", func(d *utilDate, a []any) any { return d.millis < utilDateOf(a[0]).millis }),
		utilDateMethod("after(Date) boolean", func(d *utilDate, a []any) any { return d.millis > utilDateOf(a[0]).millis }),
		utilDateMethod("toInstant() Instant", func(d *utilDate, _ []any) any { return instantOfMillis(d.millis) }),
		utilDateMethod("clone() Date", func(d *utilDate, _ []any) any { return &utilDate{d.millis} }),
		utilDateMethod("toGMTString() String", func(d *utilDate, _ []any) any {
			m, text := calendar.MomentOf(d.millis), d.String()
			return fmt.Sprintf("%d %s %d %s GMT", m.Day, text[4:7], m.EraYear(), text[11:19])
		}),
		utilDateMethod("getTimezoneOffset() int", func(*utilDate, []any) any { return int32(0) }),
		utilDateMethod("getDay() int", func(d *utilDate, _ []any) any { return int32(calendar.MomentOf(d.millis).Weekday()) }),
	}
	for _, part := range momentParts {
		out = append(out,
			utilDateMethod("get"+part.name+"() int", func(d *utilDate, _ []any) any { return int32(part.get(calendar.MomentOf(d.millis))) }),
			utilDateMethod("set"+part.name+"(int) void", func(d *utilDate, a []any) any {
				m := calendar.MomentOf(d.millis)
				part.set(&m, int(a[0].(int32)))
				d.millis = m.Millis()
				return nil
			}))
	}
	return out
}

var utilDateClasses = []*host.Class{
	{Name: "Date", Supers: []string{"Comparable"}, MayHide: true, Methods: utilDateMethods(),
		Makers: []*host.Method{
			pureMethod("Date(long) Date", func(_ any, a []any) any { return &utilDate{a[0].(int64)} }),
			pureMethod("Date(int, int, int) Date", newUtilDate),
			pureMethod("Date(int, int, int, int, int) Date", newUtilDate),
			pureMethod("Date(int, int, int, int, int, int) Date", newUtilDate),
		},
		Statics: []*host.Method{pureMethod("from(Instant) Date", func(_ any, a []any) any {
			return &utilDate{instantOf(a[0]).toMillis()}
		})}},
}
