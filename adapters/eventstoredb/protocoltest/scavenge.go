package protocoltest

import (
	"slices"

	"github.com/google/uuid"
)

// chunkSize is the size of the files in which a server keeps its log.
const chunkSize = 256 << 20

// Scavenge removes the events that nobody can read in their streams: those that metadata
// cut off, and those of deleted streams but for the tombstones. Positions of what stays are
// as before; the log goes on in a new chunk, and says so in events of the server.
func (d *Database) Scavenge() {
	d.mu.Lock()
	defer d.mu.Unlock()
	gone := map[*record]bool{}
	for name, s := range d.streams {
		for _, e := range d.removeHidden(name, s) {
			gone[e] = true
		}
	}
	d.log = slices.DeleteFunc(slices.Clone(d.log), func(e *record) bool { return gone[e] })
	for e := range gone {
		if d.recent[e.id] == e {
			delete(d.recent, e.id)
		}
	}
	d.scavenged = (d.end/chunkSize + 1) * chunkSize
	d.end = d.scavenged
	for _, typ := range []string{"$scavengeStarted", "$scavengeCompleted"} {
		d.writeEvents("$scavenges", []proposal{{id: uuid.New(), typ: typ, mediaType: "application/json", data: []byte(`{}`)}})
	}
}

// removeHidden removes the events of a stream that cannot be read, and returns them. Of a
// deleted stream the last one leaves too; its revision is remembered. d.mu must be held.
func (d *Database) removeHidden(name string, s *stream) []*record {
	visible, _ := d.visibleEvents(name)
	if s.dead {
		visible = nil
	}
	hidden := len(s.events) - len(visible)
	if isMeta := len(name) > 2 && name[:2] == "$$"; isMeta {
		hidden = max(0, len(s.events)-1) // of metadata only the newest count
	}
	out := s.events[:hidden]
	s.first, s.events = s.first+int64(hidden), slices.Clone(s.events[hidden:])
	return out
}
