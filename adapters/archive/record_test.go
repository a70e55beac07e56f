package archive

import (
	"bufio"
	"bytes"
	"reflect"
	"testing"
	"time"

	"github.com/google/uuid"

	"github.com/seed-62a36931/docket/domain/es"
	"github.com/seed-62a36931/docket/projections"
)

// FuzzRecords reads any bytes as the records of each part; what reads well is
// written again, and must read the same.
func FuzzRecords(f *testing.F) {
	e := es.Envelope{ID: uuid.New(), Stream: "a-b-c", Version: 1, Position: 2, Time: time.Now().UTC(), Type: "t", Schema: 1,
		Body: []byte("{}")}
	row, err := appendRow(nil, "v", "t", projections.Row{Key: "k", Values: []any{"s", int64(-1), true}, Doc: []byte("{}")})
	if err != nil {
		f.Fatal(err)
	}
	for _, b := range [][]byte{appendEvent(nil, e), row, appendNamed(nil, "demo", []byte("wrapped")), appendNamed(nil, "demo", nil)} {
		f.Add(appendBytes(nil, b))
	}
	f.Fuzz(func(t *testing.T, b []byte) {
		r := bufio.NewReader(bytes.NewReader(b))
		for {
			rec, err := readRecord(r)
			if err != nil {
				return
			}
			if e, err := (&fields{b: rec.b}).readEvent(); err == nil {
				again, err := (&fields{b: appendEvent(nil, e)}).readEvent()
				if err != nil || !reflect.DeepEqual(e, again) {
					t.Fatalf("%+v is read back as %+v, %v, want e = %v and no error", e, again, err, again)
				}
			}
			if name, value, err := (&fields{b: rec.b}).readNamed(); err == nil {
				n, v, err := (&fields{b: appendNamed(nil, name, value)}).readNamed()
				if err != nil || n != name || !bytes.Equal(v, value) || (v == nil) != (value == nil) {
					t.Fatalf("%q %x is read back as %q %x, %v, want the same name and value", name, value, n, v, err)
				}
			}
			if view, table, row, err := (&fields{b: rec.b}).readRow(); err == nil {
				out, err := appendRow(nil, view, table, row)
				if err != nil {
					t.Fatal(err)
				}
				_, _, again, err := (&fields{b: out}).readRow()
				if err != nil || !reflect.DeepEqual(row, again) {
					t.Fatalf("%+v is read back as %+v, %v, want row = %v and no error", row, again, err, again)
				}
			}
		}
	})
}
