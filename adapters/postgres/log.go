package postgres

import (
	"context"
	"fmt"
	"strconv"
	"sync"
	"sync/atomic"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/seed-62a36931/docket/domain/es"
	"github.com/seed-62a36931/docket/domain/es/group"
)

const (
	logGroup  = 500                    // appends at most that share a commit
	logPage   = 512                    // events that a reader takes at once
	logPoll   = 100 * time.Millisecond // how often waiting readers look, should a notice be lost
	logNotify = 5 * time.Millisecond   // notices are at least this far apart
	logRetry  = 30 * time.Second       // how long appends outlast a server that is away
	logTry    = 10 * time.Second       // how long one try may take: the way to the server may break off without a sign
	logNotice = "docket_log"
)

// A Log keeps the events in the schema "log". One goroutine commits what has
// gathered meanwhile; groups of several processes queue on the one row that holds
// the last position, so positions are dense and in commit order.
type Log struct {
	pool     *pgxpool.Pool
	conns    atomic.Int64 // connections that were made
	queue    *group.Queue
	notices  chan struct{}
	ctx      context.Context // ends with Close
	cancel   context.CancelFunc
	parts    sync.WaitGroup
	once     sync.Once
	known    knownStreams // the committer's alone
	appended appendedEvents
	kinds    map[string]int32 // the committer's alone: highest versions that the table kinds holds at least

	mu    sync.Mutex
	head  es.Position
	moved chan struct{} // closed when head grows
}

var _ es.Store = (*Log)(nil)

// ErrLogClosed answers appends to a log that was closed.
var ErrLogClosed = group.ErrClosed

// UnsafeSettings lists the settings of the server with which a crash of its machine may lose or
// damage what was committed: fsync and full_page_writes where they are off.
func (l *Log) UnsafeSettings(ctx context.Context) ([]string, error) {
	rows, err := l.pool.Query(ctx,
		"SELECT name FROM pg_settings WHERE name IN ('fsync', 'full_page_writes') AND setting = 'off' ORDER BY name")
	if err != nil {
		return nil, fmt.Errorf("settings of the server: %w", err)
	}
	return pgx.CollectRows(rows, pgx.RowTo[string])
}

// OpenLog connects and makes the schema. What is appended waits for the disk, whatever the
// server's default of synchronous_commit is. Errors: ErrNewerSchema.
func OpenLog(ctx context.Context, dsn string) (*Log, error) {
	l := &Log{kinds: map[string]int32{}, queue: group.NewQueue(logGroup), notices: make(chan struct{}, 1), moved: make(chan struct{})}
	pool, err := poolSettings{dsn: dsn, schema: "log", conns: perCore(3, 12),
		params:    byKeys(map[string]string{"synchronous_commit": "on", lockedIdle: lockedAtMost}),
		connected: func() { l.conns.Add(1) }}.openMigrated(ctx, "log")
	if err != nil {
		return nil, err
	}
	l.pool = pool
	l.ctx, l.cancel = context.WithCancel(context.Background())
	head, err := l.Head(ctx)
	if err != nil {
		pool.Close()
		return nil, err
	}
	l.wakeReaders(head)
	c := l.queue.Committer()
	l.parts.Go(func() { l.commitAll(c) })
	l.parts.Go(l.notifyAll)
	l.parts.Go(func() {
		listenOn(l.ctx, pool.Config().ConnConfig, logNotice, l.readHead, l.takeNotice)
	})
	return l, nil
}

// Close ends the connections. Appends that are not committed by then fail.
func (l *Log) Close() error {
	l.once.Do(func() {
		l.cancel()
		l.queue.Close()
		l.parts.Wait()
		l.pool.Close()
	})
	return nil
}

// NumberOf returns how many events stand up to a position: positions are 1, 2, 3 here.
func (l *Log) NumberOf(at es.Position) int64 { return int64(at) }

// Head implements es.Store.
func (l *Log) Head(ctx context.Context) (es.Position, error) {
	var head int64
	if err := l.pool.QueryRow(ctx, "SELECT position FROM head").Scan(&head); err != nil {
		return 0, fmt.Errorf("head of the log: %w", err)
	}
	return es.Position(head), nil
}

// wakeReaders wakes those who wait for less than a position.
func (l *Log) wakeReaders(at es.Position) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if at > l.head {
		l.head = at
		close(l.moved)
		l.moved = make(chan struct{})
	}
}

// knownHead is the head as far as this process knows, and a channel that closes when
// it grows.
func (l *Log) knownHead() (es.Position, <-chan struct{}) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.head, l.moved
}

// readHead reads the head, whoever moved it. Where the way to the server breaks off
// without a sign, the next look takes another connection.
func (l *Log) readHead(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, logTry)
	defer cancel()
	head, err := l.Head(ctx)
	if err == nil {
		l.wakeReaders(head)
	}
	return err
}

// Wait implements es.Store: own appends and notices of other processes wake at
// once; looking now and then makes up for a notice that was lost.
func (l *Log) Wait(ctx context.Context, after es.Position) error {
	tick := time.NewTicker(logPoll)
	defer tick.Stop()
	for {
		head, moved := l.knownHead()
		if err := ctx.Err(); err != nil || head > after {
			return err
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-l.ctx.Done():
			return ErrLogClosed
		case <-moved:
		case <-tick.C:
			if err := l.readHead(ctx); err != nil && !isBroken(err) {
				return err
			}
		}
	}
}

// notifyAll tells other processes that the head has moved. A notice inside the
// transaction of an append would make all commits of the server queue, so it goes
// out apart and seldom.
func (l *Log) notifyAll() {
	for {
		select {
		case <-l.ctx.Done():
			return
		case <-l.notices:
		}
		// A lost notice costs the others one look. It need not wait for the disk.
		head, _ := l.knownHead()
		_, _ = l.pool.Exec(l.ctx, "SELECT set_config('synchronous_commit', 'off', true), pg_notify($1, $2)", logNotice,
			strconv.FormatUint(uint64(head), 10))
		select {
		case <-l.ctx.Done():
			return
		case <-time.After(logNotify):
		}
	}
}

// takeNotice takes a notice: where the head is. What says nothing is a reason to look.
func (l *Log) takeNotice(ctx context.Context, text string) error {
	head, err := strconv.ParseUint(text, 10, 63)
	if err != nil {
		return l.readHead(ctx)
	}
	l.wakeReaders(es.Position(head))
	return nil
}
