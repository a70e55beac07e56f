package sqlite

import (
	"context"
	"errors"
	"fmt"
	"net/url"
	"path/filepath"
	"sync"
	"time"

	"zombiezen.com/go/sqlite"
	"zombiezen.com/go/sqlite/sqlitex"

	"github.com/seed-62a36931/docket/domain/es"
	"github.com/seed-62a36931/docket/domain/es/group"
)

// The log goes through zombiezen's driver, without database/sql in between: the
// same engine reads a log in a third of the time.

// logGroup is how many events at most share a commit.
const logGroup = 1000

// logHeads is how many heads of streams are remembered, at some 150 bytes each.
const logHeads = 1 << 16

// logPage is how many events a reader takes at once.
const logPage = 512

// logPageBytes ends a page early, so that large bodies do not fill the memory.
const logPageBytes = 4 << 20

// logPoll is how often a waiting reader looks for what another process appended.
const logPoll = 100 * time.Millisecond

// A Log keeps the events in one file. One goroutine commits what has gathered
// meanwhile, with one sync for all of it. Several processes may share the file.
type Log struct {
	commitState
	damage
	readers *sqlitex.Pool
	now     func() time.Time
	queue   *group.Queue
	stop    chan struct{}
	stopped chan struct{}
	once    sync.Once

	recent   recentEvents
	follower follower

	mu    sync.Mutex
	head  es.Position
	moved chan struct{} // closed when head grows
}

// commitState is used by the committer only.
type commitState struct {
	write       *sqlite.Conn
	heads       map[es.StreamID]streamHead // right as long as
	dataVersion int64                      // this is the file's
	kinds       map[string]int             // highest versions that the table kinds holds at least
	last        place                      // the end, if known
	fitted      es.Position                // where it was when the cache was sized
	insertion   *insertion
	added       []es.Envelope // by the transaction that runs
}

func newCommitState(write *sqlite.Conn) commitState {
	return commitState{write: write, heads: map[es.StreamID]streamHead{}, kinds: map[string]int{}}
}

var _ es.Store = (*Log)(nil)

// ErrLogClosed answers appends to a log that was closed.
var ErrLogClosed = group.ErrClosed

// OpenLog opens or makes the file. Errors: ErrNewerSchema.
func OpenLog(ctx context.Context, path string) (*Log, error) {
	db, err := openMigrated(ctx, file{path: path, sync: "FULL", conns: 1, cache: 2}, "log")
	if err != nil {
		return nil, err
	}
	if err := db.Close(); err != nil {
		return nil, err
	}
	abs, err := filepath.Abs(path)
	if err != nil {
		return nil, err
	}
	uri := (&url.URL{Scheme: "file", Path: abs}).String()
	l := &Log{commitState: newCommitState(nil), now: time.Now, queue: group.NewQueue(logGroup),
		stop: make(chan struct{}), stopped: make(chan struct{}), moved: make(chan struct{})}
	if l.write, err = sqlite.OpenConn(uri, sqlite.OpenReadWrite|sqlite.OpenURI); err != nil {
		return nil, fmt.Errorf("open the log: %w", err)
	}
	l.readers, err = sqlitex.NewPool(uri,
		sqlitex.PoolOptions{Flags: sqlite.OpenReadOnly | sqlite.OpenURI, PoolSize: 8, PrepareConn: prepareReader})
	if err == nil {
		err = prepareWriter(l.write)
	}
	if err == nil {
		l.insertion, err = newInsertion(l.write)
	}
	if err != nil {
		return nil, errors.Join(fmt.Errorf("open the log: %w", err), l.write.Close())
	}
	go l.commitAll(l.queue.Committer())
	head, err := l.Head(ctx)
	if err != nil {
		return nil, errors.Join(err, l.Close())
	}
	l.wakeReaders(head)
	return l, nil
}

func prepareWriter(c *sqlite.Conn) error {
	c.SetBusyTimeout(10 * time.Second)
	for _, pragma := range []string{"journal_mode=WAL", "synchronous=FULL", "wal_autocheckpoint=8000", "temp_store=MEMORY"} {
		if err := sqlitex.ExecuteTransient(c, "PRAGMA "+pragma, nil); err != nil {
			return err
		}
	}
	return sizeCache(c)
}

// prepareReader leaves the file unmapped: mapped by each reader, a large log would
// count as memory of the process several times, and reading is no faster.
func prepareReader(c *sqlite.Conn) error {
	c.SetBusyTimeout(10 * time.Second)
	return nil
}

// Close finishes what was asked for and closes the file.
func (l *Log) Close() error {
	var err error
	l.once.Do(func() {
		close(l.stop)
		l.queue.Close()
		<-l.stopped
		err = errors.Join(l.readers.Close(), l.write.Close())
	})
	return err
}

// NumberOf returns how many events stand up to a position: positions are 1, 2, 3 here.
func (l *Log) NumberOf(at es.Position) int64 { return int64(at) }

// Head implements es.Store.
func (l *Log) Head(ctx context.Context) (es.Position, error) {
	if err := ctx.Err(); err != nil {
		return 0, err
	}
	conn, err := l.readers.Take(ctx)
	if err != nil {
		return 0, headError(ctx, err)
	}
	defer l.readers.Put(conn)
	var head es.Position
	err = sqlitex.Execute(conn, "SELECT coalesce(max(position), 0) FROM events", &sqlitex.ExecOptions{
		ResultFunc: func(s *sqlite.Stmt) error { head = es.Position(s.ColumnInt64(0)); return nil }})
	if err != nil {
		return 0, headError(ctx, err)
	}
	return head, nil
}

// headError tells the end of the caller's context from a failure of the file:
// SQLite speaks of an interrupt.
func headError(ctx context.Context, err error) error {
	if ctx.Err() != nil {
		err = ctx.Err()
	}
	return fmt.Errorf("head of the log: %w", err)
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

// Wait implements es.Store: own appends wake at once, those of other processes
// are found by looking.
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
		case <-l.stop:
			return ErrLogClosed
		case <-moved:
		case <-tick.C:
			head, err := l.Head(ctx)
			if err != nil {
				return err
			}
			l.wakeReaders(head)
		}
	}
}
