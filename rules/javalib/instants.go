package javalib

import (
	"math"
	"regexp"
	"time"

	"github.com/seed-62a36931/docket/rules/calendar"
	"github.com/seed-62a36931/docket/rules/host"
)

// instant is a java.time.Instant.
type instant struct{ time.Time }

// ClassName returns Instant.
func (*instant) ClassName() string { return "Instant" }

// String returns the ISO form; the seconds have three, six or nine digits after the point, or
// none.
func (i *instant) String() string {
	layout := "15:04:05Z"
	switch {
	case i.Nanosecond()%1000 != 0:
		layout = "15:04:05.000000000Z"
	case i.Nanosecond()%1_000_000 != 0:
		layout = "15:04:05.000000Z"
	case i.Nanosecond() != 0:
		layout = "15:04:05.000Z"
	}
	return isoDate.Format(i.Time) + "T" + i.Format(layout)
}

// EqualTo reports whether the times are equal.
func (i *instant) EqualTo(o any) bool {
	other, ok := o.(*instant)
	return ok && other.Equal(i.Time)
}

// HashCode returns the hash code of java.time.Instant.
func (i *instant) HashCode() int32 { return host.HashCode(i.Unix()) + 51*int32(i.Nanosecond()) }

// CompareTo orders by time; within a second, it returns the nanoseconds between both.
func (i *instant) CompareTo(o any) int32 {
	other := instantOf(o)
	if seconds := host.Compare(i.Unix(), other.Unix()); seconds != 0 {
		return seconds
	}
	return int32(i.Nanosecond() - other.Nanosecond())
}

// toMillis returns the milliseconds since 1970.
func (i *instant) toMillis() int64 {
	if s := i.Unix(); s > math.MaxInt64/1000-1 || s < math.MinInt64/1000+1 {
		host.Throw("ArithmeticException", "long overflow")
	}
	return i.UnixMilli()
}

func instantOf(v any) *instant {
	i, ok := v.(*instant)
	if !ok {
		host.Throw("NullPointerException", "the instant is null")
	}
	return i
}

func instantOfMillis(n int64) *instant { return &instant{time.UnixMilli(n).UTC()} }

// isoInstant is the form of Instant.parse.
var isoInstant = regexp.MustCompile(`^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,9})?Z$`)

func parseInstant(_ any, a []any) any {
	text := toText(a[0])
	if t, err := time.Parse(time.RFC3339Nano, text); err == nil && isoInstant.MatchString(text) {
		return &instant{t}
	}
	host.Throw("DateTimeParseException", "Text '%s' could not be parsed at index 0", text)
	return nil
}

// zonedTime is a java.time.ZonedDateTime.
type zonedTime struct {
	time.Time
	zone *calendar.Zone
}

// ClassName returns ZonedDateTime.
func (*zonedTime) ClassName() string { return "ZonedDateTime" }

// String returns the ISO form with the zone behind it.
func (z *zonedTime) String() string { return (&moment{z.Time}).String() + "[" + z.zone.ID + "]" }

// EqualTo reports whether time and zone are equal.
func (z *zonedTime) EqualTo(o any) bool {
	other, ok := o.(*zonedTime)
	return ok && other.String() == z.String()
}

// HashCode returns the hash code of the ISO form.
func (z *zonedTime) HashCode() int32 { return host.HashCode(z.String()) }

// toDate returns the day that the clocks of the zone show.
func (z *zonedTime) toDate() *date { return newDate(z.Year(), int(z.Month()), z.Day()) }

// zoneID is a java.time.ZoneId.
type zoneID struct{ *calendar.Zone }

// ClassName returns ZoneId.
func (*zoneID) ClassName() string { return "ZoneId" }

// String returns the identifier.
func (z *zoneID) String() string { return z.ID }

// EqualTo reports whether the identifiers are equal.
func (z *zoneID) EqualTo(o any) bool {
	other, ok := o.(*zoneID)
	return ok && other.ID == z.ID
}

// HashCode returns the hash code of the identifier.
func (z *zoneID) HashCode() int32 { return host.HashCode(z.ID) }

func zoneOf(v any) *calendar.Zone {
	z, ok := v.(*zoneID)
	if !ok {
		host.Throw("NullPointerException", "the zone is null")
	}
	return z.Zone
}

func instantMethod(signature string, body func(i *instant, a []any) any) *host.Method {
	return pureMethod(signature, func(this any, a []any) any { return body(this.(*instant), a) })
}

func zonedMethod(signature string, body func(z *zonedTime) any) *host.Method {
	return pureMethod(signature, func(this any, _ []any) any { return body(this.(*zonedTime)) })
}

var instantClasses = []*host.Class{
	{Name: "Instant", Supers: []string{"Comparable"}, MayHide: true, Constants: map[string]any{"EPOCH": instantOfMillis(0)},
		Statics: []*host.Method{
			pureMethod("ofEpochMilli(long) Instant", func(_ any, a []any) any { return instantOfMillis(a[0].(int64)) }),
			pureMethod("ofEpochSecond(long) Instant", func(_ any, a []any) any {
				if s := a[0].(int64); s < -31557014167219200 || s > 31556889864403199 {
					host.Throw("DateTimeException", "Instant exceeds minimum or maximum instant")
				}
				return &instant{time.Unix(a[0].(int64), 0).UTC()}
			}),
			pureMethod("parse(CharSequence) Instant", parseInstant),
		},
		Methods: []*host.Method{
			instantMethod("toEpochMilli() long", func(i *instant, _ []any) any { return i.toMillis() }),
			instantMethod("getEpochSecond() long", func(i *instant, _ []any) any { return i.Unix() }),
			instantMethod("isBefore(Instant) boolean", func(i *instant, a []any) any { return i.Before(instantOf(a[0]).Time) }),
			instantMethod("isAfter(Instant) boolean", func(i *instant, a []any) any { return i.After(instantOf(a[0]).Time) }),
			instantMethod("atZone(ZoneId) ZonedDateTime", func(i *instant, a []any) any {
				zone := zoneOf(a[0])
				return &zonedTime{zone.In(i.Time), zone}
			}),
		}},
	{Name: "ZonedDateTime", MayHide: true, Methods: []*host.Method{
		zonedMethod("toLocalDate() LocalDate", func(z *zonedTime) any { return z.toDate() }),
		zonedMethod("toInstant() Instant", func(z *zonedTime) any { return &instant{z.UTC()} }),
		zonedMethod("toOffsetDateTime() OffsetDateTime", func(z *zonedTime) any { return &moment{z.Time} }),
		zonedMethod("getYear() int", func(z *zonedTime) any { return int32(z.Year()) }),
		zonedMethod("getMonthValue() int", func(z *zonedTime) any { return int32(z.Month()) }),
		zonedMethod("getDayOfMonth() int", func(z *zonedTime) any { return int32(z.Day()) }),
		zonedMethod("getHour() int", func(z *zonedTime) any { return int32(z.Hour()) }),
		zonedMethod("getMinute() int", func(z *zonedTime) any { return int32(z.Minute()) }),
		zonedMethod("getSecond() int", func(z *zonedTime) any { return int32(z.Second()) }),
	}},
	{Name: "ZoneId", MayHide: true, Methods: []*host.Method{pureMethod("getId() String", func(this any, _ []any) any {
		return this.(*zoneID).ID
	})}, Statics: []*host.Method{
		pureMethod("of(String) ZoneId", findZoneID),
		pureMethod("systemDefault() ZoneId", func(any, []any) any { return &zoneID{calendar.UTC} }),
	}},
}

func findZoneID(_ any, a []any) any {
	id := toText(a[0])
	if zone := calendar.FindZone(id); zone != nil && !calendar.IsOldName(id) {
		return &zoneID{zone}
	}
	host.Throw("ZoneRulesException", "Unknown time-zone ID: %s", id)
	return nil
}
