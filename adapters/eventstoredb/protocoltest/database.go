package protocoltest

import (
	"maps"
	"math"
	"strconv"
	"sync"
	"time"

	"github.com/EventStore/EventStore-Client-Go/v4/protos/shared"
	"github.com/EventStore/EventStore-Client-Go/v4/protos/streams"
	"github.com/google/uuid"
)

// The default limits of one append, in bytes, as of the server's option of that name: of servers
// before 25.1, and from then on.
const (
	MaxAppendSize   = 1 << 20
	LargeAppendSize = 256 << 20
)

// softDeleted is the $tb of a deleted stream, and the revision of a tombstone.
const softDeleted = math.MaxInt64

// A Database keeps events in memory. It is safe for concurrent use.
type Database struct {
	mu      sync.Mutex
	log     []*record
	streams map[string]*stream
	recent  map[uuid.UUID]*record // by event id, the newest of it
	end     uint64                // position of the next event
	now     func() time.Time
	moved   chan struct{} // closed at the next write
	live    map[*liveBuffer]bool
	between int // after so many events of clients the server writes one of its own; 0: none
	written int // events of clients since then

	scavenged uint64 // before this position reads may begin inside a record
}

// record is an event as it is sent. It is never changed.
type record struct {
	*streams.ReadResp_ReadEvent_RecordedEvent
	stream, typ string
	id          uuid.UUID
	at          time.Time
}

// stream has the events that no scavenge removed.
type stream struct {
	identifier *shared.StreamIdentifier
	first      int64 // revision of the first of the events
	events     []*record
	dead       bool // tombstoned
}

// lastRevision returns the revision of the last event, -1 without one.
func (s *stream) lastRevision() int64 {
	if s == nil {
		return -1
	}
	return s.first + int64(len(s.events)) - 1
}

// at returns the event at a revision, nil where none stands.
func (s *stream) at(revision int64) *record {
	if s == nil || revision < s.first || revision > s.lastRevision() {
		return nil
	}
	return s.events[revision-s.first]
}

// A proposal is an event that is to be appended.
type proposal struct {
	id             uuid.UUID
	metadata       map[string]string
	custom, data   []byte
	typ, mediaType string
}

// NewDatabase returns an empty database. Like a real one it begins with events of the
// system.
func NewDatabase() *Database {
	d := &Database{streams: map[string]*stream{}, recent: map[uuid.UUID]*record{}, end: 1373, now: time.Now,
		moved: make(chan struct{}), live: map[*liveBuffer]bool{}}
	d.WriteSystemEvents(3)
	return d
}

// SetClock makes now the clock of later events; the default is the clock of the machine.
func (d *Database) SetClock(now func() time.Time) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.now = now
}

// WriteSystemEvents writes n events of the system, such as a server's own statistics.
func (d *Database) WriteSystemEvents(n int) {
	d.mu.Lock()
	defer d.mu.Unlock()
	for range n {
		d.writeEvents("$stats-127.0.0.1:2113", []proposal{
			{id: uuid.New(), typ: "$statsCollected", mediaType: "application/json", data: []byte(`{"proc-id":1}`)},
		})
	}
}

// WriteBetween makes the server write an event of its own, as of streams' metadata, after
// every n events of clients.
func (d *Database) WriteBetween(n int) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.between = n
}

// writeOwnEvent writes an event of the server if one is due after so many events of a
// client. d.mu must be held.
func (d *Database) writeOwnEvent(events int) {
	if d.written += events; d.between == 0 || d.written < d.between {
		return
	}
	d.written = 0
	d.writeEvents("$$$stats-127.0.0.1:2113", []proposal{
		{id: uuid.New(), typ: "$metadata", mediaType: "application/json", data: []byte(`{"$maxAge":86400}`)},
	})
}

// WriteForeignEvents writes n events of another program, each in one of some streams of its own.
func (d *Database) WriteForeignEvents(n int) {
	d.mu.Lock()
	defer d.mu.Unlock()
	names := make([]string, min(n, 1000))
	for i := range names {
		names[i] = "orders-" + strconv.Itoa(i)
	}
	p := proposal{typ: "order-placed", mediaType: "application/json", data: []byte(`{"lines":3}`)}
	at := d.now().UTC()
	metadata := recordMetadata(p, at) // one for all: there may be millions
	for i := range n {
		p.id = uuid.New()
		name := names[i%len(names)]
		s := d.streamOf(name)
		s.events = append(s.events, d.addRecord(name, uint64(s.lastRevision()+1), p, metadata, at))
	}
}

// Len returns how many events there are, those of the system included.
func (d *Database) Len() int {
	d.mu.Lock()
	defer d.mu.Unlock()
	return len(d.log)
}

// writeEvents appends without checks. d.mu must be held.
func (d *Database) writeEvents(name string, events []proposal) *record {
	s := d.streamOf(name)
	var r *record
	for _, p := range events {
		r = d.writeRecord(name, uint64(s.lastRevision()+1), p)
		s.events = append(s.events, r)
	}
	return r
}

// streamOf returns a stream, made if it is missing. d.mu must be held.
func (d *Database) streamOf(name string) *stream {
	s := d.streams[name]
	if s == nil {
		s = &stream{identifier: &shared.StreamIdentifier{StreamName: []byte(name)}}
		d.streams[name] = s
	}
	return s
}

// recordMetadata returns the metadata of an event as it is sent.
func recordMetadata(p proposal, at time.Time) map[string]string {
	metadata := maps.Clone(p.metadata)
	if metadata == nil {
		metadata = map[string]string{}
	}
	metadata["type"], metadata["content-type"] = p.typ, p.mediaType
	metadata["created"] = strconv.FormatInt(at.UnixNano()/100, 10)
	return metadata
}

// writeRecord writes one event to the log. d.mu must be held.
func (d *Database) writeRecord(name string, revision uint64, p proposal) *record {
	at := d.now().UTC()
	return d.addRecord(name, revision, p, recordMetadata(p, at), at)
}

// addRecord writes one event to the log with the given metadata and time. Its position is where
// it begins, so positions grow by the size of events. d.mu must be held.
func (d *Database) addRecord(name string, revision uint64, p proposal, metadata map[string]string, at time.Time) *record {
	r := &record{stream: name, typ: p.typ, id: p.id, at: at, ReadResp_ReadEvent_RecordedEvent: &streams.ReadResp_ReadEvent_RecordedEvent{
		Id: wireID(p.id), StreamIdentifier: d.streamOf(name).identifier, StreamRevision: revision,
		CommitPosition: d.end, PreparePosition: d.end, Metadata: metadata, CustomMetadata: p.custom, Data: p.data}}
	d.end += uint64(len(name) + eventSize(p) + 90)
	d.log = append(d.log, r)
	d.recent[p.id] = r
	for b := range d.live {
		b.offer(r)
	}
	close(d.moved)
	d.moved = make(chan struct{})
	return r
}

// eventSize returns what an event counts for the limit of an append: names of types are stored
// with two bytes a letter.
func eventSize(p proposal) int { return len(p.data) + len(p.custom) + 2*len(p.typ) }

func wireID(id uuid.UUID) *shared.UUID {
	var most, least uint64
	for i := range 8 {
		most, least = most<<8|uint64(id[i]), least<<8|uint64(id[8+i])
	}
	return &shared.UUID{Value: &shared.UUID_Structured_{Structured: &shared.UUID_Structured{
		MostSignificantBits: int64(most), LeastSignificantBits: int64(least)}}}
}

func ownID(id *shared.UUID) (out uuid.UUID, err error) {
	s := id.GetStructured()
	if s == nil {
		return uuid.Parse(id.GetString_())
	}
	for i := range 8 {
		out[i], out[8+i] = byte(uint64(s.MostSignificantBits)>>(56-8*i)), byte(uint64(s.LeastSignificantBits)>>(56-8*i))
	}
	return out, nil
}
