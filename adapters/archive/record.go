package archive

import (
	"bufio"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math"
	"time"

	"github.com/google/uuid"

	"github.com/seed-62a36931/docket/domain/es"
	"github.com/seed-62a36931/docket/projections"
)

// A record is its length and its fields: numbers as varints, text and bytes with
// their length before them, identifiers as 16 bytes.

// maxRecord is the largest record in bytes. Documents of views are the largest.
const maxRecord = 32 << 20

func appendBytes[T string | []byte](b []byte, v T) []byte {
	return append(binary.AppendUvarint(b, uint64(len(v))), v...)
}

func appendEvent(b []byte, e es.Envelope) []byte {
	for _, n := range []uint64{uint64(e.Position), e.Version, uint64(e.Causation)} {
		b = binary.AppendUvarint(b, n)
	}
	b = binary.AppendVarint(b, e.Time.UnixNano())
	b = binary.AppendVarint(b, int64(e.Schema))
	for _, id := range []uuid.UUID{e.ID, e.Command, e.Correlation} {
		b = append(b, id[:]...)
	}
	for _, s := range []string{string(e.Stream), e.Type, e.Actor, e.Workspace, e.Trace} {
		b = appendBytes(b, s)
	}
	return appendBytes(b, e.Body)
}

// appendNamed appends a key or a secret; nil differs from empty.
func appendNamed(b []byte, name string, value []byte) []byte {
	b = appendBytes(b, name)
	if value == nil {
		return append(b, 0)
	}
	return appendBytes(append(b, 1), value)
}

func appendRow(b []byte, view, table string, row projections.Row) ([]byte, error) {
	b = appendBytes(appendBytes(appendBytes(b, view), table), row.Key)
	b = appendBytes(b, row.Doc)
	b = binary.AppendUvarint(b, uint64(len(row.Values)))
	for _, v := range row.Values {
		switch v := v.(type) {
		case string:
			b = appendBytes(append(b, 's'), v)
		case int64:
			b = binary.AppendVarint(append(b, 'i'), v)
		case bool:
			n := byte(0)
			if v {
				n = 1
			}
			b = append(b, 'b', n)
		default:
			return nil, fmt.Errorf("a column of table %s holds a %T", table, v)
		}
	}
	return b, nil
}

var errRecord = errors.New("a record is cut short or too long")

// fields reads the fields of a record and keeps the first error.
type fields struct {
	b   []byte
	err error
}

func (f *fields) takeBytes(n uint64) []byte {
	if f.err == nil && n > uint64(len(f.b)) {
		f.err = errRecord
	}
	if f.err != nil {
		return nil
	}
	out := f.b[:n:n]
	f.b = f.b[n:]
	return out
}

func (f *fields) readUint() uint64 {
	v, n := binary.Uvarint(f.b)
	return f.checkNumber(v, n)
}

func (f *fields) readInt() int64 {
	v, n := binary.Varint(f.b)
	if f.checkNumber(0, n); f.err != nil {
		return 0
	}
	return v
}

func (f *fields) checkNumber(v uint64, n int) uint64 {
	if f.err == nil && n <= 0 {
		f.err = errRecord
	}
	if f.err != nil {
		return 0
	}
	f.b = f.b[n:]
	return v
}

func (f *fields) readBytes() []byte { return f.takeBytes(f.readUint()) }
func (f *fields) readText() string  { return string(f.readBytes()) }

func (f *fields) readByte() byte {
	if b := f.takeBytes(1); b != nil {
		return b[0]
	}
	return 0
}

func (f *fields) readID() (out uuid.UUID) {
	copy(out[:], f.takeBytes(uint64(len(out))))
	return out
}

// checkEnd returns the error of the record, also when bytes are left after the last field.
func (f *fields) checkEnd() error {
	if f.err == nil && len(f.b) > 0 {
		return errRecord
	}
	return f.err
}

// readEvent reads what appendEvent wrote. A nil body comes back empty.
func (f *fields) readEvent() (e es.Envelope, err error) {
	e.Position, e.Version, e.Causation = es.Position(f.readUint()), f.readUint(), es.Position(f.readUint())
	e.Time = time.Unix(0, f.readInt()).UTC()
	schema := f.readInt()
	e.ID, e.Command, e.Correlation = f.readID(), f.readID(), f.readID()
	e.Stream, e.Type, e.Actor, e.Workspace, e.Trace = es.StreamID(f.readText()), f.readText(), f.readText(), f.readText(), f.readText()
	e.Body, e.Schema = f.readBytes(), int(schema)
	if err := f.checkEnd(); err != nil {
		return e, err
	}
	if schema < 1 || schema > math.MaxInt32 || e.Version > math.MaxInt64 ||
		e.Position > math.MaxInt64 || e.Causation > math.MaxInt64 || len(e.Body) > es.MaxBody {
		return e, fmt.Errorf("no event can have what stands at position %d", e.Position)
	}
	return e, nil
}

// readNamed reads what appendNamed wrote.
func (f *fields) readNamed() (name string, value []byte, err error) {
	name = f.readText()
	switch f.readByte() {
	case 0:
	case 1:
		value = f.readBytes()
	default:
		f.err = errRecord
	}
	return name, value, f.checkEnd()
}

// readRow reads what appendRow wrote.
func (f *fields) readRow() (view, table string, row projections.Row, err error) {
	view, table, row.Key, row.Doc = f.readText(), f.readText(), f.readText(), f.readBytes()
	n := f.readUint()
	if n > uint64(len(f.b)) {
		f.err = errRecord
	}
	for i := uint64(0); i < n && f.err == nil; i++ {
		switch f.readByte() {
		case 's':
			row.Values = append(row.Values, f.readText())
		case 'i':
			row.Values = append(row.Values, f.readInt())
		case 'b':
			row.Values = append(row.Values, f.readByte() == 1)
		default:
			f.err = errRecord
		}
	}
	return view, table, row, f.checkEnd()
}

// readRecord reads the next record of an entry that has this many bytes left; it
// returns io.EOF when there is none.
func readRecord(r *bufio.Reader) (*fields, error) {
	if _, err := r.Peek(1); err != nil {
		return nil, err
	}
	n, err := binary.ReadUvarint(r)
	if err == nil && n > maxRecord {
		err = errRecord
	}
	if err != nil {
		return nil, cutShort(err)
	}
	b := make([]byte, 0, min(n, 1<<16)) // what is claimed may not be there
	for uint64(len(b)) < n {
		part := min(n-uint64(len(b)), 1<<20)
		at := len(b)
		b = append(b, make([]byte, part)...)
		if _, err := io.ReadFull(r, b[at:]); err != nil {
			return nil, cutShort(err)
		}
	}
	return &fields{b: b}, nil
}

// cutShort turns an end in the middle of a record into an error of its own.
func cutShort(err error) error {
	if errors.Is(err, io.EOF) {
		return io.ErrUnexpectedEOF
	}
	return err
}
