package bytestore

import (
	"context"
	"log/slog"
	"sync/atomic"
	"time"

	"github.com/seed-62a36931/docket/domain/es"
	"github.com/seed-62a36931/docket/service/engines"
	"github.com/seed-62a36931/docket/service/observe"
	"github.com/seed-62a36931/docket/service/settings"
)

// A Place is the place of the bytes, watched: that it is this installation's, and holds what the log names.
type Place struct {
	config  settings.Config
	logger  *slog.Logger
	storage *engines.Storage
	log     *es.Log
	metrics *observe.Metrics
	bytes   engines.ByteStore
	owner   string       // what the place must name; "" where this process does not use it
	gone    atomic.Bool  // it did not, when it was looked at last
	lost    atomic.Int64 // blobs that the last reading of all stored bytes missed or found damaged
}

// NewPlace returns the place of the bytes of a log. StartBytes looks at it.
func NewPlace(
	config settings.Config, logger *slog.Logger, storage *engines.Storage, log *es.Log, m *observe.Metrics, bytes engines.ByteStore,
) *Place {
	return &Place{config: config, logger: logger, storage: storage, log: log, metrics: m, bytes: bytes}
}

// LostCount returns how many blobs the last reading of all stored bytes missed or found damaged.
func (p *Place) LostCount() int64 { return p.lost.Load() }

// StartBytes looks at the place of the bytes before anything is put there.
func (p *Place) StartBytes(ctx context.Context) error {
	if err := p.config.Blame(p.config.BytesFlag(), p.bytes.Start(ctx)); err != nil {
		return err
	}
	return p.checkOwner(ctx)
}

// bytesCheckTime is how long an object store may take to tell that it is there.
const bytesCheckTime = 2 * time.Second

// BytesReady returns an error if the place of the bytes cannot be reached within two seconds, or
// is not this installation's any more.
func (p *Place) BytesReady(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, bytesCheckTime)
	defer cancel()
	if p.owner != "" {
		return p.ownerReady(ctx)
	}
	return p.bytes.Check(ctx)
}
