package messaging

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"time"

	"github.com/nats-io/nats.go/jetstream"
)

// The streams, created by our own code: a library that creates a consumer or stream
// implicitly may also forget or delete it. Dead letters have a stream of their own, since
// within one stream a dead letter has the id of its message and would be dropped as a
// duplicate.
const (
	workStream = "WORK"
	workPrefix = "work."
	deadStream = "DEAD"
	deadPrefix = "dead."
)

const provisionTimeout = 30 * time.Second

// ErrNewerSchema reports that a newer program created the streams.
var ErrNewerSchema = errors.New("a newer version of the program made these streams; run that one")

// schema is the version of the streams that this program creates; their metadata hold it.
const (
	schema     = 1
	schemaMark = "docket-schema"
)

// checkSchema refuses streams of a newer version: their settings would be reverted while
// newer programs need them.
func checkSchema(ctx context.Context, js jetstream.JetStream, name string) error {
	s, err := js.Stream(ctx, name)
	if errors.Is(err, jetstream.ErrStreamNotFound) {
		return nil
	}
	if err != nil {
		return fmt.Errorf("look at the stream %s: %w", name, err)
	}
	at, err := strconv.Atoi(s.CachedInfo().Config.Metadata[schemaMark])
	if err == nil && at > schema {
		return fmt.Errorf("stream %s has schema version %d, this program knows %d: %w", name, at, schema, ErrNewerSchema)
	}
	return nil
}

func provisionStreams(ctx context.Context, js jetstream.JetStream, c Config) error {
	ctx, cancel := context.WithTimeout(ctx, provisionTimeout)
	defer cancel()
	work := jetstream.StreamConfig{
		Name:       workStream,
		Subjects:   []string{workPrefix + ">"},
		Retention:  jetstream.WorkQueuePolicy, // what is acknowledged is removed
		Discard:    jetstream.DiscardNew,      // who publishes learns that there is no room
		MaxAge:     c.MaxAge,
		MaxBytes:   c.MaxBytes,
		Duplicates: c.Deduplicate,
		Storage:    jetstream.FileStorage,
		Replicas:   c.Replicas,
		Metadata:   map[string]string{schemaMark: strconv.Itoa(schema)},
	}
	dead := jetstream.StreamConfig{
		Name:     deadStream,
		Subjects: []string{deadPrefix + ">"},
		Discard:  jetstream.DiscardOld,
		MaxAge:   c.MaxAge,
		MaxBytes: c.MaxDeadBytes,
		Storage:  jetstream.FileStorage,
		Replicas: c.Replicas,
		Metadata: map[string]string{schemaMark: strconv.Itoa(schema)},
	}
	for _, s := range []jetstream.StreamConfig{work, dead} {
		if err := checkSchema(ctx, js, s.Name); err != nil {
			return err
		}
		if _, err := js.CreateOrUpdateStream(ctx, s); err != nil {
			return fmt.Errorf("provision the stream %s: %w", s.Name, err)
		}
	}
	for topic := range c.Topics {
		if err := provisionConsumer(ctx, js, c, topic); err != nil {
			return err
		}
	}
	return nil
}

// provisionConsumer creates the durable consumer of a topic. Messages are requested from
// it one by one, so that none waits at a busy handler.
func provisionConsumer(ctx context.Context, js jetstream.JetStream, c Config, topic string) error {
	_, err := js.CreateOrUpdateConsumer(ctx, workStream, jetstream.ConsumerConfig{
		Durable:       topic,
		FilterSubject: workPrefix + topic,
		AckPolicy:     jetstream.AckExplicitPolicy,
		AckWait:       c.AckWait,
		// The broker gives a message again for ever: one that was delivered too
		// often is made a dead letter by us, while the broker would just let it lie.
		MaxDeliver: -1,
	})
	if err != nil {
		return fmt.Errorf("provision the consumer of %s: %w", topic, err)
	}
	return nil
}
