package calendar

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"time"
)

// A Moment is a time as it is written in UTC.
type Moment struct {
	Civil
	Hour, Minute, Second, Milli int
}

// MomentOf returns the moment of milliseconds since 1970.
func MomentOf(millis int64) Moment {
	day, rest := divide(int(millis), Day)
	return Moment{CivilOf(day), rest / Hour, rest / Minute % 60, rest / Second % 60, rest % Second}
}

// Millis returns the milliseconds since 1970. All parts may lie outside of their range, as for
// the constructors of java.util.Date.
func (m Moment) Millis() int64 {
	years, month := divide(m.Month, 12)
	day := Civil{m.Year + years, month, m.Day}
	gregorian := day.Year >= julianYear
	millis := m.millisFrom(countDays(day, gregorian))
	if (millis >= gregorianStart*Day) != gregorian {
		return m.millisFrom(countDays(day, !gregorian))
	}
	return millis
}

// millisFrom returns the milliseconds since 1970 of the time of day on a day.
func (m Moment) millisFrom(day int) int64 {
	return int64(day)*Day + int64(m.Hour)*Hour + int64(m.Minute)*Minute + int64(m.Second)*Second + int64(m.Milli)
}

// Weekday returns the day of the week, 0 for Sunday.
func (m Moment) Weekday() int { return weekdayOf(DayOf(m.Civil)) - 1 }

// EraYear returns the year of its era, in which 1 BC precedes 1 AD.
func (c Civil) EraYear() int {
	if c.Year < 1 {
		return 1 - c.Year
	}
	return c.Year
}

// String returns the form Sun Mar 15 10:30:00 UTC 2020.
func (m Moment) String() string {
	return fmt.Sprintf("%s %s %02d %02d:%02d:%02d UTC %d", time.Weekday(m.Weekday()).String()[:3], time.Month(m.Month + 1).String()[:3],
		m.Day, m.Hour, m.Minute, m.Second, m.EraYear())
}

// dayInText is a day as conditions write it, such as 15-Mar-2020. What follows it is not read.
var dayInText = regexp.MustCompile(`(?i)^[ \t]*(-?\d{1,9})-[ \t]*([a-z]+)-[ \t]*(-?\d{1,9})`)

// ParseDay returns the day that a text such as 15-Mar-2020 begins with, in days since 1970. As in
// Drools, the 31st of February is one of March.
func ParseDay(text string) (day int, ok bool) {
	g := dayInText.FindStringSubmatch(text)
	if g == nil {
		return 0, false
	}
	days, _ := strconv.Atoi(g[1])
	year, _ := strconv.Atoi(g[3])
	for m := time.January; m <= time.December; m++ {
		if strings.EqualFold(g[2], m.String()) || strings.EqualFold(g[2], m.String()[:3]) {
			return DayOf(Civil{year, int(m) - 1, days}), true
		}
	}
	return 0, false
}
