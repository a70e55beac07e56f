package messaging

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"slices"
	"sync"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// ErrAway reports that the servers elsewhere do not answer, or cannot store messages yet.
var ErrAway = errors.New("messaging: the broker is away")

// away are the failures of the client library that say that no server answers.
var away = []error{
	ErrAway, nats.ErrTimeout, nats.ErrNoResponders, nats.ErrDisconnected, nats.ErrConnectionReconnecting, nats.ErrNoServers,
	nats.ErrStaleConnection, jetstream.ErrNoStreamResponse, jetstream.ErrNoHeartbeat, jetstream.ErrServerShutdown,
	jetstream.ErrJetStreamNotEnabled, // by a server that starts
}

// IsUnavailable reports whether an error says that the broker is away: it comes back by itself.
func IsUnavailable(err error) bool {
	return slices.ContainsFunc(away, func(cause error) bool { return errors.Is(err, cause) })
}

// markAway adds ErrAway to an error that came while the broker is away, whatever it says, and
// to one that no answer came in time.
func (b *Broker) markAway(err error) error {
	if err == nil || errors.Is(err, ErrAway) || b.AwayReason() == nil && !errors.Is(err, context.DeadlineExceeded) {
		return err
	}
	return fmt.Errorf("%w: %w", ErrAway, err)
}

const (
	reconnect   = 500 * time.Millisecond // between two attempts to reach a server
	alive       = 5 * time.Second        // how often a silent connection is tried; after two tries without an answer it is broken
	awayAtMost  = 5 * time.Second        // how long calls wait for servers that are away
	longestRest = 10 * time.Second       // between two attempts to make the streams
)

// streamState records whether the streams exist on servers that run elsewhere. These may be
// away when the process starts, and may have lost their folders when they come back.
type streamState struct {
	look  chan struct{} // there is a connection anew
	first chan struct{} // closed when the streams stand

	mu  sync.Mutex
	err error // why they do not; nil when they do
}

func newStreamState() *streamState {
	return &streamState{look: make(chan struct{}, 1), first: make(chan struct{}), err: errors.New("no server was reached yet")}
}

// errDoubtful is the state until the streams were checked on a new connection.
var errDoubtful = errors.New("the connection was broken")

// requestCheck requests a check of the streams.
func (s *streamState) requestCheck() {
	select {
	case s.look <- struct{}{}:
	default:
	}
}

func (s *streamState) noteState(err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.err = err; err == nil {
		select {
		case <-s.first:
		default:
			close(s.first)
		}
	}
}

func (s *streamState) lastError() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.err
}

// remoteOptions returns the options of a connection over the network: it reconnects whenever
// the connection breaks, and keeps trying from the start where no server is there yet.
func (b *Broker) remoteOptions() []nats.Option {
	log := b.config.Logger
	options := []nats.Option{
		nats.RetryOnFailedConnect(true), nats.IgnoreAuthErrorAbort(), nats.ReconnectWait(reconnect), nats.Timeout(alive),
		nats.PingInterval(alive), nats.MaxPingsOutstanding(2),
		nats.ConnectHandler(func(c *nats.Conn) {
			log.Info("the broker is there", "server", c.ConnectedUrlRedacted())
			b.standing.requestCheck()
		}),
		nats.ReconnectHandler(func(c *nats.Conn) {
			log.Info("the broker is there again", "server", c.ConnectedUrlRedacted())
			b.standing.noteState(errDoubtful)
			b.standing.requestCheck()
		}),
		nats.DisconnectErrHandler(func(_ *nats.Conn, err error) {
			if err != nil {
				log.Warn("the broker is away; it is tried until it comes back", "error", fmt.Errorf("%w: %w", ErrAway, err))
			}
		}),
	}
	if b.config.Credentials != "" {
		options = append(options, nats.UserCredentials(b.config.Credentials))
	}
	if b.config.CA != "" {
		options = append(options, nats.RootCAs(b.config.CA))
	}
	return options
}

// checkFiles returns an error for credentials and authorities that cannot be read.
func (c Config) checkFiles() error {
	for _, name := range []string{c.Credentials, c.CA} {
		if name == "" {
			continue
		}
		if _, err := os.ReadFile(name); err != nil {
			return fmt.Errorf("connect to the broker: %w", err)
		}
	}
	return nil
}

// beginProviding creates the streams if the servers are there; on failure keepProviding tries again.
// Errors: ErrNewerSchema and ErrForeignStream, which no retry cures.
func (b *Broker) beginProviding() error {
	if !b.conn.IsConnected() {
		b.config.Logger.Warn(
			"the broker is away; it is tried until it answers", "servers", len(b.conn.Servers()), "error",
			fmt.Errorf("%w: %w", ErrAway, b.conn.LastError()),
		)
		return nil
	}
	ctx, cancel := context.WithTimeout(b.life, awayAtMost)
	defer cancel()
	err := b.provisionStreams(ctx)
	b.standing.noteState(err)
	return err
}

// keepProviding creates the streams after each new connection, until the broker is closed.
func (b *Broker) keepProviding() {
	for {
		select {
		case <-b.life.Done():
			return
		case <-b.standing.look:
		}
		if b.standing.lastError() == nil { // begin was faster
			continue
		}
		for rest := reconnect; b.life.Err() == nil; rest = min(2*rest, longestRest) {
			err := b.provisionStreams(b.life)
			b.standing.noteState(err)
			if err == nil {
				break
			}
			level := slog.LevelWarn
			if isRefusal(err) {
				level = slog.LevelError
			}
			b.config.Logger.Log(b.life, level, "the broker cannot keep messages yet; it is tried again", "after", rest, "error", b.markAway(err))
			select {
			case <-b.life.Done():
			case <-time.After(rest):
			}
		}
	}
}

// awaitStreams waits until the streams exist, or ctx ends. Errors: ErrAway, ErrClosed.
func (b *Broker) awaitStreams(ctx context.Context) error {
	if b.standing == nil {
		return nil
	}
	select {
	case <-b.standing.first:
		return nil
	case <-b.life.Done():
		return ErrClosed
	case <-ctx.Done():
		return fmt.Errorf("%w: %w", ErrAway, b.standing.lastError())
	}
}

// awaitStreamsBriefly is awaitStreams with a short limit, for calls that somebody waits for.
func (b *Broker) awaitStreamsBriefly(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, awayAtMost)
	defer cancel()
	return b.awaitStreams(ctx)
}

// AwayReason returns why messages cannot be stored now, nil when they can.
func (b *Broker) AwayReason() error {
	switch {
	case b.standing == nil:
		return nil
	case !b.conn.IsConnected():
		return fmt.Errorf("%w: %w", ErrAway, errDoubtful)
	}
	if err := b.standing.lastError(); err != nil {
		return fmt.Errorf("%w: %w", ErrAway, err)
	}
	return nil
}
