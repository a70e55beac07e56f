// Package calendar computes with times as java.util.GregorianCalendar does, and reads and writes
// them by the patterns of java.text.SimpleDateFormat. Before 15 October 1582 the calendar is the
// Julian one. It knows no present time.
package calendar

// Lengths of time in milliseconds.
const (
	Second = 1000
	Minute = 60 * Second
	Hour   = 60 * Minute
	Day    = 24 * Hour
)

// gregorianStart is the first day of the Gregorian calendar, 15 October 1582, in days since
// 1 January 1970. The day before is 4 October in the Julian calendar.
const gregorianStart = -141427

// julianYear is the last year that begins in the Julian calendar.
const julianYear = 1582

// A Civil is a day as it is written. Months count from 0, and year 0 is 1 BC.
type Civil struct {
	Year, Month, Day int
}

// divide returns quotient and remainder, which is not negative.
func divide(a, b int) (quotient, rest int) {
	quotient, rest = a/b, a%b
	if rest < 0 {
		quotient, rest = quotient-1, rest+b
	}
	return quotient, rest
}

// daysBeforeMonth holds the days of a common year before each month, which begins in March.
var daysBeforeMonth = [12]int{0, 31, 61, 92, 122, 153, 184, 214, 245, 275, 306, 337}

// countDays returns the days since 1 January 1970 of a day in one of the calendars. Months and
// days may lie outside of their range.
func countDays(c Civil, gregorian bool) int {
	years, month := divide(c.Month+10, 12) // years that begin in March
	year := c.Year + years - 1
	leaps, _ := divide(year, 4)
	days := 365*year + leaps + daysBeforeMonth[month] + c.Day - 1
	if !gregorian {
		return days - 719470
	}
	centuries, _ := divide(year, 100)
	quads, _ := divide(year, 400)
	return days - centuries + quads - 719468
}

// CivilOf returns the day that lies so many days after 1 January 1970.
func CivilOf(day int) Civil {
	shift, cycle, rest := 719470, 4, 1461
	gregorian := day >= gregorianStart
	if gregorian {
		shift, cycle, rest = 719468, 400, 146097
	}
	quotient, n := divide(day+shift, rest)
	year := quotient * cycle
	if gregorian {
		centuries := min(n/36524, 3)
		n -= centuries * 36524
		year += centuries*100 + n/1461*4
		n %= 1461
	}
	years := min(n/365, 3)
	year, n = year+years, n-years*365
	month := 11
	for daysBeforeMonth[month] > n {
		month--
	}
	years, month = divide(month+2, 12)
	return Civil{year + years, month, n - daysBeforeMonth[(month+10)%12] + 1}
}

// DayOf returns the days since 1 January 1970. Months and days may lie outside of their range.
func DayOf(c Civil) int {
	years, month := divide(c.Month, 12)
	c = Civil{c.Year + years, month, c.Day}
	if c.Year >= julianYear {
		if day := countDays(c, true); day >= gregorianStart {
			return day
		}
	}
	return countDays(c, false)
}

// LengthOfMonth returns the last day of a month.
func LengthOfMonth(year, month int) int {
	return CivilOf(DayOf(Civil{year, month + 1, 1}) - 1).Day
}

// weekdayOf returns the day of the week, 1 for Sunday.
func weekdayOf(day int) int {
	_, rest := divide(day+4, 7)
	return rest + 1
}

// weekdayFrom returns the first day from a day on that is a certain day of the week.
func weekdayFrom(day, weekday int) int {
	_, apart := divide(weekday-weekdayOf(day), 7)
	return day + apart
}

// lengthOfYear returns the number of days of a year.
func lengthOfYear(year int) int {
	return DayOf(Civil{year + 1, 0, 1}) - DayOf(Civil{year, 0, 1})
}
