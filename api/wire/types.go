// Package wire holds the types of the contract that server and clients write themselves,
// because their form on the wire is not that of any type of the language.
package wire

import (
	"bytes"
	"encoding/json"
	"fmt"
	"time"
)

// DateTimeLayout is how answers write a date-time: UTC, milliseconds, numeric offset.
const DateTimeLayout = "2006-01-02T15:04:05.000-07:00"

// Time is a moment, cut to milliseconds. It writes DateTimeLayout and reads what ParseTime
// reads.
type Time struct {
	_ struct{} // without it the generated client takes a Time for a bare date
	time.Time
}

// ParseTime reads a date-time of ISO 8601 and cuts it to milliseconds: a date, then perhaps T
// and hours and minutes, then perhaps seconds with a fraction of up to 9 digits, and an offset
// as Z, +02:00, +0200 or +02. Without an offset it is UTC, and a date alone is the first moment
// of the day. That includes every date-time of RFC 3339 but those with a leap second.
func ParseTime(s string) (Time, error) {
	for _, zone := range []string{"Z07:00", "Z0700", "Z07", ""} {
		for _, clock := range []string{"T15:04:05", "T15:04"} { // a fraction may follow seconds
			if t, err := time.Parse(time.DateOnly+clock+zone, s); err == nil {
				return Time{Time: t.UTC().Truncate(time.Millisecond)}, nil
			}
		}
	}
	t, err := time.Parse(time.DateOnly, s)
	if err != nil {
		return Time{}, fmt.Errorf("%q is no date-time such as 2024-05-31T10:15:30+02:00", s)
	}
	return Time{Time: t}, nil
}

// MarshalJSON writes DateTimeLayout.
func (t Time) MarshalJSON() ([]byte, error) {
	return []byte(t.UTC().Truncate(time.Millisecond).Format(`"` + DateTimeLayout + `"`)), nil
}

// UnmarshalJSON reads what ParseTime reads.
func (t *Time) UnmarshalJSON(b []byte) error {
	var s string
	if err := json.Unmarshal(b, &s); err != nil {
		return err
	}
	p, err := ParseTime(s)
	*t = p
	return err
}

// Bind reads what ParseTime reads, from a query parameter.
func (t *Time) Bind(s string) error {
	p, err := ParseTime(s)
	*t = p
	return err
}

// An Object is a JSON object that passes through as it is.
type Object = json.RawMessage

// A ComponentMap is the values of components by name. It is written in its own
// order, which is the order of display, and not in that of the names.
type ComponentMap []NamedValues

// NamedValues is the values of one component.
type NamedValues struct {
	Name   string
	Values []string
}

// MarshalJSON writes an object with a list of strings for each name.
func (m ComponentMap) MarshalJSON() ([]byte, error) {
	var b bytes.Buffer
	b.WriteByte('{')
	for i, c := range m {
		if i > 0 {
			b.WriteByte(',')
		}
		name, err := json.Marshal(c.Name)
		if err != nil {
			return nil, err
		}
		values, err := json.Marshal(append([]string{}, c.Values...))
		if err != nil {
			return nil, err
		}
		b.Write(name)
		b.WriteByte(':')
		b.Write(values)
	}
	b.WriteByte('}')
	return b.Bytes(), nil
}

// UnmarshalJSON reads such an object and keeps its order.
func (m *ComponentMap) UnmarshalJSON(b []byte) error {
	d := json.NewDecoder(bytes.NewReader(b))
	if _, err := d.Token(); err != nil {
		return err
	}
	for *m = nil; d.More(); {
		name, err := d.Token()
		if err != nil {
			return err
		}
		var values []string
		if err := d.Decode(&values); err != nil {
			return err
		}
		*m = append(*m, NamedValues{fmt.Sprint(name), values})
	}
	return nil
}

// A Word is a word of a page and its box in PDF points, with the origin in the lower left corner
// of the page before it is turned. It is written as a list of its fields in their order.
type Word struct {
	Text                string
	X, Y, Width, Height float64
	Confidence          *float64 // of text recognition, from 0 to 100; nil: not known
}

// MarshalJSON writes the list.
func (w Word) MarshalJSON() ([]byte, error) {
	return json.Marshal([]any{w.Text, w.X, w.Y, w.Width, w.Height, w.Confidence})
}

// UnmarshalJSON reads such a list. Elements behind the sixth are left out: later versions may
// add some.
func (w *Word) UnmarshalJSON(b []byte) error {
	var fields []json.RawMessage
	if err := json.Unmarshal(b, &fields); err != nil {
		return err
	}
	*w = Word{}
	into := []any{&w.Text, &w.X, &w.Y, &w.Width, &w.Height, &w.Confidence}
	if len(fields) < len(into) {
		return fmt.Errorf("a word is a list of %d, not of %d", len(into), len(fields))
	}
	for i, field := range into {
		if err := json.Unmarshal(fields[i], field); err != nil {
			return err
		}
	}
	return nil
}
