package protocoltest

import (
	"context"
	"strconv"

	"github.com/EventStore/EventStore-Client-Go/v4/protos/streams"
	"github.com/google/uuid"
	"google.golang.org/grpc/codes"
)

// removeStream checks an expected revision and removes a stream.
func (d *Database) removeStream(name string, expect int64, remove func(s *stream) *record) (at uint64, err error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	s := d.streams[name]
	last := s.lastRevision()
	switch {
	case d.isTombstoned(name):
		return 0, streamDeleted(name)
	case expect >= expectNone && expect != last && (expect != expectNone || !d.isSoftDeleted(name)), expect == expectExists && last < 0:
		return 0, newException(codes.FailedPrecondition, "Deletion failed due to WrongExpectedVersion.",
			"exception", "wrong-expected-version", "stream-name", name,
			"expected-version", strconv.FormatInt(expect, 10), "actual-version", strconv.FormatInt(last, 10))
	}
	return remove(d.streamOf(name)).CommitPosition, nil
}

// Delete implements the call of that name: the stream's $tb is set beyond all revisions,
// so that it reads as if it did not exist; its revisions continue later.
func (n *Node) Delete(_ context.Context, r *streams.DeleteReq) (*streams.DeleteResp, error) {
	name := streamName(r.GetOptions().GetStreamIdentifier())
	expect := int64(expectAny)
	switch e := r.GetOptions().GetExpectedStreamRevision().(type) {
	case *streams.DeleteReq_Options_Revision:
		expect = int64(e.Revision)
	case *streams.DeleteReq_Options_NoStream:
		expect = expectNone
	case *streams.DeleteReq_Options_StreamExists:
		expect = expectExists
	}
	at, err := n.db.removeStream(name, expect, func(*stream) *record { return n.db.truncateStream(name, softDeleted) })
	if err != nil {
		return nil, err
	}
	return &streams.DeleteResp{
		PositionOption: &streams.DeleteResp_Position_{Position: &streams.DeleteResp_Position{CommitPosition: at, PreparePosition: at}},
	}, nil
}

// Tombstone implements the call of that name: a last event of the system ends the stream
// for ever.
func (n *Node) Tombstone(_ context.Context, r *streams.TombstoneReq) (*streams.TombstoneResp, error) {
	name := streamName(r.GetOptions().GetStreamIdentifier())
	expect := int64(expectAny)
	switch e := r.GetOptions().GetExpectedStreamRevision().(type) {
	case *streams.TombstoneReq_Options_Revision:
		expect = int64(e.Revision)
	case *streams.TombstoneReq_Options_NoStream:
		expect = expectNone
	case *streams.TombstoneReq_Options_StreamExists:
		expect = expectExists
	}
	at, err := n.db.removeStream(name, expect, func(s *stream) *record {
		s.dead = true
		return n.db.writeRecord(name, softDeleted, proposal{id: uuid.New(), typ: "$streamDeleted", mediaType: "application/octet-stream"})
	})
	if err != nil {
		return nil, err
	}
	return &streams.TombstoneResp{PositionOption: &streams.TombstoneResp_Position_{
		Position: &streams.TombstoneResp_Position{CommitPosition: at, PreparePosition: at},
	}}, nil
}
