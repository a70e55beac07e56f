package syntax

import (
	"bytes"
	"errors"
	"fmt"
	"strconv"

	"github.com/seed-62a36931/docket/domain"
)

// The values of a PDF's objects (ISO 32000-1, 7.3), as far as they are told apart here.
type (
	Name  string // decoded, without the slash
	Plain []byte // Number, string, boolean or null, as written
	Ref   int    // the number of an object
	Array []any
	Dict  []Entry
)

// An Entry is an entry of a dictionary. No key occurs twice.
type Entry struct {
	Key   Name
	Value any
}

// ErrUnreadable is the fault of a file that cannot be read. The sentence is shown to people.
var ErrUnreadable = domain.Faultf(domain.Unprocessable, "The PDF cannot be read")

// null is the value of what is not there.
var null = Plain("null")

// errValue is returned for bytes that are no value.
var errValue = errors.New("pdf: malformed value")

// mostNested is how deep arrays and dictionaries may be nested in an object.
const mostNested = 256

// Get returns the value of a key, nil if there is none.
func (d Dict) Get(key Name) any {
	for i := range d {
		if d[i].Key == key {
			return d[i].Value
		}
	}
	return nil
}

// set replaces the value of a key, or adds the key.
func (d Dict) set(key Name, v any) Dict {
	for i := range d {
		if d[i].Key == key {
			d[i].Value = v
			return d
		}
	}
	return append(d, Entry{key, v})
}

// A ValueReader reads values from the front of a text.
type ValueReader struct {
	b     []byte
	depth int
}

// NewValueReader returns a reader of the values of a text.
func NewValueReader(text []byte) *ValueReader { return &ValueReader{b: text} }

// ReadValue reads one value. References are told from numbers by what follows them.
func (r *ValueReader) ReadValue() (any, error) {
	r.skipBlanks()
	if len(r.b) == 0 {
		return nil, errValue
	}
	switch c := r.b[0]; {
	case c == '/':
		return r.readName(), nil
	case c == '(':
		n, closed := stringEnd(r.b)
		if !closed {
			return nil, errValue
		}
		return r.take(n), nil
	case c == '<' && len(r.b) > 1 && r.b[1] == '<':
		return r.readDict()
	case c == '<':
		end := bytes.IndexByte(r.b, '>')
		if end < 0 {
			return nil, errValue
		}
		return Plain(fmt.Sprintf("<%X>", hexText(r.take(end+1)))), nil
	case c == '[':
		return r.readArray()
	}
	return r.readWord()
}

// take cuts n bytes off the front.
func (r *ValueReader) take(n int) Plain {
	v := Plain(r.b[:n:n])
	r.b = r.b[n:]
	return v
}

// skipBlanks cuts off white space and comments.
func (r *ValueReader) skipBlanks() {
	for len(r.b) > 0 {
		switch {
		case isBlank(r.b[0]):
			r.b = r.b[1:]
		case r.b[0] == '%':
			end := bytes.IndexAny(r.b, "\r\n")
			if end < 0 {
				end = len(r.b)
			}
			r.b = r.b[end:]
		default:
			return
		}
	}
}

// isBlank reports whether a byte is white space in a PDF.
func isBlank(c byte) bool {
	return c == ' ' || c == '\n' || c == '\r' || c == '\t' || c == '\f' || c == 0
}

// isRegular reports whether a byte can stand in a word: it is neither blank nor a delimiter.
func isRegular(c byte) bool {
	return !isBlank(c) && bytes.IndexByte([]byte("()<>[]{}/%"), c) < 0
}

// wordEnd returns the length of the run of regular bytes at the front.
func wordEnd(b []byte) int {
	n := 0
	for n < len(b) && isRegular(b[n]) {
		n++
	}
	return n
}

// readName reads a name with its escapes (#xx).
func (r *ValueReader) readName() Name {
	raw := r.b[1 : 1+wordEnd(r.b[1:])]
	r.b = r.b[1+len(raw):]
	if bytes.IndexByte(raw, '#') < 0 {
		return Name(raw)
	}
	out := make([]byte, 0, len(raw))
	for i := 0; i < len(raw); i++ {
		if raw[i] == '#' && i+2 < len(raw) {
			if v, err := strconv.ParseUint(string(raw[i+1:i+3]), 16, 8); err == nil {
				out = append(out, byte(v))
				i += 2
				continue
			}
		}
		out = append(out, raw[i])
	}
	return Name(out)
}

// keywords end an object, or stand for nothing at all.
var keywords = map[string]bool{"": true, "obj": true, "endobj": true, "stream": true, "endstream": true, "xref": true, "trailer": true}

// readWord reads a number, a boolean, null or a reference. Any other word is null.
func (r *ValueReader) readWord() (any, error) {
	n := wordEnd(r.b)
	word := string(r.b[:n])
	switch word {
	case "true", "false", "null":
		return r.take(n), nil
	}
	if keywords[word] {
		return nil, errValue
	}
	if _, err := strconv.ParseFloat(word, 64); err != nil {
		r.take(n)
		return null, nil //nolint:nilerr // an unknown word counts as null
	}
	first := r.take(n)
	if number, err := strconv.Atoi(word); err == nil && number >= 0 {
		rest := ValueReader{b: r.b}
		if rest.readGeneration() && rest.readKeyword("R") {
			r.b = rest.b
			return Ref(number), nil
		}
	}
	return first, nil
}

// readGeneration reads a whole number, and reports whether there is one.
func (r *ValueReader) readGeneration() bool {
	r.skipBlanks()
	n := wordEnd(r.b)
	_, err := strconv.ParseUint(string(r.b[:n]), 10, 32)
	r.b = r.b[n:]
	return err == nil
}

// readKeyword reads a word, and reports whether it is the one that is wanted.
func (r *ValueReader) readKeyword(word string) bool {
	r.skipBlanks()
	n := wordEnd(r.b)
	found := string(r.b[:n]) == word
	r.b = r.b[n:]
	return found
}

// enter counts a level of nesting.
func (r *ValueReader) enter() error {
	if r.depth++; r.depth > mostNested {
		return errValue
	}
	return nil
}

// readArray reads an array.
func (r *ValueReader) readArray() (any, error) {
	if err := r.enter(); err != nil {
		return nil, err
	}
	r.b = r.b[1:]
	out := Array{}
	for {
		r.skipBlanks()
		if len(r.b) > 0 && r.b[0] == ']' {
			r.b = r.b[1:]
			r.depth--
			return out, nil
		}
		v, err := r.ReadValue()
		if err != nil {
			return nil, err
		}
		out = append(out, v)
	}
}

// readDict reads a dictionary. Of a key that occurs twice the later value counts.
func (r *ValueReader) readDict() (any, error) {
	if err := r.enter(); err != nil {
		return nil, err
	}
	r.b = r.b[2:]
	out, at := Dict{}, map[Name]int{}
	for {
		r.skipBlanks()
		if bytes.HasPrefix(r.b, []byte(">>")) {
			r.b = r.b[2:]
			r.depth--
			return out, nil
		}
		if len(r.b) == 0 || r.b[0] != '/' {
			return nil, errValue
		}
		key := r.readName()
		v, err := r.ReadValue()
		if err != nil {
			return nil, err
		}
		if i, twice := at[key]; twice {
			out[i].Value = v
			continue
		}
		at[key] = len(out)
		out = append(out, Entry{key, v})
	}
}

// appendValue writes a value, as short as it may be.
func appendValue(out []byte, v any) []byte {
	switch v := v.(type) {
	case Name:
		return appendName(out, v)
	case Ref:
		return append(strconv.AppendInt(out, int64(v), 10), " 0 R"...)
	case Plain:
		return append(out, v...)
	case Array:
		out = append(out, '[')
		for i, e := range v {
			if i > 0 {
				out = append(out, ' ')
			}
			out = appendValue(out, e)
		}
		return append(out, ']')
	case Dict:
		out = append(out, "<<"...)
		for _, e := range v {
			out = append(appendName(out, e.Key), ' ')
			out = appendValue(out, e.Value)
		}
		return append(out, ">>"...)
	}
	return append(out, null...)
}

// appendName writes a name, with escapes for what may not stand in one.
func appendName(out []byte, n Name) []byte {
	const digits = "0123456789ABCDEF"
	out = append(out, '/')
	for i := range len(n) {
		if c := n[i]; c == '#' || c < '!' || c > '~' || !isRegular(c) {
			out = append(out, '#', digits[c>>4], digits[c&15])
		} else {
			out = append(out, c)
		}
	}
	return out
}

// TextOf returns the bytes of a string, in parentheses or in hexadecimal; ok is false for
// any other value.
func TextOf(v any) (text []byte, ok bool) {
	s, isPlain := v.(Plain)
	switch {
	case !isPlain || len(s) < 2:
		return nil, false
	case s[0] == '<':
		return hexText(s[1 : len(s)-1]), true
	case s[0] == '(':
		return literalText(s[1 : len(s)-1]), true
	}
	return nil, false
}

// hexText decodes the digits of a string; what is no digit is left out.
func hexText(s []byte) []byte {
	digits := make([]byte, 0, len(s)+1)
	for _, c := range s {
		if _, err := strconv.ParseUint(string(c), 16, 8); err == nil {
			digits = append(digits, c)
		}
	}
	if len(digits)%2 == 1 {
		digits = append(digits, '0')
	}
	out := make([]byte, 0, len(digits)/2)
	for i := 0; i < len(digits); i += 2 {
		v, _ := strconv.ParseUint(string(digits[i:i+2]), 16, 8) // digits alone
		out = append(out, byte(v))
	}
	return out
}

// literalText decodes the escapes of a string.
func literalText(s []byte) []byte {
	escapes := map[byte]byte{'n': '\n', 'r': '\r', 't': '\t', 'b': '\b', 'f': '\f'}
	out := make([]byte, 0, len(s))
	for i := 0; i < len(s); i++ {
		if s[i] != '\\' || i+1 == len(s) {
			out = append(out, s[i])
			continue
		}
		i++
		switch c := s[i]; {
		case c >= '0' && c <= '7':
			n := 1
			for n < 3 && i+n < len(s) && s[i+n] >= '0' && s[i+n] <= '7' {
				n++
			}
			v, _ := strconv.ParseUint(string(s[i:i+n]), 8, 16) // octal digits alone
			out = append(out, byte(v))
			i += n - 1
		case c == '\r' || c == '\n': // a line is continued
			if c == '\r' && i+1 < len(s) && s[i+1] == '\n' {
				i++
			}
		case escapes[c] != 0:
			out = append(out, escapes[c])
		default:
			out = append(out, c)
		}
	}
	return out
}
