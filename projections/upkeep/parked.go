package upkeep

import (
	"context"
	"errors"
	"fmt"
	"log/slog"

	"github.com/seed-62a36931/docket/domain/es"
	"github.com/seed-62a36931/docket/projections"
	"github.com/seed-62a36931/docket/projections/store"
)

// ErrNotParked says that no event of the stream is parked in the view.
var ErrNotParked = errors.New("no event of the stream is parked")

// ErrVersion says that only the program that built a view can repair it.
var ErrVersion = errors.New("another version of the program is needed")

// All as a number of events means all of them.
const All = -1

// A Repair says what became of the parked events of a stream.
type Repair struct {
	Dropped int // given up: the view stays without them
	Applied int
	Left    int    // parked still
	Cause   string // why the first of these could not be applied
}

// telling are models that log the first parked event of a stream.
type telling struct {
	Models
	log *slog.Logger
}

// ParkEvent implements es.Model.
func (t telling) ParkEvent(ctx context.Context, w projections.Writer, key string, r es.Recorded, cause error) error {
	if waits, err := t.Models.HasParked(ctx, w, key, r.Stream); err == nil && !waits {
		t.log.Error("a view cannot apply an event, which is parked with those behind it; see docket projections parked", "view", key,
			"stream", r.Stream, "position", r.Position, "type", r.Type, "cause", cause)
	}
	return t.Models.ParkEvent(ctx, w, key, r, cause)
}

// ParkedStreams lists the streams of which events are parked in a view, in the
// build that queries read. Errors: ErrUnknown.
func (m *Manager) ParkedStreams(ctx context.Context, name string, limit int) ([]store.ParkedStream, error) {
	b, err := m.servedOf(ctx, name)
	if err != nil {
		return nil, err
	}
	return m.Models.ParkedStreams(ctx, b.Key, limit)
}

// ParkedEvents lists the parked events of a stream in a view, oldest first. Errors:
// ErrUnknown, ErrNotParked.
func (m *Manager) ParkedEvents(ctx context.Context, name string, stream es.StreamID) ([]store.Parked, error) {
	b, err := m.servedOf(ctx, name)
	if err != nil {
		return nil, err
	}
	list, err := m.Models.ParkedOf(ctx, b.Key, stream)
	if err == nil && len(list) == 0 {
		err = fmt.Errorf("%s in %s: %w", stream, name, ErrNotParked)
	}
	return list, err
}

func (m *Manager) servedOf(ctx context.Context, name string) (store.Build, error) {
	if _, err := m.findView(name); err != nil {
		return store.Build{}, err
	}
	return m.servedBuild(ctx, name)
}

// Retry applies the parked events of a stream in their order. Those from the first
// that fails again stay parked. Errors: ErrUnknown, ErrNotParked.
func (m *Manager) Retry(ctx context.Context, name string, stream es.StreamID) (Repair, error) {
	return m.repairStream(ctx, name, stream, 0)
}

// Drop gives up the first n parked events of a stream (All of them), and applies
// the others as Retry does. Errors: ErrUnknown, ErrNotParked.
func (m *Manager) Drop(ctx context.Context, name string, stream es.StreamID, n int) (Repair, error) {
	return m.repairStream(ctx, name, stream, n)
}

// collisions is how often a repair begins anew because the view moved meanwhile.
const collisions = 100

func (m *Manager) repairStream(ctx context.Context, name string, stream es.StreamID, drop int) (Repair, error) {
	b, err := m.servedOf(ctx, name)
	if err != nil {
		return Repair{}, err
	}
	view, err := m.findView(name)
	if err != nil {
		return Repair{}, err
	}
	if b.Version != view.Version {
		return Repair{}, fmt.Errorf("%s was built by a program that projects version %d, this one projects %d: %w", name, b.Version,
			view.Version, ErrVersion)
	}
	r := repair{m, view.AtBuild(b.Number), stream, drop}
	for try := 0; ; try++ {
		done, err := r.applyParked(ctx)
		if errors.Is(err, store.ErrMoved) && try < collisions {
			continue
		}
		if err == nil {
			m.wentOver(name) // the follower reads the checkpoint, which was touched, again
			m.Logger.Info("parked events of a view were taken up again", "view", name, "stream", stream,
				"applied", done.Applied, "dropped", done.Dropped, "left", done.Left, "cause", done.Cause)
		}
		return done, err
	}
}

// repair is one attempt on the parked events of one stream.
type repair struct {
	*Manager
	view   projections.View
	stream es.StreamID
	drop   int
}

// stuck says at which of the events an attempt failed.
type stuck struct {
	at    int
	cause error
}

// Error is the cause.
func (s stuck) Error() string { return s.cause.Error() }

// applyParked applies as many events as can be, the others are parked again.
func (r repair) applyParked(ctx context.Context) (Repair, error) {
	done, err := r.tryApply(ctx, nil)
	var s stuck
	if errors.As(err, &s) {
		return r.tryApply(ctx, &s)
	}
	return done, err
}

// tryApply applies the events before the one that is known to fail; that one and
// all behind it are parked.
func (r repair) tryApply(ctx context.Context, known *stuck) (Repair, error) {
	var out Repair
	err := r.Models.Replay(ctx, r.view.CheckpointKey(), r.stream, func(w projections.Writer, parked []store.Parked) error {
		events, err := r.readParked(ctx, parked)
		if err != nil {
			return err
		}
		out.Dropped = len(parked)
		if r.drop >= 0 {
			out.Dropped = min(r.drop, len(parked))
		}
		for i, e := range events[out.Dropped:] {
			if known != nil && i == known.at {
				out.Left, out.Cause = len(parked)-out.Dropped-i, known.cause.Error()
				return r.parkEvents(ctx, w, events[out.Dropped+i:], known.cause)
			}
			if err := r.view.Apply(ctx, w, e); err != nil {
				return stuck{i, err}
			}
			out.Applied++
		}
		return nil
	})
	if err == nil && out == (Repair{}) {
		err = fmt.Errorf("%s in %s: %w", r.stream, r.view.Name, ErrNotParked)
	}
	return out, err
}

var errBehind = errors.New("behind a parked event of its stream")

func (r repair) parkEvents(ctx context.Context, w projections.Writer, events []es.Recorded, cause error) error {
	for _, e := range events {
		if err := r.Models.ParkEvent(ctx, w, r.view.CheckpointKey(), e, cause); err != nil {
			return err
		}
		cause = errBehind
	}
	return nil
}

// readParked finds the parked events in the log.
func (r repair) readParked(ctx context.Context, parked []store.Parked) ([]es.Recorded, error) {
	wanted := map[uint64]bool{}
	for _, p := range parked {
		wanted[p.Version] = true
	}
	var out []es.Recorded
	for e, err := range r.Log.Stream(ctx, r.stream, parked[0].Version-1) {
		if e.Fault = err; err != nil && !errors.Is(err, es.ErrUnreadable) {
			return nil, err
		}
		if wanted[e.Version] {
			out = append(out, e)
		}
	}
	if len(out) != len(parked) {
		return nil, fmt.Errorf("%s: %d events are parked, the log has %d of them", r.stream, len(parked), len(out))
	}
	return out, nil
}
