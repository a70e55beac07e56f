package views

import (
	"context"
	"log/slog"
	"slices"

	"github.com/seed-62a36931/docket/domain"
	"github.com/seed-62a36931/docket/domain/es"
)

// A Behind is a row that is older than what its view has come to: not the view wrote it last.
type Behind struct {
	View   string
	Stream es.StreamID
	Has    uint64 // the version of the stream that the row tells, 0 where the row is that of another stream
	Next   es.Mark
}

// CheckedBy returns the same views, in which each record of a stream that is read singly (Sought.Of) is held against the
// log, which costs one look at its index for all records of a request. tell is called with each row that is refused.
func (v *Views) CheckedBy(log es.NextReader, tell func(context.Context, Behind)) *Views {
	return &Views{reader: v.reader, vault: v.vault, log: log, tell: tell}
}

// IsOf says that the row of a Sought is the record of a stream, and where the record that Into reads has its identifier and
// the version of the stream: Into sets both.
func (s Sought) IsOf(stream es.StreamID, id *string, version *uint64) Sought {
	s.of, s.id, s.version = stream, id, version
	return s
}

// viewOf returns the view that has the record of a stream.
func viewOf(stream es.StreamID) string {
	category, _, _ := stream.Parts()
	return kept[category].view
}

// findBehind returns the first row that was read though its view has come further. Views that wait for repair of a stream
// are behind by right.
func (v *Views) findBehind(ctx context.Context, records []Sought, waiting []Unapplied) (*Behind, error) {
	var marks []es.Mark
	for _, r := range records {
		if r.of == "" || *r.version == 0 || isWaiting(waiting, r.of) {
			continue
		}
		if *r.id != r.of.Key() {
			return &Behind{View: viewOf(r.of), Stream: r.of}, nil
		}
		marks = append(marks, es.Mark{Stream: r.of, Version: *r.version})
	}
	if len(marks) == 0 {
		return nil, nil
	}
	found, err := v.holdAgainstLog(ctx, marks, func(es.StreamID) []Sought { return records })
	if err != nil || len(found) == 0 {
		return nil, err
	}
	return &found[0], nil
}

// listBehind returns the streams of rows of a list that are older than what their view has come to, and tells of each.
// The view has a table of its name.
func (v *Views) listBehind(ctx context.Context, view string, marks []es.Mark) (behind []es.StreamID, err error) {
	if v.log == nil {
		return nil, nil
	}
	for some := range slices.Chunk(marks, MaxParts) {
		found, err := v.holdAgainstLog(ctx, some, func(s es.StreamID) []Sought {
			var key string
			var version uint64
			return []Sought{Sought{Where: ByKey(view), Args: []any{s.Key()}}.IsOf(s, &key, &version)}
		})
		if err != nil {
			return nil, err
		}
		for _, b := range found {
			behind = append(behind, b.Stream)
			if v.tell != nil {
				v.tell(ctx, b)
			}
		}
	}
	return behind, nil
}

// holdAgainstLog returns which rows are behind, of those that were read with some marks. rows says how to read that of a
// stream again.
func (v *Views) holdAgainstLog(ctx context.Context, marks []es.Mark, rows func(es.StreamID) []Sought) (found []Behind, err error) {
	next, err := v.log.NextEvents(ctx, marks)
	for _, n := range next {
		b, err := v.confirmBehind(ctx, rows(n.Stream), n)
		if err != nil {
			return nil, err
		}
		if b.Has > 0 {
			found = append(found, b)
		}
	}
	return found, err
}

// confirmBehind reads rows again of which one's stream goes on, together with how far the views have come: a view that has
// not come to the next event yet is behind by right. Has is 0 then.
func (v *Views) confirmBehind(ctx context.Context, records []Sought, next es.Mark) (Behind, error) {
	reached, has := map[string]es.Position{}, uint64(0)
	text, args := seekStatement([]es.StreamID{next.Stream}, records)
	waits := false
	err := v.EachRow(ctx, func(rows Rows) error {
		record, e, doc, err := scanSought(rows)
		switch {
		case err != nil:
			return err
		case record == reachedRow:
			reached[e.view] = es.Position(e.position)
			return nil
		case record < 0:
			waits = waits || e.view == viewOf(next.Stream)
			return nil
		case records[record].of != next.Stream:
			return nil
		}
		var is struct {
			Version uint64 `json:"version"`
		}
		open := v.openDocument
		if records[record].Open {
			open = v.InTheOpen().openDocument
		}
		err = open(ctx, doc, DecodeInto(&is))
		has = is.Version
		return err
	}, text+selectReached, args...)
	b := Behind{View: viewOf(next.Stream), Stream: next.Stream, Has: has, Next: next}
	if waits || has >= next.Version || next.Position > reached[b.View] {
		b.Has = 0
	}
	return b, err
}

// selectReached reads, with the rows and of one moment with them, how far the views have come that queries read.
const (
	reachedRow    = -2
	selectReached = ` UNION ALL SELECT -2, NULL, s.view, '', '', c.at, '' FROM docket_served s
JOIN docket_build b ON b.view = s.view AND b.version = s.version AND b.build = s.build
JOIN docket_checkpoint c ON c.projection = b.key`
)

// isWaiting reports whether an event of a stream waits for repair in the view of its record.
func isWaiting(waiting []Unapplied, stream es.StreamID) bool {
	for _, e := range waiting {
		if e.Stream == stream && e.view == viewOf(stream) {
			return true
		}
	}
	return false
}

// refuseBehind returns domain.Unavailable when a row is behind what its view has come to.
func (v *Views) refuseBehind(ctx context.Context, records []Sought, waiting []Unapplied) error {
	found, err := v.findBehind(ctx, records, waiting)
	if err != nil || found == nil {
		return err
	}
	if v.tell != nil {
		v.tell(ctx, *found)
	}
	category, _, _ := found.Stream.Parts()
	if found.Has == 0 {
		return domain.Refuse(domain.AwaitsRepair, "%s is not available until it is repaired: its row in the view %s is that of another",
			kept[category].name, found.View)
	}
	return domain.Refuse(domain.AwaitsRepair,
		"%s is not available until it is repaired: its row in the view %s is that of version %d, and the log has version %d at position %d",
		kept[category].name, found.View, found.Has, found.Next.Version, found.Next.Position)
}

// LogValue tells of the row in the lines of a log.
func (b Behind) LogValue() slog.Value {
	return slog.GroupValue(slog.String("view", b.View), slog.String("stream", string(b.Stream)), slog.Uint64("version", b.Has),
		slog.Uint64("next", b.Next.Version), slog.Uint64("position", uint64(b.Next.Position)))
}
