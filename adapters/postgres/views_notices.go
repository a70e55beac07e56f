package postgres

import (
	"context"
	"fmt"
	"strings"
	"sync"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/seed-62a36931/docket/domain/es"
	"github.com/seed-62a36931/docket/projections/store"
)

// viewsNotify is how far notices of progress are apart at least, those after the
// first: what happens meanwhile goes out together.
const viewsNotify = 4 * time.Millisecond

// notices tell other processes how far the projections of this one have come, and
// take theirs. They go out behind the transaction that moved a checkpoint, since in
// it they would make all commits of the server queue. One that is lost costs those
// who wait no more than the interval at which they look anyway.
type notices struct {
	views  *Views
	ctx    context.Context // ends with stop
	cancel context.CancelFunc
	parts  sync.WaitGroup
	wake   chan struct{}

	mu    sync.Mutex
	moved map[string]store.Progress // that nobody was told of yet, by key
}

func (n *notices) startListening(v *Views) {
	n.views, n.wake, n.moved = v, make(chan struct{}, 1), map[string]store.Progress{}
	n.ctx, n.cancel = context.WithCancel(context.Background())
	n.parts.Go(n.sendAll)
	n.parts.Go(func() {
		listenOn(n.ctx, v.write.Config().ConnConfig, n.channelName(), v.waiters.Refresh, n.takeNotice)
	})
}

func (n *notices) stopListening() {
	n.cancel()
	n.parts.Wait()
}

func (n *notices) channelName() string { return "docket_" + n.views.schema }

// noteCheckpoint has others told of a checkpoint.
func (n *notices) noteCheckpoint(key string, p store.Progress) {
	n.mu.Lock()
	n.moved[key] = p
	n.mu.Unlock()
	select {
	case n.wake <- struct{}{}:
	default:
	}
}

// mostNotice is how long a notice may be in bytes; the server takes less than 8,000.
const mostNotice = 7000

// nextNotices are notices of what has moved, as text.
func (n *notices) nextNotices() []string {
	n.mu.Lock()
	moved := n.moved
	n.moved = map[string]store.Progress{}
	n.mu.Unlock()
	var out []string
	var b strings.Builder
	for key, p := range moved {
		fmt.Fprintf(&b, "%s %d %d\n", key, p.At, p.Epoch)
		if b.Len() > mostNotice {
			out = append(out, b.String())
			b.Reset()
		}
	}
	if b.Len() > 0 {
		out = append(out, b.String())
	}
	return out
}

func (n *notices) sendAll() {
	for {
		select {
		case <-n.ctx.Done():
			return
		case <-n.wake:
		}
		for _, text := range n.nextNotices() {
			_, _ = n.views.write.Exec(n.ctx, "SELECT pg_notify($1, $2)", n.channelName(), text)
		}
		select {
		case <-n.ctx.Done():
			return
		case <-time.After(viewsNotify):
		}
	}
}

// takeNotice reads a notice; what is none is passed over.
func (n *notices) takeNotice(_ context.Context, text string) error {
	for line := range strings.Lines(text) {
		var key string
		var at uint64
		var p store.Progress
		if _, err := fmt.Sscanf(line, "%s %d %d", &key, &at, &p.Epoch); err == nil {
			p.At = es.Position(at)
			n.views.waiters.LearnProgress(key, p)
		}
	}
	return nil
}

// listenOn takes the notices of a channel until ctx ends, and connects again when the
// connection breaks. begun is called on each connection that listens, for what was
// told before.
func listenOn(ctx context.Context, c *pgx.ConnConfig, channel string, begun func(context.Context) error,
	take func(context.Context, string) error) {
	listen := func() (connected bool) {
		conn, err := pgx.ConnectConfig(ctx, c)
		if err != nil {
			return false
		}
		defer conn.Close(context.WithoutCancel(ctx))
		if _, err := conn.Exec(ctx, "LISTEN "+channel); err != nil {
			return false
		}
		for err = begun(ctx); err == nil; {
			notice, failed := conn.WaitForNotification(ctx)
			if err = failed; err == nil {
				err = take(ctx, notice.Payload)
			}
		}
		return true
	}
	for pause := logPoll; ctx.Err() == nil; pause = min(2*pause, 5*time.Second) {
		if listen() {
			pause = logPoll
		}
		select {
		case <-ctx.Done():
		case <-time.After(pause):
		}
	}
}
