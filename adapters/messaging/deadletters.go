package messaging

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	wmnats "github.com/ThreeDotsLabs/watermill-nats/v2/pkg/nats"
	"github.com/ThreeDotsLabs/watermill/message"
	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// ErrNoDeadLetter reports that no dead letter has this number, or no longer.
var ErrNoDeadLetter = errors.New("messaging: there is no such dead letter")

// A DeadLetter is a message that no attempt could handle.
type DeadLetter struct {
	Number  uint64 // names it in Retry and Drop
	Message        // Delivery is that of the last attempt
	Handler string
	Reason  string    // the last error, cut to 1 KiB
	Died    time.Time // UTC
}

// Additional headers of a dead letter, next to those of its message.
const (
	headerReason   = "Docket-Reason"
	headerHandler  = "Docket-Handler"
	headerDelivery = "Docket-Delivery"

	maxReason = 1 << 10
)

// deadLetters returns the middleware that ends the attempts: after the last one it stores
// the message as a dead letter, and acknowledges it only when that has worked. A message
// that was delivered more often than that ended its process each time, and is not tried
// again unless its handler counts the tries itself. Work that this installation does not know
// is a dead letter at once.
//
// During an outage a message waits, and that is no attempt; the wait ends with ctx, when the
// broker stops.
func (b *Broker) deadLetters(ctx context.Context, handler, topic string) message.HandlerMiddleware {
	limit, ownTries := uint64(b.config.Attempts), slices.Contains(b.config.OwnTries, topic)
	return func(next message.HandlerFunc) message.HandlerFunc {
		return func(m *message.Message) ([]*message.Message, error) {
			delivery := deliveryOf(m.Context())
			if owner := m.Metadata.Get(headerOwner); !b.config.isOwn(owner) {
				return nil, b.storeDeadLetter(m, handler, topic, fmt.Errorf("this is work of the installation %s", owner))
			}
			if delivery > limit && !ownTries {
				err := fmt.Errorf("delivered %d times without an answer", delivery-1)
				return nil, b.storeDeadLetter(m, handler, topic, err)
			}
			err := b.handleBeyondOutages(ctx, next, m, topic)
			if errors.Is(err, errStopped) && delivery >= limit {
				return nil, b.publishAgain(m, topic)
			}
			if err == nil || m.Context().Err() != nil || delivery < limit && !b.config.Unknown(err) {
				return nil, err
			}
			return nil, b.storeDeadLetter(m, handler, topic, err)
		}
	}
}

// errStopped reports that the broker stopped while a message waited for the end of an outage.
var errStopped = errors.New("the broker stops")

// handleBeyondOutages hands a message to its handler, again and again while what that needs is
// away. The broker is told meanwhile that the message is in work. Errors: errStopped.
func (b *Broker) handleBeyondOutages(ctx context.Context, next message.HandlerFunc, m *message.Message, topic string) error {
	waiting, cancel := context.WithCancel(m.Context())
	defer cancel()
	defer context.AfterFunc(ctx, cancel)()
	for tried := uint64(1); ; tried++ {
		_, err := next(m)
		if err == nil || m.Context().Err() != nil || !b.config.Outage(err) {
			return err
		}
		if tried == 1 {
			b.config.Logger.Debug("work waits until what it needs is back", "topic", topic, "error", err)
		}
		b.config.Rest(waiting, min(b.config.retryPause(tried), longestRest))
		if waiting.Err() != nil {
			return fmt.Errorf("%w: %w", errStopped, err)
		}
	}
}

// publishAgain gives a message that has waited in its last attempt all attempts anew.
func (b *Broker) publishAgain(m *message.Message, topic string) error {
	again, err := new(wmnats.NATSMarshaler).Marshal(b.streams().workPrefix+topic, m)
	if err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(context.WithoutCancel(m.Context()), min(b.config.AckWait, ackPatience))
	defer cancel()
	if _, err := b.js.PublishMsg(ctx, again); err != nil {
		return fmt.Errorf("publish a message again that waited for the end of an outage: %w", err)
	}
	return nil
}

func (b *Broker) storeDeadLetter(m *message.Message, handler, topic string, reason error) error {
	// Without a message id: a message may die again after a retry, and the second
	// dead letter must not be dropped as a duplicate of the first.
	dead, err := new(wmnats.NATSMarshaler).Marshal(b.streams().deadPrefix+topic, m)
	if err != nil {
		return err
	}
	delivery := deliveryOf(m.Context())
	dead.Header.Set(headerReason, headerText(reason.Error()))
	dead.Header.Set(headerHandler, headerText(handler))
	dead.Header.Set(headerDelivery, strconv.FormatUint(delivery, 10))
	ctx, cancel := context.WithTimeout(context.WithoutCancel(m.Context()), b.config.AckWait)
	defer cancel()
	if _, err := b.js.PublishMsg(ctx, dead); err != nil {
		return fmt.Errorf("store a dead letter: %w (it is one because: %w)", err, reason)
	}
	b.config.Logger.Error(
		"a message is a dead letter now", "topic", topic, "id", m.UUID, "handler", handler,
		"deliveries", delivery, "error", reason,
	)
	return nil
}

// headerText returns a text that a header can hold.
func headerText(s string) string {
	s = strings.Map(func(r rune) rune {
		if r < ' ' || r == 0x7f {
			return ' '
		}
		return r
	}, strings.ToValidUTF8(s, "?"))
	if len(s) > maxReason {
		s = strings.ToValidUTF8(s[:maxReason], "")
	}
	return strings.TrimSpace(s)
}

// DeadLetters lists up to limit dead letters of a topic ("" means all) with a
// number above after, oldest first.
func (b *Broker) DeadLetters(ctx context.Context, topic string, after uint64, limit int) ([]DeadLetter, error) {
	stream, prefix, err := b.deadLetterStream(ctx)
	if err != nil {
		return nil, fmt.Errorf("list dead letters: %w", err)
	}
	subject := prefix + ">"
	if topic != "" {
		subject = prefix + topic
	}
	var list []DeadLetter
	for len(list) < limit {
		raw, err := stream.GetMsg(ctx, after+1, jetstream.WithGetMsgSubject(subject))
		if errors.Is(err, jetstream.ErrMsgNotFound) {
			break
		}
		if err != nil {
			return nil, fmt.Errorf("list dead letters: %w", err)
		}
		after = raw.Sequence
		list = append(list, readDeadLetter(raw, prefix))
	}
	return list, nil
}

// CountDeadLetters returns how many dead letters each topic has.
func (b *Broker) CountDeadLetters(ctx context.Context) (map[string]uint64, error) {
	stream, prefix, err := b.deadLetterStream(ctx)
	if err != nil {
		return nil, fmt.Errorf("count dead letters: %w", b.markAway(err))
	}
	info, err := stream.Info(ctx, jetstream.WithSubjectFilter(prefix+">"))
	if err != nil {
		return nil, fmt.Errorf("count dead letters: %w", b.markAway(err))
	}
	out := map[string]uint64{}
	for subject, n := range info.State.Subjects {
		out[strings.TrimPrefix(subject, prefix)] = n
	}
	return out, nil
}

// DeadLetter returns one dead letter. Error: ErrNoDeadLetter.
func (b *Broker) DeadLetter(ctx context.Context, number uint64) (DeadLetter, error) {
	_, raw, err := b.findDeadLetter(ctx, number)
	if err != nil {
		return DeadLetter{}, err
	}
	return readDeadLetter(raw, b.streams().deadPrefix), nil
}

// RetryDeadLetter delivers a dead letter to the handlers of its topic again, with all
// attempts. If the process ends midway, the message is handled again and stays a dead
// letter too. Error: ErrNoDeadLetter.
func (b *Broker) RetryDeadLetter(ctx context.Context, number uint64) error {
	stream, raw, err := b.findDeadLetter(ctx, number)
	if err != nil {
		return err
	}
	names := b.streams()
	again := nats.NewMsg(names.workPrefix + strings.TrimPrefix(raw.Subject, names.deadPrefix))
	again.Data = raw.Data
	for key, values := range raw.Header {
		if !strings.HasPrefix(key, "Docket-") && !strings.HasPrefix(key, "Nats-") {
			again.Header[key] = values
		}
	}
	// Without a message id, under which the first publishing may be remembered.
	if _, err := b.js.PublishMsg(ctx, again); err != nil {
		return fmt.Errorf("retry dead letter %d: %w", number, err)
	}
	return deleteDeadLetter(ctx, stream, number)
}

// DropDeadLetter removes a dead letter for good. Error: ErrNoDeadLetter.
func (b *Broker) DropDeadLetter(ctx context.Context, number uint64) error {
	stream, _, err := b.findDeadLetter(ctx, number)
	if err != nil {
		return err
	}
	return deleteDeadLetter(ctx, stream, number)
}

// deadLetterStream returns the stream of dead letters, and what its subjects begin with.
func (b *Broker) deadLetterStream(ctx context.Context) (jetstream.Stream, string, error) {
	if err := b.awaitStreamsBriefly(ctx); err != nil {
		return nil, "", err
	}
	names := b.streams()
	stream, err := b.js.Stream(ctx, names.dead)
	return stream, names.deadPrefix, err
}

func (b *Broker) findDeadLetter(ctx context.Context, number uint64) (jetstream.Stream, *jetstream.RawStreamMsg, error) {
	stream, _, err := b.deadLetterStream(ctx)
	if err != nil {
		return nil, nil, fmt.Errorf("find dead letter %d: %w", number, err)
	}
	raw, err := stream.GetMsg(ctx, max(number, 1))
	if errors.Is(err, jetstream.ErrMsgNotFound) || (err == nil && raw.Sequence != number) {
		return nil, nil, fmt.Errorf("%w: %d", ErrNoDeadLetter, number)
	}
	if err != nil {
		return nil, nil, fmt.Errorf("find dead letter %d: %w", number, err)
	}
	return stream, raw, nil
}

func deleteDeadLetter(ctx context.Context, stream jetstream.Stream, number uint64) error {
	if err := stream.DeleteMsg(ctx, number); err != nil {
		return fmt.Errorf("drop dead letter %d: %w", number, err)
	}
	return nil
}

// readDeadLetter returns a dead letter as it is stored under a subject that begins with prefix.
func readDeadLetter(raw *jetstream.RawStreamMsg, prefix string) DeadLetter {
	d := DeadLetter{
		Number:  raw.Sequence,
		Handler: raw.Header.Get(headerHandler),
		Reason:  raw.Header.Get(headerReason),
		Died:    raw.Time.UTC(),
		Message: Message{
			ID:       raw.Header.Get(wmnats.WatermillUUIDHdr),
			Topic:    strings.TrimPrefix(raw.Subject, prefix),
			Payload:  raw.Data,
			Metadata: map[string]string{},
		},
	}
	// Only storeDeadLetter writes here; a header that is no number would read as 0.
	d.Delivery, _ = strconv.ParseUint(raw.Header.Get(headerDelivery), 10, 64)
	for key := range raw.Header {
		if headerKey(key) {
			d.Metadata[key] = raw.Header.Get(key)
		}
	}
	return d
}
