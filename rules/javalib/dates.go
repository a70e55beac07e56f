package javalib

import (
	"fmt"
	"strings"
	"time"

	"github.com/seed-62a36931/docket/rules/dates"
	"github.com/seed-62a36931/docket/rules/host"
)

// date is a java.time.LocalDate: midnight UTC of the day.
type date struct{ time.Time }

// ClassName returns LocalDate.
func (*date) ClassName() string { return "LocalDate" }

// String returns yyyy-MM-dd, with a sign before years of more than four digits and before
// those that are negative.
func (d *date) String() string { return isoDate.Format(d.Time) }

// EqualTo reports whether the days are equal.
func (d *date) EqualTo(o any) bool {
	other, ok := o.(*date)
	return ok && other.Equal(d.Time)
}

// HashCode returns the hash code of java.time.LocalDate.
func (d *date) HashCode() int32 {
	y := int32(d.Year())
	return y&^0x7FF ^ (y<<11 + int32(d.Month())<<6 + int32(d.Day()))
}

// CompareTo returns the difference of the years or, when they are equal, of the months or
// the days.
func (d *date) CompareTo(o any) int32 {
	other := dateOf(o)
	for _, apart := range []int{d.Year() - other.Year(), int(d.Month()) - int(other.Month())} {
		if apart != 0 {
			return int32(apart)
		}
	}
	return int32(d.Day() - other.Day())
}

// formatter is a java.time.format.DateTimeFormatter.
type formatter struct{ *dates.Pattern }

// ClassName returns DateTimeFormatter.
func (*formatter) ClassName() string { return "DateTimeFormatter" }

// period is a java.time.Period.
type period struct{ years, months, days int }

// ClassName returns Period.
func (*period) ClassName() string { return "Period" }

// EqualTo reports whether the parts are equal.
func (p *period) EqualTo(o any) bool {
	other, ok := o.(*period)
	return ok && *other == *p
}

// HashCode returns the hash code of the parts.
func (p *period) HashCode() int32 { return int32(p.years + p.months<<8 + p.days<<16) }

// String returns the ISO form, such as P1Y2M3D.
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
	if year < -dates.MaxYear || year > dates.MaxYear || int(d.Month()) != month || d.Day() != day {
		throwInvalidDate(year, month, day)
	}
	return &date{d}
}

// throwInvalidDate throws Java's exception for a date that does not exist.
func throwInvalidDate(year, month, day int) {
	switch {
	case year < -dates.MaxYear || year > dates.MaxYear:
		host.Throw("DateTimeException", "Invalid value for Year (valid values -999999999 - 999999999): %d", year)
	case month < 1 || month > 12:
		host.Throw("DateTimeException", "Invalid value for MonthOfYear (valid values 1 - 12): %d", month)
	case day < 1 || day > 31:
		host.Throw("DateTimeException", "Invalid value for DayOfMonth (valid values 1 - 28/31): %d", day)
	case month == 2 && day == 29:
		host.Throw("DateTimeException", "Invalid date 'February 29' as '%d' is not a leap year", year)
	}
	host.Throw("DateTimeException", "Invalid date '%s %d'", strings.ToUpper(time.Month(month).String()), day)
}

// addMonths adds n months. The day stays the same, or becomes the last day of a shorter
// month.
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

// monthCount returns the months since year 0. packedDays adds the days, with 32 units to a month.
func (d *date) monthCount() int { return d.Year()*12 + int(d.Month()) - 1 }
func (d *date) packedDays() int { return d.monthCount()*32 + d.Day() }

func daysBetween(a, b *date) int { return int(b.Unix()-a.Unix()) / (24 * 60 * 60) }

// periodBetween implements Period.between.
func periodBetween(a, b *date) *period {
	months, days := b.monthCount()-a.monthCount(), b.Day()-a.Day()
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

// unitMonths holds the units that consist of months, and unitDays those of days.
var (
	unitMonths = map[string]int{"MONTHS": 1, "YEARS": 12, "DECADES": 120, "CENTURIES": 1200, "MILLENNIA": 12000}
	unitDays   = map[string]int{"DAYS": 1, "WEEKS": 7}
)

func unitsBetween(unit string, a, b *date) int64 {
	if n := unitMonths[unit]; n > 0 {
		return int64((b.packedDays() - a.packedDays()) / 32 / n)
	}
	return int64(daysBetween(a, b) / unitDays[unit])
}

func parseDate(_ any, a []any) any {
	p := isoDate
	if len(a) > 1 {
		var ok bool
		if p, ok = a[1].(*formatter); !ok {
			host.Throw("NullPointerException", "formatter")
		}
	}
	t, err := p.ParseExact(toText(a[0]))
	if err != nil {
		host.Throw("DateTimeParseException", "%v", err)
	}
	return newDate(t.Year(), int(t.Month()), t.Day())
}

func ofPattern(_ any, a []any) any {
	p, err := dates.Compile(toText(a[0]))
	if err != nil {
		host.Throw("IllegalArgumentException", "%v", err)
	}
	if len(a) > 1 {
		if l, ok := a[1].(*host.Enum); ok {
			p, _ = p.InLocale(languages[l.Name])
		}
	}
	return &formatter{p}
}

// languages maps the names of locales whose months are known to their languages.
var languages = map[string]string{"GERMAN": "de", "GERMANY": "de", "FRENCH": "fr", "FRANCE": "fr", "ITALIAN": "it", "ITALY": "it"}

func isoFormatter(pattern string) *formatter {
	return &formatter{ofPattern(nil, []any{pattern}).(*formatter).Strict()}
}

var isoDate = isoFormatter("uuuu-MM-dd")

func (f *formatter) formatDate(d *date) any {
	if !f.OnlyDates() {
		host.Throw("UnsupportedTemporalTypeException", "a date has no time of day")
	}
	return f.Format(d.Time)
}
