package sqlite

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/google/uuid"
	"zombiezen.com/go/sqlite"
	"zombiezen.com/go/sqlite/sqlitex"

	"github.com/seed-62a36931/docket/domain/es"
	"github.com/seed-62a36931/docket/domain/es/group"
)

// Append implements es.Store. A caller that gives up waiting does not undo what
// it asked for; asking again answers what became of it. Readers may be given the
// very bodies, so they must stay as they are.
func (l *Log) Append(ctx context.Context, stream es.StreamID, expect uint64, events []es.Envelope) (es.Receipt, error) {
	return l.queue.Append(ctx, stream, expect, events)
}

// commitAll commits one group after the other until the log is closed.
func (l *Log) commitAll(c *group.Committer) {
	defer close(l.stopped)
	for requests := c.Next(); requests != nil; requests = c.Next() {
		l.commitGroup(requests)
		c.AnswerGroup(requests)
		l.follower.tell(l.added)
		l.fitCache()
	}
}

// commitGroup writes a group in one transaction. Those who lost a race are told so;
// when the transaction itself fails, nothing of it is there and all are told.
func (l *Log) commitGroup(requests []*group.Request) {
	head, err := l.writeGroup(requests)
	if err == nil {
		l.recent.addCommitted(l.added)
		l.wakeReaders(head)
		return
	}
	clear(l.heads) // some may stem from what was rolled back
	clear(l.kinds)
	l.last, l.added = place{}, l.added[:0]
	for _, r := range requests {
		r.Err = fmt.Errorf("append: %w", explainFullDisk(err))
	}
}

// explainFullDisk says in words what a full disk looks like to SQLite.
func explainFullDisk(err error) error {
	switch sqlite.ErrCode(err) {
	case sqlite.ResultFull, sqlite.ResultIOErrWrite:
		return fmt.Errorf("the disk is full or refuses to be written, nothing was kept: %w", err)
	}
	return err
}

func (l *Log) writeGroup(requests []*group.Request) (head es.Position, err error) {
	defer func() { _ = l.note(err) }()
	end, err := sqlitex.ImmediateTransaction(l.write)
	if err != nil {
		return 0, err
	}
	defer end(&err)
	if err := l.refreshHeads(); err != nil {
		return 0, err
	}
	at, err := l.lastEvent()
	if err != nil {
		return 0, err
	}
	l.added = l.added[:0]
	l.sortRequests(requests)
	for _, r := range requests {
		if err = l.writeAppend(r, &at); err != nil {
			return 0, err
		}
	}
	l.last = at
	return at.position, nil
}

// sortRequests brings those who append at the same time into the order of the index, where
// neighbours share pages. Appends to one stream stay in the order they came.
func (l *Log) sortRequests(requests []*group.Request) {
	slices.SortStableFunc(requests, func(a, b *group.Request) int {
		return cmp.Compare(uint64(l.heads[a.Stream].id-1), uint64(l.heads[b.Stream].id-1)) // new ones last
	})
}

// A place is the end of the log within a transaction.
type place struct {
	position es.Position
	micros   int64
}

// lastEvent is where the log ends; times never run backwards from there.
func (l *Log) lastEvent() (p place, err error) {
	if l.last.position > 0 {
		return place{l.last.position, max(l.last.micros, l.now().UnixMicro())}, nil
	}
	err = sqlitex.Execute(l.write, "SELECT position, at FROM events ORDER BY position DESC LIMIT 1", &sqlitex.ExecOptions{
		ResultFunc: func(s *sqlite.Stmt) error {
			p = place{es.Position(s.ColumnInt64(0)), s.ColumnInt64(1)}
			return nil
		}})
	p.micros = max(p.micros, l.now().UnixMicro())
	return p, err
}

// writeAppend writes the events of one append; an error ends the whole transaction.
func (l *Log) writeAppend(r *group.Request, at *place) error {
	id, version, err := l.streamOf(r.Stream)
	if err != nil {
		return err
	}
	if version != r.Expect {
		return l.answerRepeated(r, id, version)
	}
	if id == 0 && len(r.Events) > 0 {
		if err := sqlitex.Execute(l.write, "INSERT INTO streams (name) VALUES (?)",
			&sqlitex.ExecOptions{Args: []any{string(r.Stream)}}); err != nil {
			return err
		}
		id = l.write.LastInsertRowID()
	}
	for i := range r.Events {
		version++
		at.position++
		e := r.Events[i]
		if e.Body == nil {
			e.Body = []byte{} // as it will be read
		}
		e.Stream, e.Version, e.Position, e.Time = r.Stream, version, at.position, timeOf(at.micros)
		if err := l.insertion.insertEvent(id, &e); err != nil {
			return err
		}
		if l.recent.wasRead() || l.follower.isSet() {
			l.added = append(l.added, e)
		}
		if err := l.noteKind(e); err != nil {
			return err
		}
	}
	if len(r.Events) > 0 {
		l.heads[r.Stream] = streamHead{id, version}
	}
	r.Receipt = es.Receipt{Version: version, Position: at.position}
	return nil
}

// findStream reads the end of a stream in the index of events.
const findStream = `SELECT id, coalesce((SELECT max(version) FROM events WHERE stream = streams.id), 0) FROM streams WHERE name = ?`

// streamHead is where a stream stands, as the committer remembers it.
type streamHead struct {
	id      int64
	version uint64
}

// refreshHeads forgets the heads and the end when another process has committed meanwhile,
// which SQLite tells by its data version, or when they are too many.
func (l *Log) refreshHeads() error {
	var now int64
	err := sqlitex.Execute(l.write, "PRAGMA data_version", &sqlitex.ExecOptions{
		ResultFunc: func(s *sqlite.Stmt) error { now = s.ColumnInt64(0); return nil }})
	if now != l.dataVersion || len(l.heads) >= logHeads {
		clear(l.heads)
		l.dataVersion, l.last = now, place{}
	}
	return err
}

func (l *Log) streamOf(name es.StreamID) (id int64, version uint64, err error) {
	if h, ok := l.heads[name]; ok {
		return h.id, h.version, nil
	}
	err = sqlitex.Execute(l.write, findStream, &sqlitex.ExecOptions{Args: []any{string(name)},
		ResultFunc: func(s *sqlite.Stmt) error { id, version = s.ColumnInt64(0), uint64(s.ColumnInt64(1)); return nil }})
	return id, version, err
}

// answerRepeated answers an append whose version has passed: with the first receipt if
// these very events stand there, else with a conflict.
func (l *Log) answerRepeated(r *group.Request, id int64, version uint64) error {
	r.Err = fmt.Errorf("%s is at version %d, not %d: %w", r.Stream, version, r.Expect, es.ErrConflict)
	if len(r.Events) == 0 || version < r.Expect+uint64(len(r.Events)) {
		return nil
	}
	same, n := true, 0
	var receipt es.Receipt
	err := sqlitex.Execute(l.write, "SELECT id, version, position FROM events WHERE stream = ? AND version > ? ORDER BY version LIMIT ?",
		&sqlitex.ExecOptions{Args: []any{id, int64(r.Expect), len(r.Events)}, ResultFunc: func(s *sqlite.Stmt) error {
			same = same && bytes.Equal(copyBlob(s, 0), r.Events[n].ID[:])
			receipt = es.Receipt{Version: uint64(s.ColumnInt64(1)), Position: es.Position(s.ColumnInt64(2))}
			n++
			return nil
		}})
	if err == nil && same && n == len(r.Events) {
		r.Receipt, r.Err = receipt, nil
	}
	return err
}

const insertEvent = `INSERT INTO events
(position, stream, version, id, at, type, schema, actor, workspace, command, correlation, causation, trace, body)
VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`

// An insertion is the statement that adds an event, and the values that it was given
// last: giving one costs more than comparing it, and many stay from event to event.
type insertion struct {
	stmt *sqlite.Stmt
	text [4]string
	ids  [2]uuid.UUID
}

// newInsertion prepares the statement and gives it the empty values.
func newInsertion(c *sqlite.Conn) (*insertion, error) {
	s, err := c.Prepare(insertEvent)
	if err != nil {
		return nil, err
	}
	n := &insertion{stmt: s}
	for i, at := range insertedTexts {
		s.BindText(at, n.text[i])
	}
	for i, at := range insertedIDs {
		s.BindBytes(at, n.ids[i][:])
	}
	return n, nil
}

// insertedTexts and insertedIDs are the parameters that are kept.
var (
	insertedTexts = [...]int{6, 8, 9, 13}
	insertedIDs   = [...]int{10, 11}
)

func (n *insertion) insertEvent(stream int64, e *es.Envelope) error {
	s := n.stmt
	for i, v := range [...]int64{int64(e.Position), stream, int64(e.Version)} {
		s.BindInt64(i+1, v)
	}
	s.BindBytes(4, e.ID[:])
	s.BindInt64(5, e.Time.UnixMicro())
	s.BindInt64(7, int64(e.Schema))
	s.BindInt64(12, int64(e.Causation))
	for i, v := range [...]string{e.Type, e.Actor, e.Workspace, e.Trace} {
		if v != n.text[i] {
			s.BindText(insertedTexts[i], v)
			n.text[i] = v
		}
	}
	for i, v := range [...]uuid.UUID{e.Command, e.Correlation} {
		if v != n.ids[i] {
			s.BindBytes(insertedIDs[i], v[:])
			n.ids[i] = v
		}
	}
	if len(e.Body) == 0 {
		s.BindZeroBlob(14, 0)
	} else {
		s.BindBytes(14, e.Body)
	}
	_, err := s.Step()
	if reset := s.Reset(); err == nil {
		err = reset
	}
	return err
}

// copyBlob copies a blob of the present row.
func copyBlob(s *sqlite.Stmt, i int) []byte {
	b := make([]byte, s.ColumnLen(i))
	s.ColumnBytes(i, b)
	return b
}

// timeOf is the time of a number of microseconds.
func timeOf(micros int64) time.Time { return time.UnixMicro(micros).UTC() }
