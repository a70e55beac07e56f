package calendar

// latest returns the greatest stamp of fields, 0 when one of them is not set.
func (c *Calendar) latest(fields ...int) int {
	out := 0
	for _, field := range fields {
		if c.stamps[field] == 0 {
			return 0
		}
		out = max(out, c.stamps[field])
	}
	return out
}

// chooseDay returns the field that decides the day: of the combinations that are set, that of
// which a field was set last. Without any complete one, a single field counts.
func (c *Calendar) chooseDay() int {
	day, ofYear := c.stamps[DayOfMonth], c.stamps[DayOfYear]
	inMonth, nth, inYear := c.latest(WeekOfMonth, DayOfWeek), c.latest(DayOfWeekInMonth, DayOfWeek), c.latest(WeekOfYear, DayOfWeek)
	best := max(day, inMonth, nth, ofYear, inYear)
	if best == 0 {
		inMonth, nth, inYear = c.stamps[WeekOfMonth], max(c.stamps[DayOfWeekInMonth], c.stamps[DayOfWeek]), c.stamps[WeekOfYear]
		best = max(inMonth, nth, inYear)
	}
	switch {
	case best == day:
		return DayOfMonth
	case best == inMonth && c.stamps[WeekOfMonth] >= c.stamps[WeekOfYear], best == nth && c.stamps[DayOfWeekInMonth] >= c.stamps[WeekOfYear]:
		if best != inMonth || best == nth && c.stamps[DayOfWeekInMonth] > c.stamps[WeekOfMonth] {
			return DayOfWeekInMonth
		}
		return WeekOfMonth
	case best == ofYear:
		return DayOfYear
	}
	return WeekOfYear
}

// timeOfDay returns the milliseconds of the day that the fields say.
func (c *Calendar) timeOfDay() int {
	out := 0
	half := c.latest(HourOfHalf, AmPm)
	if half == 0 && c.stamps[HourOfDay] == 0 {
		half = max(c.stamps[HourOfHalf], c.stamps[AmPm])
	}
	switch {
	case half > c.stamps[HourOfDay]:
		out = c.fields[HourOfHalf]
		if c.stamps[AmPm] > 0 {
			out += 12 * c.fields[AmPm]
		}
	case c.stamps[HourOfDay] > 0:
		out = c.fields[HourOfDay]
	}
	return ((out*60+c.fields[MinuteField])*60+c.fields[SecondField])*1000 + c.fields[Millisecond]
}

// year returns the year that the fields say, 0 for 1 BC.
func (c *Calendar) year() (int, error) {
	year := 1970
	if c.stamps[Year] > 0 {
		year = c.fields[Year]
	}
	switch {
	case c.stamps[Era] == 0 || c.fields[Era] == 1:
		return year, nil
	case c.fields[Era] == 0:
		return 1 - year, nil
	}
	return 0, illegal("Invalid era")
}

// computeTime computes the time of the fields. Those that are set come to lie in their ranges.
func (c *Calendar) computeTime() error {
	if c.unset && !c.knowsDay() {
		return noTime
	}
	if c.strict {
		for field := range fieldCount {
			if v := c.fields[field]; c.stamps[field] >= firstStamp && (v < least[field] || v > greatest[field]) {
				return illegal("%s", fieldNames[field])
			}
		}
	}
	year, err := c.year()
	if err != nil {
		return err
	}
	more, time := divide(c.timeOfDay(), Day)
	millis := int64(c.resolveDay(year, more))*Day + int64(time)
	offset, saving := c.zone.offsetsByWall(millis)
	raw := offset - saving
	if c.stamps[ZoneOffset] >= firstStamp {
		raw = c.fields[ZoneOffset]
	}
	if c.stamps[DstOffset] >= firstStamp {
		saving = c.fields[DstOffset]
	}
	return c.keepTime(millis-int64(raw+saving), raw+saving, saving)
}

// keepTime takes a time that was computed of the fields, at a distance from GMT.
func (c *Calendar) keepTime(millis int64, offset, saving int) error {
	all := c.fieldsOf(millis)
	if c.stamps[ZoneOffset] >= firstStamp || c.stamps[DstOffset] >= firstStamp {
		all = c.fieldsAt(millis, offset, saving)
	}
	for field, was := range c.fields {
		if c.strict && c.stamps[field] >= firstStamp && was != all[field] {
			return illegal("%s: %d -> %d", fieldNames[field], was, all[field])
		}
	}
	for field := range c.fields {
		if c.stamps[field] > 0 || field == Month {
			c.fields[field] = all[field]
		}
	}
	if all[Era] == 0 && c.stamps[Era] == 0 {
		c.fields[Era], c.stamps[Era] = 0, computedStamp
	}
	c.millis, c.hasMillis, c.hasFields, c.allSet = millis, true, true, false
	return nil
}

// resolveDay returns the day that the fields say in a year, and a number of days after it.
func (c *Calendar) resolveDay(year, more int) int {
	chosen := c.chooseDay()
	if year < julianYear {
		return c.dayIn(year, chosen, false) + more
	}
	if year == julianYear && (chosen == DayOfYear || chosen == WeekOfYear) {
		return c.dayIn(year, chosen, false) + more
	}
	if day := c.dayIn(year, chosen, true) + more; day >= gregorianStart {
		return day
	}
	return c.dayIn(year, chosen, false) + more
}

// dayIn returns the day that the fields say, in one of the calendars.
func (c *Calendar) dayIn(year, chosen int, gregorian bool) int {
	weekday := c.firstDay
	if c.stamps[DayOfWeek] > 0 {
		weekday = c.fields[DayOfWeek]
	}
	month := 0
	if chosen != DayOfYear && chosen != WeekOfYear {
		month = c.fields[Month] // also one that was computed, and is not set
	}
	first := countDays(Civil{year, month, 1}, gregorian)
	switch chosen {
	case DayOfMonth:
		if c.stamps[DayOfMonth] > 0 {
			return first + c.fields[DayOfMonth] - 1
		}
	case DayOfYear:
		return first + c.fields[DayOfYear] - 1
	case WeekOfMonth, WeekOfYear:
		return weekdayFrom(c.weekStart(first), weekday) + 7*(c.fields[chosen]-1)
	case DayOfWeekInMonth:
		number := 1
		if c.stamps[DayOfWeekInMonth] > 0 {
			number = c.fields[DayOfWeekInMonth]
		}
		if number >= 0 {
			return weekdayFrom(first+7*(number-1), weekday)
		}
		return weekdayFrom(countDays(Civil{year, month + 1, 1}, gregorian)+7*number, weekday)
	}
	return first
}
