package postgres

import (
	"context"
	"fmt"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/seed-62a36931/docket/domain/es"
	"github.com/seed-62a36931/docket/domain/es/group"
)

// Append implements es.Store. A caller that gives up waiting does not undo what
// it asked for; asking again answers what became of it.
func (l *Log) Append(ctx context.Context, stream es.StreamID, expect uint64, events []es.Envelope) (es.Receipt, error) {
	return l.queue.Append(ctx, stream, expect, events)
}

// commitAll commits one group after the other until the log is closed.
func (l *Log) commitAll(c *group.Committer) {
	for requests := c.Next(); requests != nil; requests = c.Next() {
		l.commitGroup(requests)
		c.AnswerGroup(requests)
	}
}

// commitGroup writes a group in one transaction. Those who lost a race are told so;
// when the transaction itself fails all are told.
func (l *Log) commitGroup(requests []*group.Request) {
	b, err := l.persistGroup(requests)
	if err != nil && len(requests) > 1 && isUnfit(err) {
		for i := range requests { // it is the fault of one
			l.commitGroup(requests[i : i+1])
		}
		return
	}
	if err == nil && len(b.rows.position) > 0 {
		b.rows.noteKinds(l.kinds)
		l.appended.rememberBatch(b, l.known.conns)
		l.wakeReaders(b.at.position)
		select {
		case l.notices <- struct{}{}:
		default:
		}
	}
	for _, r := range requests {
		switch {
		case err != nil && l.ctx.Err() != nil:
			r.Err = ErrLogClosed
		case err != nil:
			r.Err = fmt.Errorf("append: %w", err)
		}
	}
}

// batch is a group on its way into the database.
type batch struct {
	group   []*group.Request
	kinds   map[string]int32 // known to be there
	streams map[es.StreamID]*streamRow
	order   []*streamRow // in order of first use
	at      place
	from    es.Position // the head before, or where it was at least
	missed  bool
	rows    eventRows
	fresh   []*group.Request // whose events are in rows
}

type streamRow struct {
	name    string
	id      int64 // 0: not there yet
	version uint64
}

// place is the end of the log.
type place struct {
	position es.Position
	micros   int64
}

// eventRows are the columns of the new events.
type eventRows struct {
	stream                           []int64 // 0: not there yet, and then
	name                             []string
	position, version, at, causation []int64 // at 0: what the head says
	schema                           []int32
	id, command, correlation         []uuid.UUID
	typ, actor, workspace, trace     []string
	body                             [][]byte
}

func newBatch(requests []*group.Request, kinds map[string]int32) *batch {
	b := &batch{group: requests, kinds: kinds, streams: map[es.StreamID]*streamRow{}}
	for _, r := range requests {
		r.Err = nil // of an earlier try
		if b.streams[r.Stream] == nil {
			row := &streamRow{name: string(r.Stream)}
			b.streams[r.Stream], b.order = row, append(b.order, row)
		}
	}
	return b
}

// writeLocked does it all while the row of the head is locked, in two round trips: the
// transaction begins with the first and ends with the second.
func (b *batch) writeLocked(ctx context.Context, tx *pgxpool.Conn) error {
	if err := b.lockHead(ctx, tx); err != nil {
		return err
	}
	for _, r := range b.group {
		if err := b.addAppend(ctx, tx, r); err != nil {
			return err
		}
	}
	if len(b.rows.position) == 0 {
		_, err := tx.Exec(ctx, "ROLLBACK")
		return err
	}
	return b.storeBatch(ctx, tx)
}

// lockHead locks the head and reads where the streams stand.
func (b *batch) lockHead(ctx context.Context, conn *pgxpool.Conn) error {
	var q pgx.Batch
	q.Queue("BEGIN")
	b.queueLoads(&q)
	if err := conn.SendBatch(ctx, &q).Close(); err != nil {
		return err
	}
	b.from = b.at.position
	b.at.micros = max(b.at.micros, time.Now().UnixMicro())
	return nil
}

// queueLoads adds the statements that lock the head and find the streams.
func (b *batch) queueLoads(q *pgx.Batch) {
	q.Queue("SELECT position, at FROM head FOR UPDATE").QueryRow(func(row pgx.Row) error {
		var position int64
		err := row.Scan(&position, &b.at.micros)
		b.at.position = es.Position(position)
		return err
	})
	b.queueLook(q, b.order)
}

// addAppend adds the rows of one append, or says why not.
func (b *batch) addAppend(ctx context.Context, tx *pgxpool.Conn, r *group.Request) error {
	s := b.streams[r.Stream]
	if s.version != r.Expect {
		return b.answerRepeated(ctx, tx, r, s)
	}
	b.addRows(r, s)
	return nil
}

// addRows makes the rows of an append that fits.
func (b *batch) addRows(r *group.Request, s *streamRow) {
	for i := range r.Events {
		s.version++
		b.at.position++
		b.rows.addEvent(s, place{position: b.at.position}, &r.Events[i])
	}
	r.Receipt = es.Receipt{Version: s.version, Position: b.at.position}
	b.fresh = append(b.fresh, r)
}

// answerRepeated answers an append whose version has passed: with the first receipt if
// these very events stand there, else with a conflict.
func (b *batch) answerRepeated(ctx context.Context, tx *pgxpool.Conn, r *group.Request, s *streamRow) error {
	r.Err = fmt.Errorf("%s is at version %d, not %d: %w", r.Stream, s.version, r.Expect, es.ErrConflict)
	if len(r.Events) == 0 || s.version < r.Expect+uint64(len(r.Events)) {
		return nil
	}
	found, err := b.findEvents(ctx, tx, s, r.Expect, len(r.Events))
	if err != nil || len(found) != len(r.Events) {
		return err
	}
	for i, e := range r.Events {
		if found[i].id != e.ID {
			return nil
		}
	}
	r.Receipt, r.Err = es.Receipt{Version: r.Expect + uint64(len(r.Events)), Position: found[len(found)-1].position}, nil
	return nil
}

type storedEvent struct {
	id       uuid.UUID
	position es.Position
}

// findEvents finds n events of a stream behind a version, in the database and then
// among those that this very group adds.
func (b *batch) findEvents(ctx context.Context, tx *pgxpool.Conn, s *streamRow, after uint64, n int) ([]storedEvent, error) {
	rows, err := tx.Query(ctx, "SELECT id, position FROM events WHERE stream = $1 AND version > $2 ORDER BY version LIMIT $3", s.id,
		int64(after), n)
	if err != nil {
		return nil, err
	}
	found, err := pgx.CollectRows(rows, func(row pgx.CollectableRow) (e storedEvent, err error) {
		var position int64
		err = row.Scan(&e.id, &position)
		e.position = es.Position(position)
		return e, err
	})
	r := &b.rows
	for i := range r.id {
		if r.stream[i] == s.id && (s.id > 0 || r.name[i] == s.name) && uint64(r.version[i]) == after+uint64(len(found))+1 &&
			len(found) < n {
			found = append(found, storedEvent{r.id[i], es.Position(r.position[i])})
		}
	}
	return found, err
}

func (r *eventRows) addEvent(s *streamRow, at place, e *es.Envelope) {
	name := ""
	if s.id == 0 {
		name = s.name
	}
	r.stream, r.name, r.position = append(r.stream, s.id), append(r.name, name), append(r.position, int64(at.position))
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
