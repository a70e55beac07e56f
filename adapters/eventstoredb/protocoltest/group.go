package protocoltest

import (
	"slices"
	"sort"

	"github.com/EventStore/EventStore-Client-Go/v4/protos/persistent"
	"github.com/google/uuid"
)

// allStreams is what a group over all streams has as its source.
const allStreams = "$all"

// groupKey names a persistent subscription.
type groupKey struct{ source, name string }

// A group is a persistent subscription: the server remembers how far it has come.
// All of it is under the mutex of the database.
type group struct {
	key      groupKey
	start    string
	settings *persistent.CreateReq_Settings
	passes   func(*record) bool
	next     int // revision, or place in the log, of what was not given out
	again    []delivery
	parked   []delivery
	members  int
	items    int64
	gone     chan struct{} // closed when it is deleted
}

// A delivery is an event that is given out, and how often it was before.
type delivery struct {
	*record
	retries int
}

// take gives out the next event: one that is to be tried again, or a new one.
func (d *Database) take(g *group) (delivery, bool) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if len(g.again) > 0 {
		out := g.again[0]
		g.again = g.again[1:]
		return out, true
	}
	events := d.log
	first := min(g.next, len(events))
	if g.key.source != allStreams {
		events, _ = d.visible(g.key.source)
		first = sort.Search(len(events), func(i int) bool { return events[i].StreamRevision >= uint64(g.next) })
	}
	for i, e := range events[first:] {
		g.next = first + i + 1
		if g.key.source != allStreams {
			g.next = int(e.StreamRevision) + 1
		}
		if g.passes(e) {
			g.items++
			return delivery{record: e}, true
		}
	}
	return delivery{}, false
}

// putBack has events given out again, before all others.
func (d *Database) putBack(g *group, events ...delivery) {
	d.mu.Lock()
	defer d.mu.Unlock()
	g.again = append(slices.Clone(events), g.again...)
	d.wake()
}

// park keeps events that nobody could handle until somebody asks to replay them.
func (d *Database) park(g *group, events ...delivery) {
	d.mu.Lock()
	defer d.mu.Unlock()
	g.parked = append(g.parked, events...)
}

// replay has parked events given out again, at most so many.
func (d *Database) replay(g *group, limit int64) {
	d.mu.Lock()
	n := min(int64(len(g.parked)), limit)
	events := g.parked[:n]
	g.parked = g.parked[n:]
	d.mu.Unlock()
	d.putBack(g, events...)
}

// wake has all who wait for events look again. d.mu is held.
func (d *Database) wake() {
	close(d.moved)
	d.moved = make(chan struct{})
}

// group finds a persistent subscription.
func (d *Database) group(key groupKey) *group {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.groups[key]
}

// member is one connection to a group: what it was given and has not answered.
type member struct {
	db    *Database
	group *group
	held  map[uuid.UUID]delivery
	order []uuid.UUID
}

// settle takes events from what is held, in the order they are named.
func (m *member) settle(ids []uuid.UUID) (out []delivery) {
	for _, id := range ids {
		if d, ok := m.held[id]; ok {
			out = append(out, d)
			delete(m.held, id)
			m.order = slices.DeleteFunc(m.order, func(o uuid.UUID) bool { return o == id })
		}
	}
	return out
}

// refuse does with events what a member wants that could not handle them. One that
// was tried too often is parked.
func (m *member) refuse(events []delivery, action persistent.ReadReq_Nack_Action) {
	switch action {
	case persistent.ReadReq_Nack_Skip:
	case persistent.ReadReq_Nack_Park:
		m.db.park(m.group, events...)
	default:
		for _, e := range slices.Backward(events) {
			if e.retries++; e.retries > int(m.group.settings.GetMaxRetryCount()) {
				m.db.park(m.group, e)
			} else {
				m.db.putBack(m.group, e)
			}
		}
	}
}

// leave gives back what was not answered.
func (m *member) leave() {
	var rest []delivery
	for _, id := range m.order {
		rest = append(rest, m.held[id])
	}
	m.db.mu.Lock()
	m.group.members--
	m.db.mu.Unlock()
	m.db.putBack(m.group, rest...)
}
