// Package dates reads and writes dates by the patterns of Java's DateTimeFormatter,
// as far as they are about day, month, year and day of the week.
package dates

import (
	"errors"
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"time"
)

type field struct {
	letter  byte // 0 for a literal
	count   int
	literal string
}

// A Pattern is a compiled date pattern.
type Pattern struct {
	fields []field
	read   *regexp.Regexp
	months map[string]int // by lower-case name, besides the English ones
}

// known are the pattern letters of Java; those not in supported are refused.
const (
	known     = "GuyDMLdQqYwWEecFaBhKkHmsSAnNVvzOXxZp"
	supported = "uyMLdEe"
)

// Compile reads a pattern. Its errors are worded as Java's.
func Compile(pattern string) (*Pattern, error) {
	p := &Pattern{}
	for i := 0; i < len(pattern); {
		c := pattern[i]
		switch {
		case c == '\'':
			end := strings.IndexByte(pattern[i+1:], '\'')
			if end < 0 {
				return nil, fmt.Errorf("Pattern ends with an incomplete string literal: %s", pattern) //nolint:staticcheck // Java's wording
			}
			literal := pattern[i+1 : i+1+end]
			if end == 0 {
				literal = "'"
			}
			p.fields = append(p.fields, field{literal: literal})
			i += end + 2
		case c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z':
			n := 1
			for i+n < len(pattern) && pattern[i+n] == c {
				n++
			}
			if err := allowed(c, n); err != nil {
				return nil, err
			}
			p.fields = append(p.fields, field{letter: c, count: n})
			i += n
		case strings.IndexByte("{}#", c) >= 0:
			return nil, fmt.Errorf("Pattern includes reserved character: '%c'", c) //nolint:staticcheck // Java's wording
		default:
			p.fields = append(p.fields, field{literal: string(c)})
			i++
		}
	}
	return p, p.compileReader()
}

func allowed(c byte, n int) error {
	switch {
	case strings.IndexByte(known, c) < 0:
		return fmt.Errorf("Unknown pattern letter: %c", c) //nolint:staticcheck // Java's wording
	case strings.IndexByte(supported, c) < 0:
		return fmt.Errorf("pattern letter %c is not supported for dates", c)
	case (c == 'd' && n > 2) || (c != 'u' && c != 'y' && n > 5) || n > 19:
		return fmt.Errorf("Too many pattern letters: %c", c) //nolint:staticcheck // Java's wording
	}
	return nil
}

func (p *Pattern) compileReader() error {
	var b strings.Builder
	b.WriteString(`(?i)^\s*`)
	for _, f := range p.fields {
		switch {
		case f.letter == 0 && strings.TrimSpace(f.literal) == "":
			b.WriteString(`\s+`)
		case f.letter == 0:
			b.WriteString(regexp.QuoteMeta(f.literal))
		case f.count >= 3 && f.letter != 'y' && f.letter != 'u':
			b.WriteString(`(\pL+)\.?`)
		case f.count == 1 && (f.letter == 'y' || f.letter == 'u'):
			b.WriteString(`(\d{1,9})`)
		case f.count == 1:
			b.WriteString(`(\d{1,2})`)
		default:
			fmt.Fprintf(&b, `(\d{%d})`, f.count)
		}
	}
	b.WriteString(`\s*$`)
	var err error
	if p.read, err = regexp.Compile(b.String()); err != nil {
		return errors.New("the pattern is too long")
	}
	return nil
}

var ordinal = regexp.MustCompile(`(?i)\b(\d{1,2})(st|nd|rd|th)\b`)

// Parse reads a date; ok is false when the text is none of this pattern.
func (p *Pattern) Parse(text string) (t time.Time, ok bool) {
	m := p.read.FindStringSubmatch(ordinal.ReplaceAllString(text, "$1"))
	if m == nil {
		return t, false
	}
	year, month, day, i := -1, -1, -1, 0
	for _, f := range p.fields {
		if f.letter == 0 {
			continue
		}
		i++
		n, _ := strconv.Atoi(m[i])
		switch f.letter {
		case 'y', 'u':
			if year = n; f.count == 2 {
				year += 2000
			}
		case 'M', 'L':
			if month = n; f.count >= 3 {
				month = p.monthNamed(m[i])
			}
		case 'd':
			day = n
		}
	}
	t = time.Date(year, time.Month(month), day, 0, 0, 0, 0, time.UTC)
	// the 31st of a month that has 30 days is its last day, as Java resolves it
	if month >= 1 && month <= 12 && day >= 1 && day <= 31 && t.Month() != time.Month(month) {
		t = time.Date(year, time.Month(month)+1, 0, 0, 0, 0, 0, time.UTC)
	}
	return t, year >= 0 && month >= 1 && month <= 12 && day >= 1 && day <= 31
}

// Format writes a date.
func (p *Pattern) Format(t time.Time) string {
	var b strings.Builder
	for _, f := range p.fields {
		switch f.letter {
		case 0:
			b.WriteString(f.literal)
		case 'y', 'u':
			if f.count == 2 {
				fmt.Fprintf(&b, "%02d", t.Year()%100)
			} else {
				fmt.Fprintf(&b, "%0*d", f.count, t.Year())
			}
		case 'M', 'L':
			b.WriteString(named(f.count, int(t.Month()), t.Month().String()))
		case 'd':
			fmt.Fprintf(&b, "%0*d", f.count, t.Day())
		default:
			b.WriteString(named(max(f.count, 3), int(t.Weekday()), t.Weekday().String()))
		}
	}
	return b.String()
}

func named(count, number int, name string) string {
	switch {
	case count >= 4:
		return name
	case count == 3:
		return name[:3]
	}
	return fmt.Sprintf("%0*d", count, number)
}
