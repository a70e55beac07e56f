package messaging

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"github.com/ThreeDotsLabs/watermill"
	wmnats "github.com/ThreeDotsLabs/watermill-nats/v2/pkg/nats"
	"github.com/ThreeDotsLabs/watermill/message"
	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// A subscriber is watermill's view of one consumer. It replaces the library's, which
// acknowledges nothing that ends while it is closing, and cannot tell the broker that a
// slow handler is alive.
type subscriber struct {
	consumer jetstream.Consumer
	config   Config
	workers  int
	log      watermill.LoggerAdapter
	away     func() error // why the broker does not answer now, which it tells itself; may be nil

	fetching context.Context // ends when no more messages are to be taken
	stop     context.CancelFunc
	handling context.Context // ends when handlers have had their time
	abort    context.CancelFunc
	working  sync.WaitGroup
}

func newSubscriber(consumer jetstream.Consumer, c Config, workers int, log watermill.LoggerAdapter) *subscriber {
	s := &subscriber{consumer: consumer, config: c, workers: workers, log: log}
	s.fetching, s.stop = context.WithCancel(context.Background())
	s.handling, s.abort = context.WithCancel(context.Background())
	return s
}

// Subscribe implements message.Subscriber; its channel closes when ctx has ended or
// Close has been called, and no message is out. Both are the same stop: a router that
// is stopped right after its start may end ctx and never call Close. The consumer, not
// the topic, says what is read.
func (s *subscriber) Subscribe(ctx context.Context, _ string) (<-chan *message.Message, error) {
	out := make(chan *message.Message)
	context.AfterFunc(ctx, func() { _ = s.Close() })
	for range s.workers {
		s.working.Go(func() { s.takeMessages(out) })
	}
	go func() {
		s.working.Wait()
		close(out)
	}()
	return out, nil
}

// Close implements message.Subscriber, and may be called more than once: no message is
// taken any more, those at work are waited for, and what takes longer than
// Config.StopTimeout is cancelled and handed back.
func (s *subscriber) Close() error {
	s.stop()
	late := time.AfterFunc(s.config.StopTimeout, s.abort)
	defer late.Stop()
	s.working.Wait()
	s.abort()
	return nil
}

// pull is how long one request for a message stays open. A stop does not cancel it, since
// a message on its way would be counted as delivered and come again only after
// Config.AckWait; so it is also how long an idle worker takes to stop.
const pull = 300 * time.Millisecond

// takeMessages takes one message after another, each after the previous one is done.
func (s *subscriber) takeMessages(out chan<- *message.Message) {
	for s.fetching.Err() == nil {
		got, err := s.consumer.Next(jetstream.FetchMaxWait(pull))
		switch {
		case err == nil:
			s.deliverMessage(got, out)
		case errors.Is(err, nats.ErrTimeout):
		case IsUnavailable(err), s.away != nil && s.away() != nil:
			s.pauseFor(s.config.Pause)
		default:
			s.log.Error("Cannot take a message, trying again", err, nil)
			s.pauseFor(s.config.Pause)
		}
	}
}

func (s *subscriber) pauseFor(d time.Duration) {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
	case <-s.fetching.Done():
	}
}

type deliveryKey struct{}

// deliveryOf returns how often the message of a context was delivered, from 1.
func deliveryOf(ctx context.Context) uint64 {
	n, _ := ctx.Value(deliveryKey{}).(uint64)
	return n
}

// deliverMessage delivers a message and reports the outcome to the broker.
func (s *subscriber) deliverMessage(got jetstream.Msg, out chan<- *message.Message) {
	meta, err := got.Metadata()
	if err != nil {
		s.log.Error("A message without delivery data", err, nil)
		return // it comes again after AckWait
	}
	ctx, cancel := context.WithCancel(context.WithValue(s.handling, deliveryKey{}, meta.NumDelivered))
	defer cancel()
	m := toMessage(got)
	m.SetContext(ctx)
	select {
	case out <- m:
		err = s.awaitHandler(got, m, meta.NumDelivered)
	case <-s.handling.Done():
		err = got.Nak()
	}
	if errors.Is(err, context.DeadlineExceeded) {
		err = fmt.Errorf("%w: %w", ErrAway, err)
	}
	if err != nil {
		s.log.Error("Cannot tell the broker how a message went: it will come again", err, watermill.LogFields{"message_uuid": m.UUID})
	}
}

// ackPatience is how long the broker may take to confirm that a message is done. A broker
// that lost the message does not answer; a stop must not wait for that.
const ackPatience = 5 * time.Second

// awaitHandler waits for the handler and reports to the broker at intervals that it is alive, so
// that the message is not delivered to another.
func (s *subscriber) awaitHandler(got jetstream.Msg, m *message.Message, delivery uint64) error {
	alive := time.NewTicker(s.config.AckWait / 3)
	defer alive.Stop()
	for {
		select {
		case <-m.Acked():
			ctx, cancel := context.WithTimeout(s.handling, min(s.config.AckWait, ackPatience))
			defer cancel()
			return got.DoubleAck(ctx)
		case <-m.Nacked():
			if s.fetching.Err() != nil {
				return got.Nak() // stopped, not failed: the next process may have it at once
			}
			return got.NakWithDelay(s.config.retryPause(delivery))
		case <-alive.C:
			if err := got.InProgress(); err != nil {
				s.log.Error("Cannot tell the broker that a handler is alive", err, nil)
			}
		case <-s.handling.Done():
			return got.Nak()
		}
	}
}

// toMessage returns what was published. A message that did not come from Publish is passed
// on with its payload alone, for its handler to refuse.
func toMessage(got jetstream.Msg) *message.Message {
	m, err := new(wmnats.NATSMarshaler).Unmarshal(&nats.Msg{Header: got.Headers(), Data: got.Data()})
	if err != nil {
		return message.NewMessage("", got.Data())
	}
	return m
}
