package messaging

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"maps"
	"runtime/debug"
	"sync"
	"sync/atomic"
	"time"

	"github.com/ThreeDotsLabs/watermill"
	wmnats "github.com/ThreeDotsLabs/watermill-nats/v2/pkg/nats"
	"github.com/ThreeDotsLabs/watermill/message"
	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// Failures of the broker.
var (
	ErrClosed       = errors.New("messaging: the broker is closed")
	ErrUnknownTopic = errors.New("messaging: there is no such topic")
	ErrHandled      = errors.New("messaging: the topic has a handler already")
)

// A Message is a wake-up as its handler receives it.
type Message struct {
	ID       string // given by who published it; the same one means the same message
	Topic    string
	Payload  []byte
	Metadata map[string]string
	Delivery uint64 // how often it was delivered, from 1
}

// A Handler handles a message. After an error the message is delivered again. ctx ends
// when a stopping broker has waited long enough.
type Handler func(ctx context.Context, m Message) error

type registration struct {
	name   string
	handle Handler
}

// A Broker carries messages. It is safe for concurrent use.
type Broker struct {
	config    Config
	server    *server.Server // nil when it runs elsewhere
	conn      *nats.Conn
	js        jetstream.JetStream
	standing  *streamState // nil when it runs in this process
	publisher message.Publisher
	log       watermill.LoggerAdapter

	life context.Context // ends with Close
	end  context.CancelFunc

	names atomic.Pointer[streamNames] // as the streams were found last

	mu       sync.Mutex
	renamed  chan struct{}           // closed when the names change
	handlers map[string]registration // by topic
	runs     sync.WaitGroup          // and what looks after the streams elsewhere
	closed   bool
}

// Open starts the broker on its folder, or connects to servers that run elsewhere; if
// these are away it keeps trying, and calls fail with ErrAway. A missing folder means an
// empty broker; one that cannot be used is moved aside with a warning and replaced by an
// empty one. The caller must Close it. Errors: ErrNewerSchema, ErrForeignStream.
func Open(c Config) (*Broker, error) {
	c = c.withDefaults()
	if err := c.validate(); err != nil {
		return nil, err
	}
	b, err := newBroker(c)
	if err == nil && c.URL == "" {
		removeFormer(c, "")
	}
	if err == nil || c.URL != "" || errors.Is(err, ErrNewerSchema) {
		return b, err
	}
	aside, moved := moveAside(c.Dir)
	if moved != nil {
		return nil, errors.Join(err, moved)
	}
	b, again := newBroker(c)
	if again != nil { // an empty folder does no better, as on a full disk
		return nil, errors.Join(again, putBack(aside, c.Dir))
	}
	c.Logger.Warn("the broker's folder cannot be used: starting with an empty one", "error", err, "kept", aside)
	removeFormer(c, aside)
	return b, nil
}

func newBroker(c Config) (*Broker, error) {
	b := &Broker{config: c, handlers: map[string]registration{}, log: newLogAdapter(c.Logger), renamed: make(chan struct{})}
	b.names.Store(&sharedNames)
	if c.URL == "" {
		s, err := startServer(c)
		if err != nil {
			return nil, err
		}
		b.server = s
	}
	b.life, b.end = context.WithCancel(context.Background())
	if err := b.connectServer(); err != nil {
		return nil, errors.Join(err, b.Close())
	}
	return b, nil
}

// connectOptions returns the options of the connection: through memory to the server in this
// process, or over the network.
func (b *Broker) connectOptions() []nats.Option {
	options := []nats.Option{nats.Name("docket"), nats.MaxReconnects(-1)}
	if b.server != nil {
		return append(options, nats.InProcessServer(b.server))
	}
	return append(options, b.remoteOptions()...)
}

func (b *Broker) connectServer() (err error) {
	if b.server == nil {
		if err := b.config.checkFiles(); err != nil {
			return err
		}
		b.standing = newStreamState()
	}
	if b.conn, err = nats.Connect(b.config.URL, b.connectOptions()...); err != nil {
		return fmt.Errorf("connect to the broker: %w", err)
	}
	if b.js, err = jetstream.New(b.conn); err != nil {
		return fmt.Errorf("connect to the broker: %w", err)
	}
	b.publisher, err = wmnats.NewPublisherWithNatsConn(b.conn, wmnats.PublisherPublishConfig{
		Marshaler:         &wmnats.NATSMarshaler{},
		SubjectCalculator: wmnats.DefaultSubjectCalculator,
		JetStream:         wmnats.JetStreamConfig{TrackMsgId: true},
	}, b.log)
	if err != nil {
		return err
	}
	if b.standing == nil {
		return b.provisionStreams(b.life)
	}
	if err := b.beginProviding(); isRefusal(err) {
		return err
	}
	b.runs.Go(b.keepProviding)
	return nil
}

// newLogAdapter passes watermill's log to slog; what it logs at each start as information is for
// debugging here.
func newLogAdapter(log *slog.Logger) watermill.LoggerAdapter {
	return watermill.NewSlogLoggerWithLevelMapping(log, map[slog.Level]slog.Level{slog.LevelInfo: slog.LevelDebug})
}

// Handle registers the handler of a topic, before Run. name is for logs and dead letters.
// Errors: ErrUnknownTopic, ErrHandled.
func (b *Broker) Handle(name, topic string, h Handler) error {
	b.mu.Lock()
	defer b.mu.Unlock()
	if _, ok := b.config.Topics[topic]; !ok {
		return fmt.Errorf("%w: %q", ErrUnknownTopic, topic)
	}
	if other, ok := b.handlers[topic]; ok {
		return fmt.Errorf("%w: %s is handled by %s", ErrHandled, topic, other.name)
	}
	b.handlers[topic] = registration{name, h}
	return nil
}

// unwind is how long a cancelled handler may take to return, before Run returns an
// error and leaves it behind.
const unwind = 5 * time.Second

// Run delivers messages to their handlers until ctx ends or the broker is closed. Then it
// takes no more, waits for running handlers, cancels those that take too long, and returns
// their messages: they are delivered again in the next Run, or Config.AckWait after their
// delivery when the broker was closed in between.
func (b *Broker) Run(ctx context.Context) error {
	if err := b.enterRun(); err != nil {
		return err
	}
	defer b.runs.Done()
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	defer context.AfterFunc(b.life, cancel)()

	if err := b.awaitStreams(ctx); err != nil {
		return ignoreStop(ctx, err)
	}
	for ctx.Err() == nil {
		if err := b.runHandlers(ctx); err != nil {
			return err
		}
	}
	return nil
}

// runHandlers delivers messages of the streams as they are called now, until ctx ends or the
// streams are called otherwise.
func (b *Broker) runHandlers(ctx context.Context) error {
	names, renamed := b.watchNames()
	router, err := b.newRouter(ctx, names)
	if err != nil {
		return ignoreStop(ctx, err)
	}
	ended := make(chan error, 1)
	go func() { ended <- router.Run(context.WithoutCancel(ctx)) }()
	select {
	case <-router.Running(): // closed before, it would wait for handlers that no longer start
	case err := <-ended:
		return fmt.Errorf("run the handlers: %w", err)
	}
	select {
	case <-ctx.Done():
	case <-renamed:
	}
	return errors.Join(router.Close(), <-ended)
}

// noteNames notes how the streams are called; a run goes over to them.
func (b *Broker) noteNames(names streamNames) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if *b.names.Load() == names {
		return
	}
	b.names.Store(&names)
	close(b.renamed)
	b.renamed = make(chan struct{})
}

// watchNames returns how the streams are called, and what is closed when that changes.
func (b *Broker) watchNames() (streamNames, <-chan struct{}) {
	b.mu.Lock()
	defer b.mu.Unlock()
	return *b.names.Load(), b.renamed
}

// ignoreStop returns nil for a failure that a stop causes, else the error.
func ignoreStop(ctx context.Context, err error) error {
	if ctx.Err() == nil {
		return err
	}
	return nil
}

// enterRun counts a run, unless the broker is closed.
func (b *Broker) enterRun() error {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.closed {
		return ErrClosed
	}
	b.runs.Add(1)
	return nil
}

func (b *Broker) newRouter(ctx context.Context, names streamNames) (*message.Router, error) {
	router, err := message.NewRouter(message.RouterConfig{CloseTimeout: b.config.StopTimeout + unwind}, b.log)
	if err != nil {
		return nil, err
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	for topic, r := range b.handlers {
		consumer, err := b.js.Consumer(ctx, names.work, topic)
		if err != nil {
			return nil, fmt.Errorf("find the consumer of %s: %w", topic, err)
		}
		sub := newSubscriber(consumer, b.config, b.config.Topics[topic], b.log)
		sub.away = b.AwayReason
		router.AddConsumerHandler(topic, topic, sub, r.consumeFunc(topic)).AddMiddleware(b.deadLetters(ctx, r.name, topic))
	}
	return router, nil
}

// consumeFunc converts watermill's message to ours, and a panic to an error, which is the
// reason of a dead letter like any other.
func (r registration) consumeFunc(topic string) message.NoPublishHandlerFunc {
	return func(m *message.Message) (err error) {
		defer func() {
			if p := recover(); p != nil {
				err = fmt.Errorf("the handler panicked: %v\n%s", p, debug.Stack())
			}
		}()
		metadata := maps.Clone(m.Metadata)
		delete(metadata, headerOwner)
		return r.handle(m.Context(), Message{
			ID:       m.UUID,
			Topic:    topic,
			Payload:  m.Payload,
			Metadata: metadata,
			Delivery: deliveryOf(m.Context()),
		})
	}
}

// Close ends all runs as Run describes, and stops the broker. Closing twice is no error.
func (b *Broker) Close() error {
	b.mu.Lock()
	b.closed = true
	b.mu.Unlock()
	b.end()
	b.runs.Wait()
	if b.conn != nil {
		b.conn.Close()
	}
	if b.server != nil {
		stopServer(b.server)
	}
	return nil
}
