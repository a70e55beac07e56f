package messaging

import (
	"context"
	"errors"
	"fmt"
	"regexp"
	"strings"

	"github.com/ThreeDotsLabs/watermill/message"
	"github.com/nats-io/nats.go"
)

// Failures of publishing.
var (
	ErrFull    = errors.New("messaging: too many messages wait already")
	ErrMessage = errors.New("messaging: the message is not acceptable")
)

// headerRoom is the maximum size of id and metadata in bytes, next to the payload.
const headerRoom = 8 << 10

// codeFull is the error code of JetStream for a stream that has reached MaxBytes.
const codeFull = 10077

// Publish stores a message for the handlers of a topic; it is on the broker when
// Publish returns. The same id within Config.Deduplicate is stored once. Id
// and metadata are printable ASCII, at most 4 KiB in all; names of metadata are
// letters, digits and dashes. Errors: ErrUnknownTopic, ErrMessage, ErrFull,
// ErrAway.
func (b *Broker) Publish(ctx context.Context, topic, id string, payload []byte, metadata map[string]string) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	if _, ok := b.config.Topics[topic]; !ok {
		return fmt.Errorf("%w: %q", ErrUnknownTopic, topic)
	}
	if err := b.checkMessage(id, payload, metadata); err != nil {
		return err
	}
	if err := b.awaitStreamsBriefly(ctx); err != nil {
		return err
	}
	m := message.NewMessage(id, payload)
	for k, v := range metadata {
		m.Metadata.Set(k, v)
	}
	if b.config.Installation != "" {
		m.Metadata.Set(headerOwner, b.config.Installation)
	}
	err := b.publisher.Publish(b.streams().workPrefix+topic, m)
	if refused := (*nats.APIError)(nil); errors.As(err, &refused) && refused.ErrorCode == codeFull {
		return fmt.Errorf("%w: %w", ErrFull, err)
	}
	if errors.Is(err, nats.ErrConnectionClosed) {
		return ErrClosed
	}
	if err != nil {
		return fmt.Errorf("publish to %s: %w", topic, b.markAway(err))
	}
	return nil
}

func (b *Broker) checkMessage(id string, payload []byte, metadata map[string]string) error {
	if id == "" || !isPrintable(id) {
		return fmt.Errorf("%w: the id %q", ErrMessage, id)
	}
	if len(payload) > b.config.MaxMessageBytes {
		return fmt.Errorf("%w: %d bytes, at most %d", ErrMessage, len(payload), b.config.MaxMessageBytes)
	}
	size := len(id)
	for k, v := range metadata {
		size += len(k) + len(v) + len(": \r\n")
		if !headerKey(k) || !isPrintable(v) {
			return fmt.Errorf("%w: the metadata %q", ErrMessage, k)
		}
	}
	// The broker adds headers of its own and, to a dead letter, why it is one.
	if size > headerRoom/2 {
		return fmt.Errorf("%w: %d bytes of id and metadata, at most %d", ErrMessage, size, headerRoom/2)
	}
	return nil
}

// headerName matches names of metadata: letters, digits and dashes.
var headerName = regexp.MustCompile(`^[A-Za-z0-9-]{1,100}$`)

// headerKey reports whether a name may be used in a header and is not reserved.
func headerKey(k string) bool {
	lower := strings.ToLower(k)
	return headerName.MatchString(k) && !strings.HasPrefix(lower, "nats-") && !strings.HasPrefix(lower, "docket-")
}

// isPrintable reports whether a header preserves a text: printable ASCII, without blanks
// around it.
func isPrintable(s string) bool {
	for i := range len(s) {
		if s[i] < ' ' || s[i] > '~' {
			return false
		}
	}
	return strings.TrimSpace(s) == s
}
