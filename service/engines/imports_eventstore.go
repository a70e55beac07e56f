package engines

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"math"
	"time"

	"github.com/seed-62a36931/docket/adapters/eventstoredb"
	"github.com/seed-62a36931/docket/domain/es"
	"github.com/seed-62a36931/docket/service/numbering"
	"github.com/seed-62a36931/docket/service/settings"
)

const (
	importPatience = 30 * time.Second // while the event store is away
	importEvents   = 200              // in one append
	importBytes    = 256 << 10        // of bodies in one append, which the server limits with all that goes with them
)

// eventStoreImport takes events into EventStoreDB, and keys into the engine beside it. Events
// come with their numbers, and are given positions.
type eventStoreImport struct {
	Importer  // of keys
	log       *eventstoredb.Log
	numbering *numbering.Numbering
}

// openEventStoreImport opens the log for what comes from elsewhere, beside an import of keys. A
// log with events is refused unless it is resumed. Errors close the keys.
func openEventStoreImport(ctx context.Context, s settings.Config, keys Importer, resumed bool) (Importer, error) {
	log, err := eventstoredb.Open(ctx, s.EventStore, eventstoredb.Options{Logger: slog.New(slog.DiscardHandler), Patience: importPatience})
	if err != nil {
		return nil, errors.Join(err, keys.Close(ctx))
	}
	i := &eventStoreImport{Importer: keys, log: log, numbering: numbering.New(log)}
	head, err := log.Head(ctx)
	switch {
	case err != nil:
	case resumed:
		err = i.numbering.NumberLog(ctx, log, math.MaxInt64)
	case head > 0:
		err = fmt.Errorf("%s holds events already: name another namespace (#name at the end of the address); nothing was written",
			eventstoredb.RedactAddress(s.EventStore))
	}
	if err != nil {
		return nil, errors.Join(err, i.Close(ctx))
	}
	return i, nil
}

// AddEvents appends events in their order. Neighbours of one stream share an append, unless one
// caused the other.
func (i *eventStoreImport) AddEvents(ctx context.Context, events []es.Envelope) error {
	for len(events) > 0 {
		n, size := 1, len(events[0].Body)
		for n < len(events) && n < importEvents {
			e := events[n]
			if size += len(e.Body); e.Stream != events[0].Stream || e.Causation >= events[0].Position || size > importBytes {
				break
			}
			n++
		}
		if err := i.importRun(ctx, events[:n]); err != nil {
			return err
		}
		events = events[n:]
	}
	return nil
}

// importRun appends events of one stream.
func (i *eventStoreImport) importRun(ctx context.Context, events []es.Envelope) error {
	if want := i.numbering.Len() + 1; events[0].Position != want {
		return fmt.Errorf("event %d came, and %d was to be next", events[0].Position, want)
	}
	run := make([]es.Envelope, len(events))
	for n, e := range events {
		e.Causation = i.numbering.PositionOf(e.Causation)
		run[n] = e
	}
	at, err := i.log.Import(ctx, run)
	if err != nil {
		return fmt.Errorf("event %d, %s of %s: %w", run[0].Position, run[0].Type, run[0].Stream, err)
	}
	for _, p := range at {
		i.numbering.Note(es.Envelope{Position: p})
	}
	return nil
}

// Numbering returns the numbers of the events that are there.
func (i *eventStoreImport) Numbering() *numbering.Numbering { return i.numbering }

// Close closes log and keys. Again is no error.
func (i *eventStoreImport) Close(ctx context.Context) error {
	return errors.Join(i.log.Close(), i.Importer.Close(ctx))
}
