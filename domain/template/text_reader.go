package template

import (
	"bufio"
	"encoding/binary"
	"errors"
	"io"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/seed-62a36931/docket/domain"
)

// NewTextReader decodes text of a known encoding into UTF-8 while it is read,
// without the byte order mark. What the encoding does not allow is a *TextError with
// the line.
func NewTextReader(in io.Reader, encoding string) (io.Reader, error) {
	if !KnownEncoding(encoding) {
		return nil, domain.Refuse(domain.NotListed, "Unknown encoding: %s", encoding).At("encoding")
	}
	t := &textReader{in: bufio.NewReader(in), encoding: encoding, line: 1, order: binary.BigEndian}
	if encoding == UTF16LE {
		t.order = binary.LittleEndian
	}
	return t, nil
}

type textReader struct {
	in       *bufio.Reader
	encoding string
	order    binary.ByteOrder
	line     int
	begun    bool
	rest     []byte // of a character for which there was no room
	done     error
}

// Read implements io.Reader.
func (t *textReader) Read(p []byte) (n int, err error) {
	n = copy(p, t.rest)
	t.rest = t.rest[n:]
	for t.done == nil && n < len(p) {
		var r rune
		if r, t.done = t.nextRune(); t.done != nil {
			break
		}
		if r == '\n' {
			t.line++
		}
		t.rest = utf8.AppendRune(t.rest[:0], r)
		i := copy(p[n:], t.rest)
		t.rest, n = t.rest[i:], n+i
	}
	if n > 0 || len(p) == 0 {
		return n, nil
	}
	return 0, t.done
}

// nextRune returns the next character after the byte order mark.
func (t *textReader) nextRune() (rune, error) {
	first := !t.begun
	t.begun = true
	if first && t.encoding == UTF16 {
		if mark, _ := t.in.Peek(2); len(mark) == 2 && mark[0] == 0xFF && mark[1] == 0xFE {
			t.order = binary.LittleEndian
		}
	}
	r, err := t.decodeRune()
	if first && err == nil && r == '\uFEFF' && t.encoding != Latin1 {
		return t.decodeRune()
	}
	return r, err
}

func (t *textReader) decodeRune() (rune, error) {
	switch t.encoding {
	case UTF8:
		r, n, err := t.in.ReadRune()
		if err == nil && r == utf8.RuneError && n == 1 {
			return 0, decodeFault(t.line, t.encoding)
		}
		return r, err
	case Latin1, ASCII:
		b, err := t.in.ReadByte()
		if err == nil && t.encoding == ASCII && b >= utf8.RuneSelf {
			return 0, decodeFault(t.line, t.encoding)
		}
		return rune(b), err
	}
	return t.readUTF16()
}

// readUTF16 reads one character of one or two pairs of bytes.
func (t *textReader) readUTF16() (rune, error) {
	r, err := t.readPair()
	if err != nil || !utf16.IsSurrogate(r) {
		return r, err
	}
	low, err := t.readPair()
	if errors.Is(err, io.EOF) {
		err = decodeFault(t.line, t.encoding)
	}
	if r = utf16.DecodeRune(r, low); err == nil && r == utf8.RuneError {
		err = decodeFault(t.line, t.encoding)
	}
	return r, err
}

// readPair reads two bytes; a single one is invalid.
func (t *textReader) readPair() (rune, error) {
	var b [2]byte
	_, err := io.ReadFull(t.in, b[:])
	if errors.Is(err, io.ErrUnexpectedEOF) {
		err = decodeFault(t.line, t.encoding)
	}
	return rune(t.order.Uint16(b[:])), err
}
