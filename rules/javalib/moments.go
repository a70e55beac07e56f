package javalib

import (
	"time"

	"github.com/seed-62a36931/docket/rules/host"
)

// moment is a java.time.OffsetDateTime.
type moment struct{ time.Time }

// ClassName returns OffsetDateTime.
func (*moment) ClassName() string { return "OffsetDateTime" }

// String returns the ISO form; it has seconds only when they are not zero, with three,
// six or nine digits after the point.
func (m *moment) String() string {
	layout := "2006-01-02T15:04"
	switch {
	case m.Nanosecond()%1000 != 0:
		layout = "2006-01-02T15:04:05.000000000"
	case m.Nanosecond()%1_000_000 != 0:
		layout = "2006-01-02T15:04:05.000000"
	case m.Nanosecond() != 0:
		layout = "2006-01-02T15:04:05.000"
	case m.Second() != 0:
		layout = time.DateTime[:10] + "T15:04:05"
	}
	return m.Format(layout + "Z07:00")
}

// EqualTo reports whether time and offset are equal.
func (m *moment) EqualTo(o any) bool {
	other, ok := o.(*moment)
	return ok && other.String() == m.String()
}

// HashCode returns the hash code of the ISO form.
func (m *moment) HashCode() int32 { return host.HashCode(m.String()) }

// CompareTo orders by time.
func (m *moment) CompareTo(o any) int32 { return int32(m.Compare(momentOf(o).Time)) }

func momentOf(v any) *moment {
	m, ok := v.(*moment)
	if !ok {
		host.Throw("NullPointerException", "the time is null")
	}
	return m
}

func parseMoment(_ any, a []any) any {
	text := toText(a[0])
	for _, layout := range []string{time.RFC3339Nano, "2006-01-02T15:04Z07:00"} {
		if t, err := time.Parse(layout, text); err == nil {
			return &moment{t}
		}
	}
	host.Throw("DateTimeParseException", "Text '%s' could not be parsed at index 0", text)
	return nil
}

func momentMethod(signature string, body func(m, o *moment) any) *host.Method {
	return pureMethod(signature, func(this any, a []any) any { return body(this.(*moment), momentOf(a[0])) })
}

var momentClasses = []*host.Class{{Name: "OffsetDateTime", Supers: []string{"Comparable"},
	Statics: []*host.Method{pureMethod("parse(CharSequence) OffsetDateTime", parseMoment)}, Methods: []*host.Method{
		momentMethod("isBefore(OffsetDateTime) boolean", func(m, o *moment) any { return m.Before(o.Time) }),
		momentMethod("isAfter(OffsetDateTime) boolean", func(m, o *moment) any { return m.After(o.Time) }),
		momentMethod("isEqual(OffsetDateTime) boolean", func(m, o *moment) any { return m.Equal(o.Time) }),
		pureMethod("toLocalDate() LocalDate", func(this any, _ []any) any {
			t := this.(*moment)
			return newDate(t.Year(), int(t.Month()), t.Day())
		}),
	}}}
