package es

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"reflect"
	"strings"
	"time"
)

// A Projection folds events into read models through a writer W, which is a
// transaction of whatever holds them.
type Projection[W any] struct {
	Name    string
	Version int // raise it to build the model anew
	Build   int // counts the builds of one version beside each other, from 0
	when    map[reflect.Type]Apply[W]
	any     Apply[W]
}

// Apply applies one event to a read model.
type Apply[W any] func(context.Context, W, Recorded) error

// OnEvent adds the handler of one event type.
func OnEvent[E, W any](p *Projection[W], f func(context.Context, W, Recorded, E) error) {
	if p.when == nil {
		p.when = map[reflect.Type]Apply[W]{}
	}
	p.when[reflect.TypeFor[E]()] = func(ctx context.Context, w W, r Recorded) error {
		return f(ctx, w, r, r.Event.(E))
	}
}

// OnOtherEvents sets the handler of all events that have none of their own.
func OnOtherEvents[W any](p *Projection[W], f Apply[W]) { p.any = f }

// CheckpointKey names the projection's checkpoint.
func (p *Projection[W]) CheckpointKey() string {
	return strings.TrimSuffix(fmt.Sprintf("%s_v%d_b%d", p.Name, p.Version, p.Build), "_b0")
}

// Filter chooses the events that the projection has a handler for.
func (p *Projection[W]) Filter(c *Codec) Filter {
	var f Filter
	if p.any != nil {
		return f
	}
	for t := range p.when {
		k := c.byType[t]
		if k == nil {
			panic("es: projection " + p.Name + " handles " + t.String() + ", which is not registered")
		}
		f.Types = append(f.Types, k.name)
	}
	return f
}

// A Model is where a projection writes: the checkpoint moves in the same
// transaction as the rows, so each event counts once.
type Model[W any] interface {
	// Checkpoint returns the position up to which a projection has come, 0 for a new one.
	Checkpoint(ctx context.Context, key string) (Position, error)
	// Update runs f in a transaction and moves the checkpoint; it fails when the
	// checkpoint is not at from, because another runner moved it.
	Update(ctx context.Context, key string, from, to Position, f func(W) error) error
	// NotifyReaders tells readers, of other processes too, that the model holds everything
	// up to a position. It may lie behind the checkpoint: the events between change
	// nothing.
	NotifyReaders(key string, at Position)
	// HasParked reports whether an event of the stream waits for repair.
	HasParked(ctx context.Context, w W, key string, s StreamID) (bool, error)
	// ParkEvent keeps an event that could not be applied, with the cause.
	ParkEvent(ctx context.Context, w W, key string, r Recorded, cause error) error
}

const batch, batchBytes = 2048, 4 << 20 // events, and their bodies, that share a transaction

// keepWithin is the time for which RunProjection leaves a checkpoint behind events that the
// projection has no handler for. They change nothing, so whoever goes on from there
// does not do anything twice; most events concern few projections, and each
// checkpoint is a write.
const keepWithin = 100 * time.Millisecond

// CatchUp applies all events after the checkpoint and returns the new one. An
// event that fails alone is parked, and with it the rest of its stream.
func CatchUp[W any](ctx context.Context, l *Log, m Model[W], p *Projection[W], at Position) (Position, error) {
	stored, read, err := applyAll(ctx, l, m, p, at, at)
	if err != nil {
		return stored, err
	}
	return flushPage(ctx, m, p, stored, read, nil)
}

// applyAll applies all events after at, where the checkpoint is, or up to where nothing
// has changed since stored, where the checkpoint was left. It says where the checkpoint
// is then, and up to where all was read. The checkpoint moves over events that the log
// gave, and to the head only when the read came there.
func applyAll[W any](
	ctx context.Context, l *Log, m Model[W], p *Projection[W], stored, at Position,
) (checkpoint, read Position, err error) {
	head, err := l.Store.Head(ctx) // before reading: all up to here will be seen
	if err != nil {
		return stored, at, err
	}
	read = at
	var blind error
	page, size := []Recorded(nil), 0
	for r, err := range l.AllToHead(ctx, at, head, p.Filter(l.Codec)) {
		if errors.Is(err, ErrIncompleteRead) {
			blind = err // what the log gave counts all the same
			break
		}
		if r.Fault = err; err != nil && !errors.Is(err, ErrUnreadable) {
			return stored, at, err
		}
		page, size = append(page, r), size+len(r.Body)
		if len(page) == batch || size > batchBytes {
			if stored, err = flushPage(ctx, m, p, stored, r.Position, page); err != nil {
				return stored, at, err
			}
			at, page, size = r.Position, page[:0], 0
		}
		read = r.Position
	}
	if blind == nil {
		read = max(read, head)
	}
	if len(page) > 0 {
		stored, err = flushPage(ctx, m, p, stored, read, page)
	}
	return stored, read, cmp.Or(err, blind)
}

// RunProjection keeps a projection up to date until ctx ends or an error stops it. Readers are
// told at once how far it has come; the checkpoint follows with the next change, or a
// moment later.
func RunProjection[W any](ctx context.Context, l *Log, m Model[W], p *Projection[W]) error {
	at, err := m.Checkpoint(ctx, p.CheckpointKey())
	stored, left := at, time.Now()
	for err == nil {
		if stored == at {
			left = time.Now()
		}
		if stored, at, err = applyAll(ctx, l, m, p, stored, at); err == nil {
			m.NotifyReaders(p.CheckpointKey(), at)
			stored, err = waitForEvents(ctx, l, m, p, stored, at, keepWithin-time.Since(left))
		}
	}
	return fmt.Errorf("projection %s at %d: %w", p.CheckpointKey(), at, err)
}

// waitForEvents waits for events after a position, and moves a checkpoint that was left
// behind to it when its time is over. It returns the position of the checkpoint.
func waitForEvents[W any](ctx context.Context, l *Log, m Model[W], p *Projection[W], stored, at Position,
	within time.Duration) (Position, error) {
	if stored == at {
		return at, l.Store.Wait(ctx, at)
	}
	if within <= 0 {
		stored, err := flushPage(ctx, m, p, stored, at, nil)
		if err == nil {
			err = l.Store.Wait(ctx, at)
		}
		return stored, err
	}
	waiting, stop := context.WithCancel(ctx)
	defer stop()
	moved := make(chan error, 1)
	later := time.AfterFunc(within, func() {
		_, err := flushPage(ctx, m, p, stored, at, nil)
		if err != nil {
			stop()
		}
		moved <- err
	})
	err := l.Store.Wait(waiting, at)
	if later.Stop() {
		return stored, err
	}
	if failed := <-moved; failed != nil {
		return stored, failed
	}
	return at, err
}

// flushPage applies a page at once and moves the checkpoint; when an event fails it
// halves the page, until the failing event stands alone.
func flushPage[W any](ctx context.Context, m Model[W], p *Projection[W], from, to Position, page []Recorded) (Position, error) {
	if from >= to {
		return from, nil
	}
	var bad applyError
	err := m.Update(ctx, p.CheckpointKey(), from, to, func(w W) error { return p.applyPage(ctx, m, w, page) })
	switch {
	case err == nil:
		m.NotifyReaders(p.CheckpointKey(), to)
		return to, nil
	case !errors.As(err, &bad) || ctx.Err() != nil:
		return from, err
	case len(page) == 1:
		return to, m.Update(ctx, p.CheckpointKey(), from, to,
			func(w W) error { return m.ParkEvent(ctx, w, p.CheckpointKey(), page[0], bad) })
	}
	half := len(page) / 2
	mid, err := flushPage(ctx, m, p, from, page[half-1].Position, page[:half])
	if err != nil {
		return mid, err
	}
	return flushPage(ctx, m, p, mid, to, page[half:])
}

// Apply calls the handler of an event; one without a handler changes nothing.
func (p *Projection[W]) Apply(ctx context.Context, w W, r Recorded) error {
	f, ok := p.when[reflect.TypeOf(r.Event)]
	if !ok {
		f = p.any
	}
	if f == nil || r.Fault != nil {
		return r.Fault
	}
	return f(ctx, w, r)
}

func (p *Projection[W]) applyPage(ctx context.Context, m Model[W], w W, page []Recorded) error {
	for _, r := range page {
		parked, err := m.HasParked(ctx, w, p.CheckpointKey(), r.Stream)
		if err == nil && parked {
			err = m.ParkEvent(ctx, w, p.CheckpointKey(), r, errors.New("behind a parked event of its stream"))
		} else if err == nil {
			if err = p.Apply(ctx, w, r); err != nil {
				return applyError{fmt.Errorf("%s version %d: %w", r.Stream, r.Version, err)}
			}
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// applyError tells a handler's failure from one of the model.
type applyError struct{ error }
