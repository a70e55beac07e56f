// Package attribute is the values of attributes that dossiers and files have: which
// of them change, how events carry them, and what comes of it.
package attribute

import (
	"maps"
	"slices"
)

// A Value is the value, or a part of it, of one attribute, as events carry it.
type Value struct {
	ID    string `json:"id"`    // of the definition in the template
	Value string `json:"value"` // "" takes it away
	// Continued means that the value continues the one before it: pictures are
	// too long for one event.
	Continued bool `json:"continued,omitzero"`
}

// PerEvent bounds the values of one event, in bytes, so that it stays well below
// es.MaxBody however they are written.
const PerEvent = 64 << 10

// ChangedValues returns the values, by id of the definition, that differ from the old
// ones, divided among events; a long value takes several.
func ChangedValues(old, values map[string]string) (events [][]Value) {
	d := dealer{size: PerEvent}
	for _, id := range slices.Sorted(maps.Keys(values)) {
		if values[id] != old[id] {
			d.addValue(id, values[id])
		}
	}
	return d.events
}

// A dealer fills one event after the other.
type dealer struct {
	events [][]Value
	size   int // of the last event
}

func (d *dealer) addValue(id, value string) {
	const longest = PerEvent / 2
	continued := false
	for len(value) > longest {
		cut := longest
		for cut > 0 && value[cut]&0xc0 == 0x80 { // not within a character
			cut--
		}
		d.addPart(Value{id, value[:cut], continued})
		value, continued = value[cut:], true
	}
	d.addPart(Value{id, value, continued})
}

func (d *dealer) addPart(v Value) {
	if d.size += len(v.ID) + len(v.Value); d.size > PerEvent {
		d.events, d.size = append(d.events, nil), len(v.ID)+len(v.Value)
	}
	last := &d.events[len(d.events)-1]
	*last = append(*last, v)
}

// WithChanges returns the old values, by id, with those of an event in place of theirs.
func WithChanges(old map[string]string, set []Value) map[string]string {
	out := map[string]string{}
	maps.Copy(out, old)
	for _, v := range set {
		if v.Continued {
			v.Value = out[v.ID] + v.Value
		}
		if out[v.ID] = v.Value; v.Value == "" {
			delete(out, v.ID)
		}
	}
	return out
}
