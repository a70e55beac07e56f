package template

import (
	"bytes"
	"encoding/binary"
	"slices"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/seed-62a36931/docket/domain"
)

// The encodings of csv files, spelt as requests spell them.
const (
	UTF8    = "UTF-8"
	UTF16   = "UTF-16" // byte order by its mark, big-endian without one
	UTF16BE = "UTF_16BE"
	UTF16LE = "UTF_16LE"
	Latin1  = "ISO-8859-1"
	ASCII   = "US-ASCII"
)

// A TextError is a fault in a text file, with the line on which it stands.
type TextError struct {
	Line int // from 1
	*domain.Fault
}

// Unwrap gives the fault, so that its kind is found.
func (e *TextError) Unwrap() error { return e.Fault }

func textError(line int, format string, args ...any) error {
	fault := domain.Faultf(domain.Invalid, format, args...).At("file")
	fault.Row, fault.Code = line, domain.InvalidText
	return &TextError{line, fault}
}

var encodings = []string{UTF8, UTF16, UTF16BE, UTF16LE, Latin1, ASCII}

// KnownEncoding reports whether csv files may be in an encoding.
func KnownEncoding(name string) bool { return slices.Contains(encodings, name) }

// DecodeText turns bytes of a known encoding into UTF-8, without the byte order
// mark. A *TextError names the first line that the encoding does not allow.
func DecodeText(content []byte, encoding string) ([]byte, error) {
	switch encoding {
	case UTF8:
		content = bytes.TrimPrefix(content, []byte("\uFEFF"))
		return content, checkBytes(content, encoding, validUTF8)
	case ASCII:
		return content, checkBytes(content, encoding, validASCII)
	case Latin1:
		return fromLatin1(content), nil
	case UTF16, UTF16BE, UTF16LE:
		return fromUTF16(content, encoding)
	}
	return nil, domain.Refuse(domain.NotListed, "Unknown encoding: %s", encoding).At("encoding")
}

// validUTF8 and validASCII give the length of the valid beginning.
func validUTF8(b []byte) int {
	for i := 0; i < len(b); {
		r, n := utf8.DecodeRune(b[i:])
		if r == utf8.RuneError && n <= 1 {
			return i
		}
		i += n
	}
	return len(b)
}

func validASCII(b []byte) int {
	if i := slices.IndexFunc(b, func(c byte) bool { return c >= utf8.RuneSelf }); i >= 0 {
		return i
	}
	return len(b)
}

func checkBytes(b []byte, encoding string, valid func([]byte) int) error {
	if n := valid(b); n < len(b) {
		return decodeFault(bytes.Count(b[:n], []byte("\n"))+1, encoding)
	}
	return nil
}

func decodeFault(line int, encoding string) error {
	return textError(line, "Line %d is not valid %s", line, encoding)
}

func fromLatin1(b []byte) []byte {
	out := make([]byte, 0, len(b))
	for _, c := range b {
		out = utf8.AppendRune(out, rune(c))
	}
	return out
}

// fromUTF16 decodes pairs of bytes. A surrogate without its partner and an odd
// byte at the end are not valid.
func fromUTF16(b []byte, encoding string) ([]byte, error) {
	var order binary.ByteOrder = binary.BigEndian
	if encoding == UTF16LE || encoding == UTF16 && bytes.HasPrefix(b, []byte{0xFF, 0xFE}) {
		order = binary.LittleEndian
	}
	out := make([]byte, 0, len(b))
	for i := 0; i < len(b); i += 2 {
		if i+1 == len(b) {
			return nil, decodeFault(bytes.Count(out, []byte("\n"))+1, encoding)
		}
		r := rune(order.Uint16(b[i:]))
		if utf16.IsSurrogate(r) {
			low := rune(0)
			if i+3 < len(b) {
				low = rune(order.Uint16(b[i+2:]))
			}
			if r = utf16.DecodeRune(r, low); r == utf8.RuneError {
				return nil, decodeFault(bytes.Count(out, []byte("\n"))+1, encoding)
			}
			i += 2
		}
		if i == 0 && r == '\uFEFF' {
			continue
		}
		out = utf8.AppendRune(out, r)
	}
	return out, nil
}
