package messaging

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"testing"
	"time"
)

// TestAnOutageIsNoMessagesFault has what handlers need be away for five minutes of the clock
// of the test, while messages come: every message waits, none becomes a dead letter, and each
// is handled once, on its first delivery.
func TestAnOutageIsNoMessagesFault(t *testing.T) {
	const messages, outage = 40, 5 * time.Minute
	errAway := errors.New("the database is away")
	var mu sync.Mutex
	var clock time.Duration
	tried, handled := 0, map[string][]uint64{}
	c := config(t.TempDir())
	c.Outage = func(err error) bool { return errors.Is(err, errAway) }
	c.Rest = func(_ context.Context, d time.Duration) {
		mu.Lock()
		defer mu.Unlock()
		clock += d
	}
	b := openBroker(t, c)
	all := make(chan struct{})
	work := func(_ context.Context, m Message) error {
		mu.Lock()
		defer mu.Unlock()
		if clock < outage {
			tried++
			return fmt.Errorf("read: %w", errAway)
		}
		if handled[m.ID] = append(handled[m.ID], m.Delivery); len(handled) == messages {
			select {
			case <-all:
			default:
				close(all)
			}
		}
		return nil
	}
	handle(t, b, "a", work)
	handle(t, b, "b", work)
	stop := run(t, b)
	for i := range messages {
		publish(t, b, []string{"a", "b"}[i%2], fmt.Sprintf("message-%d", i))
	}
	receive(t, all, "the last message")
	stop()
	for id, deliveries := range handled {
		if len(deliveries) != 1 || deliveries[0] != 1 {
			t.Errorf("%s: got deliveries %v, want the first alone", id, deliveries)
		}
	}
	if tried <= c.Attempts {
		t.Errorf("got %d tries during the outage, want more than the %d that make a dead letter", tried, c.Attempts)
	}
	if dead, err := b.CountDeadLetters(t.Context()); err != nil || len(dead) != 0 {
		t.Errorf("got dead letters %v and %v, want none", dead, err)
	}
}

// TestAnOutageEndsWithAStop stops handlers that wait for the end of an outage: their messages
// come again afterwards, and none is lost, also in the last attempt. The stop does not wait for
// the outage to end.
func TestAnOutageEndsWithAStop(t *testing.T) {
	errAway := errors.New("the database is away")
	var back sync.Once
	waiting, ended := make(chan struct{}), false
	c := config(t.TempDir())
	c.StopTimeout, c.Attempts = 24*time.Hour, 1
	c.Outage = func(err error) bool { return errors.Is(err, errAway) }
	c.Rest = func(ctx context.Context, _ time.Duration) {
		back.Do(func() { close(waiting) })
		<-ctx.Done()
	}
	b := openBroker(t, c)
	got := make(chan Message, 1)
	handle(t, b, "a", func(_ context.Context, m Message) error {
		if !ended {
			return errAway
		}
		got <- m
		return nil
	})
	stop := run(t, b)
	publish(t, b, "a", "one")
	receive(t, waiting, "the wait")
	stop()
	ended = true
	stop = run(t, b)
	defer stop()
	if m := receive(t, got, "the message"); m.ID != "one" {
		t.Errorf("got message %s, want one", m.ID)
	}
	if dead, err := b.CountDeadLetters(t.Context()); err != nil || len(dead) != 0 {
		t.Errorf("got dead letters %v and %v, want none", dead, err)
	}
}
