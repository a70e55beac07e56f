// Package dates reads and writes dates by the patterns of Java's DateTimeFormatter.
// Times of day are skipped.
package dates

import (
	"fmt"
	"strings"
	"unicode/utf8"
)

// field is a piece of a pattern: a literal, a letter with its count, or an optional
// part.
type field struct {
	letter   byte // 0 for a literal, '[' for an optional part
	count    int
	literal  string
	optional []field
}

// A Pattern is a compiled date pattern.
type Pattern struct {
	fields   []field
	language string         // of the names that it writes, "" for English
	months   map[string]int // by lower-case name, besides the English ones
	strict   bool           // days that a month does not have are refused
}

// Strict returns the pattern with days refused that a month does not have, instead
// of replaced by the last day of the month.
func (p *Pattern) Strict() *Pattern {
	copied := *p
	copied.strict = true
	return &copied
}

// maxCounts holds the pattern letters of Java with their maximum counts. Letters that
// are not in supported are refused.
var maxCounts = map[byte]int{
	'G': 5, 'u': 19, 'y': 19, 'D': 3, 'M': 5, 'L': 5, 'd': 2, 'g': 19, 'Q': 5, 'q': 5, 'Y': 19,
	'w': 2, 'W': 1, 'E': 5, 'e': 5, 'c': 5, 'F': 1,
	'a': 1, 'B': 5, 'h': 2, 'K': 2, 'k': 2, 'H': 2, 'm': 2, 's': 2, 'S': 9, 'A': 19, 'n': 19, 'N': 19,
	'V': 2, 'v': 4, 'z': 4, 'O': 4, 'X': 5, 'x': 5, 'Z': 5,
}

const supported = "uyMLdEeDHhKkmsSaG"

// maxPattern limits the length of a pattern.
const maxPattern = 1000

// Compile parses a pattern. Its errors are worded like Java's.
func Compile(pattern string) (*Pattern, error) {
	if len(pattern) > maxPattern {
		return nil, fmt.Errorf("the pattern is longer than %d characters", maxPattern)
	}
	open := [][]field{nil}
	for i := 0; i < len(pattern); {
		last := len(open) - 1
		f, n, err := parseField(pattern, i)
		if err != nil {
			return nil, err
		}
		i += n
		switch {
		case f.literal == "[" && f.letter == '[':
			open = append(open, nil)
		case f.letter == ']' && last == 0:
			return nil, fmt.Errorf("Pattern invalid as it contains ] without previous [") //nolint:staticcheck // Java's wording
		case f.letter == ']':
			open[last-1] = append(open[last-1], field{letter: '[', optional: open[last]})
			open = open[:last]
		default:
			open[last] = append(open[last], f)
		}
	}
	for last := len(open) - 1; last > 0; last-- { // optional parts that are not closed end with the pattern
		open[last-1] = append(open[last-1], field{letter: '[', optional: open[last]})
		open = open[:last]
	}
	return &Pattern{fields: open[0]}, nil
}

// parseField parses what begins at i: a field, or a bracket as letter.
func parseField(pattern string, i int) (f field, length int, err error) {
	c := pattern[i]
	switch {
	case c == '\'':
		return parseQuoted(pattern, i)
	case c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z':
		n := 1
		for i+n < len(pattern) && pattern[i+n] == c {
			n++
		}
		return field{letter: c, count: n}, n, checkLetter(c, n)
	case c == '[':
		return field{letter: '[', literal: "["}, 1, nil
	case c == ']':
		return field{letter: ']'}, 1, nil
	case strings.IndexByte("{}#", c) >= 0:
		return f, 0, fmt.Errorf("Pattern includes reserved character: '%c'", c) //nolint:staticcheck // Java's wording
	}
	_, n := utf8.DecodeRuneInString(pattern[i:])
	return field{literal: pattern[i : i+n]}, n, nil
}

// parseQuoted parses a literal between quotes. Two quotes stand for one.
func parseQuoted(pattern string, i int) (field, int, error) {
	var b strings.Builder
	at := i + 1
	for at < len(pattern) {
		if pattern[at] != '\'' {
			b.WriteByte(pattern[at])
			at++
			continue
		}
		if at+1 >= len(pattern) || pattern[at+1] != '\'' {
			break
		}
		b.WriteByte('\'')
		at += 2
	}
	if at >= len(pattern) {
		return field{}, 0, fmt.Errorf("Pattern ends with an incomplete string literal: %s", pattern) //nolint:staticcheck // Java's wording
	}
	if b.Len() == 0 {
		b.WriteByte('\'')
	}
	return field{literal: b.String()}, at + 1 - i, nil
}

// checkLetter checks that a letter may be used n times.
func checkLetter(c byte, n int) error {
	most, ok := maxCounts[c]
	switch {
	case c == 'p':
		//nolint:staticcheck // Java's wording
		return fmt.Errorf("Pad letter 'p' must be followed by valid pad pattern: %s", strings.Repeat("p", n))
	case c == 'V' && n != 2:
		return fmt.Errorf("Pattern letter count must be 2: V") //nolint:staticcheck // Java's wording
	case c == 'O' && n != 1 && n != 4:
		return fmt.Errorf("Pattern letter count must be 1 or 4: O") //nolint:staticcheck // Java's wording
	case c == 'c' && n == 2:
		return fmt.Errorf(`Invalid pattern "cc"`) //nolint:staticcheck // Java's wording
	case c == 'S' && n > most:
		return fmt.Errorf("Minimum width must be from 0 to 9 inclusive but was %d", n) //nolint:staticcheck // Java's wording
	case !ok:
		return fmt.Errorf("Unknown pattern letter: %c", c) //nolint:staticcheck // Java's wording
	case most == 19 && n > most:
		return fmt.Errorf("The minimum width must be from 1 to 19 inclusive but was %d", n) //nolint:staticcheck // Java's wording
	case n > most:
		return fmt.Errorf("Too many pattern letters: %c", c) //nolint:staticcheck // Java's wording
	case strings.IndexByte(supported, c) < 0:
		return fmt.Errorf("pattern letter %c is not supported for dates", c)
	}
	return nil
}
