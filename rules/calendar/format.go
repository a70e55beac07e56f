package calendar

import (
	"fmt"
	"slices"
	"strings"
	"sync"
	"time"
	"unicode/utf8"

	"github.com/seed-62a36931/docket/rules/dates"
)

// item is a letter of a pattern with its count, or a literal.
type item struct {
	letter  byte // 0 for a literal
	count   int
	literal string
}

// A Format reads and writes times by a pattern of java.text.SimpleDateFormat.
type Format struct {
	Calendar *Calendar
	pattern  string
	language string
	items    []item
	names    *names
	// monthAlone says that the pattern has no letter but that of the month
	monthAlone bool
	// century is the first year that a year of two digits can mean
	century int64
}

// CenturyStart is the time from which a year of two digits is counted where nothing else is said:
// in Java it is 80 years before the present time.
const CenturyStart = -757382400000 // 1946-01-01

// maxPattern limits the length of a pattern.
const maxPattern = 1000

// letters are the letters of patterns.
const letters = "GyYMLwWDdFEuaHkKhmsSzZX"

// NewFormat compiles a pattern. The language of names is given as in "de", "" for English.
func NewFormat(pattern, language string, c *Calendar) (*Format, error) {
	items, err := compileItems(pattern)
	if err != nil {
		return nil, err
	}
	f := &Format{Calendar: c, pattern: pattern, language: language, items: items, names: namesIn(language), century: CenturyStart}
	fields := slices.DeleteFunc(slices.Clone(items), func(it item) bool { return it.letter == 0 })
	f.monthAlone = len(fields) == 1 && fields[0].letter == 'M'
	return f, nil
}

// Pattern returns the pattern.
func (f *Format) Pattern() string { return f.pattern }

// SetCentury sets the time from which a year of two digits is counted.
func (f *Format) SetCentury(millis int64) { f.century = millis }

// compileItems splits a pattern.
func compileItems(pattern string) ([]item, error) {
	if len(pattern) > maxPattern {
		return nil, illegal("the pattern is longer than %d characters", maxPattern)
	}
	var out []item
	addLiteral := func(text string) {
		if last := len(out) - 1; last >= 0 && out[last].letter == 0 {
			out[last].literal += text
			return
		}
		out = append(out, item{literal: text})
	}
	for i := 0; i < len(pattern); {
		switch c := pattern[i]; {
		case c == '\'':
			text, n, ok := readQuoted(pattern[i:])
			if !ok {
				return nil, illegal("Unterminated quote")
			}
			addLiteral(text)
			i += n
		case c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z':
			n := len(pattern[i:]) - len(strings.TrimLeft(pattern[i:], string(c)))
			switch {
			case strings.IndexByte(letters, c) < 0:
				return nil, illegal("Illegal pattern character '%c'", c)
			case c == 'X' && n > 3:
				return nil, illegal("invalid ISO 8601 format: length=%d", n)
			}
			out = append(out, item{letter: c, count: n})
			i += n
		default:
			_, n := utf8.DecodeRuneInString(pattern[i:])
			addLiteral(pattern[i : i+n])
			i += n
		}
	}
	return out, nil
}

// readQuoted reads what stands between quotes at the beginning of a text. Two quotes stand for one.
func readQuoted(text string) (content string, length int, ok bool) {
	if strings.HasPrefix(text, "''") {
		return "'", 2, true
	}
	var b strings.Builder
	for i := 1; i < len(text); i++ {
		if text[i] != '\'' {
			b.WriteByte(text[i])
			continue
		}
		if !strings.HasPrefix(text[i+1:], "'") {
			return b.String(), i + 1, true
		}
		b.WriteByte('\'')
		i++
	}
	return "", 0, false
}

// names holds the names of months and weekdays, from January and Sunday on.
type names struct {
	months   [4][]string // short and full, then both by themselves
	weekdays [2][]string // short and full
	eras     [2][]string // short and full
}

// knownNames holds the names by language.
var knownNames sync.Map

// namesIn returns the names of a language, "" for English.
func namesIn(language string) *names {
	known, ok := knownNames.Load(language)
	if !ok {
		known, _ = knownNames.LoadOrStore(language, listNames(language))
	}
	return known.(*names)
}

// listNames lists the names of a language.
func listNames(language string) *names {
	list := func(letters string, n int) []string {
		p, err := dates.Compile(letters)
		if err != nil {
			panic(err)
		}
		p, _ = p.InLocale(language)
		var out []string
		for i := range n {
			t := time.Date(2023, time.Month(i+1), 1, 0, 0, 0, 0, time.UTC)
			if n == 7 {
				t = time.Date(2023, 1, i+1, 0, 0, 0, 0, time.UTC) // 1 January 2023 is a Sunday
			}
			out = append(out, p.Format(t))
		}
		return out
	}
	eras, known := eraNames[language]
	if !known {
		eras = eraNames[""]
	}
	return &names{
		eras:     eras,
		months:   [4][]string{list("MMM", 12), list("MMMM", 12), list("LLL", 12), list("LLLL", 12)},
		weekdays: [2][]string{list("EEE", 7), list("EEEE", 7)},
	}
}

// eraNames holds the names of eras by language, short and full.
var eraNames = map[string][2][]string{
	"":   {{"BC", "AD"}, {"Before Christ", "Anno Domini"}},
	"de": {{"v. Chr.", "n. Chr."}, {"v. Chr.", "n. Chr."}},
	"fr": {{"av. J.-C.", "ap. J.-C."}, {"avant Jésus-Christ", "après Jésus-Christ"}},
	"it": {{"a.C.", "d.C."}, {"avanti Cristo", "dopo Cristo"}},
}

// halves are the names of the halves of the day.
var halves = []string{"AM", "PM"}

// FormatMillis writes a time, and sets the calendar to it.
func (f *Format) FormatMillis(millis int64) string {
	f.Calendar.SetMillis(millis)
	var b strings.Builder
	for _, it := range f.items {
		if it.letter == 0 {
			b.WriteString(it.literal)
		} else {
			b.WriteString(f.formatItem(it, millis))
		}
	}
	return b.String()
}

// numberFields holds the fields that letters write as numbers.
var numberFields = map[byte]int{
	'w': WeekOfYear, 'W': WeekOfMonth, 'D': DayOfYear, 'd': DayOfMonth, 'F': DayOfWeekInMonth, 'H': HourOfDay, 'K': HourOfHalf,
	'm': MinuteField, 's': SecondField, 'S': Millisecond, 'k': HourOfDay, 'h': HourOfHalf, 'u': DayOfWeek,
}

// formatItem writes a letter of the pattern.
func (f *Format) formatItem(it item, millis int64) string {
	c := f.Calendar
	full := min(it.count/4, 1)
	switch it.letter {
	case 'G':
		return f.names.eras[0][c.fields[Era]]
	case 'y':
		return formatYear(c.fields[Year], it.count)
	case 'Y':
		year := c.normalYear()
		return formatYear(c.weekYear(year, DayOf(Civil{year, c.fields[Month], c.fields[DayOfMonth]})), it.count)
	case 'M', 'L':
		if it.count < 3 {
			return pad(c.fields[Month]+1, it.count)
		}
		if it.letter == 'L' || f.monthAlone {
			full += 2
		}
		return f.names.months[full][c.fields[Month]]
	case 'E':
		return f.names.weekdays[full][c.fields[DayOfWeek]-1]
	case 'a':
		return halves[c.fields[AmPm]]
	case 'z', 'Z', 'X':
		return f.formatZone(it, millis)
	}
	n := c.fields[numberFields[it.letter]]
	switch {
	case it.letter == 'k' && n == 0:
		n = 24
	case it.letter == 'h' && n == 0:
		n = 12
	case it.letter == 'u':
		n = (n+5)%7 + 1
	}
	return pad(n, it.count)
}

// pad writes a number with so many digits at least.
func pad(n, digits int) string {
	if n < 0 {
		return "-" + pad(-n, digits)
	}
	return fmt.Sprintf("%0*d", digits, n)
}

// formatYear writes a year; two letters stand for its last two digits.
func formatYear(year, count int) string {
	if count == 2 {
		if year < 0 {
			return "-" + pad(-year%100, 2)
		}
		return pad(year%100, 2)
	}
	return pad(year, count)
}

// formatZone writes the zone of the calendar at a time.
func (f *Format) formatZone(it item, millis int64) string {
	c := f.Calendar
	offset := c.fields[ZoneOffset] + c.fields[DstOffset]
	switch {
	case it.letter == 'z':
		return c.zone.name(millis, it.count >= 4, f.language)
	case it.letter == 'Z':
		return writeOffset(offset, "")
	case offset == 0:
		return "Z"
	case it.count == 1:
		return writeOffset(offset, "")[:3]
	case it.count == 2:
		return writeOffset(offset, "")
	}
	return writeOffset(offset, ":")
}

// fullNames holds the names of zones by their abbreviations.
var fullNames = map[string]string{
	"UTC": "Coordinated Universal Time", "GMT": "Greenwich Mean Time", "BST": "British Summer Time",
	"WET": "Western European Standard Time", "WEST": "Western European Summer Time",
	"CET": "Central European Standard Time", "CEST": "Central European Summer Time",
	"EET": "Eastern European Standard Time", "EEST": "Eastern European Summer Time",
	"EST": "Eastern Standard Time", "EDT": "Eastern Daylight Time", "CST": "Central Standard Time", "CDT": "Central Daylight Time",
	"MST": "Mountain Standard Time", "MDT": "Mountain Daylight Time", "PST": "Pacific Standard Time", "PDT": "Pacific Daylight Time",
	"JST": "Japan Standard Time", "IST": "India Standard Time",
}

// germanZones holds the abbreviations that German has of its own.
var germanZones = map[string]string{"CET": "MEZ", "CEST": "MESZ", "EET": "OEZ", "EEST": "OESZ", "WET": "WEZ", "WEST": "WESZ"}

// name returns the name of the zone at a time, or its abbreviation.
func (z *Zone) name(millis int64, full bool, language string) string {
	short := z.Abbreviation(millis)
	if german := germanZones[short]; language == "de" && german != "" && !full {
		return german
	}
	if long := fullNames[short]; full && long != "" {
		return long
	}
	return short
}
