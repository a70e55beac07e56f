package dates

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"
)

// Problem tells why a text does not match a pattern, in the words of Java.
type Problem struct {
	Text   string
	Index  int // in bytes of the text, -1 when the fields do not make a date
	Reason string
}

// Error returns the message.
func (e *Problem) Error() string {
	switch {
	case e.Index >= 0 && e.Reason != "":
		return "Text '" + e.Text + "' could not be parsed, " + e.Reason
	case e.Reason != "":
		return "Text '" + e.Text + "' could not be parsed: " + e.Reason
	}
	return "Text '" + e.Text + "' could not be parsed at index " + strconv.Itoa(utf8.RuneCountInString(e.Text[:min(e.Index, len(e.Text))]))
}

// dateReader holds what has been read of a text so far.
type dateReader struct {
	p                               *Pattern
	text                            string
	year, month, day, days, weekday int  // -1 for none; days is the day of the year
	signs                           byte // the letter of a year that had a sign, else 0
}

var ordinal = regexp.MustCompile(`(?i)\b(\d{1,2})(st|nd|rd|th)\b`)

// Parse parses a date; ok is false when the text does not match the pattern. White
// space around the text, the case of names and the endings of 1st or 2nd do not
// matter.
func (p *Pattern) Parse(text string) (t time.Time, ok bool) {
	t, err := p.ParseExact(ordinal.ReplaceAllString(strings.TrimSpace(text), "$1"))
	return t, err == nil
}

// ParseExact parses a date exactly as it is given. The error is a *Problem.
func (p *Pattern) ParseExact(text string) (time.Time, error) {
	r := &dateReader{p: p, text: text, year: -1, month: -1, day: -1, days: -1, weekday: -1}
	at, ok := r.readFields(p.fields, 0)
	if !ok {
		return time.Time{}, &Problem{text, at, ""}
	}
	if at < len(text) {
		return time.Time{}, &Problem{text, at, "unparsed text found at index " + strconv.Itoa(utf8.RuneCountInString(text[:at]))}
	}
	t, reason := r.toDate()
	if reason != "" {
		return time.Time{}, &Problem{text, -1, reason}
	}
	return t, nil
}

// readFields reads one field after the other. On success end is where the text
// continues, else where it does not match.
func (r *dateReader) readFields(list []field, at int) (end int, ok bool) {
	for i, f := range list {
		switch f.letter {
		case '[':
			before := *r
			if end, ok := r.readFields(f.optional, at); ok {
				at = end
			} else {
				*r = before
			}
		case 0:
			n, ok := r.readLiteral(f.literal, at)
			if !ok {
				return at, false
			}
			at = n
		default:
			n, ok := r.readField(f, at, reservedDigits(list[i+1:]))
			if !ok {
				return at, false
			}
			at = n
		}
	}
	return at, true
}

// readLiteral reads a literal. A blank stands for any white space.
func (r *dateReader) readLiteral(literal string, at int) (int, bool) {
	rest := r.text[at:]
	if strings.TrimSpace(literal) == "" {
		left := strings.TrimLeftFunc(rest, unicode.IsSpace)
		return at + len(rest) - len(left), left != rest
	}
	if len(rest) < len(literal) || !strings.EqualFold(rest[:len(literal)], literal) {
		return at, false
	}
	return at + len(literal), true
}

// reservedDigits returns the number of digits taken by the fields of fixed width that
// follow directly.
func reservedDigits(list []field) int {
	n := 0
	for _, f := range list {
		if f.letter == 0 || f.letter == '[' || f.isNamed() || f.count == 1 {
			break
		}
		n += f.count
	}
	return n
}

// isNamed reports whether the field is written as a name.
func (f field) isNamed() bool {
	return f.letter == 'a' || f.letter == 'G' || f.letter == 'E' || f.count >= 3 && strings.IndexByte("MLe", f.letter) >= 0
}

// readField reads one field and keeps what it says about the day.
func (r *dateReader) readField(f field, at, reserved int) (int, bool) {
	if f.isNamed() {
		return r.readName(f, at)
	}
	if (f.letter == 'y' || f.letter == 'u') && f.count != 2 && at < len(r.text) &&
		(r.text[at] == '-' || r.text[at] == '+' && f.count >= 4) {
		return r.readSigned(f, at, reserved)
	}
	digits := 0
	for at+digits < len(r.text) && r.text[at+digits] >= '0' && r.text[at+digits] <= '9' {
		digits++
	}
	least, most := f.count, f.count
	if f.count == 1 && f.letter != 'S' {
		if most = 2; f.letter == 'y' || f.letter == 'u' {
			most = 9
		} else if f.letter == 'D' {
			most = 3
		}
	}
	digits = min(max(digits-reserved, least), most, digits)
	if digits < least || f.count > 2 && (f.letter == 'y' || f.letter == 'u') && digits > 9 {
		return at, false
	}
	n, _ := strconv.Atoi(r.text[at : at+digits])
	switch f.letter {
	case 'y', 'u':
		if r.year = n; f.count == 2 {
			r.year += 2000
		}
	case 'M', 'L':
		r.month = n
	case 'd':
		r.day = n
	case 'D':
		r.days = n
	}
	return at + digits, true
}

// readSigned reads a year with its sign. A plus requires more digits than there are
// letters.
func (r *dateReader) readSigned(f field, at, reserved int) (int, bool) {
	end := at + 1
	for end < len(r.text) && r.text[end] >= '0' && r.text[end] <= '9' {
		end++
	}
	end -= reserved
	n, err := strconv.Atoi(r.text[at:max(end, at)])
	if digits := end - at - 1; err != nil || digits < f.count || digits > 10 ||
		r.text[at] == '+' && digits == f.count || r.text[at] == '-' && n == 0 {
		return at, false
	}
	r.year, r.signs = n, f.letter
	return end, true
}

// readName reads a month, a weekday, AM or PM, or an era.
func (r *dateReader) readName(f field, at int) (int, bool) {
	end := at
	for end < len(r.text) {
		c, size := utf8.DecodeRuneInString(r.text[end:])
		if !unicode.IsLetter(c) {
			break
		}
		end += size
	}
	name := r.text[at:end]
	switch {
	case name == "":
		return at, false
	case f.letter == 'a':
		return end, strings.EqualFold(name, "AM") || strings.EqualFold(name, "PM")
	case f.letter == 'G':
		return end, strings.EqualFold(name, "AD") || strings.EqualFold(name, "CE")
	case f.letter == 'E' || f.letter == 'e':
		if r.weekday = weekdayNumber(name); r.weekday < 0 && r.p.language == "" {
			return at, false
		}
	default:
		if r.month = r.p.monthNumber(name); r.month < 0 {
			return at, false
		}
	}
	if strings.HasPrefix(r.text[end:], ".") && f.count < 4 {
		end++ // of an abbreviation
	}
	return end, true
}

// isoDay returns the number of a day of the week from Monday, which is 1.
func isoDay(weekday int) int { return (weekday+6)%7 + 1 }

func weekdayNumber(name string) int {
	for d := time.Sunday; d <= time.Saturday; d++ {
		if strings.EqualFold(name, d.String()) || strings.EqualFold(name, d.String()[:3]) {
			return int(d)
		}
	}
	return -1
}

// toDate returns the date given by the fields. reason is empty when they form a date.
func (r *dateReader) toDate() (t time.Time, reason string) {
	switch {
	case r.signs == 'y' && r.year < 1:
		return t, "Invalid value for YearOfEra (valid values 1 - 999999999/1000000000): " + strconv.Itoa(r.year)
	case r.year > MaxYear || r.year < -MaxYear:
		return t, "Invalid value for Year (valid values -999999999 - 999999999): " + strconv.Itoa(r.year)
	case r.signs == 0 && r.year < 0 || r.days < 0 && (r.month < 0 || r.day < 0):
		return t, "Unable to obtain LocalDate"
	case r.days == 0 || r.days > 366:
		return t, "Invalid value for DayOfYear (valid values 1 - 365/366): " + strconv.Itoa(r.days)
	case r.days > 0:
		if t = time.Date(r.year, 1, r.days, 0, 0, 0, 0, time.UTC); t.Year() != r.year {
			return t, "Invalid date 'DayOfYear 366' as '" + strconv.Itoa(r.year) + "' is not a leap year"
		}
	case r.month < 1 || r.month > 12:
		return t, "Invalid value for MonthOfYear (valid values 1 - 12): " + strconv.Itoa(r.month)
	case r.day < 1 || r.day > 31:
		return t, "Invalid value for DayOfMonth (valid values 1 - 28/31): " + strconv.Itoa(r.day)
	default:
		t = time.Date(r.year, time.Month(r.month), r.day, 0, 0, 0, 0, time.UTC)
		if t.Month() != time.Month(r.month) {
			if r.p.strict {
				return t, "Invalid date '" + strings.ToUpper(time.Month(r.month).String()) + " " + strconv.Itoa(r.day) + "'"
			}
			// the 31st of a month that has 30 days is its last day, as Java resolves it
			t = time.Date(r.year, time.Month(r.month)+1, 0, 0, 0, 0, 0, time.UTC)
		}
	}
	if r.weekday >= 0 && int(t.Weekday()) != r.weekday {
		return t, fmt.Sprintf("Conflict found: Field DayOfWeek %d differs from DayOfWeek %d derived from %s",
			isoDay(int(t.Weekday())), isoDay(r.weekday), t.Format(time.DateOnly))
	}
	return t, ""
}
