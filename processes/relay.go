package processes

import (
	"context"

	"github.com/seed-62a36931/docket/domain/bulk"
	"github.com/seed-62a36931/docket/domain/download"
	"github.com/seed-62a36931/docket/domain/es"
	"github.com/seed-62a36931/docket/domain/file"
)

// A Publisher hands messages to the broker. Messages are wake-ups: they hold the
// name of a stream and nothing else, and losing one loses no work.
type Publisher interface {
	// Publish sends a payload; an id that was sent a moment ago is sent once.
	Publish(ctx context.Context, topic, id string, payload []byte) error
}

// Triggers are the events behind which work waits, with the topic of the work.
var Triggers = map[string]string{
	"file.uploaded":             file.Topic,
	"file.replaced":             file.Topic,
	"file.reanalysis-requested": file.Topic,
	"file.restored":             file.Topic,
	"download.requested":        download.Topic,
	"bulk.started":              bulk.Topic,
}

// Relay wakes a worker for every trigger in the log.
func Relay(p Publisher) (es.Filter, func(ctx context.Context, r es.Recorded) error) {
	var f es.Filter
	for name := range Triggers {
		f.Types = append(f.Types, name)
	}
	return f, func(ctx context.Context, r es.Recorded) error {
		if e, ok := r.Event.(bulk.Started); ok && e.Operation == "" { // whoever has begun it carries it through
			return nil
		}
		return p.Publish(ctx, Triggers[r.Type], r.ID.String(), []byte(r.Stream))
	}
}
