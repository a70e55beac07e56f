package javalib

import (
	"fmt"
	"strings"
	"time"

	"github.com/seed-62a36931/docket/domain/rules/dates"
	"github.com/seed-62a36931/docket/domain/rules/host"
)

// date is a java.time.LocalDate: midnight UTC of the day.
type date struct{ time.Time }

// ClassName is LocalDate.
func (*date) ClassName() string { return "LocalDate" }

// String writes yyyy-MM-dd.
func (d *date) String() string { return d.Format(time.DateOnly) }

// EqualTo compares the days.
func (d *date) EqualTo(o any) bool {
	other, ok := o.(*date)
	return ok && other.Equal(d.Time)
}

// HashCode is that of java.time.LocalDate.
func (d *date) HashCode() int32 {
	y := int32(d.Year())
	return y&^0x7FF ^ (y<<11 + int32(d.Month())<<6 + int32(d.Day()))
}

// CompareTo orders by time.
func (d *date) CompareTo(o any) int32 {
	other, ok := o.(*date)
	if !ok {
		host.Throw("NullPointerException", "the date is null")
	}
	return int32(d.Compare(other.Time))
}

// formatter is a java.time.format.DateTimeFormatter.
type formatter struct{ *dates.Pattern }

// ClassName is DateTimeFormatter.
func (*formatter) ClassName() string { return "DateTimeFormatter" }

// period is a java.time.Period.
type period struct{ years, months, days int }

// ClassName is Period.
func (*period) ClassName() string { return "Period" }

// EqualTo compares the parts.
func (p *period) EqualTo(o any) bool {
	other, ok := o.(*period)
	return ok && *other == *p
}

// HashCode is that of the parts.
func (p *period) HashCode() int32 { return int32(p.years + p.months<<8 + p.days<<16) }

// String writes the ISO form, such as P1Y2M3D.
func (p *period) String() string {
	s := "P"
	for _, part := range []struct {
		n    int
		unit string
	}{{p.years, "Y"}, {p.months, "M"}, {p.days, "D"}} {
		if part.n != 0 {
			s += fmt.Sprint(part.n, part.unit)
		}
	}
	if s == "P" {
		return "P0D"
	}
	return s
}

func newDate(year, month, day int) *date {
	d := time.Date(year, time.Month(month), day, 0, 0, 0, 0, time.UTC)
	if year < 0 || year > 9999 || int(d.Month()) != month || d.Day() != day {
		host.Throw("DateTimeException", "Invalid date %d-%d-%d", year, month, day)
	}
	return &date{d}
}

// addMonths keeps the day, or takes the last one of a shorter month.
func (d *date) addMonths(n int) *date {
	first := time.Date(d.Year(), d.Month(), 1, 0, 0, 0, 0, time.UTC).AddDate(0, n, 0)
	last := first.AddDate(0, 1, -1).Day()
	return newDate(first.Year(), int(first.Month()), min(d.Day(), last))
}

func (d *date) lengthOfMonth() int {
	return time.Date(d.Year(), d.Month()+1, 0, 0, 0, 0, 0, time.UTC).Day()
}

func (d *date) addDays(n int) *date {
	t := d.AddDate(0, 0, n)
	return newDate(t.Year(), int(t.Month()), t.Day())
}

func dateOf(v any) *date {
	d, ok := v.(*date)
	if !ok {
		host.Throw("NullPointerException", "the date is null")
	}
	return d
}

// months is the months since year 0, and with days: 32 units a month.
func (d *date) months() int { return d.Year()*12 + int(d.Month()) - 1 }
func (d *date) packed() int { return d.months()*32 + d.Day() }

func daysBetween(a, b *date) int { return int(b.Unix()-a.Unix()) / (24 * 60 * 60) }

// periodBetween is Period.between.
func periodBetween(a, b *date) *period {
	months, days := b.months()-a.months(), b.Day()-a.Day()
	switch {
	case months > 0 && days < 0:
		months--
		days = daysBetween(a.addMonths(months), b)
	case months < 0 && days > 0:
		months++
		days -= b.lengthOfMonth()
	}
	return &period{months / 12, months % 12, days}
}

func unitsBetween(unit string, a, b *date) int64 {
	months := (b.packed() - a.packed()) / 32
	switch unit {
	case "WEEKS":
		return int64(daysBetween(a, b) / 7)
	case "MONTHS":
		return int64(months)
	case "YEARS":
		return int64(months / 12)
	case "DECADES":
		return int64(months / 120)
	}
	return int64(daysBetween(a, b))
}

func parseDate(_ any, a []any) any {
	p := isoDate
	if len(a) > 1 {
		p = a[1].(*formatter)
	}
	source := strings.TrimSpace(str(a[0]))
	t, ok := p.Parse(source)
	if !ok {
		host.Throw("DateTimeParseException", "Text '%s' could not be parsed", source)
	}
	return newDate(t.Year(), int(t.Month()), t.Day())
}

func ofPattern(_ any, a []any) any {
	p, err := dates.Compile(str(a[0]))
	if err != nil {
		host.Throw("IllegalArgumentException", "%v", err)
	}
	return &formatter{p}
}

var isoDate = ofPattern(nil, []any{"uuuu-MM-dd"}).(*formatter)

func ld(signature string, body func(d *date, a []any) any) *host.Method {
	return f(signature, func(this any, a []any) any { return body(this.(*date), a) })
}

// shifting makes plus and minus for one unit.
func shifting(unit string, shift func(d *date, n int) *date) []*host.Method {
	const limit = 4_000_000 // days of more than ten thousand years
	by := func(sign int) func(d *date, a []any) any {
		return func(d *date, a []any) any {
			n, _ := toLong(a[0])
			if n > limit || n < -limit {
				host.Throw("DateTimeException", "the date is out of range")
			}
			return shift(d, sign*int(n))
		}
	}
	return []*host.Method{ld("plus"+unit+"(long) LocalDate", by(1)), ld("minus"+unit+"(long) LocalDate", by(-1))}
}

func dateMethods() []*host.Method {
	out := []*host.Method{
		ld("getYear() int", func(d *date, _ []any) any { return int32(d.Year()) }), ld("getMonthValue() int", func(d *date, _ []any) any { return int32(d.Month()) }),
		ld("getDayOfMonth() int", func(d *date, _ []any) any { return int32(d.Day()) }), ld("getDayOfYear() int", func(d *date, _ []any) any { return int32(d.YearDay()) }),
		ld("lengthOfMonth() int", func(d *date, _ []any) any { return int32(d.lengthOfMonth()) }),
		ld("isBefore(LocalDate) boolean", func(d *date, a []any) any { return d.Before(dateOf(a[0]).Time) }),
		ld("isAfter(LocalDate) boolean", func(d *date, a []any) any { return d.After(dateOf(a[0]).Time) }),
		ld("isEqual(LocalDate) boolean", func(d *date, a []any) any { return d.EqualTo(dateOf(a[0])) }),
		ld("format(DateTimeFormatter) String", func(d *date, a []any) any { return a[0].(*formatter).Format(d.Time) }),
		ld("until(LocalDate) Period", func(d *date, a []any) any { return periodBetween(d, dateOf(a[0])) }),
		ld("withDayOfMonth(int) LocalDate", func(d *date, a []any) any { return newDate(d.Year(), int(d.Month()), int(a[0].(int32))) }),
		ld("plus(Period) LocalDate", func(d *date, a []any) any {
			p := a[0].(*period)
			return d.addMonths(12*p.years + p.months).addDays(p.days)
		}),
	}
	out = append(out, shifting("Days", (*date).addDays)...)
	out = append(out, shifting("Weeks", func(d *date, n int) *date { return d.addDays(7 * n) })...)
	out = append(out, shifting("Months", (*date).addMonths)...)
	return append(out, shifting("Years", func(d *date, n int) *date { return d.addMonths(12 * n) })...)
}

func part(signature string, get func(p *period) int) *host.Method {
	return f(signature, func(this any, _ []any) any { return int32(get(this.(*period))) })
}

var dateClasses = []*host.Class{
	{Name: "LocalDate", Supers: []string{"Comparable"}, Methods: dateMethods(), Statics: []*host.Method{
		f("of(int, int, int) LocalDate", func(_ any, a []any) any { return newDate(int(a[0].(int32)), int(a[1].(int32)), int(a[2].(int32))) }),
		f("parse(CharSequence) LocalDate", parseDate), f("parse(CharSequence, DateTimeFormatter) LocalDate", parseDate),
	}},
	{Name: "DateTimeFormatter", Constants: map[string]any{"ISO_LOCAL_DATE": isoDate, "ISO_DATE": isoDate}, Statics: []*host.Method{
		f("ofPattern(String) DateTimeFormatter", ofPattern), f("ofPattern(String, Locale) DateTimeFormatter", ofPattern),
	}, Methods: []*host.Method{
		f("format(LocalDate) String", func(this any, a []any) any { return this.(*formatter).Format(dateOf(a[0]).Time) }),
	}},
	{Name: "ChronoUnit", Constants: host.Enumeration("ChronoUnit", "DAYS", "WEEKS", "MONTHS", "YEARS", "DECADES"), Methods: []*host.Method{
		f("between(LocalDate, LocalDate) long", func(this any, a []any) any { return unitsBetween(this.(*host.Enum).Name, dateOf(a[0]), dateOf(a[1])) }),
	}},
	{Name: "Period", Methods: []*host.Method{
		part("getYears() int", func(p *period) int { return p.years }), part("getMonths() int", func(p *period) int { return p.months }), part("getDays() int", func(p *period) int { return p.days }),
		f("toTotalMonths() long", func(this any, _ []any) any { return int64(this.(*period).years*12 + this.(*period).months) }),
		f("isNegative() boolean", func(this any, _ []any) any { p := this.(*period); return p.years < 0 || p.months < 0 || p.days < 0 }),
	}, Statics: []*host.Method{
		f("between(LocalDate, LocalDate) Period", func(_ any, a []any) any { return periodBetween(dateOf(a[0]), dateOf(a[1])) }),
		f("of(int, int, int) Period", func(_ any, a []any) any { return &period{int(a[0].(int32)), int(a[1].(int32)), int(a[2].(int32))} }),
		f("ofDays(int) Period", func(_ any, a []any) any { return &period{days: int(a[0].(int32))} }), f("ofMonths(int) Period", func(_ any, a []any) any { return &period{months: int(a[0].(int32))} }),
		f("ofYears(int) Period", func(_ any, a []any) any { return &period{years: int(a[0].(int32))} }),
	}},
}
