package postgres

import (
	"context"
	"errors"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/seed-62a36931/docket/domain/es"
)

const (
	findStreams = `SELECT name, id, coalesce((SELECT max(version) FROM events WHERE stream = streams.id), 0)
FROM streams WHERE name = ANY ($1)`
	storeHead    = "UPDATE head SET position = position + $1, at = greatest(at, $2) WHERE position >= $3 RETURNING position, at"
	storeStreams = "INSERT INTO streams (name) SELECT unnest($1::text[]) WHERE (SELECT position FROM head) >= $2 RETURNING name, id"
	storeEvents  = `INSERT INTO events
(position, stream, version, id, at, type, schema, actor, workspace, command, correlation, causation, trace, body)
SELECT e.position + h.position - $16, CASE WHEN e.stream > 0 THEN e.stream ELSE (SELECT s.id FROM streams s WHERE s.name = e.name) END,
e.version, e.id, coalesce(nullif(e.at, 0), h.at), e.type, e.schema, e.actor, e.workspace, e.command,
e.correlation, e.causation, e.trace, e.body
FROM unnest($1::bigint[], $2::bigint[], $3::text[], $4::bigint[], $5::uuid[], $6::bigint[], $7::text[], $8::int[], $9::text[], $10::text[],
$11::uuid[], $12::uuid[], $13::bigint[], $14::text[], $15::bytea[])
AS e (position, stream, name, version, id, at, type, schema, actor, workspace, command, correlation, causation, trace, body), head h
WHERE h.position >= $16`
)

// queueLook adds the statement that finds streams.
func (b *batch) queueLook(q *pgx.Batch, streams []*streamRow) {
	names := make([]string, len(streams))
	for i, s := range streams {
		names[i] = s.name
	}
	q.Queue(findStreams, names).Query(func(rows pgx.Rows) error {
		var name string
		var id, version int64
		_, err := pgx.ForEachRow(rows, []any{&name, &id, &version}, func() error {
			s := b.streams[es.StreamID(name)]
			s.id, s.version = id, uint64(version)
			return nil
		})
		return err
	})
}

// queueStores adds the statements that write head, streams and events. The first one
// locks the head; where that has moved on, the positions of the batch move with it.
// Where the head is before what it was taken for, nothing is stored, and the batch has
// missed: then it is also before where the batch would have put it.
func (b *batch) queueStores(q *pgx.Batch) {
	end := b.at.position
	q.Queue(storeHead, int64(end-b.from), b.at.micros, int64(b.from)).Query(b.takeResults)
	b.queueStreams(q, end)
	r := &b.rows
	q.Queue(storeEvents, r.position, r.stream, r.name, r.version, r.id, r.at, r.typ, r.schema, r.actor, r.workspace, r.command,
		r.correlation, r.causation, r.trace, r.body, int64(end)).Exec(func(tag pgconn.CommandTag) error {
		b.missed = b.missed || tag.RowsAffected() != int64(len(r.id))
		return nil
	})
	if types, schemas := r.newKinds(b.kinds); len(types) > 0 {
		q.Queue(storeKinds, types, schemas)
	}
}

// takeResults takes over where the head has come to stand, and tells the appends.
func (b *batch) takeResults(rows pgx.Rows) error {
	var position, micros int64
	tag, err := pgx.ForEachRow(rows, []any{&position, &micros}, func() error { return nil })
	if err != nil || tag.RowsAffected() == 0 {
		b.missed = true
		return err
	}
	if further := es.Position(position) - b.at.position; further > 0 {
		for _, r := range b.group {
			r.Receipt.Position += further
		}
	}
	b.at = place{es.Position(position), micros}
	return nil
}

// queueStreams adds the statement that makes streams which are not there.
func (b *batch) queueStreams(q *pgx.Batch, end es.Position) {
	var names []string
	for _, s := range b.order {
		if s.id == 0 && s.version > 0 {
			names = append(names, s.name)
		}
	}
	if len(names) == 0 {
		return
	}
	q.Queue(storeStreams, names, int64(end)).Query(func(rows pgx.Rows) error {
		var name string
		var id int64
		_, err := pgx.ForEachRow(rows, []any{&name, &id}, func() error {
			b.streams[es.StreamID(name)].id = id
			return nil
		})
		return err
	})
}

// storeBatch writes it all in one round trip, in a transaction that was begun.
func (b *batch) storeBatch(ctx context.Context, conn *pgxpool.Conn) error {
	var q pgx.Batch
	b.queueStores(&q)
	q.Queue("COMMIT")
	err := conn.SendBatch(ctx, &q).Close()
	if err == nil && b.missed {
		err = errors.New("the head of the log moved while it was locked")
	}
	return err
}
