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

func (f *fields) take(n uint64) []byte {
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

func (f *fields) uint() uint64 {
	v, n := binary.Uvarint(f.b)
	return f.number(v, n)
}

func (f *fields) int() int64 {
	v, n := binary.Varint(f.b)
	if f.number(0, n); f.err != nil {
		return 0
	}
	return v
}

func (f *fields) number(v uint64, n int) uint64 {
	if f.err == nil && n <= 0 {
		f.err = errRecord
	}
	if f.err != nil {
		return 0
	}
	f.b = f.b[n:]
	return v
}

func (f *fields) bytes() []byte { return f.take(f.uint()) }
func (f *fields) text() string  { return string(f.bytes()) }

func (f *fields) byte() byte {
	if b := f.take(1); b != nil {
		return b[0]
	}
	return 0
}

func (f *fields) id() (out uuid.UUID) {
	copy(out[:], f.take(uint64(len(out))))
	return out
}

// end returns the error of the record, also when bytes are left after the last field.
func (f *fields) end() error {
	if f.err == nil && len(f.b) > 0 {
		return errRecord
	}
	return f.err
}

// event reads what appendEvent wrote. A nil body comes back empty.
func (f *fields) event() (e es.Envelope, err error) {
	e.Position, e.Version, e.Causation = es.Position(f.uint()), f.uint(), es.Position(f.uint())
	e.Time = time.Unix(0, f.int()).UTC()
	schema := f.int()
	e.ID, e.Command, e.Correlation = f.id(), f.id(), f.id()
	e.Stream, e.Type, e.Actor, e.Workspace, e.Trace = es.StreamID(f.text()), f.text(), f.text(), f.text(), f.text()
	e.Body, e.Schema = f.bytes(), int(schema)
	if err := f.end(); err != nil {
		return e, err
	}
	if schema < 1 || schema > math.MaxInt32 || e.Version > math.MaxInt64 ||
		e.Position > math.MaxInt64 || e.Causation > math.MaxInt64 || len(e.Body) > es.MaxBody {
		return e, fmt.Errorf("no event can have what stands at position %d", e.Position)
	}
	return e, nil
}

// named reads what appendNamed wrote.
func (f *fields) named() (name string, value []byte, err error) {
	name = f.text()
	switch f.byte() {
	case 0:
	case 1:
		value = f.bytes()
	default:
		f.err = errRecord
	}
	return name, value, f.end()
}

// row reads what appendRow wrote.
func (f *fields) row() (view, table string, row projections.Row, err error) {
	view, table, row.Key, row.Doc = f.text(), f.text(), f.text(), f.bytes()
	n := f.uint()
	if n > uint64(len(f.b)) {
		f.err = errRecord
	}
	for i := uint64(0); i < n && f.err == nil; i++ {
		switch f.byte() {
		case 's':
			row.Values = append(row.Values, f.text())
		case 'i':
			row.Values = append(row.Values, f.int())
		case 'b':
			row.Values = append(row.Values, f.byte() == 1)
		default:
			f.err = errRecord
		}
	}
	return view, table, row, f.end()
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
		return nil, cut(err)
	}
	b := make([]byte, 0, min(n, 1<<16)) // what is claimed may not be there
	for uint64(len(b)) < n {
		part := min(n-uint64(len(b)), 1<<20)
		at := len(b)
		b = append(b, make([]byte, part)...)
		if _, err := io.ReadFull(r, b[at:]); err != nil {
			return nil, cut(err)
		}
	}
	return &fields{b: b}, nil
}

// cut turns an end in the middle of a record into an error of its own.
func cut(err error) error {
	if errors.Is(err, io.EOF) {
		return io.ErrUnexpectedEOF
	}
	return err
}
