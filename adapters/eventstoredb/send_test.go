package eventstoredb

import (
	"context"
	"errors"
	"io"
	"testing"
	"time"

	"github.com/EventStore/EventStore-Client-Go/v4/esdb"
	"github.com/EventStore/EventStore-Client-Go/v4/protos/shared"
	"github.com/EventStore/EventStore-Client-Go/v4/protos/streams"
	"github.com/google/uuid"
	"google.golang.org/grpc"

	"github.com/seed-62a36931/docket/domain/es"
)

// A replayingClient makes calls that are broken before the server has seen anything, from the send of
// some number on: gRPC reports io.EOF, keeps what is sent, and makes the call again when its answer is read.
type replayingClient struct {
	streams.StreamsClient

	brokenAt int
	kept     []*streams.AppendReq
}

func (c *replayingClient) Append(context.Context, ...grpc.CallOption) (streams.Streams_AppendClient, error) {
	return &replayedCall{client: c}, nil
}

type replayedCall struct {
	grpc.ClientStream

	client *replayingClient
}

func (r *replayedCall) Send(m *streams.AppendReq) error {
	r.client.kept = append(r.client.kept, m)
	if len(r.client.kept) > r.client.brokenAt {
		return io.EOF
	}
	return nil
}

func (r *replayedCall) CloseAndRecv() (*streams.AppendResp, error) {
	return &streams.AppendResp{}, nil
}

// TestARepeatedCallIsComplete breaks the connection before each message of an append: what gRPC sends
// again on the next connection is the whole append, never its beginning.
func TestARepeatedCallIsComplete(t *testing.T) {
	for broken := range 4 {
		a := attempt{name: "a-demo-1", end: time.Now().Add(time.Minute), events: []esdb.EventData{
			{EventID: uuid.New(), EventType: "first"},
			{EventID: uuid.New(), EventType: "second"},
		}}
		c := &replayingClient{brokenAt: broken}
		if _, _, err := a.send(t.Context(), &Log{connection: &connection{timeout: time.Minute}}, c); err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, m := range c.kept[1:] {
			got = append(got, m.GetProposedMessage().GetMetadata()["type"])
		}
		if c.kept[0].GetOptions() == nil || len(got) != 2 || got[0] != "first" || got[1] != "second" {
			t.Errorf("broken before message %d: the server gets %v, want the options and both events", broken, got)
		}
	}
}

// TestAnswersForFewerEvents gives an append answers for a stream that is shorter than it should be: they
// are neither receipts nor proof of a deleted stream, and the append is made again.
func TestAnswersForFewerEvents(t *testing.T) {
	a := attempt{name: "a-demo-1", expect: 27, events: make([]esdb.EventData, 1)}
	short := &streams.AppendResp_Success{
		CurrentRevisionOption: &streams.AppendResp_Success_CurrentRevision{CurrentRevision: 26},
		PositionOption:        &streams.AppendResp_Success_Position{Position: &streams.AppendResp_Position{CommitPosition: 7}},
	}
	none := &streams.AppendResp_Success{CurrentRevisionOption: &streams.AppendResp_Success_NoStream{NoStream: &shared.Empty{}}}
	for name, answer := range map[string]*streams.AppendResp_Success{"a shorter stream": short, "no stream": none} {
		w := &streams.AppendResp{Result: &streams.AppendResp_Success_{Success: answer}}
		_, err := a.takeAnswer(t.Context(), nil, w)
		if !errors.Is(err, errPartial) || errors.Is(err, es.ErrCut) || !IsUnavailable(err) {
			t.Errorf("%s: got %v, want an append that was not written whole", name, err)
		}
	}
}
