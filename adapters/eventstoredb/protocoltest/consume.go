package protocoltest

import (
	"fmt"

	"github.com/EventStore/EventStore-Client-Go/v4/protos/persistent"
	"github.com/EventStore/EventStore-Client-Go/v4/protos/shared"
	"github.com/google/uuid"
	"google.golang.org/grpc/codes"
)

// Read connects to a group: events are given out, as many at once as the buffer of
// the connection holds, until they are answered. There is no time limit for answers.
func (p groups) Read(call persistent.PersistentSubscriptions_ReadServer) error {
	first, err := call.Recv()
	if err != nil {
		return err
	}
	o := first.GetOptions()
	g, err := p.find(o)
	if err != nil {
		return err
	}
	db := p.node.db
	db.mu.Lock()
	most := int(g.settings.GetMaxSubscriberCount())
	if most > 0 && g.members >= most {
		db.mu.Unlock()
		return exception(codes.FailedPrecondition, "Maximum subscriptions reached.", "exception", "maximum-subscribers-reached", "stream-name", g.key.source, "group-name", g.key.name)
	}
	g.members++
	db.mu.Unlock()
	m := &member{db: db, group: g, held: map[uuid.UUID]delivery{}}
	defer m.leave()
	id := g.key.source + "::" + g.key.name
	if err := call.Send(&persistent.ReadResp{Content: &persistent.ReadResp_SubscriptionConfirmation_{SubscriptionConfirmation: &persistent.ReadResp_SubscriptionConfirmation{SubscriptionId: id}}}); err != nil {
		return err
	}
	return m.serve(call, int(max(1, o.GetBufferSize())), answersOf(call))
}

// answersOf receives what a member says, until it has left.
func answersOf(call persistent.PersistentSubscriptions_ReadServer) <-chan *persistent.ReadReq {
	answers := make(chan *persistent.ReadReq)
	go func() {
		defer close(answers)
		for {
			r, err := call.Recv()
			if err != nil {
				return
			}
			select {
			case answers <- r:
			case <-call.Context().Done():
				return
			}
		}
	}()
	return answers
}

// serve gives out events and takes answers.
func (m *member) serve(call persistent.PersistentSubscriptions_ReadServer, buffer int, answers <-chan *persistent.ReadReq) error {
	for {
		_, moved := m.db.snapshot() // before looking: what comes meanwhile wakes
		for len(m.held) < buffer {
			d, ok := m.db.take(m.group)
			if !ok {
				break
			}
			m.held[d.id] = d
			m.order = append(m.order, d.id)
			if err := call.Send(&persistent.ReadResp{Content: &persistent.ReadResp_Event{Event: m.event(d)}}); err != nil {
				return err
			}
		}
		select {
		case <-call.Context().Done():
			return ended(call.Context())
		case <-m.group.gone:
			return exception(codes.Canceled, "Subscription was dropped.", "exception", "persistent-subscription-dropped", "stream-name", m.group.key.source, "group-name", m.group.key.name)
		case <-moved:
		case r, ok := <-answers:
			if !ok {
				return nil
			}
			if err := m.answer(r); err != nil {
				return err
			}
		}
	}
}

// answer does what a member says of the events that it was given.
func (m *member) answer(r *persistent.ReadReq) error {
	if ack := r.GetAck(); ack != nil {
		ids, err := ownIDs(ack.GetIds())
		m.settle(ids)
		return err
	}
	nack := r.GetNack()
	ids, err := ownIDs(nack.GetIds())
	if err != nil {
		return err
	}
	m.refuse(m.settle(ids), nack.GetAction())
	if nack.GetAction() == persistent.ReadReq_Nack_Stop {
		return exception(codes.Canceled, "The subscriber asked to stop: "+nack.GetReason())
	}
	return nil
}

func ownIDs(ids []*shared.UUID) (out []uuid.UUID, err error) {
	for _, id := range ids {
		own, err := ownID(id)
		if err != nil {
			return nil, exception(codes.InvalidArgument, fmt.Sprintf("the event id: %v", err))
		}
		out = append(out, own)
	}
	return out, nil
}

// event is a delivery as it is sent. A link is given with what it links to, if the
// group asks for that, and answered by its own id.
func (m *member) event(d delivery) *persistent.ReadResp_ReadEvent {
	out := &persistent.ReadResp_ReadEvent{Event: given(d.record), Position: &persistent.ReadResp_ReadEvent_CommitPosition{CommitPosition: d.CommitPosition},
		Count: &persistent.ReadResp_ReadEvent_RetryCount{RetryCount: int32(d.retries)}}
	if m.group.settings.GetResolveLinks() && d.typ == "$>" {
		out.Link, out.Event = out.Event, given(m.db.linked(string(d.Data)))
	}
	return out
}

func given(e *record) *persistent.ReadResp_ReadEvent_RecordedEvent {
	if e == nil {
		return nil
	}
	return &persistent.ReadResp_ReadEvent_RecordedEvent{Id: e.Id, StreamIdentifier: e.StreamIdentifier, StreamRevision: e.StreamRevision,
		PreparePosition: e.PreparePosition, CommitPosition: e.CommitPosition, Metadata: e.Metadata, CustomMetadata: e.CustomMetadata, Data: e.Data}
}
