package postgres

import (
	"context"
	"errors"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/seed-62a36931/docket/domain/es"
	"github.com/seed-62a36931/docket/domain/es/group"
)

// logKnown is how many streams a committer remembers, at some 150 bytes each.
const logKnown = 1 << 16

// knownStreams is a cache of the versions of streams, as the committer saw them last. It may be behind: when others
// have appended since, a batch that was made from it is refused, since the versions are taken. It must not be ahead
// of the log, as after a fail-over to a server that lacks the last events. That takes a new connection, so the cache
// is emptied whenever one is made.
type knownStreams struct {
	streams map[es.StreamID]streamRow
	at      es.Position // the head was there
	conns   int64       // how many connections had been made
}

// forgetOlder forgets everything if a connection was made after it was learnt.
func (k *knownStreams) forgetOlder(conns int64) {
	if k.conns != conns {
		*k = knownStreams{conns: conns}
	}
}

// rememberBatch takes over where a batch that was committed has left the log.
func (k *knownStreams) rememberBatch(b *batch) {
	if k.streams == nil || b.from < k.at || len(k.streams) >= logKnown {
		k.streams = map[es.StreamID]streamRow{}
	}
	k.at = b.at.position
	for name, s := range b.streams {
		if s.id > 0 {
			k.streams[name] = *s
		}
	}
}

// predictBatch makes the batch of a group as it is if nobody else appends to these streams at this moment. It reads
// the versions of streams of which an append expects a newer one than is known here, and locks nothing. It returns
// nil when an append may be a repetition or has lost a race.
func (k *knownStreams) predictBatch(ctx context.Context, conn *pgxpool.Conn, requests []*group.Request,
	kinds map[string]int32) (*batch, error) {
	b := newBatch(requests, kinds)
	b.from, b.at = k.at, place{k.at, time.Now().UnixMicro()}
	for name, s := range b.streams {
		if was, ok := k.streams[name]; ok {
			*s = was
		}
	}
	if err := b.readMovedStreams(ctx, conn); err != nil {
		return nil, err
	}
	for _, r := range requests {
		s := b.streams[r.Stream]
		if s.version != r.Expect || len(r.Events) == 0 {
			return nil, nil
		}
		b.addRows(r, s)
	}
	return b, nil
}

// readMovedStreams finds the streams to which others have appended, as the versions say that the
// first append to each of them expects.
func (b *batch) readMovedStreams(ctx context.Context, conn *pgxpool.Conn) error {
	var stale []*streamRow
	first := map[*streamRow]bool{}
	for _, r := range b.group {
		s := b.streams[r.Stream]
		if !first[s] && r.Expect > s.version {
			stale = append(stale, s)
		}
		first[s] = true
	}
	if len(stale) == 0 {
		return nil
	}
	var q pgx.Batch
	b.queueLook(&q, stale)
	return conn.SendBatch(ctx, &q).Close()
}

// writePredicted writes such a batch in a single round trip, so that the head is locked for
// no longer than the server needs. It gives false when the batch did not fit the log:
// then nothing of it was kept.
func (b *batch) writePredicted(ctx context.Context, conn *pgxpool.Conn) (bool, error) {
	var q pgx.Batch
	q.Queue("BEGIN")
	b.queueStores(&q)
	q.Queue("COMMIT")
	err := conn.SendBatch(ctx, &q).Close()
	var server *pgconn.PgError
	if errors.As(err, &server) && server.Code == "23505" { // the version of a stream is taken, or its name
		_ = endTransaction(conn, err)
		return false, nil
	}
	return err == nil && !b.missed, err
}
