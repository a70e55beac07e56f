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

// subscribeAll subscribes to all streams after a position, until its context ends.
func subscribeAll(ctx context.Context, c *esdb.Client, after es.Position, f *esdb.SubscriptionFilter) (*esdb.Subscription, error) {
	return c.SubscribeToAll(ctx, esdb.SubscribeToAllOptions{From: subscribeFrom(after), Filter: f,
		MaxSearchWindow: searchWindow, CheckpointInterval: checkpointInterval})
}

// subscriptionError returns the error of a subscription that ended, whatever ended it.
func subscriptionError(err error) error {
	if err == nil || errors.Is(err, io.EOF) {
		return errDropped
	}
	return fmt.Errorf("%w: %w", errDropped, err)
}

// A subscription that brings busyEvents within busyTime, or ownEvents of which half and more are
// the process's own, costs more than it is worth: all that it is for is to tell where the log ends,
// and own appends tell that anyhow. It pauses, and goes on from the end.
const (
	busyEvents = 64
	ownEvents  = 16
	busyTime   = 100 * time.Millisecond
	busyPause  = 50 * time.Millisecond
	ownPause   = 100 * time.Millisecond // while own events come, which wake those who wait at once
)

// followAll follows the end of the log until it is closed. The library does not resume a
// subscription that ended, so this does: on the same session unless the server is away, from
// where it had come, or from the end if it could not keep up.
func (l *Log) followAll() {
	pause := firstPause
	for l.ctx.Err() == nil {
		began := l.known.noteFollowed(0)
		err := l.followLog()
		if l.ctx.Err() != nil {
			return
		}
		l.logger.Debug("the subscription to the event store begins anew", "error", err)
		behind := errors.Is(err, errBusy) || hasCode(err, esdb.ErrorAborted)
		switch {
		case behind, l.known.noteFollowed(0) > began:
			pause = firstPause
		default:
			pause = min(2*pause, longPause)
		}
		if !isAway(err) {
			l.resubscribed.Add(1)
		}
		if behind {
			l.pollWhileGrowing()
			continue
		}
		select {
		case <-l.ctx.Done():
			return
		case <-time.After(pause):
		}
	}
}

// pollWhileGrowing reads where the log ends and wakes those who wait for it, until it ends
// where it did before, so that the next subscription begins there. When the end cannot be
// read it begins where the last one ended.
func (l *Log) pollWhileGrowing() {
	pause := busyPause
	for {
		had, _ := l.known.lastPosition()
		appended := l.appended.Load()
		select {
		case <-l.ctx.Done():
			return
		case <-time.After(pause):
		}
		if pause = busyPause; l.appended.Load()-appended >= ownEvents {
			pause = ownPause
		}
		head, ok := l.readLast(l.ctx)
		if !ok {
			var err error
			if head, err = l.Head(l.ctx); err != nil {
				return
			}
		}
		l.known.noteFollowed(l.known.searchedTo())
		if head == had {
			return
		}
	}
}

// Resubscriptions returns how often the subscription to the end of the log was taken up
// again while the server answered.
func (l *Log) Resubscriptions() uint64 { return l.resubscribed.Load() }

// followLog follows the log until an error. When nothing came for a while it reads the head:
// a subscription to a node that was cut off from the others, or whose connection died
// silently, is quiet too.
func (l *Log) followLog() error {
	ctx, cancel := context.WithCancel(leaderOnly(l.ctx))
	defer cancel()
	s, err := l.acquireSession(ctx)
	if err != nil {
		return err
	}
	alive, ended := make(chan struct{}, 1), make(chan error, 1)
	go func() {
		defer l.releaseSession(s)
		ended <- recoverPanic(func() error { return l.listenForEvents(ctx, s.client, alive) })
	}()
	quiet := time.NewTimer(l.timeout)
	defer quiet.Stop()
	for {
		select {
		case err := <-ended:
			if isAway(err) { // whether the server is lost, the next request tells
				l.retireSession(s)
			}
			return err
		case <-s.gone:
			return errDropped
		case <-alive:
		case <-quiet.C:
			had := l.known.noteFollowed(0)
			if head, err := l.Head(ctx); err != nil || head > had && l.known.noteFollowed(0) == had {
				return errors.Join(errHung, err)
			}
		}
		quiet.Reset(l.timeout)
	}
}

// listenForEvents wakes those who wait for events, until the subscription ends.
func (l *Log) listenForEvents(ctx context.Context, c *esdb.Client, alive chan<- struct{}) error {
	sub, err := subscribeAll(ctx, c, l.known.noteFollowed(0), l.ownFilter())
	if err != nil {
		return err
	}
	defer sub.Close()
	began, events, appended := time.Now(), uint64(0), l.appended.Load()
	for {
		m := sub.Recv()
		switch {
		case m.EventAppeared != nil:
			e := m.EventAppeared.OriginalEvent()
			events++
			if l.isOwn(e) {
				l.known.noteAppend(fromServerPosition(e.Position))
			}
			l.known.noteFollowed(fromServerPosition(e.Position))
		case m.CheckPointReached != nil:
			l.known.noteFollowed(l.readCheckpoint(ctx, c, m.CheckPointReached))
		case m.SubscriptionDropped != nil:
			return subscriptionError(m.SubscriptionDropped.Error)
		}
		if events >= ownEvents {
			switch own := l.appended.Load() - appended; {
			case time.Since(began) >= busyTime:
				began, events, appended = time.Now(), 0, l.appended.Load()
			case events >= busyEvents || 2*own >= events:
				return errBusy
			}
		}
		select {
		case alive <- struct{}{}:
		default:
		}
	}
}

// ownFilter returns a filter with which the server omits events of others.
func (n namespace) ownFilter() *esdb.SubscriptionFilter {
	if n != "" {
		return &esdb.SubscriptionFilter{Type: esdb.StreamFilterType, Prefixes: []string{string(n) + "-"}}
	}
	return esdb.ExcludeSystemEventsFilter()
}
