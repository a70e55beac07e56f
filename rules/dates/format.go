package dates

import (
	"fmt"
	"strings"
	"time"
)

// Format formats a date. Letters for the time of day are written as midnight.
func (p *Pattern) Format(t time.Time) string {
	var b strings.Builder
	p.writeFields(&b, p.fields, t)
	return b.String()
}

// OnlyDates reports whether the pattern has no letters for the time of day.
func (p *Pattern) OnlyDates() bool { return onlyDates(p.fields) }

func onlyDates(list []field) bool {
	for _, f := range list {
		if strings.IndexByte("HhKkmsSa", f.letter) >= 0 || f.letter == '[' && !onlyDates(f.optional) {
			return false
		}
	}
	return true
}

// writeFields writes a date by a list of fields.
func (p *Pattern) writeFields(b *strings.Builder, list []field, t time.Time) {
	for _, f := range list {
		switch f.letter {
		case 0:
			b.WriteString(f.literal)
		case '[':
			p.writeFields(b, f.optional, t)
		case 'y', 'u':
			b.WriteString(f.formatYear(t.Year()))
		case 'M', 'L':
			b.WriteString(p.formatMonth(f, t.Month()))
		case 'd':
			fmt.Fprintf(b, "%0*d", f.count, t.Day())
		case 'D':
			fmt.Fprintf(b, "%0*d", f.count, t.YearDay())
		case 'G':
			eras := []string{"AD", "AD", "AD", "Anno Domini", "A"}
			if t.Year() < 1 {
				eras = []string{"BC", "BC", "BC", "Before Christ", "B"}
			}
			b.WriteString(eras[f.count-1])
		case 'E':
			b.WriteString(p.formatWeekday(max(f.count, 3), 0, t.Weekday()))
		case 'e': // the week begins on Sunday
			b.WriteString(p.formatWeekday(f.count, int(t.Weekday())+1, t.Weekday()))
		default:
			b.WriteString(midnightText(f))
		}
	}
}

// MaxYear is the last year that a date may have; the first one is its negative.
const MaxYear = 999_999_999

// formatYear formats a year for the letter u or, for y, the year of its era, where 1 BC
// precedes 1 AD. From four letters on, a sign precedes a year with more digits than
// there are letters.
func (f field) formatYear(n int) string {
	if f.letter == 'y' && n < 1 {
		n = 1 - n
	}
	sign := ""
	if n < 0 {
		n, sign = -n, "-"
	}
	digits := fmt.Sprintf("%0*d", f.count, n)
	switch {
	case f.count == 2:
		return fmt.Sprintf("%02d", n%100)
	case sign == "" && f.count >= 4 && len(digits) > f.count:
		sign = "+"
	}
	return sign + digits
}

// midnightText returns the text of midnight for a letter for the time of day.
func midnightText(f field) string {
	switch f.letter {
	case 'a':
		return "AM"
	case 'h':
		return "12"
	case 'k':
		return "24"
	}
	return strings.Repeat("0", f.count)
}

// numberOrName returns a number or, from three letters on, a name: short, full, or its
// initial.
func numberOrName(count, number int, name string) string {
	switch count {
	case 3:
		return name[:3]
	case 4:
		return name
	case 5:
		return name[:1]
	}
	return fmt.Sprintf("%0*d", count, number)
}
