package syntax

import (
	"bytes"
	"sort"
	"strings"
	"unicode/utf8"
)

// stride is the distance in bytes between the places at which a source keeps its count of
// characters.
const stride = 4096

// A Source is the text of a rule file and where its lines begin.
type Source struct {
	Text  string
	lines []int // offsets of their first bytes
	runes []int // characters before each stride of the text
}

// NewSource indexes the lines of a text. A line ends with a line feed.
func NewSource(text string) *Source {
	s := &Source{Text: text, lines: []int{0}}
	runes := 0
	for i := 0; i < len(text); i++ {
		if i%stride == 0 {
			s.runes = append(s.runes, runes)
		}
		if text[i] == '\n' {
			s.lines = append(s.lines, i+1)
		}
		if utf8.RuneStart(text[i]) {
			runes++
		}
	}
	s.runes = append(s.runes, runes)
	return s
}

// Position returns the 1-based line and column of a byte offset, the column in
// characters. Its time does not depend on the length of the line.
func (s *Source) Position(offset int) (line, column int) {
	offset = max(0, min(offset, len(s.Text)))
	line = s.Line(offset)
	return line, s.runesBefore(offset) - s.runesBefore(s.lines[line-1]) + 1
}

func (s *Source) runesBefore(offset int) int {
	n := s.runes[offset/stride]
	for _, b := range []byte(s.Text[offset/stride*stride : offset]) {
		if utf8.RuneStart(b) {
			n++
		}
	}
	return n
}

// Line returns the 1-based line of a byte offset.
func (s *Source) Line(offset int) int {
	offset = max(0, min(offset, len(s.Text)))
	return sort.Search(len(s.lines), func(i int) bool { return s.lines[i] > offset })
}

// CheckEncoding reports whether the bytes of a rule file are not UTF-8 text. The problem is
// placed at the first wrong byte.
func CheckEncoding(src []byte) (Problem, bool) {
	if p, wide := wideText(string(src[:min(len(src), stride)])); wide {
		return p, true
	}
	if utf8.Valid(src) {
		return Problem{}, false
	}
	at := 0
	for at < len(src) {
		r, size := utf8.DecodeRune(src[at:])
		if r == utf8.RuneError && size == 1 {
			break
		}
		at += size
	}
	return Problem{at, "this byte is not UTF-8: save the file as UTF-8"}, true
}

// wideText reports text in UTF-16 or UTF-32, which it recognises by the byte order mark
// or by the zero bytes next to Latin letters.
func wideText(head string) (Problem, bool) {
	name := ""
	switch zero := countZeros(head); {
	case strings.HasPrefix(head, "\xff\xfe\x00\x00"), strings.HasPrefix(head, "\x00\x00\xfe\xff"):
		name = "UTF-32"
	case strings.HasPrefix(head, "\xff\xfe"), strings.HasPrefix(head, "\xfe\xff"), 3*zero > len(head) && zero > 1:
		name = "UTF-16"
	}
	return Problem{0, "the file is " + name + ": save it as UTF-8"}, name != ""
}

func countZeros(head string) int { return bytes.Count([]byte(head), []byte{0}) }
