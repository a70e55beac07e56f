package calendar

import (
	"fmt"
	"strconv"
	"strings"
)

// A Calendar is a time with fields that can be set, as a java.util.GregorianCalendar. The time is
// computed from them when it is asked for.
type Calendar struct {
	zone                  *Zone
	firstDay, minimalDays int // of weeks
	strict                bool
	fields                [fieldCount]int
	stamps                [fieldCount]int // 0: not set; computedStamp: computed; others: the later, the greater
	next                  int             // the next stamp
	millis                int64
	hasMillis             bool // the time is that of the fields
	hasFields             bool // the fields that are set are those of the time
	allSet                bool // all fields were set or computed
	// unset is true of a calendar without a time, which in Java has the present one
	unset bool
}

const (
	computedStamp = 1
	firstStamp    = 2
)

// New returns a calendar without a time. Weeks begin on a day, 1 for Sunday, and the first one of
// a year has so many of its days at least.
func New(zone *Zone, firstDay, minimalDays int) *Calendar {
	return &Calendar{zone: zone, firstDay: firstDay, minimalDays: minimalDays, next: firstStamp, unset: true}
}

// Clone returns another calendar with the same time and fields.
func (c *Calendar) Clone() *Calendar {
	copied := *c
	return &copied
}

// A Problem tells what a calendar cannot do, with the class of Java's exception.
type Problem struct{ Class, Message string }

// Error returns the message.
func (p *Problem) Error() string { return p.Message }

func illegal(format string, args ...any) *Problem {
	return &Problem{"IllegalArgumentException", fmt.Sprintf(format, args...)}
}

// checkField returns a problem for a number that is no field.
func checkField(field int) error {
	if field < 0 || field >= fieldCount {
		return &Problem{"ArrayIndexOutOfBoundsException", fmt.Sprintf("Index %d out of bounds for length %d", field, fieldCount)}
	}
	return nil
}

// SetMillis sets the time in milliseconds since 1970.
func (c *Calendar) SetMillis(millis int64) {
	c.millis, c.hasMillis = millis, true
	c.computeFields()
}

// computeFields computes all fields of the time.
func (c *Calendar) computeFields() {
	c.fields, c.hasFields, c.allSet, c.unset = c.fieldsOf(c.millis), true, true, false
	for i := range c.stamps {
		c.stamps[i] = computedStamp
	}
}

// Millis returns the time in milliseconds since 1970.
func (c *Calendar) Millis() (int64, error) {
	if c.hasMillis {
		return c.millis, nil
	}
	return c.millis, c.computeTime()
}

// complete computes the time and all fields.
func (c *Calendar) complete() error {
	if _, err := c.Millis(); err != nil {
		return err
	}
	if !c.hasFields || !c.allSet {
		c.computeFields()
	}
	return nil
}

// Get returns a field.
func (c *Calendar) Get(field int) (int, error) {
	if err := checkField(field); err != nil {
		return 0, err
	}
	err := c.complete()
	return c.fields[field], err
}

// Set sets a field.
func (c *Calendar) Set(field, value int) error {
	if err := checkField(field); err != nil {
		return err
	}
	c.setField(field, value)
	return nil
}

// setField sets a field that exists.
func (c *Calendar) setField(field, value int) {
	if c.hasFields && !c.allSet {
		c.computeFields()
	}
	c.fields[field], c.stamps[field] = value, c.next
	c.next++
	c.hasMillis, c.hasFields = false, false
}

// Clear removes the fields, or one of them.
func (c *Calendar) Clear(fields ...int) error {
	if len(fields) == 0 {
		for field := range fieldCount {
			fields = append(fields, field)
		}
	}
	for _, field := range fields {
		if err := checkField(field); err != nil {
			return err
		}
		c.fields[field], c.stamps[field] = 0, 0
	}
	if len(fields) == int(fieldCount) {
		c.unset = false
	}
	c.hasMillis, c.hasFields, c.allSet = false, false, false
	return nil
}

// IsSet reports whether a field has a value, which was set or computed.
func (c *Calendar) IsSet(field int) bool {
	return field >= 0 && field < fieldCount && c.stamps[field] > 0
}

// Lenient reports whether fields may lie outside of their range.
func (c *Calendar) Lenient() bool { return !c.strict }

// SetLenient lets fields lie outside of their range, or not.
func (c *Calendar) SetLenient(lenient bool) { c.strict = !lenient }

// Zone returns the time zone.
func (c *Calendar) Zone() *Zone { return c.zone }

// SetZone changes the time zone. The time stays, unless fields were set after it was computed.
func (c *Calendar) SetZone(zone *Zone) {
	c.zone, c.hasFields, c.allSet = zone, false, false
}

// FirstDay returns the day that weeks begin on, 1 for Sunday.
func (c *Calendar) FirstDay() int { return c.firstDay }

// SetFirstDay changes the day that weeks begin on.
func (c *Calendar) SetFirstDay(day int) { c.firstDay = day; c.recountWeeks() }

// MinimalDays returns how many days the first week of a year has at least.
func (c *Calendar) MinimalDays() int { return c.minimalDays }

// SetMinimalDays changes how many days the first week of a year has at least.
func (c *Calendar) SetMinimalDays(days int) { c.minimalDays = days; c.recountWeeks() }

// recountWeeks computes the fields of weeks anew.
func (c *Calendar) recountWeeks() {
	if c.hasFields {
		all := c.fieldsOf(c.millis)
		c.fields[WeekOfMonth], c.fields[WeekOfYear] = all[WeekOfMonth], all[WeekOfYear]
	}
}

// Equal reports whether calendars have the same time, zone and rules.
func (c *Calendar) Equal(o *Calendar) (bool, error) {
	a, err := c.Millis()
	if err != nil {
		return false, err
	}
	b, err := o.Millis()
	return a == b && c.strict == o.strict && c.firstDay == o.firstDay && c.minimalDays == o.minimalDays && c.zone.ID == o.zone.ID, err
}

// noTime is the problem of a calendar that would have the present time in Java.
var noTime = &Problem{"IllegalStateException",
	"the calendar has no time yet: rules have no clock, since an analysis can be repeated; call setTime, clear, or set a day"}

// knowsDay reports whether the fields that are set say which day it is.
func (c *Calendar) knowsDay() bool {
	switch chosen := c.chooseDay(); chosen {
	case DayOfMonth:
		return c.latest(Year, Month, DayOfMonth) > 0
	case DayOfYear:
		return c.latest(Year, DayOfYear) > 0
	case WeekOfYear:
		return c.latest(Year, WeekOfYear, DayOfWeek) > 0
	default:
		return c.latest(Year, Month, chosen, DayOfWeek) > 0
	}
}

// String returns what java.util.Calendar writes, with the zone in short where it is not UTC.
func (c *Calendar) String() string {
	var b strings.Builder
	time, known := "?", c.hasMillis
	if known {
		time = strconv.FormatInt(c.millis, 10)
	}
	fmt.Fprintf(&b, "java.util.GregorianCalendar[time=%s,areFieldsSet=%v,areAllFieldsSet=%v,lenient=%v,zone=%s,"+
		"firstDayOfWeek=%d,minimalDaysInFirstWeek=%d", time, c.hasFields, c.allSet, !c.strict, c.zone, c.firstDay, c.minimalDays)
	for field, name := range fieldNames {
		value := "?"
		if c.stamps[field] > 0 {
			value = strconv.Itoa(c.fields[field])
		}
		fmt.Fprintf(&b, ",%s=%s", name, value)
	}
	return b.String() + "]"
}
