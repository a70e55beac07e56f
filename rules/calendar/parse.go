package calendar

import (
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// reading holds what has been read of a text so far.
type reading struct {
	f      *Format
	text   string
	at     int
	values [fieldCount]int
	order  []int // the fields as they were set
	// weekYear is the year of Y, where weeks says that it is newer than y
	weekYear int
	weeks    bool
	// century is the first year that two digits can mean, where the year was that one
	ambiguous bool
	zone      *Zone
}

// Parse reads a time from the beginning of a text, and sets the calendar to it. It returns where
// the text no longer fits, in bytes, when ok is false.
func (f *Format) Parse(text string) (millis int64, errorAt int, ok bool) {
	r := &reading{f: f, text: text}
	for i, it := range f.items {
		if it.letter == 0 {
			if !r.readLiteral(it.literal) {
				return 0, r.at, false
			}
			continue
		}
		if !r.readItem(it, i+1 < len(f.items) && f.items[i+1].isNumber()) {
			return 0, r.at, false
		}
	}
	if r.zone != nil {
		f.Calendar.SetZone(r.zone)
	}
	millis, err := r.establish()
	if err == nil && r.ambiguous && millis < f.century {
		r.set(Year, r.values[Year]+100)
		r.weekYear += 100
		millis, err = r.establish()
	}
	return millis, r.at, err == nil
}

// isNumber reports whether an item is written in digits. Those of an item right before it are
// counted.
func (it item) isNumber() bool {
	switch it.letter {
	case 0, 'G', 'E', 'a', 'z', 'Z', 'X':
		return false
	case 'M', 'L':
		return it.count <= 2
	}
	return true
}

// readLiteral reads a literal character by character, so that what does not fit is known.
func (r *reading) readLiteral(literal string) bool {
	for _, c := range literal {
		rest, found := strings.CutPrefix(r.text[r.at:], string(c))
		if !found {
			return false
		}
		r.at = len(r.text) - len(rest)
	}
	return true
}

// set keeps the value of a field.
func (r *reading) set(field, value int) {
	r.unset(field)
	r.values[field], r.order = value, append(r.order, field)
}

// unset forgets a field.
func (r *reading) unset(field int) {
	r.order = slices.DeleteFunc(r.order, func(known int) bool { return known == field })
}

// readItem reads what a letter stands for. Digits are counted where more of them follow. White
// space may precede numbers and zones.
func (r *reading) readItem(it item, obey bool) bool {
	start := r.at
	for r.at < len(r.text) && (r.text[r.at] == ' ' || r.text[r.at] == '\t') {
		r.at++
	}
	if r.at >= len(r.text) {
		r.at = start
		return false
	}
	switch {
	case it.letter == 'z' || it.letter == 'Z' || it.letter == 'X':
	case !it.isNumber():
		return r.at == start && r.readNameOf(it.letter)
	}
	switch it.letter {
	case 'z', 'Z':
		return r.readZone(r.at == start)
	case 'X':
		return r.readISOZone(it.count)
	}
	limit := len(r.text)
	if obey {
		if limit = start + it.count; limit > len(r.text) {
			return false
		}
	}
	first := r.at
	n, ok := r.readNumber(limit)
	return ok && r.setNumber(it, n, r.text[first:r.at])
}

// readNameOf reads the name that a letter stands for.
func (r *reading) readNameOf(letter byte) bool {
	switch letter {
	case 'G':
		return r.readName(Era, 0, r.f.names.eras[:]...)
	case 'E':
		return r.readName(DayOfWeek, 1, r.f.names.weekdays[:]...)
	case 'a':
		return r.readName(AmPm, 0, halves)
	}
	lists := r.f.names.months[:]
	switch {
	case r.f.monthAlone:
		lists = lists[2:]
	case letter == 'M':
		lists = lists[:2]
	}
	return r.readName(Month, 0, lists...)
}

// readNumber reads a number that ends before a place at the latest, with an exponent where it has
// one. A number that is too large becomes the largest one.
func (r *reading) readNumber(limit int) (int, bool) {
	at, sign := r.at, 1
	if at < limit && r.text[at] == '-' {
		sign, at = -1, at+1
	}
	n, large, first := 0, 0.0, at
	for at < limit {
		digit, size := digitAt(r.text[at:limit])
		if size == 0 {
			break
		}
		n, large, at = (10*n+digit)%1_000_000_000_000_000_000, 10*large+float64(digit), at+size
	}
	if at == first {
		return 0, false
	}
	r.at = at
	if exponent, length := exponentAt(r.text[at:limit]); length > 0 {
		r.at += length
		large *= math.Pow10(exponent)
		n = int(min(large, math.MaxInt32))
	}
	if large > math.MaxInt64 {
		return map[int]int{1: math.MaxInt32, -1: math.MinInt32}[sign], true
	}
	return int(int32(sign * n)), true
}

// digitAt returns the digit that a text begins with, in any script, and its size, 0 for none.
func digitAt(text string) (digit, size int) {
	c, size := utf8.DecodeRuneInString(text)
	if c >= '0' && c <= '9' {
		return int(c - '0'), 1
	}
	if c < utf8.RuneSelf || !unicode.Is(unicode.Nd, c) {
		return 0, 0
	}
	for _, block := range unicode.Nd.R16 {
		if c >= rune(block.Lo) && c <= rune(block.Hi) {
			return int(c-rune(block.Lo)) % 10, size
		}
	}
	return 0, 0
}

// exponentAt returns the exponent that a text begins with, such as E-2, and its length, 0 for none.
func exponentAt(text string) (exponent, length int) {
	digits := strings.TrimPrefix(strings.TrimPrefix(text, "E"), "-")
	rest := strings.TrimLeft(digits, "0123456789")
	if !strings.HasPrefix(text, "E") || rest == digits {
		return 0, 0
	}
	length = len(text) - len(rest)
	exponent, err := strconv.Atoi(text[1:length])
	if err != nil {
		exponent = 1000
	}
	return min(max(exponent, -1000), 1000), length
}

// setNumber keeps the number of a letter, which was written so.
func (r *reading) setNumber(it item, n int, written string) bool {
	lenient := !r.f.Calendar.strict
	switch it.letter {
	case 'y', 'Y':
		if it.count <= 2 && len(written) == 2 && written[0] != '-' {
			n = r.inCentury(n)
		}
		if it.letter == 'Y' {
			r.weekYear, r.weeks = n, true
			return true
		}
		r.weeks = false
		r.set(Year, n)
		return true
	case 'M', 'L':
		n--
	case 'k', 'h':
		most := 24
		if it.letter == 'h' {
			most = 12
		}
		if !lenient && (n < 1 || n > most) {
			return false
		}
		if n == most {
			n = 0
		}
	case 'u':
		if n >= 1 && n <= 7 {
			n = n%7 + 1
		}
	}
	field, known := numberFields[it.letter]
	if !known {
		field = Month
	}
	r.set(field, n)
	return true
}

// inCentury returns the year that two digits mean.
func (r *reading) inCentury(n int) int {
	first := MomentOf(r.f.century).Year
	r.ambiguous = n == first%100
	n += first / 100 * 100
	if n < first {
		n += 100
	}
	return n
}

// readName reads the longest of some names, whose numbers count from base.
func (r *reading) readName(field, base int, lists ...[]string) bool {
	best, length := -1, 0
	for _, list := range lists {
		for i, name := range list {
			if len(name) > length && len(r.text)-r.at >= len(name) && strings.EqualFold(r.text[r.at:r.at+len(name)], name) {
				best, length = i, len(name)
			}
		}
	}
	if best < 0 {
		return false
	}
	r.at += length
	r.set(field, base+best)
	return true
}

// readZone reads a distance from GMT, such as +0100, GMT+01:00 where it begins right here, or the
// name of a zone.
func (r *reading) readZone(here bool) bool {
	rest := r.text[r.at:]
	if rest[0] == '+' || rest[0] == '-' {
		return r.readDistance(0, false)
	}
	if here && len(rest) >= 3 && strings.EqualFold(rest[:3], "GMT") {
		if r.at += 3; len(rest) > 3 && (rest[3] == '+' || rest[3] == '-') {
			return r.readDistance(0, true)
		}
		r.setDistance(0)
		return true
	}
	return r.readZoneName()
}

// namedZones holds zones by their abbreviations in standard time and in summer.
var namedZones = []struct{ standard, summer, id string }{
	{"UTC", "", "UTC"}, {"PST", "PDT", "America/Los_Angeles"}, {"MST", "MDT", "America/Denver"}, {"CST", "CDT", "America/Chicago"},
	{"EST", "EDT", "America/New_York"}, {"CET", "CEST", "Europe/Paris"}, {"EET", "EEST", "Europe/Athens"},
	{"WET", "WEST", "Europe/Lisbon"}, {"GMT", "BST", "Europe/London"}, {"JST", "", "Asia/Tokyo"}, {"IST", "", "Asia/Kolkata"},
	{"MSK", "", "Europe/Moscow"}, {"AEST", "AEDT", "Australia/Sydney"},
}

// readZoneName reads the abbreviation or the name of a zone; that of the calendar has precedence.
func (r *reading) readZoneName() bool {
	best, saving := "", 0
	zone := r.f.Calendar.zone
	take := func(name string, z *Zone, summer int) {
		custom := strings.HasPrefix(name, "GMT+") || strings.HasPrefix(name, "GMT-")
		if rest := r.text[r.at:]; !custom && len(name) > len(best) && len(rest) >= len(name) && strings.EqualFold(rest[:len(name)], name) {
			best, zone, saving = name, z, summer
		}
	}
	own := r.f.Calendar.zone
	for month := int64(0); month < 12; month += 6 {
		t := (18262*24 + month*30*24) * Hour // in 2020
		_, summer := own.Offsets(t)
		take(own.name(t, false, r.f.language), own, summer)
		take(own.name(t, true, r.f.language), own, summer)
	}
	for _, z := range namedZones {
		known := ZoneNamed(z.id)
		take(z.standard, known, 0)
		take(fullNames[z.standard], known, 0)
		take(z.summer, known, Hour)
		take(fullNames[z.summer], known, Hour)
	}
	if best == "" {
		return false
	}
	r.at += len(best)
	r.zone = zone
	r.unset(ZoneOffset)
	r.set(DstOffset, saving)
	return true
}

// readISOZone reads a zone as letters X write it.
func (r *reading) readISOZone(count int) bool {
	switch c := r.text[r.at]; c {
	case 'Z':
		r.at++
		r.setDistance(0)
		return true
	case '+', '-':
		return r.readDistance(count, count == 3)
	}
	r.at++
	return false
}

// setDistance keeps a distance from GMT in minutes.
func (r *reading) setDistance(minutes int) {
	r.set(ZoneOffset, minutes*Minute)
	r.set(DstOffset, 0)
}

// readDigits reads a digit, or two of them, -1 for none.
func (r *reading) readDigits() (n, count int) {
	for n = -1; count < 2 && r.at < len(r.text) && r.text[r.at] >= '0' && r.text[r.at] <= '9'; r.at++ {
		n, count = 10*max(n, 0)+int(r.text[r.at]-'0'), count+1
	}
	return n, count
}

// readDistance reads a sign, hours and, unless count is 1, minutes, with a colon between them or
// without.
func (r *reading) readDistance(count int, colon bool) bool {
	sign := 1
	if r.text[r.at] == '-' {
		sign = -1
	}
	r.at++
	hours, digits := r.readDigits()
	if digits == 0 || digits == 1 && (count > 0 || !colon) {
		return false
	}
	if hours > 23 {
		r.at--
		return false
	}
	minutes := 0
	if count != 1 {
		if colon {
			if r.at >= len(r.text) || r.text[r.at] != ':' {
				return false
			}
			r.at++
		}
		if minutes, digits = r.readDigits(); digits < 2 {
			return false
		}
	}
	if minutes > 59 {
		r.at--
		return false
	}
	r.setDistance(sign * (60*hours + minutes))
	return true
}

// establish sets the calendar to what was read.
func (r *reading) establish() (int64, error) {
	c := r.f.Calendar
	if err := c.Clear(); err != nil {
		return 0, err
	}
	has := map[int]bool{}
	for _, field := range r.order {
		c.setField(field, r.values[field])
		has[field] = true
	}
	if r.weeks {
		week, weekday := 1, c.firstDay
		if has[WeekOfYear] {
			week = r.values[WeekOfYear]
		}
		if has[DayOfWeek] {
			weekday = r.values[DayOfWeek]
		}
		if !c.strict && (weekday < 1 || weekday > 7) { // what lies outside is counted from Monday
			weeks, rest := divide(weekday-1, 7)
			week, weekday = week+weeks, (rest+1)%7+1
		}
		if err := c.setWeekDate(r.weekYear, week, weekday); err != nil {
			return 0, err
		}
	}
	return c.Millis()
}

// setWeekDate sets the day by the year of weeks, the week and the day of the week.
func (c *Calendar) setWeekDate(year, week, weekday int) error {
	if c.strict && (weekday < 1 || weekday > 7 || week < 1 || week > c.weeksOf(year)) {
		return illegal("invalid week date")
	}
	day := weekdayFrom(c.weekStart(DayOf(Civil{year, 0, 1})), weekday) + 7*(week-1)
	c.moveTo(CivilOf(day))
	return nil
}
