package history

import (
	"context"
	"fmt"

	"github.com/seed-62a36931/docket/domain/es"
	"github.com/seed-62a36931/docket/domain/told"
	"github.com/seed-62a36931/docket/queries/views"
)

// A StreamCount tells how much of the stream of an event histories have.
type StreamCount struct {
	Version uint64 // of the event, 0 when the index does not have it any more
	// Events is how many the log has, 0 where that was not counted; Missing is how many of them histories tell and do
	// not have.
	Events, Missing uint64
}

// maxCounted is how many events of streams one answer counts.
const maxCounted = 20_000

// CountStreams counts, for events at some positions, the events of their streams in the log and in the index of histories, as
// far as that has come. Entries that were taken out beside the service, or wait for repair, are missing.
func (q *History) CountStreams(ctx context.Context, at []uint64) ([]StreamCount, error) {
	out, counts, left := make([]StreamCount, len(at)), map[string]StreamCount{}, maxCounted
	for i, position := range at {
		found, err := q.queryEntries(ctx, selectEntries+"key = $1", fmt.Sprintf("%020d", position))
		if err != nil {
			return nil, err
		}
		if len(found) == 0 {
			continue
		}
		stream := found[0].stream
		if _, known := counts[stream]; !known {
			if counts[stream], err = q.countStream(ctx, es.StreamID(stream), &left); err != nil {
				return nil, err
			}
		}
		out[i] = counts[stream]
		out[i].Version = uint64(found[0].version)
	}
	return out, nil
}

// selectIndexed counts the entries of a stream and reads, of one moment with that, how far the index has come.
const selectIndexed = `SELECT (SELECT COUNT(*) FROM history WHERE stream = $1), c.at FROM docket_served s
JOIN docket_build b ON b.view = s.view AND b.version = s.version AND b.build = s.build
JOIN docket_checkpoint c ON c.projection = b.key WHERE s.view = 'history'`

// countStream counts a stream of no more than *left events, of which it takes what it read; else the zero value.
func (q *History) countStream(ctx context.Context, stream es.StreamID, left *int) (c StreamCount, err error) {
	var indexed, reached int64
	err = q.views.EachRow(ctx, func(rows views.Rows) error { return rows.Scan(&indexed, &reached) }, selectIndexed, string(stream))
	if err != nil {
		return c, err
	}
	expected := int64(0)
	for e, err := range q.log.Store.Stream(ctx, stream, 0) {
		if err != nil {
			return StreamCount{}, err
		}
		if *left--; *left < 0 {
			return StreamCount{}, nil
		}
		c.Events++
		if told.HasReaders(e.Type, e.Actor) && int64(e.Position) <= reached {
			expected++
		}
	}
	c.Missing = uint64(max(0, expected-indexed))
	return c, nil
}
