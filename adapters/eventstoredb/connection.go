package eventstoredb

import (
	"context"
	"log/slog"
	"sync"
	"sync/atomic"
	"time"

	"github.com/EventStore/EventStore-Client-Go/v4/esdb"
)

// A connection asks the servers of a database: it connects, finds the leader, makes requests, gives up
// those that hang, and connects anew. It knows nothing of what is stored there.
type connection struct {
	config   *esdb.Configuration
	logger   *slog.Logger
	patience time.Duration
	timeout  time.Duration
	ctx      context.Context // ends with Close
	cancel   context.CancelFunc
	parts    sync.WaitGroup

	mu       sync.Mutex
	session  *session
	cluster  cluster
	requests requests

	leader atomic.Pointer[leaderConn] // for appends; nil: they are made through the library
	slow   atomic.Int64               // requests older than slowAnswer
	outage outage
}

// A cluster is what is known of the nodes. It is guarded by the mutex of the connection.
type cluster struct {
	next     string   // leader to which the next session connects; empty: it asks who leads
	members  []string // as gossip named them last
	watching bool     // somebody asks who leads, since requests are slow
}

// An outage records whether the server answers.
type outage struct {
	lost     atomic.Bool  // the server, and the logger knows
	answered atomic.Int64 // when it was back last, in nanoseconds since 1970
}

// newConnection returns a connection that connects with its first request.
func newConnection(config *esdb.Configuration, o Options) *connection {
	c := &connection{config: config, logger: o.Logger, patience: o.Patience, timeout: o.Timeout}
	if c.logger == nil {
		c.logger = slog.Default()
	}
	if c.patience <= 0 {
		c.patience = 10 * time.Second
	}
	if c.timeout <= 0 {
		c.timeout = 10 * time.Second
		if d := config.DefaultDeadline; d != nil && *d > 0 {
			c.timeout = *d
		}
	}
	config.Logger = debugLogger(c.logger)
	c.ctx, c.cancel = context.WithCancel(context.Background())
	return c
}

// Close ends the connections. Calls that are under way fail.
func (c *connection) Close() error {
	c.mu.Lock()
	c.cancel()
	c.mu.Unlock()
	c.parts.Wait()
	c.mu.Lock()
	s := c.session
	c.requests.endRunners()
	c.mu.Unlock()
	if s != nil {
		c.retireSession(s)
	}
	return nil
}
