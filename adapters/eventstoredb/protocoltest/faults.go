package protocoltest

import (
	"context"
	"errors"
	"math"
	"sync"
	"time"

	"github.com/EventStore/EventStore-Client-Go/v4/protos/streams"
	"google.golang.org/grpc/codes"
)

// A Fault is something that goes wrong once for each time it was asked for.
type Fault int

// What can go wrong with appends.
const (
	// CutBeforeAppend breaks the connection, and nothing is written.
	CutBeforeAppend Fault = iota
	// CutAfterAppend writes the events and breaks the connection before the answer.
	CutAfterAppend
	// HangAfterAppend writes the events and never answers.
	HangAfterAppend
	// AbortAfterAppend writes the events and answers that the server gave up.
	AbortAfterAppend
	// NoPosition answers an append without the position of its events.
	NoPosition
)

// What can go wrong with reads and subscriptions. Those that count messages do so
// by Faults.FailAfter.
const (
	// DropRead ends a read with the status Unavailable.
	DropRead Fault = iota + 100
	// CutRead breaks the connection.
	CutRead
	// HangRead sends nothing more.
	HangRead
	// FailRead ends a read with the status Internal.
	FailRead
	// EndRead ends a read as if there were no more events.
	EndRead
	// OversizeRead sends a message of more than 17 MiB, which clients refuse.
	OversizeRead
	// StrangeRead sends a kind of message that clients do not know.
	StrangeRead
)

// Faults holds the faults of a node. The zero value is a healthy node.
type Faults struct {
	mu    sync.Mutex
	due   map[Fault]int
	after int
	pause time.Duration
	seen  map[Fault]int
}

// FailNext makes a fault happen the next n times that it can.
func (f *Faults) FailNext(n int, fault Fault) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.due == nil {
		f.due, f.seen = map[Fault]int{}, map[Fault]int{}
	}
	f.due[fault] = n
}

// FailAfter makes faults of reads happen once n messages were sent; the confirmation of a
// subscription counts as one.
func (f *Faults) FailAfter(n int) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.after = n
}

// SlowReads makes all reads wait before each message.
func (f *Faults) SlowReads(pause time.Duration) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.pause = pause
}

// CountOf returns how often a fault has happened.
func (f *Faults) CountOf(fault Fault) int {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.seen[fault]
}

// takeDue reports whether a fault is due, and counts it.
func (f *Faults) takeDue(fault Fault) bool {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.due[fault] == 0 {
		return false
	}
	f.due[fault]--
	f.seen[fault]++
	return true
}

func (f *Faults) beforeAppend(n *Node, ctx context.Context) error {
	if f.takeDue(CutBeforeAppend) {
		return n.cutConnection(ctx)
	}
	return nil
}

func (f *Faults) afterAppend(n *Node, ctx context.Context) error {
	switch {
	case f.takeDue(CutAfterAppend):
		return n.cutConnection(ctx)
	case f.takeDue(AbortAfterAppend):
		return newException(codes.Aborted, "the operation timed out on the server", "exception", "timeout")
	case f.takeDue(HangAfterAppend):
		<-ctx.Done()
		return endOfCall(ctx)
	}
	return nil
}

// readFaults holds the faults of one read.
type readFaults struct {
	fault Fault
	after int // messages
	pause time.Duration
}

// takeReadFaults takes the faults that are due for a new read.
func (f *Faults) takeReadFaults() readFaults {
	out := readFaults{after: math.MaxInt}
	for _, fault := range []Fault{DropRead, CutRead, HangRead, FailRead, EndRead, OversizeRead, StrangeRead} {
		if f.takeDue(fault) {
			f.mu.Lock()
			out.fault, out.after = fault, f.after
			f.mu.Unlock()
			break
		}
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	out.pause = f.pause
	return out
}

// failAtStart is called before anything is sent.
func (f *readFaults) failAtStart(n *Node, ctx context.Context) error {
	if f.after == 0 {
		return f.failReading(n, ctx)
	}
	return nil
}

// failAtEnd is called when all was sent: a fault that was to come later comes now.
func (f *readFaults) failAtEnd(n *Node, ctx context.Context) error {
	if f.after != math.MaxInt && f.fault < OversizeRead {
		return f.failReading(n, ctx)
	}
	return nil
}

// failBeforeMessage is called before each message.
func (f *readFaults) failBeforeMessage(r *reader, m *streams.ReadResp) error {
	ctx := r.call.Context()
	if f.pause > 0 {
		select {
		case <-ctx.Done():
			return endOfCall(ctx)
		case <-time.After(f.pause):
		}
	}
	if r.sent < f.after {
		return nil
	}
	switch f.fault {
	case OversizeRead:
		if e := m.GetEvent().GetEvent(); e != nil {
			m.GetEvent().Event = &streams.ReadResp_ReadEvent_RecordedEvent{
				Id:               e.Id,
				StreamIdentifier: e.StreamIdentifier,
				StreamRevision:   e.StreamRevision,
				PreparePosition:  e.PreparePosition,
				CommitPosition:   e.CommitPosition,
				Metadata:         e.Metadata,
				Data:             make([]byte, 18<<20),
			}
		}
		return nil
	case StrangeRead:
		m.Content = &streams.ReadResp_LastStreamPosition{LastStreamPosition: 7}
		return nil
	}
	return f.failReading(r.node, ctx)
}

func (f *readFaults) failReading(n *Node, ctx context.Context) error {
	switch f.fault {
	case DropRead:
		return newException(codes.Unavailable, "Server Is Not Ready", "exception", "not-ready")
	case CutRead:
		return n.cutConnection(ctx)
	case HangRead:
		<-ctx.Done()
		return endOfCall(ctx)
	case FailRead:
		return newException(codes.Internal, "the server failed")
	case EndRead:
		return errEndRead
	}
	return nil
}

// errEndRead ends a read without an error to the client.
var errEndRead = errors.New("the read ends")
