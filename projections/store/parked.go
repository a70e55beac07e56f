package store

import (
	"context"
	"slices"
	"strings"
	"time"

	"github.com/seed-62a36931/docket/domain/es"
)

// A Parked event could not be applied, or waits behind one of its stream.
type Parked struct {
	Position es.Position
	Stream   es.StreamID
	Version  uint64
	Type     string
	Time     time.Time // of the event
	Cause    string
}

// A ParkedStream is a stream of which events are parked: the first of them, and how
// many there are.
type ParkedStream struct {
	Parked
	Events int
}

// maxCause is how much of a cause is kept, in bytes.
const maxCause = 2000

// Park keeps an event with the cause.
func (b *Batch) Park(r es.Recorded, cause error) {
	text := strings.ReplaceAll(strings.ToValidUTF8(cause.Error(), "\uFFFD"), "\x00", "\uFFFD")
	if len(text) > maxCause {
		text = strings.ToValidUTF8(text[:maxCause], "")
	}
	b.parks = append(b.parks, Parked{r.Position, r.Stream, r.Version, r.Type, r.Time.UTC(), text})
}

// ParkedEvents are the events to be parked.
func (b *Batch) ParkedEvents() []Parked { return b.parks }

// Unpark forgets, with the batch, the events of a stream that were parked before.
func (b *Batch) Unpark(stream es.StreamID) { b.again = stream }

// UnparkedStream is the stream given to Unpark, or empty.
func (b *Batch) UnparkedStream() es.StreamID { return b.again }

// IsParked reports whether an event of the stream waits, from before or from this batch.
func (b *Batch) IsParked(ctx context.Context, stream es.StreamID) (bool, error) {
	if slices.ContainsFunc(b.parks, func(p Parked) bool { return p.Stream == stream }) {
		return true, nil
	}
	if stream == b.again {
		return false, nil
	}
	if !b.asked { // mostly nothing is parked: one question for the whole batch
		some, err := b.source.HasParked(ctx, b.set.Key, "")
		if err != nil {
			return false, err
		}
		b.none, b.asked = !some, true
	}
	if b.none {
		return false, nil
	}
	return b.source.HasParked(ctx, b.set.Key, stream)
}
