package messaging

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"time"

	"github.com/nats-io/nats.go/jetstream"
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
func checkSchema(info *jetstream.StreamInfo) error {
	at, err := strconv.Atoi(info.Config.Metadata[schemaMark])
	if err == nil && at > schema {
		return fmt.Errorf("stream %s has schema version %d, this program knows %d: %w", info.Config.Name, at, schema, ErrNewerSchema)
	}
	return nil
}

// provisionStreams creates the streams of this installation, or updates them, with the
// consumers of the topics, and notes their names. They are created by our own code: a library
// that creates a consumer or stream implicitly may also forget or delete it. Errors:
// ErrNewerSchema, ErrForeignStream.
func (b *Broker) provisionStreams(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, provisionTimeout)
	defer cancel()
	names, err := b.resolveNames(ctx)
	if err != nil {
		return err
	}
	if !b.config.Guest {
		for _, s := range streamConfigs(b.config, names) {
			if err := b.provisionStream(ctx, s); err != nil {
				return err
			}
		}
		for topic := range b.config.Topics {
			if err := provisionConsumer(ctx, b.js, b.config, names, topic); err != nil {
				return err
			}
		}
	}
	b.noteNames(names)
	return nil
}

// provisionStream creates or updates one stream, unless it is somebody else's.
func (b *Broker) provisionStream(ctx context.Context, s jetstream.StreamConfig) error {
	info, err := findStream(ctx, b.js, s.Name)
	if err == nil && info != nil {
		if err = checkSchema(info); err == nil && b.config.URL != "" {
			err = checkOwner(info, b.config, s.Name == sharedNames.work || s.Name == sharedNames.dead)
		}
	}
	if err != nil {
		return err
	}
	if _, err := b.js.CreateOrUpdateStream(ctx, s); err != nil {
		return fmt.Errorf("provision the stream %s: %w", s.Name, explainRefusal(err))
	}
	return nil
}

// streamConfigs returns the settings of both streams. Dead letters have a stream of their own,
// since within one stream a dead letter has the id of its message and would be dropped as a
// duplicate.
func streamConfigs(c Config, names streamNames) []jetstream.StreamConfig {
	marks := map[string]string{schemaMark: strconv.Itoa(schema)}
	if c.Installation != "" {
		marks[ownerMark] = c.Installation
	}
	work := jetstream.StreamConfig{
		Name:       names.work,
		Subjects:   []string{names.workPrefix + ">"},
		Retention:  jetstream.WorkQueuePolicy, // what is acknowledged is removed
		Discard:    jetstream.DiscardNew,      // who publishes learns that there is no room
		MaxAge:     c.MaxAge,
		MaxBytes:   c.MaxBytes,
		Duplicates: c.Deduplicate,
		Storage:    jetstream.FileStorage,
		Replicas:   c.Replicas,
		Metadata:   marks,
	}
	dead := jetstream.StreamConfig{
		Name:     names.dead,
		Subjects: []string{names.deadPrefix + ">"},
		Discard:  jetstream.DiscardOld,
		MaxAge:   c.MaxAge,
		MaxBytes: c.MaxDeadBytes,
		Storage:  jetstream.FileStorage,
		Replicas: c.Replicas,
		Metadata: marks,
	}
	return []jetstream.StreamConfig{work, dead}
}

// provisionConsumer creates the durable consumer of a topic. Messages are requested from
// it one by one, so that none waits at a busy handler.
func provisionConsumer(ctx context.Context, js jetstream.JetStream, c Config, names streamNames, topic string) error {
	_, err := js.CreateOrUpdateConsumer(ctx, names.work, jetstream.ConsumerConfig{
		Durable:       topic,
		FilterSubject: names.workPrefix + topic,
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
