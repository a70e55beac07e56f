package syntax

import (
	"bytes"
	"regexp"
	"strconv"
)

// A savedFile file is one that PDFium wrote in full: its cross-reference table is plain,
// and no object is inside of another.
type savedFile struct {
	b  []byte
	at map[int]int // where objects begin, by number
}

// tableLine matches an entry of the cross-reference table.
var tableLine = regexp.MustCompile(`^(\d{10}) \d{5} ([nf])`)

// openSaved finds the objects; ok is false where the file has another form.
func openSaved(b []byte) (s savedFile, ok bool) {
	start := trailerXref.FindSubmatch(b[max(0, len(b)-64):])
	if start == nil {
		return s, false
	}
	at, err := strconv.Atoi(string(start[1]))
	if err != nil || at >= len(b) || !bytes.HasPrefix(b[at:], []byte("xref")) {
		return s, false
	}
	s = savedFile{b, map[int]int{}}
	number := 0
	for line := range bytes.Lines(b[at:]) {
		fields := bytes.Fields(line)
		entry := tableLine.FindSubmatch(line)
		switch {
		case bytes.HasPrefix(line, []byte("trailer")):
			return s, true
		case entry != nil:
			if offset, err := strconv.Atoi(string(entry[1])); err == nil && entry[2][0] == 'n' && offset < len(b) {
				s.at[number] = offset
			}
			number++
		case len(fields) == 2: // a section of the table: its first number, and how many
			if number, err = strconv.Atoi(string(fields[0])); err != nil {
				return s, false
			}
		}
	}
	return s, false
}

// A stream of a saved file: its dictionary and its content are parts of the file.
type stream struct {
	dict, body []byte
	from, to   int // where all of it stands
}

var (
	objectHead   = regexp.MustCompile(`^\d+ \d+ obj\s*`)
	streamBegin  = regexp.MustCompile(`^\s*stream\r?\n`)
	streamEnd    = regexp.MustCompile(`^\s*endstream`)
	streamLength = regexp.MustCompile(`/Length (\d+)( \d+ R)?`)
)

// readStream returns the stream that is an object; ok is false for any other object.
func (s savedFile) readStream(number int) (out stream, ok bool) {
	at, there := s.at[number]
	if !there {
		return out, false
	}
	from := at + len(objectHead.Find(s.b[at:]))
	behind := from + dictEnd(s.b[from:])
	begin, length := streamBegin.Find(s.b[behind:]), streamLength.FindSubmatch(s.b[from:behind])
	if behind == from || begin == nil || length == nil {
		return out, false
	}
	size, err := strconv.Atoi(string(length[1]))
	if length[2] != nil {
		size, err = s.readNumber(size)
	}
	body := behind + len(begin)
	if err != nil || size > len(s.b)-body {
		return out, false
	}
	to := body + size
	if tail := streamEnd.Find(s.b[to:]); tail != nil {
		to += len(tail)
	}
	return stream{s.b[from:behind], s.b[body : body+size], from, to}, true
}

// readNumber reads an object that is a whole number.
func (s savedFile) readNumber(object int) (int, error) {
	rest := s.b[s.at[object]:]
	rest = rest[len(objectHead.Find(rest)):]
	digits := bytes.IndexFunc(rest, func(r rune) bool { return r < '0' || r > '9' })
	return strconv.Atoi(string(rest[:max(0, digits)]))
}

// eraseStream turns a stream into null.
func (s savedFile) eraseStream(number int) {
	o, ok := s.readStream(number)
	if !ok {
		return
	}
	for i := o.from; i < o.to; i++ {
		s.b[i] = ' '
	}
	copy(s.b[o.from:], "null")
}

// dictEnd returns the length of the dictionary at the beginning of a text, 0 for none.
func dictEnd(b []byte) int {
	depth := 0
	for i := 0; i+1 < len(b); i++ {
		switch {
		case b[i] == '<' && b[i+1] == '<':
			depth++
			i++
		case b[i] == '>' && b[i+1] == '>':
			if depth--; depth == 0 {
				return i + 2
			}
			i++
		case b[i] == '(':
			n, _ := stringEnd(b[i:])
			i += n - 1
		}
		if depth == 0 {
			return 0
		}
	}
	return 0
}

// stringEnd returns the length of the string in parentheses at the beginning of a text, and
// whether it is closed.
func stringEnd(b []byte) (n int, closed bool) {
	depth := 0
	for i := 0; i < len(b); i++ {
		switch b[i] {
		case '\\':
			i++
		case '(':
			depth++
		case ')':
			if depth--; depth == 0 {
				return i + 1, true
			}
		}
	}
	return len(b), false
}
