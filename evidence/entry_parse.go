package evidence

import (
	"encoding/binary"
	"errors"
	"fmt"
	"time"

	"github.com/seed-62a36931/docket/domain/es"
)

// ErrEntry is the error of bytes that are no entry.
var ErrEntry = errors.New("this is no entry of the form " + entryFormat)

// ParseEntry reads what AppendBinary wrote, and nothing else: an entry has one form only.
// Errors: ErrEntry.
func ParseEntry(b []byte) (Entry, error) {
	var e Entry
	d := fieldReader{rest: b}
	if string(d.readField(len(entryFormat))) != entryFormat {
		return e, ErrEntry
	}
	e.Position = es.Position(d.readNumber())
	e.Stream = es.StreamID(d.readField(anyLength))
	e.Version = d.readNumber()
	copy(e.ID[:], d.readField(len(e.ID)))
	e.Time = d.readTime()
	e.Type = string(d.readField(anyLength))
	schema := d.readNumber()
	e.Schema = int(schema)
	e.Actor = string(d.readField(anyLength))
	e.Workspace = string(d.readField(anyLength))
	copy(e.Command[:], d.readField(len(e.Command)))
	copy(e.Correlation[:], d.readField(len(e.Correlation)))
	e.Causation = es.Position(d.readNumber())
	e.Trace = string(d.readField(anyLength))
	copy(e.BodyHash[:], d.readField(len(e.BodyHash)))
	if d.failed || len(d.rest) > 0 {
		return Entry{}, fmt.Errorf("%w: it ends early, goes on too long, or has a field of another length", ErrEntry)
	}
	return e, nil
}

// anyLength is said of a field whose length is not fixed.
const anyLength = -1

// A fieldReader takes an entry apart.
type fieldReader struct {
	rest   []byte
	failed bool
}

// readField reads a field of a length.
func (d *fieldReader) readField(length int) []byte {
	if d.failed || len(d.rest) < 4 {
		d.failed = true
		return nil
	}
	n := uint64(binary.BigEndian.Uint32(d.rest))
	if n > uint64(len(d.rest)-4) || length != anyLength && n != uint64(length) {
		d.failed = true
		return nil
	}
	field := d.rest[4 : 4+n]
	d.rest = d.rest[4+n:]
	return field
}

func (d *fieldReader) readNumber() uint64 {
	if b := d.readField(8); b != nil {
		return binary.BigEndian.Uint64(b)
	}
	return 0
}

func (d *fieldReader) readTime() time.Time {
	b := d.readField(12)
	if b == nil {
		return time.Time{}
	}
	nanoseconds := binary.BigEndian.Uint32(b[8:])
	if nanoseconds >= uint32(time.Second) {
		d.failed = true
	}
	return time.Unix(int64(binary.BigEndian.Uint64(b)), int64(nanoseconds)).UTC()
}
