package estest

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"slices"
	"sync"
	"time"

	"github.com/seed-62a36931/docket/domain/es"
)

// Memory is a store for tests. It keeps every promise of the port but durability.
type Memory struct {
	mu      sync.Mutex
	log     []es.Envelope
	streams map[es.StreamID][]int // indexes into log
	moved   chan struct{}         // closed at the next append
}

// NewStore makes an empty store in memory.
func NewStore() *Memory {
	return &Memory{streams: map[es.StreamID][]int{}, moved: make(chan struct{})}
}

// Close does nothing; it is there because other stores need it.
func (m *Memory) Close() error { return nil }

// Append adds events to a stream; see es.Store.
func (m *Memory) Append(ctx context.Context, stream es.StreamID, expect uint64, events []es.Envelope) (es.Receipt, error) {
	if err := ctx.Err(); err != nil {
		return es.Receipt{}, err
	}
	if len(events) == 0 {
		return es.Receipt{}, errors.New("append without events")
	}
	for _, e := range events {
		if len(e.Body) > es.MaxBody {
			return es.Receipt{}, fmt.Errorf("%d bytes: %w", len(e.Body), es.ErrTooLarge)
		}
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	if at := uint64(len(m.streams[stream])); at != expect {
		return m.answerRepeat(stream, expect, events)
	}
	return m.addEvents(stream, expect, events), nil
}

// answerRepeat answers an append whose version does not match: it is a repeated one, or a
// conflict.
func (m *Memory) answerRepeat(stream es.StreamID, expect uint64, events []es.Envelope) (es.Receipt, error) {
	at := m.streams[stream]
	end := expect + uint64(len(events))
	if end > uint64(len(at)) {
		return es.Receipt{}, fmt.Errorf("%s is at version %d, not %d: %w", stream, len(at), expect, es.ErrConflict)
	}
	for i, e := range events {
		if m.log[at[expect+uint64(i)]].ID != e.ID {
			return es.Receipt{}, fmt.Errorf("%s is at version %d, not %d: %w", stream, len(at), expect, es.ErrConflict)
		}
	}
	return es.Receipt{Version: end, Position: m.log[at[end-1]].Position}, nil
}

func (m *Memory) addEvents(stream es.StreamID, at uint64, events []es.Envelope) es.Receipt {
	now := time.Now().UTC().Truncate(time.Microsecond)
	if n := len(m.log); n > 0 && m.log[n-1].Time.After(now) {
		now = m.log[n-1].Time
	}
	for _, e := range events {
		at++
		e.Stream, e.Version, e.Position, e.Time = stream, at, es.Position(len(m.log)+1), now
		e.Body = slices.Clone(e.Body) // the caller may use its buffer again
		m.streams[stream] = append(m.streams[stream], len(m.log))
		m.log = append(m.log, e)
	}
	close(m.moved)
	m.moved = make(chan struct{})
	return es.Receipt{Version: at, Position: es.Position(len(m.log))}
}

// Stream yields the events of a stream after a version; see es.Store.
func (m *Memory) Stream(ctx context.Context, stream es.StreamID, after uint64) iter.Seq2[es.Envelope, error] {
	return func(yield func(es.Envelope, error) bool) {
		m.mu.Lock()
		at := m.streams[stream]
		log := m.log
		m.mu.Unlock()
		for i := min(after, uint64(len(at))); i < uint64(len(at)); i++ {
			if !yieldCopy(ctx, log[at[i]], yield) {
				return
			}
		}
	}
}

// All yields the events after a position in commit order; see es.Store.
func (m *Memory) All(ctx context.Context, after es.Position, f es.Filter) iter.Seq2[es.Envelope, error] {
	return func(yield func(es.Envelope, error) bool) {
		m.mu.Lock()
		log := m.log
		m.mu.Unlock()
		for i := min(uint64(after), uint64(len(log))); i < uint64(len(log)); i++ {
			if len(f.Types) > 0 && !slices.Contains(f.Types, log[i].Type) {
				continue
			}
			if !yieldCopy(ctx, log[i], yield) {
				return
			}
		}
	}
}

// yieldCopy yields a copy, or once the error of an ended context.
func yieldCopy(ctx context.Context, e es.Envelope, yield func(es.Envelope, error) bool) bool {
	if err := ctx.Err(); err != nil {
		yield(es.Envelope{}, err)
		return false
	}
	e.Body = slices.Clone(e.Body)
	return yield(e, nil)
}

// At returns the event at a position; see es.Store.
func (m *Memory) At(ctx context.Context, at es.Position) (es.Envelope, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if err := ctx.Err(); err != nil {
		return es.Envelope{}, err
	}
	if at == 0 || at > es.Position(len(m.log)) {
		return es.Envelope{}, fmt.Errorf("position %d: %w", at, es.ErrNoEvent)
	}
	e := m.log[at-1]
	e.Body = slices.Clone(e.Body)
	return e, nil
}

// Head is the position of the last event; see es.Store.
func (m *Memory) Head(ctx context.Context) (es.Position, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	return es.Position(len(m.log)), ctx.Err()
}

// Wait returns when the head is beyond a position; see es.Store.
func (m *Memory) Wait(ctx context.Context, after es.Position) error {
	for {
		m.mu.Lock()
		head, moved := es.Position(len(m.log)), m.moved
		m.mu.Unlock()
		if head > after {
			return nil
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-moved:
		}
	}
}
