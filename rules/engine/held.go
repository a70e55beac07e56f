package engine

import (
	"slices"

	"github.com/seed-62a36931/docket/rules/host"
)

// factSize is the approximate size of a fact without its object, in bytes.
const factSize = 256

// heldBytes returns roughly how many bytes the facts hold.
func (s *Session) heldBytes() int64 {
	m := host.Measure{Bytes: factSize * int64(s.held)}
	for _, f := range s.allFacts() {
		m.Add(f.object)
	}
	if state, ok := s.call.Session.(host.Holder); ok {
		m.Add(state)
	}
	return m.Bytes
}

// countInserted counts the size of a fact that a rule inserts, including the values in it.
func (s *Session) countInserted(object any) {
	s.call.Budget.Alloc(factSize)
	if h, ok := object.(host.Holder); ok {
		for _, v := range h.Holds() {
			s.call.Budget.Alloc(host.SizeOf(v))
		}
	}
}

// Holds returns the values of the fields.
func (d *Declared) Holds() []any { return slices.Clone(d.values) }

// Nested returns the key fields, by which objects are compared.
func (d *Declared) Nested() (values []any, between string) {
	for _, k := range d.shape.keys {
		values = append(values, d.values[k])
	}
	return values, ""
}
