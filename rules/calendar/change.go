package calendar

// Add adds an amount of a field to the time, which carries over to greater fields.
func (c *Calendar) Add(field, amount int) error {
	if amount == 0 {
		return nil
	}
	if err := c.checkChange(field); err != nil {
		return err
	}
	switch field {
	case Era:
		c.setField(Era, min(max(c.fields[Era]+amount, 0), 1))
		return nil
	case Year:
		c.setYear(c.normalYear() + amount)
		c.pinDay(c.normalYear(), c.fields[Month])
		return nil
	case Month:
		c.addMonths(amount)
		return nil
	case HourOfHalf, HourOfDay, MinuteField, SecondField, Millisecond:
		c.SetMillis(c.millis + int64(amount)*int64(unitOf[field]))
		return nil
	}
	c.addDays(amount * unitOf[field])
	return nil
}

// unitOf holds the milliseconds of fields.
var unitOf = [fieldCount]int{
	WeekOfYear: 7 * Day, WeekOfMonth: 7 * Day, DayOfWeekInMonth: 7 * Day, DayOfMonth: Day, DayOfYear: Day, DayOfWeek: Day,
	AmPm: 12 * Hour, HourOfHalf: Hour, HourOfDay: Hour, MinuteField: Minute, SecondField: Second, Millisecond: 1,
}

// checkChange computes the fields, and returns a problem for a field that Add and Roll do not know.
func (c *Calendar) checkChange(field int) error {
	if field < 0 || field >= ZoneOffset {
		return illegal("unknown field %d", field)
	}
	return c.complete()
}

// normalYear returns the year, 0 for 1 BC. The fields are complete.
func (c *Calendar) normalYear() int {
	if c.fields[Era] == 0 {
		return 1 - c.fields[Year]
	}
	return c.fields[Year]
}

// setYear sets the year, 0 for 1 BC.
func (c *Calendar) setYear(year int) {
	if year > 0 {
		c.setField(Year, year)
		if c.fields[Era] == 0 {
			c.setField(Era, 1)
		}
		return
	}
	c.setField(Year, 1-year)
	c.setField(Era, 0)
}

// addMonths adds months. A month that is too short gives its last day.
func (c *Calendar) addMonths(amount int) {
	years, month := divide(c.fields[Month]+amount, 12)
	year := c.normalYear() + years
	if years != 0 {
		c.setYear(year)
	}
	c.setField(Month, month)
	c.pinDay(year, month)
}

// pinDay sets the last day of a month that is too short for the day of the calendar.
func (c *Calendar) pinDay(year, month int) {
	if length := LengthOfMonth(year, month); c.fields[DayOfMonth] > length {
		c.setField(DayOfMonth, length)
	}
}

// addDays adds an amount of time that counts by days: the clock shows the same time of day, moved
// by what is left of a day.
func (c *Calendar) addDays(amount int) {
	offset := int64(c.fields[ZoneOffset] + c.fields[DstOffset])
	millis := c.millis + int64(amount)
	wall, _ := divide64(millis, offset)
	c.SetMillis(millis)
	if apart := offset - int64(c.fields[ZoneOffset]+c.fields[DstOffset]); apart != 0 {
		c.SetMillis(millis + apart)
		if day, _ := divide64(c.millis, int64(c.fields[ZoneOffset]+c.fields[DstOffset])); day != wall {
			c.SetMillis(millis)
		}
	}
}

// rollValue adds to a value within its limits, from the last one on to the first.
func rollValue(value, amount, low, high int) int {
	_, rest := divide(value+amount-low, high-low+1)
	return low + rest
}

// Roll adds an amount to a field without changing greater ones.
func (c *Calendar) Roll(field, amount int) error {
	if amount == 0 {
		return nil
	}
	if err := c.checkChange(field); err != nil {
		return err
	}
	low, high := least[field], greatest[field]
	switch field {
	case HourOfHalf, HourOfDay:
		c.rollHour(field, amount, high+1)
		return nil
	case Month:
		month := rollValue(c.fields[Month], amount, low, high)
		c.setField(Month, month)
		c.pinDay(c.normalYear(), month)
		return nil
	case WeekOfYear:
		return c.rollWeek(amount)
	case DayOfWeek:
		c.rollWeekday(amount)
		return nil
	case WeekOfMonth:
		c.rollWeekOfMonth(amount)
		return nil
	case DayOfMonth:
		high = LengthOfMonth(c.normalYear(), c.fields[Month])
	case DayOfYear:
		high = lengthOfYear(c.normalYear())
	case DayOfWeekInMonth:
		_, weekday := divide(c.fields[DayOfMonth]-1, 7)
		high = (LengthOfMonth(c.normalYear(), c.fields[Month])-weekday-1)/7 + 1
		c.setField(DayOfWeek, c.fields[DayOfWeek])
	}
	c.setField(field, rollValue(c.fields[field], amount, low, high))
	return nil
}

// rollHour rolls an hour of n. Where clocks then show the same hour as before, it goes one on.
func (c *Calendar) rollHour(field, amount, n int) {
	was := c.fields[HourOfDay]
	day, time := divide64(c.millis, int64(c.fields[ZoneOffset]+c.fields[DstOffset]))
	hour, step := rollValue(c.fields[field], amount, 0, n-1), 1
	if amount < 0 {
		step = -1
	}
	for range 2 {
		first := was - c.fields[field]
		c.SetMillis(c.zone.MillisByWall(int64(day)*Day + int64((first+hour)*Hour+time%Hour)))
		if c.fields[HourOfDay] != was {
			return
		}
		hour = rollValue(hour, step, 0, n-1)
	}
}

// rollWeek rolls the week of the year. The day of the week stays, in the same year.
func (c *Calendar) rollWeek(amount int) error {
	year, week := c.normalYear(), c.fields[WeekOfYear]
	day := DayOf(Civil{year, c.fields[Month], c.fields[DayOfMonth]})
	low, high := 1, c.weeksOf(year)
	weekYear := c.weekYear(year, day)
	switch value := week + amount; {
	case weekYear == year && value > low && value < high:
		c.setField(WeekOfYear, value)
		return nil
	case weekYear == year:
		if CivilOf(day-7*(week-low)).Year != year {
			low++
		}
		if CivilOf(day+7*(high-week)).Year != year {
			high--
		}
	case weekYear > year:
		if amount < 0 {
			amount++
		}
		week = high
	default:
		if amount > 0 {
			amount -= week - high
		}
		week = low
	}
	c.setField(WeekOfYear, rollValue(week, amount, low, high))
	return nil
}

// weekYear returns the year to which the week of a day belongs.
func (c *Calendar) weekYear(year, day int) int {
	switch {
	case day >= c.weekStart(DayOf(Civil{year + 1, 0, 1})):
		return year + 1
	case day < c.weekStart(DayOf(Civil{year, 0, 1})):
		return year - 1
	}
	return year
}

// weeksOf returns the number of weeks of a year.
func (c *Calendar) weeksOf(year int) int {
	return (c.weekStart(DayOf(Civil{year + 1, 0, 1})) - c.weekStart(DayOf(Civil{year, 0, 1}))) / 7
}

// rollWeekday rolls the day within its week.
func (c *Calendar) rollWeekday(amount int) {
	if week := c.fields[WeekOfYear]; week > 1 && week < 52 {
		c.setField(WeekOfYear, week)
		c.setField(DayOfWeek, rollValue(c.fields[DayOfWeek], amount, 1, 7))
		return
	}
	day := DayOf(Civil{c.normalYear(), c.fields[Month], c.fields[DayOfMonth]})
	first := weekdayFrom(day-6, c.firstDay)
	c.moveTo(CivilOf(rollValue(day, amount, first, first+6)))
}

// moveTo sets another day and keeps the time of day.
func (c *Calendar) moveTo(to Civil) {
	c.setYear(to.Year)
	c.setField(Month, to.Month)
	c.setField(DayOfMonth, to.Day)
}

// rollWeekOfMonth rolls the week within the month. The day of the week stays.
func (c *Calendar) rollWeekOfMonth(amount int) {
	year, month := c.normalYear(), c.fields[Month]
	first, length := DayOf(Civil{year, month, 1}), LengthOfMonth(year, month)
	day := first + c.fields[DayOfMonth] - 1
	start := c.weekStart(first)
	weekday := day - weekdayFrom(day-6, c.firstDay)
	weeks, _ := divide(first+length-1-start, 7)
	week := rollValue(c.weekFrom(first, day), amount, 1, weeks+1)
	c.setField(DayOfMonth, min(max(start+7*(week-1)+weekday-first+1, 1), length))
}

// ActualMaximum returns the greatest value that a field can have at the time of the calendar.
func (c *Calendar) ActualMaximum(field int) (int, error) {
	if err := checkField(field); err != nil {
		return 0, err
	}
	c = c.Clone()
	c.strict = false
	if err := c.complete(); err != nil {
		return 0, err
	}
	year, month := c.normalYear(), c.fields[Month]
	length := LengthOfMonth(year, month)
	switch field {
	case DayOfMonth:
		return length, nil
	case DayOfYear:
		return lengthOfYear(year), nil
	case WeekOfYear:
		return c.weeksOf(year), nil
	case WeekOfMonth:
		first := DayOf(Civil{year, month, 1})
		return c.weekFrom(first, first+length-1), nil
	case DayOfWeekInMonth:
		_, weekday := divide(c.fields[DayOfMonth]-1, 7)
		return (length-weekday-1)/7 + 1, nil
	}
	return greatest[field], nil
}

// ActualMinimum returns the least value that a field can have.
func (c *Calendar) ActualMinimum(field int) (int, error) { return Minimum(field) }

// Maximum returns the greatest value that a field can ever have.
func Maximum(field int) (int, error) {
	if err := checkField(field); err != nil {
		return 0, err
	}
	return greatest[field], nil
}

// Minimum returns the least value that a field can ever have.
func Minimum(field int) (int, error) {
	if err := checkField(field); err != nil {
		return 0, err
	}
	return least[field], nil
}
