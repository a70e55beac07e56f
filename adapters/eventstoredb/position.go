package eventstoredb

import (
	"context"
	"errors"
	"io"
	"math"

	"github.com/EventStore/EventStore-Client-Go/v4/esdb"

	"github.com/seed-62a36931/docket/domain/es"
)

// The translation between our positions and versions and the server's. Ours say
// what lies behind: behind 0 is everything. The server's reads begin at a position
// or revision and include it, its subscriptions leave it out.

// maxPlace is the last position or revision that the server can count to.
const maxPlace = math.MaxInt64

// readFrom returns where a read of all streams begins that is to bring the events after a
// position. It brings the event at the position itself first.
func readFrom(after es.Position) esdb.AllPosition {
	if after == 0 {
		return esdb.Start{}
	}
	return toServerPosition(after)
}

// subscribeFrom returns where a subscription to all streams begins.
func subscribeFrom(after es.Position) esdb.AllPosition { return readFrom(after) }

// readBefore returns where a backward read begins. Whether it brings the event at the
// position itself again is left open.
func readBefore(at es.Position) esdb.AllPosition {
	if at == 0 {
		return esdb.End{}
	}
	return toServerPosition(at)
}

// toServerPosition converts a position to the server's. Events are written with one position for both
// halves; only transactions of old clients had two.
func toServerPosition(at es.Position) esdb.Position {
	return esdb.Position{Commit: uint64(at), Prepare: uint64(at)}
}

// fromServerPosition converts the server's position, to 0 where it is none.
func fromServerPosition(p esdb.Position) es.Position {
	if !isPosition(p.Commit) {
		return 0
	}
	return es.Position(p.Commit)
}

// isPosition reports whether something can stand at a position of the server's. Some tell -1,
// unsigned, for none.
func isPosition(at uint64) bool { return at > 0 && at <= maxPlace }

// readCheckpoint returns up to where a subscription says that it has searched, 0 where that says
// nothing: at a position that is none, or behind the last event that there is. Servers tell such ones
// when they come to the end and have found nothing. Every checkpoint is read here; c is asked for the
// last event where this process has not seen one behind the checkpoint yet.
func (l *Log) readCheckpoint(ctx context.Context, c *esdb.Client, p *esdb.Position) es.Position {
	at := fromServerPosition(*p)
	if at > l.known.lastSeen() {
		ctx, cancel := context.WithTimeout(ctx, l.timeout)
		defer cancel()
		end, err := readEventBefore(ctx, c, 0)
		if err != nil || at > end {
			return 0
		}
		l.known.noteSeen(end)
	}
	return at
}

// readEventBefore returns the position of the last event before another one, of whatever log, 0 for
// none. Before 0 is the end of the database.
func readEventBefore(ctx context.Context, c *esdb.Client, at es.Position) (es.Position, error) {
	r, err := c.ReadAll(ctx, esdb.ReadAllOptions{Direction: esdb.Backwards, From: readBefore(at)}, 1)
	if err != nil {
		return 0, err
	}
	defer r.Close()
	got, err := r.Recv()
	if errors.Is(err, io.EOF) {
		return 0, nil
	}
	if err != nil {
		return 0, err
	}
	return fromServerPosition(got.OriginalEvent().Position), nil
}

// firstBehind returns the revision of the first event after a version: the first event of
// a stream has version 1 and revision 0.
func firstBehind(version uint64) esdb.StreamRevision { return esdb.Revision(version) }

// toVersion converts the server's revision.
func toVersion(revision uint64) uint64 { return revision + 1 }

// toExpectedRevision returns the revision of a stream at some version. A softly deleted stream
// counts as none.
func toExpectedRevision(version uint64) esdb.ExpectedRevision {
	if version == 0 {
		return esdb.NoStream{}
	}
	return esdb.Revision(version - 1)
}
