package main

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"syscall"

	"github.com/google/uuid"

	"github.com/seed-62a36931/docket/adapters/messaging"
	"github.com/seed-62a36931/docket/adapters/postgres"
	"github.com/seed-62a36931/docket/domain/bulk"
	"github.com/seed-62a36931/docket/processes"
	"github.com/seed-62a36931/docket/service/engines"
)

// fillDisk leaves no room for bytes.
func (c *cluster) fillDisk(context.Context, *rand.Rand) (string, func(context.Context) error, error) {
	free, err := fillFolder(c.pathOf("blobs"))
	return "no room for bytes", func(context.Context) error { return free() }, err
}

// fillNATS leaves no room for messages. When there is room again, the server is restarted,
// as one does with a server that could not write.
func (c *cluster) fillNATS(context.Context, *rand.Rand) (string, func(context.Context) error, error) {
	free, err := fillFolder(c.pathOf("nats"))
	return "no room for messages", func(ctx context.Context) error {
		return errors.Join(free(), c.nats.stop(), c.nats.start(), c.awaitNATS(ctx))
	}, err
}

// fillFolder takes all the room in a folder's file system until free is called.
func fillFolder(dir string) (free func() error, _ error) {
	ballast := filepath.Join(dir, "ballast")
	f, err := os.Create(ballast) //nolint:gosec // our own folder
	if err != nil {
		return nil, err
	}
	for size := 1 << 20; err == nil || size > 4096; { // the last room goes by small pieces
		if err != nil {
			size = 4096
		}
		_, err = f.Write(make([]byte, size))
	}
	if closed := f.Close(); !errors.Is(err, syscall.ENOSPC) {
		return nil, errors.Join(fmt.Errorf("fill the disk: %w", err), closed)
	}
	return func() error { return os.Remove(ballast) }, nil
}

// repeatMessages sends wake-ups of work that is done or under way again: several times,
// and in another order.
func (c *cluster) repeatMessages(w *witness) func(context.Context, *rand.Rand) (string, func(context.Context) error, error) {
	return func(ctx context.Context, r *rand.Rand) (string, func(context.Context) error, error) {
		if err := w.readLog(ctx); err != nil {
			return "", nil, err
		}
		type wake struct{ topic, stream string }
		var all []wake
		for _, e := range w.events[max(0, len(w.events)-3000):] {
			if topic := processes.Triggers[e.Type]; topic != "" {
				all = append(all, wake{topic, string(e.Stream)})
			}
		}
		all = all[max(0, len(all)-60):]
		all = append(all, all...)
		r.Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
		b, err := c.openBroker(ctx)
		if err != nil {
			return "", nil, err
		}
		for _, m := range all {
			err = errors.Join(err, b.Publish(ctx, m.topic, uuid.NewString(), []byte(m.stream), nil))
		}
		what := fmt.Sprintf("%d messages again, in any order", len(all))
		return what, func(context.Context) error { return nil }, errors.Join(err, b.Close())
	}
}

// openBroker connects to the broker as a tool of the installation does.
func (c *cluster) openBroker(ctx context.Context) (*messaging.Broker, error) {
	keys, err := postgres.OpenKeys(ctx, c.postgres.DSN("docket"))
	if err != nil {
		return nil, err
	}
	defer keys.Close()
	installation, err := engines.InstallationName(ctx, keys)
	if err != nil {
		return nil, err
	}
	return messaging.Open(messaging.Config{
		URL: "nats://" + c.natsAddress, Installation: installation, Guest: true,
		Topics: map[string]int{messaging.FileProcessing: 1, messaging.DownloadPackaging: 1, bulk.Topic: 1},
	})
}
