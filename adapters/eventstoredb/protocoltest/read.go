package protocoltest

import (
	"context"
	"errors"
	"iter"
	"slices"
	"sort"
	"strconv"
	"strings"

	"github.com/EventStore/EventStore-Client-Go/v4/protos/shared"
	"github.com/EventStore/EventStore-Client-Go/v4/protos/streams"
	"google.golang.org/grpc/codes"
)

// A reader sends what a call of Read requests.
type reader struct {
	node    *Node
	call    streams.Streams_ReadServer
	options *streams.ReadReq_Options
	passes  func(*record) bool
	sent    int
	faults  readFaults
	// Of subscriptions to all streams: where the next event may stand, how many were looked at, and
	// the position that the client knows: of the last event or checkpoint, or where it wants to begin.
	next     uint64
	searched int
	told     uint64
}

// Read implements the call of that name: one read, or a subscription.
func (n *Node) Read(req *streams.ReadReq, call streams.Streams_ReadServer) error {
	if err := n.readOrSubscribe(req, call); !errors.Is(err, errEndRead) {
		return err
	}
	return nil
}

func (n *Node) readOrSubscribe(req *streams.ReadReq, call streams.Streams_ReadServer) error {
	r := &reader{node: n, call: call, options: req.GetOptions(), faults: n.Faults.takeReadFaults()}
	var err error
	if r.passes, err = parseFilter(r.options.GetFilter()); err != nil {
		return err
	}
	if err := r.faults.failAtStart(n, call.Context()); err != nil {
		return err
	}
	stream, name := r.options.GetStream(), allStream
	if stream != nil {
		name = streamName(stream.GetStreamIdentifier())
	}
	if err := n.requireAccess(call.Context(), name, false); err != nil {
		return err
	}
	switch subscription := r.options.GetSubscription() != nil; {
	case name == "":
		return newException(codes.InvalidArgument, "the stream name is empty", "exception", "bad-request")
	case subscription && stream != nil:
		return r.followStream(stream)
	case subscription:
		return r.followAll(r.options.GetAll())
	case stream != nil:
		return r.readStream(stream)
	}
	return r.readAll(r.options.GetAll())
}

func (r *reader) isBackwards() bool {
	return r.options.GetReadDirection() == streams.ReadReq_Options_Backwards
}

// readStream sends events of a stream from a revision on, that of the revision included,
// in either direction.
func (r *reader) readStream(o *streams.ReadReq_Options_StreamOptions) error {
	name, db := streamName(o.GetStreamIdentifier()), r.node.db
	db.mu.Lock()
	dead := db.isTombstoned(name)
	events, found := db.visibleEvents(name)
	db.mu.Unlock()
	switch {
	case dead:
		return streamDeleted(name)
	case !found:
		return r.sendMessage(&streams.ReadResp{Content: &streams.ReadResp_StreamNotFound_{
			StreamNotFound: &streams.ReadResp_StreamNotFound{StreamIdentifier: o.GetStreamIdentifier()},
		}})
	}
	from := sort.Search(len(events), func(i int) bool { return events[i].StreamRevision >= o.GetRevision() })
	switch o.GetRevisionOption().(type) {
	case *streams.ReadReq_Options_StreamOptions_End:
		from = len(events)
	case *streams.ReadReq_Options_StreamOptions_Start:
		from = 0
	}
	if !r.isBackwards() {
		return r.sendAll(slices.All(events[from:]))
	}
	if from < len(events) { // the event itself too
		from++
	}
	return r.sendAll(slices.Backward(events[:from]))
}

// readAll sends events of all streams: forwards from a position on, that of the position
// included; backwards those before the position.
func (r *reader) readAll(o *streams.ReadReq_Options_AllOptions) error {
	log, from, ok := r.findStart(o)
	if !ok {
		return r.node.refusePosition()
	}
	if r.isBackwards() {
		return r.sendAll(slices.Backward(log[:from]))
	}
	return r.sendAll(slices.All(log[from:]))
}

// refusePosition returns the answer to a read that begins inside a record, or, where it
// goes backwards, after the end of the log.
func (n *Node) refusePosition() error {
	if n.isBefore(firstOf24) {
		return newException(codes.Unknown, "Unexpected ReadAllResult: Error")
	}
	return newException(codes.Unknown, "Unexpected ReadAllResult: InvalidPosition")
}

// findStart returns where a read of all streams begins. ok is false where a server refuses to
// begin: inside a record, or backwards from after the end of the log.
func (r *reader) findStart(o *streams.ReadReq_Options_AllOptions) (log []*record, from int, ok bool) {
	log, end, scavenged := r.node.db.readExtent()
	switch p := o.GetAllOption().(type) {
	case *streams.ReadReq_Options_AllOptions_End:
		return log, len(log), true
	case *streams.ReadReq_Options_AllOptions_Position:
		at := p.Position.GetCommitPosition()
		from = sort.Search(len(log), func(i int) bool { return log[i].CommitPosition >= at })
		switch {
		case from < len(log): // the log of a database is never empty
			return log, from, log[from].CommitPosition == at || at < scavenged
		case r.isBackwards():
			return log, from, at == end
		}
		return log, from, true // nothing lies there yet
	}
	return log, 0, true
}

// readExtent returns the log as it is, the position at which the next event will begin, and
// the one before which reads begin at the next record, wherever they are to begin.
func (d *Database) readExtent() (log []*record, end, scavenged uint64) {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.log, d.end, max(d.scavenged, 1)
}

// takeSnapshot returns the log as it is, and a channel that closes when it grows.
func (d *Database) takeSnapshot() ([]*record, <-chan struct{}) {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.log, d.moved
}

// sendAll sends the events that pass the filter, up to the requested count.
func (r *reader) sendAll(events iter.Seq2[int, *record]) error {
	limit := r.options.GetCount()
	for _, e := range events {
		if uint64(r.sent) >= limit {
			return nil
		}
		if !r.passes(e) {
			continue
		}
		if err := r.sendEvent(e); err != nil {
			return err
		}
	}
	return r.faults.failAtEnd(r.node, r.call.Context())
}

// sendEvent sends one event, with the event that it links to where that was requested.
func (r *reader) sendEvent(e *record) error {
	out := &streams.ReadResp_ReadEvent{
		Event:    r.toRecordedEvent(e),
		Position: &streams.ReadResp_ReadEvent_CommitPosition{CommitPosition: e.CommitPosition},
	}
	if r.options.GetResolveLinks() && e.typ == "$>" {
		out.Event, out.Link = r.toRecordedEvent(r.node.db.resolveLink(string(e.Data))), out.Event
	}
	return r.sendMessage(&streams.ReadResp{Content: &streams.ReadResp_Event{Event: out}})
}

// resolveLink returns the event that a link of the form revision@stream names.
func (d *Database) resolveLink(link string) *record {
	d.mu.Lock()
	defer d.mu.Unlock()
	at, name, _ := strings.Cut(link, "@")
	revision, err := strconv.ParseInt(at, 10, 64)
	if err != nil {
		return nil
	}
	return d.streams[name].at(revision)
}

// toRecordedEvent converts an event, with its id in the requested form.
func (r *reader) toRecordedEvent(e *record) *streams.ReadResp_ReadEvent_RecordedEvent {
	if e == nil {
		return nil
	}
	if _, ok := r.options.GetUuidOption().GetContent().(*streams.ReadReq_Options_UUIDOption_String_); !ok {
		return e.ReadResp_ReadEvent_RecordedEvent
	}
	in := e.ReadResp_ReadEvent_RecordedEvent
	return &streams.ReadResp_ReadEvent_RecordedEvent{Id: &shared.UUID{Value: &shared.UUID_String_{String_: e.id.String()}},
		StreamIdentifier: in.StreamIdentifier, StreamRevision: in.StreamRevision, PreparePosition: in.PreparePosition,
		CommitPosition: in.CommitPosition, Metadata: in.Metadata, CustomMetadata: in.CustomMetadata, Data: in.Data}
}

// sendMessage sends one message, unless a fault is due.
func (r *reader) sendMessage(m *streams.ReadResp) error {
	if err := r.faults.failBeforeMessage(r, m); err != nil {
		return err
	}
	r.sent++
	r.node.counts.sent.Add(1)
	return r.call.Send(m)
}

// endOfCall returns the error of a call whose client has gone.
func endOfCall(ctx context.Context) error {
	return newException(codes.Canceled, context.Cause(ctx).Error())
}
