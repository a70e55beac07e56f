package calendar

// The fields of a calendar, as java.util.Calendar numbers them.
const (
	Era = iota
	Year
	Month
	WeekOfYear
	WeekOfMonth
	DayOfMonth
	DayOfYear
	DayOfWeek
	DayOfWeekInMonth
	AmPm
	HourOfHalf
	HourOfDay
	MinuteField
	SecondField
	Millisecond
	ZoneOffset
	DstOffset
	fieldCount
)

// fieldNames holds the names of the fields, as exceptions tell them.
var fieldNames = [fieldCount]string{
	"ERA", "YEAR", "MONTH", "WEEK_OF_YEAR", "WEEK_OF_MONTH", "DAY_OF_MONTH", "DAY_OF_YEAR", "DAY_OF_WEEK", "DAY_OF_WEEK_IN_MONTH",
	"AM_PM", "HOUR", "HOUR_OF_DAY", "MINUTE", "SECOND", "MILLISECOND", "ZONE_OFFSET", "DST_OFFSET",
}

// maxYear is the last year of a time in milliseconds.
const maxYear = 292278994

// least and greatest hold the limits of the fields.
var (
	least    = [fieldCount]int{Year: 1, WeekOfYear: 1, DayOfMonth: 1, DayOfYear: 1, DayOfWeek: 1, DayOfWeekInMonth: 1, ZoneOffset: -13 * Hour}
	greatest = [fieldCount]int{
		1, maxYear, 11, 53, 6, 31, 366, 7, 6, 1, 11, 23, 59, 59, 999, 14 * Hour, 2 * Hour,
	}
)

// fieldsOf returns the fields of a time.
func (c *Calendar) fieldsOf(millis int64) [fieldCount]int {
	offset, saving := c.zone.Offsets(millis)
	return c.fieldsAt(millis, offset, saving)
}

// fieldsAt returns the fields of a time at a distance from GMT.
func (c *Calendar) fieldsAt(millis int64, offset, saving int) [fieldCount]int {
	var f [fieldCount]int
	day, time := divide64(millis, int64(offset))
	civil := CivilOf(day)
	f[Era], f[Year] = 1, civil.Year
	if civil.Year < 1 {
		f[Era], f[Year] = 0, 1-civil.Year
	}
	f[Month], f[DayOfMonth] = civil.Month, civil.Day
	f[DayOfYear] = day - DayOf(Civil{civil.Year, 0, 1}) + 1
	f[DayOfWeek] = weekdayOf(day)
	f[WeekOfYear] = c.weekOfYear(civil.Year, day)
	first := DayOf(Civil{civil.Year, civil.Month, 1})
	f[WeekOfMonth] = c.weekFrom(first, day)
	f[DayOfWeekInMonth] = (day-first)/7 + 1
	f[AmPm], f[HourOfHalf], f[HourOfDay] = time/(12*Hour), time/Hour%12, time/Hour
	f[MinuteField], f[SecondField], f[Millisecond] = time/Minute%60, time/Second%60, time%Second
	f[ZoneOffset], f[DstOffset] = offset-saving, saving
	return f
}

// divide64 returns the day of a time in a zone at an offset, and the time of day.
func divide64(millis, offset int64) (day, time int) {
	day, time = divide(int(millis), Day)
	more, time := divide(time+int(offset), Day)
	return day + more, time
}

// weekStart returns the first day of the week that counts as the first one of a year or month
// beginning on a day.
func (c *Calendar) weekStart(first int) int {
	start := weekdayFrom(first-6, c.firstDay)
	if first-start > 7-c.minimalDays {
		start += 7
	}
	return start
}

// weekFrom returns the number of the week of a day, in a year or month that begins on another; 0
// for days before the first week.
func (c *Calendar) weekFrom(first, day int) int {
	week, _ := divide(day-c.weekStart(first), 7)
	return week + 1
}

// weekOfYear returns the number of the week that a day is in, which may be one of the year before
// or after it.
func (c *Calendar) weekOfYear(year, day int) int {
	if day >= c.weekStart(DayOf(Civil{year + 1, 0, 1})) {
		return 1
	}
	if week := c.weekFrom(DayOf(Civil{year, 0, 1}), day); week > 0 {
		return week
	}
	return c.weekFrom(DayOf(Civil{year - 1, 0, 1}), day)
}
