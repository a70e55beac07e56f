package eventstoredb

import (
	"context"
	"errors"
	"fmt"
	"io"
	"time"

	"github.com/EventStore/EventStore-Client-Go/v4/esdb"

	"github.com/seed-62a36931/docket/domain/es"
)

// How subscriptions search: the server scans this many events at once, and reports its
// progress after this many scans. Its defaults are 32 and 1.
const (
	searchWindow       = 500
	checkpointInterval = 20
)

// subscribe subscribes to all streams after a position, until its context ends.
func subscribe(ctx context.Context, c *esdb.Client, after es.Position, f *esdb.SubscriptionFilter) (*esdb.Subscription, error) {
	return c.SubscribeToAll(ctx, esdb.SubscribeToAllOptions{From: subscribeFrom(after), Filter: f,
		MaxSearchWindow: searchWindow, CheckpointInterval: checkpointInterval})
}

// dropped returns the error of a subscription that ended, whatever ended it.
func dropped(err error) error {
	if err == nil || errors.Is(err, io.EOF) {
		return errDropped
	}
	return fmt.Errorf("%w: %w", errDropped, err)
}

// followAll follows the end of the log until it is closed. The library does not resume a
// dropped subscription, so this does, from the position that it had reached.
func (l *Log) followAll() {
	for pause := firstPause; l.ctx.Err() == nil; pause = min(2*pause, longPause) {
		began := l.known.follow(0)
		err := l.follow()
		if l.known.follow(0) > began {
			pause = firstPause
		}
		if l.ctx.Err() == nil {
			l.logger.Debug("the subscription to the event store begins anew", "error", err)
		}
		select {
		case <-l.ctx.Done():
		case <-time.After(pause):
		}
	}
}

// follow follows the log until an error. When nothing came for a while it reads the head:
// a subscription to a node that was cut off from the others, or whose connection died
// silently, is quiet too.
func (l *Log) follow() error {
	ctx, cancel := context.WithCancel(leaderOnly(l.ctx))
	defer cancel()
	s, err := l.acquire(ctx)
	if err != nil {
		return err
	}
	alive, ended := make(chan struct{}, 1), make(chan error, 1)
	go func() {
		defer l.release(s)
		ended <- guarded(func() error { return l.listen(ctx, s.client, alive) })
	}()
	quiet := time.NewTimer(l.timeout)
	defer quiet.Stop()
	for {
		select {
		case err := <-ended:
			if Unavailable(err) && !coded(err, esdb.ErrorCodeNotLeader) {
				l.retire(s, err)
			}
			return err
		case <-s.gone:
			return errDropped
		case <-alive:
		case <-quiet.C:
			had := l.known.follow(0)
			if head, err := l.Head(ctx); err != nil || head > had && l.known.follow(0) == had {
				return errors.Join(errHung, err)
			}
		}
		quiet.Reset(l.timeout)
	}
}

// listen wakes those who wait for events, until the subscription ends.
func (l *Log) listen(ctx context.Context, c *esdb.Client, alive chan<- struct{}) error {
	sub, err := subscribe(ctx, c, l.known.follow(0), l.ours())
	if err != nil {
		return err
	}
	defer sub.Close()
	for {
		m := sub.Recv()
		switch {
		case m.EventAppeared != nil:
			e := m.EventAppeared.OriginalEvent()
			if l.own(e) {
				l.known.reached(position(e.Position))
			}
			l.known.follow(position(e.Position))
		case m.CheckPointReached != nil:
			l.known.follow(position(*m.CheckPointReached))
		case m.SubscriptionDropped != nil:
			return dropped(m.SubscriptionDropped.Error)
		}
		select {
		case alive <- struct{}{}:
		default:
		}
	}
}

// ours returns a filter with which the server omits events of others.
func (l *Log) ours() *esdb.SubscriptionFilter {
	if l.namespace != "" {
		return &esdb.SubscriptionFilter{Type: esdb.StreamFilterType, Prefixes: []string{l.namespace + "-"}}
	}
	return esdb.ExcludeSystemEventsFilter()
}
