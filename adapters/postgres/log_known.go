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

// known is what the committer left behind: right until another process appends,
// which the head shows.
type known struct {
	streams map[es.StreamID]streamRow
	at      place
	alone   bool // nobody else moved the head lately
}

// remember takes over where a batch that was committed has left the log.
func (k *known) remember(b *batch) {
	k.alone = k.streams != nil && b.from == k.at.position
	if !k.alone || len(k.streams) >= logKnown {
		k.streams = map[es.StreamID]streamRow{}
	}
	k.at = b.at
	for name, s := range b.streams {
		if s.id > 0 {
			k.streams[name] = *s
		}
	}
}

// foretell makes the batch of a group as it must be if nobody else has appended, nil
// when that is not known, or when an append may be a repetition or has lost a race.
func (k *known) foretell(requests []*group.Request, kinds map[string]int32) *batch {
	if !k.alone {
		return nil
	}
	b := newBatch(requests, kinds)
	b.from, b.at = k.at.position, place{k.at.position, max(k.at.micros, time.Now().UnixMicro())}
	for name, s := range b.streams {
		if was, ok := k.streams[name]; ok {
			*s = was
		}
	}
	for _, r := range requests {
		s := b.streams[r.Stream]
		if s.version != r.Expect || len(r.Events) == 0 {
			return nil
		}
		b.add(r, s)
	}
	return b
}

// foretold writes such a batch in a single round trip. It gives false when the batch
// did not fit the log: then nothing of it was kept.
func (b *batch) foretold(ctx context.Context, conn *pgxpool.Conn) (bool, error) {
	var q pgx.Batch
	q.Queue("BEGIN")
	b.queueStores(&q)
	q.Queue("COMMIT")
	err := conn.SendBatch(ctx, &q).Close()
	var server *pgconn.PgError
	if errors.As(err, &server) && server.Code == "23505" { // the name of a stream is taken, or a position
		_ = ended(conn, err)
		return false, nil
	}
	return err == nil && !b.missed, err
}
