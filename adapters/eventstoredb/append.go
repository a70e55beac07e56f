package eventstoredb

import (
	"context"
	"errors"
	"fmt"
	"io"
	"time"

	"github.com/EventStore/EventStore-Client-Go/v4/esdb"

	"github.com/seed-62a36931/docket/domain/es"
)

// maxAppend is the default of what the server accepts in one append (its option
// MaxAppendSize): bodies, metadata, and names of types with two bytes a letter.
const maxAppend = 1 << 20

// Append implements es.Store. An answer that was lost is found again by asking
// again: the server knows events by their ids, and where it does not, the stream
// is read. ErrTooLarge also answers events that are over 1 MiB together. Errors also:
// es.ErrCut where the stream was deleted on the server.
func (l *Log) Append(ctx context.Context, stream es.StreamID, expect uint64, events []es.Envelope) (es.Receipt, error) {
	r, err := l.appendAttempt(ctx, &attempt{stream: stream, expect: expect}, events)
	if err != nil {
		return es.Receipt{}, fmt.Errorf("append: %w", err)
	}
	return r, nil
}

// appendAttempt makes an attempt at an append until it is answered, at most for the patience of
// the log in all, whatever is asked for it on the way.
func (l *Log) appendAttempt(ctx context.Context, a *attempt, events []es.Envelope) (es.Receipt, error) {
	if err := ctx.Err(); err != nil {
		return es.Receipt{}, err
	}
	if err := a.prepareProposals(l, events); err != nil {
		return es.Receipt{}, err
	}
	lookup := min(l.patience/10, time.Second)
	a.end = time.Now().Add(l.patience - lookup)
	r, err := retry(ctx, l.connection, l.patience-lookup, func() (es.Receipt, error) {
		if r, err := a.appendDirectly(ctx, l); !errors.Is(err, errAskLibrary) {
			return r, err
		}
		return a.ask(ctx, l, a.appendOnce)
	})
	if err != nil && IsUnavailable(err) && ctx.Err() == nil {
		// One of the attempts may have been written and none was answered: a server
		// does not answer a repeated append while the first one is not replicated.
		a.end = a.end.Add(lookup)
		if found, missing := a.ask(ctx, l, a.findReceipt); missing == nil {
			r, err = found, nil
		}
	}
	if err != nil {
		return es.Receipt{}, err
	}
	l.known.noteAppend(r.Position)
	l.appended.Add(uint64(len(events)))
	return r, nil
}

// An attempt is an append in progress.
type attempt struct {
	stream    es.StreamID
	expect    uint64
	keepTimes bool // events keep the times that they have
	name      string
	events    []esdb.EventData
	end       time.Time // of the time that it has; requests that are under way then are given up
}

// ask makes a request for the append through the library, within the time that it has left. One that
// is given up then says of the server what one says whose own time is over.
func (a *attempt) ask(
	ctx context.Context, l *Log, f func(context.Context, *Log, *esdb.Client) (es.Receipt, error),
) (es.Receipt, error) {
	if !time.Now().Before(a.end) {
		return es.Receipt{}, errHung
	}
	ctx, cancel := context.WithDeadlineCause(ctx, a.end, errHung)
	defer cancel()
	return ask(ctx, l.connection, func(ctx context.Context, c *esdb.Client) (es.Receipt, error) { return f(ctx, l, c) })
}

// prepareProposals converts the events, and returns an error for what the server would refuse.
func (a *attempt) prepareProposals(l *Log, events []es.Envelope) (err error) {
	if a.name, err = l.streamName(a.stream); err != nil {
		return err
	}
	if len(events) == 0 {
		return errors.New("there are no events")
	}
	if a.expect >= maxPlace {
		return fmt.Errorf("no stream is at version %d: %w", a.expect, es.ErrConflict)
	}
	total := 0
	for _, e := range events {
		if len(e.Body) > es.MaxBody {
			return fmt.Errorf("%s of %d bytes: %w", e.Type, len(e.Body), es.ErrTooLarge)
		}
		d, err := toProposal(e, a.keepTimes)
		if err != nil {
			return err
		}
		total += len(d.Data) + len(d.Metadata) + 2*len(d.EventType)
		a.events = append(a.events, d)
	}
	if total > maxAppend {
		return fmt.Errorf("%d events of %d bytes, and the event store takes %d at once: %w", len(events), total, maxAppend, es.ErrTooLarge)
	}
	return nil
}

// appendOnce sends the append once.
func (a *attempt) appendOnce(ctx context.Context, l *Log, c *esdb.Client) (es.Receipt, error) {
	o := esdb.AppendToStreamOptions{ExpectedRevision: toExpectedRevision(a.expect), Deadline: &l.timeout}
	w, err := c.AppendToStream(ctx, a.name, o, a.events...)
	switch {
	case err == nil && (isPosition(w.CommitPosition) || !a.endsAt(w.NextExpectedVersion)):
		return a.toReceipt(l, w.NextExpectedVersion, w.CommitPosition)
	case err == nil || hasCode(err, esdb.ErrorCodeWrongExpectedVersion): // an answer without a position is one to a repeated append
		return a.findReceipt(ctx, l, c)
	case hasCode(err, esdb.ErrorCodeStreamDeleted):
		return es.Receipt{}, l.reportCut(a.name, ErrTombstoned)
	case tooLarge(err):
		return es.Receipt{}, fmt.Errorf("%w: %w", es.ErrTooLarge, err)
	}
	return es.Receipt{}, err
}

// endsAt reports whether the last of the events is to have a revision.
func (a *attempt) endsAt(revision uint64) bool {
	return toVersion(revision) == a.expect+uint64(len(a.events))
}

// toReceipt returns the receipt of an append that was written, by the revision of its last event. Errors:
// es.ErrCut where the stream was deleted on the server and goes on behind what it had, errPartial
// where the revision is not reached.
func (a *attempt) toReceipt(l *Log, revision, commit uint64) (es.Receipt, error) {
	end := a.expect + uint64(len(a.events))
	switch version := toVersion(revision); {
	case version < end:
		return es.Receipt{}, fmt.Errorf("%w: version %d instead of %d", errPartial, version, end)
	case version > end:
		return es.Receipt{}, l.reportCut(a.name, fmt.Errorf("%w: it was deleted, and went on behind version %d", es.ErrCut, a.expect))
	}
	return es.Receipt{Version: end, Position: es.Position(commit)}, nil
}

// findReceipt returns the receipt of the events if they follow the version that they were
// meant for, and a conflict otherwise. The server names the revision of the stream only in
// text, so it is read.
func (a *attempt) findReceipt(ctx context.Context, l *Log, c *esdb.Client) (es.Receipt, error) {
	conflict := fmt.Errorf("it is not at version %d: %w", a.expect, es.ErrConflict)
	o := esdb.ReadStreamOptions{From: firstBehind(a.expect), Deadline: &l.timeout}
	r, err := c.ReadStream(ctx, a.name, o, uint64(len(a.events)))
	if err != nil {
		return es.Receipt{}, err
	}
	defer r.Close()
	var last es.Receipt
	for i, want := range a.events {
		got, err := r.Recv()
		switch {
		case errors.Is(err, io.EOF) || hasCode(err, esdb.ErrorCodeResourceNotFound):
			return es.Receipt{}, conflict
		case hasCode(err, esdb.ErrorCodeStreamDeleted):
			return es.Receipt{}, ErrTombstoned
		case err != nil:
			return es.Receipt{}, err
		}
		e := got.OriginalEvent()
		if e.EventID != want.EventID || e.EventNumber != a.expect+uint64(i) {
			return es.Receipt{}, conflict
		}
		last = es.Receipt{Version: toVersion(e.EventNumber), Position: fromServerPosition(e.Position)}
	}
	return last, nil
}
