package sqlite

import (
	"bytes"
	"context"
	"fmt"
	"runtime"
	"time"

	"zombiezen.com/go/sqlite"
	"zombiezen.com/go/sqlite/sqlitex"

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
	a := &request{stream, expect, events, make(chan outcome, 1)}
	select {
	case <-l.stop:
		return es.Receipt{}, ErrLogClosed
	case <-ctx.Done():
		return es.Receipt{}, ctx.Err()
	case l.queue <- a:
	}
	select {
	case o := <-a.done:
		return o.receipt, o.err
	case <-ctx.Done():
		return es.Receipt{}, ctx.Err()
	case <-l.stopped:
		select {
		case o := <-a.done:
			return o.receipt, o.err
		default:
			return es.Receipt{}, ErrLogClosed
		}
	}
}

// commitAll commits one group after the other until the log is closed.
func (l *Log) commitAll() {
	defer close(l.stopped)
	for {
		select {
		case a := <-l.queue:
			l.commit(l.gather(a))
		case <-l.stop:
			for {
				select {
				case a := <-l.queue:
					l.commit(l.gather(a))
				default:
					return
				}
			}
		}
	}
}

// gather takes what waits already, up to a group. Whoever was just answered may be
// about to ask again, so others run first, as long as that brings something.
func (l *Log) gather(first *request) []*request {
	group, n := []*request{first}, len(first.events)
	for yielded := 0; n < logGroup && yielded < logYields; {
		select {
		case a := <-l.queue:
			group, n, yielded = append(group, a), n+len(a.events), 0
		default:
			runtime.Gosched()
			yielded++
		}
	}
	return group
}

// commit writes a group in one transaction. Those who lost a race are told so;
// when the transaction itself fails, nothing of it is there and all are told.
func (l *Log) commit(group []*request) {
	outcomes := make([]outcome, len(group))
	head, err := l.writeGroup(group, outcomes)
	if err == nil {
		l.reached(head)
	} else {
		clear(l.heads) // some may stem from what was rolled back
		clear(l.kinds)
	}
	for i, a := range group {
		if err != nil {
			outcomes[i] = outcome{err: fmt.Errorf("append: %w", explained(err))}
		}
		a.done <- outcomes[i]
	}
}

// explained says in words what a full disk looks like to SQLite.
func explained(err error) error {
	switch sqlite.ErrCode(err) {
	case sqlite.ResultFull, sqlite.ResultIOErrWrite:
		return fmt.Errorf("the disk is full or refuses to be written, nothing was kept: %w", err)
	}
	return err
}

func (l *Log) writeGroup(group []*request, outcomes []outcome) (head es.Position, err error) {
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
	for i, a := range group {
		if outcomes[i], err = l.one(a, &at); err != nil {
			return 0, err
		}
	}
	return at.position, nil
}

// A place is the end of the log within a transaction.
type place struct {
	position es.Position
	micros   int64
}

// lastEvent is where the log ends; times never run backwards from there.
func (l *Log) lastEvent() (p place, err error) {
	err = sqlitex.Execute(l.write, "SELECT position, at FROM events ORDER BY position DESC LIMIT 1", &sqlitex.ExecOptions{
		ResultFunc: func(s *sqlite.Stmt) error {
			p = place{es.Position(s.ColumnInt64(0)), s.ColumnInt64(1)}
			return nil
		}})
	p.micros = max(p.micros, l.now().UnixMicro())
	return p, err
}

// one writes the events of one append; an error ends the whole transaction.
func (l *Log) one(a *request, at *place) (outcome, error) {
	id, version, err := l.streamOf(a.stream)
	if err != nil {
		return outcome{}, err
	}
	if version != a.expect {
		return l.repeated(a, id, version)
	}
	if len(a.events) == 0 {
		return outcome{receipt: es.Receipt{Version: version, Position: at.position}}, nil
	}
	if id == 0 {
		if err := sqlitex.Execute(l.write, "INSERT INTO streams (name) VALUES (?)", &sqlitex.ExecOptions{Args: []any{string(a.stream)}}); err != nil {
			return outcome{}, err
		}
		id = l.write.LastInsertRowID()
	}
	for _, e := range a.events {
		version++
		at.position++
		if err := l.insert(id, version, *at, e); err != nil {
			return outcome{}, err
		}
		if err := l.noteKind(e); err != nil {
			return outcome{}, err
		}
	}
	l.heads[a.stream] = streamHead{id, version}
	return outcome{receipt: es.Receipt{Version: version, Position: at.position}}, nil
}

// findStream reads the end of a stream in the index of events.
const findStream = `SELECT id, coalesce((SELECT max(version) FROM events WHERE stream = streams.id), 0) FROM streams WHERE name = ?`

// streamHead is where a stream stands, as the committer remembers it.
type streamHead struct {
	id      int64
	version uint64
}

// refreshHeads forgets the heads when another process has committed meanwhile,
// which SQLite tells by its data version, or when they are too many.
func (l *Log) refreshHeads() error {
	var now int64
	err := sqlitex.Execute(l.write, "PRAGMA data_version", &sqlitex.ExecOptions{
		ResultFunc: func(s *sqlite.Stmt) error { now = s.ColumnInt64(0); return nil }})
	if now != l.dataVersion || len(l.heads) >= logHeads {
		clear(l.heads)
		l.dataVersion = now
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

// repeated answers an append whose version has passed: with the first receipt if
// these very events stand there, else with a conflict.
func (l *Log) repeated(a *request, id int64, version uint64) (outcome, error) {
	conflict := outcome{err: fmt.Errorf("%s is at version %d, not %d: %w", a.stream, version, a.expect, es.ErrConflict)}
	if len(a.events) == 0 || version < a.expect+uint64(len(a.events)) {
		return conflict, nil
	}
	same, n := true, 0
	var receipt es.Receipt
	err := sqlitex.Execute(l.write, "SELECT id, version, position FROM events WHERE stream = ? AND version > ? ORDER BY version LIMIT ?",
		&sqlitex.ExecOptions{Args: []any{id, int64(a.expect), len(a.events)}, ResultFunc: func(s *sqlite.Stmt) error {
			same = same && bytes.Equal(column(s, 0), a.events[n].ID[:])
			receipt = es.Receipt{Version: uint64(s.ColumnInt64(1)), Position: es.Position(s.ColumnInt64(2))}
			n++
			return nil
		}})
	if err != nil || !same || n != len(a.events) {
		return conflict, err
	}
	return outcome{receipt: receipt}, nil
}

const insertEvent = `INSERT INTO events (position, stream, version, id, at, type, schema, actor, workspace, command, correlation, causation, trace, body)
VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`

func (l *Log) insert(stream int64, version uint64, at place, e es.Envelope) error {
	s, err := l.write.Prepare(insertEvent)
	if err != nil {
		return err
	}
	for i, v := range []int64{int64(at.position), stream, int64(version)} {
		s.BindInt64(i+1, v)
	}
	s.BindBytes(4, e.ID[:])
	s.BindInt64(5, at.micros)
	s.BindText(6, e.Type)
	s.BindInt64(7, int64(e.Schema))
	s.BindText(8, e.Actor)
	s.BindText(9, e.Workspace)
	s.BindBytes(10, e.Command[:])
	s.BindBytes(11, e.Correlation[:])
	s.BindInt64(12, int64(e.Causation))
	s.BindText(13, e.Trace)
	if e.Body == nil {
		s.BindZeroBlob(14, 0)
	} else {
		s.BindBytes(14, e.Body)
	}
	_, err = s.Step()
	if reset := s.Reset(); err == nil {
		err = reset
	}
	return err
}

// column copies a blob of the present row.
func column(s *sqlite.Stmt, i int) []byte {
	b := make([]byte, s.ColumnLen(i))
	s.ColumnBytes(i, b)
	return b
}

// instant is the time of a number of microseconds.
func instant(micros int64) time.Time { return time.UnixMicro(micros).UTC() }
