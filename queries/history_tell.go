package queries

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/seed-62a36931/docket/domain/bulk"
	"github.com/seed-62a36931/docket/domain/dossier"
	"github.com/seed-62a36931/docket/domain/es"
	"github.com/seed-62a36931/docket/domain/file"
)

// tell reads the events of a page from the log. Each stream is read once, up to
// the last event that is wanted, because what an event changed shows only
// against the record before it.
func (q *Queries) tell(ctx context.Context, workspace string, page []indexEntry) ([]HistoryEntry, error) {
	who := usernames{q, workspace, map[string]string{}}
	wanted := map[es.StreamID]map[uint64]int{} // version to place on the page
	for i, e := range page {
		s := es.StreamID(e.stream)
		if wanted[s] == nil {
			wanted[s] = map[uint64]int{}
		}
		wanted[s][uint64(e.version)] = i
	}
	out := make([]HistoryEntry, len(page))
	for stream, versions := range wanted {
		err := q.follow(ctx, stream, versions, func(i int, t telling) error {
			var err error
			if out[i], err = who.entryOf(ctx, page[i], t.event); err != nil {
				return err
			}
			out[i].Summary, out[i].Data, err = t.told(ctx, sentenceName(out[i].ActorUsername))
			return err
		})
		if err != nil {
			return nil, err
		}
	}
	return out, nil
}

// A telling is an event between the records that it stands between; which of
// them count depends on the stream.
type telling struct {
	q                        *Queries
	event                    es.Recorded
	fileBefore, fileAfter    file.Record
	folderBefore, folderThen dossier.Record
}

// follow reads a stream and hands over the wanted versions.
func (q *Queries) follow(ctx context.Context, stream es.StreamID, wanted map[uint64]int, hand func(int, telling) error) error {
	category, _, _ := stream.Parts()
	left := len(wanted)
	t := telling{q: q}
	for e, err := range q.Log.Stream(ctx, stream, 0) {
		if err != nil {
			return fmt.Errorf("read %s: %w", stream, err)
		}
		t.event, t.fileBefore, t.folderBefore = e, t.fileAfter, t.folderThen
		if _, newer := e.Event.(es.Unknown); !newer {
			switch category {
			case file.Category:
				t.fileAfter = file.Fold(t.fileBefore, e)
			case dossier.Category:
				t.folderThen = dossier.Fold(t.folderBefore, e)
			}
		}
		if i, ok := wanted[e.Version]; ok {
			if err := hand(i, t); err != nil {
				return err
			}
			if left--; left == 0 {
				return nil
			}
		}
	}
	return fmt.Errorf("read %s: %d events of the index are not in it", stream, left)
}

// told says in a sentence who did what, and which fields changed.
func (t telling) told(ctx context.Context, who string) (string, json.RawMessage, error) {
	var said string
	var c changes
	var err error
	switch e := t.event.Event.(type) {
	case dossier.Created, dossier.Updated, dossier.AttributesSet, dossier.SoftDeleted, dossier.PermanentlyDeleted:
		said, c = t.dossierChange(who)
	case bulk.EntriesSkipped:
		said, c = skippedEntries(who, e)
	case file.Overridden:
		said, c, err = t.override(ctx, who, e)
	case file.OverrideReverted:
		said, c, err = t.revert(ctx, who, e)
	case file.ProcessingChanged, file.Analysed, file.Failed, file.ReanalysisRequested:
		said, c = t.run(who)
	case file.AttributesSet:
		said, c = t.attributes(who, e)
	case file.Uploaded, file.Replaced, file.SoftDeleted, file.PermanentlyDeleted:
		said, c = t.fileChange(who)
	default: // a newer program wrote it: what is known is that it happened
		said, c = fmt.Sprintf("%s recorded %s", who, t.event.Type), changes{}
	}
	if err != nil {
		return "", nil, err
	}
	data, err := json.Marshal(c)
	return said, data, err
}

// sentenceName stands for an actor in a sentence.
func sentenceName(username string) string {
	if username == "" {
		return "somebody"
	}
	return username
}
