package protocoltest

import (
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/EventStore/EventStore-Client-Go/v4/protos/shared"
	"github.com/EventStore/EventStore-Client-Go/v4/protos/streams"
	"google.golang.org/grpc/codes"
)

// Expected revisions with a special meaning.
const (
	expectNone   = -1 // the stream must not be there
	expectAny    = -2
	expectExists = -4
)

// verdict is the result of an append.
type verdict int

const (
	accepted verdict = iota
	repeated         // these events stand there already
	wrongVersion
	tombstoned
)

// appendAnswer is the answer to an append.
type appendAnswer struct {
	verdict verdict
	last    int64 // revision: of the last event of the append, or of the stream
	commit  uint64
}

// appendEvents writes events if the stream is at the expected revision.
func (d *Database) appendEvents(name string, expect int64, events []proposal) appendAnswer {
	d.mu.Lock()
	defer d.mu.Unlock()
	out := d.checkAppend(name, expect, events)
	if out.verdict != accepted {
		return out
	}
	undelete := d.isSoftDeleted(name)
	end := d.end
	if r := d.writeEvents(name, events); r != nil {
		end = r.CommitPosition
	}
	s := d.streams[name]
	if undelete { // what was deleted stays away, what is new can be read
		d.truncateStream(name, s.lastRevision()+1-int64(len(events)))
	}
	d.writeOwnEvent(len(events))
	return appendAnswer{accepted, s.lastRevision(), end}
}

// checkAppend returns whether an append fits. One that does not fit may have been made before:
// then its ids follow the expected revision. A stream that was soft-deleted counts as
// none, and as the revision that it had. d.mu must be held.
func (d *Database) checkAppend(name string, expect int64, events []proposal) appendAnswer {
	s := d.streams[name]
	last := s.lastRevision()
	switch {
	case d.isTombstoned(name):
		return appendAnswer{verdict: tombstoned}
	case expect == expectExists && d.isSoftDeleted(name):
		return appendAnswer{verdict: tombstoned}
	case expect == expectExists && last < 0 && d.streams[metaStream(name)].lastRevision() < 0:
		return appendAnswer{verdict: wrongVersion, last: last}
	case expect == expectAny || expect == expectExists:
		return d.findEarlierAppend(name, last, events)
	case expect > last:
		return appendAnswer{verdict: wrongVersion, last: last}
	case expect == last:
		return appendAnswer{verdict: accepted}
	}
	for i, p := range events {
		at := expect + 1 + int64(i)
		if e := s.at(at); e != nil && e.id == p.id {
			continue
		}
		if i == 0 && expect == expectNone && d.isSoftDeleted(name) {
			return appendAnswer{verdict: accepted}
		}
		return appendAnswer{verdict: wrongVersion, last: last}
	}
	at := expect + int64(len(events))
	out := appendAnswer{verdict: repeated, last: at}
	if e := s.at(max(at, 0)); e != nil {
		out.commit = e.CommitPosition
	}
	return out
}

// findEarlierAppend returns whether events with any expected revision were written to the stream
// before. If only some of them were, the server reports a wrong version. d.mu must be
// held.
func (d *Database) findEarlierAppend(name string, last int64, events []proposal) appendAnswer {
	out := appendAnswer{verdict: accepted, last: last}
	for i, p := range events {
		r := d.recent[p.id]
		switch {
		case (r == nil || r.stream != name) && i == 0:
			return appendAnswer{verdict: accepted}
		case r == nil || r.stream != name:
			return appendAnswer{verdict: wrongVersion, last: last}
		}
		out = appendAnswer{repeated, int64(r.StreamRevision), r.CommitPosition}
	}
	return out
}

// Append implements the call of that name.
func (n *Node) Append(call streams.Streams_AppendServer) error {
	var name string
	var expect int64
	var events []proposal
	total := 0
	for {
		m, err := call.Recv()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return err
		}
		if o := m.GetOptions(); o != nil {
			name, expect = streamName(o.GetStreamIdentifier()), appendExpectation(o)
			if err := n.requireAccess(call.Context(), name, true); err != nil {
				return err
			}
			continue
		}
		p, err := readProposal(m.GetProposedMessage())
		if err != nil {
			return err
		}
		if total += eventSize(p); total > n.config.MaxAppendSize {
			return newException(
				codes.InvalidArgument,
				fmt.Sprintf("Maximum Append Size of %d Exceeded.", n.config.MaxAppendSize), "exception",
				"maximum-append-size-exceeded",
			)
		}
		events = append(events, p)
	}
	if name == "" {
		return newException(codes.InvalidArgument, "the stream name is empty", "exception", "bad-request")
	}
	if err := n.Faults.beforeAppend(n, call.Context()); err != nil {
		return err
	}
	if err := n.requireLeader(call.Context()); err != nil { // it may have been frozen meanwhile
		return err
	}
	out := n.db.appendEvents(name, expect, events)
	if err := n.Faults.afterAppend(n, call.Context()); err != nil {
		return err
	}
	return n.answerAppend(call, name, expect, out)
}

func (n *Node) answerAppend(call streams.Streams_AppendServer, name string, expect int64, out appendAnswer) error {
	switch out.verdict {
	case tombstoned:
		return streamDeleted(name)
	case wrongVersion:
		return call.SendAndClose(&streams.AppendResp{
			Result: &streams.AppendResp_WrongExpectedVersion_{WrongExpectedVersion: wrongExpected(expect, out.last)},
		})
	}
	ok := &streams.AppendResp_Success{
		CurrentRevisionOption: &streams.AppendResp_Success_CurrentRevision{CurrentRevision: uint64(out.last)},
		PositionOption: &streams.AppendResp_Success_Position{
			Position: &streams.AppendResp_Position{CommitPosition: out.commit, PreparePosition: out.commit},
		},
	}
	if out.last < 0 { // an append of no events to a stream that is not there
		ok.CurrentRevisionOption = &streams.AppendResp_Success_NoStream{NoStream: &shared.Empty{}}
	}
	if n.Faults.takeDue(NoPosition) {
		ok.PositionOption = &streams.AppendResp_Success_NoPosition{NoPosition: &shared.Empty{}}
	}
	return call.SendAndClose(&streams.AppendResp{Result: &streams.AppendResp_Success_{Success: ok}})
}

func wrongExpected(expect, last int64) *streams.AppendResp_WrongExpectedVersion {
	w := &streams.AppendResp_WrongExpectedVersion{}
	switch expect {
	case expectAny:
		w.ExpectedRevisionOption = &streams.AppendResp_WrongExpectedVersion_ExpectedAny{ExpectedAny: &shared.Empty{}}
	case expectExists:
		w.ExpectedRevisionOption = &streams.AppendResp_WrongExpectedVersion_ExpectedStreamExists{ExpectedStreamExists: &shared.Empty{}}
	case expectNone:
		w.ExpectedRevisionOption = &streams.AppendResp_WrongExpectedVersion_ExpectedNoStream{ExpectedNoStream: &shared.Empty{}}
	default:
		w.ExpectedRevisionOption = &streams.AppendResp_WrongExpectedVersion_ExpectedRevision{ExpectedRevision: uint64(expect)}
	}
	if last < 0 {
		w.CurrentRevisionOption = &streams.AppendResp_WrongExpectedVersion_CurrentNoStream{CurrentNoStream: &shared.Empty{}}
	} else {
		w.CurrentRevisionOption = &streams.AppendResp_WrongExpectedVersion_CurrentRevision{CurrentRevision: uint64(last)}
	}
	return w
}

func appendExpectation(o *streams.AppendReq_Options) int64 {
	switch e := o.GetExpectedStreamRevision().(type) {
	case *streams.AppendReq_Options_Revision:
		return int64(e.Revision)
	case *streams.AppendReq_Options_NoStream:
		return expectNone
	case *streams.AppendReq_Options_StreamExists:
		return expectExists
	}
	return expectAny
}

// readProposal parses an event; its type and its media type must be given.
func readProposal(m *streams.AppendReq_ProposedMessage) (proposal, error) {
	p := proposal{
		metadata:  m.GetMetadata(),
		custom:    m.GetCustomMetadata(),
		data:      m.GetData(),
		typ:       m.GetMetadata()["type"],
		mediaType: m.GetMetadata()["content-type"],
	}
	id, err := ownID(m.GetId())
	if err != nil {
		return p, newException(codes.InvalidArgument, "the event id: "+err.Error())
	}
	p.id = id
	for _, key := range []string{"type", "content-type"} {
		if p.metadata[key] == "" {
			return p, newException(
				codes.InvalidArgument, "Required Metadata Property '"+key+"' is missing", "exception",
				"missing-required-metadata-property",
			)
		}
	}
	return p, nil
}

// streamName returns the name of a stream; what is not UTF-8 is replaced, as the server does.
func streamName(id *shared.StreamIdentifier) string {
	return strings.ToValidUTF8(string(id.GetStreamName()), "\uFFFD")
}
