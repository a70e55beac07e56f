package postgres

import (
	"context"
	"fmt"
	"runtime"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/seed-62a36931/docket/domain/es"
)

// request is one call of Append on its way through the committer.
type request struct {
	stream es.StreamID
	expect uint64
	events []es.Envelope
	done   chan outcome
}

type outcome struct {
	receipt es.Receipt
	err     error
}

// Append implements es.Store. A caller that gives up waiting does not undo what
// it asked for; asking again answers what became of it.
func (l *Log) Append(ctx context.Context, stream es.StreamID, expect uint64, events []es.Envelope) (es.Receipt, error) {
	for _, e := range events {
		if len(e.Body) > es.MaxBody {
			return es.Receipt{}, fmt.Errorf("%s of %d bytes: %w", e.Type, len(e.Body), es.ErrTooLarge)
		}
	}
	if err := ctx.Err(); err != nil {
		return es.Receipt{}, err
	}
	r := &request{stream, expect, events, make(chan outcome, 1)}
	select {
	case <-l.ctx.Done():
		return es.Receipt{}, ErrLogClosed
	case <-ctx.Done():
		return es.Receipt{}, ctx.Err()
	case l.queue <- r:
	}
	select {
	case o := <-r.done:
		return o.receipt, o.err
	case <-ctx.Done():
		return es.Receipt{}, ctx.Err()
	case <-l.ctx.Done():
		return es.Receipt{}, ErrLogClosed
	}
}

// commitAll commits one group after the other until the log is closed.
func (l *Log) commitAll() {
	for {
		select {
		case r := <-l.queue:
			l.commit(l.gather(r))
		case <-l.ctx.Done():
			return
		}
	}
}

// gather takes what waits already, up to a group. Whoever was just answered may be
// about to ask again, so others run first, as long as that brings something.
func (l *Log) gather(first *request) []*request {
	group := []*request{first}
	for yielded := 0; len(group) < logGroup && yielded < logYields; {
		select {
		case r := <-l.queue:
			group, yielded = append(group, r), 0
		default:
			runtime.Gosched()
			yielded++
		}
	}
	return group
}

// commit writes a group in one transaction. Those who lost a race are told so;
// when the transaction itself fails all are told.
func (l *Log) commit(group []*request) {
	b, err := l.persist(group)
	if err != nil && len(group) > 1 && unfit(err) {
		for _, r := range group { // it is the fault of one
			l.commit([]*request{r})
		}
		return
	}
	if err == nil && len(b.rows.position) > 0 {
		b.rows.note(l.kinds)
		l.reached(b.at.position)
		select {
		case l.notices <- struct{}{}:
		default:
		}
	}
	for i, r := range group {
		if err != nil {
			b.outcomes[i] = outcome{err: fmt.Errorf("append: %w", err)}
		}
		r.done <- b.outcomes[i]
	}
}

// batch is a group on its way into the database.
type batch struct {
	group    []*request
	kinds    map[string]int32 // known to be there
	outcomes []outcome
	streams  map[es.StreamID]*streamRow
	order    []*streamRow // in order of first use
	at       place
	rows     eventRows
}

type streamRow struct {
	name    string
	id      int64 // 0: not there yet
	version uint64
	changed bool
}

// place is the end of the log.
type place struct {
	position es.Position
	micros   int64
}

// eventRows are the columns of the new events.
type eventRows struct {
	stream                           []string
	position, version, at, causation []int64
	schema                           []int32
	id, command, correlation         []uuid.UUID
	typ, actor, workspace, trace     []string
	body                             [][]byte
}

func newBatch(group []*request, kinds map[string]int32) *batch {
	b := &batch{group: group, kinds: kinds, outcomes: make([]outcome, len(group)), streams: map[es.StreamID]*streamRow{}}
	for _, r := range group {
		if b.streams[r.stream] == nil {
			row := &streamRow{name: string(r.stream)}
			b.streams[r.stream], b.order = row, append(b.order, row)
		}
	}
	return b
}

// write does it all while the row of the head is locked.
func (b *batch) write(ctx context.Context, tx pgx.Tx) error {
	if err := b.load(ctx, tx); err != nil {
		return err
	}
	for i, r := range b.group {
		var err error
		if b.outcomes[i], err = b.one(ctx, tx, r); err != nil {
			return err
		}
	}
	if len(b.rows.position) == 0 {
		return nil
	}
	return b.store(ctx, tx)
}

// load locks the head and reads the versions of the streams.
func (b *batch) load(ctx context.Context, tx pgx.Tx) error {
	names := make([]string, len(b.order))
	for i, s := range b.order {
		names[i] = s.name
	}
	var q pgx.Batch
	q.Queue("SELECT position, at FROM head FOR UPDATE").QueryRow(func(row pgx.Row) error {
		var position int64
		err := row.Scan(&position, &b.at.micros)
		b.at.position = es.Position(position)
		return err
	})
	q.Queue("SELECT name, id, version FROM streams WHERE name = ANY ($1)", names).Query(func(rows pgx.Rows) error {
		var name string
		var id, version int64
		_, err := pgx.ForEachRow(rows, []any{&name, &id, &version}, func() error {
			s := b.streams[es.StreamID(name)]
			s.id, s.version = id, uint64(version)
			return nil
		})
		return err
	})
	if err := tx.SendBatch(ctx, &q).Close(); err != nil {
		return err
	}
	b.at.micros = max(b.at.micros, time.Now().UnixMicro())
	return nil
}

// one adds the rows of one append, or says why not.
func (b *batch) one(ctx context.Context, tx pgx.Tx, r *request) (outcome, error) {
	s := b.streams[r.stream]
	if s.version != r.expect {
		return b.repeated(ctx, tx, r, s)
	}
	for _, e := range r.events {
		s.version++
		b.at.position++
		s.changed = true
		b.rows.add(s, b.at, e)
	}
	return outcome{receipt: es.Receipt{Version: s.version, Position: b.at.position}}, nil
}

// repeated answers an append whose version has passed: with the first receipt if
// these very events stand there, else with a conflict.
func (b *batch) repeated(ctx context.Context, tx pgx.Tx, r *request, s *streamRow) (outcome, error) {
	conflict := outcome{err: fmt.Errorf("%s is at version %d, not %d: %w", r.stream, s.version, r.expect, es.ErrConflict)}
	if len(r.events) == 0 || s.version < r.expect+uint64(len(r.events)) {
		return conflict, nil
	}
	found, err := b.events(ctx, tx, s, r.expect, len(r.events))
	if err != nil || len(found) != len(r.events) {
		return conflict, err
	}
	for i, e := range r.events {
		if found[i].id != e.ID {
			return conflict, nil
		}
	}
	return outcome{receipt: es.Receipt{Version: r.expect + uint64(len(r.events)), Position: found[len(found)-1].position}}, nil
}

type stored struct {
	id       uuid.UUID
	position es.Position
}

// events finds n events of a stream behind a version, in the database and then
// among those that this very group adds.
func (b *batch) events(ctx context.Context, tx pgx.Tx, s *streamRow, after uint64, n int) ([]stored, error) {
	rows, err := tx.Query(ctx, "SELECT id, position FROM events WHERE stream = $1 AND version > $2 ORDER BY version LIMIT $3", s.id, int64(after), n)
	if err != nil {
		return nil, err
	}
	found, err := pgx.CollectRows(rows, func(row pgx.CollectableRow) (e stored, err error) {
		var position int64
		err = row.Scan(&e.id, &position)
		e.position = es.Position(position)
		return e, err
	})
	r := &b.rows
	for i := range r.id {
		if r.stream[i] == s.name && uint64(r.version[i]) == after+uint64(len(found))+1 && len(found) < n {
			found = append(found, stored{r.id[i], es.Position(r.position[i])})
		}
	}
	return found, err
}

func (r *eventRows) add(s *streamRow, at place, e es.Envelope) {
	r.stream, r.position = append(r.stream, s.name), append(r.position, int64(at.position))
	r.version, r.at = append(r.version, int64(s.version)), append(r.at, at.micros)
	r.causation, r.schema = append(r.causation, int64(e.Causation)), append(r.schema, int32(e.Schema))
	r.id, r.command = append(r.id, e.ID), append(r.command, e.Command)
	r.correlation, r.typ = append(r.correlation, e.Correlation), append(r.typ, e.Type)
	r.actor, r.workspace = append(r.actor, e.Actor), append(r.workspace, e.Workspace)
	body := e.Body
	if body == nil {
		body = []byte{}
	}
	r.trace, r.body = append(r.trace, e.Trace), append(r.body, body)
}

const (
	storeStreams = `INSERT INTO streams (name, version) SELECT * FROM unnest($1::text[], $2::bigint[])
ON CONFLICT (name) DO UPDATE SET version = excluded.version`
	storeEvents = `INSERT INTO events (position, stream, version, id, at, type, schema, actor, workspace, command, correlation, causation, trace, body)
SELECT e.position, s.id, e.version, e.id, e.at, e.type, e.schema, e.actor, e.workspace, e.command, e.correlation, e.causation, e.trace, e.body
FROM unnest($1::bigint[], $2::text[], $3::bigint[], $4::uuid[], $5::bigint[], $6::text[], $7::int[], $8::text[], $9::text[], $10::uuid[],
$11::uuid[], $12::bigint[], $13::text[], $14::bytea[])
AS e (position, stream, version, id, at, type, schema, actor, workspace, command, correlation, causation, trace, body)
JOIN streams s ON s.name = e.stream`
	storeHead = "UPDATE head SET position = $1, at = $2"
)

// store writes streams, events and head in one round trip.
func (b *batch) store(ctx context.Context, tx pgx.Tx) error {
	var names []string
	var versions []int64
	for _, s := range b.order {
		if s.changed {
			names, versions = append(names, s.name), append(versions, int64(s.version))
		}
	}
	r := &b.rows
	var q pgx.Batch
	q.Queue(storeStreams, names, versions)
	q.Queue(storeEvents, r.position, r.stream, r.version, r.id, r.at, r.typ, r.schema, r.actor, r.workspace, r.command, r.correlation,
		r.causation, r.trace, r.body)
	if types, schemas := r.newKinds(b.kinds); len(types) > 0 {
		q.Queue(storeKinds, types, schemas)
	}
	q.Queue(storeHead, int64(b.at.position), b.at.micros)
	return tx.SendBatch(ctx, &q).Close()
}
