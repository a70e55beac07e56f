package calendar

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"time"
	_ "time/tzdata" // zones are the same everywhere
)

// A Zone is a time zone.
type Zone struct {
	ID       string
	location *time.Location
}

// String returns what Java writes, but for zones with another offset only the name.
func (z *Zone) String() string {
	rest := ""
	if z.location == time.UTC {
		rest = ",offset=0,dstSavings=0,useDaylight=false,transitions=0,lastRule=null"
	}
	return fmt.Sprintf("sun.util.calendar.ZoneInfo[id=%q%s]", z.ID, rest)
}

// UTC is the zone of rules that name none.
var UTC = &Zone{"UTC", time.UTC}

// oldNames maps the abbreviations that Java takes for zones to their names.
var oldNames = map[string]string{
	"ACT": "Australia/Darwin", "AET": "Australia/Sydney", "AGT": "America/Argentina/Buenos_Aires", "ART": "Africa/Cairo",
	"AST": "America/Anchorage", "BET": "America/Sao_Paulo", "BST": "Asia/Dhaka", "CAT": "Africa/Harare", "CNT": "America/St_Johns",
	"CST": "America/Chicago", "CTT": "Asia/Shanghai", "EAT": "Africa/Addis_Ababa",
	"ECT": "Europe/Paris", //nolint:misspell // the abbreviation
	"IET": "America/Indiana/Indianapolis", "IST": "Asia/Kolkata", "JST": "Asia/Tokyo", "MIT": "Pacific/Apia", "NET": "Asia/Yerevan",
	"NST": "Pacific/Auckland", "PLT": "Asia/Karachi", "PNT": "America/Phoenix", "PRT": "America/Puerto_Rico",
	"PST": "America/Los_Angeles", "SST": "Pacific/Guadalcanal", "VST": "Asia/Ho_Chi_Minh",
}

var customZone = regexp.MustCompile(`^GMT([-+])(\d{1,2})(?::?(\d\d))?$`)

// ZoneNamed returns the zone of an identifier as TimeZone.getTimeZone does: UTC, Europe/Berlin,
// PST, GMT+2 or GMT-03:30. Any other is GMT.
func ZoneNamed(id string) *Zone {
	if g := customZone.FindStringSubmatch(id); g != nil {
		hours, _ := strconv.Atoi(g[2])
		minutes, _ := strconv.Atoi(g[3])
		if hours <= 23 && minutes <= 59 {
			return fixedZone(g[1], hours, minutes)
		}
	}
	if known := FindZone(id); known != nil {
		return known
	}
	return &Zone{"GMT", time.UTC}
}

// fixedZone returns a zone at a distance from GMT.
func fixedZone(sign string, hours, minutes int) *Zone {
	seconds := hours*3600 + minutes*60
	id := fmt.Sprintf("GMT%s%02d:%02d", sign, hours, minutes)
	if seconds == 0 {
		return &Zone{id, time.UTC}
	}
	if sign == "-" {
		seconds = -seconds
	}
	return &Zone{id, time.FixedZone(id, seconds)}
}

// FindZone returns the zone of a name in the database of zones, nil when it has none.
func FindZone(id string) *Zone {
	switch id {
	case "", "Local":
		return nil
	case "UTC", "GMT":
		return &Zone{id, time.UTC}
	}
	name := id
	if old := oldNames[id]; old != "" {
		name = old
	}
	if known, ok := knownZones.Load(id); ok {
		return known.(*Zone)
	}
	if len(id) > maxZone {
		return nil
	}
	location, err := time.LoadLocation(name)
	if err != nil {
		return nil
	}
	zone := &Zone{id, location}
	knownZones.Store(id, zone)
	return zone
}

// knownZones holds the zones that were found, by name.
var knownZones sync.Map

// maxZone is the length of the longest name of a zone.
const maxZone = 64

// IsOldName reports whether a name is an abbreviation that only java.util.TimeZone takes.
func IsOldName(id string) bool { return oldNames[id] != "" }

// In returns a time as the clocks of the zone show it.
func (z *Zone) In(t time.Time) time.Time { return t.In(z.location) }

// firstChange is the time before which zones have the offset of today, as for java.util.TimeZone;
// winter is a time by which that is known.
const (
	firstChange = -2208988800000 // 1900-01-01
	winter      = 1704067200000  // 2024-01-01
)

// Offsets returns the distance of the zone from GMT at a time, in milliseconds, and the part of
// it that is daylight saving.
func (z *Zone) Offsets(millis int64) (offset, saving int) {
	if millis < firstChange {
		offset, saving = z.Offsets(winter)
		return offset - saving, 0
	}
	t := time.UnixMilli(millis).In(z.location)
	_, seconds := t.Zone()
	if t.IsDST() && z.location != time.UTC {
		saving = Hour
		if strings.HasSuffix(z.ID, "Lord_Howe") {
			saving = Hour / 2
		}
	}
	return seconds * Second, saving
}

// offsetsByWall returns the offsets at a time that clocks there show. Of two such times it takes
// the later one, and one that clocks skip is the time after that.
func (z *Zone) offsetsByWall(wall int64) (offset, saving int) {
	if z.location == time.UTC {
		return 0, 0
	}
	before, savingBefore := z.Offsets(wall - Day)
	after, savingAfter := z.Offsets(wall + Day)
	if now, _ := z.Offsets(wall - int64(after)); now == after {
		return after, savingAfter
	}
	return before, savingBefore
}

// MillisByWall returns the milliseconds since 1970 at a time that clocks of the zone show, given
// as if they were in UTC.
func (z *Zone) MillisByWall(wall int64) int64 {
	offset, _ := z.offsetsByWall(wall)
	return wall - int64(offset)
}

// Abbreviation returns the short name of the zone at a time.
func (z *Zone) Abbreviation(millis int64) string {
	if z.location == time.UTC {
		return z.ID
	}
	name, seconds := time.UnixMilli(millis).In(z.location).Zone()
	if name == "" || name[0] == '+' || name[0] == '-' {
		return "GMT" + writeOffset(seconds*Second, ":")
	}
	return name
}

// writeOffset writes the distance from GMT as +0100, with a separator before the minutes.
func writeOffset(millis int, separator string) string {
	sign := "+"
	if millis < 0 {
		sign, millis = "-", -millis
	}
	return fmt.Sprintf("%s%02d%s%02d", sign, millis/Hour, separator, millis/Minute%60)
}
